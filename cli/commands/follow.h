#pragma once
// Follows a run over server-sent events until it has ended, through lost connections and restarts
// of the controller. An interrupt cancels the run and goes on following until it has ended. Errors:
// the service's; Unavailable after a minute without the controller (the run goes on there).
// Threads: blocks; one owner.
#include <string>

#include "cli/api/views.h"
#include "cli/commands/context.h"

namespace busbar::cli {

Results<RunView> follow_run(Context& context, const std::string& run);

Results<RunView> fetch_run(Api& api, const std::string& run);

}  // namespace busbar::cli
