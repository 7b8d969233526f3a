#pragma once
// Keeps what handlers answered, for the check against schemas/openapi.yaml
// (tests/integration/openapi_test.py). With BUSBAR_RECORDED_RESPONSES=FOLDER in the environment
// each answer is a line of JSON in FOLDER/<process id>.jsonl: method, path, status, content_type,
// body (text). Without it nothing is written. Threads: one.
#include <string>

#include "io/http/message.h"

namespace busbar {

void record_response(const std::string& method, const std::string& path,
                     const io::HttpResponse& response);

}  // namespace busbar
