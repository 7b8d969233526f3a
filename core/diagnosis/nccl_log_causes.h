#pragma once
// What a log of NCCL says about the fault: the troubles ordered by cause, and the findings. A cause
// comes before what follows from it; among causes the first in the text comes first. Confidence is
// that of the text alone: 0.9 where NCCL names the fault, 0.8 where it follows from what NCCL
// selected, 0.5 and less where something else may explain it. Threads: pure.
// Source: docs/method/findings.md.
#include <vector>

#include "core/diagnosis/finding.h"
#include "core/diagnosis/nccl_log_facts.h"

namespace busbar {

// Most likely first; never empty.
std::vector<Explanation> explain(const NcclLogFacts&);
std::vector<Finding> findings_of(const NcclLogFacts&);

// The trouble that the others follow from; nothing: there is one kind of trouble, or no cause.
const NcclTroubleSeen* first_cause(const NcclLogFacts&);

// "IBV_WC_RETRY_EXC_ERR: the peer stopped acknowledging"; empty: no such status.
std::string_view completion_status_meaning(std::int64_t status);

}  // namespace busbar
