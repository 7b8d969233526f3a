#include "cli/commands/cancel.h"

#include "cli/api/views.h"
#include "cli/commands/results.h"
#include "cli/output/fault.h"

namespace busbar::cli {

ExitCode cancel_command(const Invocation& invocation, Context& context) {
  const Results<std::string> run = resolve_run(context.api, invocation.argument);
  if (!run) return report(run.error(), context.output);
  const Results<wire::JsonView> answer =
      fetch(context.api, {.method = "POST", .path = "/runs/" + path_segment(*run) + "/cancel"});
  if (!answer) return report(answer.error(), context.output);
  if (invocation.is_json)
    context.output.out << answer->json_text() << '\n';
  else
    context.output.out << *run << " " << read_run(*answer).state << '\n';
  return ExitCode::Success;
}

}  // namespace busbar::cli
