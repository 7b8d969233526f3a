#include "tests/support/corpus_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/corpus_folder.h"
#include "tests/support/expect_check.h"

namespace busbar {
namespace {

constexpr std::size_t kLong = 3000, kLongStep = 11, kMutations = 40, kRecognised = 8;

const wire::FormatReader* best_reader(const CorpusCheck& check, std::string_view text) {
  const wire::FormatReader* best = nullptr;
  int most = 0;
  for (const wire::FormatReader& reader : check.readers)
    if (const int likeness = reader.likeness(text); likeness > most)
      best = &reader, most = likeness;
  return best;
}

bool is_known(const CorpusCheck& check, const std::string& id, const std::string& difference,
              std::set<std::string_view>& seen) {
  for (const KnownDifference& known : check.known)
    if (known.id == id && difference.starts_with(known.path)) {
      seen.insert(known.reason);
      return true;
    }
  return false;
}

}  // namespace

void check_corpus(const CorpusCheck& check) {
  auto prose = check.prose;
  prose.insert("findings");
  const ExpectOptions options = prose_ignored(prose);
  std::set<std::string_view> seen;
  for (const CorpusCase& one : corpus_cases(check.folder)) {
    const wire::FormatReader* reader = best_reader(check, one.text);
    ASSERT_TRUE(reader) << one.id << " is not recognised";
    const wire::Reading reading = reader->read(one.text);
    const auto facts = wire::JsonView::parse(reading.facts_json);
    ASSERT_TRUE(facts) << one.id << ": " << reading.facts_json;
    auto all = differences(*facts, one.expect, options);
    const auto of_findings =
        finding_differences(reading.findings, *one.expect.field("findings"), options);
    all.insert(all.end(), of_findings.begin(), of_findings.end());
    for (const std::string& text : all)
      if (!is_known(check, one.id, text, seen)) ADD_FAILURE() << one.id << ": " << text;
  }
  for (const KnownDifference& known : check.known)
    EXPECT_TRUE(seen.contains(known.reason)) << known.id << " " << known.path << " is gone";
}

void check_robustness(const CorpusCheck& check) {
  for (const CorpusCase& one : corpus_cases(check.folder)) {
    const wire::FormatReader* reader = best_reader(check, one.text);
    ASSERT_TRUE(reader) << one.id;
    std::vector<std::string> texts = mutations(one.text, 7, kMutations);
    const std::size_t step = one.text.size() > kLong ? kLongStep : 1;
    for (std::size_t size = 0; size < one.text.size(); size += step)
      texts.push_back(one.text.substr(0, size));
    for (std::size_t i = 0; i < texts.size(); ++i) {
      const std::string& text = texts[i];
      if (i % kRecognised == 0) best_reader(check, text);
      const wire::Reading reading = reader->read(text);
      EXPECT_TRUE(wire::JsonView::parse(reading.facts_json)) << one.id;
    }
  }
}

}  // namespace busbar
