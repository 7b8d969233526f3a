#include "wire/formats/nccl_tests/conclusions.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_tests_text.h"

namespace busbar::wire {
namespace {

using test::NcclLayout;
using test::NcclTable;

NcclConclusions concluded(const NcclTable& table) {
  const NcclTestsText text = read_nccl_tests(test::nccl_table(table));
  EXPECT_EQ(text.runs.size(), 1U);
  return text.runs.empty() ? NcclConclusions{} : conclude(text.runs.front());
}

// What the columns tell; gather and scatter print the same.
struct Case {
  std::string_view collective, want;
};

TEST(NcclConclusions, NamesTheCollectiveFromModernColumns) {
  for (const auto& [collective, want] :
       {Case{"all_reduce", "all_reduce"}, Case{"all_gather", "all_gather"},
        Case{"reduce_scatter", "reduce_scatter"}, Case{"broadcast", "broadcast"},
        Case{"reduce", "reduce"}, Case{"alltoall", "alltoall"}, Case{"sendrecv", "sendrecv"},
        Case{"gather", ""}, Case{"scatter", ""}})
    for (const std::uint64_t ranks : {2U, 3U, 8U, 16U, 64U}) {
      const auto found = concluded({.collective = collective, .ranks = ranks});
      EXPECT_EQ(found.collective, want) << collective << " of " << ranks;
      EXPECT_EQ(found.ranks, ranks);
      EXPECT_TRUE(found.missing.empty()) << found.missing.front();
    }
}

TEST(NcclConclusions, NamesTheCollectiveFromOldColumns) {
  for (const auto& [collective, want] :
       {Case{"all_reduce", "all_reduce"}, Case{"all_gather", "all_gather"},
        Case{"reduce_scatter", "reduce_scatter"}, Case{"broadcast", "broadcast"},
        Case{"reduce", "reduce"}, Case{"alltoall", "alltoall"}, Case{"sendrecv", "sendrecv"},
        Case{"gather", ""}})
    for (const std::uint64_t ranks : {2U, 8U, 16U})
      EXPECT_EQ(concluded({.collective = collective, .ranks = ranks, .layout = NcclLayout::Old})
                    .collective,
                want)
          << collective << " of " << ranks;
}

TEST(NcclConclusions, CountsRanksWithoutADeviceList) {
  for (const std::string_view collective : {"all_reduce", "all_gather", "reduce_scatter"})
    for (const std::uint64_t ranks : {2U, 4U, 8U, 16U, 24U}) {
      const auto found =
          concluded({.collective = collective, .ranks = ranks, .has_device_list = false});
      EXPECT_EQ(found.collective, collective) << ranks;
      EXPECT_EQ(found.ranks, ranks) << collective;
      EXPECT_FALSE(found.nodes);
    }
}

TEST(NcclConclusions, SaysNothingWhereSeveralAnswersFit) {
  // Unchecked, an all_gather and an alltoall print the same.
  EXPECT_EQ(concluded({.collective = "all_gather", .is_validated = false}).collective, "");
  EXPECT_EQ(concluded({.collective = "alltoall", .is_validated = false}).collective, "");
  // A broadcast's busbw is its algbw whatever the ranks.
  const auto broadcast = concluded({.collective = "broadcast", .has_device_list = false});
  EXPECT_EQ(broadcast.collective, "broadcast");
  EXPECT_FALSE(broadcast.ranks);
}

TEST(NcclConclusions, DoesNotBelieveAProgramNameThatTheColumnsContradict) {
  const std::string table = test::nccl_table({.collective = "all_reduce"});
  const auto wrong = read_nccl_tests("$ ls build: broadcast_perf\n" + table);
  EXPECT_EQ(conclude(wrong.runs.front()).collective, "all_reduce");
  const std::string unchecked = test::nccl_table({.collective = "alltoall", .is_validated = false});
  const auto right = read_nccl_tests("$ mpirun -np 8 ./build/alltoall_perf -c 0\n" + unchecked);
  EXPECT_EQ(conclude(right.runs.front()).collective, "alltoall");
}

TEST(NcclConclusions, CountsTheSweep) {
  NcclParameters parameters;
  parameters.min_bytes = 8;
  parameters.max_bytes = 128 << 20;
  parameters.step = NcclStep{true, 2};
  EXPECT_EQ(sweep_length(parameters), 25U);
  parameters.step = NcclStep{false, 1 << 20};
  EXPECT_EQ(sweep_length(parameters), 128U);
  parameters.max_bytes = 1U << 31;
  parameters.step = NcclStep{true, 4};
  EXPECT_EQ(sweep_length(parameters), 15U);
  parameters.reduced_max_bytes = 8;
  EXPECT_EQ(sweep_length(parameters), 1U);
  parameters.step = NcclStep{true, 1};
  EXPECT_FALSE(sweep_length(parameters));
  EXPECT_FALSE(sweep_length({}));
}

TEST(NcclConclusions, SeesThatSizesOfTheSweepAreMissing) {
  std::string text = test::nccl_table({});
  const std::size_t row = text.find("     2097152");
  text.erase(row, text.find('\n', row) + 1 - row);
  const auto found = conclude(read_nccl_tests(text).runs.front());
  ASSERT_EQ(found.missing.size(), 1U);
  EXPECT_EQ(found.missing.front(), "sizes of the sweep: 6 rows of 7 sizes");
}

TEST(NcclConclusions, KnowsTheFactors) {
  EXPECT_DOUBLE_EQ(*nccl_bus_factor("all_reduce", 8), 1.75);
  EXPECT_DOUBLE_EQ(*nccl_bus_factor("alltoall", 4), 0.75);
  EXPECT_DOUBLE_EQ(*nccl_bus_factor("sendrecv", 4), 1);
  EXPECT_FALSE(nccl_bus_factor("hypercube", 4));
  EXPECT_FALSE(nccl_bus_factor("", 4));
}

}  // namespace
}  // namespace busbar::wire
