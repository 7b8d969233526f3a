#include "cli/api/http_api.h"

#include <gtest/gtest.h>

namespace busbar::cli {

TEST(HttpApi, RefusesWhatIsNoAddress) {
  EXPECT_EQ(http_api("ftp://host").error().kind, ErrorKind::InvalidInput);
  const auto with_path = http_api("http://host:1/busbar");
  ASSERT_FALSE(with_path);
  EXPECT_NE(with_path.error().what.find("/busbar"), std::string::npos);
}

TEST(HttpApi, TakesASlashAtTheEnd) {
  EXPECT_EQ((*http_api("http://host:1//"))->address(), "http://host:1");
}

TEST(HttpApi, WithoutControllerSaysWhereItLookedAndHowToStartOne) {
  const auto api = http_api("http://127.0.0.1:9");
  const auto response = (*api)->send({.path = "/runs"});
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().kind, ErrorKind::Unavailable);
  EXPECT_NE(response.error().what.find("http://127.0.0.1:9"), std::string::npos);
  EXPECT_NE(response.error().remedy.find("busbar serve"), std::string::npos);
  const auto stream = (*api)->stream({.path = "/runs"}, [](std::string_view) { return true; });
  EXPECT_FALSE(stream);
}

TEST(StartHint, LeavesOtherErrorsAlone) {
  const Error other{ErrorKind::Incompatible, Scope::Process, "h", "does not speak HTTP", "check"};
  EXPECT_EQ(with_start_hint(other, "http://h"), other);
}

}  // namespace busbar::cli
