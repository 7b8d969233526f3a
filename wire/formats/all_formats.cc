#include <algorithm>

#include "wire/formats/reading.h"

namespace busbar::wire {
namespace {

constexpr std::size_t kHeadBytesMax = 256U << 10;  // what `likeness` is promised

}  // namespace

std::vector<FormatReader> all_format_readers() {
  std::vector<FormatReader> all;
  for (const auto family :
       {nccl_log_readers(), nccl_tests_readers(), perf_tool_readers(), port_readers(),
        topology_readers(), topology_xml_readers(), host_readers()})
    all.insert(all.end(), family.begin(), family.end());
  return all;
}

const FormatReader* find_format(std::string_view text) {
  static const std::vector<FormatReader> readers = all_format_readers();
  const std::string_view head = text.substr(0, kHeadBytesMax);
  const FormatReader* best = nullptr;
  int most = 0;
  for (const FormatReader& reader : readers) {
    const int likeness = reader.likeness(head);
    if (likeness <= most) continue;
    most = likeness;
    best = &reader;
  }
  return best;
}

}  // namespace busbar::wire
