#include "wire/formats/nccl_log/scan.h"

#include <algorithm>
#include <charconv>

namespace busbar::wire::nccl_log {

Scan& Scan::blanks() {
  while (!rest_.empty() && (rest_.front() == ' ' || rest_.front() == '\t')) rest_.remove_prefix(1);
  return *this;
}

bool Scan::skip(std::string_view literal) {
  if (!rest_.starts_with(literal)) return false;
  rest_.remove_prefix(literal.size());
  return true;
}

bool Scan::skip_to(std::string_view mark) {
  const std::size_t at = rest_.find(mark);
  if (at == std::string_view::npos) return false;
  rest_.remove_prefix(at + mark.size());
  return true;
}

std::optional<std::int64_t> Scan::integer() {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), value);
  if (error != std::errc{}) return std::nullopt;
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return value;
}

std::optional<double> Scan::number() {
  double value = 0;
  const auto [end, error] =
      std::from_chars(rest_.data(), rest_.data() + rest_.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || !(value > -1e300 && value < 1e300)) return std::nullopt;
  rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
  return value;
}

std::string_view Scan::until(std::string_view any) {
  const std::size_t end = std::min(rest_.size(), rest_.find_first_of(any));
  const std::string_view taken = rest_.substr(0, end);
  rest_.remove_prefix(end);
  return taken;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

std::optional<std::string_view> behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + mark.size());
}

std::optional<std::int64_t> integer_behind(std::string_view text, std::string_view mark) {
  const auto rest = behind(text, mark);
  return rest ? Scan(*rest).integer() : std::nullopt;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

}  // namespace busbar::wire::nccl_log
