#include "wire/formats/nccl_tests/read_json.h"

#include <algorithm>
#include <limits>

#include "wire/formats/nccl_tests/header_lines.h"
#include "wire/formats/text/clean_lines.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

constexpr std::size_t npos = std::string_view::npos;
// What the machine formats hold in all digits: no rounding to speak of.
constexpr double kJsonHalfDigit = 0.5e-6;

std::optional<double> number_in(const JsonView& object, std::string_view name) {
  const auto member = object.field(name);
  if (!member) return std::nullopt;
  if (const auto number = member->as_number()) return number;
  const auto text = member->as_text();
  return text ? decimal_number(trimmed(*text)) : std::nullopt;
}

std::optional<std::uint64_t> whole_in(const JsonView& object, std::string_view name) {
  const auto number = number_in(object, name);
  if (!number || *number < 0 || *number > 9e15 || *number != std::uint64_t(*number))
    return std::nullopt;
  return static_cast<std::uint64_t>(*number);
}

std::optional<Figure> figure_in(const JsonView& object, std::string_view name) {
  const auto number = number_in(object, name);
  return number ? std::optional(Figure{*number, kJsonHalfDigit}) : std::nullopt;
}

// The end of the value that begins at `at` with a brace or bracket; npos: cut short.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  bool is_in_text = false;
  for (std::size_t i = at; i < text.size(); ++i) {
    const char c = text[i];
    if (is_in_text) {
      if (c == '\\') ++i;
      if (c == '"') is_in_text = false;
    } else if (c == '"') {
      is_in_text = true;
    } else if (c == '{' || c == '[') {
      ++depth;
    } else if ((c == '}' || c == ']') && --depth == 0) {
      return i + 1;
    }
  }
  return npos;
}

// The value of a top-level key of a document that may be cut short.
std::optional<JsonView> value_of_key(std::string_view text, std::string_view key) {
  const std::string quoted = "\"" + std::string(key) + "\":";
  const std::size_t at = text.find(quoted);
  if (at == npos) return std::nullopt;
  const std::size_t begin = text.find_first_not_of(" \t\r\n", at + quoted.size());
  if (begin == npos || (text[begin] != '{' && text[begin] != '[')) return std::nullopt;
  const std::size_t end = end_of_value(text, begin);
  if (end == npos) return std::nullopt;
  auto parsed = JsonView::parse(text.substr(begin, end - begin));
  return parsed ? std::optional(std::move(*parsed)) : std::nullopt;
}

NcclSide side_in(const JsonView& row, std::string_view name, NcclRun& run) {
  NcclSide side;
  const auto object = row.field(name);
  if (object && object->is_object()) {
    side.time_us = figure_in(*object, "time");
    if (!side.time_us && (side.time_us = figure_in(*object, "cpu_time"))) run.is_cpu_time = true;
    side.algbw = figure_in(*object, "alg_bw");
    side.busbw = figure_in(*object, "bus_bw");
    side.wrong = figure_in(*object, "nwrong");
  }
  const auto iterations = row.field(std::string(name) + "_per_iter");
  if (!iterations || !iterations->is_object()) return side;
  NcclIterations& found = side.iterations.emplace();
  found.min_us = number_in(*iterations, "min_us");
  found.max_us = number_in(*iterations, "max_us");
  found.p99_us = number_in(*iterations, "p99_us");
  found.cv_percent = number_in(*iterations, "cv_pct");
  if (const auto times = iterations->field("times_us"))
    for (const JsonView& time : times->items())
      if (const auto number = time.as_number()) found.times_us.push_back(*number);
  return side;
}

void put_result(const JsonView& result, NcclRun& run) {
  NcclRow row;
  row.line = run.line;
  const auto size = whole_in(result, "size");
  if (!size) return;
  row.size_bytes = *size;
  row.count = whole_in(result, "count");
  row.data_type = result.text_or("type");
  if (const std::string operation = result.text_or("redop"); !operation.empty())
    row.operation = operation;
  if (const auto root = number_in(result, "root")) row.root = static_cast<std::int64_t>(*root);
  row.out_of_place = side_in(result, "out_of_place", run);
  row.in_place = side_in(result, "in_place", run);
  run.rows.push_back(std::move(row));
}

// All results that are whole, though the list may be cut.
void put_results(std::string_view text, NcclRun& run) {
  const std::size_t key = text.find("\"results\":");
  if (key == npos) return;
  run.headings = 1;
  std::size_t at = text.find('[', key);
  while (at != npos && (at = text.find_first_of("{]", at + 1)) != npos && text[at] == '{') {
    const std::size_t end = end_of_value(text, at);
    if (end == npos) {
      run.incomplete_rows.push_back({NcclRow{}, "the document ends inside the row"});
      return;
    }
    if (const auto result = JsonView::parse(text.substr(at, end - at))) put_result(*result, run);
    at = end - 1;
  }
}

