#pragma once
// A request's body as a matrix with its plan on the nodes that are there now.
// Errors: a ready answer: 415 for a type that is no matrix, 422 with every fault for an invalid
// matrix or one of which nothing can run, 503 if no node is ready. Threads: the loop's.
#include <expected>

#include "controller/api/request.h"
#include "controller/api/service.h"
#include "core/matrix/matrix.h"
#include "core/matrix/plan.h"
#include "io/http/message.h"

namespace busbar::controller {

struct PlannedMatrix {
  Matrix matrix;
  Plan plan;
};
std::expected<PlannedMatrix, io::HttpResponse> planned_matrix(Service&, const Request&);

}  // namespace busbar::controller
