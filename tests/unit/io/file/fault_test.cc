#include "io/file/fault.h"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <cerrno>

namespace busbar::io {
namespace {

TEST(Fault, SaysPlaceCauseAndRemedy) {
  EXPECT_EQ(to_line(system_fault("/x", "write", ENOSPC)),
            "/x: cannot write: No space left on device; free space on that file system");
  EXPECT_EQ(system_fault("/x", "open", ENOENT).kind, ErrorKind::NotFound);
}

TEST(Descriptor, ClosesWithItsOwnerOnceAlsoAfterAMove) {
  const int fd = ::open("/dev/null", O_RDONLY);
  {
    Descriptor first(fd);
    const Descriptor second(std::move(first));
    EXPECT_EQ(second.fd(), fd);
    EXPECT_NE(::fcntl(fd, F_GETFD), -1);
  }
  EXPECT_EQ(::fcntl(fd, F_GETFD), -1);
}

}  // namespace
}  // namespace busbar::io
