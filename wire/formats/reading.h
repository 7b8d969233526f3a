#pragma once
// Foreign text, read: the facts in one documented JSON shape for each kind (docs/formats/), what
// was found in them, and what was skipped. A reader takes what is there, says what it skipped and
// where, and never guesses a number: what the text does not say is null.
// Errors: none; text that is not of the kind gives empty facts and says so in `skipped`.
// Threads: pure functions of their text.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar::wire {

// A part of the text that was not understood. At most kSkippedMax are kept, the rest is counted.
struct SkippedText {
  std::uint64_t line = 0;  // from 1
  std::string what;        // why, and the beginning of the text
};

inline constexpr std::size_t kSkippedMax = 100;

struct Reading {
  std::string kind;        // the reader's
  std::string facts_json;  // one JSON object
  std::vector<Finding> findings;
  std::vector<Explanation> explanations;  // most likely first; empty: this kind names no cause
  std::vector<SkippedText> skipped;
  std::uint64_t skipped_more = 0;  // beyond kSkippedMax
};

// One kind of text. `likeness`: 0 is "not this", 100 "certainly", from the head of the text (at
// most 256 KiB, raw). `read`: the whole text, raw, as it came (CRLF, colour, torn: see CleanLines).
struct FormatReader {
  std::string_view kind;       // "nccl-tests"
  std::string_view describes;  // one line for the help
  int (*likeness)(std::string_view head);
  Reading (*read)(std::string_view text);
};

// The families, each in its own folder of wire/formats/.
std::span<const FormatReader> nccl_log_readers();
std::span<const FormatReader> nccl_tests_readers();
std::span<const FormatReader> perf_tool_readers();
std::span<const FormatReader> port_readers();      // ibstat, ibstatus, perfquery, …
std::span<const FormatReader> topology_readers();  // nvidia-smi topo, rocm-smi
std::span<const FormatReader> topology_xml_readers();
std::span<const FormatReader> host_readers();

// All of them; the one that likes the text best, or none where nobody does.
std::vector<FormatReader> all_format_readers();
const FormatReader* find_format(std::string_view text);

}  // namespace busbar::wire
