// Lines that NCCL did not print itself, or without its prefix: versions, exceptions of frameworks,
// watchdogs, nccl-tests, the SHARP library, libfabric, torn lines.
//
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <algorithm>
#include <array>
#include <cstring>

#include "core/diagnosis/nccl_log_trouble.h"
#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

// As NCCL's callers print them: ncclResult_t.
constexpr std::array<std::string_view, 8> kResults{
    "ncclSuccess",         "ncclUnhandledCudaError", "ncclSystemError", "ncclInternalError",
    "ncclInvalidArgument", "ncclInvalidUsage",       "ncclRemoteError", "ncclInProgress"};
constexpr std::uint64_t kLastErrorLines = 6;  // behind "Last error:"
constexpr std::uint64_t kExceptionLines = 4;  // from the exception to its result's name

NcclLine bare_line(const NcclLogState& state, std::string_view text, bool is_cut) {
  NcclLine line;
  line.number = state.facts.lines;
  line.is_cut = is_cut;
  line.whole = text;
  line.message = text;
  line.job_rank = tagged_rank(text);
  return line;
}

bool is_elision(std::string_view text) {
  text = trimmed(text);
  if (text == "…" || text == "[...]" || text == "<...>" || text == "(...)") return true;
  return text.size() >= 3 && text.find_first_not_of('.') == std::string_view::npos;
}

void read_version(NcclLogState& state, std::string_view text) {
  for (std::string_view mark : {"RCCL version", "NCCL version"}) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) continue;
    state.facts.is_rccl |= mark.front() == 'R' || (at > 0 && text[at - 1] == 'R');
    Scan scan(text.substr(at + mark.size()));
    scan.blanks().skip(":");
    std::string_view version = scan.blanks().until(" ,;)\t");
    while (version.ends_with('.') || version.ends_with('\'')) version.remove_suffix(1);
    return add_version(state, {}, version);
  }
}

NcclTroubleSeen error_of(const NcclLine& line, NcclTrouble kind, std::string text) {
  NcclTroubleSeen trouble = trouble_of(line, kind, std::move(text));
  trouble.is_error = true;
  return trouble;
}

// "ncclInternalError: Internal check failed."
bool read_result(NcclLogState& state, const NcclLine& line) {
  for (std::size_t code = 1; code < kResults.size(); ++code) {
    const std::size_t at = line.whole.find(kResults[code]);
    if (at == std::string_view::npos) continue;
    const std::string_view text = line.whole.substr(at);
    if (!text.substr(kResults[code].size()).starts_with(':')) continue;
    state.exception = error_of(line, NcclTrouble::Exception, std::string(trimmed(text)));
    state.exception->code = static_cast<std::int64_t>(code);
    state.exception_until = line.number + kLastErrorLines;
    return true;
  }
  return false;
}

// "NCCL error in: …NCCLUtils.cpp:93, unhandled cuda error, NCCL version 2.29.3"
void read_framework_error(NcclLogState& state, const NcclLine& line) {
  const std::size_t at = line.whole.find("NCCL error");
  if (at == std::string_view::npos || state.exception) return;
  NcclTroubleSeen trouble =
      error_of(line, NcclTrouble::Exception, std::string(trimmed(line.whole.substr(at))));
  for (std::int64_t code = 1; code < static_cast<std::int64_t>(kResults.size()); ++code)
    if (contains(line.whole, nccl_result_meaning(code))) trouble.code = code;
  state.exception = std::move(trouble);
  state.exception_until = line.number + kExceptionLines;
}

// Whether the framework's exception says no more than NCCL's own text.
bool is_said_by(const NcclTroubleSeen& exception, NcclTrouble kind) {
  return exception.code == 1 &&
         (kind == NcclTrouble::NvlsFailure || kind == NcclTrouble::OutOfMemory ||
          kind == NcclTrouble::CudaFailure);
}

// The last trouble becomes an error; the same one before it takes it in.
void make_last_an_error(NcclLogState& state, std::optional<std::int64_t> code) {
  auto& troubles = state.facts.troubles;
  NcclTroubleSeen last = std::move(troubles.back());
  troubles.pop_back();
  last.is_error = true;
  if (code) last.code = code;
  add_trouble(state, std::move(last));
}

