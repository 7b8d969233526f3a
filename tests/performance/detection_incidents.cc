#include <algorithm>
#include <cmath>
#include <map>
#include <sstream>

#include "core/diagnosis/incidents.h"
#include "tests/performance/detection_faults.h"
#include "tests/performance/detection_incident_cases.h"

namespace busbar::detection {
namespace {

constexpr std::uint64_t kGenerated = 180;
constexpr std::size_t kStartMargin = 1;  // nights

std::vector<NodeId> node_ids(const wire::JsonView& array) {
  std::vector<NodeId> nodes;
  for (const std::string& name : texts(array))
    if (auto node = NodeId::parse(name)) nodes.push_back(*node);
  return nodes;
}

MeasuredSeries read_series(const wire::JsonView& view) {
  MeasuredSeries series{.collective = view.text_or("collective"),
                        .bytes = MessageSize(view.unsigned_or("bytes")),
                        .algorithm = view.text_or("algorithm"),
                        .protocol = view.text_or("protocol"),
                        .sharp = view.flag_or("sharp"),
                        .node_set = node_ids(member(view, "node_set")),
                        .rail = "",
                        .logs = numbers(member(view, "busbw_GBps"))};
  for (double& value : series.logs) value = value > 0 ? std::log(value * 1e9) : std::nan("");
  return series;
}

ClusterHistory read_cluster(const wire::JsonView& data) {
  ClusterHistory cluster;
  member(data, "leaf_of").for_each_member([&](const std::string& node, const wire::JsonView& leaf) {
    if (auto id = NodeId::parse(node)) cluster.leaf_of[*id] = leaf.as_text().value_or("");
  });
  for (const wire::JsonView& change : member(data, "provenance").items())
    cluster.changes.push_back({static_cast<std::size_t>(change.unsigned_or("night")),
                               node_ids(member(change, "nodes")), change.text_or("key"),
                               change.text_or("from"), change.text_or("to")});
  for (const wire::JsonView& series : member(data, "series").items())
    cluster.series.push_back(read_series(series));
  return cluster;
}

PlantedCause read_truth(const wire::JsonView& truth) {
  const wire::JsonView cause = member(truth, "cause");
  PlantedCause planted{.type = cause.text_or("type"),
                       .names = {},
                       .start = static_cast<std::size_t>(cause.unsigned_or("start")),
                       .magnitude = cause.number_or("magnitude", 0)};
  const wire::JsonView name = member(cause, "name");
  if (name.is_array())
    planted.names = texts(name);
  else if (const auto text = name.as_text())
    planted.names = {*text};
  return planted;
}

std::string type_of(const Cause& cause) {
  return cause.kind == CauseKind::Provenance ? cause.key : std::string(to_text(cause.kind));
}

bool is_named(const Cause& cause, PlantedCause planted) {
  std::vector<std::string> names = cause.names;
  std::sort(names.begin(), names.end());
  std::sort(planted.names.begin(), planted.names.end());
  if (type_of(cause) == planted.type) return planted.type == "cluster" || names == planted.names;
  // The same two series: both answers are right.
  return planted.type == "sharp" && cause.kind == CauseKind::Algorithm &&
         names == std::vector<std::string>{"collnet_direct"};
}

struct Verdict {
  bool is_right = false, is_named = false;
  std::size_t start_error = 0;
  std::size_t extra = 0;  // losses reported beyond the planted one
  std::string text;
};

Verdict judge(const ClusterHistory& cluster, const PlantedCause& planted) {
  const IncidentReport report = find_incidents(cluster, find_shifts(cluster));
  Verdict verdict;
  std::ostringstream text;
  text << planted.type;
  for (const std::string& name : planted.names) text << ' ' << name;
  text << " at " << planted.start << " by " << planted.magnitude << "; found";
  for (const Incident& incident : report.incidents) {
    text << " [" << to_text(incident.direction) << ' ' << to_text(incident.cause.cause) << " at "
         << incident.start << " by " << incident.magnitude << ", score " << incident.cause.score
         << ']';
    for (const NamedCause& other : incident.alternatives) text << " or " << to_text(other.cause);
    if (incident.direction == Direction::Gain) continue;
    if (verdict.is_named || !is_named(incident.cause.cause, planted)) {
      ++verdict.extra;
      continue;
    }
    verdict.is_named = true;
    verdict.start_error =
        std::max(incident.start, planted.start) - std::min(incident.start, planted.start);
  }
  verdict.is_right = (verdict.is_named || planted.type == "none") && verdict.extra == 0 &&
                     verdict.start_error <= kStartMargin;
  verdict.text = text.str();
  return verdict;
}

void score_generated(Section& section) {
  std::map<std::string, std::pair<double, double>> by_type;  // right, all
  double right = 0;
  double extra = 0;
  for (std::uint64_t seed = 1; seed <= kGenerated; ++seed) {
    const GeneratedHistory history = generate_history(seed);
    const Verdict verdict = judge(history.cluster, history.planted);
    auto& [good, all] = by_type[history.planted.type];
    ++all;
    good += verdict.is_right ? 1 : 0;
    right += verdict.is_right ? 1 : 0;
    extra += static_cast<double>(verdict.extra);
    if (!verdict.is_right)
      section.notes.push_back("seed " + std::to_string(seed) + ": " + verdict.text);
  }
  section.figures.push_back({"generated", static_cast<double>(kGenerated), ""});
  section.figures.push_back(
      {"generated_right", right / static_cast<double>(kGenerated), ">= 0.98"});
  section.figures.push_back({"generated_false_incidents", extra, ""});
  for (const auto& [type, counts] : by_type)
    section.figures.push_back({"generated_right_" + type, counts.first / counts.second, ""});
}

}  // namespace

Section score_incidents(const std::filesystem::path& corpus) {
  Section section{.name = "incidents", .figures = {}, .notes = {}};
  double right = 0;
  const auto files = read_set(corpus, {"incidents/data", "incidents/truth"});
  for (const LabelledFile& file : files) {
    const Verdict verdict = judge(read_cluster(file.data), read_truth(file.truth));
    right += verdict.is_right ? 1 : 0;
    section.notes.push_back(file.name + (verdict.is_right ? ": right, " : ": WRONG, ") +
                            verdict.text);
  }
  if (!files.empty())
    section.figures = {{"files", static_cast<double>(files.size()), ""},
                       {"right", right / static_cast<double>(files.size()), "1"}};
  score_generated(section);
  return section;
}

}  // namespace busbar::detection
