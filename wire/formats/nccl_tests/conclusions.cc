#include "wire/formats/nccl_tests/conclusions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>

#include "wire/formats/nccl_tests/columns.h"

namespace busbar::wire {
namespace {

enum class Factor { TwiceOthers, Others, One };  // 2(n−1)/n, (n−1)/n, 1

struct Candidate {
  std::string_view name;
  bool reduces, has_root, is_divided;
  Factor factor;
  bool is_checked_in_place;
  // Titles in layouts before 2.13, which print only the columns that a collective has.
  bool old_redop, old_root;
};

// Source: RunTest, GetBw, GetCollByteCount and print_header of the programs. Scatter, gather and
// hypercube came with 2.8.
constexpr std::array kCandidates{
    Candidate{"all_reduce", true, false, false, Factor::TwiceOthers, true, true, false},
    Candidate{"reduce_scatter", true, false, true, Factor::Others, true, true, false},
    Candidate{"reduce", true, true, false, Factor::One, true, true, true},
    Candidate{"broadcast", false, true, false, Factor::One, true, false, true},
    Candidate{"all_gather", false, false, true, Factor::Others, true, false, false},
    Candidate{"alltoall", false, false, true, Factor::Others, false, true, false},
    Candidate{"sendrecv", true, false, false, Factor::One, false, true, false},
    Candidate{"gather", false, true, true, Factor::Others, true, false, true},
    Candidate{"scatter", false, true, true, Factor::Others, true, false, true},
    Candidate{"hypercube", false, false, true, Factor::One, false, false, false},
};

double factor_of(Factor factor, double ranks) {
  if (factor == Factor::TwiceOthers) return 2 * (ranks - 1) / ranks;
  return factor == Factor::Others ? (ranks - 1) / ranks : 1;
}

// busbw / algbw lies between these, by all rows.
struct RatioRange {
  double low = 0;
  double high = std::numeric_limits<double>::infinity();
  bool is_known = false;

