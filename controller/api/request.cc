#include "controller/api/request.h"

#include <charconv>

#include "controller/api/cursor.h"

namespace busbar::controller {
namespace {

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// The part before the separator; the text goes on after it.
std::string_view take_part(std::string_view& text, char separator) {
  const std::size_t end = std::min(text.find(separator), text.size());
  const std::string_view part = trimmed(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return part;
}

struct MediaRange {
  std::string type;
  double quality = 1;
};

MediaRange media_range(std::string_view item) {
  MediaRange range{media_type(item), 1};
  take_part(item, ';');
  while (!item.empty()) {
    const std::string_view parameter = take_part(item, ';');
    if (!parameter.starts_with("q=")) continue;
    const char* const end = parameter.data() + parameter.size();
    const auto [stop, fault] = std::from_chars(parameter.data() + 2, end, range.quality);
    if (fault != std::errc() || stop != end) range.quality = 0;
  }
  return range;
}

// 3 for the type itself, 2 for its group, 1 for anything, 0 if it does not match.
int nearness(const std::string& range, std::string_view type) {
  if (range == type) return 3;
  if (range == "*/*") return 1;
  const bool is_group = range.ends_with("/*");
  return is_group && type.starts_with(range.substr(0, range.size() - 1)) ? 2 : 0;
}

double quality_of(std::string_view accept, std::string_view type) {
  int nearest = 0;
  double quality = 0;
  while (!accept.empty()) {
    const MediaRange range = media_range(take_part(accept, ','));
    const int near = nearness(range.type, type);
    if (near <= nearest) continue;
    nearest = near;
    quality = range.quality;
  }
  return quality;
}

}  // namespace

std::optional<std::string> Request::query(const std::string& name) const {
  const auto found = http.query.find(name);
  return found == http.query.end() ? std::nullopt : std::optional(found->second);
}

Error parameter_fault(std::string_view name, std::string_view value, std::string remedy) {
  return {ErrorKind::InvalidInput, Scope::Process, std::string(name),
          "'" + std::string(value.substr(0, 100)) + "' is not valid here", std::move(remedy)};
}

Result<std::int64_t> whole_number(std::string_view name, std::string_view text) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value);
  if (fault != std::errc() || stop != end || text.empty() || value < 0)
    return fail(parameter_fault(name, text, "give a whole number, 0 or more"));
  return value;
}

Result<std::uint32_t> page_limit(const Request& request) {
  const auto text = request.query("limit");
  if (!text) return kPageDefault;
  const auto limit = whole_number("limit", *text);
  if (!limit || *limit < 1 || *limit > kPageMax)
    return fail(parameter_fault("limit", *text, "give 1 to " + std::to_string(kPageMax)));
  return static_cast<std::uint32_t>(*limit);
}

std::string list_of(const Request& request) {
  std::string list = request.http.path;
  for (const auto& [name, value] : request.http.query)
    if (name != "limit" && name != "cursor" && name != "format") list += "\n" + name + "=" + value;
  return list;
}

Result<std::optional<std::int64_t>> page_position(const Request& request) {
  const auto cursor = request.query("cursor");
  if (!cursor) return std::nullopt;
  TRY(position, read_cursor(list_of(request), *cursor));
  return std::optional(position);
}

std::string media_type(std::string_view content_type) {
  std::string type(take_part(content_type, ';'));
  for (char& c : type)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return type;
}

std::optional<std::size_t> negotiate(std::string_view accept,
                                     std::span<const std::string_view> offered) {
  if (trimmed(accept).empty()) return 0;
  std::optional<std::size_t> best;
  double best_quality = 0;
  for (std::size_t i = 0; i < offered.size(); ++i) {
    const double quality = quality_of(accept, offered[i]);
    if (quality <= best_quality) continue;
    best_quality = quality;
    best = i;
  }
  return best;
}

}  // namespace busbar::controller
