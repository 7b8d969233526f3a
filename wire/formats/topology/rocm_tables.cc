// rocm-smi --showtopo and amd-smi topology: one table for each property, each with its own heading.
// Tested by tests/unit/wire/formats/topology/matrix_test.cc
#include <algorithm>

#include "wire/formats/topology/matrix.h"

namespace busbar::wire {
namespace {

using namespace listing;

enum class Table { None, Weight, Hops, LinkType, Access, Other };

Table table_titled(std::string_view line) {
  const std::string title = lower(line);
  if (contains(title, "weight")) return Table::Weight;
  if (contains(title, "hops")) return Table::Hops;
  if (contains(title, "link type")) return Table::LinkType;
  if (contains(title, "access")) return Table::Access;
  return Table::Other;
}

bool is_title(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with("===") || text.starts_with("---") || text.ends_with("TABLE:") ||
         text.ends_with("Table:");
}

bool is_device(std::string_view word) {
  if (word.starts_with("GPU")) return integer(word.substr(3)).has_value();
  return std::count(word.begin(), word.end(), ':') >= 2 && contains(word, ".");  // 0000:0c:00.0
}

struct Reader {
  TopologyFacts& facts;
  Table table = Table::None;
  std::vector<std::string> names;

  void add(const std::string& row, const std::string& column, std::string_view value) const {
    const DevicePair pair{row, column};
    if (table == Table::LinkType) facts.link_type.emplace_back(pair, value);
    if (table == Table::Access) facts.accessible.emplace_back(pair, value);
    if (const auto number = leading_number(value)) {
      if (table == Table::Weight) facts.weight.emplace_back(pair, *number);
      if (table == Table::Hops) facts.hops.emplace_back(pair, *number);
    }
  }

  void row(const std::vector<std::string_view>& all) const {
    const auto found = std::find(names.begin(), names.end(), all[0]);
    if (found == names.end()) return;
    const auto at = static_cast<std::size_t>(found - names.begin());
    for (std::size_t i = at + 1; i < names.size() && i + 1 < all.size(); ++i)
      add(names[at], names[i], all[i + 1]);
  }

  void line(std::string_view text) {
    const auto all = words(text);
    if (is_title(text)) {
      table = table_titled(text);
      names.clear();
    } else if (!all.empty() && is_device(all.back()) && is_device(all[0])) {
      names.assign(all.begin(), all.end());
      remember_devices();
    } else if (!all.empty() && !names.empty() && is_device(all[0])) {
      row(all);
    } else {
      numa(text);
    }
  }

  void remember_devices() const {
    constexpr std::size_t kDevicesMax = 512;
    if (!facts.devices.empty() || names.size() > kDevicesMax) return;
    for (const std::string& name : names) facts.devices.push_back({name, true, {}, {}, {}, {}, {}});
  }

  // "GPU[0]  : (Topology) Numa Node: 0", "GPU 0  : (Topology) Numa Node: 0"
  void numa(std::string_view text) const {
    const auto node = behind(text, "Numa Node:");
    const auto name = behind(text, "GPU");
    if (!node || !name) return;
    const std::size_t digit = name->find_first_of("0123456789");
    const auto index = digit > 1 ? std::nullopt : leading_integer(name->substr(digit));
    if (const auto number = integer(trimmed(*node)); number && index)
      facts.numa_node.emplace_back("GPU" + std::to_string(*index), *number);
  }
};

}  // namespace

void read_rocm_tables(const std::vector<Line>& lines, TopologyFacts& facts) {
  Reader reader{facts, Table::None, {}};
  for (const Line& line : lines) reader.line(line.text);
  const bool is_read = !facts.weight.empty() || !facts.hops.empty() || !facts.link_type.empty() ||
                       !facts.accessible.empty() || !facts.numa_node.empty() ||
                       !facts.devices.empty();
  if (is_read) facts.kind = TopologyFacts::Kind::Rocm;
}

}  // namespace busbar::wire
