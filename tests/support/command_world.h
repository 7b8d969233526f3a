#pragma once
// What a command of the command line sees: a fake service, captured output, a clock that only
// waiting moves.
#include <sstream>
#include <string>

#include "cli/commands/context.h"
#include "cli/commands/invocation.h"
#include "tests/support/fake_api.h"

namespace busbar::testing {

struct CommandWorld {
  FakeApi api;
  std::ostringstream out, err;
  double now = 0;
  bool is_interrupted = false;

  cli::Context context(cli::Terminal terminal = {}) {
    return {.api = api,
            .output = {out, err, terminal},
            .now = [this] { return Seconds(now); },
            .wait = [this](Seconds duration) { now += duration.value(); },
            .is_interrupted = [this] { return is_interrupted; }};
  }
};

inline constexpr const char* kRunQueued =
    R"({"id":"r-1","matrix":"small","state":"queued","reason":"",)"
    R"("submitted_at":"2026-12-01T02:00:00Z",)"
    R"("started_at":null,"ended_at":null,"cells":{"planned":2,"measured":0,"failed":0,)"
    R"("left_out":0,)"
    R"("pending":2,"pruned":1,"over_budget":0},"duplicates":0,"estimate_seconds":3.2,)"
    R"("notes":["ranks_per_node: 2 chosen"]})";

inline std::string run_json(const std::string& state, int measured, int failed) {
  return R"({"id":"r-1","matrix":"small","state":")" + state +
         R"(","reason":"","submitted_at":"2026-12-01T02:00:00Z",)"
         R"("started_at":"2026-12-01T02:00:01Z",)"
         R"("ended_at":null,"cells":{"planned":2,"measured":)" +
         std::to_string(measured) + R"(,"failed":)" + std::to_string(failed) +
         R"(,"left_out":0,"pruned":1,"over_budget":0},"estimate_seconds":3.2,"notes":[]})";
}

inline std::string cell_json(const std::string& algorithm, int size_bytes) {
  return R"({"engine":"mpi","collective":"all_reduce","size_bytes":)" + std::to_string(size_bytes) +
         R"(,"data_type":"float32","operation":"sum","algorithm":")" + algorithm +
         R"(","protocol":"default","buffer":"out_of_place",)"
         R"("placement":{"nodes":["n1"],"ranks_per_node":2,"ranks":2}})";
}

// 65536 B in 20 µs: 3.2768 GB/s.
inline std::string measured_json(int index, const std::string& algorithm = "ring") {
  return R"({"cell":)" + std::to_string(index) + R"(,"requested":)" + cell_json(algorithm, 65536) +
         R"(,"state":"measured","reason":"","estimate_seconds":1.0,"origin":"measured",)"
         R"("algorithm":{"value":"ring","verification":"witnessed","evidence":"x"},)"
         R"("protocol":{"value":"","verification":"unverified","evidence":""},)"
         R"("samples":{"count":120,"median_seconds":2.0e-5,"interval_low_seconds":1.9e-5,)"
         R"("interval_high_seconds":2.1e-5},"algorithm_bandwidth_bytes_per_second":3276800000,)"
         R"("bus_bandwidth_bytes_per_second":3276800000,)"
         R"("elements_checked":16384,"elements_wrong":0,)"
         R"("oversubscribed":false,"measuring_seconds":0.91})";
}

inline std::string unmeasured_json(int index, const std::string& state, const std::string& reason) {
  return R"({"cell":)" + std::to_string(index) + R"(,"requested":)" + cell_json("default", 8) +
         R"(,"state":")" + state + R"(","reason":")" + reason + R"(","estimate_seconds":1.0})";
}

inline std::string items(const std::string& list, const std::string& next_cursor = "") {
  return R"({"items":[)" + list + "]" +
         (next_cursor.empty() ? "" : R"(,"next_cursor":")" + next_cursor + "\"") + "}";
}

inline std::string plan_json() {
  return R"({"cells":[{"cell":)" + cell_json("ring", 8) + R"(,"estimate_seconds":1},{"cell":)" +
         cell_json("ring", 65536) + R"(,"estimate_seconds":1}],"pruned":[{"cell":)" +
         cell_json("bruck", 8) +
         R"(,"code":"algorithm_not_for_collective","reason":"all_reduce has no bruck"}],)"
         R"("over_budget":[],"groups":[{"protocol":"default","cells":2}],"duplicates":0,)"
         R"("estimate_seconds":63,"notes":["ranks_per_node: 2 chosen"]})";
}

}  // namespace busbar::testing
