#include "wire/api/repeat_command.h"

#include "core/collective/mpi_environment.h"

namespace busbar::wire {

std::vector<std::string> repeat_command(const Cell& cell) {
  std::vector<std::string> command;
  const auto environment = mpi_environment(cell.protocol, cell.size);
  if (!environment.empty()) command.emplace_back("env");
  for (const auto& [name, value] : environment) command.push_back(name + "=" + value);
  const std::string ranks = std::to_string(cell.placement.ranks().value());
  for (std::string word :
       {std::string("mpirun"), std::string("-np"), ranks, std::string("--bind-to"),
        std::string("none"), std::string("--oversubscribe"), std::string("busbar-bench-mpi")})
    command.push_back(std::move(word));
  const auto option = [&command](std::string_view name, std::string_view value) {
    command.emplace_back(name);
    command.emplace_back(value);
  };
  option("--collective", to_text(cell.collective));
  option("--sizes", std::to_string(cell.size.value()));
  option("--data-type", to_text(cell.data_type));
  if (reduces(cell.collective)) option("--operation", to_text(cell.operation));
  option("--algorithm", cell.algorithm.text());
  if (cell.buffer == BufferMode::InPlace) command.emplace_back("--in-place");
  return command;
}

}  // namespace busbar::wire
