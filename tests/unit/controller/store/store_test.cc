#include "controller/store/store.h"

#include <unistd.h>

#include "tests/support/temporary_folder.h"
#include "tests/unit/controller/store/store_fixture.h"

namespace busbar {
namespace {

using Store = StoreTest;

TEST_F(Store, KeepsARunOverItsClosing) {
  const TemporaryFolder folder;
  {
    const auto store = std::move(*controller::Store::open(folder.file("data")));
    StoredRun run(*store, "r-1", samples::plan({"n1"}, 3));
    ASSERT_TRUE(run.stored);
    ASSERT_TRUE(run.dispatch());
    ASSERT_TRUE(run.measure(0));
  }
  const auto store = std::move(*controller::Store::open(folder.file("data")));
  const auto row = *store->run(*RunId::parse("r-1"));
  EXPECT_EQ(row.phase, RunPhase::Running);
  EXPECT_EQ(row.measured, 1u);
  EXPECT_EQ(store->unfinished_runs()->size(), 1u);
}

TEST_F(Store, SecondControllerIsRefusedWithTheHoldersProcess) {
  const TemporaryFolder folder;
  const auto first = std::move(*controller::Store::open(folder.path()));
  const auto second = controller::Store::open(folder.path());
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::Conflict);
  const std::string line = to_line(second.error());
  EXPECT_NE(line.find(folder.path()), std::string::npos) << line;
  EXPECT_NE(line.find(std::to_string(getpid())), std::string::npos) << line;
}

TEST_F(Store, FolderThatCannotBeMadeIsAnErrorWithItsPath) {
  const auto store = controller::Store::open("/proc/no/such/place");
  ASSERT_FALSE(store);
  EXPECT_NE(to_line(store.error()).find("/proc/no"), std::string::npos);
}

TEST_F(Store, IdempotencyKeyFindsItsRunAndRefusesAnotherBody) {
  const RunId id = *RunId::parse("r-1");
  const auto submitted =
      store_->submit({id, "body", samples::matrix(), samples::plan({"n1"}, 1), WallTime(1), "key"},
                     RunState{}, RunSubmitted{1, {}, std::nullopt});
  ASSERT_TRUE(submitted);
  EXPECT_EQ(*store_->run_of_key("key", "body"), id);
  EXPECT_EQ(*store_->run_of_key("other key", "body"), std::nullopt);
  const auto other = store_->run_of_key("key", "another body");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().kind, ErrorKind::Conflict);
}

TEST_F(Store, KeyUsedTwiceLeavesNoSecondRun) {
  const Plan plan = samples::plan({"n1"}, 1);
  const RunSubmitted submitted{1, {}, std::nullopt};
  ASSERT_TRUE(
      store_->submit({*RunId::parse("r-1"), "body", samples::matrix(), plan, WallTime(1), "key"},
                     RunState{}, submitted));
  EXPECT_FALSE(
      store_->submit({*RunId::parse("r-2"), "body", samples::matrix(), plan, WallTime(1), "key"},
                     RunState{}, submitted));
  EXPECT_FALSE(store_->run(*RunId::parse("r-2")));
}

TEST_F(Store, RowFollowsTheState) {
  StoredRun run(*store_, "r-1", samples::plan({"n1"}, 2));
  EXPECT_EQ(store_->run(run.id())->phase, RunPhase::Queued);
  ASSERT_TRUE(run.dispatch());
  run.at += WallTime(5);
  ASSERT_TRUE(run.measure(0));
  ASSERT_TRUE(run.append(CellFailed{run.launch(), CellIndex(1), CellFailure::WrongData, "why"}));
  ASSERT_TRUE(run.append(LaunchEnded{run.launch(), LaunchEnd::Finished, ""}));
  ASSERT_TRUE(run.append(RunFinished{RunEnd::Completed, ""}));
  const auto row = *store_->run(run.id());
  EXPECT_EQ(row.phase, RunPhase::Completed);
  EXPECT_EQ(row.measured, 1u);
  EXPECT_EQ(row.failed, 1u);
  EXPECT_EQ(row.started, WallTime(1'700'000'000'000'000));
  EXPECT_EQ(row.ended, run.at);
  EXPECT_TRUE(store_->unfinished_runs()->empty());
}

TEST_F(Store, BatchThatIsNotCommittedLeavesNothing) {
  StoredRun run(*store_, "r-1", samples::plan({"n1"}, 2));
  ASSERT_TRUE(run.dispatch());
  const auto before = store_->events(run.id(), 0, 100)->size();
  {
    auto batch = store_->batch();
    ASSERT_TRUE(run.append(CellFailed{run.launch(), CellIndex(0), CellFailure::Failed, "why"}));
  }
  EXPECT_EQ(store_->events(run.id(), 0, 100)->size(), before);
  EXPECT_EQ(store_->cells(run.id(), 0, 1)->at(0).state, CellState::Pending);
}

TEST_F(Store, EventsOfAnUnknownRunAreRefused) {
  const auto appended =
      store_->append(*RunId::parse("r-none"), CancelRequested{"why"}, RunState{}, WallTime(1));
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().kind, ErrorKind::NotFound);
}

}  // namespace
}  // namespace busbar
