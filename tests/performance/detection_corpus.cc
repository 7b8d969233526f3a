#include "tests/performance/detection_corpus.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <limits>

namespace busbar::detection {
namespace {

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << "detection: " << why << '\n';
  std::exit(1);
}

wire::JsonView read_json(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) give_up(path.string() + ": cannot be read");
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  Result<wire::JsonView> parsed = wire::JsonView::parse(text);
  if (!parsed) give_up(path.string() + ": " + to_line(parsed.error()));
  return std::move(*parsed);
}

}  // namespace

std::vector<LabelledFile> read_set(const std::filesystem::path& corpus, const SetFolders& folders) {
  std::vector<std::filesystem::path> paths;
  if (!std::filesystem::is_directory(corpus / folders.data)) return {};
  for (const auto& entry : std::filesystem::directory_iterator(corpus / folders.data))
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<LabelledFile> files;
  for (const auto& path : paths)
    files.push_back({path.stem().string(), read_json(path),
                     read_json(corpus / folders.truth / path.filename())});
  return files;
}

wire::JsonView member(const wire::JsonView& object, const char* name) {
  std::optional<wire::JsonView> found = object.field(name);
  if (!found) give_up(std::string("no member ") + name + " in " + object.kind_text());
  return std::move(*found);
}

std::vector<double> numbers(const wire::JsonView& array) {
  std::vector<double> values;
  for (const wire::JsonView& item : array.items())
    values.push_back(item.as_number().value_or(std::numeric_limits<double>::quiet_NaN()));
  return values;
}

std::vector<std::size_t> positions(const wire::JsonView& array) {
  std::vector<std::size_t> values;
  for (const wire::JsonView& item : array.items())
    values.push_back(static_cast<std::size_t>(item.as_unsigned().value_or(0)));
  return values;
}

std::vector<std::string> texts(const wire::JsonView& array) {
  std::vector<std::string> values;
  for (const wire::JsonView& item : array.items()) values.push_back(item.as_text().value_or(""));
  return values;
}

}  // namespace busbar::detection
