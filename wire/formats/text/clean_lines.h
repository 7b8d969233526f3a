#pragma once
// Lines of text that people send: CRLF, lone CR of progress bars, terminal colour and other control
// sequences, NUL and other control bytes, a byte order mark, UTF-16, Markdown fences and quote
// marks around the block. Views point into the text where a line needs no cleaning, so a gigabyte
// passes without a copy. Units: lines from 1, as an editor counts them. Threads: one a reader.
// Errors: none. Invariants: every line of the text is given once, in order, empty ones too.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace busbar::wire {

struct CleanLine {
  std::uint64_t number = 0;
  std::string_view text;       // valid until the next call; without line end
  bool is_terminated = false;  // false: the text ends inside this line
};

class CleanLines {
 public:
  explicit CleanLines(std::string_view text);  // the text must outlive this
  std::optional<CleanLine> next();

 private:
  std::string_view rest_;
  std::string converted_;  // of UTF-16
  std::string line_;       // a line that needed cleaning
  std::uint64_t number_ = 0;
};

// One line without control sequences and bytes. Puts the result into `buffer` only if it differs.
std::string_view clean_line(std::string_view line, std::string& buffer);

// A Markdown quote ("> ", "> > ") before the text, or a fence ("```text"): taken off, or empty.
std::string_view without_markdown(std::string_view line);

// "[net.cc:1](http://net.cc:1/)", which mail programs and trackers make of what looks like a host's
// name, is "net.cc:1" again. Puts the result into `buffer` only if it differs.
std::string_view without_links(std::string_view line, std::string& buffer);

}  // namespace busbar::wire
