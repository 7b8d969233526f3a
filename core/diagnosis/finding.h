#pragma once
// What a look at logs, topology, settings or figures found: one fault, its evidence, its remedy.
// Source of the five steps: docs/method/findings.md. Threads: values.
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace busbar {

enum class Severity { Note, Warning, Error };

// The order of the method: a later step is not looked at while an earlier one has a fault.
enum class DiagnosisStep { Log = 1, Topology = 2, Baseline = 3, Overlap = 4, Tuning = 5 };

enum class RootCause {
  TcpFallback,
  NoGdrdma,
  WrongHca,
  IbErrorOrTimeout,
  SharpUnavailable,
  NvlsUnavailable,
  TopologyNuma,
  MismatchVersions,
  Oom,
  ShmLimit,
  PeerFailedOrHang,
  MisconfigEnv,
  Healthy,
  Unknown
};

std::string_view to_text(Severity);   // "note", "warning", "error"
std::string_view to_text(RootCause);  // "tcp_fallback", …
std::optional<RootCause> root_cause_from_text(std::string_view);

// The line that a statement rests on. line 0: it rests on what is absent, or on several lines.
struct Evidence {
  std::uint64_t line = 0;  // from 1, of the file as it came
  std::string text;        // that line, cleaned of colour and the like; at most 400 bytes
};

// The things that a finding is about, in the tool's own names: {"gpus", {"GPU0", "GPU1"}}.
struct FindingObjects {
  std::string kind;  // "gpus", "hcas", "nics", "nets", "bdf", "links", "interfaces", "hosts"
  std::vector<std::string> names;
};

struct Finding {
  std::string code;  // one word of the table in docs/method/findings.md
  Severity severity = Severity::Warning;
  DiagnosisStep step = DiagnosisStep::Log;
  std::vector<FindingObjects> objects;
  std::optional<std::string> have, want;  // value and recommendation, as the tool writes them
  std::string why;                        // what is wrong and what it costs
  std::string remedy;                     // what to do; empty for a mere note
  std::vector<Evidence> evidence;
};

// One explanation of what the text shows, with how sure the text makes it: 0 to 1.
struct Explanation {
  RootCause cause = RootCause::Unknown;
  DiagnosisStep step = DiagnosisStep::Log;
  double confidence = 0;
  std::string why;
  std::string remedy;
  std::vector<Evidence> evidence;
};

}  // namespace busbar
