#include "core/diagnosis/nccl_log_trouble.h"

#include <gtest/gtest.h>

#include <array>

namespace busbar {
namespace {

struct Sample {
  std::string_view place, message;
  NcclTrouble kind;
};

// Words of the sources of NCCL 2.4 to 2.30, RCCL and plugins.
constexpr std::array kSamples{
    Sample{"misc/ibvwrap.cc:63", "Failed to open libibverbs.so[.1]", NcclTrouble::MissingLibrary},
    Sample{"net.cc:626", "Error: network Foo not found.", NcclTrouble::PluginFailed},
    Sample{"nccl_ofi_init:120", "NET/OFI Couldn't open CQ", NcclTrouble::PluginFailed},
    Sample{"transport/net_ib.cc:93", "NET/IB : Got async event : port error",
           NcclTrouble::IbAsyncEvent},
    Sample{"transport/net_ib.cc:154",
           "NET/IB : mlx5_1:1 async fatal event on QP (0x7309dc3bb338): x",
           NcclTrouble::IbAsyncEvent},
    Sample{"misc/ibvwrap.cc:284", "Call to ibv_modify_qp failed with error No such device",
           NcclTrouble::IbvCallFailed},
    Sample{"transport/net_ib.cc:1038", "NET/IB : req 0/1 tag 0 peer a<1> collective mismatch error",
           NcclTrouble::CollectiveMismatch},
    Sample{"init.cc:1247", "Mismatched collective detected, please check your collective calls",
           NcclTrouble::CollectiveMismatch},
    Sample{"bootstrap.cc:512", "Message truncated : received 1024 bytes instead of 256",
           NcclTrouble::CollectiveMismatch},
    Sample{"init.cc:750",
           "Mismatched NCCL version detected : rank 0 version 21805 rank 1 version 2",
           NcclTrouble::VersionMismatch},
    Sample{"init.cc:943", "Duplicate GPU detected : rank 1 and rank 0 both on CUDA device 7000",
           NcclTrouble::DuplicateGpu},
    Sample{"transport/nvls.cc:254", "Cuda failure 401 'x'", NcclTrouble::NvlsFailure},
    Sample{"sharp_plugin.c:302", "SHARP group create: Streaming Tree lock failed (-18)",
           NcclTrouble::SharpFailure},
    Sample{"misc/shmutils.cc:72", "Error: failed to extend /dev/shm/nccl-x to 9 bytes",
           NcclTrouble::ShmNoSpace},
    Sample{"include/alloc.h:185", "Cuda failure 2 'out of memory'", NcclTrouble::OutOfMemory},
    Sample{"include/alloc.h:48", "Failed to CUDA calloc async 608 bytes", NcclTrouble::OutOfMemory},
    Sample{"transport/p2p.cc:275", "Cuda failure 'peer access is not supported'",
           NcclTrouble::P2pFailure},
    Sample{"enqueue.cc:54", "Cuda failure 'invalid resource handle'", NcclTrouble::CudaFailure},
    Sample{"bootstrap.cc:45", "Bootstrap : no socket interface found", NcclTrouble::NoInterface},
    Sample{"misc/socket.cc:484", "socketStartConnect: Connect to a<1> failed : Connection refused",
           NcclTrouble::SocketFailed},
    Sample{"misc/socket.cc:49", "socketProgress: Connection closed by remote peer a<1>",
           NcclTrouble::SocketClosed},
    Sample{"proxy.cc:1143", "Socket recv failed while polling for opId=0x7fa0242685e0",
           NcclTrouble::ProxyFailure},
    Sample{"graph/search.cc:1145", "Could not find a path for pattern 4, falling back",
           NcclTrouble::Topology},
    Sample{"init.cpp:126", "Missing \"iommu=pt\" from kernel command line which can lead to hang!",
           NcclTrouble::Recommendation},
    Sample{"graph/tuning.cc:80", "NCCL_ALGO is set to foo which is invalid",
           NcclTrouble::InvalidEnvironment},
    Sample{"x.cc:1", "Something that nobody has seen", NcclTrouble::Other},
};

TEST(NcclTrouble, IsKnownByTheWordsOfTheWarning) {
  for (const Sample& sample : kSamples)
    EXPECT_EQ(to_text(nccl_trouble(sample.place, sample.message)), to_text(sample.kind))
        << sample.message;
}

TEST(NcclTroubleText, IsTheSameForEveryRank) {
  const auto text = [](NcclTrouble kind, std::string_view message) {
    return nccl_trouble_text(kind, "transport/net.cc:12", message);
  };
  EXPECT_EQ(text(NcclTrouble::ProxyFailure, "[Proxy Service 1] Failed for opId=0x7fa0242685e0"),
            "Failed for opId");
  EXPECT_EQ(text(NcclTrouble::IbAsyncEvent, "NET/IB : async fatal event on QP (0x7309dc3bb338): x"),
            "async fatal event on QP: x");
  EXPECT_EQ(
      text(NcclTrouble::IbCompletionError,
           "NET/IB : Got completion from peer 10.0.0.1<33> with status=12 opcode=0 len=0 vendor "
           "err 129 (Recv)"),
      "status=12 vendor err 129 (Recv)");
  EXPECT_EQ(
      text(NcclTrouble::IbvCallFailed, "Call to ibv_modify_qp failed with error No such device"),
      "ibv_modify_qp: No such device");
  EXPECT_EQ(text(NcclTrouble::ShmNoSpace,
                 "Error while creating shared memory segment /dev/shm/nccl-x (size 9)"),
            "Error while creating shared memory segment (size 9)");
  EXPECT_EQ(text(NcclTrouble::CudaFailure, "Cuda failure 'x'"),
            "transport/net.cc:12 Cuda failure 'x'");
  EXPECT_EQ(text(NcclTrouble::SharpFailure, "tree(ID:0x40 ret:0x4)"), "tree(ID:0x40 ret:0x4)");
}

TEST(NcclTroubleMeaning, EveryKindHasAnExplanationAndARemedy) {
  for (int i = 0; i <= static_cast<int>(NcclTrouble::Other); ++i) {
    const auto kind = static_cast<NcclTrouble>(i);
    const NcclTroubleMeaning& meaning = meaning_of(kind);
    EXPECT_EQ(meaning.kind, kind) << to_text(kind);
    EXPECT_FALSE(meaning.why.empty() || meaning.remedy.empty()) << to_text(kind);
  }
}

}  // namespace
}  // namespace busbar
