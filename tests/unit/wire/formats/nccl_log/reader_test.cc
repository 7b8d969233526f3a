// Logs as people paste them: other releases, launchers, libraries and faults than the corpus has.
#include <gtest/gtest.h>

#include <algorithm>

#include "wire/formats/reading.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

struct Log {
  explicit Log(std::string_view text)
      : reading(nccl_log_readers().front().read(text)),
        facts(*JsonView::parse(reading.facts_json)) {}

  // A member's JSON text: `log["gdrdma"] == "true"`.
  std::string operator[](std::string_view name) const {
    const auto field = facts.field(name);
    return field ? field->json_text() : "absent";
  }
  std::string cause() const { return std::string(to_text(reading.explanations.front().cause)); }
  const Finding* finding(std::string_view code) const {
    const auto found = std::find_if(reading.findings.begin(), reading.findings.end(),
                                    [code](const Finding& item) { return item.code == code; });
    return found == reading.findings.end() ? nullptr : &*found;
  }

  Reading reading;
  JsonView facts;
};

std::string category(const Log& log, std::string_view list, std::size_t index) {
  const auto item = log.facts.field(list)->item(index);
  return item ? item->text_or("category") : "none";
}

TEST(NcclLog, SlurmLabelsAndReceivesOnlyGpudirectOfPciMachinesIsNoFault) {
  const Log log(
      "0: g1:34:34 [0] NCCL INFO Bootstrap : Using ib0:10.1.0.1<0>\n"
      "0: NCCL version 2.18.5+cuda12.2\n"
      "0: g1:34:99 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB ib0:1<0>\n"
      "0: g1:34:99 [0] NCCL INFO Using network IB\n"
      "0: g1:34:99 [0] NCCL INFO comm 0x5 rank 0 nranks 2 cudaDev 0 busId 7000 - Init START\n"
      "0: g1:34:99 [0] NCCL INFO Channel 00/02 :    0   1\n"
      "0: g1:34:99 [0] NCCL INFO Channel 00/0 : 1[7000] -> 0[7000] [receive] via NET/IB/0/GDRDMA\n"
      "0: g1:34:99 [0] NCCL INFO Channel 00/0 : 0[7000] -> 1[7000] [send] via NET/IB/0\n"
      "1: g2:35:98 [0] NCCL INFO Channel 00/0 : 0[7000] -> 1[7000] [receive] via NET/IB/0/GDRDMA\n"
      "1: g2:35:98 [0] NCCL INFO Channel 00/0 : 1[7000] -> 0[7000] [send] via NET/IB/0\n"
      "0: g1:34:99 [0] NCCL INFO comm 0x5 rank 0 nranks 2 cudaDev 0 busId 7000 - Init COMPLETE\n");
  EXPECT_EQ(log["nccl_version"], R"("2.18.5+cuda12.2")");
  EXPECT_EQ(log["nnodes"], "2");
  EXPECT_EQ(log["transports"], R"({"NET/IB/0":2,"NET/IB/0/GDRDMA":2})");
  EXPECT_EQ(log["per_rank_transports"],
            R"({"0":["NET/IB","NET/IB/GDRDMA"],"1":["NET/IB","NET/IB/GDRDMA"]})");
  EXPECT_EQ(log["gdrdma"], R"("mixed")");
  EXPECT_EQ(log["init_complete"], R"({"ranks_seen":[0]})");
  EXPECT_EQ(log.cause(), "healthy");
  ASSERT_TRUE(log.finding("nccl_gdrdma_receives_only"));
  EXPECT_EQ(log.finding("nccl_gdrdma_receives_only")->evidence.front().line, 8U);
}

