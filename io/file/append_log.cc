#include "io/file/append_log.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <deque>
#include <filesystem>
#include <map>

#include "io/file/crc32.h"
#include "io/file/fault.h"
#include "io/file/file.h"

namespace busbar::io {
namespace {

using Sequence = AppendLog::Sequence;

// Large enough that files are few, small enough that dropped records free their space soon.
constexpr std::uint64_t kSegmentBytes = 4u << 20;
// A length beyond it in a file is a torn record, not one to allocate.
constexpr std::uint32_t kRecordBytesMax = 64u << 20;

struct Head {
  std::uint32_t length;
  std::uint32_t checksum;  // of sequence and bytes
  std::uint64_t sequence;
};

struct Segment {
  std::string path;
  Descriptor file;
  std::uint64_t bytes = 0;
  Sequence first = 0;  // of the file's name
};

struct Entry {
  Sequence sequence;
  Segment* segment;
  std::uint64_t offset;  // of the bytes
  std::uint32_t length;
};

std::uint32_t checksum_of(Sequence sequence, std::string_view bytes) {
  char number[sizeof sequence];
  std::memcpy(number, &sequence, sizeof sequence);
  return crc32_of(bytes, crc32_of({number, sizeof number}));
}

std::string framed(Sequence sequence, std::string_view record) {
  const Head head{static_cast<std::uint32_t>(record.size()), checksum_of(sequence, record),
                  sequence};
  std::string bytes(sizeof head, '\0');
  std::memcpy(bytes.data(), &head, sizeof head);
  return bytes.append(record);
}

Result<void> write_at(const Segment& segment, std::string_view bytes, std::uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t got =
        ::pwrite(segment.file.fd(), bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return fail(system_fault(segment.path, "write", got < 0 ? errno : ENOSPC));
    bytes.remove_prefix(static_cast<std::size_t>(got));
    offset += static_cast<std::uint64_t>(got);
  }
  return {};
}

bool read_at(const Segment& segment, char* to, std::size_t count, std::uint64_t offset) {
  while (count > 0) {
    const ssize_t got = ::pread(segment.file.fd(), to, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    count -= static_cast<std::size_t>(got);
    offset += static_cast<std::uint64_t>(got);
  }
  return true;
}

Result<void> sync_folder(const std::string& path) {
  const Descriptor folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!folder.is_open() || ::fsync(folder.fd()) != 0)
    return fail(system_fault(path, "write to disk", errno));
  return {};
}

std::uint64_t number_in(std::string_view text) {
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

class SegmentedLog final : public AppendLog {
 public:
  explicit SegmentedLog(std::string directory) : directory_(std::move(directory)) {}

  Result<void> load();
  Result<Sequence> append(std::string_view record) override;
  Result<void> drop_through(Sequence sequence) override;
  Result<void> read_all(
      const std::function<void(Sequence, std::string_view)>& reader) const override;
  std::uint64_t size() const override { return entries_.size(); }
  std::string identity() const override { return identity_; }
  std::uint64_t torn_records() const override { return torn_; }

 private:
  Result<void> load_identity();
  Result<void> load_watermark();
  Result<void> load_segment(const std::string& path, Sequence first);
  Result<std::uint64_t> scan(Segment& segment);
  Result<Segment*> writable_segment();
  void free_segments(bool is_watermark_stored);

  std::string directory_;
  std::string identity_;
  Sequence next_ = 1;
  Sequence dropped_ = 0;
  std::uint64_t torn_ = 0;
  std::map<Sequence, std::unique_ptr<Segment>> segments_;
  std::deque<Entry> entries_;
};

Result<void> SegmentedLog::load() {
  TRY_VOID(make_directories(directory_));
  TRY_VOID(load_identity());
  TRY_VOID(load_watermark());
  std::error_code error;
  std::map<Sequence, std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(directory_, error))
    if (entry.path().extension() == ".segment")
      paths.emplace(number_in(entry.path().stem().string()), entry.path().string());
  if (error) return fail(system_fault(directory_, "list", error.value()));
  for (const auto& [first, path] : paths) TRY_VOID(load_segment(path, first));
  free_segments(true);
  return {};
}

Result<void> SegmentedLog::load_identity() {
  const std::string path = directory_ + "/identity";
  Result<std::string> stored = read_file(path, 1024);
  if (stored && !stored->empty()) {
    identity_ = *stored;
    return {};
  }
  if (!stored && stored.error().kind != ErrorKind::NotFound) return fail(stored.error());
  TRY(made, read_file("/proc/sys/kernel/random/uuid", 64));  // the system's randomness, as text
  identity_ = made.substr(0, made.find('\n'));
  return write_file_atomically(path, identity_);
}

Result<void> SegmentedLog::load_watermark() {
  const Result<std::string> stored = read_file(directory_ + "/dropped", 1024);
  if (!stored && stored.error().kind != ErrorKind::NotFound) return fail(stored.error());
  if (stored) dropped_ = number_in(*stored);
  next_ = dropped_ + 1;
  return {};
}

Result<void> SegmentedLog::load_segment(const std::string& path, Sequence first) {
  auto segment = std::make_unique<Segment>();
  segment->path = path;
  segment->first = first;
  segment->file = Descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!segment->file.is_open()) return fail(system_fault(path, "open", errno));
  struct stat facts{};
  if (::fstat(segment->file.fd(), &facts) != 0) return fail(system_fault(path, "read", errno));
  next_ = std::max(next_, first);
  TRY(good, scan(*segment));
  if (good < static_cast<std::uint64_t>(facts.st_size)) {
    ++torn_;
    if (::ftruncate(segment->file.fd(), static_cast<off_t>(good)) != 0 ||
        ::fdatasync(segment->file.fd()) != 0)
      return fail(system_fault(path, "cut off a torn record", errno));
  }
  segment->bytes = good;
  segments_.emplace(first, std::move(segment));
  return {};
}

// Up to the first record that is not whole; the offset behind the last whole one.
Result<std::uint64_t> SegmentedLog::scan(Segment& segment) {
  std::uint64_t offset = 0;
  std::string bytes;
  Head head{};
  while (read_at(segment, reinterpret_cast<char*>(&head), sizeof head, offset)) {
    if (head.length > kRecordBytesMax || head.sequence < segment.first) break;
    bytes.resize(head.length);
    if (!read_at(segment, bytes.data(), bytes.size(), offset + sizeof head)) break;
    if (checksum_of(head.sequence, bytes) != head.checksum) break;
    if (head.sequence > dropped_)
      entries_.push_back({head.sequence, &segment, offset + sizeof head, head.length});
    next_ = std::max(next_, head.sequence + 1);
    offset += sizeof head + head.length;
  }
  return offset;
}

Result<Segment*> SegmentedLog::writable_segment() {
  if (!segments_.empty() && segments_.rbegin()->second->bytes < kSegmentBytes)
    return segments_.rbegin()->second.get();
  char name[40];
  std::snprintf(name, sizeof name, "/%020llu.segment", static_cast<unsigned long long>(next_));
  auto segment = std::make_unique<Segment>();
  segment->path = directory_ + name;
  segment->first = next_;
  segment->file =
      Descriptor(::open(segment->path.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
  if (!segment->file.is_open()) return fail(system_fault(segment->path, "create", errno));
  TRY_VOID(sync_folder(directory_));
  return segments_.insert_or_assign(next_, std::move(segment)).first->second.get();
}

Result<Sequence> SegmentedLog::append(std::string_view record) {
  if (record.size() > kRecordBytesMax)
    return fail({ErrorKind::TooLarge, Scope::Process, directory_,
                 "a record of " + std::to_string(record.size()) + " bytes",
                 "records have at most " + std::to_string(kRecordBytesMax) + " bytes"});
  TRY(segment, writable_segment());
  Result<void> written = write_at(*segment, framed(next_, record), segment->bytes);
  if (written && ::fdatasync(segment->file.fd()) != 0)
    written = fail(system_fault(segment->path, "write to disk", errno));
  if (!written) {
    // If even this fails, the torn record is cut off at the next open or overwritten before.
    [[maybe_unused]] const int cut =
        ::ftruncate(segment->file.fd(), static_cast<off_t>(segment->bytes));
    return fail(written.error());
  }
  entries_.push_back(
      {next_, segment, segment->bytes + sizeof(Head), static_cast<std::uint32_t>(record.size())});
  segment->bytes += sizeof(Head) + record.size();
  return next_++;
}

Result<void> SegmentedLog::drop_through(Sequence sequence) {
  sequence = std::min(sequence, next_ - 1);
  if (sequence <= dropped_) return {};
  dropped_ = sequence;
  while (!entries_.empty() && entries_.front().sequence <= dropped_) entries_.pop_front();
  Result<void> stored = write_file_atomically(directory_ + "/dropped", std::to_string(dropped_));
  free_segments(stored.has_value());  // also on a full disk: this is how space comes back
  return stored;
}

// The newest segment's name keeps the numbers from being used again, so it is emptied, not removed,
// and only when the watermark that knows its last number is on disk.
void SegmentedLog::free_segments(bool is_watermark_stored) {
  while (segments_.size() > 1) {
    const Sequence second = std::next(segments_.begin())->first;
    if (second > dropped_ + 1) break;
    ::unlink(segments_.begin()->second->path.c_str());
    segments_.erase(segments_.begin());
  }
  if (!is_watermark_stored || !entries_.empty() || segments_.empty()) return;
  Segment& newest = *segments_.begin()->second;
  if (newest.bytes > 0 && ::ftruncate(newest.file.fd(), 0) == 0) newest.bytes = 0;
}

Result<void> SegmentedLog::read_all(
    const std::function<void(Sequence, std::string_view)>& reader) const {
  std::string bytes;
  for (const Entry& entry : entries_) {
    bytes.resize(entry.length);
    if (!read_at(*entry.segment, bytes.data(), bytes.size(), entry.offset))
      return fail(system_fault(entry.segment->path, "read a record", errno));
    reader(entry.sequence, bytes);
  }
  return {};
}

}  // namespace

Result<std::unique_ptr<AppendLog>> AppendLog::open(const std::string& directory) {
  auto log = std::make_unique<SegmentedLog>(directory);
  TRY_VOID(log->load());
  return log;
}

}  // namespace busbar::io
