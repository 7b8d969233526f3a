#include "cli/commands/matrix_file.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

constexpr const char* kPost = "POST /api/v1/runs";

TEST(MatrixFile, ThatCannotBeReadSaysWhich) {
  const auto matrix = read_matrix_file("/no/such/matrix.yaml");
  ASSERT_FALSE(matrix);
  EXPECT_EQ(matrix.error().where, "/no/such/matrix.yaml");
}

TEST(PostMatrix, SendsTheTextAsItIsWithItsType) {
  testing::FakeApi api;
  api.answer(kPost, "{}", 202);
  ASSERT_TRUE(post_matrix(api, "/runs", {"a.yaml", "# text\n"}));
  EXPECT_EQ(api.sent[0].body, "# text\n");
  EXPECT_EQ(io::header(api.sent[0].headers, "Content-Type"), "application/yaml");
  ASSERT_TRUE(post_matrix(api, "/runs", {"a.json", "{}"}));
  EXPECT_EQ(io::header(api.sent[1].headers, "Content-Type"), "application/json");
}

TEST(PostMatrix, PutsTheFilesNameBeforeTheFaultsPlace) {
  testing::FakeApi api;
  api.answer(kPost,
             R"({"title":"t","errors":[{"what":"w","remedy":"r","line":3,"column":4,"field":"f"},)"
             R"({"what":"x","remedy":"r","line":0,"column":0,"field":"sweeps"}]})",
             422);
  const auto answer = post_matrix(api, "/runs", {"dir/a.yaml", ""});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error()[0].where, "dir/a.yaml:3:4 f");
  EXPECT_EQ(answer.error()[1].where, "sweeps");
}

}  // namespace
}  // namespace busbar::cli
