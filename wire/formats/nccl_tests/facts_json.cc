// Tested by tests/unit/wire/formats/nccl_tests/corpus_test.cc
#include "wire/formats/nccl_tests/facts_json.h"

#include <cmath>
#include <functional>
#include <vector>

#include "wire/formats/nccl_tests/conclusions.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

std::optional<double> value_of(const std::optional<Figure>& figure) {
  return figure ? std::optional(figure->value) : std::nullopt;
}

void write_count(JsonWriter& out, std::string_view name, const std::optional<Figure>& figure) {
  constexpr double kExactMax = 9e15;  // integers are exact in a double up to here
  out.key(name);
  if (!figure)
    out.null();
  else if (figure->value == std::floor(figure->value) && std::abs(figure->value) < kExactMax)
    out.integer(static_cast<std::int64_t>(figure->value));
  else
    out.number(figure->value);
}

void write_iterations(JsonWriter& out, const std::string& name, const NcclIterations& iterations) {
  out.key(name).begin_object();
  out.field("min_us", iterations.min_us).field("max_us", iterations.max_us);
  out.field("p99_us", iterations.p99_us).field("cv_percent", iterations.cv_percent);
  if (!iterations.times_us.empty()) {
    out.key("times_us").begin_array();
    for (const double time : iterations.times_us) out.number(time);
    out.end_array();
  }
  out.end_object();
}

void write_side(JsonWriter& out, const std::string& side, const NcclSide& values) {
  out.field(side + "_time_us", value_of(values.time_us));
  out.field(side + "_algbw_gbps", value_of(values.algbw));
  out.field(side + "_busbw_gbps", value_of(values.busbw));
  write_count(out, side + "_wrong", values.wrong);
  out.field(side + "_delta", value_of(values.delta));
  if (values.bitwise_differences)
    out.field(side + "_bitwise_differences", *values.bitwise_differences);
  if (values.iterations) write_iterations(out, side + "_iterations", *values.iterations);
}

void write_row(JsonWriter& out, const NcclRow& row, const std::string& why) {
  out.begin_object();
  out.field("line", row.line).field("size_bytes", row.size_bytes).field("count", row.count);
  out.field("dtype", row.data_type).field("redop", row.operation).field("root", row.root);
  write_side(out, "oop", row.out_of_place);
  write_side(out, "ip", row.in_place);
  if (!why.empty()) out.field("why", why);
  out.end_object();
}

// A run and what follows from it.
struct Concluded {
  const NcclRun* run;
  NcclConclusions conclusions;
};

template <class T>
using Member = std::function<std::optional<T>(const Concluded&)>;

// What all runs that say something agree on; nothing where they differ.
template <class T>
std::optional<T> agreed(const std::vector<Concluded>& runs, const Member<T>& member) {
  std::optional<T> found;
  for (const Concluded& run : runs) {
    const std::optional<T> value = member(run);
    if (!value) continue;
    if (found && *found != *value) return std::nullopt;
    found = value;
  }
  return found;
}

std::optional<std::string> if_any(const std::string& text) {
  return text.empty() ? std::nullopt : std::optional(text);
}

using Count = std::uint64_t;
using Runs = std::vector<Concluded>;

void write_identity(JsonWriter& out, const Runs& runs) {
  const auto text = [&](std::string_view name, const Member<std::string>& member) {
    out.field(name, agreed<std::string>(runs, member));
  };
  const auto number = [&](std::string_view name, const Member<Count>& member) {
    out.field(name, agreed<Count>(runs, member));
  };
  text("suite_version", [](const Concluded& c) { return if_any(c.run->suite_version); });
  text("nccl_version", [](const Concluded& c) { return if_any(c.run->library_version); });
  number("nccl_library_code", [](const Concluded& c) { return c.run->library_code; });
  text("collective", [](const Concluded& c) { return if_any(c.conclusions.collective); });
  text("collective_from", [](const Concluded& c) { return if_any(c.conclusions.collective_from); });
  number("nranks", [](const Concluded& c) { return c.conclusions.ranks; });
  text("nranks_from", [](const Concluded& c) { return if_any(c.conclusions.ranks_from); });
  number("comm_nranks", [](const Concluded& c) { return c.conclusions.comm_ranks; });
  number("nnodes", [](const Concluded& c) { return c.conclusions.nodes; });
}

void write_step(JsonWriter& out, const Runs& runs) {
  const auto kind = agreed<std::string>(runs, [](const Concluded& c) -> std::optional<std::string> {
    if (!c.run->parameters || !c.run->parameters->step) return std::nullopt;
    return c.run->parameters->step->is_factor ? "factor" : "bytes";
  });
  const auto value = agreed<Count>(runs, [](const Concluded& c) -> std::optional<Count> {
    if (!c.run->parameters || !c.run->parameters->step) return std::nullopt;
    return c.run->parameters->step->value;
  });
  out.key("size_step");
  if (!kind || !value)
    out.null();
  else
    out.begin_object().field("kind", *kind).field("value", *value).end_object();
}

