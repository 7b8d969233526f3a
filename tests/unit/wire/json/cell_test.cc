#include "wire/json/cell.h"
#include "tests/support/sample_messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(CellJson, ReadsBackWhatItWroteWithPlacement) {
  const auto read = parse_cell(cell_json(samples::cell()));
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_EQ(*read, samples::cell());
}

TEST(CellJson, ReadsTheLineOfTheProtocolPage) {
  const auto view = JsonView::parse(
      R"({"cell":12,"collective":"all_reduce","size_bytes":1048576,"data_type":"float32",)"
      R"("operation":"sum","algorithm":"ring","protocol":"default","buffer":"out_of_place"})");
  const auto cell = read_cell_dimensions(*view);
  ASSERT_TRUE(cell);
  EXPECT_EQ(cell->size, MessageSize(1048576));
  EXPECT_EQ(cell->algorithm.text(), "ring");
}

TEST(CellJson, RefusesASizeThatItsTypeDoesNotDivide) {
  for (const char* size : {"0", "6", "-4", "4.5", "\"4\""}) {
    std::string text = cell_json(samples::cell());
    text.replace(text.find("1048576"), 7, size);
    const auto cell = parse_cell(text);
    ASSERT_FALSE(cell) << size;
    EXPECT_EQ(cell.error().where, "cell size_bytes");
  }
}

TEST(CellJson, RefusesUnknownWordsAndNames) {
  for (const char* word : {"\"all_reduce\"", "\"float32\"", "\"sum\"", "\"ring\"", "\"default\"",
                           "\"out_of_place\"", "\"mpi\"", "\"n1\""}) {
    std::string text = cell_json(samples::cell());
    text.replace(text.find(word), std::string_view(word).size(), "\"/no such\"");
    EXPECT_FALSE(parse_cell(text)) << word;
  }
}

}  // namespace
}  // namespace busbar::wire
