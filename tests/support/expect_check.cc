#include "tests/support/expect_check.h"

#include <algorithm>
#include <cmath>

namespace busbar {
namespace {

using wire::JsonView;

bool is_ignored(const std::string& key, const ExpectOptions& options) {
  return key.ends_with("_from") || options.ignored_keys.contains(key);
}

bool agree(double have, double want, double tolerance) {
  return have == want ||
         std::abs(have - want) <= tolerance * std::max(std::abs(have), std::abs(want));
}

class Comparison {
 public:
  explicit Comparison(const ExpectOptions& options) : options_(options) {}

  void compare(const std::string& path, const JsonView& have, const JsonView& want) {
    if (want.is_object())
      compare_members(path, have, want);
    else if (want.is_array())
      compare_items(path, have, want);
    else if (const auto number = want.as_number())
      differ_unless(have.as_number() && agree(*have.as_number(), *number, tolerance()), path, have,
                    want);
    else
      differ_unless(have.json_text() == want.json_text(), path, have, want);
  }

  std::vector<std::string> take() { return std::move(differences_); }

 private:
  double tolerance() const { return options_.relative_tolerance; }

  void differ_unless(bool holds, const std::string& path, const JsonView& have,
                     const JsonView& want) {
    if (!holds)
      differences_.push_back(path + ": have " + have.json_text().substr(0, 200) + ", want " +
                             want.json_text().substr(0, 200));
  }

  void compare_members(const std::string& path, const JsonView& have, const JsonView& want) {
    if (!have.is_object()) return differ_unless(false, path, have, want);
    want.for_each_member([&](const std::string& key, const JsonView& member) {
      if (is_ignored(key, options_)) return;
      const std::string inner = path.empty() ? key : path + "." + key;
      if (const auto found = have.field(key))
        compare(inner, *found, member);
      else
        differences_.push_back(inner + ": missing, want " + member.json_text().substr(0, 200));
    });
  }

  void compare_items(const std::string& path, const JsonView& have, const JsonView& want) {
    const auto had = have.items(), wanted = want.items();
    if (!have.is_array()) return differ_unless(false, path, have, want);
    if (had.size() != wanted.size())
      differences_.push_back(path + ": have " + std::to_string(had.size()) + " items, want " +
                             std::to_string(wanted.size()));
    for (std::size_t i = 0; i < std::min(had.size(), wanted.size()); ++i)
      compare(path + "[" + std::to_string(i) + "]", had[i], wanted[i]);
  }

  const ExpectOptions& options_;
  std::vector<std::string> differences_;
};

std::vector<std::string> names_in(const JsonView& value) {
  if (const auto text = value.as_text()) return {*text};
  if (!value.is_array()) return {value.json_text()};
  std::vector<std::string> names;
  for (const JsonView& item : value.items()) {
    const auto inner = names_in(item);
    names.insert(names.end(), inner.begin(), inner.end());
  }
  return names;
}

bool same_kind(const std::string& have, const std::string& want) {
  return have == want || have + "s" == want || have == want + "s";
}

bool has_objects(const Finding& finding, const std::string& kind, const JsonView& want) {
  std::vector<std::string> wanted = names_in(want);
  std::sort(wanted.begin(), wanted.end());
  for (const FindingObjects& objects : finding.objects) {
    std::vector<std::string> had = objects.names;
    std::sort(had.begin(), had.end());
    if (same_kind(objects.kind, kind) && had == wanted) return true;
  }
  return false;
}

bool has_severity(const Finding& finding, const JsonView& want) {
  const auto severity = want.field("severity");
  if (!severity || severity->is_null()) return finding.severity != Severity::Note;
  return to_text(finding.severity) == severity->as_text();
}

// A member of a wanted finding that is neither an object nor prose.
std::optional<bool> plain_member_agrees(const Finding& finding, const std::string& key,
                                        const JsonView& want) {
  if (key == "code") return finding.code == want.as_text();
  if (key == "severity") return true;
  const std::string text = want.as_text().value_or(want.json_text());
  if (key == "have") return finding.have == text;
  if (key == "want") return finding.want == text;
  return std::nullopt;
}

bool agrees(const Finding& finding, const JsonView& want, const ExpectOptions& options) {
  bool all = has_severity(finding, want);
  want.for_each_member([&](const std::string& key, const JsonView& member) {
    if (key == "why" || is_ignored(key, options)) return;
    if (const auto plain = plain_member_agrees(finding, key, member))
      all = all && *plain;
    else
      all = all && has_objects(finding, key, member);
  });
  return all;
}

std::string text_of(const Finding& finding) {
  std::string text = finding.code + " (" + std::string(to_text(finding.severity)) + ")";
  for (const FindingObjects& objects : finding.objects) {
    text += " " + objects.kind + ":";
    for (const std::string& name : objects.names) text += " " + name;
  }
  return text;
}

}  // namespace

ExpectOptions prose_ignored(std::set<std::string> more) {
  more.insert({"evidence", "trap", "parse_notes", "other", "need"});
  return {std::move(more), 1e-9};
}

std::vector<std::string> differences(const JsonView& have, const JsonView& want,
                                     const ExpectOptions& options) {
  Comparison comparison(options);
  comparison.compare("", have, want);
  return comparison.take();
}

std::vector<std::string> finding_differences(const std::vector<Finding>& have, const JsonView& want,
                                             const ExpectOptions& options) {
  std::vector<std::string> result;
  std::vector<bool> is_used(have.size());
  for (const JsonView& wanted : want.items()) {
    bool is_found = false;
    for (std::size_t i = 0; i < have.size() && !is_found; ++i)
      if (!is_used[i] && agrees(have[i], wanted, options)) is_used[i] = is_found = true;
    if (!is_found) result.push_back("no finding " + wanted.json_text().substr(0, 300));
  }
  for (std::size_t i = 0; i < have.size(); ++i)
    if (!is_used[i] && have[i].severity != Severity::Note)
      result.push_back("one finding too many: " + text_of(have[i]));
  return result;
}

std::vector<std::string> cause_differences(const wire::Reading& have, const JsonView& expect) {
  std::vector<std::string> result, accepted;
  if (const auto list = expect.field("root_cause_accept")) accepted = names_in(*list);
  if (const auto cause = expect.field("root_cause"); cause && cause->as_text())
    accepted.push_back(*cause->as_text());
  if (accepted.empty()) return result;
  if (have.explanations.empty()) return {"no explanation, want " + accepted.back()};
  const Explanation& first = have.explanations.front();
  const std::string named(to_text(first.cause));
  if (std::find(accepted.begin(), accepted.end(), named) == accepted.end())
    result.push_back("root cause: have " + named + ", want " + accepted.back());
  const auto step = expect.field("diagnosis_step");
  if (step && step->as_integer() && *step->as_integer() != static_cast<int>(first.step))
    result.push_back("diagnosis step: have " + std::to_string(static_cast<int>(first.step)) +
                     ", want " + step->json_text());
  return result;
}

}  // namespace busbar
