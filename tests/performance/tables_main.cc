// Reads nccl-tests tables as fast as it can and says how many rows a second, on one core, with the
// memory of the text alone: tables-performance ROWS. The text is one run as nccl-tests prints it,
// repeated; facts, findings and measurements are timed apart from the reading.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "tests/support/nccl_tests_text.h"
#include "wire/formats/nccl_tests/facts_json.h"
#include "wire/formats/nccl_tests/findings.h"
#include "wire/formats/nccl_tests/measurements.h"

namespace busbar {
namespace {

template <class Work>
double seconds_of(Work work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void report(const char* what, std::size_t rows, double seconds) {
  std::printf("%-14s %12.0f rows/s\n", what, static_cast<double>(rows) / seconds);
}

int measure(std::size_t wanted_rows) {
  const std::string run = test::nccl_table({.min_bytes = 8, .max_bytes = 1ULL << 33});
  std::string text;
  constexpr std::size_t kRowsOfARun = 31;
  for (std::size_t rows = 0; rows < wanted_rows; rows += kRowsOfARun) text += run;

  wire::NcclTestsText found;
  const double reading = seconds_of([&] { found = wire::read_nccl_tests(text); });
  std::size_t rows = 0;
  for (const wire::NcclRun& one : found.runs) rows += one.rows.size();
  std::printf("%zu rows in %zu runs, %.1f MB\n", rows, found.runs.size(),
              static_cast<double>(text.size()) * 1e-6);
  report("reading", rows, reading);
  std::size_t size = 0;
  report("facts", rows, seconds_of([&] { size += wire::nccl_tests_json(found).size(); }));
  report("findings", rows, seconds_of([&] { size += wire::nccl_tests_findings(found).size(); }));
  report("measurements", rows,
         seconds_of([&] { size += wire::nccl_tests_measurements(found).measurements.size(); }));
  return rows >= wanted_rows && size > 0 ? 0 : 1;
}

}  // namespace
}  // namespace busbar

int main(int argc, char** argv) {
  const std::size_t rows = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 100'000;
  if (rows == 0) {
    std::fprintf(stderr, "usage: tables-performance [ROWS]\n");
    return 2;
  }
  return busbar::measure(rows);
}
