#include "controller/metrics/metrics.h"

#include <gtest/gtest.h>

#include <set>
#include <sstream>

namespace busbar::controller {
namespace {

TEST(Metrics, EverySampleHasItsHelpAndTypeBeforeIt) {
  std::istringstream text(metrics_text({}, {}, "0.1.0"));
  std::set<std::string> described;
  std::string line;
  int samples = 0;
  while (std::getline(text, line)) {
    std::istringstream words(line);
    std::string first, second, third;
    words >> first >> second >> third;
    if (first == "#" && second == "TYPE") described.insert(third);
    if (first == "#") continue;
    ++samples;
    EXPECT_TRUE(described.contains(first.substr(0, first.find('{')))) << line;
  }
  EXPECT_GE(samples, 10);
}

TEST(Metrics, CountAnswersByClass) {
  Counters counters;
  for (const int status : {200, 202, 304, 404, 503, 999, 0}) counters.count_answer(status);
  const std::string text = metrics_text(counters, {}, "0.1.0");
  EXPECT_NE(text.find("busbar_http_answers_total{status=\"2xx\"} 2\n"), std::string::npos);
  EXPECT_NE(text.find("busbar_http_answers_total{status=\"4xx\"} 1\n"), std::string::npos);
}

TEST(Metrics, LabelCannotEndItsQuotes) {
  EXPECT_NE(metrics_text({}, {}, "a\"b\\c").find("{version=\"a\\\"b\\\\c\"} 1\n"),
            std::string::npos);
}

}  // namespace
}  // namespace busbar::controller
