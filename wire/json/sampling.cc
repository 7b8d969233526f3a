#include "wire/json/sampling.h"

#include "wire/json/fields.h"

namespace busbar::wire {
namespace {

// A time that a launch can wait for: more than zero.
Seconds positive_time(Fields& in, std::string_view name) {
  const double value = in.number(name);
  if (!in.fault() && value <= 0) in.refuse(name, "0 is no time", "give more than 0");
  return Seconds(value);
}

Ratio open_share(Fields& in, std::string_view name) {
  const double value = in.number(name);
  if (!in.fault() && (value <= 0 || value >= 1))
    in.refuse(name, std::to_string(value) + " is not between 0 and 1", "give a share like 0.95");
  return Ratio(value);
}

}  // namespace

void write_sampling(JsonWriter& out, const SamplingPlan& plan) {
  out.begin_object()
      .field("target_half_width", plan.target_half_width.value())
      .field("confidence", plan.confidence.value())
      .field("samples_min", plan.samples_min)
      .field("samples_max", plan.samples_max)
      .field("warmup", plan.warmup)
      .field("cell_seconds_max", plan.cell_time_max.value())
      .end_object();
}

Result<SamplingPlan> read_sampling(const JsonView& view) {
  Fields in(view, "sampling");
  SamplingPlan plan;
  plan.target_half_width = open_share(in, "target_half_width");
  plan.confidence = open_share(in, "confidence");
  plan.samples_min = in.unsigned32("samples_min");
  plan.samples_max = in.unsigned32("samples_max");
  plan.warmup = in.unsigned32("warmup");
  plan.cell_time_max = positive_time(in, "cell_seconds_max");
  if (plan.samples_min == 0 || plan.samples_min > plan.samples_max)
    in.refuse("samples_min",
              std::to_string(plan.samples_min) + " is not between 1 and samples_max " +
                  std::to_string(plan.samples_max),
              "give 1 up to samples_max");
  return in.result(plan);
}

void write_timeouts(JsonWriter& out, const Timeouts& timeouts) {
  out.begin_object()
      .field("launch_start_seconds", timeouts.launch_start.value())
      .field("cell_silence_seconds", timeouts.cell_silence.value())
      .end_object();
}

Result<Timeouts> read_timeouts(const JsonView& view) {
  Fields in(view, "timeouts");
  Timeouts timeouts;
  timeouts.launch_start = positive_time(in, "launch_start_seconds");
  timeouts.cell_silence = positive_time(in, "cell_silence_seconds");
  return in.result(timeouts);
}

}  // namespace busbar::wire
