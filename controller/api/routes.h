#pragma once
// Every path that the API answers, in one table; schemas/openapi.yaml has the same (a test holds
// them together). Promises: a path is matched whole; "{run}" and "{series}" stand for one segment.
// HEAD is answered as GET without a body. Threads: pure.
#include <optional>
#include <string>
#include <string_view>

namespace busbar::controller {

enum class Endpoint {
  ListRuns,
  SubmitRun,
  ReadRun,
  CancelRun,
  ReadRunPlan,
  ListMeasurements,
  FollowRun,
  PlanMatrix,
  ListMatrices,
  ListNodes,
  ListSeries,
  ReadSeries,
  ReadVersion,
  ReadDescription,
  OpenAgentSession,
  ReadHealth,
  ReadReadiness,
  ReadMetrics
};

struct Route {
  std::string_view method;
  std::string_view path;
  Endpoint endpoint;
};

inline constexpr std::string_view kAgentSessionPath = "/api/v1/agents/session";
inline constexpr Route kRoutes[] = {
    {"GET", "/api/v1/runs", Endpoint::ListRuns},
    {"POST", "/api/v1/runs", Endpoint::SubmitRun},
    {"GET", "/api/v1/runs/{run}", Endpoint::ReadRun},
    {"POST", "/api/v1/runs/{run}/cancel", Endpoint::CancelRun},
    {"GET", "/api/v1/runs/{run}/plan", Endpoint::ReadRunPlan},
    {"GET", "/api/v1/runs/{run}/measurements", Endpoint::ListMeasurements},
    {"GET", "/api/v1/runs/{run}/events", Endpoint::FollowRun},
    {"POST", "/api/v1/plans", Endpoint::PlanMatrix},
    {"GET", "/api/v1/matrices", Endpoint::ListMatrices},
    {"GET", "/api/v1/nodes", Endpoint::ListNodes},
    {"GET", "/api/v1/series", Endpoint::ListSeries},
    {"GET", "/api/v1/series/{series}", Endpoint::ReadSeries},
    {"GET", "/api/v1/version", Endpoint::ReadVersion},
    {"GET", "/api/v1/openapi.yaml", Endpoint::ReadDescription},
    {"GET", kAgentSessionPath, Endpoint::OpenAgentSession},
    {"GET", "/healthz", Endpoint::ReadHealth},
    {"GET", "/readyz", Endpoint::ReadReadiness},
    {"GET", "/metrics", Endpoint::ReadMetrics},
};

struct RouteMatch {
  std::optional<Endpoint> endpoint;
  std::string parameter;        // what stood for {run} or {series}
  std::string allowed_methods;  // "GET, HEAD, POST": empty if no route has this path
};
RouteMatch match_route(std::string_view method, std::string_view path);

}  // namespace busbar::controller
