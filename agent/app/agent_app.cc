// Tested by tests/integration/bad_input_test.py and kill_test.py, as a whole program.
#include "agent/app/agent_app.h"

#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include "agent/probes/facts.h"
#include "agent/session/agent.h"
#include "io/file/append_log.h"
#include "io/file/file.h"
#include "io/http/client.h"
#include "io/process/environment.h"
#include "wire/json/value.h"

namespace busbar::agent {
namespace {

constexpr std::string_view kPart = "agent.app";

int failed(const Error& error) {
  io::log(io::LogLevel::Error, kPart, "cannot start", {{"cause", to_line(error)}});
  return kExitFailed;
}

double random_share() {
  return static_cast<double>(std::stoul(io::random_hex(2), nullptr, 16)) / 65536.0;
}

std::string host_name() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return name;
}

void tell_ready(const Options& options, const std::string& node) {
  if (!options.ready_fd) return;
  wire::JsonWriter writer;
  writer.begin_object().field("ready", true).field("node", node).end_object();
  const std::string line = writer.take() + "\n";
  // Whoever waits may be gone already; that is not our failure.
  static_cast<void>(!write(*options.ready_fd, line.data(), line.size()));
  close(*options.ready_fd);
}

Result<AgentSetup> setup_of(const Options& options, const std::string& own_folder) {
  const HostFiles files;
  const std::string host = host_name();
  AgentSetup setup;
  TRY(node, NodeId::parse(options.node.empty() ? host : options.node));
  TRY(machine, machine_id(files));
  setup.hello.version = BUSBAR_VERSION;
  setup.hello.node = node;
  setup.hello.instance = io::random_hex(8);
  const std::uint32_t cores = options.cores.value_or(usable_cores(files, affinity_cores()));
  setup.hello.facts = {std::move(machine), host, cores, memory_bytes(files), options.labels, {}};
  setup.hello.provenance = host_provenance(files);
  setup.hello.provenance["busbar"] = BUSBAR_VERSION;
  setup.tools.mpirun = options.mpirun;
  setup.tools.bench = std::filesystem::absolute(
      options.bench.empty() ? own_folder + "/busbar-bench-mpi" : options.bench);
  setup.tools.path = io::environment_value("PATH").value_or("/usr/local/bin:/usr/bin:/bin");
  setup.tools.home = options.data;
  setup.tools.cores = cores;
  setup.tools.is_root = geteuid() == 0;
  setup.launches_folder = options.data + "/launches";
  return setup;
}

// One agent's parts in the order of their lives; the loop outlives every socket.
class App {
 public:
  App(const Options& options, AgentSetup setup)
      : options_(options), setup_(std::move(setup)), starter_(io::system_process_starter(loop_)) {}

  int run(std::unique_ptr<io::AppendLog> log) {
    spool_ = std::make_unique<Spool>(loop_, std::move(log));
    loop_.on_signals({SIGTERM, SIGINT}, [this](int) { stop(); });
    probe_mpi();
    loop_.run();
    agent_.reset();
    return exit_code_;
  }

 private:
  // The version of mpirun decides whether the engine is offered at all.
  void probe_mpi() {
    io::ProcessEvents events;
    events.on_stdout_line = [this](const std::string& line) {
      if (mpi_version_.empty()) mpi_version_ = open_mpi_version(line);
    };
    events.on_stderr_line = [](const std::string&) {};
    events.on_exit = [this](io::ExitStatus) { loop_.post([this] { start(); }); };
    auto probe = starter_->start({{setup_.tools.mpirun, "--version"},
                                  {{"PATH", setup_.tools.path}, {"HOME", setup_.tools.home}},
                                  options_.data,
                                  1u << 16},
                                 std::move(events));
    if (probe) {
      probe_ = std::move(*probe);
      return;
    }
    io::log(
        io::LogLevel::Warning, kPart, "engine mpi is not offered",
        {{"cause", to_line(probe.error())}, {"remedy", "install openmpi-bin, or give --mpirun"}});
    start();
  }

  void start() {
    probe_.reset();
    if (!mpi_version_.empty()) offer_mpi();
    AgentSeams seams;
    seams.connect = [this](io::ConnectHandlers handlers) {
      io::HttpLimits limits;
      limits.message_bytes_max = wire::kFrameBytesMax;
      limits.unsent_bytes_max = wire::kFrameBytesMax;
      io::connect_websocket(loop_, options_.controller + "/api/v1/agents/session", {}, limits,
                            std::move(handlers));
    };
    seams.jitter = random_share;
    seams.on_ready = [this] { tell_ready(options_, setup_.hello.node.text()); };
    seams.on_refused = [this](const Error&) {
      exit_code_ = kExitFailed;
      stop();
    };
    agent_ = std::make_unique<Agent>(loop_, *starter_, std::move(spool_), setup_, seams);
    agent_->start();
  }

  void offer_mpi() {
    if (access(setup_.tools.bench.c_str(), X_OK) != 0) {
      io::log(io::LogLevel::Warning, kPart, "engine mpi is not offered",
              {{"cause", setup_.tools.bench + " is not an executable program"},
               {"remedy", "build busbar-bench-mpi, or give --bench"}});
      return;
    }
    setup_.hello.provenance["mpi"] = mpi_version_;
    setup_.hello.facts.engines = {"mpi"};
  }

  void stop() {
    if (is_stopping_) return;
    is_stopping_ = true;
    if (!agent_) return loop_.stop();
    // The connection's goodbye may take a turn of the loop.
    agent_->stop([this] { loop_.call_after(Seconds(0.05), [this] { loop_.stop(); }); });
  }

  const Options& options_;
  AgentSetup setup_;
  io::SystemLoop loop_;
  std::unique_ptr<io::ProcessStarter> starter_;
  std::unique_ptr<io::Process> probe_;
  std::unique_ptr<Spool> spool_;
  std::unique_ptr<Agent> agent_;
  std::string mpi_version_;
  bool is_stopping_ = false;
  int exit_code_ = EXIT_SUCCESS;
};

}  // namespace

std::size_t sweep_former_launches(const std::string& launches_folder) {
  std::size_t ended = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator(launches_folder, ignored)) {
    if (const auto launch = LaunchId::parse(entry.path().filename().string()))
      ended += io::sweep_processes_with_environment(launch_mark(*launch));
    std::filesystem::remove_all(entry.path(), ignored);
  }
  return ended;
}

int run_agent(const Options& options, const std::string& own_folder) {
  io::set_log_level(options.log_level);
  if (const auto made = io::make_directories(options.data + "/launches"); !made)
    return failed(made.error());
  const auto lock = io::FileLock::take(options.data + "/agent.lock");
  if (!lock) return failed(lock.error());
  if (const std::size_t ended = sweep_former_launches(options.data + "/launches"); ended > 0)
    io::log(io::LogLevel::Warning, kPart, "processes of a former launch ended",
            {{"count", std::to_string(ended)}});
  auto setup = setup_of(options, own_folder);
  if (!setup) return failed(setup.error());
  auto log = io::AppendLog::open(options.data + "/spool");
  if (!log) return failed(log.error());
  App app(options, std::move(*setup));
  return app.run(std::move(*log));
}

}  // namespace busbar::agent
