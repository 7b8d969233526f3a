#include "wire/bench/messages.h"
#include "wire/json/cell.h"
#include "wire/json/fields.h"
#include "wire/json/sampling.h"

#include <algorithm>

namespace busbar::wire {
namespace {

// Where the line stands is what a person needs first.
Error at_line(std::size_t number, Error error) {
  error.where = "launch input line " + std::to_string(number) + " " + error.where;
  return error;
}

Result<LaunchInput> read_header(std::string_view line) {
  TRY(view, JsonView::parse(line));
  Fields in(view, "header");
  LaunchInput input;
  if (in.unsigned_number("busbar") != 1) in.refuse("busbar", "is not 1", "send \"busbar\": 1");
  input.launch = in.name<LaunchId>("launch");
  if (const auto sampling = in.object("sampling"))
    input.sampling = in.part(read_sampling(*sampling));
  return in.result(std::move(input));
}

// A fault of the whole: a line that does not even say which cell it is.
std::optional<Error> take_cell_line(LaunchInput& input, std::string_view line, std::size_t number) {
  const auto view = JsonView::parse(line);
  if (!view) return at_line(number, view.error());
  auto cell = read_launch_cell(*view);
  if (cell) {
    input.cells.push_back(std::move(*cell));
    return std::nullopt;
  }
  Error error = at_line(number, std::move(cell).error());
  Fields index(*view, "cell");
  const CellIndex at(index.unsigned32("cell"));
  if (index.fault()) return error;
  input.refused.push_back({at, std::move(error)});
  return std::nullopt;
}

}  // namespace

void write_launch_cell(JsonWriter& out, const LaunchCell& cell) {
  out.begin_object().field("cell", cell.index.value());
  write_cell_dimensions(out, cell.cell);
  out.end_object();
}

Result<LaunchCell> read_launch_cell(const JsonView& view) {
  Fields in(view, "cell");
  LaunchCell cell;
  cell.index = CellIndex(in.unsigned32("cell"));
  cell.cell = in.part(read_cell_dimensions(view));
  return in.result(std::move(cell));
}

std::string to_launch_input_text(const LaunchInput& input) {
  JsonWriter header;
  header.begin_object().field("busbar", 1).field("launch", input.launch.text()).key("sampling");
  write_sampling(header, input.sampling);
  header.end_object();
  std::string text = header.take() + "\n";
  for (const LaunchCell& cell : input.cells) {
    JsonWriter line;
    write_launch_cell(line, cell);
    text += line.str() + "\n";
  }
  return text;
}

Result<LaunchInput> parse_launch_input(std::string_view text) {
  LaunchInput input;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (++number == 1) {
      auto header = read_header(line);
      if (!header) return fail(at_line(number, std::move(header).error()));
      input = std::move(*header);
    } else if (!line.empty()) {
      if (auto fault = take_cell_line(input, line, number)) return fail(std::move(*fault));
    }
  }
  if (number == 0)
    return fail({ErrorKind::InvalidInput, Scope::Launch, "launch input", "is empty",
                 "give a header line and the cells"});
  return input;
}

}  // namespace busbar::wire
