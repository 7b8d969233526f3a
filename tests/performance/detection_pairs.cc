#include <algorithm>
#include <sstream>

#include "tests/performance/detection_faults.h"
#include "tests/performance/detection_pair_cases.h"

namespace busbar::detection {
namespace {

constexpr std::uint64_t kGenerated = 500;

GeneratedSweep read_sweep(const LabelledFile& file) {
  GeneratedSweep read{.scenario = file.truth.text_or("scenario"), .sweep = {}, .faults = {}};
  member(file.data, "leaf_of").for_each_member([&](const auto& node, const wire::JsonView& leaf) {
    read.sweep.leaf_of[NodeId::parse(node).value()] = leaf.as_text().value_or("");
  });
  for (const wire::JsonView& measured : member(file.data, "measurements").items()) {
    const std::vector<std::string> pair = texts(member(measured, "pair"));
    PairRuns runs{.a = NodeId::parse(pair.at(0)).value(),
                  .b = NodeId::parse(pair.at(1)).value(),
                  .runs = {BusBandwidth(measured.number_or("first_run") * 1e9)}};
    for (const double value : numbers(member(measured, "re_runs")))
      runs.runs.push_back(BusBandwidth(value * 1e9));
    read.sweep.pairs.push_back(std::move(runs));
  }
  for (const wire::JsonView& fault : member(file.truth, "faults").items()) {
    const wire::JsonView name = member(fault, "name");
    read.faults.push_back({fault.text_or("type"), name.is_array()
                                                      ? texts(name)
                                                      : std::vector{name.as_text().value_or("")}});
  }
  return read;
}

std::string describe(std::string type, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  for (const std::string& name : names) type += " " + name;
  return type;
}

std::vector<std::string> planted_faults(const GeneratedSweep& sweep) {
  std::vector<std::string> faults;
  for (const PlantedFault& fault : sweep.faults)
    faults.push_back(describe(fault.type, fault.names));
  std::sort(faults.begin(), faults.end());
  return faults;
}

std::vector<std::string> found_faults(const PairSweep& sweep) {
  std::vector<std::string> faults;
  for (const PairFault& fault : decode_pairs(sweep).faults)
    faults.push_back(describe(std::string(to_text(fault.kind)), fault.names));
  std::sort(faults.begin(), faults.end());
  return faults;
}

// As where only pairs whose first run was slow run again.
PairSweep suspects_alone(PairSweep sweep) {
  PairSweep first = sweep;
  for (PairRuns& pair : first.pairs) pair.runs.resize(1);
  for (const std::size_t place : suspect_pairs(first))
    first.pairs[place].runs = std::move(sweep.pairs[place].runs);
  return first;
}

struct Tally {
  double exact = 0, all = 0, flaky_found = 0, flaky = 0;
  double exact_share() const { return all == 0 ? 0 : exact / all; }
  double flaky_share() const { return flaky == 0 ? 0 : flaky_found / flaky; }
};

bool count(const GeneratedSweep& sweep, const std::vector<std::string>& found, Tally& tally) {
  const bool is_exact = found == planted_faults(sweep);
  const bool is_flaky = sweep.scenario == "flaky_link";
  ++(is_flaky ? tally.flaky : tally.all);
  (is_flaky ? tally.flaky_found : tally.exact) += is_exact ? 1 : 0;
  return is_exact;
}

std::string note(const std::string& name, const GeneratedSweep& sweep,
                 const std::vector<std::string>& found) {
  std::ostringstream text;
  text << name << " (" << sweep.scenario << ", " << sweep.sweep.leaf_of.size()
       << " nodes): planted";
  for (const std::string& fault : planted_faults(sweep)) text << " [" << fault << ']';
  text << ", found";
  for (const std::string& fault : found) text << " [" << fault << ']';
  return text.str();
}

void score_generated(Section& section) {
  Tally tally, suspects;
  double false_faults_beside_flaky = 0;
  for (std::uint64_t seed = 1; seed <= kGenerated; ++seed) {
    const GeneratedSweep sweep = generate_sweep(seed);
    const std::vector<std::string> found = found_faults(sweep.sweep);
    if (!count(sweep, found, tally)) {
      if (sweep.scenario != "flaky_link" || !found.empty())
        section.notes.push_back(note("seed " + std::to_string(seed), sweep, found));
      if (sweep.scenario == "flaky_link" && !found.empty()) ++false_faults_beside_flaky;
    }
    count(sweep, found_faults(suspects_alone(sweep.sweep)), suspects);
  }
  section.figures.push_back({"generated", static_cast<double>(kGenerated), ""});
  section.figures.push_back({"generated_exact", tally.exact_share(), ">= 0.98"});
  section.figures.push_back({"generated_flaky_named", tally.flaky_share(), ">= 0.5"});
  section.figures.push_back({"generated_flaky_wrong", false_faults_beside_flaky, ""});
  section.figures.push_back({"generated_exact_suspects_run_again", suspects.exact_share(), ""});
  section.figures.push_back({"generated_flaky_suspects_run_again", suspects.flaky_share(), ""});
}

}  // namespace

Section score_pairs(const std::filesystem::path& corpus) {
  Section section{.name = "pairs", .figures = {}, .notes = {}};
  Tally tally;
  const auto files = read_set(corpus, {"pairs/data", "pairs/truth"});
  for (const LabelledFile& file : files) {
    const GeneratedSweep sweep = read_sweep(file);
    const std::vector<std::string> found = found_faults(sweep.sweep);
    if (!count(sweep, found, tally)) section.notes.push_back(note(file.name, sweep, found));
  }
  if (!files.empty())
    section.figures = {{"files", static_cast<double>(files.size()), ""},
                       {"exact", tally.exact_share(), "1"},
                       {"flaky_named", tally.flaky_share(), ">= 0.5"}};
  score_generated(section);
  return section;
}

}  // namespace busbar::detection
