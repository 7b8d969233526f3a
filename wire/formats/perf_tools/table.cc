// Tested by tests/unit/wire/formats/perf_tools/corpus_test.cc
#include "wire/formats/perf_tools/table.h"

#include <algorithm>
#include <cstdio>

#include "wire/formats/tables/words.h"

namespace busbar::wire {
namespace {

const PerfValue* find(const PerfFields& fields, std::string_view name) {
  for (const auto& [key, value] : fields)
    if (key == name) return &value;
  return nullptr;
}

bool is_off(double value, double a, double b, bool is_more_better) {
  return is_more_better ? value < 0.5 * std::min(a, b) : value > 2 * std::max(a, b);
}

}  // namespace

std::optional<double> number_of(const PerfValue& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::nullopt;
}

std::optional<double> PerfRow::number(std::string_view name) const {
  const PerfValue* value = find(cells, name);
  return value ? number_of(*value) : std::nullopt;
}

std::optional<double> PerfRun::setting_number(std::string_view name) const {
  const PerfValue* value = find(settings, name);
  return value ? number_of(*value) : std::nullopt;
}

std::string PerfRun::setting_text(std::string_view name) const {
  const PerfValue* value = find(settings, name);
  const auto* text = value ? std::get_if<std::string>(value) : nullptr;
  return text ? *text : std::string();
}

void PerfRun::set_if_absent(std::string_view name, PerfValue value) {
  if (!find(settings, name)) settings.emplace_back(std::string(name), std::move(value));
}

PerfValue value_of_word(std::string_view word) {
  if (const auto whole = whole_number(word)) return *whole;
  if (const auto number = decimal_number(word)) return *number;
  if (word == "N/A" || word == "nan" || word == "-nan" || word == "inf" || word == "-") return {};
  return std::string(word);
}

void write_value(JsonWriter& out, const PerfValue& value) {
  if (const auto* whole = std::get_if<std::uint64_t>(&value))
    out.unsigned_integer(*whole);
  else if (const auto* number = std::get_if<double>(&value))
    out.number(*number);
  else if (const auto* text = std::get_if<std::string>(&value))
    out.text(*text);
  else
    out.null();
}

void write_fields(JsonWriter& out, const PerfFields& fields) {
  for (const auto& [name, value] : fields) {
    out.key(name);
    write_value(out, value);
  }
}

void write_rows(JsonWriter& out, const std::vector<PerfRow>& rows) {
  out.key("rows").begin_array();
  for (const PerfRow& row : rows) {
    out.begin_object().field("line", row.line);
    write_fields(out, row.cells);
    out.end_object();
  }
  out.end_array().field("row_count", rows.size());
}

std::optional<double> largest(const std::vector<PerfRow>& rows, std::string_view column) {
  std::optional<double> found;
  for (const PerfRow& row : rows)
    if (const auto value = row.number(column)) found = found ? std::max(*found, *value) : *value;
  return found;
}

Finding perf_finding(std::string code, Severity severity, std::string why, std::string remedy) {
  Finding finding;
  finding.code = std::move(code);
  finding.severity = severity;
  finding.step = DiagnosisStep::Baseline;
  finding.why = std::move(why);
  finding.remedy = std::move(remedy);
  return finding;
}

Finding& at_line(Finding& finding, std::uint64_t line, std::string text) {
  constexpr std::size_t kEvidenceMax = 5;
  if (finding.evidence.size() < kEvidenceMax)
    finding.evidence.push_back({line, text.substr(0, 400)});
  return finding;
}

void find_outliers(const std::vector<PerfRow>& rows, std::string_view size_column,
                   std::string_view value_column, bool is_more_better,
                   std::vector<Finding>& findings) {
  for (std::size_t i = 1; i + 1 < rows.size(); ++i) {
    const auto a = rows[i - 1].number(value_column), b = rows[i].number(value_column),
               c = rows[i + 1].number(value_column);
    const auto before = rows[i - 1].number(size_column), here = rows[i].number(size_column),
               after = rows[i + 1].number(size_column);
    if (!a || !b || !c || !before || !here || !after || !(*before < *here && *here < *after))
      continue;
    if (!is_off(*b, *a, *c, is_more_better)) continue;
    Finding finding = perf_finding("outlier", Severity::Warning,
                                   "one size is far out of line with the next smaller and larger",
                                   "repeat the run; a value that stays is a protocol or algorithm "
                                   "threshold, one that goes was "
                                   "disturbed");
    char size[32], text[96];
    std::snprintf(size, sizeof size, "%.0f", *here);
    std::snprintf(text, sizeof text, "%s B: %g, neighbours %g and %g", size, *b, *a, *c);
    finding.objects.push_back({"bytes", {size}});
    findings.push_back(std::move(at_line(finding, rows[i].line, text)));
  }
}

std::optional<double> median_ratio(const PerfRun& earlier, const PerfRun& later,
                                   std::string_view size_column, std::string_view value_column) {
  std::vector<double> ratios;
  for (const PerfRow& a : earlier.rows)
    for (const PerfRow& b : later.rows) {
      const auto x = a.number(value_column), y = b.number(value_column);
      if (a.number(size_column) == b.number(size_column) && x && y && *x > 0)
        ratios.push_back(*y / *x);
    }
  if (ratios.size() < 3 && !(ratios.size() == 1 && earlier.rows.size() == 1)) return std::nullopt;
  std::nth_element(ratios.begin(), ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2),
                   ratios.end());
  return ratios[ratios.size() / 2];
}

Reading perf_reading(std::string_view kind, std::string facts_json, std::vector<Finding> findings,
                     bool is_empty) {
  Reading reading;
  reading.kind = std::string(kind);
  reading.facts_json = std::move(facts_json);
  reading.findings = std::move(findings);
  if (is_empty)
    reading.skipped.push_back({1, "no line of " + std::string(kind) + "'s output was found"});
  return reading;
}

}  // namespace busbar::wire
