#pragma once
// Reads NCCL's and RCCL's topology files (root system) and graph files (root graphs), hand-written
// ones too: comments anywhere, attributes in any order, most of them absent. Entities of the text
// itself are never expanded (a doctype is passed over), nesting and sizes are bounded, and a text
// that breaks off gives what stands before the break, with is_whole false.
// Units: see core/diagnosis/topology_xml_facts.h. Errors: none. Threads: pure.
#include <string>
#include <string_view>

#include "core/diagnosis/topology_xml_facts.h"
#include "wire/formats/reading.h"

namespace busbar::wire {

TopologyXmlFacts read_topology_xml(std::string_view text);
std::string to_json(const TopologyXmlFacts&);

}  // namespace busbar::wire
