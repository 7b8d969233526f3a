// Reads each file named as a matrix and prints one JSON object a file:
// {"file":…,"accepted":false,"errors":[{"where":…,"what":…,"remedy":…,"line":…,"excerpt":…}]}
// Exit code: 0 all accepted, 1 any refused, 2 a file cannot be read.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>

#include "wire/json/value.h"
#include "wire/yaml/matrix_reader.h"

namespace {

using namespace busbar;

void write_errors(wire::JsonWriter& out, const std::string& text,
                  const std::vector<Error>& errors) {
  for (const Error& error : errors)
    out.begin_object()
        .field("where", error.where)
        .field("what", error.what)
        .field("remedy", error.remedy)
        .field("line", to_line(error))
        .field("excerpt", wire::source_excerpt(text, error))
        .end_object();
}

bool check(const std::string& path, const std::string& text) {
  const std::string name = path.substr(path.rfind('/') + 1);
  const auto matrix = wire::read_matrix(text, name);
  wire::JsonWriter out;
  out.begin_object().field("file", name).field("accepted", matrix.has_value());
  out.key("errors").begin_array();
  if (!matrix) write_errors(out, text, matrix.error());
  out.end_array().end_object();
  std::puts(out.str().c_str());
  return matrix.has_value();
}

}  // namespace

int main(int argc, char** argv) {
  int code = 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    if (!file) return 2;
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!check(argv[i], text)) code = 1;
  }
  return code;
}
