// The reader of logs of NCCL and RCCL, and how it knows one.
#include <algorithm>
#include <array>

#include "core/diagnosis/nccl_log_causes.h"
#include "wire/formats/nccl_log/facts_json.h"
#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/stream.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire::nccl_log {
namespace {

constexpr std::array<std::string_view, 14> kMarks{
    "NCCL version", "RCCL version",      "ProcessGroupNCCL", "NCCL error",       "NET/OFI",
    "NET/IB",       "ncclInternalError", "ncclSystemError",  "ncclInvalid",      "ncclRemoteError",
    "WorkNCCL(",    "ncclUnhandledCuda", "NVLink SHARP",     "Test NCCL failure"};

// nccl-tests prints these; a log that has them is first of all a result.
constexpr std::array<std::string_view, 5> kTestMarks{"# nThread", "out-of-place", "# Using devices",
                                                     "Avg bus bandwidth", "busbw"};

bool has_any(std::string_view text, auto& marks) {
  return std::any_of(marks.begin(), marks.end(),
                     [text](std::string_view mark) { return contains(text, mark); });
}

// Sure where NCCL's own lines are most of the text, less so among other output.
int likeness(std::string_view head) {
  constexpr int kSure = 95, kNamed = 60, kBesideResult = 30;
  int own = 0, lines = 0, marked = 0;
  bool is_test = false;
  CleanLines all(head);
  while (const auto line = all.next()) {
    if (line->text.empty()) continue;
    ++lines;
    if (nccl_line(line->text))
      ++own;
    else if (has_any(line->text, kMarks))
      ++marked;
    is_test |= has_any(line->text, kTestMarks);
  }
  if (own + marked == 0) return 0;
  const int share = 100 * (own + marked) / lines;
  if (is_test && share < 90) return kBesideResult;
  return own == 0 ? kNamed : std::min(kSure, kNamed + share * 35 / 100);
}

// UTF-16 and other text with NUL at its beginning goes through the general cleaning.
bool is_wide(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF") ||
         text.substr(0, 64).find('\0') != std::string_view::npos;
}

Reading read(std::string_view text) {
  NcclLogStream stream;
  if (!is_wide(text)) {
    stream.feed(text);
    return stream.finish();
  }
  CleanLines lines(text);
  while (const auto line = lines.next()) stream.line(line->text, line->is_terminated);
  return stream.finish();
}

}  // namespace

Reading nccl_log_reading(const NcclLogFacts& facts) {
  Reading reading;
  reading.kind = "nccl-log";
  reading.explanations = explain(facts);
  reading.findings = findings_of(facts);
  reading.facts_json = nccl_log_facts_json(facts, reading.explanations);
  return reading;
}

}  // namespace busbar::wire::nccl_log

namespace busbar::wire {

std::span<const FormatReader> nccl_log_readers() {
  static constexpr std::array kReaders{
      FormatReader{"nccl-log", "NCCL_DEBUG output of NCCL 2.2 to 2.30 and of RCCL",
                   nccl_log::likeness, nccl_log::read}};
  return kReaders;
}

}  // namespace busbar::wire
