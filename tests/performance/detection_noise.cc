#include "tests/performance/detection_noise.h"

#include <array>
#include <cmath>
#include <string_view>
#include <utility>

#include "core/series/change_points.h"

namespace busbar::detection {
namespace {

constexpr std::size_t kSeriesCount = 2000;
constexpr std::size_t kNights = 90;
constexpr double kLevel = 4.605;  // ln 100
constexpr std::array kSigmas{0.003, 0.01, 0.03};

struct NoiseCase {
  NoiseKind kind;
  std::string_view name, target;
};
constexpr std::array kCases{NoiseCase{NoiseKind::Gaussian, "gaussian", "<= 0.01"},
                            NoiseCase{NoiseKind::StudentT3, "student_t3", "<= 0.01"},
                            NoiseCase{NoiseKind::TwoModes, "two_modes", "<= 0.01"},
                            NoiseCase{NoiseKind::Weekly, "weekly", "<= 0.01"},
                            NoiseCase{NoiseKind::Correlated3, "correlated_0.3", "<= 0.01"},
                            NoiseCase{NoiseKind::Correlated6, "correlated_0.6", "<= 0.02"}};

double correlation_of(NoiseKind kind) {
  if (kind == NoiseKind::Correlated3) return 0.3;
  return kind == NoiseKind::Correlated6 ? 0.6 : 0;
}

double one_night(NoiseKind kind, std::size_t night, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  switch (kind) {
    case NoiseKind::StudentT3:
      return std::student_t_distribution<double>(3)(random) / std::sqrt(3.0);
    case NoiseKind::TwoModes:
      return 0.4 * normal(random) - (std::bernoulli_distribution(0.3)(random) ? 2.0 : 0.0);
    case NoiseKind::Weekly:
      return 0.7 * normal(random) - (night % 7 >= 5 ? 1.5 : 0.0);
    case NoiseKind::Gaussian:
    case NoiseKind::Correlated3:
    case NoiseKind::Correlated6:
      break;
  }
  return normal(random);
}

}  // namespace

std::vector<double> noise(NoiseKind kind, std::size_t nights, double sigma,
                          std::mt19937_64& random) {
  const double rho = correlation_of(kind);
  const double fresh = std::sqrt(1 - rho * rho);
  std::vector<double> logs;
  double last = one_night(kind, 0, random);
  for (std::size_t night = 0; night < nights; ++night) {
    last = rho * last + fresh * one_night(kind, night, random);
    logs.push_back(kLevel + sigma * last);
  }
  return logs;
}

Section score_noise() {
  Section section{.name = "noise", .figures = {}, .notes = {}};
  for (const NoiseCase& each : kCases) {
    std::mt19937_64 random(1);
    double alarms = 0;
    for (std::size_t i = 0; i < kSeriesCount; ++i) {
      const auto logs = noise(each.kind, kNights, kSigmas[i % kSigmas.size()], random);
      if (!find_change_points(logs).empty()) ++alarms;
    }
    section.figures.push_back({std::string(each.name) + "_share_with_alarm",
                               alarms / static_cast<double>(kSeriesCount),
                               std::string(each.target)});
  }
  return section;
}

}  // namespace busbar::detection
