#pragma once
// Reads a log of NCCL or RCCL piece by piece, so that a gigabyte passes without being held: only
// the facts grow, and they are bounded. Pieces may end anywhere. Text in UTF-16 is not for the
// stream: see nccl_log_readers(). Threads: one a stream. Errors: none; what is not understood is
// skipped.
#include <cstdint>
#include <string>
#include <string_view>

#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {

inline constexpr std::size_t kNcclLineMax = std::size_t{1} << 20;  // bytes; the rest is dropped

class NcclLogStream {
 public:
  NcclLogStream();
  NcclLogStream(const NcclLogStream&) = delete;
  NcclLogStream& operator=(const NcclLogStream&) = delete;

  void feed(std::string_view piece);
  void line(std::string_view clean, bool is_terminated);  // one that is already clean
  Reading finish();                                       // the text ends here
  const NcclLogFacts& facts() const { return state_.facts; }

 private:
  void raw_line(std::string_view raw, bool is_terminated);
  void own_line(NcclLine line);
  void message(const NcclLine& line);
  std::size_t glued_start(const NcclLine& line) const;

  NcclLogState state_;
  std::string rest_;    // of a line whose end has not come
  std::string buffer_;  // a line that needed cleaning
  bool is_dropping_ = false;
};

// Facts in JSON, findings and explanations of them.
Reading nccl_log_reading(const NcclLogFacts&);

}  // namespace busbar::wire::nccl_log
