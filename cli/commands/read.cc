#include "cli/commands/read.h"

#include <iostream>
#include <iterator>
#include <optional>

#include "cli/output/fault.h"
#include "io/file/file.h"
#include "wire/formats/reading.h"
#include "wire/formats/reading_json.h"

namespace busbar::cli {
namespace {

constexpr std::size_t kBytesMax = 1U << 30;  // the text is held in memory

Error fault(std::string where, std::string what, std::string remedy) {
  return {ErrorKind::InvalidInput, Scope::Process, std::move(where), std::move(what),
          std::move(remedy)};
}

Result<std::string> text_of(const std::string& name) {
  if (name == "-") return std::string(std::istreambuf_iterator<char>(std::cin), {});
  return io::read_file(name, kBytesMax);
}

std::string kinds_text() {
  std::string text;
  for (const wire::FormatReader& reader : wire::all_format_readers())
    text += (text.empty() ? "" : ", ") + std::string(reader.kind);
  return text;
}

Result<wire::FormatReader> reader_for(const Invocation& invocation, std::string_view text) {
  const std::string kind = invocation.option_or("kind", "");
  if (kind.empty()) {
    if (const wire::FormatReader* found = wire::find_format(text)) return *found;
    return std::unexpected(fault(invocation.argument, "the kind of this text is not known",
                                 "name it with --kind: " + kinds_text()));
  }
  for (const wire::FormatReader& reader : wire::all_format_readers())
    if (reader.kind == kind) return reader;
  return std::unexpected(fault("--kind", "'" + kind + "' is no kind", "one of " + kinds_text()));
}

// People get what matters; the whole of the facts is in the JSON.
void print(const wire::Reading& reading, std::ostream& out) {
  out << "kind: " << reading.kind << '\n';
  for (const Explanation& explanation : reading.explanations)
    out << "cause: " << to_text(explanation.cause) << ": " << explanation.why << '\n';
  for (const Finding& finding : reading.findings) {
    out << to_text(finding.severity) << ": " << finding.code << ": " << finding.why;
    if (!finding.remedy.empty()) out << "; " << finding.remedy;
    out << '\n';
    for (const Evidence& line : finding.evidence)
      out << "    " << (line.line > 0 ? std::to_string(line.line) + ": " : "") << line.text << '\n';
  }
  if (reading.findings.empty()) out << "no findings\n";
  out << "facts: " << reading.facts_json << '\n';
}

}  // namespace

ExitCode read_command(const Invocation& invocation, Context& context) {
  const Result<std::string> text = text_of(invocation.argument);
  if (!text) return report(text.error(), context.output);
  const Result<wire::FormatReader> reader = reader_for(invocation, *text);
  if (!reader) return report(reader.error(), context.output);
  const wire::Reading reading = reader->read(*text);
  if (invocation.is_json)
    context.output.out << wire::to_json(reading, invocation.argument) << '\n';
  else
    print(reading, context.output.out);
  const auto skipped = reading.skipped.size() + reading.skipped_more;
  if (skipped > 0)
    context.output.err << "busbar: " << invocation.argument << ": " << skipped
                       << " parts were not understood; --json names them\n";
  return ExitCode::Success;
}

}  // namespace busbar::cli
