#include "core/collective/mpi_environment.h"

#include <algorithm>

namespace busbar {
namespace {

// Headers alone fit: a message with any byte of data is announced before it is sent.
constexpr std::uint64_t kRendezvousLimit = 64;
constexpr std::uint64_t kFragmentMin = 32768;  // the library's own size of a fragment

std::map<std::string, std::string> with_limit(std::uint64_t limit) {
  const std::string eager = std::to_string(limit);
  const std::string fragment = std::to_string(std::max(limit, kFragmentMin));
  return {
      {"OMPI_MCA_btl_vader_eager_limit", eager},
      {"OMPI_MCA_btl_vader_max_send_size", fragment},
      {"OMPI_MCA_btl_tcp_eager_limit", eager},
      {"OMPI_MCA_btl_tcp_max_send_size", std::to_string(std::max<std::uint64_t>(limit, 131072))},
      {"OMPI_MCA_btl_self_eager_limit", eager}};
}

}  // namespace

std::map<std::string, std::string> mpi_environment(Protocol protocol, MessageSize largest) {
  switch (protocol) {
    case Protocol::Default:
      return {};
    case Protocol::Eager:
      return with_limit(std::max<std::uint64_t>(4096, std::min(largest, kMpiEagerMax).value()) +
                        kMpiHeaderMax.value());
    case Protocol::Rendezvous:
      return with_limit(kRendezvousLimit);
  }
  return {};
}

}  // namespace busbar
