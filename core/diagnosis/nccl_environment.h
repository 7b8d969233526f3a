#pragma once
// The environment variables of NCCL: since which release, until which, what they take and what they
// do, as tables; and the check of somebody's environment against a release. A release is one
// number, 2.18.5 being 21805; a `since` of 0 means that the release is not known, and nothing is
// said of it. Sources: the NCCL user guide (env.rst), the names in the 2.28.9 library, the sources
// of the tagged releases. Threads: pure. Bounds: none of its own; the caller bounds the
// environment.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"
#include "core/diagnosis/nccl_log_facts.h"

namespace busbar {

using NcclRelease = int;  // 21805

// "2.18.5+cuda12.2"; nothing: not a version.
std::optional<NcclRelease> nccl_release(std::string_view version);
std::string release_text(NcclRelease);  // "2.18.5", "2.18" where the patch is 0

enum class NcclValue { Flag, Number, Level, Text };

struct NcclVariable {
  std::string_view name;
  NcclRelease since = 0, gone = 0;  // gone: the first release without it; 0: still there
  NcclValue value = NcclValue::Text;
  std::int64_t low = 0, high = 0;  // of a Number; both 0: any
  std::string_view effect;         // or, of one that is gone, what took its place
};
std::span<const NcclVariable> nccl_variables();
const NcclVariable* find_nccl_variable(std::string_view name);

// Variables called NCCL_… that NCCL does not read: those of plugins, frameworks, container images.
struct NcclForeignVariable {
  std::string_view name;  // with '*' at its end: all that begin so
  std::string_view owner;
};
std::span<const NcclForeignVariable> nccl_foreign_variables();

enum class NcclValueTest { Is, Begins, Holds, Below, Above, AnyValue };
struct NcclHarm {
  std::string_view name;
  NcclValueTest test = NcclValueTest::Is;
  std::string_view value;
  NcclRelease from = 0, before = 0;  // releases that it holds for; 0: no limit
  Severity severity = Severity::Warning;
  std::string_view why, remedy;
};
std::span<const NcclHarm> nccl_harms();

using NcclEnvironment = std::map<std::string, std::string, std::less<>>;

// Unknown, removed, not yet there, badly valued, harmful: codes nccl_env_*. Without a release only
// what holds for all of them.
std::vector<Finding> environment_findings(const NcclEnvironment&, std::optional<NcclRelease>);
// Of the variables that a log says NCCL took, each with its line.
std::vector<Finding> environment_findings(const NcclLogFacts&);

}  // namespace busbar
