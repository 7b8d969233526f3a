#pragma once
// An append log in memory whose disk can be full and whose numbers need not start at 1.
// Threads: one.
#include <string>
#include <utility>
#include <vector>

#include "io/file/append_log.h"

namespace busbar {

class MemoryLog final : public io::AppendLog {
 public:
  explicit MemoryLog(Sequence next = 1) : next_(next) {}
  Result<Sequence> append(std::string_view record) override {
    if (is_full)
      return fail({ErrorKind::Unavailable, Scope::Node, "spool", "no space left on device", ""});
    records_.emplace_back(next_, record);
    return next_++;
  }
  Result<void> drop_through(Sequence sequence) override {
    std::erase_if(records_, [sequence](const auto& record) { return record.first <= sequence; });
    return {};
  }
  Result<void> read_all(
      const std::function<void(Sequence, std::string_view)>& reader) const override {
    for (const auto& [sequence, record] : records_) reader(sequence, record);
    return {};
  }
  std::uint64_t size() const override { return records_.size(); }
  std::string identity() const override { return "memory"; }
  std::uint64_t torn_records() const override { return 0; }

  bool is_full = false;

 private:
  Sequence next_;
  std::vector<std::pair<Sequence, std::string>> records_;
};

}  // namespace busbar
