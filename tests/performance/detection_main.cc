// How well changes are found and named, on labelled series and on simulated noise; usage in
// tests/performance/detection. Exit code 1 if a figure misses its target, 2 on wrong usage.
#include <filesystem>
#include <iostream>
#include <span>
#include <string_view>
#include <vector>

#include "tests/performance/detection_faults.h"
#include "tests/performance/detection_noise.h"
#include "tests/performance/detection_report.h"
#include "tests/performance/detection_series.h"

namespace busbar::detection {
namespace {

struct Options {
  std::filesystem::path corpus = BUSBAR_SOURCE_DIR "/tests/corpora/changepoints";
  bool is_json = false;
  bool has_notes = false;
};

Options parse(std::span<char*> arguments) {
  Options options;
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--json")
      options.is_json = true;
    else if (argument == "--notes")
      options.has_notes = true;
    else if (argument == "--data" && i + 1 < arguments.size())
      options.corpus = arguments[++i];
    else {
      std::cerr << "usage: detection [--data DIR] [--json | --notes]\n";
      std::exit(2);
    }
  }
  if (!std::filesystem::is_directory(options.corpus)) {
    std::cerr << "detection: " << options.corpus.string() << ": no such folder\n";
    std::exit(2);
  }
  return options;
}

int run(const Options& options) {
  const std::vector<Section> sections{
      score_nightly(options.corpus),   score_real(options.corpus),  score_noise(),
      score_incidents(options.corpus), score_pairs(options.corpus), score_fabric()};
  std::cout << (options.is_json ? as_json(sections) : as_text(sections, options.has_notes));
  return meets_targets(sections) ? 0 : 1;
}

}  // namespace
}  // namespace busbar::detection

int main(int count, char** arguments) {
  using namespace busbar::detection;
  return run(parse(std::span(arguments, static_cast<std::size_t>(count))));
}
