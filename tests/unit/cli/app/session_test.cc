#include "cli/app/session.h"

#include <gtest/gtest.h>

#include <sstream>

namespace busbar::cli {
namespace {

class Session : public ::testing::Test {
 protected:
  ExitCode run(const std::string& controller) {
    return run_session({.command = "runs", .controller = controller}, {out_, err_, {}});
  }
  std::ostringstream out_, err_;
};

TEST_F(Session, WithoutControllerExitsWithThreeAndSaysHowToStartOne) {
  EXPECT_EQ(run("http://127.0.0.1:9"), ExitCode::Error);
  EXPECT_NE(err_.str().find("http://127.0.0.1:9"), std::string::npos);
  EXPECT_NE(err_.str().find("busbar serve"), std::string::npos);
  EXPECT_EQ(out_.str(), "");
}

TEST_F(Session, RefusesAnAddressThatIsNone) {
  EXPECT_EQ(run("127.0.0.1:9"), ExitCode::Error);
  EXPECT_NE(err_.str().find("127.0.0.1:9"), std::string::npos);
}

}  // namespace
}  // namespace busbar::cli
