// Files inside the program: the dashboard and the description of the API.
#include <algorithm>

#include "controller/api/answer.h"
#include "controller/api/embedded.h"
#include "controller/api/handlers.h"

namespace busbar::controller {
namespace {

constexpr std::string_view kNoDashboard =
    "The dashboard is not part of this build of the Busbar controller.\n"
    "Build with -DBUSBAR_WEB=ON (needs npm), or use the command 'busbar' or the API below\n"
    "/api/v1, which /api/v1/openapi.yaml describes.\n";

bool takes_gzip(const Request& request) {
  const std::string_view accepted = request.header("Accept-Encoding");
  const std::size_t at = accepted.find("gzip");
  if (at == std::string_view::npos) return false;
  return !accepted.substr(at + 4).starts_with(";q=0");
}

io::HttpResponse file_answer(const Request& request, const EmbeddedFile& file) {
  io::HttpResponse answer;
  answer.headers = {
      {"Content-Type", std::string(file.content_type)},
      {"ETag", std::string(file.tag)},
      {"Vary", "Accept-Encoding"},
      {"Cache-Control", file.is_hashed ? "public, max-age=31536000, immutable" : "no-cache"}};
  if (request.header("If-None-Match").contains(file.tag)) {
    answer.status = 304;
    return answer;
  }
  const bool is_gzipped = !file.gzipped.empty() && takes_gzip(request);
  if (is_gzipped) answer.headers.emplace_back("Content-Encoding", "gzip");
  answer.body = is_gzipped ? file.gzipped : file.plain;
  return answer;
}

}  // namespace

const EmbeddedFile* find_embedded(std::string_view path) {
  const auto files = embedded_files();
  const auto found = std::ranges::lower_bound(files, path, {}, &EmbeddedFile::path);
  return found != files.end() && found->path == path ? &*found : nullptr;
}

Answer read_description(const Request& request) {
  const EmbeddedFile* const file = find_embedded(kDescriptionFile);
  if (file == nullptr)
    return fail({ErrorKind::Internal, Scope::Process, "openapi.yaml", "is not in this build", ""});
  return file_answer(request, *file);
}

Answer read_page(const Request& request) {
  const std::string& path = request.http.path;
  const EmbeddedFile* const file = find_embedded(path == "/" ? "/index.html" : path);
  if (file != nullptr && file->path != kDescriptionFile) return file_answer(request, *file);
  if (path == "/") return text_answer(std::string(kNoDashboard), "text/plain; charset=utf-8");
  return fail({ErrorKind::NotFound, Scope::Process, path.substr(0, 200), "there is nothing here",
               "the dashboard is at /, the API below /api/v1 (/api/v1/openapi.yaml)"});
}

}  // namespace busbar::controller
