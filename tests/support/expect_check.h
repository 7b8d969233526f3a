#pragma once
// Compares what a reader of foreign text made of a file with the corpus's `expect`, member by
// member. Numbers agree within 1e-9 relative, integers and fractions alike; what `want` does not
// name is not looked at; prose keys are passed over at every depth. Threads: pure.
#include <set>
#include <string>
#include <vector>

#include "core/diagnosis/finding.h"
#include "wire/formats/reading.h"
#include "wire/json/value.h"

namespace busbar {

struct ExpectOptions {
  std::set<std::string> ignored_keys;
  double relative_tolerance = 1e-9;
};

// Keys of the corpora that are prose: "evidence", "trap", "parse_notes", "other", "need", and all
// that end in "_from" are left out without being named.
ExpectOptions prose_ignored(std::set<std::string> more = {});

// One text for each difference: "rows[3].count: have 4, want 5". Empty: all that is wanted is
// there.
std::vector<std::string> differences(const wire::JsonView& have, const wire::JsonView& want,
                                     const ExpectOptions& options);

// Findings as a corpus lists them: [{"code", "severity"?, objects such as "hcas": [..] or
// "interface": "eth0", "have"?, "want"?}]. Each must be among `have` with these objects; without a
// severity it must at least be a warning; and `have` may hold no warning or error beyond them.
// `ignored_keys` names what is prose in them ("why" always is).
std::vector<std::string> finding_differences(const std::vector<Finding>& have,
                                             const wire::JsonView& want,
                                             const ExpectOptions& options);

// What is wrong with the first explanation for `root_cause`, `root_cause_accept`,
// `diagnosis_step` of `expect`; those that are absent are not looked at.
std::vector<std::string> cause_differences(const wire::Reading& have, const wire::JsonView& expect);

}  // namespace busbar
