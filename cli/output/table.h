#pragma once
// Columns of text for a terminal: as wide as their widest entry, two blanks apart, no blanks at a
// line's end. A character (code point) takes one column. Threads: pure.
#include <string>
#include <string_view>
#include <vector>

namespace busbar::cli {

enum class Align { Left, Right };

struct Column {
  std::string title;
  Align align = Align::Left;
};

using TableRow = std::vector<std::string>;  // at most as many entries as columns

std::string render_table(const std::vector<Column>& columns, const std::vector<TableRow>& rows);

// Columns that a text takes on a terminal.
std::size_t text_width(std::string_view text);
// The longest beginning of a text that fits; an ellipsis stands for the rest.
std::string shortened(std::string_view text, std::size_t width_max);

}  // namespace busbar::cli
