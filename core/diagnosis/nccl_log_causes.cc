#include "core/diagnosis/nccl_log_causes.h"

#include <algorithm>
#include <array>

#include "core/diagnosis/nccl_environment.h"
#include "core/diagnosis/nccl_log_trouble.h"

namespace busbar {
namespace {

// ibv_wc_status of the verbs library, those that NCCL meets.
constexpr std::array<std::pair<std::int64_t, std::string_view>, 10> kCompletions{{
    {1, "IBV_WC_LOC_LEN_ERR: the message does not fit the receive buffer"},
    {2, "IBV_WC_LOC_QP_OP_ERR: the queue pair cannot do this operation"},
    {4, "IBV_WC_LOC_PROT_ERR: local memory is not registered for it"},
    {5, "IBV_WC_WR_FLUSH_ERR: follows from an earlier error of the same queue pair"},
    {9, "IBV_WC_REM_INV_REQ_ERR: the peer refused the request"},
    {10, "IBV_WC_REM_ACCESS_ERR: the peer's memory is not registered for it"},
    {11, "IBV_WC_REM_OP_ERR: the peer could not do it"},
    {12, "IBV_WC_RETRY_EXC_ERR: the peer stopped acknowledging"},
    {13, "IBV_WC_RNR_RETRY_EXC_ERR: the peer posted no receive"},
    {21, "IBV_WC_GENERAL_ERR: an error of the adapter"},
}};

std::optional<RootCause> cause_of(const NcclLogFacts& facts, const NcclTroubleSeen& trouble) {
  if (trouble.is_superseded) return std::nullopt;
  if (trouble.kind == NcclTrouble::PluginFailed && is_tcp_fallback(facts).value_or(false))
    return RootCause::TcpFallback;
  return meaning_of(trouble.kind).cause;
}

double confidence_of(Causality causality) {
  switch (causality) {
    case Causality::Cause:
      return 0.9;
    case Causality::Hint:
      return 0.6;
    case Causality::Consequence:
      return 0.4;
  }
  return 0;
}

void add(std::vector<Explanation>& list, Explanation explanation) {
  const auto known = std::find_if(list.begin(), list.end(), [&](const auto& other) {
    return other.cause == explanation.cause;
  });
  if (known == list.end()) return list.push_back(std::move(explanation));
  if (known->evidence.size() < 8)
    known->evidence.insert(known->evidence.end(), explanation.evidence.begin(),
                           explanation.evidence.end());
  if (explanation.confidence > known->confidence) {
    explanation.evidence = known->evidence;
    *known = std::move(explanation);
  }
}

void add_troubles(std::vector<Explanation>& list, const NcclLogFacts& facts) {
  constexpr double kLater = 0.8;  // what comes after another cause is as likely its consequence
  double share = 1;
  for (const NcclTroubleSeen& trouble : facts.troubles) {
    const auto cause = cause_of(facts, trouble);
    const NcclTroubleMeaning& meaning = meaning_of(trouble.kind);
    if (!cause || (*cause == RootCause::Unknown && meaning.causality == Causality::Consequence))
      continue;
    const bool is_cause = meaning.causality == Causality::Cause;
    std::string why{meaning.why};
    if (trouble.status && !completion_status_meaning(*trouble.status).empty())
      why += " " + std::string(completion_status_meaning(*trouble.status)) + ".";
    add(list, {*cause,
               meaning.step,
               confidence_of(meaning.causality) * (is_cause ? share : 1),
               why,
               std::string(meaning.remedy),
               {trouble.evidence}});
    if (is_cause) share *= kLater;
  }
}

bool is_forced_to_tcp(const NcclLogFacts& facts) {
  const std::string_view interface = reported(facts, "NCCL_SOCKET_IFNAME");
  return reported(facts, "NCCL_IB_DISABLE") == "1" || reported(facts, "NCCL_NET") == "Socket" ||
         interface == "lo" || interface == "=lo";
}

void add_network(std::vector<Explanation>& list, const NcclLogFacts& facts) {
  if (!is_tcp_fallback(facts).value_or(false)) return;
  std::vector<Evidence> evidence;
  for (const Evidence& item : {facts.no_ib_evidence, facts.socket_evidence})
    if (item.line != 0) evidence.push_back(item);
  if (is_forced_to_tcp(facts))
    add(list, {RootCause::MisconfigEnv, DiagnosisStep::Log, 0.85,
               "The environment keeps NCCL from a faster network than TCP.",
               "Unset NCCL_IB_DISABLE and NCCL_NET, and name a real interface in "
               "NCCL_SOCKET_IFNAME.",
               evidence});
  add(list, {RootCause::TcpFallback, DiagnosisStep::Log, 0.8,
             "Traffic between the hosts goes over TCP sockets, which is slower than RDMA by far.",
             "See why no RDMA device was found: adapters, drivers, /dev/infiniband in the "
             "container, libibverbs, NCCL_IB_HCA, or the provider's network plugin.",
             evidence});
  if (!facts.allocation_failed.empty())
    add(list, {RootCause::Oom,
               DiagnosisStep::Log,
               0.5,
               "A library below NCCL got no memory, and NCCL went on without it.",
               "Raise the locked memory limit (ulimit -l unlimited) and the host's huge pages or "
               "memory.",
               {facts.allocation_evidence}});
}

void add_gdr(std::vector<Explanation>& list, const NcclLogFacts& facts) {
  const auto gdr = gpudirect(facts);
  const std::string network = network_in_use(facts);
  if (!gdr || gdr->without == 0 || network.empty() || network == "Socket") return;
  if (is_gdr_for_receives_by_design(facts)) return;
  // NCCL lists every pair of GPU and adapter; those that are far apart are off on every machine.
  const bool is_pairs = !facts.gdr_transport.is_said() && !facts.gdr_device.is_said();
  if (is_pairs && gdr->with > 0) return;
  const NcclTroubleMeaning& meaning = meaning_of(NcclTrouble::GdrDisabled);
  add(list, {RootCause::NoGdrdma,
             meaning.step,
             gdr->with == 0 ? 0.8 : 0.6,
             std::string(meaning.why),
             std::string(meaning.remedy),
             {facts.gdr_without_evidence}});
}

// An address that reaches no other host: link-local, or of a virtual interface.
bool reaches_no_host(std::string_view text) {
  for (std::string_view mark : {"fe80:", "%veth", "%docker", "%virbr", " 127.0.0.1<"})
    if (text.find(mark) != std::string_view::npos) return true;
  return false;
}

void add_interface(std::vector<Explanation>& list, const NcclLogFacts& facts) {
  for (const NcclTroubleSeen& trouble : facts.troubles) {
    const bool is_socket =
        trouble.kind == NcclTrouble::SocketFailed || trouble.kind == NcclTrouble::BootstrapFailure;
    if (!is_socket || !reaches_no_host(trouble.text)) continue;
    add(list, {RootCause::MisconfigEnv,
               DiagnosisStep::Log,
               0.92,
               "NCCL took an interface whose address reaches no other host.",
               "Name the interface that all hosts share in NCCL_SOCKET_IFNAME.",
               {trouble.evidence}});
  }
}

void add_versions(std::vector<Explanation>& list, const NcclLogFacts& facts) {
  if (!has_several_versions(facts)) return;
  add(list, {RootCause::MismatchVersions,
             DiagnosisStep::Log,
             0.7,
             "The ranks do not run the same version.",
             std::string(meaning_of(NcclTrouble::VersionMismatch).remedy),
             {}});
}

void add_environment(std::vector<Explanation>& list, const NcclLogFacts& facts) {
  for (const Finding& finding : environment_findings(facts)) {
    if (finding.code != "nccl_env_harmful" || finding.severity == Severity::Note) continue;
    add(list, {RootCause::MisconfigEnv, DiagnosisStep::Log, 0.5, finding.why, finding.remedy,
               finding.evidence});
  }
}

Explanation without_fault(const NcclLogFacts& facts) {
  const bool is_running = !facts.completed.empty() || facts.is_test_or_training_going ||
                          !facts.choices.empty() || !facts.table_rows.empty();
  const bool is_stopped = !is_running && is_init_complete(facts) == std::optional(false);
  const DiagnosisStep step = facts.model.cells.empty() ? DiagnosisStep::Log : DiagnosisStep::Tuning;
  const bool has_trouble = std::any_of(facts.troubles.begin(), facts.troubles.end(),
                                       [](const auto& trouble) { return !trouble.is_superseded; });
  if (has_trouble || is_stopped || facts.nccl_lines == 0)
    return {RootCause::Unknown,
            DiagnosisStep::Log,
            is_stopped ? 0.5 : 0.3,
            is_stopped ? "The log ends before the communicator is ready, and says no reason."
                       : "The log does not show the cause.",
            "Run with NCCL_DEBUG=INFO and keep the output of every rank from the start.",
            {}};
  std::vector<Evidence> evidence;
  if (!facts.completed.empty()) evidence.push_back(facts.completed_evidence);
  return {RootCause::Healthy, step, is_running ? 0.8 : 0.4, "Nothing fails in the lines shown.", "",
          std::move(evidence)};
}

}  // namespace

std::string_view completion_status_meaning(std::int64_t status) {
  const auto* found = std::find_if(kCompletions.begin(), kCompletions.end(),
                                   [status](const auto& row) { return row.first == status; });
  return found == kCompletions.end() ? std::string_view{} : found->second;
}

std::vector<Explanation> explain(const NcclLogFacts& facts) {
  std::vector<Explanation> list;
  add_troubles(list, facts);
  add_network(list, facts);
  add_interface(list, facts);
  add_gdr(list, facts);
  add_versions(list, facts);
  add_environment(list, facts);
  const bool is_explained = std::any_of(list.begin(), list.end(), [](const auto& explanation) {
    return explanation.cause != RootCause::Unknown;
  });
  if (is_explained)
    std::erase_if(list, [](const auto& item) { return item.cause == RootCause::Unknown; });
  else
    add(list, without_fault(facts));
  std::stable_sort(list.begin(), list.end(),
                   [](const auto& a, const auto& b) { return a.confidence > b.confidence; });
  return list;
}

const NcclTroubleSeen* first_cause(const NcclLogFacts& facts) {
  const auto is_cause = [](const NcclTroubleSeen& trouble) {
    return meaning_of(trouble.kind).causality == Causality::Cause;
  };
  const auto found = std::find_if(facts.troubles.begin(), facts.troubles.end(), is_cause);
  if (found == facts.troubles.end()) return nullptr;
  const bool is_alone = std::all_of(facts.troubles.begin(), facts.troubles.end(),
                                    [&](const auto& other) { return other.kind == found->kind; });
  return is_alone ? nullptr : &*found;
}

}  // namespace busbar
