#include "wire/formats/reading_json.h"

#include <gtest/gtest.h>

#include "wire/json/value.h"

namespace busbar::wire {

TEST(ReadingJson, SaysWhatWasFoundWhereAndWhatWasSkipped) {
  Reading reading;
  reading.kind = "sysctl";
  reading.facts_json = R"({"values":{}})";
  reading.findings.push_back({.code = "mtu_low",
                              .severity = Severity::Warning,
                              .step = DiagnosisStep::Topology,
                              .objects = {{"interfaces", {"eth0"}}},
                              .have = "1500",
                              .want = "9000",
                              .why = "w",
                              .remedy = "r",
                              .evidence = {{3, "mtu 1500"}}});
  Explanation& explanation = reading.explanations.emplace_back();
  explanation.cause = RootCause::TcpFallback;
  explanation.confidence = 0.5;
  reading.skipped.push_back({7, "x"});
  EXPECT_EQ(
      to_json(reading, "a.txt"),
      R"({"file":"a.txt","kind":"sysctl","facts":{"values":{}},"findings":[{"code":"mtu_low",)"
      R"("severity":"warning","step":2,"interfaces":["eth0"],"have":"1500","want":"9000",)"
      R"("why":"w","remedy":"r","evidence":[{"line":3,"text":"mtu 1500"}]}],)"
      R"("explanations":[{"root_cause":"tcp_fallback","step":1,"confidence":0.5,"why":"",)"
      R"("remedy":"","evidence":[]}],"skipped":[{"line":7,"what":"x"}],"skipped_more":0})");
}

}  // namespace busbar::wire
