#include "wire/yaml/sweep_reader.h"

#include "core/collective/mpi_algorithms.h"
#include "core/matrix/plan.h"
#include "core/units/size_text.h"
#include "wire/yaml/size_reader.h"

#include <limits>

namespace busbar::wire {
namespace {

template <class Enum>
std::vector<Enum> read_words(const Located& list, Faults& faults) {
  return read_distinct<Enum>(list, faults,
                             [&](const Located& item) { return read_word<Enum>(item, faults); });
}

template <class Enum>
void read_optional_words(MapReader& map, std::string_view name, std::vector<Enum>& into,
                         Faults& faults) {
  if (const auto list = map.optional(name)) into = read_words<Enum>(*list, faults);
}

// "default" and whatever one of the sweep's collectives can be forced to.
std::vector<std::string> known_algorithms(const std::vector<Collective>& collectives) {
  std::vector<std::string> known{default_algorithm().text()};
  for (const Collective collective : collectives)
    for (const MpiAlgorithm& algorithm : mpi_algorithms(collective)) {
      const std::string name(algorithm.name);
      if (std::find(known.begin(), known.end(), name) == known.end()) known.push_back(name);
    }
  return known;
}

std::vector<AlgorithmName> read_algorithms(const Located& list, const Sweep& sweep,
                                           Faults& faults) {
  const std::vector<std::string> known = known_algorithms(sweep.collectives);
  return read_distinct<AlgorithmName>(
      list, faults, [&](const Located& item) -> std::optional<AlgorithmName> {
        const auto text = read_text(item, faults);
        if (!text) return std::nullopt;
        if (std::find(known.begin(), known.end(), *text) != known.end())
          return *AlgorithmName::parse(*text);
        if (!sweep.collectives.empty()) refuse_word(item, known, faults);
        return std::nullopt;
      });
}

void check_multiples(const Located& sizes, const Sweep& sweep, Faults& faults) {
  for (const DataType type : sweep.data_types) {
    const std::uint64_t element = element_size(type).value();
    const auto odd = std::find_if(sweep.sizes.begin(), sweep.sizes.end(),
                                  [&](MessageSize size) { return size.value() % element != 0; });
    if (odd == sweep.sizes.end()) continue;
    faults.add(sizes.node->position, sizes.path,
               std::to_string(odd->value()) + " bytes is not a multiple of " +
                   std::to_string(element) + ", the size of " + std::string(to_text(type)),
               "give multiples of " + std::to_string(element) + ", or leave " +
                   std::string(to_text(type)) + " out");
  }
}

std::uint64_t points_of_one_size(const Sweep& sweep) {
  std::uint64_t points = 1;
  for (const std::size_t count :
       {sweep.collectives.size(), sweep.data_types.size(), sweep.operations.size(),
        sweep.algorithms.size(), sweep.protocols.size(), sweep.buffers.size()})
    points *= std::max<std::size_t>(count, 1);  // words of closed sets: far from overflow
  return points;
}

std::uint64_t product(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  return b != 0 && a > kMost / b ? kMost : a * b;
}

void read_sizes_of(const Located& node, Sweep& sweep, Faults& faults) {
  const std::optional<SizeSet> sizes = read_sizes(node, faults);
  if (!sizes) return;
  const std::uint64_t points = product(sizes->count(), points_of_one_size(sweep));
  if (points > kCellsMax) {
    faults.add(node.node->position, node.path,
               "makes the sweep " + std::to_string(points) + " cells, the limit is " +
                   std::to_string(kCellsMax),
               "use fewer sizes, for example a larger step or a factor");
    return;
  }
  sweep.sizes = sizes->all();
  check_multiples(node, sweep, faults);
}

}  // namespace

std::uint64_t sweep_points(const Sweep& sweep) {
  return product(points_of_one_size(sweep), sweep.sizes.size());
}

Sweep read_sweep(const Located& node, Faults& faults) {
  MapReader map(node, faults);
  Sweep sweep;
  if (const auto list = map.required("collectives"))
    sweep.collectives = read_words<Collective>(*list, faults);
  const auto sizes = map.required("sizes");
  read_optional_words(map, "data_types", sweep.data_types, faults);
  read_optional_words(map, "operations", sweep.operations, faults);
  if (const auto list = map.optional("algorithms"))
    sweep.algorithms = read_algorithms(*list, sweep, faults);
  read_optional_words(map, "protocols", sweep.protocols, faults);
  read_optional_words(map, "buffers", sweep.buffers, faults);
  map.refuse_unknown();
  if (sizes) read_sizes_of(*sizes, sweep, faults);
  return sweep;
}

}  // namespace busbar::wire
