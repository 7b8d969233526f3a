#pragma once
// The machine formats: one document of `-J` (nccl-tests 2.17 and later, also cut short), and the
// JSON lines, JSON array and CSV of rccl-tests `-x FILE -Z json|csv`. The environment that `-J`
// stores is never read. Errors: none; what is not of these formats gives no runs. Threads: pure.
#include <string_view>

#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

bool looks_like_nccl_json(std::string_view text);
bool looks_like_rccl_csv(std::string_view text);

NcclTestsText read_nccl_json(std::string_view text);
NcclTestsText read_rccl_csv(std::string_view text);

}  // namespace busbar::wire
