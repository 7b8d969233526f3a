#pragma once
// Listings that programs print for people, as lines, words, cells and "key: value" pairs; and the
// evidence that a finding quotes from them. Units: lines from 1. Errors: none; what is not there is
// nothing. Bounds: kLinesMax lines of a text are kept. Threads: pure; views point into their text.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnosis/finding.h"
#include "wire/formats/reading.h"

namespace busbar::wire::listing {

inline constexpr std::size_t kLinesMax = 200'000;  // lspci -vvv of the largest hosts has 20 000

struct Line {
  std::uint64_t number = 0;
  std::string text;  // cleaned, without line end
  bool is_terminated = true;
};

// The lines of the text without colour, CR and Markdown.
std::vector<Line> lines_of(std::string_view text);
Evidence evidence(const Line& line);
// Counts what does not fit.
void skip(Reading& reading, const Line& line, std::string_view why);

std::string_view trimmed(std::string_view text);
std::size_t indentation(std::string_view line);  // blanks at its beginning, a tab counting to 8
std::vector<std::string_view> words(std::string_view text);
std::vector<std::string_view> cells(std::string_view text, char separator);  // empty ones too

// "Base lid: 0x0" is {"Base lid", "0x0"}; the first `separator` divides. Both trimmed.
std::optional<std::pair<std::string_view, std::string_view>> pair_of(std::string_view line,
                                                                     char separator = ':');

std::optional<std::int64_t> integer(std::string_view text);          // the whole text, decimal
std::optional<std::uint64_t> unsigned_of(std::string_view text);     // decimal, or 0x…
std::optional<std::int64_t> leading_integer(std::string_view text);  // "16x", "8000 MT/s"
std::optional<double> leading_number(std::string_view text);         // "26.562 GB/s"
bool contains(std::string_view text, std::string_view part);
bool same_word(std::string_view a, std::string_view b);  // letters of either case
std::string lower(std::string_view text);

// The text between the first `from` and the next `to` behind it.
std::optional<std::string_view> between(std::string_view text, std::string_view from,
                                        std::string_view to);
// The text behind the first `mark`.
std::optional<std::string_view> behind(std::string_view text, std::string_view mark);

}  // namespace busbar::wire::listing
