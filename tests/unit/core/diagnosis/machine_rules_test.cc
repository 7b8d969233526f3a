#include "core/diagnosis/machine_rules.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

namespace busbar {
namespace {

TEST(MachineRules, EachCodeIsThereOnceWithReasonAndSource) {
  std::set<std::string_view> codes;
  for (const MachineRule& rule : machine_rules()) {
    EXPECT_TRUE(codes.insert(rule.code).second) << rule.code;
    EXPECT_FALSE(rule.why.empty()) << rule.code;
    EXPECT_FALSE(rule.source.empty()) << rule.code;
    EXPECT_TRUE(rule.severity == Severity::Note || !rule.remedy.empty()) << rule.code;
  }
}

TEST(MachineRules, EachCodeIsDocumented) {
  std::ostringstream text;
  for (const char* name : {"topology", "ports", "host"})
    text << std::ifstream(std::string(BUSBAR_SOURCE_DIR "/docs/formats/") + name + ".md").rdbuf();
  for (const MachineRule& rule : machine_rules())
    EXPECT_NE(text.str().find(rule.code), std::string::npos) << rule.code;
}

TEST(MachineRules, AFindingTakesTheRulesWordsAndKeepsTheDetail) {
  const Finding finding = machine_finding("mtu_low", {{"interfaces", {"eth0"}}}, "MTU 1500");
  EXPECT_EQ(finding.severity, Severity::Warning);
  EXPECT_TRUE(finding.why.starts_with("MTU 1500. "));
  EXPECT_FALSE(finding.remedy.empty());
}

}  // namespace
}  // namespace busbar
