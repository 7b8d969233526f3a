#include "cli/output/fault.h"

#include <gtest/gtest.h>

#include <sstream>

namespace busbar::cli {
namespace {

const Error kFault{ErrorKind::InvalidInput, Scope::Process, "m.yaml:2:15 algorithms[0]",
                   "'rings' is unknown", "did you mean 'ring'?"};
constexpr std::string_view kSource = "name: a\nalgorithms: [rings]\n";

TEST(Fault, HasPlaceCauseAndRemedyInOneLine) {
  EXPECT_EQ(fault_text(kFault),
            "busbar: m.yaml:2:15 algorithms[0]: 'rings' is unknown; did you mean 'ring'?\n");
}

TEST(Fault, ShowsTheLineWithACaretUnderThePlace) {
  EXPECT_EQ(fault_text(kFault, kSource), fault_text(kFault) +
                                             "algorithms: [rings]\n"
                                             "              ^\n");
}

TEST(Fault, WithoutAPlaceInTheSourceShowsNoLine) {
  Error fault = kFault;
  fault.where = "controller";
  EXPECT_EQ(fault_text(fault, kSource), fault_text(fault));
}

TEST(Fault, IsReportedOnStandardErrorWithExitCodeThree) {
  std::ostringstream out, err;
  const Output output{out, err, {}};
  EXPECT_EQ(report(std::vector{kFault, kFault}, kSource, output), ExitCode::Error);
  EXPECT_EQ(err.str(), fault_text(kFault, kSource) + fault_text(kFault, kSource));
  EXPECT_EQ(out.str(), "");
}

}  // namespace
}  // namespace busbar::cli
