#include "core/diagnosis/nccl_environment.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace busbar {
namespace {

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return result;
}

std::optional<std::int64_t> integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// How many letters to change, add or leave out.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, changed});
    }
  }
  return row[b.size()];
}

std::string_view nearest_name(std::string_view name) {
  constexpr std::size_t kNear = 3, kNameMax = 64;
  std::string_view best;
  std::size_t best_distance = kNear + 1;
  if (name.size() > kNameMax) return best;
  for (const NcclVariable& variable : nccl_variables()) {
    const std::size_t here = distance(name, variable.name);
    if (variable.gone == 0 && here < best_distance) best = variable.name, best_distance = here;
  }
  return best;
}

const NcclForeignVariable* find_foreign(std::string_view name) {
  for (const NcclForeignVariable& row : nccl_foreign_variables()) {
    const bool is_family = row.name.ends_with('*');
    if (is_family ? name.starts_with(row.name.substr(0, row.name.size() - 1)) : name == row.name)
      return &row;
  }
  return nullptr;
}

Finding finding(std::string_view kind, Severity severity, std::string_view name,
                std::string_view value) {
  Finding made;
  made.code = "nccl_env_" + std::string(kind);
  made.severity = severity;
  made.objects = {{"variables", {std::string(name)}}};
  made.have = std::string(name) + "=" + std::string(value);
  return made;
}

using Setting = std::pair<std::string_view, std::string_view>;  // name, value

Finding unknown(Setting setting) {
  if (const NcclForeignVariable* row = find_foreign(setting.first)) {
    Finding made = finding("foreign", Severity::Note, setting.first, setting.second);
    made.why = "NCCL does not read it; it belongs to " + std::string(row->owner) + ".";
    return made;
  }
  Finding made = finding("unknown", Severity::Warning, setting.first, setting.second);
  made.why = "NCCL has no such variable: it has no effect.";
  if (setting.first == "NCCL_SHARP_ENABLE") {  // written in many guides, never read by anything
    made.remedy =
        "For SHARP set NCCL_COLLNET_ENABLE=1 and load the plugin nccl-rdma-sharp-plugins.";
    return made;
  }
  const std::string_view near = nearest_name(setting.first);
  made.remedy = near.empty() ? "Remove it." : "Remove it, or write " + std::string(near) + ".";
  return made;
}

std::optional<Finding> out_of_its_time(const NcclVariable& variable, Setting setting,
                                       std::optional<NcclRelease> release) {
  if (variable.gone != 0 && (!release || *release >= variable.gone)) {
    Finding made = finding("removed", Severity::Warning, setting.first, setting.second);
    made.why = "It has no effect: removed in NCCL " + release_text(variable.gone) + ".";
    made.remedy = "In its place: " + std::string(variable.effect) + ".";
    return made;
  }
  if (!release || variable.since == 0 || *release >= variable.since) return std::nullopt;
  Finding made = finding("too_new", Severity::Warning, setting.first, setting.second);
  made.why = "It has no effect: it came with NCCL " + release_text(variable.since) + ", this is " +
             release_text(*release) + ".";
  made.remedy = "Remove it, or use a newer NCCL.";
  return made;
}

bool is_level(std::string_view value) {
  constexpr std::array<std::string_view, 10> kLevels{"loc", "nvl", "nvb", "c2c", "pix",
                                                     "pxb", "p2c", "pxn", "phb", "sys"};
  return integer(value) || std::find(kLevels.begin(), kLevels.end(), lower(value)) != kLevels.end();
}

// What the variable takes, where the value is nothing of it.
std::string wanted(const NcclVariable& variable, std::string_view value) {
  const auto number = integer(value);
  switch (variable.value) {
    case NcclValue::Flag:
      return number ? "" : "0 or 1";
    case NcclValue::Level:
      return is_level(value) ? "" : "LOC, NVL, PIX, PXB, PHB or SYS";
    case NcclValue::Number:
      if (!number) return "a number";
      if ((variable.low == 0 && variable.high == 0) ||
          (*number >= variable.low && *number <= variable.high))
        return "";
      return std::to_string(variable.low) + " to " + std::to_string(variable.high);
    case NcclValue::Text:
      return "";
  }
  return "";
}

