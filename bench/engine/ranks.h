#pragma once
// What the bench asks of the ranks of a launch. Collective: every rank calls the same function in
// the same order. Vectors have the same length on every rank. Threads: one.
// Errors: a broken exchange ends the program; there is nobody left to tell.
#include <cstdint>
#include <string>
#include <vector>

namespace busbar::bench {

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual std::uint32_t rank() const = 0;
  virtual std::uint32_t size() const = 0;
  virtual void barrier() = 0;
  virtual std::vector<double> max(const std::vector<double>& mine) = 0;  // element by element
  virtual std::vector<std::vector<double>> gather(const std::vector<double>& mine) = 0;  // by rank
  virtual std::vector<std::string> gather_text(const std::string& mine) = 0;             // by rank
  virtual std::string broadcast(const std::string& of_rank_0) = 0;
};

}  // namespace busbar::bench
