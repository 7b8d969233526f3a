// busbar-agent: parse options, run until a signal.
#include <cstdio>
#include <filesystem>

#include "agent/app/agent_app.h"
#include "io/process/environment.h"

namespace {

std::string default_data() {
  const auto home = busbar::io::environment_value("HOME");
  return home.value_or("/var/lib") + "/.local/share/busbar/agent";
}

}  // namespace

int main(int count, char** values) {
  using namespace busbar;
  const std::vector<std::string> arguments(values + 1, values + count);
  const auto parsed = agent::parse_options(arguments, default_data());
  if (!parsed) {
    std::fprintf(stderr, "%s\n", to_line(parsed.error()).c_str());
    return agent::kExitUsage;
  }
  if (parsed->print_and_end) {
    std::fputs(parsed->print_and_end->c_str(), stdout);
    return 0;
  }
  std::error_code ignored;
  const auto own = std::filesystem::read_symlink("/proc/self/exe", ignored);
  return agent::run_agent(parsed->options, own.parent_path().string());
}
