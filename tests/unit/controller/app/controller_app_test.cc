#include "controller/app/controller_app.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "controller/store/store.h"
#include "tests/support/temporary_folder.h"

namespace busbar::controller {
namespace {

TEST(ControllerApp, ListensForOthersOnlyWhenAsked) {
  Options options;
  options.listen.host = "0.0.0.0";
  const auto refused = check_exposure(options);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().remedy.find("--insecure-listen"), std::string::npos);
  options.is_insecure_listen = true;
  EXPECT_TRUE(check_exposure(options));
  options = {};
  EXPECT_TRUE(check_exposure(options));
}

TEST(ControllerApp, NamesTheAddressThatThisMachineReaches) {
  EXPECT_EQ(url_of("127.0.0.1", 7420), "http://127.0.0.1:7420");
  EXPECT_EQ(url_of("::1", 1), "http://[::1]:1");
  EXPECT_EQ(url_of("0.0.0.0", 1), "http://127.0.0.1:1");
  EXPECT_EQ(url_of("::", 1), "http://[::1]:1");
}

TEST(ControllerApp, SecondOneOnTheStoreCannotStart) {
  TemporaryFolder folder;
  const auto first = Store::open(folder.path());
  ASSERT_TRUE(first);
  Options options;
  options.listen.port = 0;
  options.data = folder.path();
  EXPECT_EQ(run_controller(options), kExitFailed);
}

TEST(ControllerApp, SaysWhenItServesAndEndsWellOnSigterm) {
  TemporaryFolder folder;
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  const pid_t child = fork();
  if (child == 0) {
    Options options;
    options.listen.port = 0;
    options.data = folder.path();
    options.ready_fd = pipe_ends[1];
    _exit(run_controller(options));
  }
  close(pipe_ends[1]);
  char line[256];
  const ssize_t got = read(pipe_ends[0], line, sizeof line);
  close(pipe_ends[0]);
  ASSERT_GT(got, 0);
  EXPECT_TRUE(std::string(line, static_cast<std::size_t>(got)).starts_with(R"({"ready":true,)"));
  kill(child, SIGTERM);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace busbar::controller
