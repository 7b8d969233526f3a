#pragma once
// The rules on a machine: for each word that a look at topology, ports or host settings can report,
// how grave it is, what it costs, what to do and who says so; and the recommended values. The table
// is the documentation; docs/formats/{topology,ports,host}.md say when each is reported. Threads:
// pure. Sources, short: "NCCL guide" is the NCCL user guide's environment and troubleshooting
// pages, "GDS guide" NVIDIA's GPUDirect Storage guides, "kernel" the Linux kernel's documentation.
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

struct MachineRule {
  std::string_view code;
  Severity severity = Severity::Warning;
  DiagnosisStep step = DiagnosisStep::Topology;
  std::string_view why;     // what it costs
  std::string_view remedy;  // empty: nothing to be done
  std::string_view source;
};

std::span<const MachineRule> machine_rules();
const MachineRule* find_machine_rule(std::string_view code);

// A finding by its rule. `detail` (what was seen) stands before the rule's reason.
Finding machine_finding(std::string_view code, std::vector<FindingObjects> objects = {},
                        std::string_view detail = {});
Finding machine_finding(std::string_view code, Severity severity,
                        std::vector<FindingObjects> objects = {}, std::string_view detail = {});

}  // namespace busbar
