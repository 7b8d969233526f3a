#include "wire/formats/nccl_tests/findings.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

#include "wire/formats/nccl_tests/conclusions.h"

namespace busbar::wire {
namespace {

// Findings of one kind are summed up in one; its evidence names at most so many lines.
constexpr std::size_t kEvidenceMax = 5;

struct GpuLink {
  std::string_view name;
  double gbps;
};

// All links of a GPU together, one direction. Sources: NVIDIA's data sheets of V100, A100, A800,
// H100, H800, H20, H200, B200, B300, GH200, GB200; AMD's of MI250X, MI300X, MI325X (Infinity
// Fabric). More specific names first.
constexpr std::array kGpuLinks{
    GpuLink{"H100 PCIe", 300}, GpuLink{"H100 NVL", 300}, GpuLink{"GH200", 450},
    GpuLink{"H100", 450},      GpuLink{"H200", 450},     GpuLink{"H800", 200},
    GpuLink{"H20", 450},       GpuLink{"GB200", 900},    GpuLink{"GB300", 900},
    GpuLink{"B200", 900},      GpuLink{"B300", 900},     GpuLink{"A100", 300},
    GpuLink{"A800", 200},      GpuLink{"V100-SXM", 150}, GpuLink{"MI300X", 448},
    GpuLink{"MI325X", 448},
};

std::string in_digits(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.6g", value);
  return text;
}

std::string row_text(const NcclRow& row, std::string_view placement, const NcclSide& side) {
  std::string text = std::to_string(row.size_bytes) + " B " + std::string(placement);
  if (side.time_us) text += ", " + in_digits(side.time_us->value) + " us";
  if (side.algbw) text += ", algbw " + in_digits(side.algbw->value);
  if (side.busbw) text += ", busbw " + in_digits(side.busbw->value);
  return text;
}

// Calls visit(row, "out of place" | "in place", side) for each side of each row.
template <class Visit>
void for_each_side(const NcclRun& run, Visit visit) {
  for (const NcclRow& row : run.rows) {
    visit(row, "out of place", row.out_of_place);
    visit(row, "in place", row.in_place);
  }
}

void add_evidence(Finding& finding, std::uint64_t line, std::string text) {
  if (finding.evidence.size() < kEvidenceMax) finding.evidence.push_back({line, std::move(text)});
}

void add_if_evident(std::vector<Finding>& findings, Finding finding) {
  if (!finding.evidence.empty()) findings.push_back(std::move(finding));
}

Finding finding_of(std::string code, Severity severity, DiagnosisStep step, std::string why,
                   std::string remedy) {
  Finding finding;
  finding.code = std::move(code);
  finding.severity = severity;
  finding.step = step;
  finding.why = std::move(why);
  finding.remedy = std::move(remedy);
  return finding;
}

// ---- wrong results

void find_corruption(const NcclRun& run, std::vector<Finding>& findings) {
  Finding finding = finding_of(
      "data_corruption", Severity::Error, DiagnosisStep::Log,
      "the data check failed: the collective gave wrong results, and its times measure nothing",
      "run again with -c 10 on halves of the hosts to find the node; check ECC and Xid errors "
      "(nvidia-smi -q -d ECC, dmesg), link error counters, and NCCL_PROTO lists that force LL128");
  for_each_side(run, [&](const NcclRow& row, std::string_view placement, const NcclSide& side) {
    if ((side.wrong && side.wrong->value > 0) || side.is_check_failed)
      add_evidence(finding, row.line,
                   row_text(row, placement, side) + ", wrong " +
                       in_digits(side.wrong ? side.wrong->value : side.delta->value));
  });
  if (run.out_of_bounds && (run.out_of_bounds->count > 0 || run.out_of_bounds->status == "FAILED"))
    add_evidence(finding, run.out_of_bounds->line,
                 "out of bounds values: " + std::to_string(run.out_of_bounds->count));
  if (run.bitwise_mismatches.value_or(0) > 0)
    add_evidence(finding, run.line,
                 "bitwise mismatches: " + std::to_string(*run.bitwise_mismatches));
  add_if_evident(findings, std::move(finding));
}

void find_below_minimum(const NcclRun& run, std::vector<Finding>& findings) {
  if (!run.average || run.average->status != "FAILED") return;
  Finding finding = finding_of(
      "below_minimum", Severity::Warning, DiagnosisStep::Baseline,
      "the average bus bandwidth is below 0.9 × NCCL_TESTS_MIN_BW; an average over all sizes "
      "falls with every small size in the sweep",
      "compare the largest sizes with their bound instead of the average");
  add_evidence(finding, run.average->line, "average " + in_digits(run.average->busbw) + " GB/s");
  findings.push_back(std::move(finding));
}

// ---- figures against each other

bool overlap(double low_a, double high_a, double low_b, double high_b) {
  // A part in 10^4 for digits that were rounded twice (%g, re-printed tables).
  const double slack = 1e-4 * std::max(std::abs(high_a), std::abs(high_b));
  return low_a <= high_b + slack && low_b <= high_a + slack;
}

// GB/s from bytes and microseconds: 1 B/us is 1e-3 GB/s.
bool agrees_with_time(const NcclRow& row, const NcclSide& side) {
  if (!side.time_us || !side.algbw || side.time_us->low() <= 0) return true;
  const double bytes = static_cast<double>(row.size_bytes);
  return overlap(side.algbw->low(), side.algbw->high(), bytes / side.time_us->high() * 1e-3,
                 bytes / side.time_us->low() * 1e-3);
}

bool agrees_with_factor(const NcclSide& side, std::optional<double> factor) {
  if (!factor || !side.algbw || !side.busbw) return true;
  return overlap(side.busbw->low(), side.busbw->high(), side.algbw->low() * *factor,
                 side.algbw->high() * *factor);
}

void find_mismatch(const NcclRun& run, const NcclConclusions& known,
                   std::vector<Finding>& findings) {
  Finding finding = finding_of(
      "busbw_mismatch", Severity::Warning, DiagnosisStep::Baseline,
      "time, algbw and busbw contradict each other beyond the rounding of their digits: algbw is "
      "size / time, busbw is algbw × the collective's factor",
      "take the time column and compute the bandwidths anew; look for edited or shifted columns, "
      "or for another number of ranks than the one listed");
  // With -C the time is the host's and the bandwidths come from another one; hypercube's algbw is
  // not size / time.
  const bool is_time_comparable =
      !run.is_cpu_time && known.collective != "hypercube" && known.collective != "alltoallv";
  const auto factor =
      known.comm_ranks ? nccl_bus_factor(known.collective, *known.comm_ranks) : std::nullopt;
  for_each_side(run, [&](const NcclRow& row, std::string_view placement, const NcclSide& side) {
    const bool is_time_wrong = is_time_comparable && !agrees_with_time(row, side);
    if (is_time_wrong || !agrees_with_factor(side, factor))
      add_evidence(finding, row.line, row_text(row, placement, side));
  });
  add_if_evident(findings, std::move(finding));
}

// ---- figures against the machine

// All GPUs' model if it is one.
std::string one_model(const NcclRun& run) {
  std::set<std::string> models;
  for (const NcclDevice& device : run.devices) models.insert(device.model);
  return models.size() == 1 ? *models.begin() : std::string();
}

// Some hosts share GPUs among ranks: then nothing follows for the links.
bool has_shared_gpus(const NcclRun& run) {
  std::set<std::string> places;
  for (const NcclDevice& device : run.devices)
    places.insert(device.host + " " + std::to_string(device.device.value_or(0)));
  return places.size() < run.devices.size();
}

void find_impossible(const NcclRun& run, const NcclConclusions& known,
                     std::vector<Finding>& findings) {
  const auto link = gpu_link_gbps(one_model(run));
  if (!link || known.comm_ranks.value_or(1) < 2 || has_shared_gpus(run)) return;
  // Every byte of a rank's contribution leaves its GPU once at least; only a reduction inside the
  // switch lets busbw pass the link, and even then algbw of an all-reduce cannot.
  const bool is_all_reduce = known.collective == "all_reduce";
  Finding finding = finding_of(
      "bw_impossible", Severity::Warning, DiagnosisStep::Baseline,
      "faster than all links of one " + one_model(run) + " together (" + in_digits(*link) +
          " GB/s in one direction): what was timed is not the transfer",
      "check that the stream was waited for (no -C 1), that the ranks use different GPUs, and that "
      "the table's size is the message's");
  constexpr double kSlack = 1.02;
  for_each_side(run, [&](const NcclRow& row, std::string_view placement, const NcclSide& side) {
    const auto& shown = is_all_reduce ? side.algbw : side.busbw;
    if (shown && shown->low() > *link * kSlack)
      add_evidence(finding, row.line, row_text(row, placement, side));
  });
  add_if_evident(findings, std::move(finding));
}

// The best bus bandwidth at 16 MiB and more: below, latency decides.
const NcclRow* best_large_row(const NcclRun& run, double& best) {
  constexpr std::uint64_t kLargeBytes = 16 << 20;
  const NcclRow* found = nullptr;
  for_each_side(run, [&](const NcclRow& row, std::string_view, const NcclSide& side) {
    if (row.size_bytes < kLargeBytes || !side.busbw || side.busbw->value <= best) return;
    best = side.busbw->value;
    found = &row;
  });
  return found;
}

// Hosts of GPUs made for fabrics have 100 Gb/s links at the least; NCCL's sockets stay below one.
std::optional<Finding> low_fabric(const NcclRun& run, const NcclConclusions& known) {
  constexpr double kOneLinkGbps = 12.5;  // 100 Gb/s
  if (known.nodes.value_or(1) < 2 || !gpu_link_gbps(one_model(run)) || run.copies > 1) return {};
  double best = 0;
  const NcclRow* row = best_large_row(run, best);
  if (row == nullptr || best >= kOneLinkGbps) return {};
  Finding finding = finding_of(
      "bw_low", Severity::Warning, DiagnosisStep::Baseline,
      "the best bus bandwidth at 16 MiB and above is " + in_digits(best) + " GB/s over " +
          std::to_string(*known.nodes) +
          " hosts: less than one 100 Gb/s link carries, as over TCP sockets",
      "run with NCCL_DEBUG=INFO and read which network is used (\"NET/Socket\" is TCP); load the "
      "fabric's plugin (NCCL_NET_PLUGIN), check NCCL_IB_DISABLE, NCCL_NET and the HCAs in the "
      "container");
  finding.have = in_digits(best) + " GB/s";
  finding.want = "> 12.5 GB/s";
  add_evidence(finding, row->line, row_text(*row, "", {}) + ", best busbw " + in_digits(best));
  return finding;
}

// A time far above both neighbours' is a hiccup of that size's run, not the curve.
void find_outliers(const NcclRun& run, std::vector<Finding>& findings) {
  Finding finding = finding_of(
      "outlier", Severity::Note, DiagnosisStep::Baseline,
      "a time far above those of the next smaller and the next larger size",
      "repeat the run; if it stays at this size, see which algorithm and protocol is chosen there "
      "(NCCL_DEBUG_SUBSYS=TUNING)");
  constexpr double kFar = 1.5;
  for (std::size_t i = 1; i + 1 < run.rows.size(); ++i)
    for (const auto side : {&NcclRow::out_of_place, &NcclRow::in_place}) {
      const NcclRow &before = run.rows[i - 1], &row = run.rows[i], &after = run.rows[i + 1];
      if (!(before.size_bytes < row.size_bytes && row.size_bytes < after.size_bytes)) continue;
      const auto &a = (before.*side).time_us, &b = (row.*side).time_us, &c = (after.*side).time_us;
      if (a && b && c && b->low() > kFar * a->high() && b->low() > kFar * c->high())
        add_evidence(
            finding, row.line,
            row_text(row, side == &NcclRow::in_place ? "in place" : "out of place", row.*side));
    }
  add_if_evident(findings, std::move(finding));
}

// ---- the run itself

void find_separate(const NcclRun& run, const NcclConclusions& known,
                   std::vector<Finding>& findings) {
  if (run.copies < 2 || known.ranks.value_or(0) >= run.devices.size()) return;
  Finding finding =
      finding_of("separate_runs", Severity::Warning, DiagnosisStep::Log,
                 "the launcher started " + std::to_string(run.copies) +
                     " programs that know nothing of each other: each counts its ranks from 0",
                 "build with MPI=1 MPI_HOME=…, and start with the mpirun of that MPI");
  std::set<std::string> hosts;
  for (const NcclDevice& device : run.devices) {
    add_evidence(finding, device.line,
                 "rank " + std::to_string(device.rank) + " on " + device.host);
    hosts.insert(device.host);
  }
  finding.objects.push_back({"hosts", {hosts.begin(), hosts.end()}});
  add_if_evident(findings, std::move(finding));
}

void find_incomplete(const NcclRun& run, const NcclConclusions& known,
                     std::vector<Finding>& findings) {
  for (const NcclIncompleteRow& row : run.incomplete_rows) {
    Finding finding = finding_of(
        "run_incomplete", Severity::Warning, DiagnosisStep::Log,
        "a row is cut (" + row.why + "); it is not a result",
        "if the program was still running it hangs at this size: see the library's log of every "
        "rank; else send the whole text");
    add_evidence(finding, row.row.line, std::to_string(row.row.size_bytes) + " B");
    findings.push_back(std::move(finding));
  }
  if (known.is_complete() || !run.incomplete_rows.empty()) return;
  // People cut headings and closing lines away: that is not the program's end.
  Finding finding = finding_of("run_incomplete", Severity::Note, DiagnosisStep::Log,
                               "missing: ", "send the whole text if the missing part matters");
  for (const std::string& part : known.missing)
    finding.why += (finding.why.ends_with(": ") ? "" : "; ") + part;
  add_evidence(finding, run.line, "the run begins here");
  findings.push_back(std::move(finding));
}

void find_columns(const NcclRun& run, std::vector<Finding>& findings) {
  if (run.columns_disagree_line == 0) return;
  Finding finding = finding_of("columns_disagree", Severity::Warning, DiagnosisStep::Log,
                               "a row has more cells than its heading has columns",
                               "keep the heading and the rows of one run together");
  add_evidence(finding, run.columns_disagree_line, "the first such row");
  findings.push_back(std::move(finding));
}

void find_failures(const NcclTestsText& text, std::vector<Finding>& findings) {
  for (const NcclError& error : text.errors) {
    Finding finding = finding_of("test_failed", Severity::Error, DiagnosisStep::Log,
                                 "the test did not run to its end (" + error.category + ")",
                                 "read the first failure of the first host that failed; the "
                                 "launcher's own messages only follow from it");
    if (!error.host.empty()) finding.objects.push_back({"hosts", {error.host}});
    add_evidence(finding, error.line, error.text);
    findings.push_back(std::move(finding));
  }
}

}  // namespace

std::optional<double> gpu_link_gbps(std::string_view model) {
  for (const GpuLink& gpu : kGpuLinks)
    if (contains(model, gpu.name)) return gpu.gbps;
  return std::nullopt;
}

std::vector<Finding> nccl_tests_findings(const NcclTestsText& text) {
  std::vector<Finding> findings;
  find_failures(text, findings);
  for (const NcclRun& run : text.runs) {
    const NcclConclusions known = conclude(run);
    find_corruption(run, findings);
    find_separate(run, known, findings);
    find_incomplete(run, known, findings);
    find_columns(run, findings);
    find_mismatch(run, known, findings);
    find_impossible(run, known, findings);
    if (auto low = low_fabric(run, known)) findings.push_back(std::move(*low));
    find_below_minimum(run, findings);
    find_outliers(run, findings);
  }
  return findings;
}

}  // namespace busbar::wire
