#include "agent/spool/spool.h"

#include <algorithm>

#include "io/log/log.h"

namespace busbar::agent {
namespace {

constexpr std::string_view kPart = "agent.spool";

}  // namespace

Spool::Spool(io::Loop& loop, std::unique_ptr<io::AppendLog> log)
    : loop_(loop), log_(std::move(log)) {
  const auto read = log_->read_all([this](std::uint64_t sequence, std::string_view) {
    if (acknowledged_ == 0) acknowledged_ = sequence - 1;
    last_put_ = sequence;
  });
  if (!read)
    io::log(io::LogLevel::Error, kPart, "spool cannot be read", {{"cause", to_line(read.error())}});
  last_sent_ = acknowledged_;
}

Spool::~Spool() {
  loop_.cancel(retry_);
}

void Spool::put(std::string record) {
  waiting_.push_back(std::move(record));
  if (waiting_.size() == 1 || retry_ == 0) write_waiting();
}

void Spool::write_waiting() {
  retry_ = 0;
  while (!waiting_.empty()) {
    const auto sequence = log_->append(waiting_.front());
    if (!sequence) {
      io::log(io::LogLevel::Error, kPart, "record cannot be spooled, trying again",
              {{"cause", to_line(sequence.error())}, {"waiting", std::to_string(waiting_.size())}});
      retry_ = loop_.call_after(kDiskRetry, [this] { write_waiting(); });
      return;
    }
    const std::string record = std::move(waiting_.front());
    waiting_.pop_front();
    send_new(*sequence, record);
  }
}

// Straight on, without a look at the disk, if everything before it has been sent.
void Spool::send_new(std::uint64_t sequence, const std::string& record) {
  const bool is_next = last_sent_ == last_put_;
  if (acknowledged_ == last_put_) acknowledged_ = sequence - 1;
  if (is_next) last_sent_ = sequence - 1;
  last_put_ = sequence;
  if (sender_ && is_next && sequence - acknowledged_ <= kInFlightMax && sender_(sequence, record))
    last_sent_ = sequence;
}

void Spool::connect(Sender sender, std::function<void()> on_replayed) {
  sender_ = std::move(sender);
  on_replayed_ = std::move(on_replayed);
  replay_through_ = last_put_;
  last_sent_ = acknowledged_;
  pump();
}

void Spool::disconnect() {
  sender_ = nullptr;
  on_replayed_ = nullptr;
}

void Spool::acknowledge(std::uint64_t sequence) {
  if (sequence <= acknowledged_ || sequence > last_put_) return;
  acknowledged_ = sequence;
  last_sent_ = std::max(last_sent_, sequence);
  if (const auto dropped = log_->drop_through(sequence); !dropped)
    io::log(io::LogLevel::Warning, kPart, "acknowledged records cannot be dropped",
            {{"cause", to_line(dropped.error())}});
  pump();
}

// Reads from disk what has not been sent, as far as the window goes.
void Spool::pump() {
  if (!sender_) return;
  if (last_sent_ < last_put_) {
    bool is_open = true;
    const auto read = log_->read_all([&](std::uint64_t sequence, std::string_view record) {
      if (!is_open || sequence <= last_sent_ || sequence - acknowledged_ > kInFlightMax) return;
      is_open = sender_ && sender_(sequence, std::string(record));
      if (is_open) last_sent_ = sequence;
    });
    if (!read)
      io::log(io::LogLevel::Error, kPart, "spool cannot be read",
              {{"cause", to_line(read.error())}});
  }
  if (on_replayed_ && last_sent_ >= replay_through_) {
    const auto replayed = std::move(on_replayed_);
    on_replayed_ = nullptr;
    replayed();
  }
}

}  // namespace busbar::agent
