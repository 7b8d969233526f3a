#include "core/units/size_text.h"

#include <gtest/gtest.h>

#include <cstdint>

namespace busbar {
namespace {

std::uint64_t bytes(std::string_view text) {
  const Result<MessageSize> size = parse_size(text);
  EXPECT_TRUE(size) << text << ": " << (size ? "" : to_line(size.error()));
  return size ? size->value() : 0;
}

Error refusal(std::string_view text) {
  const Result<MessageSize> size = parse_size(text);
  EXPECT_FALSE(size) << text;
  return size ? Error{} : size.error();
}

TEST(SizeText, ReadsBytes) {
  EXPECT_EQ(bytes("8"), 8u);
  EXPECT_EQ(bytes("8B"), 8u);
  EXPECT_EQ(bytes("0"), 0u);
}

TEST(SizeText, ReadsPowersOfTwo) {
  EXPECT_EQ(bytes("64KiB"), 65536u);
  EXPECT_EQ(bytes("16 MiB"), 16777216u);
  EXPECT_EQ(bytes(" 1GiB "), 1073741824u);
  EXPECT_EQ(bytes("2TiB"), 2199023255552u);
}

TEST(SizeText, ReadsTheLettersOfNcclTests) {
  EXPECT_EQ(bytes("64K"), 65536u);
  EXPECT_EQ(bytes("64M"), 67108864u);
  EXPECT_EQ(bytes("1G"), 1073741824u);
}

TEST(SizeText, RefusesUnitsOfTwoMeaningsAndNamesTheRightOne) {
  EXPECT_NE(refusal("64KB").remedy.find("KiB"), std::string::npos);
  EXPECT_NE(refusal("64kB").remedy.find("KiB"), std::string::npos);
  EXPECT_NE(refusal("1 MB").remedy.find("MiB"), std::string::npos);
  EXPECT_NE(refusal("1gb").remedy.find("GiB"), std::string::npos);
  EXPECT_NE(refusal("64KB").what.find("'64KB'"), std::string::npos);
}

TEST(SizeText, RefusesWhatIsNoSize) {
  for (const char* text :
       {"", " ", "-8", "+8", "KiB", "eight", "0x10", "1.5MiB", "8 8", "1e6", "8KiBB"})
    EXPECT_EQ(refusal(text).kind, ErrorKind::InvalidInput) << text;
}

TEST(SizeText, RefusesUnknownUnits) {
  EXPECT_NE(refusal("3PiB").what.find("unit"), std::string::npos);
}

TEST(SizeText, RefusesWhat64BitsCannotHold) {
  EXPECT_EQ(bytes("18446744073709551615"), UINT64_MAX);
  EXPECT_NE(refusal("18446744073709551616").what.find("64 bits"), std::string::npos);
  EXPECT_NE(refusal("16777216TiB").what.find("64 bits"), std::string::npos);
  EXPECT_EQ(bytes("16777215TiB"), 16777215ULL << 40);
}

TEST(SizeText, PrintsInTheLargestUnitThatDivides) {
  EXPECT_EQ(to_size_text(MessageSize(0)), "0 B");
  EXPECT_EQ(to_size_text(MessageSize(8)), "8 B");
  EXPECT_EQ(to_size_text(MessageSize(1000)), "1000 B");
  EXPECT_EQ(to_size_text(MessageSize(1536)), "1536 B");
  EXPECT_EQ(to_size_text(MessageSize(65536)), "64 KiB");
  EXPECT_EQ(to_size_text(MessageSize(16777216)), "16 MiB");
  EXPECT_EQ(to_size_text(MessageSize(1ULL << 30)), "1 GiB");
  EXPECT_EQ(to_size_text(MessageSize(1ULL << 50)), "1024 TiB");
}

TEST(SizeText, ReadsBackWhatItPrints) {
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1023},
                                   std::uint64_t{1} << 20, std::uint64_t{1} << 63, UINT64_MAX})
    EXPECT_EQ(bytes(to_size_text(MessageSize(size))), size);
}

}  // namespace
}  // namespace busbar
