#include "wire/api/problem.h"

#include <charconv>
#include <optional>

#include "wire/json/value.h"

namespace busbar::wire {
namespace {

std::string_view word_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidInput:
      return "invalid_input";
    case ErrorKind::NotFound:
      return "not_found";
    case ErrorKind::Conflict:
      return "conflict";
    case ErrorKind::TooLarge:
      return "too_large";
    case ErrorKind::Unavailable:
      return "unavailable";
    case ErrorKind::Incompatible:
      return "incompatible";
    case ErrorKind::Internal:
      return "internal";
  }
  return "internal";
}

std::string_view title_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidInput:
      return "Invalid input";
    case ErrorKind::NotFound:
      return "Not found";
    case ErrorKind::Conflict:
      return "Conflict with the state of the thing";
    case ErrorKind::TooLarge:
      return "Over a limit";
    case ErrorKind::Unavailable:
      return "Not available now";
    case ErrorKind::Incompatible:
      return "Versions that do not fit together";
    case ErrorKind::Internal:
      return "Internal error";
  }
  return "Internal error";
}

void write_members(JsonWriter& out, const Error& error, int status, std::string_view more) {
  std::string detail = error.where.empty() ? error.what : error.where + ": " + error.what;
  detail += more;
  out.field("type", "urn:busbar:problem:" + std::string(word_of(error.kind)))
      .field("title", title_of(error.kind))
      .field("status", status)
      .field("detail", detail)
      .field("where", error.where)
      .field("remedy", error.remedy);
}

void write_fault(JsonWriter& out, const Error& error) {
  const FaultPlace place = fault_place(error.where);
  out.begin_object()
      .field("where", error.where)
      .field("what", error.what)
      .field("remedy", error.remedy)
      .field("line", place.line)
      .field("column", place.column)
      .field("field", place.field)
      .end_object();
}

// Takes ":18" off the end of the text.
std::optional<std::size_t> take_number(std::string_view& text) {
  const std::size_t colon = text.rfind(':');
  if (colon == std::string_view::npos || colon + 1 == text.size()) return std::nullopt;
  std::size_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data() + colon + 1, end, number);
  if (fault != std::errc() || stop != end) return std::nullopt;
  text = text.substr(0, colon);
  return number;
}

}  // namespace

int status_of(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::InvalidInput:
      return 400;
    case ErrorKind::NotFound:
      return 404;
    case ErrorKind::Conflict:
    case ErrorKind::Incompatible:
      return 409;
    case ErrorKind::TooLarge:
      return 413;
    case ErrorKind::Unavailable:
      return 503;
    case ErrorKind::Internal:
      return 500;
  }
  return 500;
}

std::string problem_json(const Error& error, int status) {
  JsonWriter out;
  out.begin_object();
  write_members(out, error, status, {});
  out.end_object();
  return out.take();
}

std::string problem_json(const std::vector<Error>& errors, int status) {
  JsonWriter out;
  out.begin_object();
  const std::size_t others = errors.size() - 1;
  write_members(out, errors.front(), status,
                others == 0 ? "" : " (and " + std::to_string(others) + " more)");
  out.key("errors").begin_array();
  for (const Error& error : errors) write_fault(out, error);
  out.end_array().end_object();
  return out.take();
}

FaultPlace fault_place(std::string_view where) {
  const std::size_t blank = where.find(' ');
  std::string_view file = where.substr(0, blank);
  FaultPlace place;
  const auto column = take_number(file);
  const auto line = column ? take_number(file) : std::nullopt;
  if (!line) {  // no position: all of it names the member
    place.field = std::string(where);
    return place;
  }
  place.line = *line;
  place.column = *column;
  if (blank != std::string_view::npos) place.field = std::string(where.substr(blank + 1));
  return place;
}

}  // namespace busbar::wire
