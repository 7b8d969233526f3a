// Every query of the store is served by an index: no plan walks a table that grows.
#include <sqlite3.h>

#include "tests/unit/controller/store/store_fixture.h"

namespace busbar {
namespace {

// Grow with cells, runs or time. Of the others (nodes) there are as many as machines.
const std::vector<std::string> kGrowing{
    "runs",   "cells",        "left_out_cells", "launch_groups", "launches",
    "events", "measurements", "raw_samples",    "series",        "cell_failures"};

class QueryPlans : public StoreTest {
 protected:
  // Uses every query once, so that the database has prepared it.
  void use_everything() {
    StoredRun run(*store_, "r-1", samples::plan({"n1"}, 3));
    ASSERT_TRUE(run.dispatch());
    ASSERT_TRUE(run.append(LaunchStarted{run.launch()}));
    ASSERT_TRUE(store_->record_launch_start(run.launch(), {1, "[]", {{"mpi", "4"}}}));
    ASSERT_TRUE(run.measure(0));
    ASSERT_TRUE(run.append(CellFailed{run.launch(), CellIndex(1), CellFailure::Failed, "why"}));
    ASSERT_TRUE(store_->insert_failure_evidence(run.id(), CellIndex(1), "{}"));
    ASSERT_TRUE(run.append(LaunchEnded{run.launch(), LaunchEnd::Failed, "why"}));
    ASSERT_TRUE(store_->record_launch_end(run.launch(), {}));
    ASSERT_TRUE(run.append(GroupGivenUp{0, CellFailure::Failed, "why"}));
    ASSERT_TRUE(run.append(RunFinished{RunEnd::Completed, ""}));
    read_everything(run.id());
  }
  void read_everything(const RunId& id) {
    for (int mask = 0; mask < 8; ++mask) {
      controller::RunFilter filter;
      if (mask & 1) filter.phase = RunPhase::Running;
      if (mask & 2) filter.matrix = "nightly";
      if (mask & 4) filter.since = WallTime(1);
      ASSERT_TRUE(store_->runs(filter));
    }
    ASSERT_TRUE(store_->run(id) && store_->matrix_text(id) && store_->sampling(id));
    ASSERT_TRUE(store_->timeouts(id) && store_->unfinished_runs() && store_->events(id, 0, 9));
    ASSERT_TRUE(store_->launches(id) && store_->cells(id, 0, 9) && store_->cell(id, CellIndex(0)));
    ASSERT_TRUE(store_->left_out(id, 0, 9) && store_->group_texts(id) && store_->matrices());
    ASSERT_TRUE(store_->series(std::nullopt, 0, 9) && store_->series("all_reduce", 0, 9));
    ASSERT_TRUE(store_->series_row(1) && store_->series_points(1, 0, 9));
    ASSERT_TRUE(store_->run_of_key("key", "body"));
    ASSERT_TRUE(store_->last_measuring_time(samples::plan({"n1"}, 1).cells[0].cell));
  }
  std::vector<std::string> prepared() {
    std::vector<std::string> texts;
    sqlite3_stmt* statement = nullptr;
    while ((statement = sqlite3_next_stmt(store_->database().handle(), statement)) != nullptr)
      texts.emplace_back(sqlite3_sql(statement));
    return texts;
  }
  std::vector<std::string> plan_of(const std::string& sql) {
    std::vector<std::string> steps;
    auto explain = store_->database().prepare("EXPLAIN QUERY PLAN " + sql);
    while (explain && explain->step().value_or(false)) steps.push_back(explain->text(3));
    return steps;
  }
};

// "SCAN runs", or "SCAN m" for an alias; aliases have one letter, and n is nodes. Counting the runs
// of each matrix walks an index without its table, and there is one run a night.
bool walks_a_growing_table(const std::string& step) {
  if (step.rfind("SCAN ", 0) != 0) return false;
  if (step.find("USING COVERING INDEX") != std::string::npos) return false;
  const std::string table = step.substr(5, step.find(' ', 5) - 5);
  for (const std::string& growing : kGrowing)
    if (table == growing) return true;
  return table.size() == 1 && table != "n";
}

TEST_F(QueryPlans, NoQueryWalksAGrowingTable) {
  use_everything();
  const auto texts = prepared();
  ASSERT_GT(texts.size(), 30u) << "the statements are looked at, not assumed";
  for (const std::string& sql : texts) {
    // A new parent row only repairs broken references, of which there are none: SQLite plans a walk
    // over the children and never takes it.
    if (sql.starts_with("INSERT INTO launches")) continue;
    for (const std::string& step : plan_of(sql))
      EXPECT_FALSE(walks_a_growing_table(step)) << step << "\n  in " << sql;
  }
}

TEST_F(QueryPlans, NoPageIsSortedAfterReadingEverything) {
  use_everything();
  for (const std::string& sql : prepared()) {
    if (sql.find("LIMIT") == std::string::npos || sql.find("LIMIT 1") != std::string::npos)
      continue;
    for (const std::string& step : plan_of(sql))
      EXPECT_EQ(step.find("USE TEMP B-TREE"), std::string::npos) << step << "\n  in " << sql;
  }
}

TEST_F(QueryPlans, CheckerKnowsAWalk) {
  EXPECT_FALSE(plan_of("SELECT * FROM measurements WHERE median_seconds > 1").empty());
  bool is_seen = false;
  for (const auto& step : plan_of("SELECT * FROM measurements WHERE median_seconds > 1"))
    is_seen = is_seen || walks_a_growing_table(step);
  EXPECT_TRUE(is_seen);
}

}  // namespace
}  // namespace busbar
