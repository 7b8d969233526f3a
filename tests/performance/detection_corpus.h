#pragma once
// Reads folders of labelled series, incidents and pair sweeps, as tests/corpora/changepoints has
// them; its README.md defines the format. Errors: a file that does not parse or lacks a member that
// its kind must have ends the program with its name, since a score over part of the data would
// mislead. A set whose folder is absent is empty. Threads: one.
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "wire/json/value.h"

namespace busbar::detection {

struct LabelledFile {
  std::string name;
  wire::JsonView data, truth;
};

// The folders of one set: data in one, truth in the other, under the same file name.
struct SetFolders {
  std::string data, truth;
};
std::vector<LabelledFile> read_set(const std::filesystem::path& corpus, const SetFolders& folders);

// Members that must be there.
wire::JsonView member(const wire::JsonView& object, const char* name);
std::vector<double> numbers(const wire::JsonView& array);  // null: NaN
std::vector<std::size_t> positions(const wire::JsonView& array);
std::vector<std::string> texts(const wire::JsonView& array);

// A line of the report: a figure with its name, and what it should be.
struct Figure {
  std::string name;
  double value = 0;
  std::string target;  // empty: none
};
struct Section {
  std::string name;
  std::vector<Figure> figures;
  std::vector<std::string> notes;  // what went wrong where
};

}  // namespace busbar::detection
