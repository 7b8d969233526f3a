// Compiled twice by tests: as it stands it must compile; with BUSBAR_MIX, which passes an algorithm
// bandwidth where a bus bandwidth is expected, it must not.
#include "core/collective/collective.h"

namespace busbar {

BusBandwidth shown(BusBandwidth bandwidth) {
  return bandwidth;
}

BusBandwidth of_a_gigabyte_in_a_second() {
  const AlgorithmBandwidth algorithm = algorithm_bandwidth(MessageSize(1'000'000'000), Seconds(1));
#ifdef BUSBAR_MIX
  return shown(algorithm);
#else
  return shown(bus_bandwidth(Collective::AllReduce, algorithm, RankCount(8)));
#endif
}

}  // namespace busbar