TEST(NcclLog, OneReceiveWithoutGpudirectIsAFault) {
  const Log log(
      "g1:34:99 [0] NCCL INFO Using network IB\n"
      "g1:34:99 [0] NCCL INFO Channel 00/0 : 1[0] -> 0[0] [receive] via NET/IB/0/GDRDMA\n"
      "g1:34:99 [0] NCCL INFO Channel 01/0 : 1[0] -> 0[0] [receive] via NET/IB/1\n");
  EXPECT_EQ(log["per_channel_gdrdma"], R"({"00":true,"01":false})");
  EXPECT_EQ(log.cause(), "no_gdrdma");
}

TEST(NcclLog, PairsOfGpuAndAdapterThatAreFarApartAreNoFault) {
  const Log log(
      "g1:3:9 [0] NCCL INFO Using network IB\n"
      "g1:3:9 [0] NCCL INFO GPU Direct RDMA Enabled for GPU 0 / HCA 0 (distance 4 <= 5), read 1\n"
      "g1:3:9 [0] NCCL INFO GPU Direct RDMA Disabled for GPU 0 / HCA 1 (distance 9 > 5)\n"
      "g1:3:9 [0] NCCL INFO comm 0x5 rank 0 nranks 2 cudaDev 0 - Init COMPLETE\n");
  EXPECT_EQ(log["gdrdma"], R"("mixed")");
  EXPECT_EQ(log.cause(), "healthy");
}

TEST(NcclLog, KubernetesTimesBeforeEfaWithNvls) {
  const std::string at = "2024-05-01T12:00:00.123456789Z stderr F w-0:101:310 [0] NCCL INFO ";
  const Log log(
      at + "NET/OFI Initializing aws-ofi-nccl 1.14.0\n" + at +
      "NET/OFI Selected provider is efa, fabric is efa-direct (found 16 nics)\n" + at +
      "Using network Libfabric\n" + at +
      "comm 0x5 rank 0 nRanks 16 nNodes 2 localRanks 8 localRank 0 MNNVL 0\n" + at +
      "Channel 00/0 : 8[0] -> 0[0] [receive] via NET/Libfabric/0/GDRDMA/Shared\n" + at +
      "Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM/read\n" + at +
      "16 coll channels, 16 collnet channels, 8 nvls channels, 16 p2p channels, 2 p2p "
      "channels per peer\n" +
      at + "NVLS comm 0x5 headRank 0 nHeads 8\n" + at +
      "ncclCommInitRank comm 0x5 rank 0 nranks 16 cudaDev 0 commId 0x1 - Init COMPLETE\n");
  EXPECT_EQ(log["net_plugin"], R"x("aws-ofi-nccl 1.14.0 (provider efa)")x");
  EXPECT_EQ(log["network"], R"("Libfabric")");
  EXPECT_EQ(log["per_rank_transports"], R"({"0":["NET/Libfabric/GDRDMA","P2P/CUMEM/read"]})");
  EXPECT_EQ(log["channels"], R"({"coll":16,"collnet":16,"nvls":8,"p2p":16,"p2p_per_peer":2})");
  EXPECT_EQ(log["nvls"], R"("used")");
  EXPECT_EQ(log["gdrdma"], "true");
  EXPECT_EQ(log["tcp_fallback"], "false");
  EXPECT_EQ(log.cause(), "healthy");
}

