// Tested by tests/unit/wire/formats/nccl_tests/corpus_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/nccl_tests/facts_json.h"
#include "wire/formats/nccl_tests/findings.h"
#include "wire/formats/nccl_tests/read_json.h"
#include "wire/formats/reading.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

struct Mark {
  std::string_view text;
  int score;
};
constexpr std::array kMarks{
    Mark{"algbw", 60},
    Mark{"busbw", 60},
    Mark{"nThread ", 60},
    Mark{"Collective test starting", 90},
    Mark{"nccl-tests version", 90},
    Mark{"Out of bounds values", 80},
    Mark{"Avg bus bandwidth", 80},
    Mark{"Collective test concluded", 80},
    Mark{": Test failure ", 55},
    Mark{"Test CUDA failure", 70},
    Mark{"Test NCCL failure", 70},
    Mark{"Test HIP failure", 70},
};

// The marks are looked for in the text as a person would see it, whatever its encoding.
int nccl_tests_likeness(std::string_view head) {
  if (looks_like_nccl_json(head) || looks_like_rccl_csv(head)) return 95;
  int score = 0;
  CleanLines lines(head);
  bool has_algbw = false, has_busbw = false;
  while (const auto line = lines.next()) {
    for (const Mark& mark : kMarks)
      if (contains(line->text, mark.text)) score = std::max(score, mark.score);
    has_algbw = has_algbw || contains(line->text, "algbw");
    has_busbw = has_busbw || contains(line->text, "busbw");
    if (has_algbw && has_busbw) return 95;
  }
  return score;
}

Reading read(std::string_view text) {
  NcclTestsText found = read_nccl_tests(text);
  Reading reading;
  reading.kind = "nccl-tests";
  reading.facts_json = nccl_tests_json(found);
  reading.findings = nccl_tests_findings(found);
  reading.explanations = nccl_tests_explanations(found);
  reading.skipped = std::move(found.skipped);
  reading.skipped_more = found.skipped_more;
  if (found.runs.empty() && found.errors.empty() && reading.skipped.empty())
    reading.skipped.push_back({1, "no line of nccl-tests' output was found"});
  return reading;
}

constexpr std::array kReaders{FormatReader{
    "nccl-tests", "tables and JSON of nccl-tests and rccl-tests", nccl_tests_likeness, read}};

}  // namespace

std::span<const FormatReader> nccl_tests_readers() {
  return kReaders;
}

}  // namespace busbar::wire
