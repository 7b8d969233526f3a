#pragma once
// Records on disk until they are dropped: the agent's spool.
// Each record has a sequence number that grows by one and is never used again, also after a
// restart. A record is on disk (fdatasync) when `append` returns; a torn last record, from a kill,
// is cut off at `open` and counted. Dropped records free their space when all records of a segment
// file are dropped. Errors: a full disk fails `append` and leaves the log as it was. Threads: one
// owner.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/error/result.h"

namespace busbar::io {

class AppendLog {
 public:
  using Sequence = std::uint64_t;  // from 1

  virtual ~AppendLog() = default;
  virtual Result<Sequence> append(std::string_view record) = 0;
  // Everything up to and including this one is no longer needed. Lost by a kill at worst: then it
  // is read again.
  virtual Result<void> drop_through(Sequence sequence) = 0;
  // Calls the reader for each record still there, in order.
  virtual Result<void> read_all(
      const std::function<void(Sequence, std::string_view)>& reader) const = 0;
  virtual std::uint64_t size() const = 0;          // records still there
  virtual std::string identity() const = 0;        // random, made once with the directory
  virtual std::uint64_t torn_records() const = 0;  // cut off at open

  static Result<std::unique_ptr<AppendLog>> open(const std::string& directory);
};

}  // namespace busbar::io