TEST(NcclLog, NamedCompletionStatusAndTheSameTextInTheExceptionAreOneWarning) {
  const std::string_view completion =
      "NET/IB: Got completion from peer 10.0.0.9<41234> with status=IBV_WC_RETRY_EXC_ERR(12) "
      "opcode=IBV_WC_RDMA_WRITE(1) reqSize=4096 vendor_err=129 req_type=Send localGid ::1 hca x\n";
  const Log log(
      "[2025-03-01 10:00:00] n7:42:50 [3] transport/net_ib/p2p.cc:321 NCCL WARN " +
      std::string(completion) +
      "n7:42:50 [3] NCCL INFO transport/net.cc:1393 -> 6\n"
      "[rank3]: torch.distributed.DistBackendError: NCCL error in: /p/NCCL.cpp:1970, remote "
      "process exited or there was a network error, NCCL version 2.26.2\n"
      "[rank3]: ncclRemoteError: A call failed possibly due to a network error.\n"
      "[rank3]: Last error:\n[rank3]: " +
      std::string(completion));
  const auto warning = log.facts.field("warnings")->item(0);
  ASSERT_TRUE(warning);
  EXPECT_EQ(log.facts.field("warnings")->size(), 1U);
  EXPECT_EQ(warning->unsigned_or("status"), 12U);
  EXPECT_EQ(warning->unsigned_or("vendor_err"), 129U);
  EXPECT_EQ(warning->unsigned_or("count"), 2U);
  EXPECT_EQ(warning->text_or("peer"), "10.0.0.9");
  EXPECT_EQ(warning->unsigned_or("line"), 1U);
  EXPECT_TRUE(warning->flag_or("first_cause"));
  EXPECT_EQ(log["nccl_version"], R"("2.26.2")");
  EXPECT_EQ(log.cause(), "ib_error_or_timeout");
}

TEST(NcclLog, LinesOf22WithoutTheNameOfTheLibrary) {
  const Log log(
      "h1:1:1 [0] INFO NET : Using interface eth0:10.0.0.1<0>\n"
      "h1:1:1 [0] INFO Using internal Network Socket\n"
      "NCCL version 2.2.13+cuda9.0\n"
      "h1:1:9 [0] INFO comm 0x7f rank 0 nranks 2\n"
      "h2:1:9 [0] INFO Ring 00 : 0 -> 1 via NET/Socket/0\n"
      "h1:1:8 [0] include/socket.h:360 WARN Call to connect failed : Connection timed out\n"
      "h1:1:8 [0] INFO bootstrap.cu:28 -> 2 [Net]\n");
  EXPECT_EQ(log["network"], R"("Socket")");
  EXPECT_EQ(log["bootstrap_iface"], R"("eth0")");
  EXPECT_EQ(log["tcp_fallback"], "true");
  EXPECT_EQ(category(log, "warnings", 0), "socket_failed");
  EXPECT_EQ(category(log, "errors", 0), "error_chain");
}

TEST(NcclLog, RcclBehindRayAndItsLongerTransportLines) {
  const std::string ray = "(RayTrainWorker pid=123, ip=10.0.0.3) amd1:123:456 [2] NCCL INFO ";
  const Log log("RCCL version : 2.20.5-HEAD:abc123\n" + ray +
                "NET/Plugin: Could not find: librccl-net.so. Using internal network plugin.\n" +
                ray + "NET/IB : Using [0]bnxt_re0:1/RoCE [RO]; OOB eno0:10.0.0.3<0>\n" + ray +
                "Channel 00/0 : 2[2] -> 3[3] [send] via P2P/IPC comm 0x55 nRanks 16\n" + ray +
                "Channel 00/0 : 2[2] -> 10[2] [send] via NET/IB/0/GDRDMA comm 0x55 nRanks 16\n");
  EXPECT_EQ(log["library"], R"("RCCL")");
  EXPECT_EQ(log["nccl_version"], R"("2.20.5-HEAD:abc123")");
  EXPECT_EQ(log["hosts"], R"(["amd1"])");
  EXPECT_EQ(log["transports"], R"({"NET/IB/0/GDRDMA":1,"P2P/IPC":1})");
  EXPECT_EQ(log["net_plugin"], "null");
}

TEST(NcclLog, MarkdownQuoteAndLinksThatATrackerMade) {
  const Log log(
      "> ```\n"
      "> n1:12:99 [0] transport/[net_ib.cc:101](http://net_ib.cc:101/) NCCL WARN NET/IB : mlx5_0:1 "
      "Got async event : port error\n"
      "> n1:12:99 [0] NCCL INFO transport/[net.cc:1137](http://net.cc:1137/) -> 6\n> ```\n");
  EXPECT_EQ(category(log, "warnings", 0), "ib_async_event");
  EXPECT_EQ(log.facts.field("errors")->item(0)->text_or("text"), "transport/net.cc:1137 -> 6");
  EXPECT_EQ(log["network"], R"("IB")");
  EXPECT_EQ(log.reading.findings.front().evidence.front().line, 2U);
}

