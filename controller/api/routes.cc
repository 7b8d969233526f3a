#include "controller/api/routes.h"

namespace busbar::controller {
namespace {

// Nothing: the path is another one.
std::optional<std::string> parameter_of(std::string_view pattern, std::string_view path) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos)
    return pattern == path ? std::optional(std::string()) : std::nullopt;
  const std::string_view before = pattern.substr(0, open);
  const std::string_view after = pattern.substr(pattern.find('}') + 1);
  if (path.size() <= before.size() + after.size()) return std::nullopt;
  if (!path.starts_with(before) || !path.ends_with(after)) return std::nullopt;
  path.remove_prefix(before.size());
  path.remove_suffix(after.size());
  if (path.contains('/')) return std::nullopt;
  return std::string(path);
}

}  // namespace

RouteMatch match_route(std::string_view method, std::string_view path) {
  const std::string_view wanted = method == "HEAD" ? "GET" : method;
  RouteMatch found;
  for (const Route& route : kRoutes) {
    auto parameter = parameter_of(route.path, path);
    if (!parameter) continue;
    found.allowed_methods += found.allowed_methods.empty() ? "" : ", ";
    found.allowed_methods += route.method == "GET" ? "GET, HEAD" : route.method;
    found.parameter = std::move(*parameter);
    if (route.method == wanted) found.endpoint = route.endpoint;
  }
  return found;
}

}  // namespace busbar::controller
