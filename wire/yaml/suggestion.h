#pragma once
// "did you mean": the known word that a wrong one was probably meant to be.
// Threads: pure.
#include <span>
#include <string>
#include <string_view>

namespace busbar::wire {

// Insertions, removals, replacements and swaps of neighbours that lead from one to the other.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The nearest word, if at most a third of it is wrong; else empty. The first of equals.
std::string nearest_word(std::string_view wrong, std::span<const std::string> known);

// "did you mean 'sizes'? known: a, b, c"
std::string suggestion(std::string_view wrong, std::span<const std::string> known);

}  // namespace busbar::wire