TEST(NcclLog, SharedMemoryOfTheContainerIsFull) {
  const Log log(
      "n1:11:20 [0] misc/shmutils.cc:72 NCCL WARN Error: failed to extend /dev/shm/nccl-7Hjs2k to "
      "33030532 bytes, error: No space left on device (28)\n"
      "n1:11:20 [0] misc/shmutils.cc:113 NCCL WARN Error while creating shared memory segment "
      "/dev/shm/nccl-7Hjs2k (size 33030528), error: No space left on device (28)\n"
      "n1:11:20 [0] NCCL INFO init.cc:1400 -> 2\n");
  EXPECT_EQ(log["shm"], R"("failed")");
  EXPECT_EQ(log["init_complete"], "false");
  EXPECT_EQ(log.facts.field("warnings")->item(1)->unsigned_or("bytes"), 33030528U);
  EXPECT_EQ(log.cause(), "shm_limit");
}

TEST(NcclLog, SyslogAndTwoRanksOnOneGpu) {
  const Log log(
      "Dec  5 12:00:01 n3 slurmstepd[42]: n3:77:80 [1] init.cc:943 NCCL WARN Duplicate GPU "
      "detected : "
      "rank 1 and rank 0 both on CUDA device 7000\n"
      "Dec  5 12:00:01 n3 slurmstepd[42]: n3:77:80 [1] NCCL INFO init.cc:1358 -> 5\n");
  EXPECT_EQ(log["hosts"], R"(["n3"])");
  EXPECT_EQ(category(log, "warnings", 0), "duplicate_gpu");
  EXPECT_EQ(log.cause(), "misconfig_env");
}

TEST(NcclLog, SharpInUseAndChoicesByNumber) {
  const std::string at = "[1,0]<stderr>:n1:10:12 [0] NCCL INFO ";
  const Log log(at + "Using network IBext_v8\n" + at +
                "CollNet 00/0 : 0 [send] via COLLNET/SHARP/0/GDRDMA\n" + at +
                "rank 0 Connected CollNet\n" + at + "1048576 Bytes -> Algo 4 proto 2 time 56.3\n" +
                at +
                "comm 0x5 rank 0 nranks 16 cudaDev 0 busId 1b000 commId 0x1 - Init COMPLETE\n");
  EXPECT_EQ(log["collnet"], R"("used")");
  EXPECT_EQ(log["sharp"], R"("used")");
  EXPECT_EQ(log["algo_proto"],
            R"([{"collective":null,"bytes":1048576,"algo":"NVLS","proto":"SIMPLE","count":1}])");
  EXPECT_EQ(log.cause(), "healthy");
}

TEST(NcclLog, ALinkLocalAddressOfAVirtualInterfaceIsASettingNotADeadPeer) {
  const Log log(
      "[0m ip-1:14:67 [0] NCCL INFO Bootstrap : Using [0]ens5:172.31.0.1<0> "
      "[1]veth75:fe80::1%v<0>\n"
      "[0m NCCL version 2.7.8+cuda11.1\n"
      "[0m ip-1:14:68 [0] NCCL INFO Channel 00 : 1[1e0] -> 0[1e0] [receive] via NET/Socket/0\n"
      "[0m ip-1:14:68 [0] include/socket.h:403 NCCL WARN Connect to fe80::1%veth75<43210> failed : "
      "Network is unreachable\n");
  EXPECT_EQ(log["bootstrap_iface"], R"("ens5")");
  EXPECT_EQ(log.cause(), "misconfig_env");
  EXPECT_EQ(to_text(log.reading.explanations[1].cause), "peer_failed_or_hang");
}

