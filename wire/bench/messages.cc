#include "wire/bench/messages.h"

#include "wire/json/facts.h"
#include "wire/json/fields.h"
#include "wire/json/measurement.h"

namespace busbar::wire {
namespace {

constexpr std::size_t kHostsMax = 4096;

void begin_line(JsonWriter& out, std::string_view type) {
  out.begin_object().field("busbar", 1).field("type", type);
}

void write(JsonWriter& out, const StartLine& line) {
  begin_line(out, "start");
  write_start_members(out, line);
}

void write(JsonWriter& out, const CellStarted& line) {
  begin_line(out, "cell_started");
  out.field("cell", line.cell.value());
}

void write(JsonWriter& out, const MeasurementLine& line) {
  begin_line(out, "measurement");
  out.field("cell", line.measurement.index.value()).key("measurement");
  write_measurement(out, line.measurement, Origin::Measured, RawSamples::Kept);
}

void write(JsonWriter& out, const CellFailedLine& line) {
  begin_line(out, "cell_failed");
  write_cell_failure(out, line);
}

void write(JsonWriter& out, const EndLine& line) {
  begin_line(out, "end");
  out.field("cells", line.cells);
}

Result<BenchLine> read_measurement_line(const JsonView& view) {
  TRY(measurement, read_measured(view));
  return MeasurementLine{std::move(measurement)};
}

Result<BenchLine> read_cell_started(const JsonView& view) {
  Fields in(view, "cell_started");
  const CellStarted line{CellIndex(in.unsigned32("cell"))};
  return in.result<BenchLine>(line);
}

Result<BenchLine> read_end(const JsonView& view) {
  Fields in(view, "end");
  const EndLine line{in.unsigned32("cells")};
  return in.result<BenchLine>(line);
}

}  // namespace

void write_start_members(JsonWriter& out, const StartLine& line) {
  out.field("engine", to_text(line.engine))
      .field("ranks", line.ranks.value())
      .field("cores", line.cores)
      .field("oversubscribed", line.is_oversubscribed)
      .field("library", line.library)
      .key("hosts")
      .begin_array();
  for (const std::string& host : line.hosts) out.text(host);
  out.end_array().key("provenance");
  write_provenance(out, line.provenance);
}

Result<StartLine> read_start_line(const JsonView& view) {
  Fields in(view, "start");
  StartLine line;
  line.engine = in.word<Engine>("engine");
  line.ranks = RankCount(in.unsigned32("ranks", kRanksMax));
  line.cores = in.unsigned32("cores");
  line.is_oversubscribed = in.flag("oversubscribed");
  line.library = in.text("library");
  line.hosts = in.texts("hosts", kHostsMax);
  line.provenance = in.text_map("provenance");
  if (line.ranks.value() == 0) in.refuse("ranks", "0 ranks measure nothing", "send at least 1");
  return in.result(std::move(line));
}

void write_start_line(JsonWriter& out, const StartLine& line) {
  write(out, line);
  out.end_object();
}

void write_cell_failure(JsonWriter& out, const CellFailedLine& line) {
  out.field("cell", line.cell.value())
      .field("failure", to_text(line.failure))
      .field("reason", line.reason);
  if (!line.measurement) return;
  out.key("measurement");
  write_measurement(out, *line.measurement, Origin::Measured, RawSamples::Kept);
}

Result<CellFailedLine> read_cell_failure(const JsonView& view) {
  Fields in(view, "cell_failed");
  CellFailedLine line;
  line.cell = CellIndex(in.unsigned32("cell"));
  const std::string failure = in.text("failure");
  if (const auto known = cell_failure_from_text(failure))
    line.failure = *known;
  else
    in.refuse("failure", quoted_json(failure) + " is unknown", "use a word of docs/protocols.md");
  line.reason = in.text("reason");
  if (in.has("measurement")) line.measurement = in.part(read_measured(view));
  return in.result(std::move(line));
}

Result<Measurement> read_measured(const JsonView& view) {
  Fields in(view, "measurement");
  const CellIndex cell(in.unsigned32("cell"));
  const auto inner = in.object("measurement");
  if (in.fault()) return fail(*in.fault());
  TRY(original, read_measurement(*inner, cell));
  if (original.origin != Origin::Measured)
    return fail({ErrorKind::InvalidInput, Scope::Cell, "measurement origin",
                 "\"" + std::string(to_text(original.origin)) + "\" from a program that measures",
                 "send \"measured\""});
  return std::move(original.measurement);
}

std::string to_line(const BenchLine& line) {
  JsonWriter out;
  std::visit([&](const auto& alternative) { write(out, alternative); }, line);
  out.end_object();
  return out.take();
}

bool is_bench_line(std::string_view line) {
  if (line.empty() || line.front() != '{' || line.size() > kBenchLineBytesMax) return false;
  const std::size_t marker = line.find("\"busbar\"");
  if (marker == std::string_view::npos) return false;
  const auto view = JsonView::parse(line);
  return view && view->unsigned_or("busbar") == 1;
}

Result<BenchLine> parse_bench_line(std::string_view line) {
  if (line.size() > kBenchLineBytesMax)
    return fail({ErrorKind::TooLarge, Scope::Launch, "bench line",
                 std::to_string(line.size()) + " bytes", "send at most 8 MiB a line"});
  TRY(view, JsonView::parse(line));
  Fields in(view, "bench line");
  if (in.unsigned_number("busbar") != 1) in.refuse("busbar", "is not 1", "send \"busbar\": 1");
  const std::string type = in.text("type");
  if (in.fault()) return fail(*in.fault());
  if (type == "start") return read_start_line(view);
  if (type == "cell_started") return read_cell_started(view);
  if (type == "measurement") return read_measurement_line(view);
  if (type == "cell_failed") return read_cell_failure(view);
  if (type == "end") return read_end(view);
  in.refuse("type", quoted_json(type) + " is unknown",
            "send start, cell_started, measurement, cell_failed or end");
  return fail(*in.fault());
}

}  // namespace busbar::wire
