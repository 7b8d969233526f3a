#include "bench/mpi/program.h"

#include <mpi.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "bench/engine/measure.h"
#include "bench/engine/table.h"
#include "bench/exchange/mpi_ranks.h"
#include "bench/mpi/fault.h"
#include "bench/mpi/host_files.h"
#include "bench/mpi/mpi_engine.h"
#include "bench/mpi/options.h"
#include "wire/bench/messages.h"

namespace busbar::bench {
namespace {

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

wire::StartLine start_line(Ranks& ranks) {
  char host[MPI_MAX_PROCESSOR_NAME] = {}, library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_processor_name(host, &length);
  MPI_Get_library_version(library, &length);
  wire::StartLine start;
  start.ranks = RankCount(ranks.size());
  start.cores = cores_here();
  start.library = library;
  const std::vector<std::string> hosts = ranks.gather_text(host);
  const std::set<std::string> unique(hosts.begin(), hosts.end());
  start.hosts.assign(unique.begin(), unique.end());
  const auto here = static_cast<std::uint32_t>(std::count(hosts.begin(), hosts.end(), host));
  start.is_oversubscribed = ranks.max({here > start.cores ? 1.0 : 0.0})[0] > 0;
  start.provenance = {{"mpi", std::to_string(OMPI_MAJOR_VERSION) + "." +
                                  std::to_string(OMPI_MINOR_VERSION) + "." +
                                  std::to_string(OMPI_RELEASE_VERSION)}};
  return start;
}

Result<wire::LaunchInput> launch_input(const std::string& path, const std::string& text) {
  auto input = wire::parse_launch_input(text);
  if (!input) input.error().where = path + ": " + input.error().where;
  return input;
}

Result<wire::LaunchInput> input_of(const Options& options, Ranks& ranks) {
  if (!options.launch_file.empty())
    return launch_input(
        options.launch_file,
        ranks.broadcast(ranks.rank() == 0 ? file_text(options.launch_file).value_or("") : ""));
  wire::LaunchInput input;
  input.sampling = options.sampling;
  for (const Cell& cell : options.cells)
    input.cells.push_back({CellIndex(static_cast<std::uint32_t>(input.cells.size())), cell});
  return input;
}

struct Report {
  bool is_json, is_rank_0;

  void line(const wire::BenchLine& line) const {
    if (is_rank_0 && is_json) print(wire::to_line(line) + "\n");
  }
  void row(const std::string& text) const {
    if (is_rank_0 && !is_json) print(text);
  }
};

struct Job {
  Bench& bench;
  MpiEngine& engine;
  const Report& report;
  std::optional<PlannedFault> fault;
};

bool refuse_cell(const Job& job, const wire::RefusedCell& refused) {
  job.report.line(wire::CellStarted{refused.index});
  const std::string reason = to_line(refused.error);
  job.report.line(
      wire::CellFailedLine{refused.index, CellFailure::Unsupported, reason, std::nullopt});
  return false;
}

bool measure_one(const Job& job, const wire::LaunchCell& each) {
  job.report.line(wire::CellStarted{each.index});
  const bool is_faulty = job.fault && job.fault->cell == each.index;
  job.engine.spoil_results(is_faulty && job.fault->kind == FaultKind::Wrong);
  if (is_faulty) commit(job.fault->kind, job.report.is_rank_0);
  const auto measured = measure(job.bench, each.cell, each.index);
  if (measured) {
    job.report.line(wire::MeasurementLine{*measured});
    job.report.row(table_row(each.cell, *measured));
    return true;
  }
  const CellFault& fault = measured.error();
  job.report.line(wire::CellFailedLine{each.index, fault.failure, fault.reason, fault.measurement});
  job.report.row(table_row(each.cell, fault));
  return false;
}

bool run_cells(const Job& job, const wire::LaunchInput& input) {
  bool is_all_good = true;
  for (const wire::RefusedCell& each : input.refused)
    is_all_good = refuse_cell(job, each) && is_all_good;
  for (const wire::LaunchCell& each : input.cells)
    is_all_good = measure_one(job, each) && is_all_good;
  job.report.line(
      wire::EndLine{static_cast<std::uint32_t>(input.cells.size() + input.refused.size())});
  return is_all_good;
}

}  // namespace

void die_with_parent() {
  const pid_t launcher = getppid();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // It died before it was watched. If it was gone even before the first line, MPI_Init fails: the
  // launcher is the library's server.
  if (getppid() != launcher) _exit(3);
}

int run_program(int argc, char** argv) {
  MpiRanks ranks;
  const bool is_rank_0 = ranks.rank() == 0;
  const Result<Options> options = parse_options(argc, argv);
  const auto refuse = [is_rank_0](const Error& error) {
    if (is_rank_0) std::fprintf(stderr, "%s\n", to_line(error).c_str());
    return 2;
  };
  if (!options) return refuse(options.error());
  if (options->is_help) {
    if (is_rank_0) print(options->help);
    return 0;
  }
  const Result<wire::LaunchInput> input = input_of(*options, ranks);
  if (!input) return refuse(input.error());
  const auto fault = planned_fault();
  if (!fault) return refuse(fault.error());
  const Report report{options->is_json || !options->launch_file.empty(), is_rank_0};
  const wire::StartLine start = start_line(ranks);
  report.line(start);
  report.row(table_head());
  MpiEngine engine({ranks.rank(), ranks.size()});
  Bench bench{engine, ranks, input->sampling, start.is_oversubscribed};
  return run_cells({bench, engine, report, *fault}, *input) ? 0 : 1;
}

}  // namespace busbar::bench
