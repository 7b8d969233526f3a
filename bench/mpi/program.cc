#include "bench/mpi/program.h"

#include <mpi.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <set>
#include <sstream>

#include "bench/engine/measure.h"
#include "bench/engine/table.h"
#include "bench/exchange/mpi_ranks.h"
#include "bench/mpi/fault.h"
#include "bench/mpi/mpi_engine.h"
#include "bench/mpi/options.h"
#include "wire/bench/messages.h"

namespace busbar::bench {
namespace {

void print(const std::string& text) {
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
}

std::uint32_t usable_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  auto cores = static_cast<std::uint32_t>(CPU_COUNT(&set));
  std::ifstream file("/sys/fs/cgroup/cpu.max");
  double quota = 0, period = 0;
  if (file >> quota >> period && period > 0)
    cores = std::min(cores, static_cast<std::uint32_t>(std::max(1.0, quota / period)));
  return cores;
}

wire::StartLine start_line(Ranks& ranks) {
  char host[MPI_MAX_PROCESSOR_NAME] = {}, library[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_processor_name(host, &length);
  MPI_Get_library_version(library, &length);
  wire::StartLine start;
  start.ranks = RankCount(ranks.size());
  start.cores = usable_cores();
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

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

Result<wire::LaunchInput> input_of(const Options& options, Ranks& ranks) {
  if (!options.launch_file.empty())
    return wire::parse_launch_input(
        ranks.broadcast(ranks.rank() == 0 ? file_text(options.launch_file) : ""));
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

bool measure_one(Bench& bench, const wire::LaunchCell& each, const Report& report) {
  report.line(wire::CellStarted{each.index});
  const auto measured = measure(bench, each.cell, each.index);
  if (measured) {
    report.line(wire::MeasurementLine{*measured});
    report.row(table_row(each.cell, *measured));
    return true;
  }
  const CellFault& fault = measured.error();
  report.line(wire::CellFailedLine{each.index, fault.failure, fault.reason, fault.measurement});
  report.row(table_row(each.cell, fault));
  return false;
}

}  // namespace

void die_with_parent() {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() == 1) _exit(3);  // the launcher died before it was watched
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
  bool is_all_good = true;
  for (const wire::LaunchCell& each : input->cells) {
    if (*fault && (*fault)->cell == each.index) {
      report.line(wire::CellStarted{each.index});
      engine.spoil_results((*fault)->kind == FaultKind::Wrong);
      commit((*fault)->kind, is_rank_0);
    }
    is_all_good = measure_one(bench, each, report) && is_all_good;
    engine.spoil_results(false);
  }
  report.line(wire::EndLine{static_cast<std::uint32_t>(input->cells.size())});
  return is_all_good ? 0 : 1;
}

}  // namespace busbar::bench
