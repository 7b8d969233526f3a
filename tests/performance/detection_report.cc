#include "tests/performance/detection_report.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string_view>

namespace busbar::detection {

bool meets_target(const Figure& figure) {
  std::string_view text = figure.target;
  if (text.empty()) return true;
  const bool at_least = text.starts_with(">= ");
  const bool at_most = text.starts_with("<= ");
  if (at_least || at_most) text.remove_prefix(3);
  double limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error != std::errc() || end != text.data() + text.size()) {
    std::cerr << "detection: target \"" << figure.target << "\" of " << figure.name << '\n';
    std::exit(1);
  }
  if (at_least) return figure.value >= limit;
  return at_most ? figure.value <= limit : figure.value == limit;
}

bool meets_targets(std::span<const Section> sections) {
  return std::all_of(sections.begin(), sections.end(), [](const Section& section) {
    return std::all_of(section.figures.begin(), section.figures.end(), meets_target);
  });
}

std::string as_json(std::span<const Section> sections) {
  wire::JsonWriter json;
  json.begin_object();
  for (const Section& section : sections) {
    json.key(section.name).begin_object();
    for (const Figure& figure : section.figures) json.field(figure.name, figure.value);
    json.end_object();
  }
  json.field("reaches_targets", meets_targets(sections));
  json.end_object();
  return json.take() + "\n";
}

std::string as_text(std::span<const Section> sections, bool with_notes) {
  std::ostringstream text;
  for (const Section& section : sections) {
    text << section.name << '\n';
    for (const Figure& figure : section.figures) {
      text << "  " << std::left << std::setw(40) << figure.name << std::right << std::setw(10)
           << std::setprecision(4) << figure.value;
      if (!figure.target.empty())
        text << "  wanted " << figure.target << (meets_target(figure) ? "" : "  MISSED");
      text << '\n';
    }
    if (with_notes)
      for (const std::string& note : section.notes) text << "    " << note << '\n';
  }
  return text.str();
}

}  // namespace busbar::detection
