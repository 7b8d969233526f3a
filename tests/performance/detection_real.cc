// F1 and segmentation covering as defined by van den Burg and Williams, arXiv:2003.06222.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>

#include "core/series/change_points.h"
#include "core/statistics/robust.h"
#include "tests/performance/detection_series.h"

namespace busbar::detection {
namespace {

using Positions = std::vector<std::size_t>;
constexpr std::size_t kMargin = 5;

Positions with_zero(Positions positions) {
  positions.push_back(0);
  std::sort(positions.begin(), positions.end());
  positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
  return positions;
}

// Of `truth`, how many have a found position within the margin, each found one used once.
double hits(const Positions& truth, Positions found) {
  double count = 0;
  const auto distance = [](std::size_t a, std::size_t b) { return a > b ? a - b : b - a; };
  for (const std::size_t place : truth) {
    const auto nearest = std::min_element(
        found.begin(), found.end(),
        [&](std::size_t a, std::size_t b) { return distance(a, place) < distance(b, place); });
    if (nearest == found.end() || distance(*nearest, place) > kMargin) continue;
    ++count;
    found.erase(nearest);
  }
  return count;
}

double f1(const std::vector<Positions>& annotators, const Positions& found) {
  Positions every;
  double recall = 0;
  for (const Positions& one : annotators) {
    every.insert(every.end(), one.begin(), one.end());
    recall += hits(one, found) / static_cast<double>(one.size());
  }
  recall /= static_cast<double>(annotators.size());
  const double precision = hits(with_zero(every), found) / static_cast<double>(found.size());
  return precision + recall > 0 ? 2 * precision * recall / (precision + recall) : 0;
}

double cover(const Positions& truth, const Positions& found, std::size_t n) {
  const auto end_of = [n](const Positions& starts, std::size_t i) {
    return i + 1 < starts.size() ? starts[i + 1] : n;
  };
  double sum = 0;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::size_t first = truth[i];
    const std::size_t end = end_of(truth, i);
    double best = 0;
    for (std::size_t j = 0; j < found.size(); ++j) {
      const std::size_t low = std::max(first, found[j]);
      const std::size_t high = std::min(end, end_of(found, j));
      if (high <= low) continue;
      const auto shared = static_cast<double>(high - low);
      const auto all = static_cast<double>(end - first + end_of(found, j) - found[j]) - shared;
      best = std::max(best, shared / all);
    }
    sum += static_cast<double>(end - first) * best;
  }
  return sum / static_cast<double>(n);
}

// Positive series on a logarithmic scale, as bandwidths; others in units of their own spread, in
// which no change is too small to matter.
Positions found_in(std::vector<double> values) {
  ChangePointRule rule;
  std::vector<double> finite;
  std::copy_if(values.begin(), values.end(), std::back_inserter(finite),
               [](double value) { return std::isfinite(value); });
  if (!finite.empty() && *std::min_element(finite.begin(), finite.end()) > 0) {
    for (double& value : values) value = std::log(value);
  } else {
    const CentreAndScale spread = robust_scale(finite);
    for (double& value : values) value = (value - spread.centre) / std::max(spread.scale, 1e-300);
    rule.smallest_change = 0;
  }
  Positions found;
  for (const ChangePoint& point : find_change_points(values, rule)) {
    if (point.kind == ShiftKind::Trend) continue;  // nothing changed in it
    found.push_back(point.index);
    if (point.kind == ShiftKind::Drift) found.push_back(point.end);  // the slope changes twice
  }
  std::sort(found.begin(), found.end());
  return found;
}

// One dimension: the list itself. More: a change in any of them.
Positions found_in(const LabelledFile& file) {
  const wire::JsonView values = member(file.data, "values");
  if (file.data.number_or("dimensions", 1) == 1) return found_in(numbers(values));
  Positions found;
  for (const wire::JsonView& dimension : values.items())
    for (const std::size_t index : found_in(numbers(dimension))) {
      const bool is_known = std::any_of(found.begin(), found.end(), [&](std::size_t other) {
        return std::max(other, index) - std::min(other, index) <= kMargin;
      });
      if (!is_known) found.push_back(index);
    }
  std::sort(found.begin(), found.end());
  return found;
}

std::string describe(const LabelledFile& file, const Positions& found) {
  std::ostringstream text;
  text << file.name << ": found";
  for (const std::size_t index : found) text << ' ' << index;
  return text.str();
}

// Nobody has seen a change: every annotator's list, or upstream's, is there and empty.
bool says_no_change(const wire::JsonView& truth, const std::vector<Positions>& annotators) {
  if (!annotators.empty())
    return std::all_of(annotators.begin(), annotators.end(),
                       [](const Positions& one) { return one.size() == 1; });
  const auto upstream = truth.field("upstream");
  const auto listed = upstream ? upstream->field("positions") : std::nullopt;
  return listed && listed->is_array() && listed->size() == 0;
}

}  // namespace

Section score_real(const std::filesystem::path& corpus) {
  Section section{.name = "real", .figures = {}, .notes = {}};
  std::vector<double> f1s, covers;
  double quiet = 0;
  double quiet_with_alarm = 0;
  const auto files = read_set(corpus, {"real/series", "real/annotations"});
  for (const LabelledFile& file : files) {
    const Positions found = found_in(file);
    std::vector<Positions> annotators;
    if (const auto lists = file.truth.field("annotators"))
      lists->for_each_member([&](const std::string&, const wire::JsonView& list) {
        annotators.push_back(with_zero(positions(list)));
      });
    section.notes.push_back(describe(file, found));
    if (says_no_change(file.truth, annotators)) {
      ++quiet;
      if (!found.empty()) ++quiet_with_alarm;
    }
    if (annotators.empty()) continue;
    const auto n = static_cast<std::size_t>(file.data.unsigned_or("n"));
    f1s.push_back(f1(annotators, with_zero(found)));
    double sum = 0;
    for (const Positions& one : annotators) sum += cover(one, with_zero(found), n);
    covers.push_back(sum / static_cast<double>(annotators.size()));
    std::ostringstream scores;
    scores << ", f1 " << f1s.back() << ", cover " << covers.back();
    section.notes.back() += scores.str();
  }
  if (files.empty()) return section;
  const auto mean = [](const std::vector<double>& values) {
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return values.empty() ? 0 : sum / static_cast<double>(values.size());
  };
  section.figures = {{"files", static_cast<double>(files.size()), ""},
                     {"tcpd_f1", mean(f1s), ">= 0.74"},
                     {"tcpd_cover", mean(covers), ">= 0.66"},
                     {"no_change_series", quiet, ""},
                     {"no_change_series_with_alarm", quiet_with_alarm, "0"}};
  return section;
}

}  // namespace busbar::detection
