// Tested by tests/unit/wire/formats/nccl_tests/read_text_test.cc
#include "wire/formats/nccl_tests/header_lines.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace busbar::wire {
namespace {

constexpr std::size_t npos = std::string_view::npos;

// The names of the programs, in nccl-tests' spelling. "all_reduce_bias" is rccl-tests' alone.
constexpr std::array<std::string_view, 12> kCollectives{
    "all_reduce", "all_gather", "reduce_scatter",  "broadcast", "reduce",    "alltoall",
    "alltoallv",  "sendrecv",   "all_reduce_bias", "gather",    "hypercube", "scatter"};

bool is_name_byte(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

// Letters alone, small: "All-Reduce", "all_reduce" and "AllReduce" are one.
std::string folded(std::string_view name) {
  std::string letters;
  for (const char c : name)
    if (std::isalpha(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

std::string_view word_at(std::string_view text) {
  const std::string_view rest = trimmed(text);
  return rest.substr(0, rest.find_first_of(" \t"));
}

std::optional<NcclStep> step_in(std::string_view line) {
  const auto rest = behind(line, "step:");
  if (!rest) return std::nullopt;
  const std::string_view word = word_at(*rest);
  const std::size_t open = word.find('(');
  const auto value = whole_number(word.substr(0, open));
  if (!value || open == npos) return std::nullopt;
  return NcclStep{word.substr(open).starts_with("(factor"), *value};
}

// "iters: 20" that is neither "warmup iters:" nor "agg iters:".
std::optional<std::uint64_t> plain_iterations_in(std::string_view line) {
  constexpr std::string_view kName = "iters:";
  for (std::size_t at = line.find(kName); at != npos; at = line.find(kName, at + 1)) {
    const std::string_view before = trimmed(line.substr(0, at));
    if (!before.ends_with("warmup") && !before.ends_with("agg"))
      return number_behind(line.substr(at), kName);
  }
  return std::nullopt;
}

std::string status_in(std::string_view rest) {
  if (contains(rest, "FAILED")) return "FAILED";
  return contains(rest, "OK") ? "OK" : "";
}

}  // namespace

std::optional<NcclParameters> parameters_in(std::string_view line) {
  if (!contains(line, "nThread") || !contains(line, "nGpus")) return std::nullopt;
  NcclParameters found;
  found.threads = number_behind(line, "nThread");
  found.gpus_per_process = number_behind(line, "nGpus");
  found.min_bytes = number_behind(line, "minBytes");
  found.max_bytes = number_behind(line, "maxBytes");
  found.step = step_in(line);
  found.warmup = number_behind(line, "warmup iters");
  found.iterations = plain_iterations_in(line);
  found.aggregated = number_behind(line, "agg iters");
  found.validation = number_behind(line, "validation");
  found.graph = number_behind(line, "graph");
  if (!found.threads || !found.min_bytes) return std::nullopt;
  return found;
}

bool NcclParameters::agrees_with(const NcclParameters& other) const {
  const bool same_step =
      step.has_value() == other.step.has_value() &&
      (!step || (step->value == other.step->value && step->is_factor == other.step->is_factor));
  return same_step && threads == other.threads && gpus_per_process == other.gpus_per_process &&
         min_bytes == other.min_bytes && max_bytes == other.max_bytes && warmup == other.warmup &&
         iterations == other.iterations && validation == other.validation;
}

std::optional<NcclDevice> device_in(std::string_view line) {
  const auto rest = behind(line, "Rank");
  if (!rest || !contains(*rest, "Pid") || !contains(*rest, "device")) return std::nullopt;
  const auto on = behind(*rest, " on ");
  const auto device = behind(on.value_or(""), " device ");
  const auto rank = whole_number(word_at(*rest));
  if (!on || !device || !rank) return std::nullopt;
  NcclDevice found;
  found.rank = *rank;
  found.group = number_behind(*rest, "Group");
  found.pid = number_behind(*rest, "Pid");
  found.host = std::string(word_at(*on));
  found.device = whole_number(word_at(*device));
  const std::size_t open = device->find('['), close = device->find(']');
  if (open != npos && close != npos && open < close) {
    found.bus_id = std::string(device->substr(open + 1, close - open - 1));
    found.model = std::string(trimmed(device->substr(close + 1)));
  }
  return found;
}

std::optional<NcclOutOfBounds> out_of_bounds_in(std::string_view line) {
  const auto rest = behind(line, "Out of bounds values");
  if (!rest) return std::nullopt;
  const auto count = number_behind(*rest, ":");
  if (!count) return std::nullopt;
  return NcclOutOfBounds{0, *count, status_in(*rest)};
}

std::optional<NcclAverage> average_in(std::string_view line) {
  const auto rest = behind(line, "Avg bus bandwidth");
  const auto number = rest ? behind(*rest, ":") : std::nullopt;
  if (!number) return std::nullopt;
  const auto value = decimal_number(word_at(*number));
  if (!value) return std::nullopt;
  return NcclAverage{0, *value, status_in(*number)};
}

std::optional<std::string> library_version_in(std::string_view line) {
  constexpr std::string_view kMark = "CCL version";
  const std::size_t at = line.find(kMark);
  if (at == npos || at == 0 || (line[at - 1] != 'N' && line[at - 1] != 'R')) return std::nullopt;
  std::string_view rest = line.substr(at + kMark.size());
  const std::size_t begin = rest.find_first_not_of(" :");
  if (begin == npos || rest[begin] < '0' || rest[begin] > '9') return std::nullopt;
  return std::string(word_at(rest.substr(begin)));
}

std::vector<std::string> programs_in(std::string_view line) {
  constexpr std::string_view kEnd = "_perf";
  std::vector<std::string> found;
  for (std::size_t at = line.find(kEnd); at != npos; at = line.find(kEnd, at + 1)) {
    const std::size_t end = at + kEnd.size();
    if (end < line.size() && is_name_byte(line[end])) continue;
    std::size_t begin = at;
    while (begin > 0 && is_name_byte(line[begin - 1])) --begin;
    const std::string_view name = line.substr(begin, at - begin);
    if (std::find(kCollectives.begin(), kCollectives.end(), name) != kCollectives.end())
      found.emplace_back(name);
  }
  return found;
}

std::string nccl_collective(std::string_view name) {
  if (name.ends_with("_perf")) name.remove_suffix(5);
  const std::string wanted = folded(name);
  for (const std::string_view known : kCollectives)
    if (folded(known) == wanted) return std::string(known);
  return {};
}

bool is_elision(std::string_view line) {
  std::string_view text = trimmed(line);
  if (text.starts_with('#')) text = trimmed(text.substr(1));
  if (text.empty()) return false;
  if (text == "\xE2\x80\xA6" || text.find_first_not_of(".[]()<> ") == npos)
    return text == "\xE2\x80\xA6" || std::count(text.begin(), text.end(), '.') >= 3;
  const bool is_bracketed =
      (text.front() == '<' || text.front() == '[') && (text.back() == '>' || text.back() == ']');
  return is_bracketed && (contains(text, "truncated") || contains(text, "omitted") ||
                          contains(text, "snip") || contains(text, "..."));
}

}  // namespace busbar::wire
