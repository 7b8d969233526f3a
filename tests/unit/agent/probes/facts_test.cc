#include "agent/probes/facts.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/support/temporary_folder.h"

namespace busbar::agent {
namespace {

class Facts : public testing::Test {
 protected:
  void file(const std::string& path, const std::string& text) {
    const std::filesystem::path full = files_.root + path;
    std::filesystem::create_directories(full.parent_path());
    std::ofstream(full) << text;
  }

  TemporaryFolder folder_;
  HostFiles files_{folder_.path()};
};

TEST_F(Facts, WithoutAQuotaTheAffinityCounts) {
  EXPECT_EQ(usable_cores(files_, 8), 8u);
}

TEST_F(Facts, AQuotaOfTheSecondControlGroupsLimitsTheCores) {
  file("/sys/fs/cgroup/cpu.max", "150000 100000\n");
  EXPECT_EQ(usable_cores(files_, 8), 2u);
}

TEST_F(Facts, AQuotaOfMaxIsNone) {
  file("/sys/fs/cgroup/cpu.max", "max 100000\n");
  EXPECT_EQ(usable_cores(files_, 8), 8u);
}

TEST_F(Facts, AQuotaOfTheFirstControlGroupsLimitsTheCores) {
  file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "400000\n");
  file("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usable_cores(files_, 8), 4u);
}

TEST_F(Facts, AQuotaOfMinusOneIsNone) {
  file("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n");
  file("/sys/fs/cgroup/cpu/cpu.cfs_period_us", "100000\n");
  EXPECT_EQ(usable_cores(files_, 3), 3u);
}

TEST_F(Facts, MemoryIsTheLesserOfHostAndControlGroup) {
  file("/proc/meminfo", "MemTotal:       1000 kB\nMemFree: 1 kB\n");
  EXPECT_EQ(memory_bytes(files_), 1'024'000u);
  file("/sys/fs/cgroup/memory.max", "500000\n");
  EXPECT_EQ(memory_bytes(files_), 500'000u);
}

TEST_F(Facts, MachineIsTheRunningKernels) {
  EXPECT_FALSE(machine_id(files_));
  file("/proc/sys/kernel/random/boot_id", "0f3c7a52-1111-2222-3333-444455556666\n");
  EXPECT_EQ(machine_id(files_)->text(), "0f3c7a52-1111-2222-3333-444455556666");
}

TEST_F(Facts, ProvenanceHasWhatIsThereAndInventsNothing) {
  file("/proc/sys/kernel/osrelease", "6.1.0\n");
  file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: A Processor\n");
  file("/sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n");
  const Provenance provenance = host_provenance(files_);
  EXPECT_EQ(provenance, (Provenance{{"kernel", "6.1.0"},
                                    {"cpu_model", "A Processor"},
                                    {"transparent_hugepage", "madvise"}}));
}

TEST(OpenMpiVersion, IsReadFromItsFirstLineAlone) {
  EXPECT_EQ(open_mpi_version("mpirun (Open MPI) 4.1.4"), "4.1.4");
  EXPECT_EQ(open_mpi_version("HYDRA build details:"), "");
}

}  // namespace
}  // namespace busbar::agent
