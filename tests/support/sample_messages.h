#pragma once
// One sound value of each kind that travels between the programs, for tests of those who write,
// read or store them. Threads: pure.
#include "core/matrix/cell.h"
#include "core/measurement/measurement.h"
#include "wire/agent/messages.h"
#include "wire/agent/records.h"
#include "wire/bench/messages.h"

namespace busbar::samples {

Measurement measurement(CellIndex index = CellIndex(12));
Cell cell();
wire::LaunchCell launch_cell(CellIndex index = CellIndex(12));
wire::LaunchInput launch_input();
wire::StartLine start_line();
NodeFacts facts();
wire::Record record(wire::RecordBody body);
wire::LaunchEnded launch_ended();
wire::Hello hello();
wire::StartLaunch start_launch();

}  // namespace busbar::samples
