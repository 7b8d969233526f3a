#pragma once
// A reader against its corpus: facts and findings of every case as its sidecar expects them, every
// text recognised, and no text, torn or spoilt, that harms. Threads: pure.
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "wire/formats/reading.h"

namespace busbar {

// A difference that is known and stays: where it is, and why.
struct KnownDifference {
  std::string_view id;    // of the case
  std::string_view path;  // the beginning of the difference's text
  std::string_view reason;
};

struct CorpusCheck {
  std::string_view folder;
  std::vector<wire::FormatReader> readers;  // the one that likes the text best reads it
  std::set<std::string> prose = {};         // keys that are not compared
  std::vector<KnownDifference> known = {};
};

// Adds a test failure for each difference, and for a known one that is gone.
void check_corpus(const CorpusCheck& check);
// Reads every case cut at each byte (of long ones at every `kLongStep`th) and changed by a seed.
void check_robustness(const CorpusCheck& check);

}  // namespace busbar