TEST(NcclLog, TheExceptionAloneNamesTheCause) {
  const Log log(
      "RuntimeError: NCCL error in: /x/ProcessGroupNCCL.cpp:1287, invalid usage, NCCL version "
      "2.17.1\n"
      "ncclInvalidUsage: This usually reflects invalid usage of NCCL library.\n"
      "Last error:\n"
      "Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 1a000\n");
  EXPECT_EQ(log["nccl_version"], R"("2.17.1")");
  EXPECT_EQ(category(log, "errors", 0), "exception");
  EXPECT_EQ(category(log, "errors", 1), "duplicate_gpu");
  EXPECT_EQ(log.cause(), "misconfig_env");
}

TEST(NcclLog, EveryHostItsVersionWhereTheyDiffer) {
  const Log log(
      "a:1:1 [0] NCCL INFO NCCL version 2.26.2+cuda12.2\n"
      "b:1:1 [0] NCCL INFO NCCL version 2.21.5+cuda12.4\n");
  EXPECT_EQ(log["nccl_version"], "null");
  EXPECT_EQ(log["nccl_versions"], R"({"a":"2.26.2+cuda12.2","b":"2.21.5+cuda12.4"})");
  EXPECT_EQ(log.cause(), "mismatch_versions");
}

TEST(NcclLog, TwoRanksInOneLineAreTwoLines) {
  const Log log(
      "a:1:1 [0] NCCL INFO Using network IBa:2:2 [1] NCCL INFO Using network IB\n"
      "b:1:1 [0] NCCL INFO Using network IB b:2:2 [1] NCCL INFO Using network IB\n");
  EXPECT_EQ(log["network"], R"("IB")");
  EXPECT_EQ(log["hosts"], R"(["a","b"])");
  EXPECT_EQ(log.facts.field("other")->unsigned_or("nccl_lines"), 4U);
}

TEST(NcclLog, ALineCutOffAtTheEndIsOneOfThoseThatAreWhole) {
  const Log log(
      "a:1:1 [0] init.cc:1 NCCL WARN Cuda failure 'out of memory'\n"
      "a:1:1 [1] init.cc:1 NCCL WARN Cuda failure 'out of m\n");
  EXPECT_EQ(log.facts.field("warnings")->size(), 1U);
  EXPECT_EQ(log.facts.field("warnings")->item(0)->unsigned_or("count"), 2U);
  EXPECT_EQ(log.cause(), "oom");
}

TEST(NcclLog, SaysNothingOfTextThatIsNoLog) {
  const Log log("Dear all,\nplease find attached the minutes of the meeting.\n");
  EXPECT_EQ(log["hosts"], "null");
  EXPECT_EQ(log["tcp_fallback"], "null");
  EXPECT_EQ(log.cause(), "unknown");
  EXPECT_EQ(log.reading.skipped.size(), 1U);
  EXPECT_TRUE(log.reading.findings.empty());
}

TEST(NcclLogLikeness, IsHighForLogsLowForResultsAndZeroForOthers) {
  const auto likeness = nccl_log_readers().front().likeness;
  EXPECT_GE(likeness("a:1:1 [0] NCCL INFO Using network IB\n"), 90);
  EXPECT_EQ(likeness("mlx5_0 port 1 state ACTIVE\n"), 0);
  EXPECT_EQ(likeness(""), 0);
  const int beside = likeness(
      "# nThread 1 nGpus 1\n#\n# Using devices\nNCCL version 2.19.3+cuda12.3\n"
      "#  size count type  time algbw busbw\n  8 2 float sum -1 10.1 0.00 0.00 0\n");
  EXPECT_GT(beside, 0);
  EXPECT_LT(beside, 50);
}

}  // namespace
}  // namespace busbar::wire
