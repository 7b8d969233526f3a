#pragma once
// The columns of a table of nccl-tests: from its heading, or from a row where the heading is
// missing; and the reading of rows, whole or in the pieces that debug output tears them into.
// Errors: none; a cell that does not fit ends the reading of its line. Threads: values.
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

enum class NcclColumn {
  Size,
  Count,
  Type,
  Operation,
  Root,
  Time,
  AlgorithmBandwidth,
  BusBandwidth,
  Wrong,
  Delta,
  BitwiseDifferences,
  IterationMin,
  IterationMax,
  IterationP99,
  IterationCv,
  Other,  // read over: a word
  Rest    // read over: all that follows (time stamp)
};

struct NcclColumns {
  std::vector<NcclColumn> columns;
  bool is_cpu_time = false;

  bool has(NcclColumn column) const;
  std::size_t placements() const;  // 1 or 2: how often the time stands in a row
};

// From the words of a heading; nothing if size, type, time and bandwidth are not all there.
std::optional<NcclColumns> columns_of_heading(std::span<const std::string_view> words);

bool is_nccl_data_type(std::string_view word);
std::optional<std::uint64_t> nccl_element_size(std::string_view data_type);

// Index of the word where a row begins: size, count, type stand side by side. Nothing: no row.
std::optional<std::size_t> row_begin(std::span<const std::string_view> words);

// From a row's own words, for text that lost its heading. Nothing: not the shape of any layout.
std::optional<NcclColumns> columns_of_row(std::span<const std::string_view> row);

// A row that is being read; more words may come on later lines.
struct NcclRowCells {
  NcclRow row;
  std::size_t next = 0;        // the first column that has no cell yet
  std::size_t placement = 0;   // how many times have been read
  std::size_t used_words = 0;  // of the last line

  bool is_complete(const NcclColumns& columns) const;
};

// Reads cells from `words` until the row is complete or a word does not fit.
void read_cells(const NcclColumns& columns, std::span<const std::string_view> words,
                NcclRowCells& into);

// A row that began on an earlier line goes on here: its first word is a cell of the next column.
bool continues_row(const NcclColumns& columns, std::span<const std::string_view> words,
                   const NcclRowCells& begun);

}  // namespace busbar::wire
