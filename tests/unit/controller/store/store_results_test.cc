#include "tests/unit/controller/store/store_fixture.h"
#include "wire/json/measurement.h"

namespace busbar {
namespace {

class StoreResults : public StoreTest {
 protected:
  StoredRun run_{*store_, "r-1", samples::plan({"n1"}, 4)};
  void SetUp() override { ASSERT_TRUE(run_.dispatch()); }
  controller::CellRow cell(std::uint32_t index) {
    return store_->cells(run_.id(), index, 1)->at(0);
  }
};

TEST_F(StoreResults, MeasurementComesBackAsItWas) {
  ASSERT_TRUE(run_.measure(2));
  const auto back = wire::parse_measurement(cell(2).measurement, CellIndex(2));
  ASSERT_TRUE(back);
  Measurement expected = samples::measurement(CellIndex(2));
  expected.raw_seconds.clear();
  EXPECT_EQ(back->measurement, expected);
  EXPECT_EQ(back->origin, Origin::Measured);
}

TEST_F(StoreResults, SecondMeasurementOfACellChangesNothing) {
  ASSERT_TRUE(run_.measure(2));
  Measurement other = samples::measurement(CellIndex(2));
  other.samples.median = Seconds(99);
  ASSERT_TRUE(
      store_->insert_measurement(run_.id(), run_.launch(), Origin::Measured, other, run_.at));
  const auto back = wire::parse_measurement(cell(2).measurement, CellIndex(2));
  EXPECT_EQ(back->measurement.samples.median, samples::measurement().samples.median);
}

TEST_F(StoreResults, OriginIsKeptAndCheckedByTheDatabaseItself) {
  ASSERT_TRUE(run_.measure(0, Origin::Simulated));
  EXPECT_EQ(cell(0).origin, "simulated");
  EXPECT_FALSE(store_->database().execute("UPDATE measurements SET origin = 'guessed'"));
}

TEST_F(StoreResults, FailureKeepsReasonStateAndEvidence) {
  ASSERT_TRUE(run_.append(CellFailed{run_.launch(), CellIndex(1), CellFailure::TimedOut, "slow"}));
  const std::string evidence = wire::measurement_json(samples::measurement(CellIndex(1)),
                                                      Origin::Measured, wire::RawSamples::LeftOut);
  ASSERT_TRUE(store_->insert_failure_evidence(run_.id(), CellIndex(1), evidence));
  EXPECT_EQ(cell(1).state, CellState::TimedOut);
  EXPECT_EQ(cell(1).reason, "slow");
  EXPECT_EQ(cell(1).measurement, evidence);
  EXPECT_EQ(cell(1).origin, std::nullopt) << "evidence is no measurement";
}

TEST_F(StoreResults, GivenUpAndCancelledCellsSayWhy) {
  ASSERT_TRUE(run_.measure(0));
  ASSERT_TRUE(run_.append(LaunchEnded{run_.launch(), LaunchEnd::Lost, "why"}));
  ASSERT_TRUE(run_.append(GroupGivenUp{0, CellFailure::NodeLost, "n1 stayed away"}));
  EXPECT_EQ(cell(0).state, CellState::Measured);
  EXPECT_EQ(cell(1).state, CellState::NodeLost);
  EXPECT_EQ(cell(1).reason, "n1 stayed away");
}

TEST_F(StoreResults, CancelledCellsAreCancelled) {
  ASSERT_TRUE(run_.measure(0));
  ASSERT_TRUE(run_.append(CancelRequested{"enough"}));
  ASSERT_TRUE(run_.append(RunFinished{RunEnd::Cancelled, "enough"}));
  EXPECT_EQ(cell(3).state, CellState::Cancelled);
  EXPECT_FALSE(cell(3).reason.empty());
}

TEST_F(StoreResults, LaunchKeepsItsStartAndItsEnd) {
  ASSERT_TRUE(run_.append(LaunchStarted{run_.launch()}));
  ASSERT_TRUE(store_->record_launch_start(run_.launch(),
                                          {4711, "[\"mpirun\"]", Provenance{{"mpi", "4.1.4"}}}));
  ASSERT_TRUE(run_.append(LaunchEnded{run_.launch(), LaunchEnd::Failed, "crashed"}));
  ASSERT_TRUE(store_->record_launch_end(run_.launch(),
                                        {139, 11, Seconds(0.5), Seconds(2), "Segmentation fault"}));
  const auto launch = store_->launches(run_.id())->at(0);
  EXPECT_EQ(launch.state, "failed");
  EXPECT_EQ(launch.command, "[\"mpirun\"]");
  EXPECT_EQ(launch.signal, 11);
  EXPECT_EQ(launch.start_seconds, 0.5);
  EXPECT_EQ(launch.output_tail, "Segmentation fault");
}

TEST_F(StoreResults, ProvenanceOfTheSameContentIsStoredOnce) {
  const Provenance provenance{{"kernel", "6.1"}, {"mpi", "4.1.4"}};
  ASSERT_TRUE(store_->record_launch_start(run_.launch(), {1, "[]", provenance}));
  ASSERT_TRUE(store_->save_node(
      {*NodeId::parse("n1"), "0.1.0", "s", samples::facts(), provenance, WallTime(1)}));
  EXPECT_EQ(*store_->database().number("SELECT count(*) FROM provenance"), 1);
}

TEST_F(StoreResults, RawSamplesAreKeptCompressed) {
  Measurement measurement = samples::measurement(CellIndex(0));
  measurement.raw_seconds.assign(10'000, 1.25e-5F);
  ASSERT_TRUE(run_.measure_as(measurement));
  EXPECT_LT(*store_->database().number("SELECT length(seconds) FROM raw_samples"), 4'000);
}

}  // namespace
}  // namespace busbar
