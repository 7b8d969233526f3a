#pragma once
// The endpoints of routes.h, one function each; schemas/openapi.yaml says what they answer.
// Errors: become problems with the status of their kind (answer.h). Threads: the loop's.
#include "controller/api/request.h"
#include "controller/api/service.h"
#include "core/error/result.h"
#include "io/http/message.h"

namespace busbar::controller {

using Answer = Result<io::HttpResponse>;

Answer list_runs(Service&, const Request&);
Answer submit_run(Service&, const Request&);
Answer read_run(Service&, const Request&);
Answer cancel_run(Service&, const Request&);
Answer read_run_plan(Service&, const Request&);
Answer plan_matrix(Service&, const Request&);
Answer list_measurements(Service&, const Request&);
Answer list_matrices(Service&, const Request&);
Answer list_nodes(Service&, const Request&);
Answer list_series(Service&, const Request&);
Answer read_series(Service&, const Request&);
Answer read_version(Service&, const Request&);
Answer read_health(Service&, const Request&);
Answer read_readiness(Service&, const Request&);
Answer read_metrics(Service&, const Request&);
Answer read_description(const Request&);
// A file of the dashboard, or a plain page that says it is not part of this build.
Answer read_page(const Request&);

// The run that {run} names; NotFound for text that cannot be an id too.
Result<RunId> run_id_of(const Request&);

}  // namespace busbar::controller
