#include "wire/yaml/matrix_reader.h"

#include "core/matrix/plan.h"
#include "wire/yaml/node_reader.h"
#include "wire/yaml/section_reader.h"
#include "wire/yaml/sweep_reader.h"

#include <limits>

namespace busbar::wire {
namespace {

constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kDescriptionMax = 4096;  // characters

void check_version(const Located& value, Faults& faults) {
  const auto version = read_integer(value, {0, std::numeric_limits<std::uint32_t>::max()}, faults);
  if (version && *version != kVersion)
    faults.add(value.node->position, value.path,
               "version " + std::to_string(*version) + " is not known",
               "write version: 1, or use a Busbar that reads it");
}

MatrixName read_name(const Located& value, Faults& faults) {
  const auto text = read_text(value, faults);
  if (!text) return {};
  auto name = MatrixName::parse(*text);
  if (name) return std::move(*name);
  faults.add(value.node->position, value.path, shown(*value.node) + " " + name.error().what,
             name.error().remedy);
  return {};
}

std::string read_description(const Located& value, Faults& faults) {
  auto text = read_text(value, faults);
  if (!text) return {};
  const auto characters = std::count_if(text->begin(), text->end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  });
  if (static_cast<std::size_t>(characters) > kDescriptionMax)
    faults.add(value.node->position, value.path,
               "has " + std::to_string(characters) + " characters",
               "give at most " + std::to_string(kDescriptionMax));
  return std::move(*text);
}

std::vector<Sweep> read_sweeps(const Located& list, Faults& faults) {
  std::vector<Sweep> sweeps;
  for (const Located& item : read_list(list, faults)) sweeps.push_back(read_sweep(item, faults));
  return sweeps;
}

// `each` counts once: how many nodes there are is the planner's knowledge, and it counts again.
void check_points(const Located& sweeps, const Matrix& matrix, Faults& faults) {
  std::uint64_t points = 0;  // each sweep has at most kCellsMax, and there are at most kItemsMax
  for (const Sweep& sweep : matrix.sweeps) points += sweep_points(sweep);
  points *= matrix.placements.size();  // at most kItemsMax: no overflow
  if (points > kCellsMax)
    faults.add(sweeps.node->position, sweeps.path,
               "the matrix has " + std::to_string(points) + " cells, the limit is " +
                   std::to_string(kCellsMax),
               "use fewer values, or several matrices");
}

Matrix read_root(const YamlNode& root, Faults& faults) {
  MapReader map({&root, ""}, faults);
  Matrix matrix;
  if (const auto value = map.required("version")) check_version(*value, faults);
  if (const auto value = map.required("name")) matrix.name = read_name(*value, faults);
  if (const auto value = map.optional("description"))
    matrix.description = read_description(*value, faults);
  if (const auto value = map.optional("engine"))
    matrix.engine = read_word<Engine>(*value, faults).value_or(Engine::Mpi);
  matrix.placements = read_placements(map.optional("placements"), faults);
  const auto sweeps = map.required("sweeps");
  if (sweeps) matrix.sweeps = read_sweeps(*sweeps, faults);
  if (const auto value = map.optional("sampling"))
    matrix.sampling = read_sampling_section(*value, faults);
  if (const auto value = map.optional("budget")) matrix.budget = read_budget(*value, faults);
  if (const auto value = map.optional("timeouts"))
    matrix.timeouts = read_timeouts_section(*value, faults);
  map.refuse_unknown();
  if (sweeps && !faults.any()) check_points(*sweeps, matrix, faults);
  return matrix;
}

}  // namespace

Results<Matrix> read_matrix(std::string_view text, std::string_view file_name) {
  auto root = parse_document(text, file_name);
  if (!root) return std::unexpected(std::vector<Error>{std::move(root).error()});
  Faults faults(file_name);
  Matrix matrix = read_root(*root, faults);
  if (faults.any()) return std::unexpected(faults.take());
  return matrix;
}

}  // namespace busbar::wire
