#pragma once
// What the search for causes reads: the series of a cluster, where its nodes hang, what was
// changed. Promises: plain values; places in `logs` are nights, place 0 is the first night of the
// history. Units: logs of bytes per second, NaN where a night has no valid value. Threads: values.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

// One series: everything that names it, and its nights.
struct MeasuredSeries {
  std::string collective;
  MessageSize bytes;
  std::string algorithm, protocol;
  bool sharp = false;            // asked for in-network reduction
  std::vector<NodeId> node_set;  // in the order of the ranks
  std::string rail;              // measured on this rail alone; empty: on all
  std::vector<double> logs;
};

// A version or setting that differs from the night before.
struct ProvenanceChange {
  std::size_t night = 0;  // first night with the new value
  std::vector<NodeId> nodes;
  std::string key, from, to;
};

struct ClusterHistory {
  std::map<NodeId, std::string> leaf_of;
  std::vector<ProvenanceChange> changes;
  std::vector<MeasuredSeries> series;
};

}  // namespace busbar