void write_parameters(JsonWriter& out, const Runs& runs) {
  using Field = std::optional<Count> NcclParameters::*;
  const auto number = [&](std::string_view name, Field field) {
    out.field(name, agreed<Count>(runs, [field](const Concluded& c) {
                return c.run->parameters ? (*c.run->parameters).*field : std::nullopt;
              }));
  };
  number("nthreads", &NcclParameters::threads);
  number("ngpus_per_process", &NcclParameters::gpus_per_process);
  number("min_bytes", &NcclParameters::min_bytes);
  number("max_bytes", &NcclParameters::max_bytes);
  write_step(out, runs);
  number("warmup_iters", &NcclParameters::warmup);
  number("iters", &NcclParameters::iterations);
  number("agg_iters", &NcclParameters::aggregated);
  number("validation", &NcclParameters::validation);
  number("graph", &NcclParameters::graph);
}

void write_devices(JsonWriter& out, const Runs& runs) {
  out.key("devices").begin_array();
  for (const Concluded& concluded : runs)
    for (const NcclDevice& device : concluded.run->devices)
      out.begin_object()
          .field("rank", device.rank)
          .field("group", device.group)
          .field("host", device.host)
          .field("device", device.device)
          .field("bus_id", device.bus_id)
          .field("model", device.model)
          .end_object();
  out.end_array();
}

void write_rows(JsonWriter& out, const Runs& runs) {
  out.key("rows").begin_array();
  for (const Concluded& concluded : runs)
    for (const NcclRow& row : concluded.run->rows) write_row(out, row, {});
  out.end_array().key("incomplete_rows").begin_array();
  for (const Concluded& concluded : runs)
    for (const NcclIncompleteRow& row : concluded.run->incomplete_rows)
      write_row(out, row.row, row.why);
  out.end_array();
}

void write_closing(JsonWriter& out, const Runs& runs) {
  const auto count = agreed<Count>(runs, [](const Concluded& c) {
    return c.run->out_of_bounds ? std::optional(c.run->out_of_bounds->count) : std::nullopt;
  });
  const auto status = agreed<std::string>(runs, [](const Concluded& c) {
    return c.run->out_of_bounds ? if_any(c.run->out_of_bounds->status) : std::nullopt;
  });
  out.key("out_of_bounds");
  if (count)
    out.begin_object().field("count", *count).field("status", status).end_object();
  else
    out.null();
  out.field("avg_busbw_gbps", agreed<double>(runs, [](const Concluded& c) {
              return c.run->average ? std::optional(c.run->average->busbw) : std::nullopt;
            }));
}

// What is missing of a text: only of its runs, for errors have a list of their own.
void write_completeness(JsonWriter& out, const Runs& runs, bool has_errors) {
  std::string missing;
  for (const Concluded& concluded : runs)
    for (const std::string& part : concluded.conclusions.missing)
      if (missing.find(part) == std::string::npos) missing += (missing.empty() ? "" : "; ") + part;
  out.field("complete", missing.empty() && !runs.empty() && !has_errors);
  out.field("missing", if_any(missing));
}

void write_body(JsonWriter& out, const Runs& runs, bool has_errors) {
  write_identity(out, runs);
  write_parameters(out, runs);
  write_devices(out, runs);
  write_rows(out, runs);
  write_closing(out, runs);
  write_completeness(out, runs, has_errors);
}

void write_errors(JsonWriter& out, const std::vector<NcclError>& errors) {
  out.key("errors").begin_array();
  for (const NcclError& error : errors) {
    out.begin_object().field("line", error.line).field("category", error.category);
    out.field("text", error.text).field("host", if_any(error.host)).end_object();
  }
  out.end_array();
}

}  // namespace

std::string nccl_tests_json(const NcclTestsText& text) {
  Runs runs;
  std::uint64_t copies = 0, headings = 0;
  for (const NcclRun& run : text.runs) {
    runs.push_back({&run, conclude(run)});
    copies += run.copies;
    headings += run.headings;
  }
  JsonWriter out;
  out.begin_object();
  out.field("suite", text.is_rccl ? "rccl-tests" : "nccl-tests");
  out.field("runs", copies).field("header_count", headings);
  write_body(out, runs, !text.errors.empty());
  write_errors(out, text.errors);
  if (runs.size() > 1) {
    out.key("tables").begin_array();
    for (const Concluded& concluded : runs) {
      out.begin_object();
      write_body(out, {concluded}, false);
      out.end_object();
    }
    out.end_array();
  }
  out.end_object();
  return out.take();
}

}  // namespace busbar::wire
