#pragma once
// Rows of nccl-tests as imported measurements. The printed time is the mean over the iterations
// and (by default) over the ranks: one sample of so many operations, whose interval covers nothing
// (confidence 0). Where -I or JSON gives each iteration's time these are the samples. Bandwidths
// are computed anew from size and time, for two printed decimals are too few at small sizes.
// Errors: none; rows that cannot be measurements are in `left_out`. Threads: pure.
#include "wire/formats/nccl_tests/table.h"
#include "wire/formats/tables/imported.h"

namespace busbar::wire {

ImportedTable nccl_tests_measurements(const NcclTestsText& text, const ImportHints& hints = {});

}  // namespace busbar::wire
