#include "wire/yaml/matrix_reader.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

Error at(std::string where) {
  return {ErrorKind::InvalidInput, Scope::Process, std::move(where), "", ""};
}

TEST(SourceExcerpt, ShowsTheLineWithACaretBelowTheColumn) {
  EXPECT_EQ(source_excerpt("a: 1\nfactor: 1\r\n", at("m.yaml:2:9 sizes.factor")),
            "factor: 1\n        ^");
  EXPECT_EQ(source_excerpt("a: 1", at("m.yaml:1:1")), "a: 1\n^");
}

TEST(SourceExcerpt, CountsCharactersAndMayHaveAnyFileName) {
  EXPECT_EQ(source_excerpt("ü: x", at("my file:3:x.yaml:1:4 a")), "ü: x\n   ^");
}

TEST(SourceExcerpt, ShowsAPartOfAVeryLongLine) {
  const std::string text = std::string(5000, 'a') + "X" + std::string(5000, 'b');
  const std::string excerpt = source_excerpt(text, at("m.json:1:5001"));
  EXPECT_EQ(excerpt.find('X'), 50U);
  EXPECT_EQ(excerpt.substr(excerpt.find('\n') + 1), std::string(50, ' ') + "^");
}

TEST(SourceExcerpt, IsEmptyWhereThereIsNoSuchPlace) {
  for (const char* where : {"m.yaml", "", "m.yaml:9:1", "m.yaml:0:0", ":::", "a:b:c d"})
    EXPECT_EQ(source_excerpt("a: 1\n", at(where)), "") << where;
}

}  // namespace
}  // namespace busbar::wire
