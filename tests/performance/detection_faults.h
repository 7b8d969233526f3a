#pragma once
// Scores detection across series and localisation: incidents, pair sweeps, a simulated fabric.
// Measures: tests/corpora/changepoints/README.md and docs/method/incidents.md. Beside the labelled
// files, seeded generated cases of the same kind in other sizes, so that a method that fits single
// files is seen. Threads: one.
#include <filesystem>

#include "tests/performance/detection_corpus.h"

namespace busbar::detection {

// Cause type, name and start (± 1 night) right; of a quiet history nothing reported.
Section score_incidents(const std::filesystem::path& corpus);
// The set of faults exactly right.
Section score_pairs(const std::filesystem::path& corpus);
// Detection rate, false blame and tests used by the adaptive search on 232 simulated nodes.
Section score_fabric();

}  // namespace busbar::detection
