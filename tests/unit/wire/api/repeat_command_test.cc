#include "wire/api/repeat_command.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/sample_messages.h"

namespace busbar::wire {
namespace {

TEST(RepeatCommand, NamesEveryDimensionOfTheCell) {
  Cell cell = samples::cell();
  cell.operation = ReductionOperation::Max;
  EXPECT_EQ(repeat_command(cell),
            (std::vector<std::string>{"mpirun", "-np", "4", "--bind-to", "none", "--oversubscribe",
                                      "busbar-bench-mpi", "--collective", "all_reduce", "--sizes",
                                      "1048576", "--data-type", "float32", "--operation", "max",
                                      "--algorithm", "ring"}));
}

TEST(RepeatCommand, HasNoOperationWhereNothingIsReduced) {
  Cell cell = samples::cell();
  cell.collective = Collective::AllGather;
  const auto command = repeat_command(cell);
  EXPECT_EQ(std::ranges::count(command, "--operation"), 0);
}

TEST(RepeatCommand, InPlaceAndProtocolAreRepeatedToo) {
  Cell cell = samples::cell();
  cell.buffer = BufferMode::InPlace;
  cell.protocol = Protocol::Eager;
  const auto command = repeat_command(cell);
  EXPECT_EQ(command.back(), "--in-place");
  EXPECT_EQ(command.front(), "env");
  EXPECT_NE(command[1].find("OMPI_MCA_"), std::string::npos);
}

}  // namespace
}  // namespace busbar::wire
