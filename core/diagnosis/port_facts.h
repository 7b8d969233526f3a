#pragma once
// What ibstat, ibstatus, ibv_devinfo, perfquery and sysfs say about RDMA ports, and the rules on
// it. Units: rates in Gb/s (10^9 bits per second), MTU in bytes, lids as numbers (ibstat prints
// them decimal, ibstatus hexadecimal); data counters as printed, in words of four bytes. What a
// program does not print is nothing. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

// In the order of the text. A text value is a setting, such as "0x0000".
using CounterValue = std::variant<std::uint64_t, std::string>;
using Counters = std::vector<std::pair<std::string, CounterValue>>;

struct RdmaPort {
  std::optional<std::int64_t> port;
  std::string state, phys_state, link_layer;  // as printed, without the number; empty: not printed
  std::optional<double> rate_gb_s;
  std::string rate_raw, width_speed;  // "400 Gb/sec (4X NDR)", "4X NDR"
  std::optional<std::int64_t> base_lid, sm_lid, max_mtu, active_mtu;
  std::string netdev;
  std::optional<bool> is_netdev_up;
  Counters counters;
  Evidence evidence;  // the line of the state, or of the port
};

struct RdmaDevice {
  std::string name;
  std::string type;  // "MT4129": the card, where the program prints it
  std::string firmware, board, transport;
  std::optional<std::int64_t> vendor_part, port_count;
  std::vector<RdmaPort> ports;
};

struct PortFacts {
  enum class Program { None, Ibstat, Ibstatus, Devinfo, Sysfs, Perfquery, Netdevs, Other };
  Program program = Program::None;
  std::vector<RdmaDevice> devices;
  std::optional<std::int64_t> lid, port;  // of perfquery
  Counters counters;                      // of perfquery
  std::vector<std::string> broken_at;     // devices at which the listing broke off
  std::optional<Evidence> broke_off;
  std::optional<Evidence> nothing_there;  // "No IB devices found"
};

std::vector<Finding> findings_of(const PortFacts&);

enum class CounterMeaning { Data, Setting, Congestion, MinorError, Error };
// By its name in perfquery, sysfs or ibqueryerrors; Data where the table does not know it.
CounterMeaning counter_meaning(std::string_view name);

}  // namespace busbar
