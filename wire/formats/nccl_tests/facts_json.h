#pragma once
// The facts of an nccl-tests text as one JSON object, in the shape of docs/formats/nccl-tests.md:
// suite, versions, collective, ranks, parameters, rows in the order printed, closing lines, errors.
// Several runs: what all of them agree on stands above, all rows together, and each run by itself
// in `tables`. Units: in the names; GB/s is 10^9. Threads: pure. Errors: none.
#include <string>

#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

std::string nccl_tests_json(const NcclTestsText& text);

}  // namespace busbar::wire
