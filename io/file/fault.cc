#include "io/file/fault.h"

#include <cerrno>
#include <system_error>

namespace busbar::io {
namespace {

struct Advice {
  ErrorKind kind;
  const char* remedy;
};

Advice advice(int error_number) {
  switch (error_number) {
    case ENOENT:
    case ENOTDIR:
      return {ErrorKind::NotFound, "check the path; every folder of it must exist"};
    case EACCES:
    case EPERM:
      return {ErrorKind::InvalidInput, "give this user the right to it, or choose another path"};
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      return {ErrorKind::Unavailable, "free space on that file system"};
    case EROFS:
      return {ErrorKind::InvalidInput, "choose a path on a writable file system"};
    case EISDIR:
      return {ErrorKind::InvalidInput, "give the path of a file, not of a folder"};
    case EMFILE:
    case ENFILE:
      return {ErrorKind::Unavailable, "raise the limit of open files (ulimit -n)"};
  }
  return {ErrorKind::Internal, "check the disk and the system's log"};
}

}  // namespace

Error system_fault(const std::string& where, const std::string& doing, int error_number) {
  const Advice found = advice(error_number);
  return {found.kind, Scope::Process, where,
          "cannot " + doing + ": " + std::generic_category().message(error_number), found.remedy};
}

}  // namespace busbar::io
