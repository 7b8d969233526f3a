// Tested by tests/unit/wire/formats/nccl_tests/read_text_test.cc
#include <functional>
#include <unordered_map>

#include "wire/formats/nccl_tests/columns.h"
#include "wire/formats/nccl_tests/errors.h"
#include "wire/formats/nccl_tests/header_lines.h"
#include "wire/formats/nccl_tests/read_json.h"
#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

// Runs and streams beyond these are not nccl-tests' output but an accident.
constexpr std::size_t kRunsMax = 10'000;
constexpr std::size_t kStreamsMax = 65'536;
constexpr std::size_t kMentionedMax = 16;

struct TransparentHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view text) const {
    return std::hash<std::string_view>{}(text);
  }
};

// The layout since 2.13, for rows that lost their heading and are torn.
NcclColumns modern_columns() {
  using enum NcclColumn;
  return {{Size, Count, Type, Operation, Root, Time, AlgorithmBandwidth, BusBandwidth, Wrong, Time,
           AlgorithmBandwidth, BusBandwidth, Wrong},
          false};
}

// One process's output: rank 0 of a run prints its table, then the next run's rank 0.
struct Stream {
  std::optional<std::size_t> run;
  std::optional<NcclColumns> columns;  // of the heading
  NcclColumns begun_columns;
  std::optional<NcclRowCells> begun;  // a row that goes on
};

bool has_begun(const NcclRun& run) {
  return run.parameters || run.headings > 0 || !run.rows.empty() || !run.devices.empty() ||
         !run.incomplete_rows.empty() || run.out_of_bounds || run.average;
}

bool has_table(const NcclRun& run) {
  return run.headings > 0 || !run.rows.empty() || !run.incomplete_rows.empty() ||
         run.out_of_bounds || run.average || run.is_concluded;
}

// What a text says of all its runs once.
struct Shared {
  std::optional<std::string> library_version;
  bool has_several_versions = false;
  std::string traced;  // collective of the library's own trace
  bool has_several_traced = false;
  std::optional<std::uint64_t> traced_ranks;
};

class TextReader {
 public:
  void read_line(const CleanLine& line) {
    number_ = line.number;
    const LaunchedLine launched = without_launcher_prefix(line.text);
    const std::string_view text = trimmed(launched.text);
    if (text.empty()) return;
    stream_ = &stream_of(launched.stream);
    if (read_row(launched.text) || read_heading(text) || read_header(text) || read_closing(text))
      return;
    if (continue_row(launched.text)) return;
    if (is_elision(text)) return elide();
    if (errors_.read(line.text, number_)) return;
    read_aside(text);
  }

  NcclTestsText finish() {
    for (auto& [tag, stream] : streams_) give_up_row(stream, "the text ends inside the row");
    for (NcclRun& run : text_.runs) share(run);
    text_.errors = errors_.take();
    for (const NcclRun& run : text_.runs) text_.is_rccl = text_.is_rccl || run.is_rccl;
    for (const NcclError& error : text_.errors)
      text_.is_rccl = text_.is_rccl || error.category == "hip_error";
    return std::move(text_);
  }

 private:
  Stream& stream_of(std::string_view tag) {
    if (stream_ != nullptr && tag == stream_tag_) return *stream_;
    auto found = streams_.find(tag);
    if (found == streams_.end())
      found = streams_.size() < kStreamsMax ? streams_.try_emplace(std::string(tag)).first
                                            : streams_.begin();
    stream_tag_ = found->first;
    return found->second;
  }

  NcclRun* run() { return stream_->run ? &text_.runs[*stream_->run] : nullptr; }

  NcclRun& new_run() {
    if (run() != nullptr) give_up_row(*stream_, "the next run begins inside the row");
    if (text_.runs.size() >= kRunsMax) return text_.runs.back();
    stream_->run = text_.runs.size();
    NcclRun& made = text_.runs.emplace_back();
    made.line = number_;
    made.mentioned = std::move(mentioned_);
    made.is_rccl = is_next_rccl_;
    mentioned_.clear();
    return made;
  }

  NcclRun& run_or_new() { return run() != nullptr ? *run() : new_run(); }

  // ---- rows

  bool read_row(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t|");
    if (first == std::string_view::npos || text[first] == '#') return false;
    split_cells(text);
    const auto begin = row_begin(words_);
    if (!begin) return false;
    const std::span<const std::string_view> words = std::span(words_).subspan(*begin);
    give_up_row(*stream_, "the next row begins inside the row");
    if (run() == nullptr || ((run()->average || run()->is_concluded) && run()->copies == 1))
      new_run();
    NcclRowCells cells;
    cells.row.line = number_;
    NcclColumns own;
    if (!stream_->columns) own = columns_of_row(words).value_or(modern_columns());
    const NcclColumns& columns = stream_->columns ? *stream_->columns : own;
    read_cells(columns, words, cells);
    const bool is_wider = cells.is_complete(columns) && cells.used_words < words.size() &&
                          figure(words[cells.used_words]) && !columns.has(NcclColumn::Rest);
    if (is_wider) {
      own = read_as_its_own_shape(words, columns, cells);
      put_row(std::move(cells), own);
    } else {
      put_row(std::move(cells), columns);
    }
    return true;
  }

