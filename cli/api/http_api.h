#pragma once
// The controller over HTTP.
// Units: seconds. Errors: InvalidInput for an address that is none; else as cli/api/api.h.
// Threads: one owner; calls block.
#include <memory>
#include <string>

#include "cli/api/api.h"

namespace busbar::cli {

Result<std::unique_ptr<Api>> http_api(std::string address);

// The same error with how to start a controller, if it says that none is there.
Error with_start_hint(Error error, const std::string& address);

}  // namespace busbar::cli
