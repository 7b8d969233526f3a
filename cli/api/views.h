#pragma once
// What the commands need of the service's answers, as values. Only this file and its source know
// the fields' names of schemas/openapi.yaml. Units: bytes, seconds, bytes per second in named
// types; times of day stay the text that came. Errors: none; a member that is missing reads as
// empty or 0, since the service is trusted and may be newer. Threads: values.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/units/quantity.h"
#include "wire/json/value.h"

namespace busbar::cli {

struct RunView {
  std::string id, matrix, state, reason;
  std::string submitted_at, started_at, ended_at;
  std::uint64_t planned = 0, measured = 0, failed = 0, left_out = 0, pruned = 0, over_budget = 0;
  Seconds estimate;
  std::vector<std::string> notes;

  bool has_ended() const {
    return state == "completed" || state == "failed" || state == "cancelled";
  }
};

struct CellView {  // what was asked for
  std::string collective, data_type, operation, algorithm, protocol, buffer;
  MessageSize size;
  std::string placement;  // "n1 × 2 ranks"
};

struct ResultView {  // what became of it
  std::uint64_t index = 0;
  CellView requested;
  std::string state, reason;
  Seconds estimate;
  bool is_measured = false;                   // the numbers below mean something
  std::string used_algorithm, used_protocol;  // with how it is known where that is not "seen"
  Seconds median;
  Ratio half_width;
  AlgorithmBandwidth algorithm_bandwidth;
  BusBandwidth bus_bandwidth;
  std::uint64_t elements_wrong = 0, samples = 0;
  bool is_oversubscribed = false;
};

struct PrunedView {
  CellView cell;
  std::string code, reason;
};

struct PlanView {
  std::vector<CellView> cells;
  std::vector<PrunedView> pruned;
  std::uint64_t over_budget = 0, duplicates = 0, launches = 0;
  Seconds estimate;
  std::vector<std::string> notes;
};

struct NodeView {
  std::string id, state, host, version, last_seen_at;
  std::uint64_t cores = 0, memory_bytes = 0;
  std::string engines;  // "mpi"
  std::string launch;   // the one that runs there, or empty
};

RunView read_run(const wire::JsonView& json);
CellView read_cell_view(const wire::JsonView& json);
ResultView read_result(const wire::JsonView& json);
PrunedView read_pruned(const wire::JsonView& json);
PlanView read_plan(const wire::JsonView& json);
NodeView read_node(const wire::JsonView& json);

// "all_reduce 64 KiB ring", with the protocol if one was asked for.
std::string short_text(const CellView& cell);

}  // namespace busbar::cli
