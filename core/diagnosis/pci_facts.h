#pragma once
// What lspci says about bridges, GPUs and NICs: Access Control Services and links, and the rules on
// it. Units: speeds in GT/s, widths in lanes. What is not printed is nothing. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

struct PcieLink {
  double gt_s = 0;
  std::int64_t lanes = 0;
};

// Of ACSCtl (what is set), not of ACSCap (what is possible).
struct AcsControl {
  bool source_validation = false;
  bool redirects = false;  // ReqRedir, CmpltRedir or UpstreamFwd
  Evidence evidence;
};

struct PciDevice {
  std::string bdf;          // "17:01.0", with its domain where lspci prints one; may be empty
  std::string description;  // the rest of the head line
  std::string driver;
  std::optional<std::string> secondary, subordinate;  // buses below a bridge, as printed
  std::optional<PcieLink> capability, status;
  std::optional<AcsControl> acs;
};

struct PciFacts {
  std::vector<PciDevice> devices;
};

bool is_gpu(const PciDevice&);
bool is_nic(const PciDevice&);
bool is_nvswitch(const PciDevice&);
// "on", "off", "source validation only"
std::string acs_state(const AcsControl&);

std::vector<Finding> findings_of(const PciFacts&);

}  // namespace busbar
