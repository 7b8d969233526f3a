#include "bench/engine/memory.h"

#include <algorithm>
#include <limits>
#include <sstream>
#include <string_view>

namespace busbar::bench {
namespace {

std::optional<std::uint64_t> number(const std::string& text) {
  std::istringstream words(text);
  std::uint64_t value = 0;
  if (words >> value) return value;
  return std::nullopt;
}

}  // namespace

std::optional<std::uint64_t> available_memory(const MemoryTexts& texts) {
  constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
  constexpr std::string_view kKey = "MemAvailable:";
  std::uint64_t available = kNone;
  const std::size_t at = texts.meminfo.find(kKey);
  if (at != std::string::npos)
    if (const auto kib = number(texts.meminfo.substr(at + kKey.size()))) available = *kib * 1024;
  const auto limit = number(texts.limit), usage = number(texts.usage);
  if (limit && usage) available = std::min(available, *limit - std::min(*limit, *usage));
  if (available == kNone) return std::nullopt;
  return available;
}

}  // namespace busbar::bench
