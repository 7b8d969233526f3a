#include "cli/output/fault.h"

#include "wire/yaml/matrix_reader.h"

namespace busbar::cli {

std::string fault_text(const Error& error) {
  return "busbar: " + to_line(error) + "\n";
}

std::string fault_text(const Error& error, std::string_view source) {
  std::string text = fault_text(error);
  const std::string excerpt = wire::source_excerpt(source, error);
  if (excerpt.empty()) return text;
  text += excerpt;
  if (!excerpt.ends_with('\n')) text += '\n';
  return text;
}

ExitCode report(const Error& error, const Output& output) {
  output.err << fault_text(error);
  return ExitCode::Error;
}

ExitCode report(const std::vector<Error>& errors, const Output& output) {
  for (const Error& error : errors) output.err << fault_text(error);
  return ExitCode::Error;
}

ExitCode report(const std::vector<Error>& errors, std::string_view source, const Output& output) {
  for (const Error& error : errors) output.err << fault_text(error, source);
  return ExitCode::Error;
}

}  // namespace busbar::cli
