#pragma once
// Runs and launches as the API shows them.
// Units: seconds, in the names of the members; schemas/openapi.yaml defines them. Threads: pure.
#include <optional>
#include <string>
#include <vector>

#include "controller/scheduler/scheduler.h"
#include "controller/store/rows.h"
#include "wire/json/value.h"

namespace busbar::controller {

void write_time(wire::JsonWriter&, std::string_view name, const std::optional<WallTime>&);

// The members of a run into the open object.
void write_run(wire::JsonWriter&, const RunRow&, const std::optional<RunProgress>&);
void write_launch(wire::JsonWriter&, const LaunchRow&);

std::string run_json(const RunRow&, const std::optional<RunProgress>&);
std::string run_detail_json(const RunRow&, const std::optional<RunProgress>&,
                            const std::vector<LaunchRow>&);

}  // namespace busbar::controller
