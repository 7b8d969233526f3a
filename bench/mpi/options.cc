#include "bench/mpi/options.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>

#include "core/units/size_text.h"

namespace busbar::bench {
namespace {

struct Words {
  std::string collective = "all_reduce", sizes = "8:64M:2", data_type = "float32";
  std::string operation = "sum";
  std::vector<std::string> algorithms{"default"};
  std::string protocol = "default";
  double cell_seconds = 1.0;
  std::uint32_t samples_min = 20, samples_max = 2000;
  bool is_in_place = false;
};

Error usage(std::string where, std::string what, std::string remedy) {
  return {ErrorKind::InvalidInput, Scope::Process, std::move(where), std::move(what),
          std::move(remedy)};
}

template <class Enum>
Result<Enum> word(const std::string& option, const std::string& text) {
  if (const auto value = from_text<Enum>(text)) return *value;
  return fail(usage(option, "'" + text + "'", "one of " + all_texts<Enum>()));
}

Result<std::vector<MessageSize>> listed_sizes(const std::string& text) {
  std::vector<MessageSize> sizes;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    TRY(size, parse_size(text.substr(begin, end - begin)));
    sizes.push_back(size);
    begin = end + 1;
  }
  return sizes;
}

// "8:64M:2" from, to, factor; or sizes with commas between.
Result<std::vector<MessageSize>> sizes_of(const std::string& text) {
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  if (first == std::string::npos) return listed_sizes(text);
  TRY(from, parse_size(text.substr(0, first)));
  if (second == std::string::npos)
    return fail(usage("--sizes", "'" + text + "'", "FROM:TO:FACTOR, such as 8:64M:2"));
  TRY(to, parse_size(text.substr(first + 1, second - first - 1)));
  std::uint64_t factor = 0;
  std::from_chars(text.data() + second + 1, text.data() + text.size(), factor);
  if (factor < 2 || from.value() == 0 || from > to || factor > 1024)
    return fail(usage("--sizes", "'" + text + "'", "FROM at most TO, FACTOR 2 to 1024"));
  std::vector<MessageSize> sizes;
  for (std::uint64_t size = from.value(); size <= to.value(); size *= factor) {
    sizes.emplace_back(size);
    if (size > to.value() / factor) break;
  }
  return sizes;
}

Result<std::vector<Cell>> cells_of(const Words& words) {
  Cell cell;
  TRY(collective, word<Collective>("--collective", words.collective));
  TRY(type, word<DataType>("--data-type", words.data_type));
  TRY(operation, word<ReductionOperation>("--operation", words.operation));
  TRY(protocol, word<Protocol>("--protocol", words.protocol));
  TRY(sizes, sizes_of(words.sizes));
  cell.protocol = protocol;
  cell.collective = collective;
  cell.data_type = type;
  cell.operation = operation;
  cell.buffer = words.is_in_place ? BufferMode::InPlace : BufferMode::OutOfPlace;
  std::vector<Cell> cells;
  for (const MessageSize size : sizes)
    for (const std::string& algorithm : words.algorithms) {
      const auto name = AlgorithmName::parse(algorithm);
      if (!name)
        return fail(
            usage("--algorithm", "'" + algorithm + "' " + name.error().what, name.error().remedy));
      cell.size = size;
      cell.algorithm = *name;
      cells.push_back(cell);
    }
  return cells;
}

}  // namespace

Result<Options> parse_options(int argc, char** argv) {
  Options options;
  Words words;
  CLI::App app("Measures MPI collectives. Exit: 0 all measured, 1 a cell failed, 2 usage, 3 MPI.");
  app.add_option("--launch", options.launch_file, "the agent's input file");
  app.add_option("--collective", words.collective, all_texts<Collective>());
  app.add_option("--sizes", words.sizes, "FROM:TO:FACTOR, or sizes with commas between");
  app.add_option("--algorithm", words.algorithms, "names, comma between")->delimiter(',');
  app.add_option("--data-type", words.data_type, all_texts<DataType>());
  app.add_option("--operation", words.operation, all_texts<ReductionOperation>());
  app.add_option("--protocol", words.protocol,
                 all_texts<Protocol>() + "; mpirun must be given the environment for it");
  app.add_option("--cell-seconds", words.cell_seconds, "sampling time of a cell at most")
      ->check(CLI::Range(0.001, 3600.0));
  app.add_option("--samples-min", words.samples_min, "samples of a cell at least")
      ->check(CLI::Range(1, 1000000));
  app.add_option("--samples-max", words.samples_max, "samples of a cell at most")
      ->check(CLI::Range(1, 1000000));
  app.add_flag("--in-place", words.is_in_place, "one buffer for input and output");
  app.add_flag("--json", options.is_json, "JSON lines instead of the table");
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    options.is_help = true;
    options.help = app.help();
    return options;
  } catch (const CLI::ParseError& error) {
    return fail(usage("command line", error.what(), "see --help"));
  }
  TRY(cells, cells_of(words));
  options.cells = std::move(cells);
  if (words.samples_min > words.samples_max)
    return fail(usage("--samples-min", "is more than --samples-max", "give at most as many"));
  options.sampling.samples_min = words.samples_min;
  options.sampling.samples_max = words.samples_max;
  options.sampling.cell_time_max = Seconds(words.cell_seconds);
  return options;
}

}  // namespace busbar::bench
