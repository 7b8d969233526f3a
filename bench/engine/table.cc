#include "bench/engine/table.h"

#include <cstdio>

namespace busbar::bench {
namespace {

template <class... Values>
std::string text_of(const char* form, Values... values) {
  char line[512] = {};
  std::snprintf(line, sizeof line, form, values...);
  return line;
}

std::string first_columns(const Cell& cell) {
  const bool has_root =
      cell.collective == Collective::Broadcast || cell.collective == Collective::Reduce;
  const std::string type(to_text(cell.data_type));
  const std::string operation(reduces(cell.collective) ? to_text(cell.operation) : "none");
  return text_of(
      "%12llu %12llu %8s %6s %5s", static_cast<unsigned long long>(cell.size.value()),
      static_cast<unsigned long long>(cell.size.value() / element_size(cell.data_type).value()),
      type.c_str(), operation.c_str(), has_root ? "0" : "-1");
}

}  // namespace

std::string table_head() {
  return text_of("#%11s %12s %8s %6s %5s %10s %8s %8s %7s %8s %6s  %s\n", "size(B)", "count",
                 "type", "redop", "root", "time(us)", "algbw", "busbw", "#wrong", "samples", "+-%",
                 "algorithm");
}

std::string table_row(const Cell& cell, const Measurement& measurement) {
  const SampleSummary& samples = measurement.samples;
  const double half = (samples.interval_high - samples.interval_low).value() / 2;
  return first_columns(cell) +
         text_of(" %10.2f %8.3f %8.3f %7llu %8u %6.2f  ", samples.median.value() * 1e6,
                 measurement.algorithm_bandwidth.value() / 1e9,
                 measurement.bus_bandwidth.value() / 1e9,
                 static_cast<unsigned long long>(measurement.elements_wrong), samples.count,
                 100 * half / samples.median.value()) +
         measurement.algorithm.value + " (" +
         std::string(to_text(measurement.algorithm.verification)) + ")\n";
}

std::string table_row(const Cell& cell, const CellFault& fault) {
  return first_columns(cell) + " " + std::string(to_text(fault.failure)) + ": " + fault.reason +
         "\n";
}

}  // namespace busbar::bench
