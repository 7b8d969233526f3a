#include "wire/formats/nccl_tests/read_json.h"

#include <gtest/gtest.h>

#include "wire/formats/nccl_tests/conclusions.h"

namespace busbar::wire {
namespace {

const std::string kDocument =
    R"({"version":2,"start_time":"2026-01-02 03:04:05",)"
    R"("args":["\/opt\/all_gather_perf","-b","1M"],)"
    R"("env":["SECRET=1","PATH=/bin"],"nccl_version":22803,"config":{"nthreads":1,"ngpus":1,)"
    R"("minimum_bytes":1048576,"maximum_bytes":2097152,"step_factor":2,"warmup_iters":1,)"
    R"("iterations":20,"aggregated_iterations":1,"validation":1,"graph":0,)"
    R"("blocking_collectives":"false","devices":[)"
    R"({"rank":0,"group":0,"pid":1,"hostname":"n1","device":0,"device_hex":"0000:05:00",)"
    R"("device_info":"NVIDIA H200"},{"rank":1,"group":0,"pid":2,"hostname":"n2","device":0,)"
    R"("device_hex":"0000:05:00","device_info":"NVIDIA H200"}]},"results":[)"
    R"({"size":1048576,"count":131072,"type":"float","redop":"none","root":"    -1",)"
    R"("out_of_place":{"time":100.500000,"alg_bw":10.433592,"bus_bw":5.216796,"nwrong":0.000000},)"
    R"("out_of_place_per_iter":{"min_us":99.0,"max_us":102.0,"p99_us":102.0,"cv_pct":1.2,)"
    R"("times_us":[99.0,102.0,100.5]},)"
    R"("in_place":{"time":90.000000,"alg_bw":11.650844,"bus_bw":5.825422,"nwrong":null}},)"
    R"({"size":2097152,"count":262144,"type":"float","redop":"none","root":"    -1",)"
    R"("out_of_place":null,)"
    R"("in_place":{"time":180.0,"alg_bw":11.650844,"bus_bw":5.825422,"nwrong":2.0},)"
    R"("actual_iterations":20,"experiment_name":"all_gather"}],)"
    R"("out_of_bounds":{"count":1,"okay":"false"},)"
    R"("average_bus_bandwidth":{"bandwidth":5.5,"okay":"unchecked"},"errors":["bad thing"]})";

TEST(NcclJson, ReadsTheDocument) {
  ASSERT_TRUE(looks_like_nccl_json(kDocument));
  const NcclTestsText text = read_nccl_tests(kDocument);
  ASSERT_EQ(text.runs.size(), 1U);
  const NcclRun& run = text.runs.front();
  EXPECT_EQ(run.collective, "all_gather");
  EXPECT_EQ(run.library_code, 22803U);
  EXPECT_EQ(run.parameters->iterations, 20U);
  ASSERT_EQ(run.rows.size(), 2U);
  EXPECT_EQ(run.rows[0].root, -1);
  EXPECT_EQ(run.rows[0].out_of_place.iterations->times_us.size(), 3U);
  EXPECT_FALSE(run.rows[0].in_place.wrong);
  EXPECT_FALSE(run.rows[1].out_of_place.time_us);
  EXPECT_EQ(run.rows[1].in_place.wrong->value, 2);
  EXPECT_EQ(run.out_of_bounds->status, "FAILED");
  EXPECT_EQ(run.average->busbw, 5.5);
  EXPECT_EQ(text.errors.front().text, "bad thing");
  const auto known = conclude(run);
  EXPECT_EQ(known.ranks, 2U);
  EXPECT_EQ(known.nodes, 2U);
  EXPECT_TRUE(known.is_complete());
}

TEST(NcclJson, TakesWholeRowsOfADocumentThatIsCut) {
  const std::size_t second = kDocument.find(R"({"size":2097152)");
  const NcclTestsText text = read_nccl_tests(kDocument.substr(0, second + 90));
  ASSERT_EQ(text.runs.size(), 1U);
  EXPECT_EQ(text.runs.front().rows.size(), 1U);
  EXPECT_EQ(text.runs.front().incomplete_rows.size(), 1U);
  EXPECT_FALSE(text.runs.front().average);
}

TEST(NcclJson, ReadsRcclsRecordsInEachWrapping) {
  const std::string out =
      R"({"numCycle":0,"name":"AllReduce","nodes":2,"ranks":16,"ranksPerNode":8,"gpusPerRank":1,)"
      R"("size":1024,"type":"bfloat16","redop":"sum","inPlace":0,"time":20.5,"algBw":0.05,)"
      R"("busBw":0.09,"wrong":"0"})";
  std::string in = out;
  in.replace(in.find(R"("inPlace":0)"), 11, R"("inPlace":1)");
  for (const std::string& text :
       {out + "\n" + in + "\n", "[" + out + ",\n" + in + "]\n", "[" + out + "," + in + "]"}) {
    const NcclTestsText found = read_nccl_tests(text);
    ASSERT_EQ(found.runs.size(), 1U) << text;
    EXPECT_TRUE(found.is_rccl);
    ASSERT_EQ(found.runs.front().rows.size(), 1U);
    EXPECT_TRUE(found.runs.front().rows.front().in_place.time_us);
    EXPECT_EQ(found.runs.front().stated_ranks, 16U);
    EXPECT_EQ(found.runs.front().stated_nodes, 2U);
  }
}

TEST(NcclJson, ReadsRcclsCsv) {
  const NcclTestsText found = read_nccl_tests(
      "numCycle,name,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inPlace,time,algBw,busBw,"
      "#wrong\n0,AllGather,1,8,8,1,1024,float,none,0,20.5,0.05,0.04,0\n"
      "0,AllGather,1,8,8,1,1024,float,none,1,20.1,0.05,0.04,N/A\n0,AllGather,1,8\n");
  ASSERT_EQ(found.runs.size(), 1U);
  ASSERT_EQ(found.runs.front().rows.size(), 1U);
  EXPECT_EQ(found.runs.front().rows.front().out_of_place.wrong->value, 0);
  EXPECT_FALSE(found.runs.front().rows.front().in_place.wrong);
  EXPECT_EQ(found.skipped.size(), 1U);
  EXPECT_EQ(found.skipped.front().line, 4U);
}

}  // namespace
}  // namespace busbar::wire
