#pragma once
// The cases of a folder of tests/corpora: each a text and what is expected of it. And the texts
// made worse, for the tests of robustness. Threads: pure.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "wire/json/value.h"

namespace busbar {

struct CorpusCase {
  std::string id;
  std::string text;
  wire::JsonView sidecar;  // id, kind, context, expect, …
  wire::JsonView expect;
};

// All cases, by name; fails the test where there are none.
std::vector<CorpusCase> corpus_cases(std::string_view folder);
std::string corpus_text(std::string_view folder, std::string_view file);

// `times` copies of the text, each with some bytes changed, taken out, doubled or put in, by a
// seed.
std::vector<std::string> mutations(std::string_view text, std::uint64_t seed, std::size_t times);

}  // namespace busbar
