#include "core/error/result.h"

namespace busbar {

std::string to_line(const Error& error) {
  std::string line = error.where.empty() ? error.what : error.where + ": " + error.what;
  if (!error.remedy.empty()) line += "; " + error.remedy;
  return line;
}

}  // namespace busbar
