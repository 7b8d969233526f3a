#include "agent/app/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "io/process/environment.h"

namespace busbar::agent {
namespace {

constexpr const char* kFooter =
    "Exit codes: 0 ended by a signal as asked, 2 wrong usage, 3 could not start or was refused.";

const std::map<std::string, io::LogLevel> kLevels{{"debug", io::LogLevel::Debug},
                                                  {"info", io::LogLevel::Info},
                                                  {"warning", io::LogLevel::Warning},
                                                  {"error", io::LogLevel::Error}};

Result<void> take_labels(const std::vector<std::string>& texts, Options& options) {
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return fail({ErrorKind::InvalidInput, Scope::Process, "--label", "'" + text + "' is no label",
                   "write it as name=value"});
    options.labels[text.substr(0, equals)] = text.substr(equals + 1);
  }
  return {};
}

}  // namespace

Result<ParsedOptions> parse_options(const std::vector<std::string>& arguments,
                                    const std::string& default_data) {
  ParsedOptions parsed;
  Options& options = parsed.options;
  options.data = default_data;
  std::vector<std::string> labels;
  CLI::App app("Busbar's agent: measures on this node what the controller asks for.",
               "busbar-agent");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("busbar-agent ") + BUSBAR_VERSION);
  app.add_option("--controller", options.controller, "URL of the controller")
      ->capture_default_str();
  app.add_option("--node", options.node, "Name of this node (default: the host's name)");
  app.add_option("--data", options.data, "Folder of spool and launches")->capture_default_str();
  app.add_option("--bench", options.bench,
                 "The bench program (default: busbar-bench-mpi beside this program)");
  app.add_option("--mpirun", options.mpirun, "The MPI launcher")->capture_default_str();
  app.add_option("--cores", options.cores, "Cores to count on (default: what may be used)")
      ->check(CLI::Range(1u, 65536u));
  app.add_option("--label", labels, "name=value, may be repeated");
  app.add_option("--log-level", options.log_level, "debug, info, warning or error")
      ->transform(CLI::CheckedTransformer(kLevels));
  app.add_option("--ready-fd", options.ready_fd,
                 "Writes one JSON line to this descriptor when the controller has accepted us")
      ->check(CLI::Range(1, 1 << 20));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    parsed.print_and_end = app.help();
  } catch (const CLI::CallForVersion&) {
    parsed.print_and_end = app.version() + "\n";
  } catch (const CLI::ParseError& error) {
    return fail({ErrorKind::InvalidInput, Scope::Process, "busbar-agent", error.what(),
                 "see busbar-agent --help"});
  }
  TRY_VOID(take_labels(labels, options));
  return parsed;
}

}  // namespace busbar::agent
