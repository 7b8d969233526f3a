#pragma once
// What a topology file of NCCL or RCCL (system) and a graph file (graphs) say, and the rules on it.
// Units: link and graph speeds as the file states them (text such as "32.0 GT/s PCIe"; GB/s in a
// graph), network speeds in Mbit/s. What the file does not state is nothing; an empty link_speed is
// stated and unknown. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

enum class PciKind { Gpu, Nic, Switch, NvSwitch, Other, Unknown };
// By the class attribute: 0x0302, 0x0300, 0x0380, 0x1200 accelerator; 0x0207 InfiniBand, 0x0200
// Ethernet and EFA; 0x0604 bridge; 0x0680 NVSwitch. Without a class: Unknown.
PciKind pci_kind(std::string_view pci_class);

struct XmlLink {
  std::string element;  // "nvlink", "xgmi", "c2c"
  std::string target;   // bus id
  std::optional<std::int64_t> count;
  std::string target_class;
};

struct XmlGpu {
  std::optional<std::int64_t> dev, rank, sm, gdr;
  std::vector<XmlLink> links;
};

struct XmlNet {
  std::string name;
  std::optional<std::int64_t> dev, speed_mbit_s, port, gdr;
};

struct XmlPci {
  std::string busid, pci_class, vendor, device;
  std::optional<std::string> link_speed, link_width;
  std::optional<std::size_t> parent;  // index of the pci that it is in
  std::size_t cpu = 0;                // index of its cpu
  std::optional<XmlGpu> gpu;
  std::vector<XmlNet> nets;
};

struct XmlCpu {
  std::optional<std::int64_t> numaid;
  std::optional<std::string> affinity, arch, vendor;
  std::vector<XmlNet> nets;  // in a nic directly below, without a pci
  std::size_t pci_count = 0;
};

struct XmlGraph {
  std::optional<std::int64_t> id, pattern, crossnic, nchannels, samechannels;
  std::optional<double> speedintra, speedinter;
  std::string typeintra, typeinter;
  std::vector<std::vector<std::string>> channels;  // "net0", "gpu3", …
};

struct TopologyXmlFacts {
  enum class Kind { Topology, Graphs, Other, Nothing };
  Kind kind = Kind::Nothing;
  std::string root, version;
  bool is_whole = true;  // false: the text breaks off or is not well-formed from some place on
  std::vector<XmlCpu> cpus;
  std::vector<XmlPci> pcis;  // in the order of the file
  std::vector<XmlGraph> graphs;
};

// CPUs in a mask of comma-separated 32-bit words, highest first; nothing: no mask.
std::optional<std::int64_t> cpu_count(std::string_view affinity);

// GPUs below the nearest bridge of the NIC that has any, by index.
std::vector<std::size_t> gpus_beside(const TopologyXmlFacts&, std::size_t nic);

bool is_gpu(const XmlPci&);
bool is_nic(const XmlPci&);
// A network that is a socket: no GPUDirect and no port number.
bool is_socket(const XmlNet&);

std::vector<Finding> findings_of(const TopologyXmlFacts&);

}  // namespace busbar
