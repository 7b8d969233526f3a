#include "cli/api/http_api.h"

#include <utility>

#include "io/http/client.h"

namespace busbar::cli {
namespace {

// A plan of 100,000 cells takes seconds to make and to send.
constexpr Seconds kAnswerMax{120.0};
// The controller sends a comment every 15 s at least; three in a row that are missing mean that it
// is gone.
constexpr Seconds kSilenceMax{45.0};

class HttpApi final : public Api {
 public:
  explicit HttpApi(std::string address) : address_(std::move(address)) {}

  Result<io::HttpResponse> send(const ApiRequest& request) override {
    return explained(io::http_request(address_ + target_of(request), message(request), kAnswerMax));
  }

  Result<io::HttpResponse> stream(const ApiRequest& request,
                                  const std::function<bool(std::string_view)>& reader) override {
    return explained(
        io::http_stream(address_ + target_of(request), message(request), kSilenceMax, reader));
  }

  std::string address() const override { return address_; }

 private:
  static io::HttpRequest message(const ApiRequest& request) {
    io::HttpRequest message;
    message.method = request.method;
    message.headers = request.headers;
    message.body = request.body;
    return message;
  }

  Result<io::HttpResponse> explained(Result<io::HttpResponse> response) const {
    if (response) return response;
    return fail(with_start_hint(std::move(response).error(), address_));
  }

  std::string address_;
};

}  // namespace

Error with_start_hint(Error error, const std::string& address) {
  if (error.kind != ErrorKind::Unavailable) return error;
  error.where.clear();
  error.what = "no controller answers at " + address + " (" + error.what + ")";
  error.remedy = "start one ('busbar serve' says how) or name another with --controller";
  return error;
}

Result<std::unique_ptr<Api>> http_api(std::string address) {
  while (address.ends_with('/')) address.pop_back();
  TRY(url, io::parse_url(address));
  if (url.target != "/")
    return fail({ErrorKind::InvalidInput, Scope::Process, "--controller " + address,
                 "has a path '" + url.target + "'", "give only http://host:port"});
  return std::make_unique<HttpApi>(std::move(address));
}

}  // namespace busbar::cli
