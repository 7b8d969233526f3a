#include "tests/support/response_recorder.h"

#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "wire/json/value.h"

namespace busbar {

void record_response(const std::string& method, const std::string& path,
                     const io::HttpResponse& response) {
  const char* const folder = std::getenv("BUSBAR_RECORDED_RESPONSES");
  if (folder == nullptr) return;
  std::ofstream file(std::string(folder) + "/" + std::to_string(getpid()) + ".jsonl",
                     std::ios::app | std::ios::binary);
  wire::JsonWriter out;
  out.begin_object()
      .field("method", method)
      .field("path", path)
      .field("status", response.status)
      .field("content_type", io::header(response.headers, "Content-Type"))
      .field("body", response.body)
      .end_object();
  file << out.take() << '\n';
}

}  // namespace busbar
