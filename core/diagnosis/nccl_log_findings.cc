// The findings of a log of NCCL.
//
// Tested by tests/unit/core/diagnosis/nccl_log_causes_test.cc
#include <algorithm>
#include <array>

#include "core/diagnosis/nccl_environment.h"
#include "core/diagnosis/nccl_log_causes.h"
#include "core/diagnosis/nccl_log_trouble.h"

namespace busbar {
namespace {

// Set apart for each process on purpose.
constexpr std::array<std::string_view, 6> kOwnSettings{
    "NCCL_HOSTID",          "NCCL_DEBUG_FILE",   "NCCL_TOPO_DUMP_FILE",
    "NCCL_GRAPH_DUMP_FILE", "NCCL_PROXY_CPUSET", "NCCL_COMM_ID"};

Finding finding_of(const NcclTroubleSeen& trouble) {
  const NcclTroubleMeaning& meaning = meaning_of(trouble.kind);
  Finding finding;
  finding.code = "nccl_" + std::string(to_text(trouble.kind));
  finding.severity = meaning.severity;
  finding.step = meaning.step;
  finding.why = meaning.why;
  if (trouble.status && !completion_status_meaning(*trouble.status).empty())
    finding.why += " " + std::string(completion_status_meaning(*trouble.status)) + ".";
  finding.remedy = meaning.remedy;
  finding.have = trouble.kind == NcclTrouble::ErrorChain ? chain_text(trouble) : trouble.text;
  if (!trouble.host.empty()) finding.objects.push_back({"hosts", {trouble.host}});
  if (!trouble.peer.empty()) finding.objects.push_back({"peers", {trouble.peer}});
  finding.evidence.push_back(trouble.evidence);
  return finding;
}

std::vector<Evidence> said(const Evidence& evidence) {
  return evidence.line == 0 ? std::vector<Evidence>{} : std::vector{evidence};
}

void add_selection(std::vector<Finding>& list, const NcclLogFacts& facts) {
  const std::string network = network_in_use(facts);
  if (is_tcp_fallback(facts).value_or(false))
    list.push_back({"nccl_tcp_fallback",
                    Severity::Error,
                    DiagnosisStep::Log,
                    {},
                    "Socket",
                    "an RDMA network",
                    "Traffic between the hosts goes over TCP sockets.",
                    "Find out why NCCL took no RDMA network: see the other findings, adapters, "
                    "drivers, and /dev/infiniband in the container.",
                    said(facts.socket_evidence)});
  const auto gdr = gpudirect(facts);
  const bool is_rdma = !network.empty() && network != "Socket";
  const bool is_pairs = !facts.gdr_transport.is_said() && !facts.gdr_device.is_said();
  if (gdr && is_rdma && is_gdr_for_receives_by_design(facts))
    list.push_back({"nccl_gdrdma_receives_only",
                    Severity::Note,
                    DiagnosisStep::Log,
                    {},
                    "for receives",
                    {},
                    "GPUDirect RDMA is used for receiving only: NCCL's choice where GPUs have no "
                    "NVLink.",
                    "To try it for sending too, set NCCL_NET_GDR_READ=1.",
                    said(facts.gdr_without_evidence)});
  else if (gdr && gdr->without > 0 && is_rdma && !(is_pairs && gdr->with > 0))
    list.push_back({gdr->with > 0 ? "nccl_gdrdma_mixed" : "nccl_no_gdrdma",
                    Severity::Warning,
                    DiagnosisStep::Log,
                    {},
                    gdr->with > 0 ? "on some paths" : "off",
                    "on",
                    std::string(meaning_of(NcclTrouble::GdrDisabled).why),
                    std::string(meaning_of(NcclTrouble::GdrDisabled).remedy),
                    said(facts.gdr_without_evidence)});
}

void add_versions(std::vector<Finding>& list, const NcclLogFacts& facts) {
  if (!has_several_versions(facts)) return;
  Finding finding{"nccl_versions_differ",
                  Severity::Error,
                  DiagnosisStep::Log,
                  {},
                  {},
                  {},
                  "The ranks do not run the same version.",
                  std::string(meaning_of(NcclTrouble::VersionMismatch).remedy),
                  {}};
  std::string have;
  for (const auto& [host, version] : facts.versions)
    have += (have.empty() ? "" : ", ") + (host.empty() ? version : host + " " + version);
  finding.have = have.substr(0, kNcclTextMax);
  list.push_back(std::move(finding));
}

void add_settings(std::vector<Finding>& list, const NcclLogFacts& facts) {
  for (const auto& [name, seen] : facts.variables) {
    const bool is_own =
        std::find(kOwnSettings.begin(), kOwnSettings.end(), name) != kOwnSettings.end();
    if (seen.values.size() < 2 || !seen.is_reported || is_own) continue;
    std::string have;
    for (const std::string& value : seen.values) have += (have.empty() ? "" : ", ") + value;
    list.push_back({"nccl_settings_differ",
                    Severity::Warning,
                    DiagnosisStep::Log,
                    {{"variables", {name}}},
                    have,
                    "one value on all ranks",
                    "Ranks run with different values of " + name + ".",
                    "Set it for all ranks alike (mpirun -x, the batch script, /etc/nccl.conf).",
                    said(seen.evidence)});
  }
}

}  // namespace

std::vector<Finding> findings_of(const NcclLogFacts& facts) {
  std::vector<Finding> list;
  for (const NcclTroubleSeen& trouble : facts.troubles)
    if (!trouble.is_superseded) list.push_back(finding_of(trouble));
  add_selection(list, facts);
  add_versions(list, facts);
  add_settings(list, facts);
  for (Finding& finding : environment_findings(facts)) list.push_back(std::move(finding));
  return list;
}

}  // namespace busbar
