// busbar-controller: parse options, serve until a signal.
#include <cstdio>

#include "controller/app/controller_app.h"
#include "io/process/environment.h"

namespace {

std::string default_data() {
  const auto home = busbar::io::environment_value("HOME");
  return home.value_or("/var/lib") + "/.local/share/busbar/controller";
}

}  // namespace

int main(int count, char** values) {
  using namespace busbar;
  const std::vector<std::string> arguments(values + 1, values + count);
  const auto parsed = controller::parse_options(arguments, default_data());
  if (!parsed) {
    std::fprintf(stderr, "%s\n", to_line(parsed.error()).c_str());
    return controller::kExitUsage;
  }
  if (parsed->print_and_end) {
    std::fputs(parsed->print_and_end->c_str(), stdout);
    return 0;
  }
  return controller::run_controller(parsed->options);
}
