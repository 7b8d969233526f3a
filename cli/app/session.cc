#include "cli/app/session.h"

#include "cli/api/http_api.h"
#include "cli/app/interrupt.h"
#include "cli/commands/dispatch.h"
#include "cli/output/fault.h"
#include "io/async/system_loop.h"

namespace busbar::cli {
namespace {

void wait_for(Seconds duration) {
  io::SystemLoop loop;
  loop.call_after(duration, [&loop] { loop.stop(); });
  loop.run();
}

}  // namespace

ExitCode run_session(const Invocation& invocation, const Output& output) {
  const Result<std::unique_ptr<Api>> api = http_api(invocation.controller);
  if (!api) return report(api.error(), output);
  const io::SystemLoop clock;
  Context context{.api = **api,
                  .output = output,
                  .now = [&clock] { return clock.monotonic_now(); },
                  .wait = wait_for,
                  .is_interrupted = is_interrupted};
  return dispatch(invocation, context);
}

}  // namespace busbar::cli
