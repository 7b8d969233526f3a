#pragma once
// Errors as problem details, the one form in which the API tells what is wrong.
// Source: RFC 9457. `type` is "urn:busbar:problem:" and the kind, for programs; `detail` is the
// place and the cause for people; `where` and `remedy` stand alone too. Several faults of one input
// are all in `errors`, those of a text with line and column. Threads: pure.
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"

namespace busbar::wire {

int status_of(ErrorKind);

std::string problem_json(const Error&, int status);
// The first fault is the problem's own; every one is listed. There is at least one.
std::string problem_json(const std::vector<Error>&, int status);

// "matrix:10:18 sweeps[0].sizes" in its parts; 0 and empty where there is none.
struct FaultPlace {
  std::size_t line = 0, column = 0;
  std::string field;
};
FaultPlace fault_place(std::string_view where);

}  // namespace busbar::wire
