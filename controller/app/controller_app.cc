#include "controller/app/controller_app.h"

#include <unistd.h>

#include <csignal>
#include <memory>

#include "controller/api/api.h"
#include "controller/scheduler/scheduler.h"
#include "controller/sessions/sessions.h"
#include "controller/store/store.h"
#include "io/async/system_loop.h"
#include "io/http/server.h"
#include "io/process/environment.h"
#include "wire/json/value.h"

namespace busbar::controller {
namespace {

constexpr std::string_view kPart = "controller.app";
constexpr Seconds kDrainGrace{5.0};      // answers in progress; a follower's stream ends at once
constexpr std::size_t kRandomBytes = 3;  // beside the second in a run's id

void tell_ready(const Options& options, std::uint16_t port) {
  if (!options.ready_fd) return;
  wire::JsonWriter writer;
  writer.begin_object()
      .field("ready", true)
      .field("port", port)
      .field("url", url_of(options.listen.host, port))
      .end_object();
  const std::string line = writer.take() + "\n";
  // Whoever waits may be gone already; that is not our failure.
  static_cast<void>(!write(*options.ready_fd, line.data(), line.size()));
  close(*options.ready_fd);
}

// Members end in the opposite order: the server first, the store last.
class Controller {
 public:
  Controller(const Options& options, std::unique_ptr<Store> store)
      : options_(options),
        store_(std::move(store)),
        sessions_(loop_, BUSBAR_VERSION),
        scheduler_(loop_, *store_, sessions_, [] { return io::random_hex(kRandomBytes); }),
        api_(loop_, *store_, sessions_, scheduler_,
             {.version = BUSBAR_VERSION, .takes_any_host = options.is_insecure_listen}) {
    scheduler_.on_change([this](const RunId& run) { api_.on_run_change(run); });
  }

  Result<void> start() {
    TRY_VOID(scheduler_.start());
    auto server =
        io::HttpServer::listen(loop_, options_.listen.host, options_.listen.port, api_.handlers());
    if (!server) {
      server.error().remedy = "free the port, or give another address with --listen";
      return fail(std::move(server.error()));
    }
    server_ = std::move(*server);
    loop_.on_signals({SIGTERM, SIGINT}, [this](int signal) { stop(signal); });
    io::log(io::LogLevel::Info, kPart, "serving",
            {{"url", url_of(options_.listen.host, server_->port())}, {"data", options_.data}});
    tell_ready(options_, server_->port());
    return {};
  }

  void run() { loop_.run(); }

 private:
  void stop(int signal) {
    if (is_stopping_) return loop_.stop();
    is_stopping_ = true;
    io::log(io::LogLevel::Info, kPart, "stopping", {{"signal", std::to_string(signal)}});
    scheduler_.stop();
    api_.stop();
    sessions_.close_all("the controller stops");
    server_->drain(kDrainGrace, [this] { loop_.stop(); });
  }

  const Options& options_;
  io::SystemLoop loop_;
  std::unique_ptr<Store> store_;
  Sessions sessions_;
  Scheduler scheduler_;
  Api api_;
  std::unique_ptr<io::HttpServer> server_;
  bool is_stopping_ = false;
};

int failed(const Error& error) {
  io::log(io::LogLevel::Error, kPart, "could not start",
          {{"error", to_line(error)}, {"remedy", error.remedy}});
  return kExitFailed;
}

}  // namespace

Result<void> check_exposure(const Options& options) {
  if (is_loopback_name(options.listen.host)) return {};
  if (!options.is_insecure_listen)
    return fail({ErrorKind::InvalidInput, Scope::Process, "--listen " + options.listen.host,
                 "others can reach this address, and nobody is asked who they are",
                 "listen on 127.0.0.1, or accept the risk with --insecure-listen"});
  io::log(io::LogLevel::Warning, kPart, "everyone who reaches this address controls Busbar",
          {{"address", options.listen.host}});
  return {};
}

std::string url_of(const std::string& host, std::uint16_t port) {
  std::string reachable = host;
  if (host == "0.0.0.0") reachable = "127.0.0.1";
  if (host == "::") reachable = "::1";
  if (reachable.contains(':')) reachable = "[" + reachable + "]";
  return "http://" + reachable + ":" + std::to_string(port);
}

int run_controller(const Options& options) {
  io::set_log_level(options.log_level);
  if (const auto allowed = check_exposure(options); !allowed) return failed(allowed.error());
  auto store = Store::open(options.data);
  if (!store) return failed(store.error());
  Controller controller(options, std::move(*store));
  if (const auto started = controller.start(); !started) return failed(started.error());
  controller.run();
  return 0;
}

}  // namespace busbar::controller