  // Words of the row; a Markdown table's bars are blanks.
  void split_cells(std::string_view text) {
    split_words(text, words_);
    std::erase(words_, std::string_view("|"));
  }

  // A row with more cells than its heading has columns: read by its own shape, and remarked.
  NcclColumns read_as_its_own_shape(std::span<const std::string_view> words,
                                    const NcclColumns& heading, NcclRowCells& cells) {
    if (run()->columns_disagree_line == 0) run()->columns_disagree_line = number_;
    const auto own = columns_of_row(words);
    if (!own) return heading;
    cells = {};
    cells.row.line = number_;
    read_cells(*own, words, cells);
    return *own;
  }

  void put_row(NcclRowCells cells, const NcclColumns& columns) {
    if (cells.is_complete(columns)) {
      run()->rows.push_back(std::move(cells.row));
    } else {
      stream_->begun_columns = columns;
      stream_->begun = std::move(cells);
    }
  }

  bool continue_row(std::string_view text) {
    if (!stream_->begun || run() == nullptr) return false;
    split_cells(text);
    if (!continues_row(stream_->begun_columns, words_, *stream_->begun)) return false;
    read_cells(stream_->begun_columns, words_, *stream_->begun);
    if (stream_->begun->is_complete(stream_->begun_columns)) {
      run()->rows.push_back(std::move(stream_->begun->row));
      stream_->begun.reset();
    }
    return true;
  }

  void give_up_row(Stream& stream, std::string_view why) {
    if (!stream.begun || !stream.run) return;
    text_.runs[*stream.run].incomplete_rows.push_back(
        {std::move(stream.begun->row), std::string(why)});
    stream.begun.reset();
  }

  void elide() {
    give_up_row(*stream_, "only the left part of the row is present");
    if (run() != nullptr && has_table(*run())) run()->is_elided = true;
  }

  // ---- around the table

  bool read_heading(std::string_view text) {
    if (!contains(text, "algbw") || !contains(text, "busbw")) return false;
    split_words(text, words_);
    std::erase_if(words_, [](std::string_view word) { return word == "#" || word == "|"; });
    auto columns = columns_of_heading(words_);
    if (!columns) return false;
    NcclRun* current = run();
    if (current == nullptr || !current->rows.empty() || current->average || current->is_concluded)
      current = &new_run();
    current->headings += 1;
    current->copies = std::max(current->copies, current->headings);
    current->has_redop_column = columns->has(NcclColumn::Operation);
    current->has_root_column = columns->has(NcclColumn::Root);
    current->is_cpu_time = columns->is_cpu_time;
    current->has_in_place_columns = columns->placements() > 1;
    stream_->columns = std::move(*columns);
    return true;
  }

  bool read_header(std::string_view text) {
    if (auto device = device_in(text)) {
      device->line = number_;
      if (contains(device->model, "AMD")) run_or_new().is_rccl = true;
      NcclRun& current =
          run() != nullptr && has_table(*run()) && run()->copies == 1 ? new_run() : run_or_new();
      current.devices.push_back(std::move(*device));
      return true;
    }
    if (auto parameters = parameters_in(text)) {
      parameters->line = number_;
      put_parameters(*parameters);
      return true;
    }
    if (const auto name = behind(text, "Collective test starting:")) {
      put_name(run() != nullptr && has_begun(*run()) ? new_run() : run_or_new(), *name);
      return true;
    }
    if (contains(text, "nccl-tests version")) return put_suite_version(text);
    if (const auto version = behind(text, "rccl-tests: Version")) {
      is_next_rccl_ = true;
      NcclRun& current = run() != nullptr && has_table(*run()) ? new_run() : run_or_new();
      current.is_rccl = true;
      current.suite_version = std::string(trimmed(*version));
      return true;
    }
    return false;
  }

  void put_parameters(const NcclParameters& parameters) {
    NcclRun* current = run();
    // Two processes that write into one another print the same header twice before any table.
    if (current != nullptr && current->parameters && !has_table(*current) &&
        current->parameters->agrees_with(parameters)) {
      current->copies += 1;
      return;
    }
    if (current == nullptr || current->parameters || has_table(*current)) current = &new_run();
    current->parameters = parameters;
  }