void put_config(const JsonView& config, NcclRun& run) {
  NcclParameters parameters;
  parameters.threads = whole_in(config, "nthreads");
  parameters.gpus_per_process = whole_in(config, "ngpus");
  parameters.min_bytes = whole_in(config, "minimum_bytes");
  parameters.max_bytes = whole_in(config, "maximum_bytes");
  if (const auto factor = whole_in(config, "step_factor")) parameters.step = {true, *factor};
  if (const auto bytes = whole_in(config, "step_bytes")) parameters.step = {false, *bytes};
  parameters.warmup = whole_in(config, "warmup_iters");
  parameters.iterations = whole_in(config, "iterations");
  parameters.aggregated = whole_in(config, "aggregated_iterations");
  parameters.validation = whole_in(config, "validation");
  parameters.graph = whole_in(config, "graph");
  run.parameters = parameters;
  const auto devices = config.field("devices");
  if (!devices) return;
  for (const JsonView& item : devices->items()) {
    NcclDevice device;
    device.rank = whole_in(item, "rank").value_or(0);
    device.group = whole_in(item, "group");
    device.pid = whole_in(item, "pid");
    device.device = whole_in(item, "device");
    device.host = item.text_or("hostname");
    device.bus_id = item.text_or("device_hex");
    device.model = item.text_or("device_info");
    run.devices.push_back(std::move(device));
  }
}

void put_name(std::string_view text, NcclRun& run) {
  const auto arguments = value_of_key(text, "args");
  if (!arguments || arguments->items().empty()) return;
  const auto programs = programs_in(arguments->items().front().as_text().value_or(""));
  if (programs.empty()) return;
  run.collective = programs.front();
  run.name_source = NcclNameSource::Json;
}

void put_closing(std::string_view text, NcclTestsText& into) {
  NcclRun& run = into.runs.front();
  if (const auto bounds = value_of_key(text, "out_of_bounds"))
    run.out_of_bounds = NcclOutOfBounds{run.line, whole_in(*bounds, "count").value_or(0),
                                        bounds->text_or("okay") == "false" ? "FAILED" : "OK"};
  if (const auto average = value_of_key(text, "average_bus_bandwidth")) {
    const std::string okay = average->text_or("okay");
    const std::string status = okay == "false" ? "FAILED" : okay == "true" ? "OK" : "";
    if (const auto bandwidth = number_in(*average, "bandwidth"))
      run.average = NcclAverage{run.line, *bandwidth, status};
  }
  if (const auto errors = value_of_key(text, "errors"))
    for (const JsonView& error : errors->items())
      if (const std::string what = error.as_text().value_or(""); !what.empty())
        into.errors.push_back({run.line, "nccl_error", what, ""});
}

NcclTestsText read_document(std::string_view text, std::uint64_t line) {
  NcclTestsText found;
  found.is_json = true;
  NcclRun& run = found.runs.emplace_back();
  run.line = line;
  run.has_redop_column = run.has_root_column = true;
  run.library_code = number_behind(text, "\"nccl_version\":");
  put_name(text, run);
  if (const auto config = value_of_key(text, "config")) put_config(*config, run);
  put_results(text, run);
  put_closing(text, found);
  return found;
}

// ---- rccl-tests: one record for each size and placement

// Gives a record's member by name, whatever it was written as.
struct Record {
  std::uint64_t line;
  std::string name, type, operation;
  std::optional<std::uint64_t> size, cycle, ranks, gpus_per_rank, nodes;
  std::optional<double> root;
  bool is_in_place = false;
  NcclSide side;
};

bool is_same_row(const NcclRow& row, const Record& record) {
  const NcclSide& there = record.is_in_place ? row.in_place : row.out_of_place;
  return row.size_bytes == record.size && row.data_type == record.type &&
         row.operation.value_or("") == record.operation && !there.time_us;
}

NcclRun& run_of(const Record& record, NcclTestsText& into) {
  const std::string collective = nccl_collective(record.name);
  if (into.runs.empty() || into.runs.back().collective != collective) {
    NcclRun& run = into.runs.emplace_back();
    run.line = record.line;
    run.is_rccl = true;
    run.collective = collective;
    run.name_source = collective.empty() ? NcclNameSource::None : NcclNameSource::Json;
    run.stated_nodes = record.nodes;
    if (record.ranks) run.stated_ranks = *record.ranks * record.gpus_per_rank.value_or(1);
  }
  return into.runs.back();
}

