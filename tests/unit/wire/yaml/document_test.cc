#include "wire/yaml/document.h"
#include "wire/yaml/matrix_reader.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

std::string refusal(std::string_view text) {
  const auto document = parse_document(text, "m.yaml");
  return document ? "accepted" : document.error().where + ": " + document.error().what;
}

TEST(Document, KeepsPlainAndQuotedApartAndKnowsWhereValuesStand) {
  const auto root = parse_document("a: 8\nb: \"8\"\nc: [x, {d: ~}]\n", "m.yaml");
  ASSERT_TRUE(root) << to_line(root.error());
  ASSERT_EQ(root->members.size(), 3U);
  EXPECT_EQ(root->members[0].value.kind, YamlNode::Kind::Plain);
  EXPECT_EQ(root->members[1].value.kind, YamlNode::Kind::Quoted);
  EXPECT_EQ(root->members[1].position.line, 2U);
  EXPECT_EQ(root->members[1].value.position.column, 4U);
  const YamlNode& list = root->members[2].value;
  EXPECT_EQ(list.items[0].text, "x");
  EXPECT_EQ(list.items[1].members[0].name, "d");
  EXPECT_EQ(list.items[1].members[0].value.kind, YamlNode::Kind::Null);
}

TEST(Document, CountsColumnsInCharacters) {
  const auto root = parse_document("{ü: 1, b: 2}", "m.yaml");
  ASSERT_TRUE(root);
  EXPECT_EQ(root->members[1].position.column, 8U);
}

TEST(Document, ReadsJsonWithTabsEscapesAndNoBlanks) {
  const auto root =
      parse_document("{\n\t\"a\":[1,\"x\\n\\u00fc\"],\t\"b\":{\"c\":true}}", "m.json");
  ASSERT_TRUE(root) << to_line(root.error());
  EXPECT_EQ(root->members[0].value.items[1].text, "x\nü");
  EXPECT_EQ(root->members[1].value.members[0].value.text, "true");
}

TEST(Document, IgnoresAByteOrderMarkAndLineEndsOfWindows) {
  const auto root = parse_document(
      "\xEF\xBB\xBF"
      "a: 1\r\nb: 2\r\n",
      "m.yaml");
  ASSERT_TRUE(root) << to_line(root.error());
  EXPECT_EQ(root->members[1].position.line, 2U);
}

TEST(Document, RefusesAnchorsAliasesAndTags) {
  EXPECT_EQ(refusal("a: &x 1\n"), "m.yaml:1:4: an anchor");
  EXPECT_EQ(refusal("a: !!int 1\n"), "m.yaml:1:4: the tag tag:yaml.org,2002:int");
  EXPECT_NE(refusal("a: *x\n"), "accepted");
}

TEST(Document, RefusesASecondDocument) {
  EXPECT_EQ(refusal("a: 1\n---\nb: 2\n"), "m.yaml:3:1: a second document");
}

TEST(Document, RefusesBytesThatAreNotUtf8WithTheirOffset) {
  EXPECT_EQ(refusal("a: 1\nb: \xff\n"), "m.yaml:2:4: byte 8 is not UTF-8");
}

TEST(Document, RefusesTabsAndControlCharacters) {
  EXPECT_EQ(refusal("a:\t1\n"), "m.yaml:1:3: a tab");
  EXPECT_EQ(refusal(std::string_view("a: \0\n", 5)), "m.yaml:1:4: control character 0");
  EXPECT_EQ(refusal("a: 1\rb: 2"), "m.yaml:1:5: control character 13");
}

TEST(Document, RefusesDepthBeforeItCanHurt) {
  EXPECT_NE(refusal(std::string(100'000, '[')), "accepted");
  EXPECT_EQ(refusal(std::string(1000, '[') + std::string(1000, ']')),
            "m.yaml:1:17: nested deeper than 16 levels");
  std::string dashes;
  for (int i = 0; i < 100'000; ++i) dashes += "- ";
  EXPECT_EQ(refusal(dashes), "m.yaml:1:33: nested deeper than 16 levels");
}

TEST(Document, RefusesTooManyValuesAndTooManyBytes) {
  std::string many = "[";
  for (int i = 0; i < 60'000; ++i) many += "1,";
  EXPECT_NE(refusal(many + "1]").find("more than 50000 values"), std::string::npos);
  const auto large = parse_document(std::string(kMatrixBytesMax + 1, ' '), "m.yaml");
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().kind, ErrorKind::TooLarge);
}

TEST(Document, RefusesKeysThatAreNoTexts) {
  EXPECT_NE(refusal("{[a]: 1}").find("a key that is not a text"), std::string::npos);
}

}  // namespace
}  // namespace busbar::wire