  void put_name(NcclRun& current, std::string_view name) {
    const std::string collective = nccl_collective(trimmed(name));
    if (collective.empty()) return;
    current.collective = collective;
    current.name_source = NcclNameSource::Program;
  }

  bool put_suite_version(std::string_view text) {
    const auto words = words_of(behind(text, "nccl-tests version").value_or(""));
    if (words.empty()) return false;
    NcclRun& current = run() != nullptr && has_begun(*run()) ? new_run() : run_or_new();
    current.suite_version = std::string(words.front());
    current.library_code = number_behind(text, "nccl-library");
    return true;
  }

  bool read_closing(std::string_view text) {
    if (auto found = out_of_bounds_in(text)) {
      found->line = number_;
      give_up_row(*stream_, "the table ends inside the row");
      NcclRun& current = run_or_new();
      if (!current.out_of_bounds) current.out_of_bounds = std::move(*found);
    } else if (auto average = average_in(text)) {
      average->line = number_;
      NcclRun& current = run_or_new();
      if (!current.average) current.average = std::move(*average);
    } else if (const auto name = behind(text, "Collective test concluded:")) {
      NcclRun& current = run_or_new();
      if (current.name_source != NcclNameSource::Program) put_name(current, *name);
      current.is_concluded = true;
    } else if (const auto differing = behind(text, "Bitwise mismatches")) {
      run_or_new().bitwise_mismatches = number_behind(*differing, ":");
    } else if (contains(text, "Errors with asterisks")) {
      run_or_new().is_rccl = true;
    } else if (const auto bytes = number_behind(text, "Reducing maxBytes to")) {
      NcclRun& current = run_or_new();
      if (current.parameters) current.parameters->reduced_max_bytes = bytes;
    } else {
      return false;
    }
    return true;
  }

  // ---- asides

  void read_aside(std::string_view text) {
    if (auto version = library_version_in(text)) put_library_version(std::move(*version), text);
    if (contains(text, "rccl-tests")) is_next_rccl_ = true;
    if (contains(text, ": opCount ")) return put_trace(text);
    for (std::string& program : programs_in(text)) {
      // A program named behind a table belongs to the next one.
      if (run() != nullptr && !has_table(*run()) && !run()->average) {
        if (run()->mentioned.size() < kMentionedMax) run()->mentioned.push_back(program);
      } else if (mentioned_.size() < kMentionedMax) {
        mentioned_.push_back(std::move(program));
      }
    }
  }

  void put_library_version(std::string version, std::string_view text) {
    if (shared_.library_version && *shared_.library_version != version)
      shared_.has_several_versions = true;
    shared_.library_version = version;
    if (contains(text, "RCCL version")) is_next_rccl_ = true;
    if (run() == nullptr || run()->average) return;
    if (run()->library_version.empty()) run()->library_version = std::move(version);
    run()->is_rccl = run()->is_rccl || is_next_rccl_;
  }

  // "NCCL INFO AllReduce: opCount 0 … [nranks=8]"
  void put_trace(std::string_view text) {
    std::string_view name = text.substr(0, text.find(": opCount "));
    name = name.substr(name.find_last_of(" \t") + 1);
    const std::string collective = nccl_collective(name);
    if (collective.empty()) return;
    if (!shared_.traced.empty() && shared_.traced != collective) shared_.has_several_traced = true;
    shared_.traced = collective;
    if (const auto ranks = number_behind(text, "[nranks=")) shared_.traced_ranks = ranks;
  }

  void share(NcclRun& run) const {
    if (run.library_version.empty() && shared_.library_version && !shared_.has_several_versions)
      run.library_version = *shared_.library_version;
    if (run.name_source != NcclNameSource::None || shared_.traced.empty()) return;
    if (shared_.has_several_traced || text_.runs.size() > 1) return;
    run.collective = shared_.traced;
    run.name_source = NcclNameSource::Trace;
    run.stated_ranks = shared_.traced_ranks;
  }

  NcclTestsText text_;
  std::unordered_map<std::string, Stream, TransparentHash, std::equal_to<>> streams_;
  Stream* stream_ = nullptr;
  std::string_view stream_tag_;
  NcclErrorReader errors_;
  Shared shared_;
  std::vector<std::string> mentioned_;  // of the next run: a launcher's own lines bear no tag
  bool is_next_rccl_ = false;
  std::uint64_t number_ = 0;
  std::vector<std::string_view> words_;
};

}  // namespace

NcclTestsText read_nccl_tests(std::string_view text) {
  if (looks_like_nccl_json(text)) return read_nccl_json(text);
  if (looks_like_rccl_csv(text)) return read_rccl_csv(text);
  TextReader reader;
  CleanLines lines(text);
  while (const auto line = lines.next()) reader.read_line(*line);
  return reader.finish();
}

}  // namespace busbar::wire
