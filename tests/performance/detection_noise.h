#pragma once
// Alarms on series in which nothing changes: independent, heavy-tailed, two-mode, weekly and
// autocorrelated noise, seeded. Threads: one.
#include <cstdint>
#include <random>
#include <vector>

#include "tests/performance/detection_corpus.h"

namespace busbar::detection {

enum class NoiseKind { Gaussian, StudentT3, TwoModes, Weekly, Correlated3, Correlated6 };

// `nights` natural logarithms about ln 100 with a spread of `sigma`.
std::vector<double> noise(NoiseKind kind, std::size_t nights, double sigma,
                          std::mt19937_64& random);

Section score_noise();

}  // namespace busbar::detection