std::optional<Finding> badly_valued(const NcclVariable& variable, Setting setting) {
  const std::string want = wanted(variable, setting.second);
  if (want.empty()) return std::nullopt;
  Finding made = finding("invalid", Severity::Warning, setting.first, setting.second);
  made.want = want;
  made.why = "NCCL does not take this value and uses its default, or the nearest it can.";
  made.remedy = "Set it to " + want + ", or unset it.";
  return made;
}

bool is_hit(const NcclHarm& harm, std::string_view value) {
  const auto number = integer(value), limit = integer(harm.value);
  switch (harm.test) {
    case NcclValueTest::Is:
      return lower(value) == lower(harm.value) || value == "=" + std::string(harm.value);
    case NcclValueTest::Begins:
      return lower(value).starts_with(lower(harm.value));
    case NcclValueTest::Holds:
      return lower(value).find(lower(harm.value)) != std::string::npos;
    case NcclValueTest::Below:
      return number && limit && *number < *limit;
    case NcclValueTest::Above:
      return number && limit && *number > *limit;
    case NcclValueTest::AnyValue:
      return true;
  }
  return false;
}

// The first row that fits: worse ones stand before milder ones.
std::optional<Finding> harmful(Setting setting, std::optional<NcclRelease> release) {
  for (const NcclHarm& harm : nccl_harms()) {
    if (harm.name != setting.first || !is_hit(harm, setting.second)) continue;
    const bool is_bound = harm.from != 0 || harm.before != 0;
    if (is_bound && !release) continue;
    if (is_bound && (*release < harm.from || (harm.before != 0 && *release >= harm.before)))
      continue;
    Finding made = finding("harmful", harm.severity, setting.first, setting.second);
    made.why = harm.why;
    made.remedy = harm.remedy;
    return made;
  }
  return std::nullopt;
}

std::optional<Finding> judged(Setting setting, std::optional<NcclRelease> release) {
  const NcclVariable* variable = find_nccl_variable(setting.first);
  if (!variable) return unknown(setting);
  if (auto made = out_of_its_time(*variable, setting, release)) return made;
  if (auto made = badly_valued(*variable, setting)) return made;
  return harmful(setting, release);
}

}  // namespace

std::optional<NcclRelease> nccl_release(std::string_view version) {
  std::array<int, 3> parts{};
  const char* at = version.data();
  const char* const end = at + version.size();
  std::size_t read = 0;
  for (; read < parts.size(); ++read) {
    const auto [behind, error] = std::from_chars(at, end, parts[read]);
    if (error != std::errc{} || parts[read] < 0 || parts[read] > 99) break;
    at = behind;
    if (at == end || *at != '.') {
      ++read;
      break;
    }
    ++at;
  }
  if (read < 2 || parts[0] > 9) return std::nullopt;
  return parts[0] * 10000 + parts[1] * 100 + parts[2];
}

std::string release_text(NcclRelease release) {
  std::string text = std::to_string(release / 10000) + "." + std::to_string(release / 100 % 100);
  if (release % 100 != 0) text += "." + std::to_string(release % 100);
  return text;
}

std::vector<Finding> environment_findings(const NcclEnvironment& environment,
                                          std::optional<NcclRelease> release) {
  std::vector<Finding> list;
  for (const auto& [name, value] : environment) {
    if (!name.starts_with("NCCL_")) continue;
    if (auto made = judged({name, value}, release)) list.push_back(std::move(*made));
  }
  return list;
}

std::vector<Finding> environment_findings(const NcclLogFacts& facts) {
  std::optional<NcclRelease> release;
  if (!facts.versions.empty() && !has_several_versions(facts))
    release = nccl_release(facts.versions.front().second);
  std::vector<Finding> list;
  for (const auto& [name, seen] : facts.variables) {
    if (!name.starts_with("NCCL_") || seen.values.empty()) continue;
    auto made = judged({name, seen.values.front()}, release);
    if (!made || (facts.is_rccl && made->code == "nccl_env_unknown")) continue;
    if (seen.evidence.line != 0) made->evidence.push_back(seen.evidence);
    list.push_back(std::move(*made));
  }
  return list;
}

}  // namespace busbar
