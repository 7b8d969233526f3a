#include "wire/yaml/size_reader.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

struct Outcome {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> sizes;
  std::string fault;
};

Outcome outcome(const std::string& text) {
  const auto root = parse_document("v: " + text, "m.yaml");
  Faults faults("m.yaml");
  Outcome found;
  const auto set = read_sizes({&root->members[0].value, "v"}, faults);
  if (set) found.count = set->count();
  if (set && found.count < 100)
    for (const MessageSize size : set->all()) found.sizes.push_back(size.value());
  if (faults.any()) found.fault = to_line(faults.take().front());
  return found;
}

TEST(SizeReader, ReadsListsInTheirOrder) {
  EXPECT_EQ(outcome("[64KiB, 8, 1M]").sizes, (std::vector<std::uint64_t>{65536, 8, 1048576}));
}

TEST(SizeReader, ExpandsAFactorUpToTheLastSizeThatFits) {
  EXPECT_EQ(outcome("{from: 8, to: 100, factor: 2}").sizes,
            (std::vector<std::uint64_t>{8, 16, 32, 64}));
  EXPECT_EQ(outcome("{from: 8, to: 8, factor: 2}").sizes, (std::vector<std::uint64_t>{8}));
}

TEST(SizeReader, ExpandsAStep) {
  EXPECT_EQ(outcome("{from: 4KiB, to: 10KiB, step: 4KiB}").sizes,
            (std::vector<std::uint64_t>{4096, 8192}));
}

TEST(SizeReader, CountsAHugeProgressionWithoutWritingItOut) {
  EXPECT_EQ(outcome("{from: 1, to: 1T, step: 1}").count, 1ULL << 40);
  EXPECT_EQ(outcome("{from: 1, to: 1T, factor: 2}").count, 41U);
}

TEST(SizeReader, RefusesWhatIsNoSize) {
  for (const char* bad : {"[0]",
                          "[-8]",
                          "[8.5]",
                          "[1e3]",
                          "[0x10]",
                          "[010]",
                          "[8 KB]",
                          "[x]",
                          "[~]",
                          "[[8]]",
                          "[2T]",
                          "[]",
                          "8",
                          "[8, 8B]",
                          "{from: 8}",
                          "{from: 8, to: 9}",
                          "{from: 9, to: 8, step: 1}",
                          "{from: 8, to: 9, factor: 1}",
                          "{from: 8, to: 9, factor: 2, step: 1}",
                          "{from: 8, to: 9, step: 0}"})
    EXPECT_NE(outcome(bad).fault, "") << bad;
}

}  // namespace
}  // namespace busbar::wire
