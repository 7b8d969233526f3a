#include "core/diagnosis/finding.h"

#include <gtest/gtest.h>

#include <set>

namespace busbar {
namespace {

TEST(RootCause, EveryCauseHasAWordThatLeadsBackToIt) {
  std::set<std::string_view> words;
  for (int i = 0; i <= static_cast<int>(RootCause::Unknown); ++i) {
    const auto cause = static_cast<RootCause>(i);
    EXPECT_EQ(root_cause_from_text(to_text(cause)), cause);
    words.insert(to_text(cause));
  }
  EXPECT_EQ(words.size(), static_cast<std::size_t>(RootCause::Unknown) + 1);
}

TEST(RootCause, KnowsNoWordThatIsNotInTheList) {
  EXPECT_EQ(root_cause_from_text("TCP_FALLBACK"), std::nullopt);
  EXPECT_EQ(root_cause_from_text(""), std::nullopt);
}

TEST(Severity, HasTheWordsOfTheDocumentation) {
  EXPECT_EQ(to_text(Severity::Note), "note");
  EXPECT_EQ(to_text(Severity::Warning), "warning");
  EXPECT_EQ(to_text(Severity::Error), "error");
}

}  // namespace
}  // namespace busbar
