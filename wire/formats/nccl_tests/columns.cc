// Tested by tests/unit/wire/formats/nccl_tests/read_text_test.cc
#include "wire/formats/nccl_tests/columns.h"

#include <algorithm>
#include <array>

namespace busbar::wire {
namespace {

struct Title {
  std::string_view word;
  NcclColumn column;
};

// "bytes N type op … res" is the heading of 2015 to 2017.
constexpr std::array kTitles{
    Title{"size", NcclColumn::Size},
    Title{"size(B)", NcclColumn::Size},
    Title{"bytes", NcclColumn::Size},
    Title{"count", NcclColumn::Count},
    Title{"N", NcclColumn::Count},
    Title{"type", NcclColumn::Type},
    Title{"redop", NcclColumn::Operation},
    Title{"op", NcclColumn::Operation},
    Title{"root", NcclColumn::Root},
    Title{"time", NcclColumn::Time},
    Title{"cputime", NcclColumn::Time},
    Title{"algbw", NcclColumn::AlgorithmBandwidth},
    Title{"busbw", NcclColumn::BusBandwidth},
    Title{"#wrong", NcclColumn::Wrong},
    Title{"wrong", NcclColumn::Wrong},
    Title{"error", NcclColumn::Delta},
    Title{"res", NcclColumn::Delta},
    Title{"#bitdiff", NcclColumn::BitwiseDifferences},
    Title{"i_min", NcclColumn::IterationMin},
    Title{"i_max", NcclColumn::IterationMax},
    Title{"i_p99", NcclColumn::IterationP99},
    Title{"i_cv%", NcclColumn::IterationCv},
    Title{"#iters", NcclColumn::Other},
    Title{"esttime", NcclColumn::Other},
    Title{"timestamp", NcclColumn::Rest},
};

// With the spellings of nccl-tests, NCCL's headers and rccl-tests.
struct TypeSize {
  std::string_view word;
  std::uint64_t bytes;
};
constexpr std::array kTypes{
    TypeSize{"float", 4},       TypeSize{"half", 2},       TypeSize{"bfloat16", 2},
    TypeSize{"double", 8},      TypeSize{"int8", 1},       TypeSize{"uint8", 1},
    TypeSize{"int32", 4},       TypeSize{"uint32", 4},     TypeSize{"int64", 8},
    TypeSize{"uint64", 8},      TypeSize{"char", 1},       TypeSize{"int", 4},
    TypeSize{"float16", 2},     TypeSize{"float32", 4},    TypeSize{"float64", 8},
    TypeSize{"fp16", 2},        TypeSize{"bf16", 2},       TypeSize{"f8e4m3", 1},
    TypeSize{"f8e5m2", 1},      TypeSize{"fp8_e4m3", 1},   TypeSize{"fp8_e5m2", 1},
    TypeSize{"float8e4m3", 1},  TypeSize{"float8e5m2", 1}, TypeSize{"float8_e4m3", 1},
    TypeSize{"float8_e5m2", 1},
};

constexpr std::array<std::string_view, 7> kOperations{"none", "sum", "prod",  "max",
                                                      "min",  "avg", "mulsum"};

// A word that debug output was glued to: "sumnodeA:12:34" begins with the cell. Length of the cell.
std::size_t operation_length(std::string_view word) {
  if (word.starts_with("premulsum")) return 9;
  for (const std::string_view known : kOperations)
    if (word.starts_with(known)) return known.size();
  return 0;
}

std::size_t number_length(std::string_view word) {
  std::size_t end = word.starts_with('-') ? 1 : 0;
  while (end < word.size() && word[end] >= '0' && word[end] <= '9') ++end;
  return end;
}

bool is_not_measured(std::string_view word) {
  return word == "N/A" || word == "nan" || word == "-nan" || word == "inf" || word == "-inf";
}

bool is_measured_cell(std::string_view word) {
  return is_not_measured(word) || figure(word).has_value();
}

// The check's cell may have a log line glued to it, for a piece of the row ends there.
std::string_view check_cell(std::string_view word) {
  if (word.starts_with("N/A")) return word.substr(0, 3);
  if (figure(word)) return word;
  if (word.ends_with('*') && figure(word.substr(0, word.size() - 1))) return word;
  const std::size_t length = number_length(word);
  const bool is_glued = length > 0 && length < word.size() && word[length] != '.' &&
                        word[length] != 'e' && word[length] != ':' && word[length] != '/';
  return is_glued ? word.substr(0, length) : std::string_view();
}

NcclIterations& iterations_of(NcclSide& side) {
  if (!side.iterations) side.iterations.emplace();
  return *side.iterations;
}

std::optional<double> value_of(const std::optional<Figure>& figure) {
  return figure ? std::optional(figure->value) : std::nullopt;
}

bool put_check(NcclColumn column, std::string_view word, NcclSide& side) {
  std::string_view cell = check_cell(word);
  if (cell.empty()) return false;
  if (cell.ends_with('*')) {
    side.is_check_failed = true;
    cell.remove_suffix(1);
  }
  (column == NcclColumn::Wrong ? side.wrong : side.delta) = figure(cell);
  return true;
}

bool put_iteration(NcclColumn column, std::string_view word, NcclSide& side) {
  if (!is_measured_cell(word)) return false;
  NcclIterations& iterations = iterations_of(side);
  const auto value = value_of(figure(word));
  if (column == NcclColumn::IterationMin) iterations.min_us = value;
  if (column == NcclColumn::IterationMax) iterations.max_us = value;
  if (column == NcclColumn::IterationP99) iterations.p99_us = value;
  if (column == NcclColumn::IterationCv) iterations.cv_percent = value;
  return true;
}

bool put_measured(NcclColumn column, std::string_view word, NcclSide& side) {
  if (column == NcclColumn::Wrong || column == NcclColumn::Delta)
    return put_check(column, word, side);
  if (column >= NcclColumn::IterationMin && column <= NcclColumn::IterationCv)
    return put_iteration(column, word, side);
  if (!is_measured_cell(word)) return false;
  const auto found = figure(word);
  if (column == NcclColumn::Time) side.time_us = found;
  if (column == NcclColumn::AlgorithmBandwidth) side.algbw = found;
  if (column == NcclColumn::BusBandwidth) side.busbw = found;
  if (column == NcclColumn::BitwiseDifferences && found && found->value >= 0)
    side.bitwise_differences = static_cast<std::uint64_t>(found->value);
  return true;
}

enum class Put { Taken, Blank, Refused };

Put put_operation(std::string_view word, NcclRow& row) {
  const std::size_t length = operation_length(word);
  if (length == 0) return figure(word) ? Put::Blank : Put::Refused;
  row.operation = std::string(word.substr(0, length));
  return Put::Taken;
}

Put put_root(std::string_view word, NcclRow& row) {
  const std::size_t length = number_length(word);
  if (length == 0) return Put::Refused;
  if (length < word.size() && (word[length] == '.' || word[length] == 'e')) return Put::Blank;
  if (length < word.size() && word[length] == ':') return Put::Refused;
  row.root = signed_number(word.substr(0, length));
  return row.root ? Put::Taken : Put::Refused;
}

Put put_cell(NcclColumn column, std::string_view word, NcclRowCells& into) {
  NcclRow& row = into.row;
  if (column == NcclColumn::Size || column == NcclColumn::Count) {
    const auto number = whole_number(word);
    if (!number) return Put::Refused;
    if (column == NcclColumn::Size) row.size_bytes = *number;
    if (column == NcclColumn::Count) row.count = number;
    return Put::Taken;
  }
  if (column == NcclColumn::Type) {
    if (!is_nccl_data_type(word)) return Put::Refused;
    row.data_type = std::string(word);
    return Put::Taken;
  }
  if (column == NcclColumn::Operation) return put_operation(word, row);
  if (column == NcclColumn::Root) return put_root(word, row);
  if (column == NcclColumn::Other) return is_measured_cell(word) ? Put::Taken : Put::Refused;
  const std::size_t placement = into.placement + (column == NcclColumn::Time ? 1 : 0);
  NcclSide& side = placement >= 2 ? row.in_place : row.out_of_place;
  if (!put_measured(column, word, side)) return Put::Refused;
  into.placement = placement;
  return Put::Taken;
}

// "#wrong" written apart, "# wrong", and units stand in headings too: what is unknown is read over.
std::optional<NcclColumn> column_of(std::string_view word) {
  for (const Title& title : kTitles)
    if (title.word == word) return title.column;
  return std::nullopt;
}

}  // namespace

bool NcclColumns::has(NcclColumn column) const {
  return std::find(columns.begin(), columns.end(), column) != columns.end();
}

std::size_t NcclColumns::placements() const {
  return static_cast<std::size_t>(std::count(columns.begin(), columns.end(), NcclColumn::Time));
}

std::optional<NcclColumns> columns_of_heading(std::span<const std::string_view> words) {
  NcclColumns found;
  for (const std::string_view word : words) {
    const auto column = column_of(word);
    if (!column) continue;
    if (word == "cputime") found.is_cpu_time = true;
    found.columns.push_back(*column);
  }
  const bool is_heading = found.columns.size() >= 6 && found.columns[0] == NcclColumn::Size &&
                          found.columns[1] == NcclColumn::Count &&
                          found.columns[2] == NcclColumn::Type && found.has(NcclColumn::Time) &&
                          found.has(NcclColumn::AlgorithmBandwidth) &&
                          found.has(NcclColumn::BusBandwidth);
  return is_heading ? std::optional(std::move(found)) : std::nullopt;
}

bool is_nccl_data_type(std::string_view word) {
  return nccl_element_size(word).has_value();
}

std::optional<std::uint64_t> nccl_element_size(std::string_view data_type) {
  for (const TypeSize& type : kTypes)
    if (type.word == data_type) return type.bytes;
  return std::nullopt;
}

std::optional<std::size_t> row_begin(std::span<const std::string_view> words) {
  // Collectors' tags in front are a few words; a row deeper in a line is prose.
  constexpr std::size_t kTagWordsMax = 8;
  for (std::size_t i = 0; i + 2 < words.size() && i <= kTagWordsMax; ++i)
    if (is_nccl_data_type(words[i + 2]) && whole_number(words[i]) && whole_number(words[i + 1]))
      return i;
  return std::nullopt;
}

std::optional<NcclColumns> columns_of_row(std::span<const std::string_view> row) {
  using enum NcclColumn;
  NcclColumns found{{Size, Count, Type}, false};
  std::size_t at = 3;
  if (at < row.size() && operation_length(row[at]) == row[at].size()) {
    found.columns.push_back(Operation);
    ++at;
  }
  // A root is whole; a time has a point or no fewer than five digits.
  const bool has_root = at < row.size() && signed_number(row[at]) && (row.size() - at) % 4 == 1;
  if (has_root) {
    found.columns.push_back(Root);
    ++at;
  }
  const std::size_t cells = row.size() - std::min(at, row.size());
  if (cells != 4 && cells != 8) return std::nullopt;
  for (std::size_t i = at; i < row.size(); ++i)
    if (!is_measured_cell(row[i]) && check_cell(row[i]).empty()) return std::nullopt;
  const bool is_delta = contains(row[at + 3], "e-") || contains(row[at + 3], "e+00");
  for (std::size_t placement = 0; placement < cells / 4; ++placement)
    for (const NcclColumn column :
         {Time, AlgorithmBandwidth, BusBandwidth, is_delta ? Delta : Wrong})
      found.columns.push_back(column);
  return found;
}

bool NcclRowCells::is_complete(const NcclColumns& columns) const {
  return next >= columns.columns.size() || columns.columns[next] == NcclColumn::Rest;
}

void read_cells(const NcclColumns& columns, std::span<const std::string_view> words,
                NcclRowCells& into) {
  into.used_words = 0;
  while (!into.is_complete(columns) && into.used_words < words.size()) {
    const NcclColumn column = columns.columns[into.next];
    const Put put = put_cell(column, words[into.used_words], into);
    if (put == Put::Refused) return;
    if (put == Put::Taken) ++into.used_words;
    ++into.next;
  }
}

bool continues_row(const NcclColumns& columns, std::span<const std::string_view> words,
                   const NcclRowCells& begun) {
  if (words.empty() || begun.is_complete(columns)) return false;
  NcclRowCells probe = begun;
  read_cells(columns, words, probe);
  // A piece is one placement or all that is left; fewer cells than that are somebody else's number.
  return probe.used_words == words.size() ? probe.used_words >= 4 || probe.is_complete(columns)
                                          : probe.used_words >= 4;
}

}  // namespace busbar::wire
