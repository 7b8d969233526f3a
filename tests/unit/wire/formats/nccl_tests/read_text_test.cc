#include <gtest/gtest.h>

#include "tests/support/nccl_tests_text.h"
#include "wire/formats/nccl_tests/header_lines.h"
#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {
namespace {

constexpr std::string_view kHeading =
    "#       size         count      type   redop    root     time   algbw   busbw #wrong     time "
    "  algbw   busbw #wrong\n";
constexpr std::string_view kRow =
    "     1048576        262144     float     sum      -1    27.45   38.20   66.85      0    26.91 "
    " "
    " 38.97   68.19      0\n";

const NcclRun& only_run(const NcclTestsText& text) {
  EXPECT_EQ(text.runs.size(), 1U);
  static const NcclRun kNone;
  return text.runs.empty() ? kNone : text.runs.front();
}

std::string with_line_prefix(std::string_view text, std::string_view prefix) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += std::string(prefix) + std::string(text.substr(0, end)) + "\n";
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return out;
}

std::string as_utf16(std::string_view text) {
  std::string out = "\xFF\xFE";
  for (const char c : text) {
    out += c;
    out += '\0';
  }
  return out;
}

std::string with_crlf(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? std::string("\r\n") : std::string(1, c);
  return out;
}

TEST(NcclTestsText, ReadsTheSameWhateverWrapsTheLines) {
  const std::string plain = test::nccl_table({});
  std::vector<std::string> forms{with_crlf(plain), as_utf16(plain), "```\n" + plain + "```\n"};
  for (const std::string_view prefix :
       {"0: ", "[1,0]<stdout>:", "[1,0]<stdout>: ", "[0] ", "node-7: ", "    ", "> ",
        "2024-05-06T07:08:09.123456Z ", "[2024-05-06 07:08:09] ",
        "Mon May  6 07:08:09 2024[1,0]<stdout>:", "[prterun-host-12@1,0]<stdout>: ", "\x1b[0m",
        "2024-05-06T07:08:09Z 0: "})
    forms.push_back(with_line_prefix(plain, prefix));
  for (const std::string& form : forms) {
    SCOPED_TRACE(form.substr(0, 60));
    const NcclTestsText text = read_nccl_tests(form);
    const NcclRun& run = only_run(text);
    EXPECT_EQ(run.rows.size(), 7U);
    EXPECT_EQ(run.devices.size(), 8U);
    ASSERT_TRUE(run.parameters);
    EXPECT_EQ(run.parameters->max_bytes, 64U << 20);
    EXPECT_TRUE(run.average && run.out_of_bounds);
    ASSERT_FALSE(run.rows.empty());
    EXPECT_EQ(run.rows.front().size_bytes, 1U << 20);
    EXPECT_EQ(run.rows.front().operation, "sum");
  }
}

TEST(NcclTestsText, ReadsRowsOfAMarkdownTable) {
  const auto text =
      read_nccl_tests(std::string(kHeading) +
                      "| 1048576 | 262144 | float | sum | -1 | 27.45 | 38.20 | 66.85 | 0 | "
                      "26.91 | 38.97 | 68.19 | 0 |\n");
  ASSERT_EQ(only_run(text).rows.size(), 1U);
  EXPECT_EQ(text.runs.front().rows.front().in_place.busbw->value, 68.19);
}

// Debug output between the printf calls of one row.
TEST(NcclTestsText, JoinsARowThatDebugOutputTore) {
  const auto text = read_nccl_tests(
      std::string(kHeading) +
      "     1048576        262144     float     sum      -1nodeA:12:34 [0] NCCL INFO Channel 00\n"
      "nodeA:12:34 [0] NCCL INFO 8 coll channels\n"
      "    27.45   38.20   66.85      0nodeA:12:34 [0] NCCL INFO comm 0x7 rank 3\n"
      "    26.91   38.97   68.19      0\n" +
      std::string(kRow));
  const NcclRun& run = only_run(text);
  ASSERT_EQ(run.rows.size(), 2U);
  EXPECT_TRUE(run.incomplete_rows.empty());
  EXPECT_EQ(run.rows[0].root, -1);
  EXPECT_EQ(run.rows[0].out_of_place.time_us->value, 27.45);
  EXPECT_EQ(run.rows[0].in_place.busbw->value, 68.19);
  EXPECT_EQ(run.rows[0].in_place.wrong->value, 0);
}

TEST(NcclTestsText, NeverCountsACutRow) {
  const std::string whole = std::string(kHeading) + std::string(kRow);
  // Any cut before the row's last cell leaves no row.
  for (std::size_t length = kHeading.size() + 40; length + 2 < whole.size(); ++length) {
    const auto text = read_nccl_tests(std::string_view(whole).substr(0, length));
    EXPECT_TRUE(only_run(text).rows.empty()) << length;
    EXPECT_EQ(only_run(text).incomplete_rows.size(), 1U) << length;
  }
}

