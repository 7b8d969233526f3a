#include "wire/yaml/matrix_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

namespace busbar::wire {
namespace {

namespace fs = std::filesystem;

const fs::path kSource(BUSBAR_SOURCE_DIR);

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> valid_examples() {
  std::vector<std::string> texts;
  for (const auto& entry : fs::directory_iterator(kSource / "schemas/examples/valid"))
    texts.push_back(text_of(entry.path()));
  return texts;
}

TEST(MatrixReader, ReadsEveryKey) {
  const auto matrix = read_matrix(text_of(kSource / "schemas/examples/valid/every_key.yaml"), "m");
  ASSERT_TRUE(matrix) << to_line(matrix.error().front());
  EXPECT_EQ(matrix->name.text(), "every-key");
  EXPECT_EQ(matrix->description, "Every key that a matrix may have.");
  EXPECT_EQ(matrix->placements.size(), 3U);
  ASSERT_EQ(matrix->sweeps.size(), 1U);
  EXPECT_EQ(matrix->sweeps[0].sizes.size(), 22U);
  EXPECT_EQ(matrix->sweeps[0].sizes.back(), MessageSize(16U << 20));
  EXPECT_EQ(matrix->budget.time_max, Seconds(28800));
  EXPECT_EQ(matrix->timeouts.cell_silence, Seconds(60));
}

TEST(MatrixReader, ReadsJsonLikeYaml) {
  const auto yaml = read_matrix(
      "version: 1\nname: x\nsweeps:\n  - collectives: [reduce]\n    sizes: [8]\n", "m.yaml");
  const auto json = read_matrix(
      R"({"version":1,"name":"x","sweeps":[{"collectives":["reduce"],"sizes":[8]}]})", "m.json");
  ASSERT_TRUE(yaml);
  ASSERT_TRUE(json);
  EXPECT_EQ(yaml->name, json->name);
  EXPECT_EQ(yaml->sweeps[0].sizes, json->sweeps[0].sizes);
  EXPECT_EQ(json->placements.size(), 1U);
}

TEST(MatrixReader, ReportsAllFaultsAtOnceWithPlaceValueAndRemedy) {
  const auto matrix =
      read_matrix(text_of(kSource / "schemas/examples/invalid/several_faults.yaml"), "m.yaml");
  ASSERT_FALSE(matrix);
  EXPECT_EQ(matrix.error().size(), 6U);
  for (const Error& error : matrix.error()) {
    EXPECT_TRUE(error.where.starts_with("m.yaml:")) << error.where;
    EXPECT_FALSE(error.what.empty());
    EXPECT_FALSE(error.remedy.empty());
    EXPECT_EQ(error.kind, ErrorKind::InvalidInput);
  }
}

TEST(MatrixReader, TheQuickstartHasTheCellsOfThreeMinutes) {
  const auto matrix = read_matrix(text_of(kSource / "deploy/examples/quickstart.yaml"), "q");
  ASSERT_TRUE(matrix) << to_line(matrix.error().front());
  std::size_t cells = 0;
  for (const Sweep& sweep : matrix->sweeps)
    cells += sweep.sizes.size() * sweep.algorithms.size() * sweep.protocols.size();
  EXPECT_GE(cells, 160U);
  EXPECT_LE(cells, 200U);
  EXPECT_LE(static_cast<double>(cells) * matrix->sampling.cell_time_max.value(), 200.0);
}

TEST(MatrixReader, RefusesTooLargeATextBeforeReadingIt) {
  const auto matrix = read_matrix(std::string(kMatrixBytesMax + 1, '#'), "m.yaml");
  ASSERT_FALSE(matrix);
  EXPECT_EQ(matrix.error().front().kind, ErrorKind::TooLarge);
}

// Any answer is right as long as there is one, and a refusal says something.
void expect_an_answer(const std::string& text) {
  const auto matrix = read_matrix(text, "m.yaml");
  if (matrix) return;
  ASSERT_FALSE(matrix.error().empty());
  for (const Error& error : matrix.error()) {
    EXPECT_FALSE(error.what.empty());
    source_excerpt(text, error);
  }
}

TEST(MatrixReader, SurvivesRandomChangesOfValidTexts) {
  const std::string pieces = "{}[]:,-&*!#|>%@`'\"\\?~ \n\t0189eE.+_xKMiB\xff\x01";
  std::mt19937 random(20240501);
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  for (const std::string& valid : valid_examples())
    for (int round = 0; round < 300; ++round) {
      std::string text = valid;
      for (std::size_t change = below(4) + 1; change > 0 && !text.empty(); --change) {
        const std::size_t at = below(text.size());
        const std::size_t kind = below(4);
        if (kind == 0) text[at] = pieces[below(pieces.size())];
        if (kind == 1) text.insert(at, 1, pieces[below(pieces.size())]);
        if (kind == 2) text.erase(at, below(8) + 1);
        if (kind == 3) text.insert(at, text.substr(below(text.size()), below(30)));
      }
      expect_an_answer(text);
    }
}

TEST(MatrixReader, SurvivesEveryTruncationOfAValidText) {
  const std::string valid = text_of(kSource / "schemas/examples/valid/every_key.yaml");
  for (std::size_t end = 0; end < valid.size(); ++end) expect_an_answer(valid.substr(0, end));
}

}  // namespace
}  // namespace busbar::wire
