#pragma once
// The controller's REST interface as the commands see it; the seam at which tests put a fake.
// Units: seconds. Errors: one Error for each fault that the service tells
// (application/problem+json), or one
//   Unavailable with how to start a controller if there is none.
// Threads: one owner; calls block.
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"
#include "io/http/message.h"
#include "wire/json/value.h"

namespace busbar::cli {

struct ApiRequest {
  std::string method = "GET";
  std::string path;                            // below /api/v1, encoded: "/runs/r-1"
  std::map<std::string, std::string> query{};  // not encoded
  io::Headers headers{};
  std::string body{};
};

class Api {
 public:
  virtual ~Api() = default;
  // Any status is an answer; only a missing one is an error.
  virtual Result<io::HttpResponse> send(const ApiRequest& request) = 0;
  // The body piece by piece; empty pieces while nothing comes. Ends when the reader returns false.
  virtual Result<io::HttpResponse> stream(const ApiRequest& request,
                                          const std::function<bool(std::string_view)>& reader) = 0;
  virtual std::string address() const = 0;  // "http://127.0.0.1:7420"
};

// A run's id, or other text, as one segment of a path.
std::string path_segment(std::string_view text);
// "/api/v1/runs?limit=20"
std::string target_of(const ApiRequest& request);

// The answer's JSON if its status is 2xx, else the faults it tells.
Results<wire::JsonView> fetch(Api& api, const ApiRequest& request);

// The faults that an answer tells.
std::vector<Error> faults_of(const io::HttpResponse& response);

}  // namespace busbar::cli
