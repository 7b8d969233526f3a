#include "wire/api/csv.h"

namespace busbar::wire {
namespace {

bool is_formula(const std::string& field) {
  return !field.empty() && std::string_view("=+-@").contains(field.front());
}

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\r\n") == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + "\"";
}

}  // namespace

std::string csv_line(const std::vector<std::string>& fields) {
  std::string line;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) line += ',';
    line += quoted(is_formula(fields[i]) ? "'" + fields[i] : fields[i]);
  }
  return line + "\r\n";
}

}  // namespace busbar::wire
