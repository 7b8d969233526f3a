#include "io/process/process.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <vector>

#include "io/process/session.h"

namespace busbar::io {
namespace {

struct Outcome {
  std::vector<std::string> output;
  std::vector<std::string> errors;
  ExitStatus exit{-2, 0};
  std::size_t left = 0;  // processes of the session when the exit was told
};

class ProcessTest : public testing::Test {
 protected:
  std::vector<std::string> shell(const std::string& script) { return {"sh", "-c", script}; }

  Outcome run(std::vector<std::string> argv, std::function<void()> on_line = {}) {
    Outcome outcome;
    ProcessSpec spec{std::move(argv), {{"PATH", "/usr/bin:/bin"}}, "/tmp"};
    auto started =
        starter_->start(spec, {[&](std::string line) {
                                 outcome.output.push_back(std::move(line));
                                 if (on_line) on_line();
                               },
                               [&](std::string line) { outcome.errors.push_back(std::move(line)); },
                               [&](ExitStatus status) {
                                 outcome.exit = status;
                                 for (const auto& found : all_processes())
                                   if (found.session == process_->pid()) ++outcome.left;
                                 loop_.stop();
                               }});
    if (!started) {
      ADD_FAILURE() << to_line(started.error());
      return outcome;
    }
    process_ = std::move(*started);
    const auto limit = loop_.call_after(Seconds(20), [&] { loop_.stop(); });
    loop_.run();
    loop_.cancel(limit);
    return outcome;
  }

  SystemLoop loop_;
  std::unique_ptr<ProcessStarter> starter_ = system_process_starter(loop_);
  std::unique_ptr<Process> process_;
};

TEST_F(ProcessTest, DeliversBothOutputsAndThenTheExitCode) {
  const Outcome outcome = run(shell("echo a; echo b >&2; printf c; exit 3"));
  EXPECT_EQ(outcome.output, (std::vector<std::string>{"a", "c"}));
  EXPECT_EQ(outcome.errors, (std::vector<std::string>{"b"}));
  EXPECT_EQ(to_text(outcome.exit), "exit code 3");
}

TEST_F(ProcessTest, NamesTheSignalThatEndedTheProgram) {
  EXPECT_EQ(to_text(run(shell("kill -9 $$")).exit), "killed by signal 9 (SIGKILL)");
}

TEST_F(ProcessTest, GivesExactlyTheEnvironmentNoInputAndNoDescriptor) {
  const Outcome outcome = run({"sh", "-c",
                               "env | grep -v -e ^PWD= -e ^_= -e ^SHLVL= -e ^OLDPWD=; "
                               "wc -c; ls /proc/self/fd | wc -l"});
  // 0, 1, 2 and the folder that ls reads.
  EXPECT_EQ(outcome.output, (std::vector<std::string>{"PATH=/usr/bin:/bin", "0", "4"}));
}

TEST_F(ProcessTest, TellsAMissingProgramFromStart) {
  const auto started = starter_->start({{"no-such-program"}, {{"PATH", "/bin"}}, "/"}, {});
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().where, "no-such-program");
  EXPECT_EQ(started.error().kind, ErrorKind::NotFound);
  const auto folder = starter_->start({{"true"}, {{"PATH", "/bin"}}, "/no/such"}, {});
  ASSERT_FALSE(folder);
  EXPECT_EQ(folder.error().where, "/no/such");
  EXPECT_FALSE(starter_->start({{"/etc/passwd"}, {}, "/"}, {}));
}

TEST_F(ProcessTest, LeavesNoDescendantAlsoInItsOwnProcessGroup) {
  const Outcome outcome =
      run({"bash", "-c", "set -m; sleep 1000 & (sleep 1000 & sleep 1000) & echo up; exit 0"});
  EXPECT_EQ(outcome.output, (std::vector<std::string>{"up"}));
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_EQ(outcome.left, 0u);
}

TEST_F(ProcessTest, DoesNotWaitForAProcessThatLeftTheSessionWithThePipe) {
  const Seconds start = loop_.monotonic_now();
  const Outcome outcome = run(shell("setsid sleep 5 & exit 0"));
  EXPECT_EQ(outcome.exit.code, 0);
  EXPECT_LT(loop_.monotonic_now() - start, Seconds(4));
}

TEST_F(ProcessTest, StopsPolitelyAndThenByForce) {
  const Outcome polite =
      run(shell("trap 'echo bye; exit 7' TERM; echo up; while :; do sleep 0.01; done"),
          [&] { process_->stop(Seconds(10)); });
  EXPECT_EQ(polite.output.back(), "bye");
  EXPECT_EQ(polite.exit.code, 7);
  const Outcome forced = run(shell("trap '' TERM; echo up; while :; do sleep 0.01; done"),
                             [&] { process_->stop(Seconds(0.05)); });
  EXPECT_EQ(forced.exit.signal, SIGKILL);
  EXPECT_EQ(forced.left, 0u);
}

TEST_F(ProcessTest, KillsWhatIsLeftWithItsHandle) {
  auto started = starter_->start({{"sleep", "1000"}, {{"PATH", "/bin"}}, "/"}, {});
  ASSERT_TRUE(started);
  const pid_t pid = (*started)->pid();
  started->reset();
  EXPECT_EQ(::kill(pid, 0), -1);
}

TEST_F(ProcessTest, SweepsTheWholeSessionOfAMarkedProcess) {
  auto started = starter_->start({{"sh", "-c", "env -i sleep 1000 & sleep 1000"},
                                  {{"PATH", "/usr/bin:/bin"}, {"BUSBAR_LAUNCH", "r-test.l1"}},
                                  "/"},
                                 {});
  ASSERT_TRUE(started);
  ::usleep(200'000);
  EXPECT_EQ(sweep_processes_with_environment("BUSBAR_LAUNCH=r-test"), 0u);
  EXPECT_EQ(sweep_processes_with_environment("BUSBAR_LAUNCH=r-test.l1"), 3u);
}

}  // namespace
}  // namespace busbar::io
