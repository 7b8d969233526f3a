#pragma once
// Reads what ibstat, ibstatus, ibv_devinfo [-v], perfquery [-x], ibqueryerrors, ibportstate,
// mlxlink, ibdev2netdev and `grep . /sys/class/infiniband/…` print, as they came: tabs or blanks,
// dots as padding, colour, an error in place of the rest. Which program it was is told by its own
// words. Units: see core/diagnosis/port_facts.h. Errors: none. Threads: pure.
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/port_facts.h"
#include "wire/formats/listings/listing.h"
#include "wire/formats/reading.h"

namespace busbar::wire {

PortFacts read_ports(std::string_view text);
std::string to_json(const PortFacts&);

// Its parts: listings that are blocks of "key: value", and listings of counters.
void read_port_blocks(const std::vector<listing::Line>& lines, PortFacts& facts);
void read_sysfs_files(const std::vector<listing::Line>& lines, PortFacts& facts);
void read_dotted_counters(const std::vector<listing::Line>& lines, PortFacts& facts);
void read_error_summary(const std::vector<listing::Line>& lines, PortFacts& facts);
void read_netdev_list(const std::vector<listing::Line>& lines, PortFacts& facts);

// One key of a port, whatever the program calls it; false: not a key of a port.
bool set_port_value(RdmaPort& port, std::string_view key, std::string_view value,
                    const listing::Line& line);

}  // namespace busbar::wire
