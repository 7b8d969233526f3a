#include "core/diagnosis/finding.h"

#include <algorithm>

namespace busbar {
namespace {

constexpr std::array<std::pair<RootCause, std::string_view>, 14> kCauses{{
    {RootCause::TcpFallback, "tcp_fallback"},
    {RootCause::NoGdrdma, "no_gdrdma"},
    {RootCause::WrongHca, "wrong_hca"},
    {RootCause::IbErrorOrTimeout, "ib_error_or_timeout"},
    {RootCause::SharpUnavailable, "sharp_unavailable"},
    {RootCause::NvlsUnavailable, "nvls_unavailable"},
    {RootCause::TopologyNuma, "topology_numa"},
    {RootCause::MismatchVersions, "mismatch_versions"},
    {RootCause::Oom, "oom"},
    {RootCause::ShmLimit, "shm_limit"},
    {RootCause::PeerFailedOrHang, "peer_failed_or_hang"},
    {RootCause::MisconfigEnv, "misconfig_env"},
    {RootCause::Healthy, "healthy"},
    {RootCause::Unknown, "unknown"},
}};

}  // namespace

std::string_view to_text(Severity severity) {
  switch (severity) {
    case Severity::Note:
      return "note";
    case Severity::Warning:
      return "warning";
    case Severity::Error:
      return "error";
  }
  return "error";
}

std::string_view to_text(RootCause cause) {
  return std::find_if(kCauses.begin(), kCauses.end(),
                      [cause](auto& row) { return row.first == cause; })
      ->second;
}

std::optional<RootCause> root_cause_from_text(std::string_view text) {
  for (const auto& [cause, word] : kCauses)
    if (word == text) return cause;
  return std::nullopt;
}

}  // namespace busbar
