#pragma once
// Turns the system's error numbers into errors with place and remedy, and owns file descriptors.
// Threads: values.
#include <unistd.h>

#include <string>
#include <utility>

#include "core/error/result.h"

namespace busbar::io {

// "cannot open: Permission denied" at that path; the remedy follows from the number.
Error system_fault(const std::string& where, const std::string& doing, int error_number);

// A file descriptor that is closed with its owner; -1 is none.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    if (this != &other) reset(std::exchange(other.fd_, -1));
    return *this;
  }
  ~Descriptor() { reset(); }

  int fd() const { return fd_; }
  bool is_open() const { return fd_ >= 0; }
  int release() { return std::exchange(fd_, -1); }
  void reset(int fd = -1) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = fd;
  }

 private:
  int fd_ = -1;
};

}  // namespace busbar::io
