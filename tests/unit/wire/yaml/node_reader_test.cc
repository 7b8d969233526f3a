#include "wire/yaml/node_reader.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

// Reads the value of `v: …` and says what was wrong, if anything.
template <class Read>
std::string fault_of(const std::string& value, Read read) {
  const auto root = parse_document("v: " + value, "m.yaml");
  if (!root) return to_line(root.error());
  Faults faults("m.yaml");
  read(Located{&root->members[0].value, "v"}, faults);
  return faults.any() ? to_line(faults.take().front()) : "";
}

std::string number_fault(const std::string& value) {
  return fault_of(value,
                  [](const Located& at, Faults& faults) { read_number(at, {0, 1, true}, faults); });
}

std::string text_fault(const std::string& value) {
  return fault_of(value, [](const Located& at, Faults& faults) { read_text(at, faults); });
}

TEST(NodeReader, TakesDecimalNumbersOnly) {
  for (const char* good : {"0.5", "1", "1.0", "0.000001"})
    EXPECT_EQ(number_fault(good), "") << good;
  for (const char* bad : {"1e-3", "0x1", "0_1", "00.5", ".5", "1.", "+1", ".nan", ".inf", "NaN",
                          "\"0.5\"", "[1]", "~", "-0.5", "0", "1.5", "99999999999999999999"})
    EXPECT_NE(number_fault(bad), "") << bad;
}

TEST(NodeReader, SaysWhatRangeIsRight) {
  EXPECT_EQ(number_fault("2"), "m.yaml:1:4 v: '2' is out of range; give more than 0 and at most 1");
}

TEST(NodeReader, RefusesPlainTextsThatOthersReadAsSomethingElse) {
  for (const char* odd :
       {"yes", "NO", "on", "true", "1", "1.5", "-3", "0x1F", "1e3", "1_000", "12:30", ".inf", ".5"})
    EXPECT_NE(text_fault(odd), "") << odd;
  for (const char* text : {"n1", "\"1\"", "'yes'", "north", "1a", "64KiB", "a.b", "node-1", "-x"})
    EXPECT_EQ(text_fault(text), "") << text;
}

TEST(NodeReader, ShowsLongValuesShortAndOnOneLine) {
  YamlNode node;
  node.kind = YamlNode::Kind::Quoted;
  node.text = "a\nb" + std::string(500, 'x');
  EXPECT_LT(shown(node).size(), 80U);
  EXPECT_EQ(shown(node).find('\n'), std::string::npos);
}

TEST(NodeReader, RefusesUnknownAndRepeatedKeysInTheOrderOfTheText) {
  const auto root = parse_document("sizs: 1\na: 2\na: 3\n", "m.yaml");
  Faults faults("m.yaml");
  MapReader map({&*root, ""}, faults);
  EXPECT_TRUE(map.optional("a"));
  EXPECT_FALSE(map.optional("sizes"));
  map.refuse_unknown();
  const auto errors = faults.take();
  ASSERT_EQ(errors.size(), 2U);
  EXPECT_EQ(to_line(errors[0]),
            "m.yaml:1:1: unknown key 'sizs'; did you mean 'sizes'? known: a, sizes");
  EXPECT_EQ(errors[1].where, "m.yaml:3:1");
}

TEST(NodeReader, StopsCollectingWhenNobodyWouldReadOn) {
  Faults faults("m.yaml");
  for (int i = 0; i < 1000; ++i) faults.add({}, "", "wrong", "right");
  const auto errors = faults.take();
  EXPECT_EQ(errors.size(), kFaultsMax + 1);
  EXPECT_NE(errors.back().what.find("more faults"), std::string::npos);
}

TEST(NodeReader, RefusesListsThatAreTooLong) {
  std::string items = "[1";
  for (std::size_t i = 0; i < kItemsMax; ++i) items += ",1";
  EXPECT_NE(fault_of(items + "]", [](const Located& at, Faults& faults) { read_list(at, faults); })
                .find("4097 items"),
            std::string::npos);
}

}  // namespace
}  // namespace busbar::wire
