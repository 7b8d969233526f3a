#pragma once
// The environment that makes Open MPI send messages by one protocol.
// The limits of the point-to-point transports (shared memory, TCP, self) are read once when the
// library starts, so a protocol needs a start of its own. Units: bytes. Source: `ompi_info --param
// btl all --level 9` of 4.1.4; effects as seen in docs/method/mpi-engine.md. Threads: pure.
// Invariants: Protocol::Default gives an empty map: the library decides.
#include <map>
#include <string>

#include "core/collective/collective.h"
#include "core/units/quantity.h"

namespace busbar {

// Room for the largest header that the library puts before a message.
inline constexpr MessageSize kMpiHeaderMax{256};
// Eager messages beyond this are not asked for: every peer keeps buffers of this size.
inline constexpr MessageSize kMpiEagerMax{4u << 20};

// `largest` is the largest message that must still be eager; capped at kMpiEagerMax.
std::map<std::string, std::string> mpi_environment(Protocol, MessageSize largest);

}  // namespace busbar
