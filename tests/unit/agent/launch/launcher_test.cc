#include "agent/launch/launcher.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace busbar::agent {
namespace {

LaunchTools tools() {
  LaunchTools tools;
  tools.bench = "/opt/busbar/busbar-bench-mpi";
  tools.path = "/usr/bin";
  tools.home = "/var/lib/busbar";
  tools.cores = 2;
  return tools;
}

wire::StartLaunch order() {
  wire::StartLaunch launch;
  launch.launch = *LaunchId::parse("r-1.l1");
  launch.ranks = RankCount(2);
  wire::LaunchCell cell;
  cell.cell.size = MessageSize(1024);
  launch.cells = {cell};
  return launch;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

TEST(Launcher, CommandIsMpirunThenTheBenchWithItsInput) {
  const auto command = launch_command(tools(), order(), "/data/launch.jsonl");
  EXPECT_EQ(command.front(), "mpirun");
  const std::vector<std::string> tail(command.end() - 3, command.end());
  EXPECT_EQ(tail, (std::vector<std::string>{"/opt/busbar/busbar-bench-mpi", "--launch",
                                            "/data/launch.jsonl"}));
  EXPECT_FALSE(has(command, "--allow-run-as-root"));
}

TEST(Launcher, RootIsAllowedOnlyForRoot) {
  LaunchTools as_root = tools();
  as_root.is_root = true;
  EXPECT_TRUE(has(launch_command(as_root, order(), "x"), "--allow-run-as-root"));
}

TEST(Launcher, EnvironmentHasNothingInherited) {
  const auto environment = launch_environment(tools(), order(), "/data/l");
  EXPECT_EQ(environment.at("BUSBAR_LAUNCH"), "r-1.l1");
  EXPECT_EQ(environment.at("TMPDIR"), "/data/l");
  for (const auto& [name, value] : environment)
    EXPECT_TRUE(name.starts_with("OMPI_") || name == "PATH" || name == "HOME" || name == "TMPDIR" ||
                name == "LANG" || name == "BUSBAR_LAUNCH")
        << name;
}

TEST(Launcher, AProtocolIsAskedForThroughTheEnvironment) {
  wire::StartLaunch eager = order();
  eager.protocol = Protocol::Eager;
  EXPECT_GT(launch_environment(tools(), eager, "x").size(),
            launch_environment(tools(), order(), "x").size());
}

TEST(Launcher, RefusesWhatItDoesNotKnow) {
  wire::StartLaunch launch = order();
  launch.launcher = "ssh";
  EXPECT_NE(check_launch(tools(), launch).error().what.find("ssh"), std::string::npos);
  launch = order();
  launch.ranks = RankCount(100'000);
  EXPECT_FALSE(check_launch(tools(), launch));
  launch = order();
  launch.cells.clear();
  EXPECT_FALSE(check_launch(tools(), launch));
  LaunchTools relative = tools();
  relative.bench = "busbar-bench-mpi";
  EXPECT_FALSE(check_launch(relative, order()));
  EXPECT_TRUE(check_launch(tools(), order()));
}

}  // namespace
}  // namespace busbar::agent
