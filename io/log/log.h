#pragma once
// Structured log: one JSON object a line on standard error, with time, level, part, event and
// fields. Events are lower case, one a line, the exact cause in a field; never a secret. On a
// terminal the line is written for people instead. Threads: any.
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

namespace busbar::io {

enum class LogLevel { Debug, Info, Warning, Error };
using LogFields = std::initializer_list<std::pair<std::string_view, std::string>>;

void set_log_level(LogLevel level);
// part: "controller.scheduler"; event: "launch dispatched".
void log(LogLevel level, std::string_view part, std::string_view event, LogFields fields = {});

}  // namespace busbar::io
