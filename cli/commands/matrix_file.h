#pragma once
// A matrix on its way to the service: read as it is, and shown again where the service finds fault
// with it. Errors: the file's. Threads: one owner.
#include <string>
#include <vector>

#include "cli/api/api.h"
#include "cli/commands/context.h"

namespace busbar::cli {

struct MatrixFile {
  std::string name;  // as typed; "-" is standard input
  std::string text;
};

Result<MatrixFile> read_matrix_file(const std::string& name);

// POST of the text to "/runs" or "/plans". Faults have the file's name, line and column in `where`.
Results<wire::JsonView> post_matrix(Api& api, const std::string& path, const MatrixFile& matrix);

}  // namespace busbar::cli
