// Fail at N: the Nth write or sync of the disk fails, for every N that there is. Afterwards the
// store holds each step whole or not at all, and the same step succeeds on a healed disk.
#include "tests/support/failing_disk.h"
#include "tests/support/temporary_folder.h"
#include "tests/unit/controller/store/store_fixture.h"
#include "wire/run/events.h"

namespace busbar {
namespace {

constexpr std::uint32_t kCells = 3;
constexpr std::uint64_t kOperationsMax = 2'000;  // more than the whole story takes

struct Told {
  std::uint32_t measured = 0;  // reported as stored
  std::size_t errors = 0;
};

// What a caller does: tries again what failed once.
Told measure_all(StoredRun& run) {
  Told told;
  for (std::uint32_t cell = 0; cell < kCells; ++cell)
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (run.measure(cell)) {
        ++told.measured;
        break;
      }
      ++told.errors;
    }
  return told;
}

void expect_whole(controller::Store& store, const RunId& id) {
  RunState folded;
  const auto events = *store.events(id, 0, 1000);
  for (const auto& stored : events)
    folded = busbar::apply(std::move(folded), *wire::parse_event(stored.kind, stored.content));
  const auto row = *store.run(id);
  EXPECT_EQ(folded.measured, row.measured) << "row and events tell the same";
  const auto measurements = *store.database().number("SELECT count(*) FROM measurements");
  EXPECT_EQ(static_cast<std::uint32_t>(measurements), row.measured) << "and so do measurements";
  EXPECT_EQ(*store.database().number("SELECT count(*) FROM pragma_integrity_check "
                                     "WHERE integrity_check <> 'ok'"),
            0);
}

TEST(DiskFaults, NothingIsLostOrStoredTwiceWhereverADiskFails) {
  std::uint64_t tried = 0;
  for (std::uint64_t n = 1; n < kOperationsMax; ++n, ++tried) {
    SCOPED_TRACE("operation " + std::to_string(n) + " fails");
    const TemporaryFolder folder;
    FailingDisk disk;
    auto store = std::move(*controller::Store::open(folder.path()));
    StoredRun run(*store, "r-1", samples::plan({"n1"}, kCells));
    ASSERT_TRUE(run.dispatch());
    disk.fail_at(n);
    const Told told = measure_all(run);
    const bool has_failed = disk.has_failed();
    disk.heal();
    EXPECT_EQ(told.measured, kCells) << "the second attempt finds a healed disk";
    expect_whole(*store, run.id());
    store.reset();
    store = std::move(*controller::Store::open(folder.path()));
    EXPECT_EQ(store->run(run.id())->measured, told.measured) << "also after closing";
    expect_whole(*store, run.id());
    if (!has_failed) break;
  }
  EXPECT_GT(tried, kCells) << "each step was made to fail";
  EXPECT_LT(tried, kOperationsMax);
}

TEST(DiskFaults, FullDiskIsUnavailableWithARemedy) {
  const TemporaryFolder folder;
  FailingDisk disk;
  const auto store = std::move(*controller::Store::open(folder.path()));
  StoredRun run(*store, "r-1", samples::plan({"n1"}, kCells));
  ASSERT_TRUE(run.dispatch());
  disk.fail_at(1);
  const auto measured = run.measure(0);
  ASSERT_FALSE(measured);
  EXPECT_EQ(measured.error().kind, ErrorKind::Unavailable);
  EXPECT_FALSE(measured.error().remedy.empty());
}

TEST(DiskFaults, StoreThatCannotBeMadeIsMadeAtTheNextStart) {
  for (std::uint64_t n = 1; n < kOperationsMax; ++n) {
    SCOPED_TRACE("operation " + std::to_string(n) + " fails");
    const TemporaryFolder folder;
    FailingDisk disk;
    disk.fail_at(n);
    const bool is_made = controller::Store::open(folder.path()).has_value();
    const bool has_failed = disk.has_failed();
    disk.heal();
    const auto store = controller::Store::open(folder.path());
    ASSERT_TRUE(store) << to_line(store.error());
    StoredRun run(**store, "r-1", samples::plan({"n1"}, 1));
    EXPECT_TRUE(run.stored);
    if (!has_failed) {
      EXPECT_TRUE(is_made);
      return;
    }
  }
  FAIL() << "the disk never stopped failing";
}

}  // namespace
}  // namespace busbar