void put_record(const Record& record, NcclTestsText& into) {
  NcclRun& run = run_of(record, into);
  if (run.rows.empty() || !is_same_row(run.rows.back(), record)) {
    NcclRow& row = run.rows.emplace_back();
    row.line = record.line;
    row.size_bytes = *record.size;
    row.data_type = record.type;
    if (!record.operation.empty()) row.operation = record.operation;
    if (record.root) row.root = static_cast<std::int64_t>(*record.root);
  }
  (record.is_in_place ? run.rows.back().in_place : run.rows.back().out_of_place) = record.side;
}

std::optional<Record> record_of(const JsonView& object, std::uint64_t line) {
  Record found;
  found.line = line;
  found.size = whole_in(object, "size");
  const auto in_place = number_in(object, "inPlace");
  found.side.time_us = figure_in(object, "time");
  if (!found.size || !in_place || !found.side.time_us) return std::nullopt;
  found.is_in_place = *in_place != 0;
  found.name = object.text_or("name");
  found.type = object.text_or("type");
  found.operation = object.text_or("redop");
  found.root = number_in(object, "root");
  found.ranks = whole_in(object, "ranks");
  if (!found.ranks) found.ranks = whole_in(object, "gpus");
  found.gpus_per_rank = whole_in(object, "gpusPerRank");
  found.nodes = whole_in(object, "nodes");
  found.side.algbw = figure_in(object, "algBw");
  found.side.busbw = figure_in(object, "busBw");
  found.side.wrong = figure_in(object, object.field("#wrong") ? "#wrong" : "wrong");
  return found;
}

void skip(NcclTestsText& into, std::uint64_t line, std::string what) {
  if (into.skipped.size() < kSkippedMax)
    into.skipped.push_back({line, std::move(what)});
  else
    ++into.skipped_more;
}

// The object of a line, also of one line of an array: "[{…}," and "{…}]".
std::string_view object_in(std::string_view line) {
  const std::size_t begin = line.find('{'), end = line.rfind('}');
  if (begin == npos || end == npos || end < begin) return {};
  return line.substr(begin, end + 1 - begin);
}

}  // namespace

bool looks_like_nccl_json(std::string_view text) {
  const std::size_t begin = text.find_first_not_of("\xEF\xBB\xBF \t\r\n[");
  if (begin == npos || text[begin] != '{') return false;
  const std::string_view head = text.substr(begin, 4096);
  const bool is_document =
      contains(text.substr(0, 262'144), "\"nccl_version\":") && contains(head, "\"args\"");
  return is_document || (contains(head, "\"algBw\"") && contains(head, "\"inPlace\""));
}

bool looks_like_rccl_csv(std::string_view text) {
  const std::string_view head = text.substr(0, text.find('\n'));
  return contains(head, "inPlace") && contains(head, "algBw") && contains(head, ",");
}

NcclTestsText read_nccl_json(std::string_view text) {
  if (contains(text.substr(0, 4096), "\"args\"")) return read_document(text, 1);
  NcclTestsText found;
  found.is_json = found.is_rccl = true;
  CleanLines lines(text);
  while (const auto line = lines.next()) {
    const std::string_view clean = object_in(line->text);
    // Several records on one line, as an array is written without line ends.
    for (std::size_t at = clean.find('{'); at != npos;) {
      const std::size_t end = end_of_value(clean, at);
      const auto object = JsonView::parse(clean.substr(at, end == npos ? npos : end - at));
      const auto record = object ? record_of(*object, line->number) : std::nullopt;
      if (record)
        put_record(*record, found);
      else
        skip(found, line->number, "not a record of a row: " + std::string(clean.substr(at, 80)));
      at = end == npos ? npos : clean.find('{', end);
    }
    if (clean.empty() && contains(line->text, "{"))
      skip(found, line->number, "cut short: " + std::string(line->text.substr(0, 80)));
  }
  return found;
}

NcclTestsText read_rccl_csv(std::string_view text) {
  NcclTestsText found;
  found.is_rccl = true;
  CleanLines lines(text);
  std::vector<std::string> titles;
  while (const auto line = lines.next()) {
    if (trimmed(line->text).empty()) continue;
    JsonWriter object;
    object.begin_object();
    std::string_view rest = line->text;
    std::vector<std::string> cells;
    for (std::size_t comma = 0; comma != npos; rest = comma == npos ? "" : rest.substr(comma + 1)) {
      comma = rest.find(',');
      cells.emplace_back(trimmed(rest.substr(0, comma)));
    }
    if (titles.empty()) {
      titles = std::move(cells);
      continue;
    }
    for (std::size_t i = 0; i < std::min(cells.size(), titles.size()); ++i)
      object.field(titles[i], cells[i]);
    const auto parsed = JsonView::parse(object.end_object().str());
    const auto record = parsed ? record_of(*parsed, line->number) : std::nullopt;
    if (record)
      put_record(*record, found);
    else
      skip(found, line->number, "not a row: " + std::string(line->text.substr(0, 80)));
  }
  return found;
}

}  // namespace busbar::wire