// The text that NCCL kept of its last warning, and the framework prints.
void read_last_error(NcclLogState& state, const NcclLine& line) {
  NcclLine warning = line;
  warning.message = trimmed(line.whole);
  if (warning.message.empty()) return;
  if (state.is_last_error_named && !warning.message.starts_with("NET/")) return;
  state.is_last_error_named = true;
  const NcclTrouble kind = nccl_trouble({}, warning.message);
  std::optional<std::int64_t> code;
  if (state.exception && is_said_by(*state.exception, kind)) {
    code = state.exception->code;
    state.exception.reset();
  }
  flush_exception(state);
  const std::size_t before = state.facts.troubles.size();
  read_warning(state, warning);
  if (state.facts.troubles.size() > before) make_last_an_error(state, code);
}

// PyTorch: "[Rank 0] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=1580, …"
bool read_watchdog(NcclLogState& state, NcclLine line) {
  const std::string_view text = line.whole;
  if (const auto rank = integer_behind(text, "Rank ")) line.job_rank = *rank;
  const auto work = behind(text, "WorkNCCL(");
  if (work && contains(text, "timeout")) {
    NcclTroubleSeen trouble = error_of(line, NcclTrouble::WatchdogTimeout, {});
    trouble.sequence = integer_behind(*work, "SeqNum=");
    if (const auto operation = behind(*work, "OpType="))
      trouble.operation = Scan(*operation).until(", )");
    trouble.elements = integer_behind(*work, "NumelIn=");
    trouble.timeout_ms = integer_behind(*work, "Timeout(ms)=");
    if (trouble.sequence) trouble.text = "SeqNum=" + std::to_string(*trouble.sequence) + " ";
    trouble.text += trouble.operation + " timed out";
    if (trouble.timeout_ms) trouble.text += " after " + std::to_string(*trouble.timeout_ms) + " ms";
    add_trouble(state, std::move(trouble));
    return true;
  }
  const auto enqueued = integer_behind(text, "last enqueued NCCL work: ");
  const auto completed = integer_behind(text, "last completed NCCL work: ");
  if (enqueued && completed) {
    NcclTroubleSeen trouble = error_of(line, NcclTrouble::WatchdogState,
                                       "last enqueued " + std::to_string(*enqueued) +
                                           ", last completed " + std::to_string(*completed));
    trouble.last_enqueued = *enqueued;
    trouble.last_completed = *completed;
    add_trouble(state, std::move(trouble));
    return true;
  }
  if (!contains(text, "watchdog got stuck")) return false;
  add_trouble(state, error_of(line, NcclTrouble::WatchdogTimeout, "watchdog got stuck"));
  return true;
}

// Whether `text` is the beginning of what NCCL calls a result, and not all of it.
bool begins_result(std::string_view text) {
  for (std::int64_t code = 1; code < static_cast<std::int64_t>(kResults.size()); ++code) {
    const std::string_view meaning = nccl_result_meaning(code);
    if (text.size() < meaning.size() && meaning.starts_with(text)) return true;
  }
  return false;
}

// "nodeC: Test NCCL failure common.cu:908 'internal error'"
bool read_test_failure(NcclLogState& state, const NcclLine& line) {
  const std::string_view text = line.whole;
  const bool is_cuda = contains(text, "Test CUDA failure");
  const std::size_t at = text.find(is_cuda ? "Test CUDA failure" : "Test NCCL failure");
  if (at == std::string_view::npos) return false;
  NcclLine origin = line;
  std::string_view head = trimmed(text.substr(0, at));
  if (head.ends_with(':')) {
    head.remove_suffix(1);
    head.remove_prefix(head.find_last_of(" \t>") + 1);
    add_host(state, head);
    origin.host = head;
  }
  std::string_view failure = trimmed(text.substr(at));
  const std::size_t quote = failure.find(" '");
  const bool is_torn = quote != std::string_view::npos && begins_result(failure.substr(quote + 2));
  std::string said =
      is_torn ? std::string(failure.substr(0, quote)) + " (message cut)" : std::string(failure);
  const bool is_memory = is_cuda && contains(failure, "out of memory");
  NcclTroubleSeen trouble = error_of(
      origin, is_memory ? NcclTrouble::OutOfMemory : NcclTrouble::TestFailure, std::move(said));
  trouble.is_cut = false;
  add_trouble(state, std::move(trouble));
  return true;
}

