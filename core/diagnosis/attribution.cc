#include "core/diagnosis/attribution.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <set>
#include <tuple>
#include <utility>

namespace busbar {
namespace {

constexpr std::uint64_t kMiddleFrom = 256ULL << 10;
constexpr std::uint64_t kBandwidthBoundFrom = 32ULL << 20;

std::vector<std::size_t> both(const std::vector<std::size_t>& hits,
                              const std::vector<std::size_t>& members) {
  std::vector<std::size_t> shared;
  std::set_intersection(hits.begin(), hits.end(), members.begin(), members.end(),
                        std::back_inserter(shared));
  return shared;
}

double miss(double rate, double background) {
  return std::log((1 - rate) / (1 - background));
}

// What a hit adds to the score of a factor without it.
double gain(double rate, double background) {
  return std::log(rate / background) - miss(rate, background);
}

}  // namespace

AttributionRule suspects_rule() {
  return {.bandwidth_bound = 0.9, .software = 0.8, .background = 0.01};
}

SizeClass size_class(MessageSize bytes) {
  if (bytes.value() >= kBandwidthBoundFrom) return SizeClass::BandwidthBound;
  return bytes.value() >= kMiddleFrom ? SizeClass::Middle : SizeClass::LatencyBound;
}

Attribution::Attribution(const ClusterHistory& cluster, const AttributionRule& rule)
    : rule_(rule), factors_(make_factors(cluster)), touching_(cluster.series.size()) {
  for (const MeasuredSeries& series : cluster.series) classes_.push_back(size_class(series.bytes));
  std::map<CauseKind, double> of_kind;
  for (const Factor& factor : factors_) ++of_kind[factor.cause.kind];
  for (std::size_t i = 0; i < factors_.size(); ++i) {
    const Factor& factor = factors_[i];
    WithoutHits none;
    none.penalty =
        std::log(of_kind[factor.cause.kind]) + (factor.is_hardware() ? 0 : std::numbers::ln2);
    for (const std::size_t series : factor.members) {
      none.by_size += miss(rate(series, true), rule_.background);
      none.alike += miss(rate(series, false), rule_.background);
      touching_[series].push_back(i);
    }
    for (const std::size_t series : factor.possible) {
      none.by_size += miss(possible_rate(series), rule_.background);
      touching_[series].push_back(i);
    }
    none.members = factor.members.size();
    without_hits_.push_back(none);
  }
}

double Attribution::rate(std::size_t series, bool follows_size) const {
  if (!follows_size) return rule_.software;
  switch (classes_[series]) {
    case SizeClass::BandwidthBound:
      return rule_.bandwidth_bound;
    case SizeClass::Middle:
      return rule_.middle;
    case SizeClass::LatencyBound:
      break;
  }
  return rule_.latency_bound;
}

// Of a factor that is hardware.
double Attribution::possible_rate(std::size_t series) const {
  return rule_.possible * rate(series, true) + (1 - rule_.possible) * rule_.background;
}

Attribution::WithoutHits Attribution::without_hits(std::size_t factor,
                                                   const std::vector<std::size_t>& silent) const {
  WithoutHits none = without_hits_[factor];
  for (const std::size_t series : both(silent, factors_[factor].members)) {
    none.by_size -= miss(rate(series, true), rule_.background);
    none.alike -= miss(rate(series, false), rule_.background);
    --none.members;
  }
  for (const std::size_t series : both(silent, factors_[factor].possible))
    none.by_size -= miss(possible_rate(series), rule_.background);
  return none;
}

FactorScore Attribution::score(std::size_t factor, const NightEvidence& evidence) const {
  const WithoutHits none = without_hits(factor, evidence.silent);
  FactorScore explanation{.factor = factor,
                          .score = 0,
                          .explained = both(evidence.hits, factors_[factor].members),
                          .hits = 0,
                          .members = none.members};
  explanation.hits = explanation.explained.size();
  double by_size = 0;
  double alike = 0;
  for (const std::size_t series : explanation.explained) {
    by_size += gain(rate(series, true), rule_.background);
    alike += gain(rate(series, false), rule_.background);
  }
  const std::vector<std::size_t> possible = both(evidence.hits, factors_[factor].possible);
  for (const std::size_t series : possible)
    by_size += gain(possible_rate(series), rule_.background);
  explanation.score = none.by_size + by_size;
  if (!factors_[factor].is_hardware())
    explanation.score = std::max(explanation.score, none.alike + alike);
  explanation.score -= none.penalty;
  explanation.explained.insert(explanation.explained.end(), possible.begin(), possible.end());
  std::sort(explanation.explained.begin(), explanation.explained.end());
  return explanation;
}

std::vector<FactorScore> Attribution::explain(NightEvidence evidence) const {
  std::sort(evidence.hits.begin(), evidence.hits.end());
  std::sort(evidence.silent.begin(), evidence.silent.end());
  std::set<std::size_t> candidates;
  for (const std::size_t series : evidence.hits)
    candidates.insert(touching_[series].begin(), touching_[series].end());
  std::vector<std::pair<double, FactorScore>> ranked;  // with the prior
  for (const std::size_t i : candidates) {
    const bool is_recorded = factors_[i].cause.kind == CauseKind::Provenance;
    const auto [early, late] = std::minmax(factors_[i].night, evidence.night);
    const std::size_t apart = late - early;
    if (is_recorded && apart > 1) continue;
    FactorScore explanation = score(i, evidence);
    const double prior = is_recorded ? rule_.recorded_prior - static_cast<double>(apart) : 0;
    ranked.emplace_back(explanation.score + prior, std::move(explanation));
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.first, a.second.factor) < std::tuple(-b.first, b.second.factor);
  });
  std::vector<FactorScore> explanations;
  for (auto& [score_with_prior, explanation] : ranked)
    explanations.push_back(std::move(explanation));
  return explanations;
}

bool Attribution::is_convincing(const FactorScore& explanation) const {
  const bool is_all = explanation.hits >= 2 && explanation.hits == explanation.members;
  return explanation.score > rule_.score_min && (explanation.hits >= rule_.hits_min || is_all);
}

}  // namespace busbar
