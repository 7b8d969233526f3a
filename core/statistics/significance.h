#pragma once
// How surprising a figure is when nothing has changed: tails of Student's t and of the binomial,
// and the selection of Benjamini and Hochberg over many tests.
// Units: probabilities, 0 to 1. Invariants: a NaN statistic gives p = 1, so it never alarms.
// Source: incomplete beta function by Lentz's continued fraction (Press et al., Numerical Recipes,
// 6.4); Benjamini and Hochberg 1995. Threads: pure.
#include <cstddef>
#include <span>
#include <vector>

namespace busbar {

// P(|T| >= |t|) for Student's t with `degrees` of freedom (any positive real).
double student_two_sided(double t, double degrees);

// P(X >= successes) for X ~ binomial(trials, share).
double binomial_at_least(std::size_t successes, std::size_t trials, double share);

// True where the test is selected while the expected share of false ones stays below `rate`.
// The tests may depend on each other positively (series that share nodes do).
std::vector<bool> benjamini_hochberg(std::span<const double> p_values, double rate);

}  // namespace busbar
