#pragma once
// One line of CSV. Source: RFC 4180. Promises: a field with a comma, a quote or a line end is
// quoted; one that a spreadsheet would take for a formula gets an apostrophe before it. Threads:
// pure.
#include <string>
#include <vector>

namespace busbar::wire {

std::string csv_line(const std::vector<std::string>& fields);  // ends with CR LF

}  // namespace busbar::wire