TEST(NcclTestsText, ReadsPerIterationAndBitwiseColumns) {
  const auto text = read_nccl_tests(
      "#       size         count      type   redop    root     time   algbw   busbw  #wrong  "
      "#bitdiff    i_min    i_max    i_p99    i_cv%     time   algbw   busbw  #wrong  #bitdiff    "
      "i_min    i_max    i_p99    i_cv% timestamp\n"
      "     1048576        262144     float     sum      -1    27.45   38.20   66.85       0       "
      " "
      "0    26.10    31.20    31.00     3.20    26.91   38.97   68.19       0         2    25.00   "
      " "
      "30.00    29.00     2.10 2026-01-02 03:04:05\n");
  ASSERT_EQ(only_run(text).rows.size(), 1U);
  const NcclRow& row = text.runs.front().rows.front();
  EXPECT_EQ(row.out_of_place.iterations->max_us, 31.2);
  EXPECT_EQ(row.in_place.bitwise_differences, 2U);
  EXPECT_EQ(row.in_place.iterations->cv_percent, 2.1);
}

TEST(NcclTestsText, ReadsTheHeadingOf2016AndTheHostsTime) {
  const auto old = read_nccl_tests(
      "#      bytes             N    type      op     time  algbw  busbw      res     time  algbw  "
      "busbw      res\n"
      "     1048576        262144   float     sum    0.210   4.99   8.74    2e-07    0.209   5.02  "
      " "
      "8.78    2e-07\n");
  ASSERT_EQ(only_run(old).rows.size(), 1U);
  EXPECT_EQ(old.runs.front().rows.front().out_of_place.delta->value, 2e-7);
  const auto host = read_nccl_tests(
      "#       size         count      type   redop    root  cputime   algbw   busbw #wrong  "
      "cputime   algbw   busbw #wrong\n" +
      std::string(kRow));
  EXPECT_TRUE(only_run(host).is_cpu_time);
}

TEST(NcclTestsText, KeepsNumbersThatHaveNoPlaceApart) {
  const auto text =
      read_nccl_tests(std::string(kHeading) +
                      "     1048576        262144     float     sum      -1      nan  "
                      "   inf     inf    N/A    26.91   38.97   68.19  1e+06\n");
  ASSERT_EQ(only_run(text).rows.size(), 1U);
  const NcclRow& row = text.runs.front().rows.front();
  EXPECT_FALSE(row.out_of_place.time_us || row.out_of_place.algbw || row.out_of_place.wrong);
  EXPECT_EQ(row.in_place.wrong->value, 1e6);
}

TEST(NcclTestsText, SeparatesRunsInOneText) {
  const std::string one = test::nccl_table({});
  const std::string two = "# Collective test starting: reduce_perf\n" +
                          test::nccl_table({.collective = "reduce"}) +
                          "# Collective test concluded: reduce_perf\n";
  const auto text = read_nccl_tests(one + "\n" + two + "\n" + one);
  ASSERT_EQ(text.runs.size(), 3U);
  for (const NcclRun& run : text.runs) EXPECT_EQ(run.rows.size(), 7U);
  EXPECT_EQ(text.runs[1].collective, "reduce");
  EXPECT_EQ(text.runs[2].collective, "");
}

// Two jobs whose lines come by turns are told apart by their tags.
TEST(NcclTestsText, SeparatesInterleavedStreams) {
  const std::string a = with_line_prefix(test::nccl_table({.ranks = 2}), "[1,0]<stdout>:");
  const std::string b = with_line_prefix(test::nccl_table({.ranks = 4}), "[2,0]<stdout>:");
  std::string mixed;
  std::size_t at_a = 0, at_b = 0;
  while (at_a < a.size() || at_b < b.size()) {
    for (auto& [text, at] : {std::pair(&a, &at_a), std::pair(&b, &at_b)}) {
      if (*at >= text->size()) continue;
      const std::size_t end = text->find('\n', *at) + 1;
      mixed += text->substr(*at, end - *at);
      *at = end;
    }
  }
  const auto text = read_nccl_tests(mixed);
  ASSERT_EQ(text.runs.size(), 2U);
  EXPECT_EQ(text.runs[0].devices.size(), 2U);
  EXPECT_EQ(text.runs[1].devices.size(), 4U);
  EXPECT_EQ(text.runs[0].rows.size(), 7U);
  EXPECT_EQ(text.runs[1].rows.size(), 7U);
}

