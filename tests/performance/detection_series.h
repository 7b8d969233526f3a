#pragma once
// Scores retrospective change points on labelled series: the nightly set and the real one.
// Measures: tests/corpora/changepoints/README.md. Threads: one.
#include <filesystem>

#include "tests/performance/detection_corpus.h"

namespace busbar::detection {

Section score_nightly(const std::filesystem::path& corpus);
Section score_real(const std::filesystem::path& corpus);

}  // namespace busbar::detection
