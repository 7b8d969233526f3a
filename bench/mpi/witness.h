#pragma once
// Sees which of Open MPI's collective algorithms really run: the executable exports functions with
// the names of the library's own, which count and call on. Only calls made while watching count.
// A call that runs another algorithm of the same operation inside itself has handed over: the
// inner one is counted, the outer is kept as evidence. Threads: one. Errors: none; a symbol that
// the library lacks is never called.
#include <map>
#include <string>

namespace busbar::bench::witness {

struct Seen {
  std::map<std::string, unsigned long> ran;     // symbol: calls that did the work themselves
  std::map<std::string, unsigned long> handed;  // symbol: calls that ran another of its operation
};

void start();  // forgets what was seen
void watch(bool is_on);
Seen seen();
bool knows(const std::string& symbol);

}  // namespace busbar::bench::witness
