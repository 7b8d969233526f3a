// What the counters of a port mean.
// Tested by tests/unit/core/diagnosis/port_rules_test.cc
#include <algorithm>
#include <array>

#include "core/diagnosis/port_facts.h"

namespace busbar {
namespace {

struct Row {
  std::string_view
      name;  // lower case, without "_", "counter" at its end or "port" at its beginning
  CounterMeaning meaning;
};

using enum CounterMeaning;

// Sources: InfiniBand specification, PortCounters and PortCountersExtended; the kernel's
// Documentation/ABI/stable/sysfs-class-infiniband; NVIDIA's list of mlx5 hw_counters.
// MinorError: counted on healthy links too, now and then (link training, reordering by adaptive
// routing, packets for a lid that went away).
constexpr std::array kRows{
    Row{"symbolerror", Error},
    Row{"symbolerrors", Error},
    Row{"linkerrorrecovery", Error},
    Row{"linkdowned", Error},
    Row{"linkdown", Error},
    Row{"rcvremotephysicalerrors", Error},
    Row{"rcvremphyserrors", Error},
    Row{"xmitdiscards", Error},
    Row{"locallinkintegrityerrors", Error},
    Row{"excessivebufferoverrunerrors", Error},
    Row{"excessivebufferoverrun", Error},
    Row{"localacktimeouterr", Error},
    Row{"packetseqerr", Error},
    Row{"rnrnakretryerr", Error},
    Row{"reqtransportretriesexceeded", Error},
    Row{"reqrnrretriesexceeded", Error},
    Row{"rxicrcencapsulated", Error},
    Row{"impliednakseqerr", Error},
    Row{"outofbuffer", Error},
    Row{"rcverrors", MinorError},
    Row{"rcvswitchrelayerrors", MinorError},
    Row{"xmitconstrainterrors", MinorError},
    Row{"rcvconstrainterrors", MinorError},
    Row{"vl15dropped", MinorError},
    Row{"qp1dropped", MinorError},
    Row{"outofsequence", MinorError},
    Row{"effectivephysicalerrors", MinorError},
    Row{"duplicaterequest", MinorError},
    Row{"roceslowrestart", MinorError},
    Row{"respcqeerror", MinorError},
    Row{"reqcqeerror", MinorError},
    // Names of older programs.
    Row{"linkrecovers", Error},
    Row{"rcvremotephyserrors", Error},
    Row{"xmtdiscards", Error},
    Row{"linkintegrityerrors", Error},
    Row{"excbufoverrunerrors", Error},
    Row{"rcvswrelayerrors", MinorError},
    Row{"xmtconstrainterrors", MinorError},
    Row{"xmtwait", Congestion},
    Row{"xmitwait", Congestion},
    Row{"rpcnphandled", Congestion},
    Row{"rpcnpignored", Congestion},
    Row{"npcnpsent", Congestion},
    Row{"npecnmarkedrocepackets", Congestion},
    Row{"roceadpretrans", Congestion},
    Row{"lifespan", Setting},
    Row{"select", Setting},
    Row{"counterselect", Setting},
    Row{"counterselect2", Setting},
};

std::string key_of(std::string_view name) {
  std::string key;
  for (char c : name)
    if (c != '_' && c != ' ') key += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (key.starts_with("port")) key.erase(0, 4);
  if (key.ends_with("counter")) key.resize(key.size() - 7);
  return key;
}

}  // namespace

CounterMeaning counter_meaning(std::string_view name) {
  const std::string key = key_of(name);
  const auto found =
      std::find_if(kRows.begin(), kRows.end(), [&key](const Row& row) { return row.name == key; });
  return found == kRows.end() ? Data : found->meaning;
}

}  // namespace busbar
