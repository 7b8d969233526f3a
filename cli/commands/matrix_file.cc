#include "cli/commands/matrix_file.h"

#include <iostream>
#include <iterator>

#include "io/file/file.h"

namespace busbar::cli {
namespace {

// One byte more than the service takes, so that it is the service that refuses and names its limit.
constexpr std::size_t kBytesMax = (8U << 20) + 1;

bool names_a_line(const std::string& where) {
  return !where.empty() && where.front() >= '0' && where.front() <= '9';
}

}  // namespace

Result<MatrixFile> read_matrix_file(const std::string& name) {
  if (name == "-")
    return MatrixFile{"standard input", {std::istreambuf_iterator<char>(std::cin), {}}};
  TRY(text, io::read_file(name, kBytesMax));
  return MatrixFile{name, std::move(text)};
}

Results<wire::JsonView> post_matrix(Api& api, const std::string& path, const MatrixFile& matrix) {
  const bool is_json = matrix.name.ends_with(".json");
  Results<wire::JsonView> answer =
      fetch(api, {.method = "POST",
                  .path = path,
                  .headers = {{"Content-Type", is_json ? "application/json" : "application/yaml"}},
                  .body = matrix.text});
  if (answer) return answer;
  for (Error& fault : answer.error())
    if (names_a_line(fault.where)) fault.where = matrix.name + ":" + fault.where;
  return answer;
}

}  // namespace busbar::cli
