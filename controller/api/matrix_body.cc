#include "controller/api/matrix_body.h"

#include <algorithm>
#include <array>

#include "controller/api/answer.h"
#include "wire/yaml/matrix_reader.h"

namespace busbar::controller {
namespace {

constexpr std::array<std::string_view, 4> kMatrixTypes{"application/yaml", "application/x-yaml",
                                                       "text/yaml", "application/json"};
constexpr int kUnprocessable = 422;

Error type_fault(std::string_view type) {
  return {ErrorKind::InvalidInput, Scope::Process, "Content-Type",
          "'" + std::string(type.substr(0, 100)) + "' is no type of a matrix",
          "send application/yaml, text/yaml, application/x-yaml or application/json"};
}

// What the caller's matrix is to blame for is 422; what the fabric is, keeps its own status.
io::HttpResponse plan_problem(const Error& error) {
  if (error.kind == ErrorKind::InvalidInput || error.kind == ErrorKind::TooLarge)
    return problem_answer(std::vector{error}, kUnprocessable);
  return problem_answer(error);
}

}  // namespace

std::expected<PlannedMatrix, io::HttpResponse> planned_matrix(Service& service,
                                                              const Request& request) {
  const std::string type = media_type(request.header("Content-Type"));
  if (std::ranges::find(kMatrixTypes, type) == kMatrixTypes.end())
    return std::unexpected(problem_answer(type_fault(type), 415));
  Results<Matrix> matrix = wire::read_matrix(request.http.body, "matrix");
  if (!matrix) return std::unexpected(problem_answer(matrix.error(), kUnprocessable));
  const auto history = [&service](const Cell& cell) {
    return service.store.last_measuring_time(cell);
  };
  Result<Plan> plan = make_plan(*matrix, service.scheduler.ready_nodes(), history);
  if (!plan) return std::unexpected(plan_problem(plan.error()));
  return PlannedMatrix{std::move(*matrix), std::move(*plan)};
}

}  // namespace busbar::controller
