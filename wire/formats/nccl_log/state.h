#pragma once
// What the reading of a log carries from line to line, and the readers of NCCL's messages, by what
// they are about. A reader gets a message that begins with the words its table names. Each returns
// whether it understood the message. Threads: one a log.
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnosis/nccl_log_facts.h"
#include "wire/formats/nccl_log/line.h"
#include "wire/formats/reading.h"

namespace busbar::wire::nccl_log {

// Whose call chain an error went up through.
struct NcclChain {
  std::size_t trouble = 0;  // its index in the facts
  std::pair<std::int64_t, std::int64_t> origin;
  bool has_several_origins = false;
};

struct NcclLogState {
  NcclLogFacts facts;
  std::vector<SkippedText> skipped;
  std::uint64_t skipped_more = 0;

  std::uint64_t last_line = 0;  // that is not empty
  std::string last_host;        // of the last line with a host: most lines repeat it
  std::vector<std::pair<std::string, std::string>> table_columns;  // algorithm, protocol
  std::vector<std::string> table_algorithms;
  std::optional<std::pair<std::int64_t, std::int64_t>> tree_origin;  // who prints the topology tree
  bool is_tree_read = false;
  std::map<std::int64_t, NcclChain> chains;                                 // by result code
  std::map<std::pair<std::int64_t, std::int64_t>, std::int64_t> last_code;  // by process, thread

  std::uint64_t last_error_until = 0;  // lines up to this one are the text of "Last error:"
  bool is_last_error_named = false;
  std::optional<NcclTroubleSeen> exception;  // seen, and its better line may follow
  std::uint64_t exception_until = 0;
  std::string last_choice;  // the message of the last choice and where it is counted
  std::uint64_t* last_choice_count = nullptr;
};

using NcclMessageReader = bool (*)(NcclLogState&, const NcclLine&);
struct NcclMessageRule {
  std::string_view begins;
  NcclMessageReader read;
};

// The tables, each in the file of its readers.
std::span<const NcclMessageRule> network_rules();
std::span<const NcclMessageRule> communicator_rules();
std::span<const NcclMessageRule> transport_rules();
std::span<const NcclMessageRule> tuning_rules();
std::span<const NcclMessageRule> trouble_rules();

// "Ring 04 : 1[1] -> 0[0] via P2P/IPC" and the like, also where another rank's line cut off its
// head.
bool read_transport(NcclLogState&, const NcclLine&);
// "init.cc:1277 -> 1 [Async thread]"
bool read_error_chain(NcclLogState&, const NcclLine&);
// "NCCL_IB_HCA set by environment to mlx5"
bool read_variable(NcclLogState&, const NcclLine&);
void read_warning(NcclLogState&, const NcclLine&);
// Lines that are not NCCL's own: exceptions, watchdogs, nccl-tests, SHARP, libfabric, versions.
void read_other_line(NcclLogState&, std::string_view text, bool is_cut);
void flush_exception(NcclLogState&);
// One row of nccl-tests' table.
bool read_table_row(NcclLogState&, std::string_view text);

void add_host(NcclLogState&, std::string_view host);
void add_version(NcclLogState&, std::string_view host, std::string_view version);
void add_trouble(NcclLogState&, NcclTroubleSeen);
NcclTroubleSeen trouble_of(const NcclLine&, NcclTrouble, std::string text);
// The text has ended: its last line, cut off inside, is the beginning of one that is known.
void settle_last_line(NcclLogState&);
void skip(NcclLogState&, std::uint64_t line, std::string_view why, std::string_view text);
Evidence evidence_of(const NcclLine&);
void raise(NcclFeature& feature, NcclFeature to);  // the one that says more stays

}  // namespace busbar::wire::nccl_log
