#pragma once
// Which factor explains a set of series that shifted together: a log-likelihood ratio.
//   LLR(f) = Σ over the series of f of ln P(hit or not | f) − ln P(hit or not | background)
//            − ln(number of factors of its kind)
// A series of f shifts with the hit rate of its size class if f is hardware (large messages feel a
// slow link, small ones hardly), with one rate at all sizes if f is software; of software the
// better of the two profiles counts, − ln 2 for having two. Any other series shifts with the
// background rate. A change that was recorded on the very night is `recorded_prior` likelier than a
// fault that began on that night by chance, when the two explain the shifts about equally well.
// Units: natural logarithms. Invariants: deterministic; the order of series, nodes and hits does
// not matter. Source of method and rates: likelihood ratio scan (Kulldorff 1997) over the known
// structure of a cluster; docs/method/incidents.md, factor score. Threads: pure.
#include <cstddef>
#include <vector>

#include "core/diagnosis/factors.h"

namespace busbar {

struct AttributionRule {
  // P(a series of a slow node, link, leaf … is seen to shift), by size.
  double bandwidth_bound = 0.93, middle = 0.6, latency_bound = 0.15;
  double software = 0.85;  // the same for software, all sizes
  double background = 0.005;
  double possible = 0.5;  // P(an algorithm whose graph is not known sends over the link)
  double score_min = 6;
  std::size_t hits_min = 3;  // or all series of the factor, at least 2
  double recorded_prior = 3;
  double alternative_within = 3;  // e^3 = 20 to 1 against is no longer named
};
// Tonight's suspects are weaker evidence than change points.
AttributionRule suspects_rule();

enum class SizeClass { LatencyBound, Middle, BandwidthBound };
SizeClass size_class(MessageSize bytes);  // below 256 KiB, below 32 MiB, above

struct FactorScore {
  std::size_t factor = 0;  // place in the factors handed in
  double score = 0;
  std::vector<std::size_t> explained;  // series, ascending; those possible included
  std::size_t hits = 0;                // explained that are members
  std::size_t members = 0;             // that are not silent
};

// What is known of one night.
struct NightEvidence {
  std::vector<std::size_t> hits;  // series that shifted
  // Series that say nothing: not measured, or their shift is explained already.
  std::vector<std::size_t> silent;
  std::size_t night = 0;
};

class Attribution {
 public:
  Attribution(const ClusterHistory& cluster, const AttributionRule& rule);

  const std::vector<Factor>& factors() const { return factors_; }
  // Factors with at least one hit, best first. A recorded change counts only if it came on one of
  // the nights [night − 1, night + 1].
  std::vector<FactorScore> explain(NightEvidence evidence) const;
  bool is_convincing(const FactorScore& explanation) const;

 private:
  struct WithoutHits {
    double by_size = 0, alike = 0;  // score of the factor if none of its series had shifted
    double penalty = 0;
    std::size_t members = 0;
  };
  double rate(std::size_t series, bool follows_size) const;
  double possible_rate(std::size_t series) const;
  // Of a factor without hits; what is silent is not counted.
  WithoutHits without_hits(std::size_t factor, const std::vector<std::size_t>& silent) const;
  FactorScore score(std::size_t factor, const NightEvidence& evidence) const;

  AttributionRule rule_;
  std::vector<Factor> factors_;
  std::vector<SizeClass> classes_;                  // by series
  std::vector<WithoutHits> without_hits_;           // by factor
  std::vector<std::vector<std::size_t>> touching_;  // by series: factors that it is a member of
};

}  // namespace busbar
