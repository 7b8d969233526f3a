#include <algorithm>

#include "bench/mpi/forcing.h"
#include "bench/mpi/mpi_engine.h"
#include "core/collective/mpi_algorithms.h"
#include "core/collective/mpi_environment.h"

namespace busbar::bench {
namespace {

// "…_ring" or "…_a+…_b (in …)" in the library's words to "ring" or "a+b" in ours.
std::string names_of(Collective collective, std::string symbols) {
  symbols = symbols.substr(0, symbols.find(" (in "));
  std::string names;
  for (std::size_t at = 0; at < symbols.size();) {
    const std::size_t end = std::min(symbols.find('+', at), symbols.size());
    const std::string symbol = symbols.substr(at, end - at);
    std::string name = symbol.substr(symbol.find("base_") + 5);
    for (const MpiAlgorithm& each : mpi_algorithms(collective))
      if (each.symbol == symbol) name = each.name;
    names += (names.empty() ? "" : "+") + name;
    at = end + 1;
  }
  return names;
}

}  // namespace

Used MpiEngine::used_algorithm(const Cell& cell, const std::vector<std::string>& seen_by_rank) {
  if (cell.collective == Collective::SendRecv)
    return {"", Verification::NotApplicable, "point to point"};
  const std::string& first = seen_by_rank.front();
  const auto same = std::count(seen_by_rank.begin(), seen_by_rank.end(), first);
  const std::string evidence = first + " on " + std::to_string(same) + " of " +
                               std::to_string(seen_by_rank.size()) + " ranks";
  if (first.empty() || same != static_cast<std::ptrdiff_t>(seen_by_rank.size()))
    return {"", Verification::Unverified, first.empty() ? "" : evidence};
  return {names_of(cell.collective, first), Verification::Witnessed, evidence};
}

Used MpiEngine::used_protocol(const Cell& cell) {
  if (cell.collective != Collective::SendRecv) return {};
  const auto limit = read_parameter("btl_vader_eager_limit");
  if (!limit) return {};
  const std::string evidence =
      "btl_vader_eager_limit " + std::to_string(*limit) + ", if all ranks share one host's memory";
  if (cell.size.value() + kMpiHeaderMax.value() <= *limit)
    return {"eager", Verification::Derived, evidence};
  if (cell.size.value() > *limit) return {"rendezvous", Verification::Derived, evidence};
  return {"", Verification::Unverified, evidence + "; the header decides"};
}

}  // namespace busbar::bench
