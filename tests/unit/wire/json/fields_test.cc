#include "wire/json/fields.h"

#include "core/units/name.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

Fields fields(std::string_view json) {
  return Fields(*JsonView::parse(json), "message");
}

TEST(Fields, ReadsEveryKindOfMember) {
  Fields in = fields(R"({"t":"x","n":0.5,"i":-2,"u":3,"f":true,"a":["p","q"],)"
                     R"("m":{"k":"v"},"c":"all_reduce","id":"n1"})");
  EXPECT_EQ(in.text("t"), "x");
  EXPECT_EQ(in.number("n"), 0.5);
  EXPECT_EQ(in.integer("i"), -2);
  EXPECT_EQ(in.unsigned32("u"), 3U);
  EXPECT_TRUE(in.flag("f"));
  EXPECT_EQ(in.texts("a", 2), (std::vector<std::string>{"p", "q"}));
  EXPECT_EQ(in.text_map("m").at("k"), "v");
  EXPECT_EQ(in.word<Collective>("c"), Collective::AllReduce);
  EXPECT_EQ(in.name<NodeId>("id").text(), "n1");
  EXPECT_FALSE(in.fault());
  EXPECT_EQ(*in.result(1), 1);
}

TEST(Fields, KeepsTheFirstFaultOnly) {
  Fields in = fields(R"({"a":1})");
  in.text("a");
  in.text("b");
  ASSERT_TRUE(in.fault());
  EXPECT_EQ(in.fault()->where, "message a");
  EXPECT_EQ(in.fault()->what, "1 is not a text");
  EXPECT_FALSE(in.result(1));
}

TEST(Fields, NamesAMissingMemberAndWhatWouldBeRight) {
  Fields in = fields("{}");
  in.number("time_seconds");
  EXPECT_EQ(to_line(*in.fault()), "message time_seconds: is missing; give a number");
}

TEST(Fields, RefusesNumbersOutOfRange) {
  const auto fault_of = [](std::string_view json, auto read) {
    Fields in = fields(json);
    read(in);
    return in.fault().has_value();
  };
  EXPECT_TRUE(fault_of(R"({"n":-1})", [](Fields& in) { in.number("n"); }));
  EXPECT_FALSE(fault_of(R"({"n":-1})", [](Fields& in) { in.signed_number("n"); }));
  EXPECT_TRUE(fault_of(R"({"n":11})", [](Fields& in) { in.unsigned_number("n", 10); }));
  EXPECT_TRUE(fault_of(R"({"n":4294967296})", [](Fields& in) { in.unsigned32("n"); }));
  EXPECT_TRUE(fault_of(R"({"n":1.5})", [](Fields& in) { in.integer("n"); }));
  EXPECT_TRUE(fault_of(R"({"n":[1,2]})", [](Fields& in) { in.array("n", 1); }));
  EXPECT_TRUE(fault_of(R"({"n":[1]})", [](Fields& in) { in.texts("n", 1); }));
  EXPECT_TRUE(fault_of(R"({"n":{"a":1}})", [](Fields& in) { in.text_map("n"); }));
  EXPECT_TRUE(fault_of(R"({"n":1})", [](Fields& in) { in.flag("n"); }));
}

TEST(Fields, AnUnknownWordIsAnsweredWithTheKnownOnes) {
  Fields in = fields(R"({"p":"rendevous"})");
  in.word<Protocol>("p");
  EXPECT_EQ(in.fault()->what, "\"rendevous\" is unknown");
  EXPECT_NE(in.fault()->remedy.find("rendezvous"), std::string::npos);
}

TEST(Fields, NullCountsAsNotThereForHas) {
  EXPECT_FALSE(fields(R"({"a":null})").has("a"));
  EXPECT_TRUE(fields(R"({"a":0})").has("a"));
}

TEST(Fields, RefusesWhatIsNoObject) {
  Fields in(*JsonView::parse("[1]"), "message");
  EXPECT_EQ(to_line(*in.fault()), "message: [1] is an array; send an object");
}

TEST(Fields, QuotesALongWrongValueShortAndWhole) {
  Fields in = fields("{\"a\":[\"" + std::string(500, 'x') + "ü\"]}");
  in.text("a");
  EXPECT_LT(in.fault()->what.size(), 120U);
}

}  // namespace
}  // namespace busbar::wire
