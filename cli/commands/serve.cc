#include "cli/commands/serve.h"

namespace busbar::cli {

ExitCode serve_command(const Invocation&, Context& context) {
  context.output.out
      << "busbar itself serves nothing. Start the two services, each in its own terminal or by "
         "the\n"
         "units in deploy/systemd:\n\n"
         "  busbar-controller --listen 127.0.0.1:7420 --data ~/.local/share/busbar/controller\n"
         "  busbar-agent --controller http://127.0.0.1:7420 --node \"$(hostname)\" \\\n"
         "      --data ~/.local/share/busbar/agent\n\n"
         "One controller for all; one agent on each node to measure. Then:\n\n"
         "  busbar run deploy/examples/quickstart.yaml\n\n"
         "From a clone, deploy/quickstart builds and does all of that.\n";
  return ExitCode::Success;
}

}  // namespace busbar::cli
