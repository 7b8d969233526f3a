#include "tests/unit/controller/store/store_fixture.h"

namespace busbar {
namespace {

class StoreSeries : public StoreTest {
 protected:
  // A run of one cell, measured as given.
  void measure(const std::string& run, const Measurement& measurement,
               Origin origin = Origin::Measured) {
    StoredRun stored(*store_, run, samples::plan({"n1"}, 1));
    ASSERT_TRUE(stored.dispatch());
    ASSERT_TRUE(stored.measure_as(measurement, origin));
  }
  static Measurement sample() { return samples::measurement(CellIndex(0)); }
  std::vector<controller::SeriesRow> all() { return *store_->series(std::nullopt, 0, 100); }
};

TEST_F(StoreSeries, SameCellOfSeveralRunsIsOneSeries) {
  measure("r-1", sample());
  measure("r-2", sample());
  ASSERT_EQ(all().size(), 1u);
  const auto points = *store_->series_points(all()[0].id, 0, 100);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].run.text(), "r-1");
  const auto rest = *store_->series_points(all()[0].id, points[0].run_sequence, 100);
  ASSERT_EQ(rest.size(), 1u);
  EXPECT_EQ(rest[0].run.text(), "r-2");
}

TEST_F(StoreSeries, OriginsNeverShareASeries) {
  measure("r-1", sample());
  measure("r-2", sample(), Origin::Simulated);
  measure("r-3", sample(), Origin::Imported);
  EXPECT_EQ(all().size(), 3u);
  for (const auto& series : all()) EXPECT_EQ(store_->series_points(series.id, 0, 10)->size(), 1u);
}

TEST_F(StoreSeries, OversubscribedRanksMakeASeriesOfTheirOwn) {
  Measurement crowded = sample();
  crowded.is_oversubscribed = true;
  measure("r-1", sample());
  measure("r-2", crowded);
  ASSERT_EQ(all().size(), 2u);
  EXPECT_TRUE(all()[1].is_oversubscribed);
}

TEST_F(StoreSeries, WhatUsedAnotherAlgorithmDoesNotEnterTheRequestedSeries) {
  measure("r-1", sample());  // requested ring, witnessed ring
  Measurement other = sample();
  other.algorithm = {"linear", Verification::Witnessed, "seen"};
  measure("r-2", other);
  ASSERT_EQ(all().size(), 2u);
  EXPECT_NE(all()[0].key, all()[1].key);
  EXPECT_NE(all()[1].key.find("linear"), std::string::npos);
  EXPECT_EQ(store_->series_points(all()[0].id, 0, 10)->size(), 1u);
}

TEST_F(StoreSeries, WhatIsUnverifiedStaysWithWhatWasRequested) {
  Measurement unseen = sample();
  unseen.algorithm = {"", Verification::Unverified, ""};
  measure("r-1", sample());
  measure("r-2", unseen);
  EXPECT_EQ(all().size(), 1u);
}

TEST_F(StoreSeries, LastMeasuringTimeIsOfTheLastRunAndOfMeasuredOnesAlone) {
  const Cell cell = samples::plan({"n1"}, 1).cells[0].cell;
  EXPECT_EQ(store_->last_measuring_time(cell), std::nullopt);
  Measurement slow = sample();
  slow.measuring_time = Seconds(5);
  measure("r-1", sample());
  measure("r-2", slow);
  Measurement simulated = sample();
  simulated.measuring_time = Seconds(50);
  measure("r-3", simulated, Origin::Simulated);
  EXPECT_EQ(store_->last_measuring_time(cell), Seconds(5));
}

TEST_F(StoreSeries, UnknownSeriesIsNotFound) {
  EXPECT_EQ(store_->series_row(77).error().kind, ErrorKind::NotFound);
}

TEST_F(StoreSeries, SeriesAreFilteredByCollective) {
  measure("r-1", sample());
  EXPECT_EQ(store_->series("all_reduce", 0, 10)->size(), 1u);
  EXPECT_TRUE(store_->series("broadcast", 0, 10)->empty());
}

TEST_F(StoreSeries, MatricesNameTheirLastRun) {
  StoredRun(*store_, "r-1", samples::plan({"n1"}, 1), "nightly");
  StoredRun(*store_, "r-2", samples::plan({"n1"}, 1), "weekly");
  StoredRun(*store_, "r-3", samples::plan({"n1"}, 1), "nightly");
  const auto matrices = *store_->matrices();
  ASSERT_EQ(matrices.size(), 2u);
  EXPECT_EQ(matrices[0].name, "nightly");
  EXPECT_EQ(matrices[0].runs, 2u);
  EXPECT_EQ(matrices[0].last_run.text(), "r-3");
}

TEST_F(StoreSeries, NodeKeepsItsLastFacts) {
  const NodeId id = *NodeId::parse("n1");
  ASSERT_TRUE(store_->save_node({id, "0.1.0", "s1", samples::facts(), {}, WallTime(1)}));
  NodeFacts grown = samples::facts();
  grown.cores = 64;
  ASSERT_TRUE(store_->save_node({id, "0.2.0", "s1", grown, {{"kernel", "6.1"}}, WallTime(2)}));
  ASSERT_TRUE(store_->touch_node(id, WallTime(3)));
  const auto nodes = *store_->nodes();
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_EQ(nodes[0].facts.cores, 64u);
  EXPECT_EQ(nodes[0].version, "0.2.0");
  EXPECT_EQ(nodes[0].provenance.at("kernel"), "6.1");
  EXPECT_EQ(nodes[0].last_seen, WallTime(3));
}

}  // namespace
}  // namespace busbar
