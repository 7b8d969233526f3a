#include "controller/app/options.h"

#include <CLI/CLI.hpp>
#include <charconv>

namespace busbar::controller {
namespace {

constexpr const char* kFooter =
    "Exit codes: 0 ended by a signal as asked, 2 wrong usage, 3 could not start (address in use or "
    "not allowed, another controller on the data, data of a newer version).";

const std::map<std::string, io::LogLevel> kLevels{{"debug", io::LogLevel::Debug},
                                                  {"info", io::LogLevel::Info},
                                                  {"warning", io::LogLevel::Warning},
                                                  {"error", io::LogLevel::Error}};

Error usage(std::string what) {
  return {ErrorKind::InvalidInput, Scope::Process, "busbar-controller", std::move(what),
          "see busbar-controller --help"};
}

}  // namespace

Result<ListenAddress> parse_listen_address(const std::string& text) {
  const Error fault{ErrorKind::InvalidInput, Scope::Process, "--listen",
                    "'" + text + "' is no address", "write ADDRESS:PORT, such as 127.0.0.1:7420"};
  const std::size_t colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) return fail(fault);
  ListenAddress address{text.substr(0, colon), 0};
  const char* const end = text.data() + text.size();
  const auto [stop, failure] = std::from_chars(text.data() + colon + 1, end, address.port);
  if (failure != std::errc() || stop != end) return fail(fault);
  if (address.host.starts_with('[') && address.host.ends_with(']'))
    address.host = address.host.substr(1, address.host.size() - 2);
  else if (address.host.contains(':'))
    return fail(fault);  // an IPv6 address without brackets: where would its port begin?
  return address;
}

Result<ParsedOptions> parse_options(const std::vector<std::string>& arguments,
                                    const std::string& default_data) {
  ParsedOptions parsed;
  Options& options = parsed.options;
  options.data = default_data;
  std::string listen = "127.0.0.1:7420";
  CLI::App app("Busbar's controller: plans, schedules and keeps measurements; serves them.",
               "busbar-controller");
  app.footer(kFooter);
  app.set_version_flag("--version", std::string("busbar-controller ") + BUSBAR_VERSION);
  app.add_option("--listen", listen, "ADDRESS:PORT; port 0 takes a free one")
      ->capture_default_str();
  app.add_flag("--insecure-listen", options.is_insecure_listen,
               "Allow an address that others can reach; whoever reaches it controls everything");
  app.add_option("--data", options.data, "Folder of the store")->capture_default_str();
  app.add_option("--log-level", options.log_level, "debug, info, warning or error")
      ->transform(CLI::CheckedTransformer(kLevels));
  app.add_option("--ready-fd", options.ready_fd,
                 "Writes one JSON line to this descriptor when requests are answered")
      ->check(CLI::Range(1, 1 << 20));
  std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
  try {
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    parsed.print_and_end = app.help();
  } catch (const CLI::CallForVersion&) {
    parsed.print_and_end = app.version() + "\n";
  } catch (const CLI::ParseError& error) {
    return fail(usage(error.what()));
  }
  TRY(address, parse_listen_address(listen));
  options.listen = std::move(address);
  return parsed;
}

}  // namespace busbar::controller
