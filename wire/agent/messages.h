#pragma once
// The frames between an agent and its controller, one JSON object each (docs/protocols.md).
// Units: seconds, in the names of the members.
// Errors: InvalidInput naming the member and its value; an unknown type is one too, and the frame
// can be skipped. Invariants: parsing what to_text gave gives the same frame. A record stays text
// inside its frame, so it is spooled and relayed as it was written, and a record that cannot be
// read does not end the session. Of a hello or welcome of another protocol only protocol, version
// and node are read: enough to refuse it well. Threads: pure.
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error/result.h"
#include "core/fabric/node.h"
#include "core/matrix/matrix.h"
#include "core/units/name.h"
#include "core/units/quantity.h"
#include "wire/agent/records.h"
#include "wire/bench/messages.h"

namespace busbar::wire {

inline constexpr std::uint32_t kAgentProtocol = 1;
// A start_launch of kCellsMax cells fits; bounds what a peer can make us hold.
inline constexpr std::size_t kFrameBytesMax = 32u << 20;

// agent → controller
struct Hello {
  std::uint32_t protocol = kAgentProtocol;
  std::string version;
  NodeId node;
  std::string instance;  // random per start of the agent
  std::string spool;     // the spool's identity
  NodeFacts facts;
  Provenance provenance;
  std::vector<LaunchId> launches;  // alive in this agent
};
struct RecordFrame {
  std::uint64_t sequence = 0;
  std::string record;  // JSON text: parse_record reads it
};
struct Ready {};
struct Progress {
  LaunchId launch;
  CellIndex cell;
};
struct Heartbeat {};
using AgentFrame = std::variant<Hello, RecordFrame, Ready, Progress, Heartbeat>;

// controller → agent
struct Welcome {
  std::uint32_t protocol = kAgentProtocol;
  std::string version;
  Seconds lease;
};
struct Refused {
  std::string reason;
  std::string remedy;
  bool is_final = false;  // trying again is of no use: versions that do not fit
};
struct Acknowledge {
  std::uint64_t sequence = 0;
};
struct StartLaunch {
  LaunchId launch;
  RunId run;
  Engine engine = Engine::Mpi;
  std::string launcher = "local";
  RankCount ranks;
  Protocol protocol = Protocol::Default;
  std::vector<LaunchCell> cells;
  SamplingPlan sampling;
  Timeouts timeouts;
};
struct StopLaunch {
  LaunchId launch;
  std::string reason;
};
using ControllerFrame = std::variant<Welcome, Refused, Acknowledge, StartLaunch, StopLaunch>;

std::string to_text(const AgentFrame&);
std::string to_text(const ControllerFrame&);
Result<AgentFrame> parse_agent_frame(std::string_view text);
Result<ControllerFrame> parse_controller_frame(std::string_view text);

}  // namespace busbar::wire
