#pragma once
// Reads nvidia-smi topo -m, -mp and -p2p, rocm-smi --showtopo and amd-smi topology, as they came or
// pasted: colour, tabs or the blanks that a terminal makes of them, a terminal's padding, NIC
// columns by name or by legend, one to three affinity columns, CPU lists with commas, empty fields,
// torn rows, text before and after. Units: see core/diagnosis/topology_facts.h. Errors: none; a
// text without a table gives Kind::Unavailable. Threads: pure.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/topology_facts.h"
#include "wire/formats/listings/listing.h"
#include "wire/formats/reading.h"

namespace busbar::wire {

// `gpu_model`: what is known from elsewhere, such as "NVIDIA H100 80GB HBM3".
TopologyFacts read_topology(std::string_view text, std::optional<std::string> gpu_model = {});
std::string to_json(const TopologyFacts&);

// The whole reading with a known model; without one it is what topology_readers() reads.
Reading topology_reading(std::string_view text, std::optional<std::string> gpu_model = {});

// Its parts: nvidia-smi's matrix, from its header line on; rocm-smi's and amd-smi's tables.
bool is_matrix_header(std::string_view line);
void read_nvidia_matrix(const std::vector<listing::Line>& lines, TopologyFacts& facts);
void read_rocm_tables(const std::vector<listing::Line>& lines, TopologyFacts& facts);

}  // namespace busbar::wire
