// Every case of tests/corpora/infiniband, and the same texts torn and spoilt.
#include <gtest/gtest.h>

#include "tests/support/corpus_check.h"

namespace busbar {
namespace {

CorpusCheck check() {
  const auto readers = wire::port_readers();
  return {"infiniband", {readers.begin(), readers.end()}};
}

TEST(PortsCorpus, FactsAndFindingsAreAsExpected) {
  check_corpus(check());
}
TEST(PortsCorpus, TornAndSpoiltTextsAreRead) {
  check_robustness(check());
}

}  // namespace
}  // namespace busbar
