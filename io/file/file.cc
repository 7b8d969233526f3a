#include "io/file/file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <cerrno>
#include <filesystem>

#include "io/file/fault.h"

namespace busbar::io {
namespace {

std::string folder_of(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

Result<void> write_all(int fd, std::string_view content, const std::string& path) {
  while (!content.empty()) {
    const ssize_t written = ::write(fd, content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return fail(system_fault(path, "write", errno));
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  return {};
}

Result<void> write_and_sync(const std::string& path, std::string_view content) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!file.is_open()) return fail(system_fault(path, "create", errno));
  TRY_VOID(write_all(file.fd(), content, path));
  if (::fsync(file.fd()) != 0) return fail(system_fault(path, "write to disk", errno));
  return {};
}

Result<void> sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open()) return fail(system_fault(path, "open", errno));
  if (::fsync(folder.fd()) != 0) return fail(system_fault(path, "write to disk", errno));
  return {};
}

class HeldLock final : public FileLock {
 public:
  explicit HeldLock(Descriptor file) : file_(std::move(file)) {}

 private:
  Descriptor file_;
};

std::string holder_of(int fd) {
  char text[32] = {};
  const ssize_t got = ::pread(fd, text, sizeof text - 1, 0);
  const std::string_view found(text, got > 0 ? static_cast<std::size_t>(got) : 0);
  return std::string(found.substr(0, found.find('\n')));
}

}  // namespace

Result<std::string> read_file(const std::string& path, std::size_t bytes_max) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) return fail(system_fault(path, "open", errno));
  std::string content;
  char buffer[65536];
  while (true) {
    const ssize_t got = ::read(file.fd(), buffer, sizeof buffer);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return fail(system_fault(path, "read", errno));
    if (got == 0) return content;
    content.append(buffer, static_cast<std::size_t>(got));
    if (content.size() > bytes_max)
      return fail({ErrorKind::TooLarge, Scope::Process, path,
                   "more than " + std::to_string(bytes_max) + " bytes", "give a smaller file"});
  }
}

Result<void> write_file_atomically(const std::string& path, std::string_view content) {
  const std::string temporary = path + ".new";
  Result<void> done = write_and_sync(temporary, content);
  if (done && ::rename(temporary.c_str(), path.c_str()) != 0)
    done = fail(system_fault(path, "replace", errno));
  if (!done) {
    ::unlink(temporary.c_str());
    return done;
  }
  return sync_folder(folder_of(path));
}

Result<void> make_directories(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return fail(system_fault(path, "create the folder", error.value()));
  if (!std::filesystem::is_directory(path, error))
    return fail(system_fault(path, "create the folder", ENOTDIR));
  return {};
}

Result<std::unique_ptr<FileLock>> FileLock::take(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644));
  if (!file.is_open()) return fail(system_fault(path, "open", errno));
  if (::flock(file.fd(), LOCK_EX | LOCK_NB) != 0) {
    if (errno != EWOULDBLOCK) return fail(system_fault(path, "lock", errno));
    return fail({ErrorKind::Conflict, Scope::Process, path,
                 "held by process " + holder_of(file.fd()),
                 "stop that process or choose another folder"});
  }
  if (::ftruncate(file.fd(), 0) != 0) return fail(system_fault(path, "write", errno));
  TRY_VOID(write_all(file.fd(), std::to_string(::getpid()) + "\n", path));
  return std::make_unique<HeldLock>(std::move(file));
}

}  // namespace busbar::io
