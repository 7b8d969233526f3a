// Rows of nccl-tests' table inside a log.
//
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <array>

#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

constexpr std::size_t kRowsMax = 4096;  // 40 sizes of 100 runs

std::optional<NcclTimes> times(Scan& scan) {
  const auto time = scan.blanks().number();
  const auto algorithm = scan.blanks().number();
  const auto bus = scan.blanks().number();
  if (!time || !algorithm || !bus) return std::nullopt;
  scan.blanks().word();  // #wrong or the error
  return NcclTimes{*time, *algorithm, *bus};
}

std::size_t words_of(Scan scan) {
  std::size_t words = 0;
  for (; !scan.blanks().is_done(); ++words) scan.word();
  return words;
}

}  // namespace

// size, count, type, then redop and root where the operation has them, then two of (time, algbw,
// busbw, wrong): out of place and in place.
bool read_table_row(NcclLogState& state, std::string_view text) {
  Scan scan(text);
  const auto bytes = scan.blanks().integer();
  if (!bytes || *bytes < 0 || !scan.rest().starts_with("  ")) return false;
  const auto count = scan.blanks().integer();
  if (!count) return false;
  NcclTableRow row{*bytes, *count, std::string(scan.blanks().word()), {}, {}};
  if (row.type.empty() || is_digit(row.type.front())) return false;
  if (const auto next = scan.blanks().rest();
      !next.empty() && !is_digit(next.front()) && next.front() != '-')
    scan.word();                             // the reduction
  if (words_of(scan) % 2 == 1) scan.word();  // the root
  const auto out_of_place = times(scan);
  if (!out_of_place) return false;
  row.out_of_place = *out_of_place;
  row.in_place = times(scan);
  if (state.facts.table_rows.size() < kRowsMax) state.facts.table_rows.push_back(std::move(row));
  return true;
}

}  // namespace busbar::wire::nccl_log
