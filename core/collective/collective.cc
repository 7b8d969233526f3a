#include "core/collective/collective.h"

#include <span>
#include <string>

namespace busbar {
namespace {

template <class Enum>
struct Word {
  Enum value;
  std::string_view text;
};

// The tables: the only place where these words are spelled.
constexpr std::array kCollectives{
    Word{Collective::AllReduce, "all_reduce"},
    Word{Collective::AllGather, "all_gather"},
    Word{Collective::ReduceScatter, "reduce_scatter"},
    Word{Collective::Broadcast, "broadcast"},
    Word{Collective::Reduce, "reduce"},
    Word{Collective::AllToAll, "all_to_all"},
    Word{Collective::SendRecv, "send_recv"},
};
constexpr std::array kDataTypes{
    Word{DataType::Int8, "int8"},       Word{DataType::Int32, "int32"},
    Word{DataType::Int64, "int64"},     Word{DataType::Float32, "float32"},
    Word{DataType::Float64, "float64"},
};
constexpr std::array kOperations{
    Word{ReductionOperation::Sum, "sum"},
    Word{ReductionOperation::Prod, "prod"},
    Word{ReductionOperation::Min, "min"},
    Word{ReductionOperation::Max, "max"},
};
constexpr std::array kEngines{Word{Engine::Mpi, "mpi"}};
constexpr std::array kProtocols{
    Word{Protocol::Default, "default"},
    Word{Protocol::Eager, "eager"},
    Word{Protocol::Rendezvous, "rendezvous"},
};
constexpr std::array kBufferModes{
    Word{BufferMode::OutOfPlace, "out_of_place"},
    Word{BufferMode::InPlace, "in_place"},
};

template <class Enum>
constexpr std::span<const Word<Enum>> words();
template <>
constexpr std::span<const Word<Collective>> words() {
  return kCollectives;
}
template <>
constexpr std::span<const Word<DataType>> words() {
  return kDataTypes;
}
template <>
constexpr std::span<const Word<ReductionOperation>> words() {
  return kOperations;
}
template <>
constexpr std::span<const Word<Engine>> words() {
  return kEngines;
}
template <>
constexpr std::span<const Word<Protocol>> words() {
  return kProtocols;
}
template <>
constexpr std::span<const Word<BufferMode>> words() {
  return kBufferModes;
}

template <class Enum>
std::string_view text_of(Enum value) {
  for (const Word<Enum>& word : words<Enum>())
    if (word.value == value) return word.text;
  return "";
}

}  // namespace

std::string_view to_text(Collective value) {
  return text_of(value);
}
std::string_view to_text(DataType value) {
  return text_of(value);
}
std::string_view to_text(ReductionOperation value) {
  return text_of(value);
}
std::string_view to_text(Engine value) {
  return text_of(value);
}
std::string_view to_text(Protocol value) {
  return text_of(value);
}
std::string_view to_text(BufferMode value) {
  return text_of(value);
}

template <class Enum>
std::optional<Enum> from_text(std::string_view text) {
  for (const Word<Enum>& word : words<Enum>())
    if (word.text == text) return word.value;
  return std::nullopt;
}
template std::optional<Collective> from_text(std::string_view);
template std::optional<DataType> from_text(std::string_view);
template std::optional<ReductionOperation> from_text(std::string_view);
template std::optional<Engine> from_text(std::string_view);
template std::optional<Protocol> from_text(std::string_view);
template std::optional<BufferMode> from_text(std::string_view);

template <class Enum>
std::string all_texts() {
  std::string joined;
  for (const Word<Enum>& word : words<Enum>()) {
    if (!joined.empty()) joined += ", ";
    joined += word.text;
  }
  return joined;
}
template std::string all_texts<Collective>();
template std::string all_texts<DataType>();
template std::string all_texts<ReductionOperation>();
template std::string all_texts<Engine>();
template std::string all_texts<Protocol>();
template std::string all_texts<BufferMode>();

MessageSize element_size(DataType type) {
  switch (type) {
    case DataType::Int8:
      return MessageSize(1);
    case DataType::Int32:
    case DataType::Float32:
      return MessageSize(4);
    case DataType::Int64:
    case DataType::Float64:
      return MessageSize(8);
  }
  return MessageSize(1);
}

bool reduces(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
    case Collective::ReduceScatter:
    case Collective::Reduce:
      return true;
    case Collective::AllGather:
    case Collective::Broadcast:
    case Collective::AllToAll:
    case Collective::SendRecv:
      return false;
  }
  return false;
}

bool is_divided_by_ranks(Collective collective) {
  switch (collective) {
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
      return true;
    case Collective::AllReduce:
    case Collective::Broadcast:
    case Collective::Reduce:
    case Collective::SendRecv:
      return false;
  }
  return false;
}

Ratio bus_factor(Collective collective, RankCount ranks) {
  const double n = ranks.value();
  if (n < 1) return Ratio(0);
  switch (collective) {
    case Collective::AllReduce:
      return Ratio(2 * (n - 1) / n);
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
      return Ratio((n - 1) / n);
    case Collective::Broadcast:
    case Collective::Reduce:
    case Collective::SendRecv:
      return Ratio(1);
  }
  return Ratio(0);
}

AlgorithmBandwidth algorithm_bandwidth(MessageSize size, Seconds time) {
  if (time.value() <= 0) return AlgorithmBandwidth(0);
  return AlgorithmBandwidth(static_cast<double>(size.value()) / time.value());
}

BusBandwidth bus_bandwidth(Collective collective, AlgorithmBandwidth algorithm, RankCount ranks) {
  return BusBandwidth(algorithm.value() * bus_factor(collective, ranks).value());
}

}  // namespace busbar
