// What NCCL expects and chooses: the model table, the choice for each operation, the topology tree.
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

// The names that NCCL prints since 2.24, by the numbers that it printed before (RCCL has others).
constexpr std::array<std::string_view, 7> kAlgorithms{
    "TREE", "RING", "COLLNET_DIRECT", "COLLNET_CHAIN", "NVLS", "NVLS_TREE", "PAT"};
constexpr std::array<std::string_view, 3> kProtocols{"LL", "LL128", "SIMPLE"};

template <std::size_t N>
std::string name_of(std::string_view word, const std::array<std::string_view, N>& names,
                    bool is_rccl) {
  Scan scan(word);
  const auto index = scan.integer();
  if (!index || !scan.is_done() || is_rccl || *index < 0 || static_cast<std::size_t>(*index) >= N)
    return std::string(word);
  return std::string(names[static_cast<std::size_t>(*index)]);
}

// "AllReduce: 1048576 Bytes -> Algo RING proto SIMPLE channel{Lo..Hi}={0..1}"; without the
// operation up to 2.22, with numbers up to 2.23.
bool read_choice(NcclLogState& state, const NcclLine& line) {
  const std::size_t at = line.message.find(" Bytes -> Algo ");
  if (at == std::string_view::npos) return false;
  if (state.last_choice_count && line.message == state.last_choice) {
    ++*state.last_choice_count;
    return true;
  }
  NcclChoice choice;
  Scan scan(line.message);
  if (!is_digit(line.message.front())) {
    choice.collective = scan.until(":");
    scan.skip(": ");
  }
  const auto bytes = scan.integer();
  if (!bytes || *bytes < 0 || !scan.skip(" Bytes -> Algo ")) return false;
  choice.bytes = static_cast<std::uint64_t>(*bytes);
  choice.algorithm = name_of(scan.word(), kAlgorithms, state.facts.is_rccl);
  if (!scan.blanks().skip("proto ")) return false;
  choice.protocol = name_of(scan.word(), kProtocols, state.facts.is_rccl);
  if (line.is_cut && scan.is_done()) return false;  // maybe not whole
  if (scan.skip_to("={")) {
    choice.channel_first = scan.integer();
    if (scan.skip("..")) choice.channel_last = scan.integer();
  }
  auto& choices = state.facts.choices;
  if (choices.size() >= kNcclChoicesMax && !choices.contains(choice)) return true;
  state.last_choice = line.message;
  state.last_choice_count = &choices[choice];
  ++*state.last_choice_count;
  return true;
}

std::vector<std::string_view> cells_of(std::string_view row) {
  std::vector<std::string_view> cells;
  while (!row.empty()) {
    const std::size_t end = std::min(row.size(), row.find('|'));
    cells.push_back(trimmed(row.substr(0, end)));
    row.remove_prefix(std::min(row.size(), end + 1));
  }
  while (!cells.empty() && cells.back().empty()) cells.pop_back();
  return cells;
}

// The older head: "Latency/AlgBw |    Tree/    LL |    Tree/ LL128 | …"
void read_columns(NcclLogState& state, const std::vector<std::string_view>& cells) {
  state.table_columns.clear();
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const std::size_t slash = cells[i].find('/');
    if (slash == std::string_view::npos) return;
    state.table_columns.emplace_back(cells[i].substr(0, slash),
                                     trimmed(cells[i].substr(slash + 1)));
  }
}

// The newer one has a row of algorithms and one with three protocols for each.
void read_protocols(NcclLogState& state, const std::vector<std::string_view>& cells) {
  state.table_columns.clear();
  for (std::size_t i = 1; i < cells.size(); ++i) {
    const std::size_t algorithm = (i - 1) / kProtocols.size();
    if (algorithm >= state.table_algorithms.size()) return;
    state.table_columns.emplace_back(state.table_algorithms[algorithm], cells[i]);
  }
}

void read_threads(NcclLogState& state, const std::vector<std::string_view>& cells) {
  auto& threads = state.facts.model.threads_max;
  for (std::size_t i = 1; i < cells.size() && i <= state.table_columns.size(); ++i) {
    const auto count = Scan(cells[i]).integer();
    auto& row = threads[state.table_columns[i - 1].first];
    if (count && row.size() < kProtocols.size()) row.push_back(*count);
  }
}

// "     6.3/   0.0": latency and bandwidth.
std::optional<NcclModelCell> model_cell(std::string_view text) {
  Scan scan(text);
  const auto latency = scan.blanks().number();
  if (!latency || !scan.blanks().skip("/")) return std::nullopt;
  const auto bandwidth = scan.blanks().number();
  if (!bandwidth || !scan.blanks().is_done()) return std::nullopt;
  return NcclModelCell{*latency, *bandwidth};
}

