#pragma once
// Prints the sections of a detection score and says whether every figure with a target reaches it.
// Threads: one.
#include <span>
#include <string>

#include "tests/performance/detection_corpus.h"

namespace busbar::detection {

// The target of a figure is ">= x", "<= x", an exact number, or empty for none. Anything else ends
// the program: a target that nobody can miss would be a test that cannot fail.
bool meets_target(const Figure& figure);
bool meets_targets(std::span<const Section> sections);

std::string as_json(std::span<const Section> sections);
std::string as_text(std::span<const Section> sections, bool with_notes);

}  // namespace busbar::detection
