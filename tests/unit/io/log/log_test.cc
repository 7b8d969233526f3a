#include "io/log/log.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>
#include <vector>

namespace busbar::io {
namespace {

std::vector<nlohmann::json> lines_of(const std::string& text) {
  std::vector<nlohmann::json> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(nlohmann::json::parse(line));
  return all;
}

TEST(Log, WritesOneObjectALineWithHostileTextEscaped) {
  testing::internal::CaptureStderr();
  log(LogLevel::Warning, "io.test", "odd text", {{"cause", "a\n\"b\"\xff"}});
  const auto lines = lines_of(testing::internal::GetCapturedStderr());
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["level"], "warning");
  EXPECT_EQ(lines[0]["part"], "io.test");
  EXPECT_EQ(lines[0]["event"], "odd text");
  EXPECT_EQ(lines[0]["cause"], "a\n\"b\"\xEF\xBF\xBD");
  EXPECT_EQ(lines[0]["time"].get<std::string>().size(), 27u);
}

TEST(Log, LeavesOutWhatIsBelowTheLevel) {
  testing::internal::CaptureStderr();
  set_log_level(LogLevel::Error);
  log(LogLevel::Warning, "io.test", "hidden");
  set_log_level(LogLevel::Info);
  log(LogLevel::Debug, "io.test", "hidden");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Log, KeepsLinesOfSeveralThreadsWhole) {
  testing::internal::CaptureStderr();
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([] {
      for (int i = 0; i < 50; ++i) log(LogLevel::Info, "io.test", std::string(300, 'e'));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(lines_of(testing::internal::GetCapturedStderr()).size(), 200u);
}

}  // namespace
}  // namespace busbar::io
