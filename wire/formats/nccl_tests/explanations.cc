// Tested by tests/unit/wire/formats/nccl_tests/findings_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/nccl_tests/findings.h"

namespace busbar::wire {
namespace {

struct FailureCause {
  std::string_view mark;  // in the failure's text
  RootCause cause;
  double confidence;
  std::string_view why, remedy;
};

// The messages are those of cudaGetErrorString and ncclGetErrorString.
constexpr std::array kFailureCauses{
    FailureCause{"system not yet initialized", RootCause::NvlsUnavailable, 0.5,
                 "CUDA error 802: the NVSwitch fabric is not set up, because the fabric manager "
                 "does not run or its version is not the driver's",
                 "start nvidia-fabricmanager in exactly the driver's version, then see "
                 "nvidia-smi -q for Fabric State: Completed"},
    FailureCause{"driver version is insufficient", RootCause::MismatchVersions, 0.9,
                 "the CUDA driver is older than the runtime needs",
                 "install the driver that the CUDA release names, or a forward-compatibility "
                 "package"},
    FailureCause{"no kernel image is available", RootCause::MismatchVersions, 0.9,
                 "the program was not built for this GPU's architecture",
                 "build with NVCC_GENCODE for its compute capability"},
    FailureCause{"system has unsupported display driver", RootCause::MismatchVersions, 0.8,
                 "driver and runtime do not belong together", "install matching versions"},
    FailureCause{"out of memory", RootCause::Oom, 0.9, "the GPU has no memory left for the buffers",
                 "lower -e, or end what else uses the GPU"},
    FailureCause{"remote process exited or there was a network error", RootCause::PeerFailedOrHang,
                 0.7, "another process of the job ended first",
                 "look for the first failure among the other ranks"},
    FailureCause{"Test timeout", RootCause::PeerFailedOrHang, 0.6,
                 "a collective did not end within -T seconds", "see which rank is missing"},
    FailureCause{"invalid usage", RootCause::MisconfigEnv, 0.6,
                 "NCCL refused an argument or a variable",
                 "run with NCCL_DEBUG=WARN: it names the one"},
    FailureCause{"invalid device ordinal", RootCause::MisconfigEnv, 0.8,
                 "a rank asks for a GPU that it cannot see",
                 "check -g, the ranks per node and CUDA_VISIBLE_DEVICES"},
    FailureCause{"Invalid number of GPUs", RootCause::MisconfigEnv, 0.9,
                 "more GPUs are asked for than the process can see",
                 "check -g, the ranks per node and CUDA_VISIBLE_DEVICES"},
    FailureCause{"Out Of Memory", RootCause::Oom, 0.7, "the host's memory limit was reached",
                 "raise the job's memory"},
};

Explanation explained(RootCause cause, DiagnosisStep step, double confidence, std::string_view why,
                      std::string_view remedy) {
  return {cause, step, confidence, std::string(why), std::string(remedy), {}};
}

void explain_failures(const NcclTestsText& text, std::vector<Explanation>& into) {
  for (const NcclError& error : text.errors)
    for (const FailureCause& known : kFailureCauses)
      if (contains(error.text, known.mark)) {
        Explanation found =
            explained(known.cause, DiagnosisStep::Log, known.confidence, known.why, known.remedy);
        found.evidence.push_back({error.line, error.text});
        into.push_back(std::move(found));
        break;
      }
}

struct CodeCause {
  std::string_view code;
  RootCause cause;
  double confidence;
};
constexpr std::array kCodeCauses{
    CodeCause{"separate_runs", RootCause::MisconfigEnv, 0.9},
    CodeCause{"bw_low", RootCause::TcpFallback, 0.6},
    CodeCause{"data_corruption", RootCause::Unknown, 0.5},
};

void explain_findings(const std::vector<Finding>& findings, std::vector<Explanation>& into) {
  for (const Finding& finding : findings)
    for (const CodeCause& known : kCodeCauses)
      if (finding.code == known.code) {
        Explanation found =
            explained(known.cause, finding.step, known.confidence, finding.why, finding.remedy);
        found.evidence = finding.evidence;
        into.push_back(std::move(found));
      }
}

}  // namespace

std::vector<Explanation> nccl_tests_explanations(const NcclTestsText& text) {
  std::vector<Explanation> found;
  explain_failures(text, found);
  explain_findings(nccl_tests_findings(text), found);
  std::stable_sort(found.begin(), found.end(), [](const Explanation& a, const Explanation& b) {
    return a.step != b.step ? a.step < b.step : a.confidence > b.confidence;
  });
  if (!found.empty()) return found;
  const bool has_rows = std::any_of(text.runs.begin(), text.runs.end(),
                                    [](const NcclRun& run) { return !run.rows.empty(); });
  if (has_rows && text.errors.empty())
    return {explained(RootCause::Healthy, DiagnosisStep::Baseline, 0.5,
                      "results are there and nothing in them shows a fault; whether they are as "
                      "fast as they could be takes a bound or a baseline",
                      "")};
  return {explained(RootCause::Unknown, DiagnosisStep::Log, 0.2,
                    "the text ends before any result and names no cause",
                    "run again with NCCL_DEBUG=WARN and send every rank's output")};
}

}  // namespace busbar::wire
