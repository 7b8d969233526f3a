// Every case of tests/corpora/host, and the same texts torn and spoilt.
#include <gtest/gtest.h>

#include "tests/support/corpus_check.h"

namespace busbar {
namespace {

CorpusCheck check() {
  const auto readers = wire::host_readers();
  return {"host", {readers.begin(), readers.end()}};
}

TEST(HostCorpus, FactsAndFindingsAreAsExpected) {
  check_corpus(check());
}
TEST(HostCorpus, TornAndSpoiltTextsAreRead) {
  check_robustness(check());
}

}  // namespace
}  // namespace busbar
