#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "core/series/change_points.h"
#include "tests/performance/detection_series.h"

namespace busbar::detection {
namespace {

constexpr std::size_t kMargin = 3;  // nights
constexpr std::array<std::string_view, 4> kQuietScenarios{"none", "outliers_only", "missing_gap",
                                                          "small_step"};

struct Planted {
  std::size_t first, last;  // a hit lies in here, widened by the margin
  bool counts;              // else neither a hit nor a false alarm
};

std::vector<Planted> planted_changes(const wire::JsonView& truth) {
  std::vector<Planted> planted;
  for (const wire::JsonView& change : member(truth, "changes").items()) {
    const std::string kind = change.text_or("kind");
    const auto index = static_cast<std::size_t>(change.unsigned_or("index"));
    const auto end = static_cast<std::size_t>(change.unsigned_or("end", index));
    planted.push_back({index, std::max(index, end), kind == "step" || kind == "ramp"});
  }
  return planted;
}

struct Counts {
  std::size_t hits = 0, false_alarms = 0, missed = 0;
};

bool lies_in(const Planted& change, std::size_t index) {
  return index + kMargin >= change.first && index <= change.last + kMargin;
}

// One to one, each planted change with the nearest found one.
Counts match(const std::vector<Planted>& planted, std::vector<std::size_t> found) {
  Counts counts;
  for (const Planted& change : planted) {
    if (!change.counts) continue;
    const auto distance = [&](std::size_t index) {
      if (index < change.first) return change.first - index;
      return index > change.last ? index - change.last : 0;
    };
    const auto nearest =
        std::min_element(found.begin(), found.end(),
                         [&](std::size_t a, std::size_t b) { return distance(a) < distance(b); });
    if (nearest != found.end() && lies_in(change, *nearest)) {
      ++counts.hits;
      found.erase(nearest);
    } else {
      ++counts.missed;
    }
  }
  std::erase_if(found, [&](std::size_t index) {
    return std::any_of(planted.begin(), planted.end(), [&](const Planted& change) {
      return !change.counts && lies_in(change, index);
    });
  });
  counts.false_alarms = found.size();
  return counts;
}

std::vector<std::size_t> found_in(const wire::JsonView& series) {
  std::vector<double> logs = numbers(member(series, "values"));
  for (double& value : logs) value = value > 0 ? std::log(value) : std::nan("");
  std::vector<std::size_t> found;
  for (const ChangePoint& point : find_change_points(logs)) found.push_back(point.index);
  return found;
}

std::string describe(const LabelledFile& file, const std::vector<Planted>& planted,
                     const std::vector<std::size_t>& found) {
  std::ostringstream text;
  text << file.name << " (" << file.truth.text_or("scenario") << "): planted";
  for (const Planted& change : planted) text << ' ' << change.first;
  text << ", found";
  for (const std::size_t index : found) text << ' ' << index;
  return text.str();
}

double share(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Section score_nightly(const std::filesystem::path& corpus) {
  Section section{.name = "nightly", .figures = {}, .notes = {}};
  Counts all;
  std::size_t quiet = 0;
  std::size_t quiet_with_alarm = 0;
  const auto files = read_set(corpus, {"nightly/series", "nightly/annotations"});
  for (const LabelledFile& file : files) {
    const std::vector<Planted> planted = planted_changes(file.truth);
    const std::vector<std::size_t> found = found_in(file.data);
    const Counts counts = match(planted, found);
    all.hits += counts.hits;
    all.false_alarms += counts.false_alarms;
    all.missed += counts.missed;
    const std::string scenario = file.truth.text_or("scenario");
    if (std::find(kQuietScenarios.begin(), kQuietScenarios.end(), scenario) !=
        kQuietScenarios.end()) {
      ++quiet;
      if (counts.false_alarms > 0) ++quiet_with_alarm;
    }
    if (counts.false_alarms + counts.missed > 0)
      section.notes.push_back(describe(file, planted, found));
  }
  if (files.empty()) return section;
  const double precision = share(all.hits, all.hits + all.false_alarms);
  const double recall = share(all.hits, all.hits + all.missed);
  const double both = precision + recall;
  section.figures = {{"files", static_cast<double>(files.size()), ""},
                     {"precision", precision, ">= 0.95"},
                     {"recall", recall, ""},
                     {"f1", both > 0 ? 2 * precision * recall / both : 0, ">= 0.90"},
                     {"quiet_series", static_cast<double>(quiet), ""},
                     {"quiet_share_with_alarm", share(quiet_with_alarm, quiet), "<= 0.04"}};
  return section;
}

}  // namespace busbar::detection
