// Tested by tests/unit/wire/formats/perf_tools/corpus_test.cc
#include <array>

#include "wire/formats/perf_tools/table.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

// The highest score of a line of the text, as a person would see it.
template <class Score>
int best_line(std::string_view head, Score score) {
  int best = 0;
  CleanLines lines(head);
  while (const auto line = lines.next())
    if (const int here = score(line->text); here > best) best = here;
  return best;
}

int osu_likeness(std::string_view head) {
  return best_line(head, [](std::string_view line) {
    if (contains(line, "# OSU ") && contains(line, "Test")) return 95;
    return contains(line, "OSU ") && contains(line, " Test v") ? 80 : 0;
  });
}

int perftest_likeness(std::string_view head) {
  return best_line(head, [](std::string_view line) {
    if (contains(line, "#bytes") && contains(line, "#iterations")) return 95;
    const bool is_title = contains(line, " BW Test") || contains(line, " Latency Test");
    if (is_title && !contains(line, "OSU"))
      return contains(line, "RDMA_") || contains(line, "Send") ? 85 : 0;
    return contains(line, "local address:") && contains(line, "QPN") ? 85 : 0;
  });
}

int ucx_likeness(std::string_view head) {
  return best_line(head, [](std::string_view line) {
    if (contains(line, "ucx_perftest")) return 80;
    if (contains(line, "latency (usec)") && contains(line, "message rate")) return 95;
    return contains(line, "[thread 0]") ? 60 : 0;
  });
}

int nvbandwidth_likeness(std::string_view head) {
  return best_line(head, [](std::string_view line) {
    if (contains(line, "nvbandwidth Version") || contains(line, "\"nvbandwidth\"")) return 95;
    return contains(line, "Running ") && contains(line, "memcpy_") ? 85 : 0;
  });
}

int nixlbench_likeness(std::string_view head) {
  return best_line(head, [](std::string_view line) {
    if (contains(line, "NIXLBench Configuration")) return 95;
    return contains(line, "Block Size (B)") && contains(line, "B/W (") ? 90 : 0;
  });
}

int gdsio_likeness(std::string_view head) {
  return best_line(head, [](std::string_view line) {
    return contains(line, "IoType:") && contains(line, "XferType:") ? 95 : 0;
  });
}

constexpr std::array kReaders{
    FormatReader{"osu", "OSU micro-benchmarks", osu_likeness, read_osu},
    FormatReader{"perftest", "perftest: ib_write_bw, ib_read_lat and the like", perftest_likeness,
                 read_perftest},
    FormatReader{"ucx-perftest", "ucx_perftest", ucx_likeness, read_ucx_perftest},
    FormatReader{"nvbandwidth", "nvbandwidth, text and JSON", nvbandwidth_likeness,
                 read_nvbandwidth},
    FormatReader{"nixlbench", "nixlbench", nixlbench_likeness, read_nixlbench},
    FormatReader{"gdsio", "gdsio of GPUDirect Storage", gdsio_likeness, read_gdsio},
};

}  // namespace

std::span<const FormatReader> perf_tool_readers() {
  return kReaders;
}

}  // namespace busbar::wire
