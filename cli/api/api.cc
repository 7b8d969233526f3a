#include "cli/api/api.h"

namespace busbar::cli {
namespace {

constexpr std::string_view kRoot = "/api/v1";

bool is_plain(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '.' || c == '_' || c == '~';
}

ErrorKind kind_of(int status) {
  if (status == 404) return ErrorKind::NotFound;
  if (status == 409) return ErrorKind::Conflict;
  if (status == 413) return ErrorKind::TooLarge;
  if (status == 503) return ErrorKind::Unavailable;
  return status >= 500 ? ErrorKind::Internal : ErrorKind::InvalidInput;
}

// "10:18 sweeps[0].algorithms[0]", as far as it is told; the file's name is the caller's.
std::string place_of(const wire::JsonView& fault) {
  const std::uint64_t line = fault.unsigned_or("line");
  const std::string field = fault.text_or("field");
  if (line == 0) return field.empty() ? fault.text_or("where") : field;
  const std::uint64_t column = fault.unsigned_or("column", 1);
  const std::string place = std::to_string(line) + ":" + std::to_string(column);
  return field.empty() ? place : place + " " + field;
}

std::vector<Error> faults_of_list(const wire::JsonView& list, int status) {
  std::vector<Error> faults;
  for (const wire::JsonView& fault : list.items())
    faults.push_back({kind_of(status), Scope::Process, place_of(fault), fault.text_or("what"),
                      fault.text_or("remedy")});
  return faults;
}

}  // namespace

std::string path_segment(std::string_view text) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string encoded;
  for (const char c : text) {
    if (is_plain(c)) {
      encoded += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    encoded += {'%', kDigits[byte >> 4U], kDigits[byte & 15U]};
  }
  return encoded;
}

std::string target_of(const ApiRequest& request) {
  std::string target = std::string(kRoot) + request.path;
  char separator = '?';
  for (const auto& [name, value] : request.query) {
    target += separator + path_segment(name) + "=" + path_segment(value);
    separator = '&';
  }
  return target;
}

std::vector<Error> faults_of(const io::HttpResponse& response) {
  const Result<wire::JsonView> problem = wire::JsonView::parse(response.body);
  if (!problem || !problem->is_object())
    return {{kind_of(response.status), Scope::Process, "controller",
             "answered with status " + std::to_string(response.status) + " and no explanation",
             "check that --controller names a Busbar controller"}};
  if (const auto list = problem->field("errors"); list && list->size() > 0)
    return faults_of_list(*list, response.status);
  const std::string title = problem->text_or("title", "refused");
  // The detail begins with the place.
  return {{kind_of(response.status), Scope::Process, "", problem->text_or("detail", title),
           problem->text_or("remedy")}};
}

Results<wire::JsonView> fetch(Api& api, const ApiRequest& request) {
  const Result<io::HttpResponse> response = api.send(request);
  if (!response) return std::unexpected(std::vector{response.error()});
  if (response->status < 200 || response->status > 299)
    return std::unexpected(faults_of(*response));
  Result<wire::JsonView> json = wire::JsonView::parse(response->body);
  if (json) return std::move(*json);
  return std::unexpected(
      std::vector{Error{ErrorKind::Incompatible, Scope::Process, api.address(),
                        "the answer is not JSON: " + json.error().what,
                        "check that --controller names a Busbar controller of this version"}});
}

}  // namespace busbar::cli
