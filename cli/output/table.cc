#include "cli/output/table.h"

#include <algorithm>

namespace busbar::cli {
namespace {

bool begins_character(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
}

std::vector<std::size_t> column_widths(const std::vector<Column>& columns,
                                       const std::vector<TableRow>& rows) {
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::size_t width = text_width(columns[i].title);
    for (const TableRow& row : rows)
      if (i < row.size()) width = std::max(width, text_width(row[i]));
    widths.push_back(width);
  }
  return widths;
}

std::string render_line(const TableRow& row, const std::vector<Column>& columns,
                        const std::vector<std::size_t>& widths) {
  std::string line;
  for (std::size_t i = 0; i < columns.size() && i < row.size(); ++i) {
    const std::string blanks(widths[i] - text_width(row[i]), ' ');
    if (i > 0) line += "  ";
    line += columns[i].align == Align::Right ? blanks + row[i] : row[i] + blanks;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::size_t text_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), begins_character));
}

std::string shortened(std::string_view text, std::size_t width_max) {
  if (text_width(text) <= width_max) return std::string(text);
  if (width_max == 0) return "";
  std::size_t end = 0;
  for (std::size_t width = 0; end < text.size(); ++end)
    if (begins_character(text[end]) && ++width == width_max) break;
  return std::string(text.substr(0, end)) + "…";
}

std::string render_table(const std::vector<Column>& columns, const std::vector<TableRow>& rows) {
  const std::vector<std::size_t> widths = column_widths(columns, rows);
  TableRow titles;
  for (const Column& column : columns) titles.push_back(column.title);
  std::string text = render_line(titles, columns, widths);
  for (const TableRow& row : rows) text += render_line(row, columns, widths);
  return text;
}

}  // namespace busbar::cli
