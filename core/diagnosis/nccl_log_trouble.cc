#include "core/diagnosis/nccl_log_trouble.h"

#include <algorithm>
#include <array>

namespace busbar {
namespace {

struct Sign {
  std::string_view place;    // in the place of the warning; empty: anywhere
  std::string_view message;  // in its words; empty: any
  NcclTrouble kind;
};

// Ordered from the special to the general.
constexpr std::array kSigns{
    Sign{"", "Mismatched NCCL version", NcclTrouble::VersionMismatch},
    Sign{"", "version mismatch", NcclTrouble::VersionMismatch},
    Sign{"", "driver version is insufficient", NcclTrouble::VersionMismatch},
    Sign{"", "forward compatibility was attempted", NcclTrouble::VersionMismatch},
    Sign{"", "no kernel image is available", NcclTrouble::VersionMismatch},
    Sign{"", "Duplicate GPU detected", NcclTrouble::DuplicateGpu},
    Sign{"", "number of remote rails", NcclTrouble::RailMismatch},
    Sign{"", "collective mismatch", NcclTrouble::CollectiveMismatch},
    Sign{"", "Mismatched collective", NcclTrouble::CollectiveMismatch},
    Sign{"", "Message truncated", NcclTrouble::CollectiveMismatch},
    Sign{"", "bytes instead of", NcclTrouble::CollectiveMismatch},
    Sign{"nvls", "", NcclTrouble::NvlsFailure},
    Sign{"multicast", "", NcclTrouble::NvlsFailure},
    Sign{"", "NVLS", NcclTrouble::NvlsFailure},
    Sign{"", "ulticast", NcclTrouble::NvlsFailure},
    Sign{"sharp_plugin", "", NcclTrouble::SharpFailure},
    Sign{"coll_net", "", NcclTrouble::SharpFailure},
    Sign{"", "SHARP", NcclTrouble::SharpFailure},
    Sign{"", "CollNet", NcclTrouble::SharpFailure},
    Sign{"", "SAT tree", NcclTrouble::SharpFailure},
    Sign{"", "No space left on device", NcclTrouble::ShmNoSpace},
    Sign{"", "Permission denied", NcclTrouble::ShmFailure},
    Sign{"", "shared memory segment", NcclTrouble::ShmNoSpace},
    Sign{"", "failed to extend", NcclTrouble::ShmNoSpace},
    Sign{"shm", "", NcclTrouble::ShmFailure},
    Sign{"", "shared memory", NcclTrouble::ShmFailure},
    Sign{"", "Got completion", NcclTrouble::IbCompletionError},
    Sign{"", "Got async", NcclTrouble::IbAsyncEvent},
    Sign{"", "async fatal event", NcclTrouble::IbAsyncEvent},
    Sign{"", "async event:", NcclTrouble::IbAsyncEvent},
    Sign{"", "Call to ibv_", NcclTrouble::IbvCallFailed},
    Sign{"", "ibv_", NcclTrouble::IbvCallFailed},
    Sign{"", "incompatible", NcclTrouble::IncompatibleDevices},
    Sign{"", "Incompatible", NcclTrouble::IncompatibleDevices},
    Sign{"", "link layer", NcclTrouble::IncompatibleDevices},
    Sign{"", "No NIC found", NcclTrouble::IncompatibleDevices},
    Sign{"", "Failed to open lib", NcclTrouble::MissingLibrary},
    Sign{"", "cannot open shared object", NcclTrouble::MissingLibrary},
    Sign{"", "NET/OFI", NcclTrouble::PluginFailed},
    Sign{"nccl_ofi", "", NcclTrouble::PluginFailed},
    Sign{"", "Error: network", NcclTrouble::PluginFailed},
    Sign{"", "any NET plugin", NcclTrouble::PluginFailed},
    Sign{"", "NET/Plugin", NcclTrouble::PluginFailed},
    Sign{"", "network plugin", NcclTrouble::PluginFailed},
    Sign{"", "HSA_FORCE_FINE_GRAIN_PCIE", NcclTrouble::Recommendation},
    Sign{"", "Missing \"", NcclTrouble::Recommendation},
    Sign{"", "NUMA auto balancing", NcclTrouble::Recommendation},
    Sign{"", "sudo sysctl", NcclTrouble::Recommendation},
    Sign{"", "ulimit", NcclTrouble::Recommendation},
    Sign{"", "no socket interface found", NcclTrouble::NoInterface},
    Sign{"", "o interface found", NcclTrouble::NoInterface},
    Sign{"", "o usable listening interface", NcclTrouble::NoInterface},
    Sign{"", "NCCL_ALGO", NcclTrouble::InvalidEnvironment},
    Sign{"", "NCCL_PROTO", NcclTrouble::InvalidEnvironment},
    Sign{"", "Invalid NCCL_", NcclTrouble::InvalidEnvironment},
    Sign{"", "nvalid value for", NcclTrouble::InvalidEnvironment},
    Sign{"", "no algorithm/protocol available", NcclTrouble::InvalidUsage},
    Sign{"", "losed by remote peer", NcclTrouble::SocketClosed},
    Sign{"", "Connection reset by peer", NcclTrouble::SocketClosed},
    Sign{"", "Broken pipe", NcclTrouble::SocketClosed},
    Sign{"", "[Proxy Service", NcclTrouble::ProxyFailure},
    Sign{"", "Connection refused", NcclTrouble::SocketFailed},
    Sign{"", "timed out", NcclTrouble::SocketFailed},
    Sign{"", "No route to host", NcclTrouble::SocketFailed},
    Sign{"", "Network is unreachable", NcclTrouble::SocketFailed},
    Sign{"", "Call to connect", NcclTrouble::SocketFailed},
    Sign{"", "Call to bind", NcclTrouble::SocketFailed},
    Sign{"bootstrap", "", NcclTrouble::BootstrapFailure},
    Sign{"", "Bootstrap", NcclTrouble::BootstrapFailure},
    Sign{"proxy", "", NcclTrouble::ProxyFailure},
    Sign{"socket", "", NcclTrouble::SocketFailed},
    Sign{"", "out of memory", NcclTrouble::OutOfMemory},
    Sign{"", "Failed to CUDA", NcclTrouble::OutOfMemory},
    Sign{"", "Failed to malloc", NcclTrouble::OutOfMemory},
    Sign{"", "Cannot allocate memory", NcclTrouble::OutOfMemory},
    Sign{"", "peer access", NcclTrouble::P2pFailure},
    Sign{"", "peer mapping", NcclTrouble::P2pFailure},
    Sign{"p2p", "Cuda failure", NcclTrouble::P2pFailure},
    Sign{"", "P2P", NcclTrouble::P2pFailure},
    Sign{"", "Cuda failure", NcclTrouble::CudaFailure},
    Sign{"", "CUDA failure", NcclTrouble::CudaFailure},
    Sign{"", "HIP failure", NcclTrouble::CudaFailure},
    Sign{"", "CUDA error", NcclTrouble::CudaFailure},
    Sign{"", "libcuda", NcclTrouble::CudaFailure},
    Sign{"graph/", "", NcclTrouble::Topology},
    Sign{"", "Topo", NcclTrouble::Topology},
    Sign{"", "topology", NcclTrouble::Topology},
    Sign{"", "Could not find a path", NcclTrouble::Topology},
    Sign{"", "nvalid usage", NcclTrouble::InvalidUsage},
    Sign{"", "nvalid argument", NcclTrouble::InvalidUsage},
    Sign{"", " : invalid ", NcclTrouble::InvalidUsage},
    Sign{"argcheck", "", NcclTrouble::InvalidUsage},
    Sign{"ib_plugin", "", NcclTrouble::IbvCallFailed},
    Sign{"", "NCCL_", NcclTrouble::InvalidEnvironment},
};

bool holds(std::string_view text, std::string_view part) {
  return part.empty() || text.find(part) != std::string_view::npos;
}

// Prefixes that name the part of NCCL which speaks, as its lines already do.
constexpr std::array<std::string_view, 12> kSpeakers{"NET/IB : ",
                                                     "NET/IB: ",
                                                     "NET/OFI ",
                                                     "NET/Socket : ",
                                                     "socketProgress: ",
                                                     "socketPollConnect: ",
                                                     "socketStartConnect: ",
                                                     "Net : ",
                                                     "NET/Plugin : ",
                                                     "NET/Plugin: ",
                                                     "NET/UCX ",
                                                     "Bootstrap : "};

std::string_view without_speaker(std::string_view message) {
  if (message.starts_with("[Proxy Service"))
    if (const std::size_t at = message.find("] "); at != std::string_view::npos)
      message.remove_prefix(at + 2);
  for (std::string_view speaker : kSpeakers)
    if (message.starts_with(speaker)) message.remove_prefix(speaker.size());
  return message;
}

// The rest of a sentence that repeats for every rank what the beginning says.
std::string_view cut_before(std::string_view message, std::string_view mark) {
  return message.substr(0, message.find(mark));
}

// Without "=0x7f…" and " 0x7f…": addresses in memory tell ranks apart, not troubles. Short
// hexadecimal numbers are values and stay.
std::string without_addresses(std::string_view message) {
  constexpr std::size_t kAddressDigits = 9;
  std::string text;
  while (true) {
    const std::size_t at = message.find("0x");
    if (at == std::string_view::npos) return text + std::string(message);
    const std::size_t end =
        std::min(message.size(), message.find_first_not_of("0123456789abcdefABCDEF", at + 2));
    const bool is_address = at > 0 && end - at - 2 >= kAddressDigits;
    const bool is_bracketed =
        is_address && message[at - 1] == '(' && end < message.size() && message[end] == ')';
    text += message.substr(0, is_address ? at - 1 : end);
    if (is_bracketed && text.ends_with(' ')) text.pop_back();
    message.remove_prefix(is_bracketed ? end + 1 : end);
  }
}

// "status=12 vendor err 129 (Recv)", or the older "with error 12, opcode 0": the same failure on
// another queue pair has other addresses, lengths and operation codes.
std::string completion_text(std::string_view message) {
  std::string text;
  const auto take = [&](std::string_view mark, std::string_view stop) {
    const std::size_t at = message.find(mark);
    if (at == std::string_view::npos) return;
    const std::size_t end = message.find_first_of(stop, at + mark.size());
    text += (text.empty() ? "" : " ") + std::string(message.substr(at, end - at));
  };
  take("status=", " ,(");
  if (text.empty()) take("error ", " ,(");
  take("vendor err ", " ,(");
  take("vendor_err=", " ,(");
  for (std::string_view side : {"(Send)", "(Recv)"})
    if (holds(message, side)) text += " " + std::string(side);
  return text.empty() ? std::string(message) : text;
}

// "Call to ibv_modify_qp failed with error X" says "ibv_modify_qp: X".
std::string verbs_text(std::string_view message) {
  constexpr std::string_view kCall = "Call to ", kFailed = " failed with error ";
  const std::size_t at = message.find(kFailed);
  if (!message.starts_with(kCall) || at == std::string_view::npos) return std::string(message);
  return std::string(message.substr(kCall.size(), at - kCall.size())) + ": " +
         std::string(message.substr(at + kFailed.size()));
}

// Without the name of the segment, which is random.
std::string segment_text(std::string_view message) {
  constexpr std::string_view kSegment = "shared memory segment ";
  const std::size_t at = message.find(kSegment), size = message.find(" (size ");
  if (at == std::string_view::npos || size == std::string_view::npos || size < at)
    return std::string(message);
  return std::string(message.substr(0, at + kSegment.size() - 1)) +
         std::string(message.substr(size));
}

}  // namespace

NcclTrouble nccl_trouble(std::string_view place, std::string_view message) {
  for (const Sign& sign : kSigns)
    if (holds(place, sign.place) && holds(message, sign.message)) return sign.kind;
  return NcclTrouble::Other;
}

std::string nccl_trouble_text(NcclTrouble kind, std::string_view place, std::string_view message) {
  message = without_speaker(message);
  if (message.starts_with("Cuda failure") || message.starts_with("HIP failure"))
    return (place.empty() ? "" : std::string(place) + " ") + std::string(message);
  using enum NcclTrouble;
  if (kind == IbCompletionError) return completion_text(message);
  if (kind == IbvCallFailed) return verbs_text(message);
  if (kind == ShmNoSpace || kind == ShmFailure) return segment_text(message);
  if (kind == Recommendation)
    return std::string(cut_before(cut_before(message, " from "), " which can "));
  if (kind == CollectiveMismatch && holds(message, "collective mismatch"))
    return std::string(message.substr(message.find("collective mismatch")));
  if (kind == RailMismatch) return std::string(cut_before(message, " for dev"));
  if (kind == NvlsFailure && holds(message, "CUDA error "))
    return std::string(message.substr(0, message.find(" '", message.find("CUDA error "))));
  return without_addresses(message);
}

}  // namespace busbar
