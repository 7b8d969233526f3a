#include "wire/yaml/sweep_reader.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

struct Outcome {
  Sweep sweep;
  std::vector<Error> errors;
};

Outcome outcome(const std::string& text) {
  const auto root = parse_document("v: " + text, "m.yaml");
  Faults faults("m.yaml");
  Outcome found;
  found.sweep = read_sweep({&root->members[0].value, "sweeps[0]"}, faults);
  found.errors = faults.take();
  return found;
}

TEST(SweepReader, FillsInTheDefaults) {
  const auto [sweep, errors] = outcome("{collectives: [reduce], sizes: [8]}");
  EXPECT_TRUE(errors.empty());
  EXPECT_EQ(sweep.data_types, std::vector{DataType::Float32});
  EXPECT_EQ(sweep.algorithms, std::vector{default_algorithm()});
  EXPECT_EQ(sweep_points(sweep), 1U);
}

TEST(SweepReader, CountsTheProductOfItsDimensions) {
  const auto [sweep, errors] = outcome(
      "{collectives: [all_reduce, reduce], sizes: [8, 16, 24], data_types: [int32, float64],"
      " operations: [sum, max], algorithms: [default, rabenseifner], protocols: [eager],"
      " buffers: [in_place, out_of_place]}");
  ASSERT_TRUE(errors.empty()) << to_line(errors.front());
  EXPECT_EQ(sweep_points(sweep), 96U);
}

TEST(SweepReader, RefusesASizeThatOneTypeDoesNotDivide) {
  const auto errors =
      outcome("{collectives: [reduce], sizes: [8, 12], data_types: [float32, float64]}").errors;
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].what, "12 bytes is not a multiple of 8, the size of float64");
}

TEST(SweepReader, RefusesMoreCellsThanThePlanHoldsWithCountAndLimit) {
  const auto errors =
      outcome("{collectives: [reduce], sizes: {from: 4, to: 40000000, step: 4}}").errors;
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].what, "makes the sweep 10000000 cells, the limit is 100000");
}

TEST(SweepReader, KnowsTheAlgorithmsOfItsCollectives) {
  EXPECT_TRUE(outcome("{collectives: [all_reduce, send_recv], sizes: [8], algorithms: [ring]}")
                  .errors.empty());
  const auto errors =
      outcome("{collectives: [all_gather], sizes: [8], algorithms: [brukc]}").errors;
  ASSERT_EQ(errors.size(), 1U);
  EXPECT_EQ(errors[0].where, "m.yaml:1:57 sweeps[0].algorithms[0]");
  EXPECT_TRUE(errors[0].remedy.starts_with("did you mean 'bruck'?")) << errors[0].remedy;
}

}  // namespace
}  // namespace busbar::wire
