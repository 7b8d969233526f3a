#include "io/log/log.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>

namespace busbar::io {
namespace {

std::atomic<LogLevel> level_min{LogLevel::Info};

std::string_view to_text(LogLevel level) {
  switch (level) {
    case LogLevel::Debug:
      return "debug";
    case LogLevel::Info:
      return "info";
    case LogLevel::Warning:
      return "warning";
    case LogLevel::Error:
      return "error";
  }
  return "error";
}

std::string timestamp() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto micros = std::chrono::duration_cast<std::chrono::microseconds>(now).count();
  const std::time_t seconds = micros / 1'000'000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[40] = {};
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &utc);
  std::snprintf(text + length, sizeof text - length, ".%06dZ",
                static_cast<int>(micros % 1'000'000));
  return text;
}

struct Line {
  LogLevel level;
  std::string_view part;
  std::string_view event;
};

std::string json_line(const Line& line, LogFields fields) {
  nlohmann::ordered_json object{{"time", timestamp()},
                                {"level", to_text(line.level)},
                                {"part", line.part},
                                {"event", line.event}};
  for (const auto& [name, value] : fields) object[std::string(name)] = value;
  return object.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// A control character in a field must not move the cursor or fake another line.
std::string printable(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte != 0x7f)
      out += c;
    else
      out.append("\\x") += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return out;
}

std::string terminal_line(const Line& line, LogFields fields) {
  std::string text = timestamp().substr(11, 12);
  text.append(" ").append(to_text(line.level)).append(" ").append(line.part).append(": ");
  text += printable(line.event);
  for (const auto& [name, value] : fields)
    text.append(" ").append(name).append("=").append(printable(value));
  return text + "\n";
}

// One write a line, so that lines of several threads do not mix.
void write_line(std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;  // nowhere left to say it
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

void set_log_level(LogLevel level) {
  level_min = level;
}

void log(LogLevel level, std::string_view part, std::string_view event, LogFields fields) {
  if (level < level_min) return;
  const Line line{level, part, event};
  write_line(::isatty(STDERR_FILENO) ? terminal_line(line, fields) : json_line(line, fields));
}

}  // namespace busbar::io
