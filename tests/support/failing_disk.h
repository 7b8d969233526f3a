#pragma once
// Makes SQLite's disk fail at the Nth write or sync: a shim over its default file system, in place
// for as long as it lives. After the failure the disk works again unless told to stay broken.
// Threads: one; databases opened while it lives must be closed before it goes.
#include <cstdint>

namespace busbar {

class FailingDisk {
 public:
  FailingDisk();
  ~FailingDisk();
  FailingDisk(const FailingDisk&) = delete;
  FailingDisk& operator=(const FailingDisk&) = delete;

  void fail_at(std::uint64_t operation);  // counted from now, from 1
  void heal();
  bool has_failed() const;
};

}  // namespace busbar
