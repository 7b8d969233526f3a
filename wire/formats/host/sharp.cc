// What sharp_hello, sharpd and the collective plugin print when SHARP starts or fails to.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>

#include "core/diagnosis/machine_rules.h"
#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kErrorsMax = 100;

bool is_about_sharp(std::string_view line) {
  const std::string text = lower(line);
  return contains(text, "sharp") || contains(text, "aggregation manager");
}

bool is_failure(std::string_view line) {
  const std::string text = lower(line);
  return contains(text, "error") || contains(text, "fail") || contains(text, "no sharp") ||
         contains(text, "not available") || contains(text, "unable to");
}

}  // namespace

SharpFacts read_sharp(std::string_view text) {
  SharpFacts facts;
  for (const Line& line : lines_of(text)) {
    const bool is_about = is_about_sharp(line.text);
    facts.is_about_sharp |= is_about;
    if (contains(line.text, "Test Passed") || contains(line.text, "Passed."))
      facts.is_passed = true;
    const bool is_logged = contains(line.text, " ERROR ") && contains(line.text, ".c:");
    if ((is_about || is_logged) && is_failure(line.text) && facts.errors.size() < kErrorsMax)
      facts.errors.push_back(evidence(line));
  }
  return facts;
}

std::string to_json(const SharpFacts& facts) {
  JsonWriter json;
  json.begin_object().key("available");
  if (facts.is_passed)
    json.flag(true);
  else
    facts.errors.empty() ? json.null() : json.flag(false);
  json.key("errors").begin_array();
  for (const Evidence& error : facts.errors) json.text(error.text);
  return json.end_array().end_object().take();
}

std::vector<Finding> findings_of(const SharpFacts& facts) {
  if (facts.errors.empty() || facts.is_passed) return {};
  Finding finding = machine_finding("sharp_unavailable", {}, facts.errors[0].text);
  finding.evidence = facts.errors;
  return {finding};
}

}  // namespace busbar::wire
