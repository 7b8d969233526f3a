#include "tests/unit/controller/store/store_fixture.h"
#include "wire/json/cell.h"
#include "wire/run/events.h"

namespace busbar {
namespace {

using StoreRead = StoreTest;

TEST_F(StoreRead, UnknownRunIsNotFound) {
  const RunId id = *RunId::parse("r-none");
  EXPECT_EQ(store_->run(id).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(store_->matrix_text(id).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(store_->cells(id, 0, 1).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(store_->events(id, 0, 1).error().kind, ErrorKind::NotFound);
  EXPECT_EQ(store_->launches(id).error().kind, ErrorKind::NotFound);
}

TEST_F(StoreRead, ListsRunsNewestFirstPageByPage) {
  for (int number = 1; number <= 5; ++number)
    StoredRun(*store_, "r-" + std::to_string(number), samples::plan({"n1"}, 1));
  controller::RunFilter filter;
  filter.limit = 2;
  std::vector<std::string> seen;
  while (true) {
    const auto page = *store_->runs(filter);
    if (page.empty()) break;
    for (const auto& row : page) seen.push_back(row.id.text());
    filter.before = page.back().sequence;
  }
  EXPECT_EQ(seen, (std::vector<std::string>{"r-5", "r-4", "r-3", "r-2", "r-1"}));
}

TEST_F(StoreRead, FiltersRunsByStateMatrixAndTime) {
  StoredRun first(*store_, "r-1", samples::plan({"n1"}, 1), "nightly");
  StoredRun second(*store_, "r-2", samples::plan({"n1"}, 1), "weekly");
  ASSERT_TRUE(second.dispatch());
  controller::RunFilter by_state;
  by_state.phase = RunPhase::Running;
  EXPECT_EQ(store_->runs(by_state)->at(0).id.text(), "r-2");
  controller::RunFilter by_matrix;
  by_matrix.matrix = "nightly";
  ASSERT_EQ(store_->runs(by_matrix)->size(), 1u);
  EXPECT_EQ(store_->runs(by_matrix)->at(0).id.text(), "r-1");
  controller::RunFilter by_time;
  by_time.since = first.at + WallTime(1);
  EXPECT_TRUE(store_->runs(by_time)->empty());
  by_time.since = first.at;
  EXPECT_EQ(store_->runs(by_time)->size(), 2u);
}

TEST_F(StoreRead, EventsComeBackAfterAnIdAndFoldToTheState) {
  StoredRun run(*store_, "r-1", samples::plan({"n1"}, 3));
  ASSERT_TRUE(run.dispatch());
  ASSERT_TRUE(run.measure(0));
  ASSERT_TRUE(run.append(LaunchEnded{run.launch(), LaunchEnd::Lost, "why"}));
  const auto all = *store_->events(run.id(), 0, 100);
  RunState folded;
  for (const auto& stored : all)
    folded = busbar::apply(std::move(folded), *wire::parse_event(stored.kind, stored.content));
  EXPECT_EQ(folded.cells, run.state.cells);
  EXPECT_EQ(folded.launches.size(), run.state.launches.size());
  const auto later = *store_->events(run.id(), all[1].id, 100);
  ASSERT_EQ(later.size(), all.size() - 2);
  EXPECT_EQ(later[0].id, all[2].id);
}

TEST_F(StoreRead, PlanComesBackWithWhatWasLeftOut) {
  Plan plan = samples::plan({"n1"}, 2);
  plan.notes = {"2 ranks chosen"};
  plan.pruned.push_back({plan.cells[0].cell, "node_absent", "n9 is not there"});
  plan.over_budget.push_back(plan.cells[1]);
  StoredRun run(*store_, "r-1", plan);
  const auto row = *store_->run(run.id());
  EXPECT_EQ(row.notes, plan.notes);
  EXPECT_EQ(row.pruned, 1u);
  EXPECT_EQ(row.over_budget, 1u);
  EXPECT_EQ(*store_->cell(run.id(), CellIndex(1)), plan.cells[1].cell);
  EXPECT_EQ(store_->cell(run.id(), CellIndex(9)).error().kind, ErrorKind::NotFound);
  const auto left_out = *store_->left_out(run.id(), 0, 10);
  ASSERT_EQ(left_out.size(), 2u);
  EXPECT_EQ(left_out[0].code, "node_absent");
  EXPECT_EQ(*wire::parse_cell(left_out[1].cell), plan.cells[1].cell);
  EXPECT_EQ(store_->group_texts(run.id())->size(), 1u);
  EXPECT_EQ(*store_->matrix_text(run.id()), "text of r-1");
  EXPECT_EQ(store_->sampling(run.id())->samples_max, samples::matrix().sampling.samples_max);
  EXPECT_EQ(store_->timeouts(run.id())->cell_silence, samples::matrix().timeouts.cell_silence);
}

TEST_F(StoreRead, CellsArePagedByTheirIndex) {
  StoredRun run(*store_, "r-1", samples::plan({"n1"}, 5));
  ASSERT_TRUE(run.dispatch());
  ASSERT_TRUE(run.measure(3));
  const auto page = *store_->cells(run.id(), 2, 2);
  ASSERT_EQ(page.size(), 2u);
  EXPECT_EQ(page[0].index, CellIndex(2));
  EXPECT_EQ(page[0].state, CellState::Pending);
  EXPECT_EQ(page[1].state, CellState::Measured);
  EXPECT_EQ(page[1].launch, run.launch().text());
  EXPECT_EQ(page[1].origin, "measured");
}

TEST_F(StoreRead, LaunchesKeepTheirOrder) {
  StoredRun run(*store_, "r-1", samples::plan({"n1"}, 1));
  for (int number = 1; number <= 12; ++number) {
    const LaunchId launch = *LaunchId::parse("r-1.l" + std::to_string(number));
    ASSERT_TRUE(run.append(LaunchDispatched{launch, 0, *NodeId::parse("n1"), {CellIndex(0)}}));
    ASSERT_TRUE(run.append(LaunchEnded{launch, LaunchEnd::Lost, "why"}));
  }
  const auto launches = *store_->launches(run.id());
  ASSERT_EQ(launches.size(), 12u);
  EXPECT_EQ(launches[11].id.text(), "r-1.l12") << "by number, not by text";
  EXPECT_EQ(launches[11].state, "lost");
  EXPECT_EQ(launches[11].reason, "why");
}

}  // namespace
}  // namespace busbar