// The SHARP library: "[nodeA:0:23972 - comm.c:374] ERROR Failed to lock SAT tree(ID:0x40 ret:0x4)"
bool read_sharp_library(NcclLogState& state, NcclLine line) {
  const std::size_t open = line.whole.find('[');
  const std::size_t dash = line.whole.find(" - ", open), close = line.whole.find("] ", dash);
  if (dash == std::string_view::npos || close == std::string_view::npos || open > dash ||
      line.whole.substr(dash, close - dash).find(".c:") == std::string_view::npos)
    return false;
  const std::string_view origin = line.whole.substr(open + 1, dash - open - 1);
  const std::size_t colon = origin.find(':');
  if (colon == std::string_view::npos || contains(origin, " ")) return false;
  line.host = origin.substr(0, colon);
  add_host(state, line.host);
  Scan scan(line.whole.substr(close + 2));
  if (!scan.blanks().skip("ERROR")) return true;
  raise(state.facts.collnet, NcclFeature::Failed);
  raise(state.facts.sharp, NcclFeature::Failed);
  add_trouble(state, error_of(line, NcclTrouble::SharpFailure, std::string(trimmed(scan.rest()))));
  return true;
}

// "libfabric:17778:…<warn> Unable to create extended CQ: Cannot allocate memory"
void read_libfabric(NcclLogState& state, const NcclLine& line) {
  if (!contains(line.whole, "Cannot allocate memory") || !state.facts.allocation_failed.empty())
    return;
  state.facts.allocation_failed = "libfabric";
  state.facts.allocation_evidence = evidence_of(line);
}

// "export NCCL_IB_HCA=mlx5", "mpirun -x NCCL_DEBUG=INFO …": what somebody meant to set.
void read_assignments(NcclLogState& state, const NcclLine& line) {
  Scan scan(line.whole);
  while (scan.skip_to("NCCL_")) {
    std::string name = "NCCL_" + std::string(scan.until("= \t:,'\""));
    if (!scan.skip("=")) continue;
    std::string_view value = scan.until(" \t'\"");
    auto& variables = state.facts.variables;
    if (variables.size() >= kNcclVariablesMax || name.size() > 64) return;
    const auto [known, is_new] = variables.try_emplace(std::move(name));
    if (is_new) known->second = {{std::string(value.substr(0, kNcclTextMax))}, evidence_of(line)};
  }
}

bool begins_transport(std::string_view text) {
  text = trimmed(text);
  if (!text.starts_with("Ring ") && !text.starts_with("Channel ") && !text.starts_with("CollNet "))
    return false;
  return contains(text, " via ");
}

// Lines with NCCL's name in capitals or not.
void read_named(NcclLogState& state, const NcclLine& line) {
  read_version(state, line.whole);
  if (read_test_failure(state, line) || read_watchdog(state, line)) return;
  read_framework_error(state, line);
  if (read_result(state, line)) return;
  read_assignments(state, line);
}

bool shows_progress(std::string_view text) {
  return contains(text, "samples/s") || contains(text, "Loss: ") || contains(text, "loss: ") ||
         contains(text, "Avg bus bandwidth") || contains(text, "tokens/s");
}

}  // namespace

void flush_exception(NcclLogState& state) {
  if (!state.exception) return;
  add_trouble(state, std::move(*state.exception));
  state.exception.reset();
}

void read_other_line(NcclLogState& state, std::string_view text, bool is_cut) {
  const NcclLine line = bare_line(state, text, is_cut);
  if (state.exception && line.number > state.exception_until) flush_exception(state);
  if (const auto rest = behind(text, "Last error:"); rest && state.exception) {
    state.last_error_until = line.number + kLastErrorLines;
    state.is_last_error_named = false;
    state.exception_until = state.last_error_until;
    NcclLine same = line;
    same.whole = *rest;
    return read_last_error(state, same);
  }
  const bool is_named =
      contains(text, "CCL") || contains(text, "nccl") || contains(text, "CUDA failure");
  if (line.number <= state.last_error_until && !contains(text, "NCCL error"))
    return read_last_error(state, line);
  if (is_named) return read_named(state, line);
  if (is_elision(text)) state.facts.has_elision = true;
  if (text.find('[') != std::string_view::npos && read_sharp_library(state, line)) return;
  if (contains(text, "libfabric:")) return read_libfabric(state, line);
  if (begins_transport(text)) {
    NcclLine torn = line;
    torn.message = trimmed(text);
    read_transport(state, torn);
    return;
  }
  if (!read_table_row(state, text) && shows_progress(text))
    state.facts.is_test_or_training_going = true;
}

}  // namespace busbar::wire::nccl_log
