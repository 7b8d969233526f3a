#include "wire/json/value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace busbar::wire {
namespace {

TEST(JsonWriter, WritesNestedObjectsAndArraysWithCommasWhereTheyBelong) {
  JsonWriter out;
  out.begin_object().field("a", 1).key("b").begin_array().text("x").begin_object().end_object();
  out.begin_array().end_array().end_array().field("c", true).key("d").null().end_object();
  EXPECT_EQ(out.str(), R"({"a":1,"b":["x",{},[]],"c":true,"d":null})");
}

TEST(JsonWriter, PicksTheFormByTheTypeOfAField) {
  JsonWriter out;
  out.begin_object().field("i", -5).field("u", std::uint64_t{18446744073709551615U});
  out.field("d", 0.1).field("f", 0.1F).field("s", std::string("t")).field("l", "literal");
  out.field("n", std::optional<int>()).field("o", std::optional<int>(3)).end_object();
  EXPECT_EQ(
      out.str(),
      R"({"i":-5,"u":18446744073709551615,"d":0.1,"f":0.1,"s":"t","l":"literal","n":null,"o":3})");
}

TEST(JsonWriter, DoublesReadBackTheSame) {
  for (const double value :
       {1.2e-5, 1.0 / 3, 5e-324, 1.7976931348623157e308, -0.0, 123456789.125}) {
    const auto view = JsonView::parse(JsonWriter().number(value).take());
    ASSERT_TRUE(view);
    EXPECT_EQ(view->as_number(), value);
  }
}

TEST(JsonWriter, HasNoNumberForWhatIsNotFinite) {
  EXPECT_EQ(JsonWriter().number(std::nan("")).str(), "null");
  EXPECT_EQ(JsonWriter().number(std::numeric_limits<float>::infinity()).str(), "null");
}

TEST(JsonWriter, EscapesWhatJsonCannotHold) {
  EXPECT_EQ(quoted_json("a\"b\\c\nd\te\x01"), R"("a\"b\\c\nd\te\u0001")");
}

TEST(JsonWriter, ReplacesBytesThatAreNotUtf8SoThatForeignOutputCanBeCarried) {
  const std::string text = quoted_json("caf\xe9 ü");
  EXPECT_EQ(text, "\"caf\xEF\xBF\xBD ü\"");
  EXPECT_TRUE(JsonView::parse(text));
}

TEST(JsonWriter, EveryByteMakesValidJson) {
  std::string all;
  for (int byte = 0; byte < 256; ++byte) all += static_cast<char>(byte);
  const auto view = JsonView::parse(quoted_json(all));
  ASSERT_TRUE(view);
  EXPECT_EQ(view->as_text()->substr(0, 128), all.substr(0, 128));
}

TEST(JsonView, ReadsMembersItemsAndKinds) {
  const auto view =
      JsonView::parse(R"({"t":"x","n":1.5,"i":-3,"u":7,"f":true,"a":[1,2],"z":null})");
  ASSERT_TRUE(view);
  EXPECT_TRUE(view->is_object());
  EXPECT_EQ(view->size(), 7U);
  EXPECT_EQ(view->text_or("t"), "x");
  EXPECT_EQ(view->number_or("n"), 1.5);
  EXPECT_EQ(view->field("i")->as_integer(), -3);
  EXPECT_EQ(view->field("i")->as_unsigned(), std::nullopt);
  EXPECT_EQ(view->unsigned_or("u"), 7U);
  EXPECT_TRUE(view->flag_or("f"));
  EXPECT_TRUE(view->field("z")->is_null());
  EXPECT_EQ(view->field("a")->items().size(), 2U);
  EXPECT_EQ(view->field("a")->item(1)->as_unsigned(), 2U);
  EXPECT_FALSE(view->field("a")->item(2));
  EXPECT_FALSE(view->field("missing"));
  EXPECT_FALSE(view->field("t")->field("deeper"));
}

TEST(JsonView, FallsBackWhereAMemberIsMissingOrOfAnotherKind) {
  const auto view = JsonView::parse(R"({"t":1})");
  EXPECT_EQ(view->text_or("t", "none"), "none");
  EXPECT_EQ(view->number_or("x", 2.5), 2.5);
  EXPECT_EQ(view->unsigned_or("x", 4), 4U);
  EXPECT_TRUE(view->flag_or("t", true));
}

TEST(JsonView, OutlivesTheDocumentItCameFrom) {
  std::optional<JsonView> inner;
  {
    const auto view = JsonView::parse(R"({"a":{"b":"still here"}})");
    inner = view->field("a");
  }
  EXPECT_EQ(inner->text_or("b"), "still here");
}

TEST(JsonView, KeepsTheOrderOfMembers) {
  const std::string text = R"({"z":1,"a":[1.5,"x"],"m":{"k":true}})";
  EXPECT_EQ(JsonView::parse(text)->json_text(), text);
  std::string names;
  JsonView::parse(text)->for_each_member(
      [&](const std::string& name, const JsonView&) { names += name; });
  EXPECT_EQ(names, "zam");
}

TEST(JsonView, RefusesBrokenTextWithTheOffset) {
  const auto view = JsonView::parse(R"({"a":})");
  ASSERT_FALSE(view);
  EXPECT_EQ(view.error().kind, ErrorKind::InvalidInput);
  EXPECT_EQ(view.error().where, "byte 6");
  EXPECT_FALSE(JsonView::parse(""));
  EXPECT_FALSE(JsonView::parse("{} {}"));
  EXPECT_FALSE(JsonView::parse("\"\xff\""));
  EXPECT_FALSE(JsonView::parse("1e999"));
  EXPECT_FALSE(JsonView::parse("NaN"));
}

TEST(JsonView, RefusesATextThatIsTooDeepWithoutReadingIt) {
  const std::string deep(1'000'000, '[');
  const auto view = JsonView::parse(deep);
  ASSERT_FALSE(view);
  EXPECT_NE(view.error().what.find("deeper than 64"), std::string::npos);
  EXPECT_TRUE(JsonView::parse(std::string(64, '[') + std::string(64, ']')));
  EXPECT_TRUE(JsonView::parse("\"" + std::string(100, '[') + "\""));
}

TEST(JsonView, IntegersBeyondTheirTypeAreNone) {
  const auto view = JsonView::parse("18446744073709551615");
  EXPECT_EQ(view->as_unsigned(), 18446744073709551615U);
  EXPECT_EQ(view->as_integer(), std::nullopt);
  EXPECT_EQ(JsonView::parse("1.0")->as_integer(), std::nullopt);
}

}  // namespace
}  // namespace busbar::wire
