#pragma once
// What launchers and log collectors put in front of each line of a program: mpirun --tag-output
// "[1,0]<stdout>:", srun --label "0: ", Hydra -l "[0] ", pdsh "host: ", time stamps, a Markdown
// table's bar. Units: none. Errors: none; a line without a prefix comes back as it is. Threads:
// pure; views point into the line.
#include <string_view>

namespace busbar::wire {

struct LaunchedLine {
  std::string_view stream;  // the tag that tells one process from another, without time stamps
  std::string_view text;    // what the program printed
};

LaunchedLine without_launcher_prefix(std::string_view line);

}  // namespace busbar::wire