  // The printed digits are rounded from one product each; a part in 10^4 covers %g and re-rounding.
  bool holds(double factor) const {
    return factor >= low * (1 - 1e-4) - 1e-9 && factor <= high * (1 + 1e-4) + 1e-9;
  }
  void narrow(const NcclSide& side) {
    // Below 1 GB/s two decimals say too little.
    if (!side.algbw || !side.busbw || side.algbw->value < 1) return;
    low = std::max(low, side.busbw->low() / side.algbw->high());
    high = std::min(high, side.busbw->high() / side.algbw->low());
    is_known = true;
  }
};

struct Evidence {
  bool has_rows = false;
  bool reduces = false, is_operation_named = false;
  std::optional<bool> has_root;  // nothing: no root column
  bool has_operation_column = false, has_heading = false;
  std::optional<std::uint64_t> division;  // size / (count × element), where all rows agree
  bool is_checked_out_of_place = false, is_checked_in_place = false;
  RatioRange ratio;
};

void add_division(const NcclRow& row, std::set<std::uint64_t>& divisions) {
  const auto element = nccl_element_size(row.data_type);
  if (!element || !row.count || *row.count == 0 || row.size_bytes == 0) return;
  const std::uint64_t bytes = *row.count * *element;
  divisions.insert(bytes != 0 && row.size_bytes % bytes == 0 ? row.size_bytes / bytes : 0);
}

Evidence evidence_of(const NcclRun& run) {
  Evidence found;
  std::set<std::uint64_t> divisions;
  found.has_operation_column = run.has_redop_column;
  found.has_heading = run.headings > 0;
  for (const NcclRow& row : run.rows) {
    found.has_rows = true;
    if (row.operation) {
      found.is_operation_named = found.has_operation_column = true;
      found.reduces = found.reduces || *row.operation != "none";
    }
    if (row.root) found.has_root = found.has_root.value_or(false) || *row.root >= 0;
    add_division(row, divisions);
    found.is_checked_out_of_place =
        found.is_checked_out_of_place || row.out_of_place.wrong || row.out_of_place.delta;
    found.is_checked_in_place =
        found.is_checked_in_place || row.in_place.wrong || row.in_place.delta;
    found.ratio.narrow(row.out_of_place);
    found.ratio.narrow(row.in_place);
  }
  if (divisions.size() == 1 && *divisions.begin() != 0) found.division = *divisions.begin();
  return found;
}

// The one number of ranks whose factor lies in the range.
std::optional<std::uint64_t> ranks_of_ratio(Factor factor, const RatioRange& range) {
  constexpr std::uint64_t kRanksMax = 1 << 20;
  if (!range.is_known || factor == Factor::One) return std::nullopt;
  const double scale = factor == Factor::TwiceOthers ? 2 : 1;
  const double middle = (range.low + range.high) / 2 / scale;
  if (!(middle > 0.4) || middle >= 1) return std::nullopt;
  const double guess = std::round(1 / (1 - middle));
  if (guess < 2 || guess > static_cast<double>(kRanksMax)) return std::nullopt;
  const bool is_alone = range.holds(factor_of(factor, guess)) &&
                        !range.holds(factor_of(factor, guess + 1)) &&
                        (guess <= 2 || !range.holds(factor_of(factor, guess - 1)));
  return is_alone ? std::optional(static_cast<std::uint64_t>(guess)) : std::nullopt;
}

bool fits_columns(const Candidate& candidate, const Evidence& evidence) {
  const bool is_modern = evidence.has_operation_column && evidence.has_root.has_value() &&
                         (!*evidence.has_root || !evidence.reduces);
  if (evidence.reduces != candidate.reduces) return false;
  if (is_modern) return *evidence.has_root == candidate.has_root;
  if (!evidence.has_heading && !evidence.is_operation_named && candidate.name == "alltoall")
    return !evidence.has_root.has_value();
  return evidence.has_operation_column == candidate.old_redop &&
         evidence.has_root.has_value() == candidate.old_root;
}

bool fits(const Candidate& candidate, const Evidence& evidence,
          std::optional<std::uint64_t> ranks) {
  if (!fits_columns(candidate, evidence)) return false;
  if (evidence.is_checked_in_place && !candidate.is_checked_in_place) return false;
  if (evidence.is_checked_out_of_place && !evidence.is_checked_in_place &&
      candidate.is_checked_in_place)
    return false;
  if (ranks == 1U) return true;  // every factor and division is degenerate
  if (evidence.division && !candidate.is_divided && *evidence.division != 1) return false;
  if (evidence.division && candidate.is_divided &&
      (ranks ? *evidence.division != *ranks : *evidence.division == 1))
    return false;
  const auto n = ranks ? ranks : candidate.is_divided ? evidence.division : std::nullopt;
  if (!evidence.ratio.is_known) return true;
  if (n) return evidence.ratio.holds(factor_of(candidate.factor, static_cast<double>(*n)));
  return candidate.factor == Factor::One
             ? evidence.ratio.holds(1)
             : ranks_of_ratio(candidate.factor, evidence.ratio).has_value();
}

// Ranks that the device list numbers without a gap; and hosts.
struct Listed {
  std::optional<std::uint64_t> ranks, comm_ranks, nodes;
};

Listed listed(const NcclRun& run) {
  std::set<std::uint64_t> ranks, groups;
  std::set<std::string_view> hosts;
  for (const NcclDevice& device : run.devices) {
    ranks.insert(device.rank);
    hosts.insert(device.host);
    if (device.group) groups.insert(*device.group);
  }
  if (ranks.empty() || *ranks.rbegin() + 1 != ranks.size()) return {};
  // Ranks that are listed more than once belong to runs that knew nothing of each other.
  const std::uint64_t copies = std::max<std::uint64_t>(1, run.devices.size() / ranks.size());
  Listed found;
  found.ranks = ranks.size();
  found.nodes = std::max<std::uint64_t>(1, hosts.size() / copies);
  if (groups.size() <= 1)
    found.comm_ranks = ranks.size();
  else if (ranks.size() % groups.size() == 0)
    found.comm_ranks = ranks.size() / groups.size();
  return found;
}

void conclude_name(const NcclRun& run, const std::vector<const Candidate*>& fitting,
                   NcclConclusions& into) {
  constexpr std::array<std::string_view, 5> kSources{"", "printed by the program",
                                                     "the name in the JSON record", "",
                                                     "the library's trace of the call"};
  if (run.name_source == NcclNameSource::Program || run.name_source == NcclNameSource::Json) {
    into.collective = run.collective;
    into.collective_from = kSources[static_cast<std::size_t>(run.name_source)];
    return;
  }
  const auto is_fitting = [&](std::string_view name) {
    return run.rows.empty() || std::any_of(fitting.begin(), fitting.end(),
                                           [&](const Candidate* c) { return c->name == name; });
  };
  // A program that is named but did not print such columns is not the one that ran.
  std::set<std::string> named(run.mentioned.begin(), run.mentioned.end());
  if (run.name_source == NcclNameSource::Trace) named.insert(run.collective);
  std::erase_if(named, [&](const std::string& name) { return !is_fitting(name); });
  if (named.size() == 1) {
    into.collective = *named.begin();
    into.collective_from = run.name_source == NcclNameSource::Trace
                               ? kSources[4]
                               : "the program named in front of the table";
  } else if (fitting.size() == 1 && !run.rows.empty()) {
    into.collective = fitting.front()->name;
    into.collective_from = "the columns, and the ratios of size to count and of busbw to algbw";
  }
}

void conclude_ranks(const NcclRun& run, const Evidence& evidence, const Listed& devices,
                    NcclConclusions& into) {
  into.nodes = devices.nodes ? devices.nodes : run.stated_nodes;
  into.ranks = devices.ranks ? devices.ranks : run.stated_ranks;
  into.comm_ranks = devices.ranks ? devices.comm_ranks : run.stated_ranks;
  if (into.ranks) {
    into.ranks_from = devices.ranks ? "the device list" : "stated in the text";
    return;
  }
  const auto known = std::find_if(kCandidates.begin(), kCandidates.end(),
                                  [&](const Candidate& c) { return c.name == into.collective; });
  if (known == kCandidates.end()) return;
  if (known->is_divided && evidence.division && *evidence.division > 1) {
    into.ranks = evidence.division;
    into.ranks_from = "size / (count × element)";
  } else {
    into.ranks = ranks_of_ratio(known->factor, evidence.ratio);
    if (into.ranks) into.ranks_from = "the ratio of busbw to algbw";
  }
  into.comm_ranks = into.ranks;
}

void add_missing(const NcclRun& run, std::vector<std::string>& missing) {
  if (!run.parameters) missing.emplace_back("the line of parameters");
  if (run.devices.empty()) missing.emplace_back("the list of devices");
  if (run.headings == 0) missing.emplace_back("the heading of the table");
  if (run.is_elided) missing.emplace_back("rows that were left out by hand");
  if (!run.incomplete_rows.empty()) missing.emplace_back("the rest of a row");
  if (run.rows.empty()) missing.emplace_back("all rows");
  if (!run.out_of_bounds) missing.emplace_back("the line \"Out of bounds values\"");
  if (!run.average) missing.emplace_back("the line \"Avg bus bandwidth\"");
  if (!run.parameters || run.rows.empty()) return;
  const auto length = sweep_length(*run.parameters);
  if (length && *length > 0 && run.rows.size() % *length != 0)
    missing.emplace_back("sizes of the sweep: " + std::to_string(run.rows.size()) + " rows of " +
                         std::to_string(*length) + " sizes");
}

}  // namespace

std::optional<double> nccl_bus_factor(const std::string& collective, std::uint64_t ranks) {
  for (const Candidate& candidate : kCandidates)
    if (candidate.name == collective && collective != "hypercube" && ranks > 0)
      return factor_of(candidate.factor, static_cast<double>(ranks));
  return std::nullopt;
}

std::optional<std::uint64_t> sweep_length(const NcclParameters& parameters) {
  const auto& [line, threads, gpus, from, to, step, warmup, iterations, aggregated, validation,
               graph, reduced] = parameters;
  const auto last = reduced ? reduced : to;
  if (!from || !last || !step || *from > *last) return std::nullopt;
  if (step->value == 0) return from == last ? std::optional<std::uint64_t>(1) : std::nullopt;
  if (!step->is_factor) return (*last - *from) / step->value + 1;
  if (*from == 0 || step->value < 2) return std::nullopt;
  std::uint64_t count = 1;
  for (std::uint64_t size = *from; size <= *last / step->value; size *= step->value) ++count;
  return count;
}

NcclConclusions conclude(const NcclRun& run) {
  NcclConclusions found;
  const Evidence evidence = evidence_of(run);
  const Listed devices = listed(run);
  const auto comm_ranks = devices.ranks ? devices.comm_ranks : run.stated_ranks;
  std::vector<const Candidate*> fitting;
  for (const Candidate& candidate : kCandidates)
    if (evidence.has_rows && fits(candidate, evidence, comm_ranks)) fitting.push_back(&candidate);
  conclude_name(run, fitting, found);
  conclude_ranks(run, evidence, devices, found);
  add_missing(run, found.missing);
  return found;
}

}  // namespace busbar::wire
