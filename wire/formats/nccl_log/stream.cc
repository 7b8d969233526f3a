// Tested by tests/unit/wire/formats/nccl_log/stream_test.cc
#include "wire/formats/nccl_log/stream.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire::nccl_log {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

// The rules by the first byte of a message, so that a line is compared with a few words only.
using RuleTable = std::array<std::vector<NcclMessageRule>, 256>;

const RuleTable& rules() {
  static const RuleTable table = [] {
    RuleTable made;
    for (const auto& family : {trouble_rules(), communicator_rules(), network_rules(),
                               transport_rules(), tuning_rules()})
      for (const NcclMessageRule& rule : family)
        made[static_cast<unsigned char>(rule.begins.front())].push_back(rule);
    return made;
  }();
  return table;
}

// Any control byte or DEL: eight bytes at a time. A tab counts too; the slow path keeps it.
bool has_control(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101, kHigh = 0x8080808080808080;
  std::size_t i = 0;
  for (; i + 8 <= text.size(); i += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + i, 8);
    const std::uint64_t del = word ^ (kOnes * 0x7F);
    const std::uint64_t low = (word - kOnes * 0x20) & ~word;
    if (((low | ((del - kOnes) & ~del)) & kHigh) != 0) return true;
  }
  return std::any_of(text.begin() + static_cast<std::ptrdiff_t>(i), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

bool needs_markdown_care(std::string_view text) {
  return !text.empty() && (text.front() == '>' || text.front() == '`' || text.front() == '~');
}

}  // namespace

NcclLogStream::NcclLogStream() = default;

void NcclLogStream::feed(std::string_view piece) {
  if (state_.facts.lines == 0 && rest_.empty() && piece.starts_with(kUtf8Mark))
    piece.remove_prefix(kUtf8Mark.size());
  while (!piece.empty()) {
    const void* found = std::memchr(piece.data(), '\n', piece.size());
    const std::size_t end =
        found ? static_cast<std::size_t>(static_cast<const char*>(found) - piece.data())
              : piece.size();
    const std::string_view part = piece.substr(0, end);
    piece.remove_prefix(found ? end + 1 : end);
    if (rest_.empty() && found && !is_dropping_) {
      raw_line(part.substr(0, kNcclLineMax), true);
      continue;
    }
    rest_ += part.substr(0, kNcclLineMax - std::min(kNcclLineMax, rest_.size()));
    is_dropping_ = rest_.size() >= kNcclLineMax;
    if (!found) continue;
    raw_line(rest_, true);
    rest_.clear();
    is_dropping_ = false;
  }
}

void NcclLogStream::raw_line(std::string_view raw, bool is_terminated) {
  while (raw.ends_with('\r')) raw.remove_suffix(1);
  if (has_control(raw)) {
    // A progress bar draws over itself: the last drawing stays.
    if (const std::size_t at = raw.rfind('\r'); at != std::string_view::npos)
      raw.remove_prefix(at + 1);
    raw = clean_line(raw, buffer_);
  }
  raw = without_links(raw, buffer_);
  line(needs_markdown_care(raw) ? without_markdown(raw) : raw, is_terminated);
}

void NcclLogStream::line(std::string_view clean, bool is_terminated) {
  NcclLogFacts& facts = state_.facts;
  ++facts.lines;
  if (clean.empty()) return;
  state_.last_line = facts.lines;
  facts.is_version_last = false;
  if (auto found = nccl_line(clean)) {
    found->number = facts.lines;
    found->is_cut = !is_terminated;
    return own_line(*found);
  }
  const std::size_t versions = facts.versions.size();
  read_other_line(state_, clean, !is_terminated);
  facts.is_version_last = facts.versions.size() > versions && facts.nccl_lines > 0;
}

// Where a second line starts that another rank wrote into this one; the end where none does.
std::size_t NcclLogStream::glued_start(const NcclLine& line) const {
  const std::size_t end = line.message.size();
  if (!contains(line.message, "NCCL ")) return end;
  const auto second = nccl_line(line.message);
  if (!second || second->host.empty()) return end;
  // "SocketnodeB:1:2": the host is one that is known already.
  for (const std::string& host : state_.facts.hosts)
    if (second->host.ends_with(host)) return second->start + second->host.size() - host.size();
  const bool is_apart = second->start == 0 || line.message[second->start - 1] == ' ';
  return is_apart ? second->start : end;
}

void NcclLogStream::own_line(NcclLine line) {
  constexpr int kGluedMax = 64;  // ranks that write into one line at the same moment
  if (state_.exception) flush_exception(state_);
  for (int i = 0; i < kGluedMax; ++i) {
    ++state_.facts.nccl_lines;
    add_host(state_, line.host);
    const std::size_t glued = glued_start(line);
    const std::string_view second = line.message.substr(glued);
    line.message = line.message.substr(0, glued);
    message(line);
    auto next = second.empty() ? std::nullopt : nccl_line(second);
    if (!next) return;
    next->number = line.number;
    next->is_cut = line.is_cut;
    line = *next;
  }
}

void NcclLogStream::message(const NcclLine& line) {
  if (line.message.empty()) return;
  if (line.level == NcclLevel::Warn) read_warning(state_, line);
  bool is_understood = false;
  for (const NcclMessageRule& rule : rules()[static_cast<unsigned char>(line.message.front())])
    if (line.message.starts_with(rule.begins) && (is_understood = rule.read(state_, line))) break;
  if (is_understood || line.level == NcclLevel::Warn) return;
  if (!read_error_chain(state_, line)) read_variable(state_, line);
}

Reading NcclLogStream::finish() {
  if (!rest_.empty()) {
    state_.facts.is_cut = true;
    raw_line(rest_, false);
    rest_.clear();
  }
  flush_exception(state_);
  settle_last_line(state_);
  if (state_.facts.nccl_lines == 0 && state_.facts.troubles.empty() &&
      state_.facts.versions.empty())
    skip(state_, 1, "no line of NCCL", "");
  Reading reading = nccl_log_reading(state_.facts);
  reading.skipped = state_.skipped;
  reading.skipped_more = state_.skipped_more;
  return reading;
}

}  // namespace busbar::wire::nccl_log
