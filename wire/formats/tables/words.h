#pragma once
// Words and numbers of tables that programs print for people: cells between blanks, numbers with
// the precision that their digits claim. Units: none of its own. Errors: what is not a number is
// nothing; "inf" and "nan" are not numbers. Threads: pure; results point into the text.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace busbar::wire {

// A printed number and half a unit of its last printed digit: the number that was measured lies
// within value ± half_digit.
struct Figure {
  double value = 0;
  double half_digit = 0;

  double low() const { return value - half_digit; }
  double high() const { return value + half_digit; }
};

// Words between blanks and tabs; `into` is cleared first.
void split_words(std::string_view line, std::vector<std::string_view>& into);
std::vector<std::string_view> words_of(std::string_view line);

// Columns of a heading whose titles hold single blanks: cut at tabs and at two blanks or more.
std::vector<std::string_view> columns_of(std::string_view line);

std::string_view trimmed(std::string_view text);

std::optional<std::uint64_t> whole_number(std::string_view word);  // digits only
std::optional<std::int64_t> signed_number(std::string_view word);
std::optional<Figure> figure(std::string_view word);  // 12.90, 2e-07, 1.7e+04
std::optional<double> decimal_number(std::string_view word);

// The text behind the first `name`; nothing where it does not occur.
std::optional<std::string_view> behind(std::string_view text, std::string_view name);
// The whole number right behind `name` and blanks, a colon or '=': "iters: 20" gives 20.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view name);

bool contains(std::string_view text, std::string_view part);

}  // namespace busbar::wire
