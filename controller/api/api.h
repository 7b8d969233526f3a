#pragma once
// The HTTP side of the controller: guards, routes and answers every request.
// Promises: each request is answered exactly once; an error is a problem (RFC 9457) with the
// status of its kind; a wrong method is 405 with Allow. While stopping, nothing new is taken (503)
// and followers of runs are let go. Threads: the loop's.
#include <memory>
#include <string>

#include "controller/api/guard.h"
#include "controller/api/request.h"
#include "controller/api/routes.h"
#include "controller/api/service.h"
#include "io/http/server.h"

namespace busbar::controller {

struct ApiOptions {
  std::string version;
  bool takes_any_host = false;  // --insecure-listen
};

class Api {
 public:
  Api(io::Loop& loop, Store& store, Sessions& sessions, Scheduler& scheduler, ApiOptions options);
  Api(const Api&) = delete;
  Api& operator=(const Api&) = delete;

  io::HttpHandlers handlers();  // for HttpServer::listen; this must outlive the server
  void on_run_change(const RunId& run) { streams_.on_change(run); }
  void stop();

 private:
  void handle(io::HttpRequest request, const std::shared_ptr<io::Exchange>& exchange);
  void follow(const Request& request, const std::shared_ptr<io::Exchange>& exchange);
  io::HttpResponse answer(const Request& request, const RouteMatch& route);
  io::HttpResponse admit(const io::HttpRequest& request) const;
  void respond(const std::shared_ptr<io::Exchange>& exchange, io::HttpResponse response);

  EventStreams streams_;
  Service service_;
  Guard guard_;
};

}  // namespace busbar::controller
