#pragma once
// One request as the handlers read it: its parameters, checked.
// Promises: a parameter that is there and wrong is an error, never a default. Errors: InvalidInput
// with the parameter's name, its value and what would be right. Threads: pure.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "io/http/message.h"

namespace busbar::controller {

inline constexpr std::uint32_t kPageDefault = 100;
inline constexpr std::uint32_t kPageMax = 1000;  // some MiB of results

struct Request {
  io::HttpRequest http;
  std::string parameter;  // what stands for {run} or {series} in the path

  std::optional<std::string> query(const std::string& name) const;
  std::string_view header(std::string_view name) const { return io::header(http.headers, name); }
};

Error parameter_fault(std::string_view name, std::string_view value, std::string remedy);
Result<std::int64_t> whole_number(std::string_view name, std::string_view text);

Result<std::uint32_t> page_limit(const Request&);
// The list with its filters, without limit and cursor: what a cursor belongs to.
std::string list_of(const Request&);
Result<std::optional<std::int64_t>> page_position(const Request&);

// The index of the offered media type that Accept likes best, the first one without Accept;
// nothing: none is acceptable. Source: RFC 9110, 12.5.1.
std::optional<std::size_t> negotiate(std::string_view accept,
                                     std::span<const std::string_view> offered);
// "application/yaml; charset=utf-8" → "application/yaml", lower case.
std::string media_type(std::string_view content_type);

}  // namespace busbar::controller
