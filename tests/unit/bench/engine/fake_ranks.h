#pragma once
// Ranks as threads of one process, and an engine whose clock stands still unless it works: what the
// measuring loop does with given times is then the same in every run.
#include <algorithm>
#include <barrier>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "bench/engine/measure.h"

namespace busbar::bench {

class FakeRanks final : public Ranks {
 public:
  struct World {
    explicit World(std::uint32_t ranks) : numbers(ranks), texts(ranks), sync(ranks) {}
    std::vector<std::vector<double>> numbers;
    std::vector<std::string> texts;
    std::barrier<> sync;
  };
  FakeRanks(World& world, std::uint32_t rank) : world_(world), rank_(rank) {}
  std::uint32_t rank() const override { return rank_; }
  std::uint32_t size() const override { return static_cast<std::uint32_t>(world_.texts.size()); }
  void barrier() override { world_.sync.arrive_and_wait(); }
  std::vector<std::vector<double>> gather(const std::vector<double>& mine) override {
    return exchange(world_.numbers, mine);
  }
  std::vector<std::string> gather_text(const std::string& mine) override {
    return exchange(world_.texts, mine);
  }
  std::string broadcast(const std::string& text) override { return gather_text(text).front(); }
  std::vector<double> max(const std::vector<double>& mine) override {
    std::vector<double> most = mine;
    for (const auto& one : gather(mine))
      for (std::size_t i = 0; i < most.size(); ++i) most[i] = std::max(most[i], one.at(i));
    return most;
  }

 private:
  template <class T>
  std::vector<T> exchange(std::vector<T>& slots, const T& mine) {
    slots[rank_] = mine;
    barrier();
    std::vector<T> all = slots;
    barrier();  // nobody writes the next before everybody has read this
    return all;
  }
  World& world_;
  std::uint32_t rank_;
};

// What one rank's operations do.
struct Behaviour {
  std::function<double(std::uint64_t call)> seconds = [](std::uint64_t) { return 10e-6; };
  Result<void> prepared{};
  CheckResult checked{100, 0, 0, "", ""};
};

class FakeEngine final : public Engine {
 public:
  explicit FakeEngine(Behaviour behaviour) : behaviour_(std::move(behaviour)) {}
  Seconds now() override { return Seconds(clock_); }
  Result<void> prepare(const Cell&) override { return behaviour_.prepared; }
  void run(std::uint32_t operations) override {
    batches.push_back(operations);
    const double each = behaviour_.seconds(batches.size());
    clock_ += each * operations;
  }
  void fill() override { ++fills; }
  CheckResult check() override { return behaviour_.checked; }
  std::string seen() override { return "ring"; }
  Used used_algorithm(const Cell&, const std::vector<std::string>& seen) override {
    return {seen.front(), Verification::Witnessed, std::to_string(seen.size()) + " ranks"};
  }
  Used used_protocol(const Cell&) override { return {}; }

  std::vector<std::uint32_t> batches;  // operations of each call of run
  unsigned fills = 0;

 private:
  Behaviour behaviour_;
  double clock_ = 1000;
};

using Measured = std::expected<Measurement, CellFault>;

struct Outcome {
  std::vector<Measured> by_rank;
  std::vector<std::uint32_t> batches_of_rank_0;
  unsigned fills_of_rank_0 = 0;
};

struct Circumstances {
  SamplingPlan sampling;
  bool is_oversubscribed = false;
};

inline Outcome measure_on(const std::vector<Behaviour>& ranks, const Circumstances& circumstances) {
  FakeRanks::World world(static_cast<std::uint32_t>(ranks.size()));
  Outcome outcome;
  outcome.by_rank.resize(ranks.size());
  Cell cell;
  cell.size = MessageSize(1000);
  std::vector<std::jthread> threads;
  for (std::uint32_t rank = 0; rank < ranks.size(); ++rank)
    threads.emplace_back([&, rank] {
      FakeRanks mine(world, rank);
      FakeEngine engine(ranks[rank]);
      Bench bench{engine, mine, circumstances.sampling, circumstances.is_oversubscribed};
      outcome.by_rank[rank] = measure(bench, cell, CellIndex(7));
      if (rank != 0) return;
      outcome.batches_of_rank_0 = engine.batches;
      outcome.fills_of_rank_0 = engine.fills;
    });
  threads.clear();
  return outcome;
}

}  // namespace busbar::bench