void read_model_row(NcclLogState& state, const NcclLine& line,
                    const std::vector<std::string_view>& cells) {
  NcclModelTable& model = state.facts.model;
  const auto& columns = state.table_columns;
  const std::string function{cells[0]};
  auto& row = model.cells[function];
  for (std::size_t i = 1; i < cells.size() && i <= columns.size(); ++i) {
    const bool is_last_of_cut = line.is_cut && i + 1 == cells.size();
    const auto cell =
        is_last_of_cut && !line.message.ends_with('|') ? std::nullopt : model_cell(cells[i]);
    if (!cell) break;
    if (cell->latency_us != 0 || cell->bandwidth != 0)
      row.emplace(columns[i - 1].first + "/" + columns[i - 1].second, *cell);
  }
  const bool is_short = cells.size() <= columns.size() || !model_cell(cells.back());
  if (!is_short || columns.empty()) return;
  const std::size_t last = std::clamp<std::size_t>(cells.size() - 1, 1, columns.size()) - 1;
  model.cut = function + " row cut after the " + columns[last].first + " columns";
  model.cut_function = function;
  skip(state, line.number, "row of the model table cut off", line.message);
}

// NCCL prints the table with blanks before the first word.
bool read_model(NcclLogState& state, const NcclLine& line) {
  const auto cells = cells_of(line.message);
  if (cells.size() < 2) return false;
  if (cells[0] == "Latency/AlgBw") {
    read_columns(state, cells);
  } else if (cells[0] == "Algorithm") {
    state.table_algorithms.assign(cells.begin() + 1, cells.end());
  } else if (cells[0] == "Protocol") {
    read_protocols(state, cells);
  } else if (state.table_columns.empty()) {
    return false;
  } else if (cells[0] == "Max NThreads") {
    read_threads(state, cells);
  } else {
    read_model_row(state, line, cells);
  }
  return true;
}

std::pair<std::int64_t, std::int64_t> origin_of(const NcclLine& line) {
  return {line.process, line.thread};
}

template <class T>
void add_once(std::vector<T>& items, T item) {
  constexpr std::size_t kNodesMax = 512;  // more than a node has of anything
  if (items.size() < kNodesMax && std::find(items.begin(), items.end(), item) == items.end())
    items.push_back(std::move(item));
}

// "=== System : maxBw 1.2 totalBw 264.0 ===" opens the tree, "==========" closes it.
bool read_tree_border(NcclLogState& state, const NcclLine& line) {
  if (!line.message.starts_with("=== System")) {
    if (state.tree_origin == origin_of(line)) state.tree_origin.reset();
    return true;
  }
  if (state.is_tree_read) return true;  // of another rank of the same kind
  NcclTopologyTree& tree = state.facts.topology;
  for (std::string_view mark : {"maxBw ", "maxWidth "})
    if (const auto rest = behind(line.message, mark)) tree.max_bandwidth = Scan(*rest).number();
  for (std::string_view mark : {"totalBw ", "totalWidth "})
    if (const auto rest = behind(line.message, mark)) tree.total_bandwidth = Scan(*rest).number();
  state.tree_origin = origin_of(line);
  state.is_tree_read = true;
  return true;
}

// "+ PCI[24.0] - GPU/7000 (0)", "+ NVL[264.0] - NVS/0", "+ NET[1.2] - NET/0 (0/0/1.25)"
bool read_tree_link(NcclLogState& state, const NcclLine& line) {
  if (state.tree_origin != origin_of(line) || line.is_cut) return true;
  NcclTopologyTree& tree = state.facts.topology;
  Scan scan(line.message);
  scan.blanks().skip("+");
  const std::string_view link = scan.blanks().word();
  if (!scan.blanks().skip("-")) return true;
  const std::string node{scan.blanks().word()};
  if (node.starts_with("GPU/")) add_once(tree.gpus, node);
  if (link.starts_with("NVL")) add_once(tree.nvlinks, std::string(link) + " to " + node);
  const auto rate = behind(link, "[");
  const auto bandwidth = rate ? Scan(*rate).number() : std::nullopt;
  if (node.starts_with("NET/") && bandwidth) add_once(tree.nets, {node, *bandwidth});
  return true;
}

bool read_indented(NcclLogState& state, const NcclLine& line) {
  if (contains(line.message, "|")) return read_model(state, line);
  return trimmed(line.message).starts_with('+') && read_tree_link(state, line);
}

}  // namespace

std::span<const NcclMessageRule> tuning_rules() {
  static constexpr std::array kRules{NcclMessageRule{" ", read_indented},
                                     NcclMessageRule{"+ ", read_tree_link},
                                     NcclMessageRule{"===", read_tree_border},
                                     NcclMessageRule{"Latency/AlgBw", read_model},
                                     NcclMessageRule{"Algorithm", read_model},
                                     NcclMessageRule{"ReduceScatter |", read_model},
                                     NcclMessageRule{"AllReduce: ", read_choice},
                                     NcclMessageRule{"AllGather: ", read_choice},
                                     NcclMessageRule{"ReduceScatter: ", read_choice},
                                     NcclMessageRule{"Broadcast: ", read_choice},
                                     NcclMessageRule{"Reduce: ", read_choice},
                                     NcclMessageRule{"0", read_choice},
                                     NcclMessageRule{"1", read_choice},
                                     NcclMessageRule{"2", read_choice},
                                     NcclMessageRule{"3", read_choice},
                                     NcclMessageRule{"4", read_choice},
                                     NcclMessageRule{"5", read_choice},
                                     NcclMessageRule{"6", read_choice},
                                     NcclMessageRule{"7", read_choice},
                                     NcclMessageRule{"8", read_choice},
                                     NcclMessageRule{"9", read_choice}};
  return kRules;
}

}  // namespace busbar::wire::nccl_log
