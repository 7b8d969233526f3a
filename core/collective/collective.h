#pragma once
// The collectives, data types and reduction operations that Busbar measures, their text forms, and
// the bus-bandwidth factors. Units: sizes in bytes, bandwidths in bytes per second. Source:
// NVIDIA/nccl-tests doc/PERFORMANCE.md and its GetBw functions; docs/method/bus-bandwidth.md
// repeats the table. Threads: pure.
#include <array>
#include <optional>
#include <string_view>

#include "core/error/result.h"
#include "core/units/quantity.h"

namespace busbar {

enum class Collective {
  AllReduce,
  AllGather,
  ReduceScatter,
  Broadcast,
  Reduce,
  AllToAll,
  SendRecv
};
enum class DataType { Int8, Int32, Int64, Float32, Float64 };
enum class ReductionOperation { Sum, Prod, Min, Max };
enum class Engine { Mpi };
// How the transport sends a message: MPI's two protocols. Default leaves the switch point to the
// library.
enum class Protocol { Default, Eager, Rendezvous };
enum class BufferMode { OutOfPlace, InPlace };

// One table to and from text for each; JSON, command line, SQL and the browser use these words
// alone.
std::string_view to_text(Collective);
std::string_view to_text(DataType);
std::string_view to_text(ReductionOperation);
std::string_view to_text(Engine);
std::string_view to_text(Protocol);
std::string_view to_text(BufferMode);

template <class Enum>
std::optional<Enum> from_text(
    std::string_view text);  // specialised in collective.cc for each enum above

// "all_reduce, all_gather, …": for error messages that say what would be right.
template <class Enum>
std::string all_texts();

MessageSize element_size(DataType);
bool reduces(Collective);  // all_reduce, reduce_scatter and reduce have a reduction operation

// Buffers are divided by the ranks (all_gather, reduce_scatter, all_to_all), so sizes must be too.
bool is_divided_by_ranks(Collective);

// busbw = algbw × factor, for n ranks.
Ratio bus_factor(Collective, RankCount);
AlgorithmBandwidth algorithm_bandwidth(MessageSize, Seconds);
BusBandwidth bus_bandwidth(Collective, AlgorithmBandwidth, RankCount);

}  // namespace busbar
