#include "cli/commands/version.h"

#include "wire/json/value.h"

namespace busbar::cli {

ExitCode version_command(const Invocation& invocation, Context& context) {
  if (invocation.is_json) {
    wire::JsonWriter writer;
    writer.begin_object().field("version", std::string_view(BUSBAR_VERSION)).end_object();
    context.output.out << writer.take() << '\n';
  } else {
    context.output.out << "busbar " << BUSBAR_VERSION << '\n';
  }
  return ExitCode::Success;
}

}  // namespace busbar::cli
