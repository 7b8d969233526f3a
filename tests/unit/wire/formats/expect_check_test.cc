// Holds that the comparison with a corpus can fail: each difference it must see, seen.
#include "tests/support/expect_check.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

wire::JsonView json(std::string_view text) {
  return *wire::JsonView::parse(text);
}

std::vector<std::string> differ(std::string_view have, std::string_view want) {
  return differences(json(have), json(want), prose_ignored());
}

using Texts = std::vector<std::string>;

TEST(ExpectCheck, EqualValuesAndWhatIsNotWantedMakeNoDifference) {
  EXPECT_EQ(differ(R"({"a":1,"b":[{"c":"x"}],"more":2})", R"({"a":1.0,"b":[{"c":"x"}]})"), Texts{});
}

TEST(ExpectCheck, SeesWrongValuesMissingMembersAndLengths) {
  EXPECT_EQ(differ(R"({"a":1})", R"({"a":2})"), Texts{"a: have 1, want 2"});
  EXPECT_EQ(differ(R"({"a":null})", R"({"a":false})"), Texts{"a: have null, want false"});
  EXPECT_EQ(differ(R"({"a":"1"})", R"({"a":1})"), Texts{R"(a: have "1", want 1)"});
  EXPECT_EQ(differ(R"({})", R"({"a":null})"), Texts{"a: missing, want null"});
  EXPECT_EQ(differ(R"({"a":[1,2]})", R"({"a":[1]})"), Texts{"a: have 2 items, want 1"});
  EXPECT_EQ(differ(R"({"a":[{"b":1}]})", R"({"a":[{"b":3}]})"), Texts{"a[0].b: have 1, want 3"});
}

TEST(ExpectCheck, PassesOverProseAtEveryDepth) {
  EXPECT_EQ(differ(R"({"a":{}})", R"({"trap":"x","a":{"network_from":"y","evidence":"z"}})"),
            Texts{});
}

Finding finding(Severity severity) {
  Finding made;
  made.code = "missing_nvlink";
  made.severity = severity;
  made.objects = {{"gpus", {"GPU1", "GPU0"}}};
  return made;
}

TEST(ExpectCheck, FindsAWantedFindingByItsObjects) {
  const auto want = json(R"([{"code":"missing_nvlink","gpus":["GPU0","GPU1"]}])");
  EXPECT_EQ(finding_differences({finding(Severity::Error)}, want, prose_ignored()), Texts{});
  const auto other = json(R"([{"code":"missing_nvlink","gpus":["GPU0","GPU2"]}])");
  EXPECT_EQ(finding_differences({finding(Severity::Error)}, other, prose_ignored()).size(), 2U);
}

TEST(ExpectCheck, RefusesFindingsBeyondTheWantedOnesUnlessTheyAreNotes) {
  EXPECT_EQ(finding_differences({finding(Severity::Warning)}, json("[]"), prose_ignored()),
            Texts{"one finding too many: missing_nvlink (warning) gpus: GPU1 GPU0"});
  EXPECT_EQ(finding_differences({finding(Severity::Note)}, json("[]"), prose_ignored()), Texts{});
}

TEST(ExpectCheck, TakesEveryAcceptedCauseAndNoOther) {
  wire::Reading reading;
  const auto want =
      json(R"({"root_cause":"oom","root_cause_accept":["oom","unknown"],"diagnosis_step":1})");
  EXPECT_EQ(cause_differences(reading, want), Texts{"no explanation, want oom"});
  reading.explanations.push_back({RootCause::Unknown, DiagnosisStep::Log, 0.5, {}, {}, {}});
  EXPECT_EQ(cause_differences(reading, want), Texts{});
  reading.explanations.front() = {RootCause::Healthy, DiagnosisStep::Tuning, 0.5, {}, {}, {}};
  EXPECT_EQ(cause_differences(reading, want),
            (Texts{"root cause: have healthy, want oom", "diagnosis step: have 5, want 1"}));
}

}  // namespace
}  // namespace busbar
