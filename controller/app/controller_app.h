#pragma once
// The controller put together: start order, signals, stop order.
// Promises: serving begins when the store is open and its unfinished runs are taken up; SIGTERM or
// SIGINT refuses new work, lets answers in progress end and closes the store; launches go on in
// their agents and are taken up by the next controller. A second signal ends at once.
// Errors: logged, and told by the exit code. Threads: blocks the calling one.
#include <string>

#include "controller/app/options.h"
#include "core/error/result.h"

namespace busbar::controller {

inline constexpr int kExitUsage = 2;
inline constexpr int kExitFailed = 3;

// Whether the address may be listened on with these options.
Result<void> check_exposure(const Options& options);
// "http://127.0.0.1:7420": how this machine reaches the address.
std::string url_of(const std::string& host, std::uint16_t port);

int run_controller(const Options& options);

}  // namespace busbar::controller
