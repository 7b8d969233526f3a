#pragma once
// Takes words and numbers off the front of a line. Numbers out of range are no numbers. Threads:
// values.
#include <cstdint>
#include <optional>
#include <string_view>

namespace busbar::wire::nccl_log {

class Scan {
 public:
  explicit Scan(std::string_view text) : rest_(text) {}
  std::string_view rest() const { return rest_; }
  bool is_done() const { return rest_.empty(); }
  Scan& blanks();
  bool skip(std::string_view literal);           // moves behind it if the rest begins with it
  bool skip_to(std::string_view mark);           // moves behind the next one, if there is one
  std::optional<std::int64_t> integer();         // a sign and digits
  std::optional<double> number();                // "12", "1.25"; no exponent
  std::string_view until(std::string_view any);  // up to one of these characters, or all
  std::string_view word() { return until(" \t"); }

 private:
  std::string_view rest_;
};

std::string_view trimmed(std::string_view text);
// What is behind the first `mark`; nothing: there is none.
std::optional<std::string_view> behind(std::string_view text, std::string_view mark);
std::optional<std::int64_t> integer_behind(std::string_view text, std::string_view mark);
bool contains(std::string_view text, std::string_view part);
inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace busbar::wire::nccl_log
