#include "wire/json/measurement.h"

#include "wire/json/fields.h"

#include <array>
#include <cmath>
#include <span>

namespace busbar::wire {
namespace {

// One member of the summary that is a time: written and read from the same table.
struct TimeMember {
  std::string_view name;
  Seconds SampleSummary::* time;
};
constexpr std::array kTimes{
    TimeMember{"median_seconds", &SampleSummary::median},
    TimeMember{"interval_low_seconds", &SampleSummary::interval_low},
    TimeMember{"interval_high_seconds", &SampleSummary::interval_high},
    TimeMember{"min_seconds", &SampleSummary::min},
    TimeMember{"p5_seconds", &SampleSummary::p5},
    TimeMember{"p25_seconds", &SampleSummary::p25},
    TimeMember{"p75_seconds", &SampleSummary::p75},
    TimeMember{"p95_seconds", &SampleSummary::p95},
    TimeMember{"p99_seconds", &SampleSummary::p99},
    TimeMember{"max_seconds", &SampleSummary::max},
};
// No later one may be smaller; the interval may be as wide as the samples, so it has its own order.
constexpr std::array<std::string_view, 8> kAscending{"min_seconds",    "p5_seconds",  "p25_seconds",
                                                     "median_seconds", "p75_seconds", "p95_seconds",
                                                     "p99_seconds",    "max_seconds"};
constexpr std::array<std::string_view, 5> kIntervalAscending{
    "min_seconds", "interval_low_seconds", "median_seconds", "interval_high_seconds",
    "max_seconds"};

template <class Enum, class FromText>
Enum word(Fields& in, std::string_view name, FromText from) {
  const std::string text = in.text(name);
  if (const std::optional<Enum> known = from(text)) return *known;
  in.refuse(name, quoted_json(text) + " is unknown", "use a word of docs/protocols.md");
  return Enum{};
}

void write_used(JsonWriter& out, std::string_view name, const Used& used) {
  out.key(name)
      .begin_object()
      .field("value", used.value)
      .field("verification", to_text(used.verification))
      .field("evidence", used.evidence)
      .end_object();
}

Used read_used(Fields& outer, std::string_view name) {
  const auto view = outer.object(name);
  if (!view) return {};
  Fields in(*view, "measurement." + std::string(name));
  Used used;
  used.value = in.text("value");
  used.verification = word<Verification>(in, "verification", verification_from_text);
  used.evidence = in.text("evidence");
  return outer.part(in.result(std::move(used)));
}

void write_summary(JsonWriter& out, const SampleSummary& summary) {
  out.key("samples")
      .begin_object()
      .field("count", summary.count)
      .field("operations_per_sample", summary.operations_per_sample)
      .field("confidence", summary.confidence.value());
  for (const TimeMember& member : kTimes) out.field(member.name, (summary.*member.time).value());
  out.field("stop", to_text(summary.stop)).end_object();
}

void require_ascending(Fields& in, std::span<const std::string_view> names) {
  for (std::size_t i = 1; i < names.size(); ++i) {
    const double before = in.number(names[i - 1]);
    const double here = in.number(names[i]);
    // One part in 10^9: percentiles are interpolated, and interpolation rounds.
    if (here < before * (1 - 1e-9))
      in.refuse(names[i], "is smaller than " + std::string(names[i - 1]),
                "send order statistics of one set of samples");
  }
}

SampleSummary read_summary(Fields& outer) {
  const auto view = outer.object("samples");
  if (!view) return {};
  Fields in(*view, "measurement.samples");
  SampleSummary summary;
  summary.count = in.unsigned32("count");
  summary.operations_per_sample = in.unsigned32("operations_per_sample");
  summary.confidence = Ratio(in.number("confidence"));
  for (const TimeMember& member : kTimes) summary.*member.time = Seconds(in.number(member.name));
  summary.stop = word<StopReason>(in, "stop", stop_reason_from_text);
  if (summary.count == 0) in.refuse("count", "0 samples measure nothing", "send at least 1");
  if (summary.operations_per_sample == 0)
    in.refuse("operations_per_sample", "is 0", "send at least 1");
  if (summary.confidence.value() > 1)
    in.refuse("confidence", std::to_string(summary.confidence.value()) + " is more than 1",
              "send a share");
  if (summary.median.value() <= 0)
    in.refuse("median_seconds", "an operation takes more than 0 s", "send the measured time");
  require_ascending(in, kAscending);
  require_ascending(in, kIntervalAscending);
  return outer.part(in.result(summary));
}

void write_ranks(JsonWriter& out, const RankTimes& ranks) {
  out.key("ranks").begin_object().key("medians_seconds").begin_array();
  for (const Seconds median : ranks.medians) out.number(median.value());
  out.end_array().field("slowest_rank", ranks.slowest_rank).end_object();
}

double time_item(Fields& in, std::string_view name, const JsonView& item) {
  const auto value = item.as_number();
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  in.refuse(name, "holds " + item.json_text().substr(0, 40), "send finite times, 0 or more");
  return 0;
}

RankTimes read_ranks(Fields& outer) {
  const auto view = outer.object("ranks");
  if (!view) return {};
  Fields in(*view, "measurement.ranks");
  RankTimes ranks;
  for (const JsonView& item : in.array("medians_seconds", kRanksMax))
    ranks.medians.emplace_back(time_item(in, "medians_seconds", item));
  ranks.slowest_rank = in.unsigned32("slowest_rank");
  if (!ranks.medians.empty() && ranks.slowest_rank >= ranks.medians.size())
    in.refuse("slowest_rank", std::to_string(ranks.slowest_rank) + " is not one of the ranks",
              "send a rank below " + std::to_string(ranks.medians.size()));
  return outer.part(in.result(std::move(ranks)));
}

std::vector<float> read_raw(Fields& in, const SampleSummary& summary) {
  std::vector<float> raw;
  if (!in.has("raw_seconds")) return raw;
  for (const JsonView& item : in.array("raw_seconds", kRawSamplesMax)) {
    const auto sample = static_cast<float>(time_item(in, "raw_seconds", item));
    if (!std::isfinite(sample)) in.refuse("raw_seconds", "holds a time out of range", "send times");
    raw.push_back(sample);
  }
  if (!raw.empty() && raw.size() != summary.count)
    in.refuse("raw_seconds",
              std::to_string(raw.size()) + " samples, but samples.count is " +
                  std::to_string(summary.count),
              "send every sample or none");
  return raw;
}

}  // namespace

void write_measurement(JsonWriter& out, const Measurement& m, Origin origin, RawSamples raw) {
  out.begin_object().field("origin", to_text(origin));
  write_used(out, "algorithm", m.algorithm);
  write_used(out, "protocol", m.protocol);
  write_summary(out, m.samples);
  write_ranks(out, m.ranks);
  out.field("algorithm_bandwidth_bytes_per_second", m.algorithm_bandwidth.value())
      .field("bus_bandwidth_bytes_per_second", m.bus_bandwidth.value())
      .field("elements_checked", m.elements_checked)
      .field("elements_wrong", m.elements_wrong)
      .field("oversubscribed", m.is_oversubscribed)
      .field("measuring_seconds", m.measuring_time.value());
  if (raw == RawSamples::Kept) {
    out.key("raw_seconds").begin_array();
    for (const float sample : m.raw_seconds) out.number(sample);
    out.end_array();
  }
  out.end_object();
}

Result<OriginalMeasurement> read_measurement(const JsonView& view, CellIndex index) {
  Fields in(view, "measurement");
  Measurement m;
  m.index = index;
  const Origin origin = word<Origin>(in, "origin", origin_from_text);
  m.algorithm = read_used(in, "algorithm");
  m.protocol = read_used(in, "protocol");
  m.samples = read_summary(in);
  m.ranks = read_ranks(in);
  m.algorithm_bandwidth = AlgorithmBandwidth(in.number("algorithm_bandwidth_bytes_per_second"));
  m.bus_bandwidth = BusBandwidth(in.number("bus_bandwidth_bytes_per_second"));
  m.elements_checked = in.unsigned_number("elements_checked");
  m.elements_wrong = in.unsigned_number("elements_wrong");
  m.is_oversubscribed = in.flag("oversubscribed");
  m.measuring_time = Seconds(in.number("measuring_seconds"));
  m.raw_seconds = read_raw(in, m.samples);
  if (m.elements_wrong > m.elements_checked)
    in.refuse("elements_wrong", "is more than elements_checked", "count checked elements only");
  if (in.fault()) return fail(*in.fault());
  return OriginalMeasurement{origin, std::move(m)};
}

std::string measurement_json(const Measurement& measurement, Origin origin, RawSamples raw) {
  JsonWriter out;
  write_measurement(out, measurement, origin, raw);
  return out.take();
}

Result<OriginalMeasurement> parse_measurement(std::string_view text, CellIndex index) {
  TRY(view, JsonView::parse(text));
  return read_measurement(view, index);
}

}  // namespace busbar::wire
