#include "wire/yaml/suggestion.h"

#include <algorithm>
#include <vector>

namespace busbar::wire {
namespace {

constexpr std::size_t kComparedMax = 64;  // longer words are no typing mistakes of ours

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({replaced, last[j] + 1, now[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

std::string nearest_word(std::string_view wrong, std::span<const std::string> known) {
  if (wrong.size() > kComparedMax) return {};
  std::string nearest;
  std::size_t least = kComparedMax;
  for (const std::string& word : known) {
    const std::size_t distance = edit_distance(wrong, word);
    if (distance < least && distance <= std::max<std::size_t>(1, word.size() / 3)) {
      least = distance;
      nearest = word;
    }
  }
  return nearest;
}

std::string suggestion(std::string_view wrong, std::span<const std::string> known) {
  std::string text;
  if (const std::string nearest = nearest_word(wrong, known); !nearest.empty())
    text = "did you mean '" + nearest + "'? ";
  text += "known: ";
  for (std::size_t i = 0; i < known.size(); ++i) text += (i == 0 ? "" : ", ") + known[i];
  return text;
}

}  // namespace busbar::wire
