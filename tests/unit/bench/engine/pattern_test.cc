#include "bench/engine/pattern.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace busbar::bench {
namespace {

TEST(Pattern, ABroadcastOfTheRootIsRight) {
  std::array<std::byte, 4000> bytes;
  fill_pattern(bytes, {}, {0, 0});
  const CheckResult result =
      check_pattern(bytes, {}, expected(Collective::Broadcast, 1000, {1, 2}), 2);
  EXPECT_EQ(result.checked, 1000u);
  EXPECT_EQ(result.wrong, 0u);
}

TEST(Pattern, PoisonIsWrongEverywhere) {
  std::array<std::byte, 800> bytes;
  for (const DataType type :
       {DataType::Int8, DataType::Int32, DataType::Int64, DataType::Float32, DataType::Float64}) {
    poison(bytes);
    const std::uint64_t count = 800 / element_size(type).value();
    const CheckResult result = check_pattern(bytes, {type, ReductionOperation::Sum},
                                             expected(Collective::AllReduce, count, {0, 2}), 2);
    EXPECT_EQ(result.wrong, count) << to_text(type);
  }
}

TEST(Pattern, OneWrongElementIsNamedWithItsPosition) {
  std::array<std::byte, 400> bytes;
  fill_pattern(bytes, {DataType::Int32, ReductionOperation::Sum}, {0, 0});
  bytes[68] = std::byte{0xff};
  const CheckResult result = check_pattern(bytes, {DataType::Int32, ReductionOperation::Sum},
                                           expected(Collective::Broadcast, 100, {1, 2}), 2);
  EXPECT_EQ(result.wrong, 1u);
  EXPECT_EQ(result.first_position, 17u);
  EXPECT_EQ(result.first_got, "255");
}

TEST(Pattern, BlocksOfAnotherRankAreWrong) {
  std::array<std::byte, 400> bytes;
  fill_pattern(bytes, {}, {1, 0});
  const CheckResult result =
      check_pattern(bytes, {}, expected(Collective::Broadcast, 100, {1, 2}), 2);
  EXPECT_GT(result.wrong, 50u);
}

// The sum or product of all ranks' elements, in numbers that cannot overflow.
std::vector<std::int64_t> reduced(PatternType type, std::uint32_t ranks) {
  std::vector<std::int64_t> result;
  for (std::uint32_t rank = 0; rank < ranks; ++rank) {
    std::array<std::byte, 2 * kPatternPeriod> bytes;
    fill_pattern(bytes, type, {rank, 0});
    result.resize(bytes.size(), type.operation == ReductionOperation::Prod ? 1 : 0);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      const auto element = static_cast<std::int8_t>(bytes[i]);
      if (type.operation == ReductionOperation::Prod)
        result[i] *= element;
      else
        result[i] += element;
    }
  }
  return result;
}

TEST(Pattern, SumsAndProductsOfBytesNeverOverflow) {
  for (const auto operation : {ReductionOperation::Sum, ReductionOperation::Prod})
    for (const std::uint32_t ranks : {2u, 3u, 8u, 40u, 41u, 300u}) {
      const PatternType type{DataType::Int8, operation};
      std::vector<std::byte> output;
      for (const std::int64_t element : reduced(type, ranks)) {
        ASSERT_LE(element, 127) << ranks;
        output.push_back(static_cast<std::byte>(element));
      }
      const auto parts = expected(Collective::AllReduce, output.size(), {0, ranks});
      EXPECT_EQ(check_pattern(output, type, parts, ranks).wrong, 0u) << ranks;
    }
}

TEST(Pattern, GatheredBlocksCoverTheOutputOnce) {
  const auto parts = expected(Collective::AllToAll, 12, {1, 3});
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[2].at, 8u);
  EXPECT_EQ(parts[2].source, 2u);
  EXPECT_EQ(parts[2].source_at, 4u);
}

}  // namespace
}  // namespace busbar::bench