TEST(NcclTestsText, ReadsRcclsOwnLines) {
  const auto text = read_nccl_tests(
      "# Collective test starting: alltoall_perf\n"
      "# nThread 1 nGpus 8 minBytes 8 maxBytes 8 step: 2(factor) warmup iters: 5 iters: 20 agg "
      "iters: 1 validation: 1 graph: 0\n#\nrccl-tests: Version HEAD:e1b8a3a\n# Using devices\n"
      "#  Rank  0 Group  0 Pid     12 on      node1 device  0 [0000:05:00] AMD Instinct MI300X\n"
      "RCCL version : 2.22.3-HEAD:9cbe1c3\n");
  EXPECT_TRUE(text.is_rccl);
  EXPECT_EQ(only_run(text).suite_version, "HEAD:e1b8a3a");
  EXPECT_EQ(only_run(text).library_version, "2.22.3-HEAD:9cbe1c3");
  EXPECT_EQ(only_run(text).devices.front().model, "AMD Instinct MI300X");
}

TEST(NcclTestsText, ReadsFailures) {
  const auto text = read_nccl_tests(
      "n1: Test NCCL failure common.cu:958 'unhandled system error / '\n"
      " .. n1 pid 77: Test failure common.cu:842\n"
      "n2: Test HIP failure common.cu:10 'out of memory'\n"
      "n3: Test timeout (30s) common.cu:555\n"
      "mpirun noticed that process rank 3 with PID 0 on node n3 exited on signal 9 (Killed).\n"
      "srun: error: n4: task 2: Segmentation fault\n");
  ASSERT_EQ(text.errors.size(), 6U);
  EXPECT_EQ(text.errors[0].category, "nccl_error");
  EXPECT_EQ(text.errors[0].host, "n1");
  EXPECT_EQ(text.errors[0].line, 1U);
  EXPECT_EQ(text.errors[1].category, "test_failure");
  EXPECT_EQ(text.errors[2].category, "hip_error");
  EXPECT_EQ(text.errors[3].category, "timeout");
  EXPECT_EQ(text.errors[4].category, "mpi_abort");
  EXPECT_EQ(text.errors[5].category, "slurm_error");
  EXPECT_TRUE(text.is_rccl);
}

TEST(NcclTestsText, RemarksARowWithMoreCellsThanItsHeading) {
  const auto text = read_nccl_tests(
      "#       size         count    type     time   algbw   busbw  error     time   algbw   busbw "
      " "
      "error\n" +
      std::string(kRow));
  EXPECT_EQ(only_run(text).columns_disagree_line, 0U) << "redop refused: the row is cut instead";
  EXPECT_TRUE(only_run(text).rows.empty());
}

TEST(NcclHeaderLines, ReadParametersInAnyVersionsWording) {
  const auto old = parameters_in(
      "# nThread 1 nGpus 8 minBytes 8 maxBytes 134217728 step: 1048576(bytes) warmup iters: 5 "
      "iters: 20 validation: 1 ");
  ASSERT_TRUE(old);
  EXPECT_EQ(old->iterations, 20U);
  EXPECT_EQ(old->warmup, 5U);
  EXPECT_FALSE(old->aggregated || old->graph);
  EXPECT_FALSE(old->step->is_factor);
  const auto rccl = parameters_in(
      "# nThread: 1 nGpus: 8 minBytes: 8 maxBytes: 128 step: 2(factor) warmup iters: 5 iters: 100 "
      "agg iters: 3 validation: 1 graph: 0");
  ASSERT_TRUE(rccl);
  EXPECT_EQ(rccl->iterations, 100U);
  EXPECT_EQ(rccl->aggregated, 3U);
  EXPECT_EQ(rccl->max_bytes, 128U);
}

TEST(NcclHeaderLines, TakeOnlyWholeNamesOfPrograms) {
  EXPECT_EQ(programs_in("./build/all_reduce_perf -b 8"), std::vector<std::string>{"all_reduce"});
  EXPECT_TRUE(programs_in("======== reduce_scatter_p").empty());
  EXPECT_TRUE(programs_in("my_all_reduce_perf_old").empty());
  EXPECT_EQ(nccl_collective("AllToAll"), "alltoall");
  EXPECT_EQ(nccl_collective("ReduceScatter"), "reduce_scatter");
  EXPECT_EQ(nccl_collective("SomethingElse"), "");
}

TEST(NcclHeaderLines, KnowElisions) {
  for (const std::string_view line :
       {"...", "  ....", "[...]", "# <smaller sizes truncated>", "\xE2\x80\xA6", "<snip>"})
    EXPECT_TRUE(is_elision(line)) << line;
  for (const std::string_view line : {"", "#", "..", "a ... b", " .. n1 pid 7: Test failure"})
    EXPECT_FALSE(is_elision(line)) << line;
}

}  // namespace
}  // namespace busbar::wire
