// nvidia-smi topo: a header line, a row for each device, the legends.
// Tested by tests/unit/wire/formats/topology/matrix_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/topology/matrix.h"

namespace busbar::wire {
namespace {

using namespace listing;
using Member = std::optional<std::string> TopologyDevice::*;

struct AffinityColumn {
  std::string_view title;
  Member member;
  bool TopologyFacts::* is_there;
};
constexpr std::array<AffinityColumn, 3> kColumns{{
    {"CPU Affinity", &TopologyDevice::cpus, &TopologyFacts::has_cpus},
    {"NUMA Affinity", &TopologyDevice::numa, &TopologyFacts::has_numa},
    {"GPU NUMA ID", &TopologyDevice::gpu_numa_id, &TopologyFacts::has_gpu_numa_id},
}};
constexpr std::array<std::string_view, 6> kPeerWords{"OK", "CNS", "GNS", "TNS", "NS", "U"};

bool is_gpu_name(std::string_view word) {
  return word.starts_with("GPU") && word.size() > 3 &&
         std::all_of(word.begin() + 3, word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_code(std::string_view word) {
  return link_distance(word) ||
         std::find(kPeerWords.begin(), kPeerWords.end(), word) != kPeerWords.end() ||
         word == "DR" || word == "N/A";
}

std::size_t affinity_begin(std::string_view line) {
  std::size_t begin = line.size();
  for (const AffinityColumn& column : kColumns) begin = std::min(begin, line.find(column.title));
  return begin;
}

struct Layout {
  std::vector<std::string> names;
  std::vector<const AffinityColumn*> columns;
  std::vector<std::size_t> starts;  // of the columns in a header whose tabs were expanded
  bool has_tabs = false;
};

Layout layout_of(std::string_view header) {
  Layout layout;
  const std::size_t begin = affinity_begin(header);
  for (std::string_view word : words(header.substr(0, begin))) layout.names.emplace_back(word);
  layout.has_tabs = header.find('\t') != std::string_view::npos;
  for (const AffinityColumn& column : kColumns) {
    const std::size_t at = header.find(column.title);
    if (at == std::string_view::npos) continue;
    layout.columns.push_back(&column);
    layout.starts.push_back(at);
  }
  return layout;
}

void set(TopologyDevice& device, const AffinityColumn& column, std::string_view value) {
  value = trimmed(value);
  if (!value.empty() && value != "N/A") device.*column.member = std::string(value);
}

// Between tabs a field may be empty. NUMA Affinity is followed by an empty field where GPU NUMA ID
// comes behind it.
void read_tab_affinity(const Layout& layout, std::vector<std::string_view> fields,
                       TopologyDevice& device) {
  const bool has_gap = fields.size() > layout.columns.size() && layout.columns.size() == 3;
  if (has_gap) fields.erase(fields.begin() + 2);
  for (std::size_t i = 0; i < std::min(fields.size(), layout.columns.size()); ++i)
    set(device, *layout.columns[i], fields[i]);
}

// Between blanks: one word a column, and where there are fewer, the column that it stands below.
void read_blank_affinity(const Layout& layout, std::string_view line, std::size_t from,
                         TopologyDevice& device) {
  const auto rest = words(line.substr(from));
  if (rest.size() >= layout.columns.size()) {
    for (std::size_t i = 0; i < layout.columns.size(); ++i)
      set(device, *layout.columns[i], rest[i]);
    return;
  }
  for (std::string_view word : rest) {
    const auto at = static_cast<std::size_t>(word.data() - line.data());
    std::size_t column = 0;
    while (column + 1 < layout.starts.size() && layout.starts[column + 1] <= at) ++column;
    if (column < layout.columns.size()) set(device, *layout.columns[column], word);
  }
}

// Codes that lost the blanks between them where long lines were joined: "NODEPIX".
std::vector<std::string_view> codes_in(std::string_view word) {
  std::vector<std::string_view> codes;
  while (!word.empty()) {
    std::size_t size = word.size();
    while (size > 0 && !is_code(word.substr(0, size))) --size;
    if (size == 0) return {};
    codes.push_back(word.substr(0, size));
    word.remove_prefix(size);
  }
  return codes;
}

void read_row(const Layout& layout, std::string_view line, TopologyDevice& device) {
  const auto all = words(line);
  std::size_t word = 0;
  while (device.links.size() < layout.names.size() && word + 1 < all.size()) {
    const auto codes = codes_in(all[word + 1]);
    if (codes.empty() || device.links.size() + codes.size() > layout.names.size()) break;
    device.links.insert(device.links.end(), codes.begin(), codes.end());
    ++word;
  }
  if (!device.is_gpu || device.links.size() < layout.names.size() || layout.columns.empty()) return;
  const auto from = static_cast<std::size_t>(all[word].data() - line.data()) + all[word].size();
  if (!layout.has_tabs || line.find('\t') == std::string_view::npos) {
    read_blank_affinity(layout, line, from, device);
    return;
  }
  const std::size_t tab = line.find('\t', from);
  if (tab != std::string_view::npos)
    read_tab_affinity(layout, cells(line.substr(tab + 1), '\t'), device);
}

TopologyDevice* device_named(TopologyFacts& facts, std::string_view name) {
  const auto found =
      std::find_if(facts.devices.begin(), facts.devices.end(),
                   [name](const TopologyDevice& device) { return device.name == name; });
  return found == facts.devices.end() ? nullptr : &*found;
}

void read_legend_line(std::string_view line, TopologyFacts& facts) {
  const auto pair = pair_of(line);
  if (!pair || pair->second.empty()) return;
  if (TopologyDevice* nic = device_named(facts, pair->first); nic && !nic->is_gpu) {
    nic->device_name = std::string(pair->second);
    facts.has_legend = true;
  }
}

bool is_peer_listing(const TopologyFacts& facts) {
  return std::any_of(facts.devices.begin(), facts.devices.end(), [](const TopologyDevice& device) {
    return std::any_of(device.links.begin(), device.links.end(), [](const std::string& code) {
      return code != "X" &&
             std::find(kPeerWords.begin(), kPeerWords.end(), code) != kPeerWords.end();
    });
  });
}

}  // namespace

bool is_matrix_header(std::string_view line) {
  const auto all = words(line.substr(0, affinity_begin(line)));
  if (all.empty() || !is_gpu_name(all[0])) return false;
  if (all.size() == 1)
    return affinity_begin(line) < line.size() || trimmed(line).size() == all[0].size();
  return std::none_of(all.begin(), all.end(), is_code) &&
         std::none_of(all.begin(), all.end(), [](std::string_view word) {
           return word.find(':') != std::string_view::npos ||
                  word.find('[') != std::string_view::npos;
         });
}

void read_nvidia_matrix(const std::vector<Line>& lines, TopologyFacts& facts) {
  constexpr std::size_t kDevicesMax = 512;
  std::size_t i = 0;
  while (i < lines.size() && !is_matrix_header(lines[i].text)) ++i;
  if (i == lines.size()) return;
  Layout layout = layout_of(lines[i].text);
  if (layout.names.size() > kDevicesMax) layout.names.resize(kDevicesMax);
  for (const std::string& name : layout.names)
    facts.devices.push_back({name, is_gpu_name(name), {}, {}, {}, {}, {}});
  for (const AffinityColumn* column : layout.columns) facts.*column->is_there = true;
  bool is_row_seen = false;
  for (++i; i < lines.size(); ++i) {
    const auto all = words(lines[i].text);
    TopologyDevice* device = all.empty() ? nullptr : device_named(facts, all[0]);
    if (device && device->links.empty() && (all.size() == 1 || is_code(all[1]))) {
      read_row(layout, lines[i].text, *device);
      is_row_seen |= !device->links.empty();
    } else {
      read_legend_line(lines[i].text, facts);
    }
  }
  if (!is_row_seen) {
    facts.devices.clear();
    return;
  }
  facts.kind = is_peer_listing(facts) ? TopologyFacts::Kind::NvidiaPeerAccess
                                      : TopologyFacts::Kind::NvidiaMatrix;
}

}  // namespace busbar::wire
