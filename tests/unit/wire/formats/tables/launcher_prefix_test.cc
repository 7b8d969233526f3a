#include "wire/formats/tables/launcher_prefix.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

struct Case {
  std::string_view line, stream, text;
};

TEST(LauncherPrefix, IsTakenOffAndNamesTheStream) {
  for (const auto& [line, stream, text] : {
           Case{"[1,0]<stdout>:  8  2 float", "[1,0]<stdout>", "  8  2 float"},
           Case{"0:    8  2 float", "0", "    8  2 float"},
           Case{"node-1: # nThread", "node-1", " # nThread"},
           Case{"[3]   8  2 float", "[3]", "   8  2 float"},
           Case{"2024-05-06T07:08:09Z 4: # x", "4", " # x"},
       }) {
    const LaunchedLine found = without_launcher_prefix(line);
    EXPECT_EQ(found.stream, stream) << line;
    EXPECT_EQ(found.text.substr(found.text.find_first_not_of(": ")),
              text.substr(text.find_first_not_of(' ')))
        << line;
  }
}

TEST(LauncherPrefix, LeavesProgramsOwnTextAlone) {
  for (const std::string_view line :
       {"nodeA: Test CUDA failure common.cu:1", "nodeA:12:34 [0] NCCL INFO Channel", "    8  2",
        "[thread 0]   331509", "[1700000041.906119] [node-a:1:0] x.c:8  UCX  WARN  y", "",
        "# Out of bounds values : 0 OK", "Driver Version: 550.54.15"})
    EXPECT_EQ(without_launcher_prefix(line).text, line);
}

}  // namespace
}  // namespace busbar::wire
