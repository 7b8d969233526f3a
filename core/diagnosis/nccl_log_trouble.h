#pragma once
// What a warning of NCCL, RCCL or one of their plugins is about, by the words that it uses; and
// what each kind of trouble means. Both are tables, read from the top: the first row that fits
// holds. Sources: the WARN calls of NVIDIA/nccl 2.2 to 2.30, ROCm/rccl, aws-ofi-nccl and
// nccl-rdma-sharp-plugins; the NCCL user guide, "Troubleshooting". Threads: pure.
#include <string>
#include <string_view>

#include "core/diagnosis/nccl_log_facts.h"

namespace busbar {

// `place`: the source file and line, or function and line, that the warning names; may be empty.
NcclTrouble nccl_trouble(std::string_view place, std::string_view message);

// The message without what differs from rank to rank (pointers, names of segments, ports) and
// without prefixes that repeat the source: equal troubles have equal texts.
std::string nccl_trouble_text(NcclTrouble, std::string_view place, std::string_view message);

// How near a kind of trouble is to the cause of a failure.
enum class Causality { Cause, Hint, Consequence };

struct NcclTroubleMeaning {
  NcclTrouble kind;
  RootCause cause;
  Causality causality;
  DiagnosisStep step;
  Severity severity;
  std::string_view why, remedy;
};
const NcclTroubleMeaning& meaning_of(NcclTrouble);

}  // namespace busbar
