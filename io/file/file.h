#pragma once
// Files so that a kill or a full disk at any moment leaves the old or the new content, never half
// of one. Errors: with the path, the system's words, and a remedy. Threads: any; one owner for each
// path.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"

namespace busbar::io {

Result<std::string> read_file(const std::string& path, std::size_t bytes_max);
Result<void> write_file_atomically(const std::string& path,
                                   std::string_view content);  // temporary, fsync, rename
Result<void> make_directories(const std::string& path);

// Exclusive for as long as it lives; taken once on this machine. The error names the holder's
// process id.
class FileLock {
 public:
  virtual ~FileLock() = default;
  static Result<std::unique_ptr<FileLock>> take(const std::string& path);
};

}  // namespace busbar::io
