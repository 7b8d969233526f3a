#include "tests/support/nccl_tests_text.h"

#include <cstdio>

namespace busbar::test {
namespace {

template <class... Values>
std::string printed(const char* format, Values... values) {
  char text[512];
  const int length = std::snprintf(text, sizeof text, format, values...);
  return std::string(text, static_cast<std::size_t>(length));
}

bool reduces(std::string_view name) {
  return name == "all_reduce" || name == "reduce" || name == "reduce_scatter" || name == "sendrecv";
}
bool has_root(std::string_view name) {
  return name == "broadcast" || name == "reduce" || name == "gather" || name == "scatter";
}
bool is_divided(std::string_view name) {
  return name == "all_gather" || name == "reduce_scatter" || name == "alltoall" ||
         name == "gather" || name == "scatter";
}
bool is_checked_in_place(std::string_view name) {
  return name != "alltoall" && name != "sendrecv";
}
// The heading of old alltoall and sendrecv has a redop column too.
bool has_old_redop(std::string_view name) {
  return reduces(name) || name == "alltoall";
}

double factor(std::string_view name, double n) {
  if (name == "all_reduce") return 2 * (n - 1) / n;
  return is_divided(name) ? (n - 1) / n : 1;
}

std::string time_text(double us) {
  if (us >= 10000) return printed("%7.0f", us);
  return us >= 100 ? printed("%7.1f", us) : printed("%7.2f", us);
}

std::string heading(const NcclTable& table) {
  if (table.layout == NcclLayout::Modern)
    return printed("# %10s  %12s  %8s  %6s  %6s  %7s  %6s  %6s %6s  %7s  %6s  %6s %6s\n", "size",
                   "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong", "time",
                   "algbw", "busbw", "#wrong");
  std::string text = printed("# %10s  %12s  %6s", "size", "count", "type");
  if (has_old_redop(table.collective)) text += printed("  %6s", "redop");
  if (has_root(table.collective)) text += printed("  %6s", "root");
  for (int placement = 0; placement < 2; ++placement)
    text += printed("  %7s  %6s  %6s  %5s", "time", "algbw", "busbw", "error");
  return text + "\n";
}

std::string side(const NcclTable& table, std::uint64_t bytes, bool is_in_place) {
  const double us = 20 + static_cast<double>(bytes) * table.seconds_per_byte * 1e6;
  const double algbw = static_cast<double>(bytes) / us * 1e-3;
  const double busbw = algbw * factor(table.collective, static_cast<double>(table.ranks));
  std::string text = printed("  %7s  %6.2f  %6.2f", time_text(us).c_str(), algbw, busbw);
  const bool is_checked =
      table.is_validated && (!is_in_place || is_checked_in_place(table.collective));
  if (!is_checked) return text + "    N/A";
  return text +
         (table.layout == NcclLayout::Old ? printed("  %5.0le", 0.0) : printed("  %5g", 0.0));
}

std::string row(const NcclTable& table, std::uint64_t bytes) {
  const std::uint64_t count = bytes / 4 / (is_divided(table.collective) ? table.ranks : 1);
  const bool is_modern = table.layout == NcclLayout::Modern;
  std::string text =
      printed(is_modern ? "%12lu  %12lu  %8s" : "%12lu  %12lu  %6s",
              static_cast<unsigned long>(bytes), static_cast<unsigned long>(count), "float");
  const char* operation = reduces(table.collective) ? "sum" : is_modern ? "none" : "";
  if (is_modern || has_old_redop(table.collective)) text += printed("  %6s", operation);
  if (is_modern || has_root(table.collective))
    text += printed("  %6i", has_root(table.collective) ? 0 : -1);
  return text + side(table, bytes, false) + side(table, bytes, true) + "\n";
}

}  // namespace

std::string nccl_table(const NcclTable& table) {
  std::string text = printed(
      "# nThread 1 nGpus 1 minBytes %lu maxBytes %lu step: 2(factor) warmup iters: 5 iters: 20 "
      "agg iters: 1 validation: %d graph: 0\n#\n",
      static_cast<unsigned long>(table.min_bytes), static_cast<unsigned long>(table.max_bytes),
      table.is_validated ? 1 : 0);
  if (table.has_device_list) {
    text += "# Using devices\n";
    for (std::uint64_t rank = 0; rank < table.ranks; ++rank)
      text += printed("#  Rank %2d Group %2d Pid %6d on %10s device %2d [%04x:%02x:%02x] %s\n",
                      static_cast<int>(rank), 0, 1000 + static_cast<int>(rank), "node1",
                      static_cast<int>(rank), 0, 16 + static_cast<int>(rank), 0,
                      "NVIDIA H100 80GB HBM3");
  }
  text += "#\n" + heading(table);
  for (std::uint64_t bytes = table.min_bytes; bytes <= table.max_bytes; bytes *= 2)
    text += row(table, bytes);
  return text + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 42.1 \n#\n";
}

}  // namespace busbar::test
