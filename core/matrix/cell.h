#pragma once
// One point of the matrix on one placement, and its key, the identity of a series.
// Threads: values.
#include <compare>
#include <cstdint>
#include <string>

#include "core/collective/collective.h"
#include "core/fabric/node.h"
#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

struct Cell {
  Engine engine = Engine::Mpi;
  Collective collective = Collective::AllReduce;
  MessageSize size;
  DataType data_type = DataType::Float32;
  ReductionOperation operation =
      ReductionOperation::Sum;  // Sum, and without meaning, where nothing is reduced
  AlgorithmName algorithm = default_algorithm();
  Protocol protocol = Protocol::Default;
  BufferMode buffer = BufferMode::OutOfPlace;
  Placement placement;

  auto operator<=>(const Cell&) const = default;
};

// Position of a cell in its run's plan, from 0.
using CellIndex = Quantity<struct CellIndexTag, std::uint32_t>;

// The series' identity, readable and stable:
// "mpi/all_reduce/float32/sum/1048576/out_of_place/ring/default/n1,n2x2". Origin, oversubscription
// and plan version are added by the store, which must never mix them.
std::string cell_key(const Cell&);

}  // namespace busbar
