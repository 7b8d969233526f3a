#include "core/diagnosis/nccl_environment.h"

#include <gtest/gtest.h>

#include <set>

namespace busbar {
namespace {

// The codes of what is found in one setting, and of its severity.
std::string judged(std::string_view name, std::string_view value,
                   std::optional<NcclRelease> release = 22809) {
  const auto list = environment_findings({{std::string(name), std::string(value)}}, release);
  EXPECT_LE(list.size(), 1U);
  if (list.empty()) return "fine";
  return list.front().code.substr(9) + " " + std::string(to_text(list.front().severity));
}

TEST(NcclRelease, IsOneNumberOfThreeParts) {
  EXPECT_EQ(nccl_release("2.18.5+cuda12.2"), 21805);
  EXPECT_EQ(nccl_release("2.30"), 23000);
  EXPECT_EQ(nccl_release("2.20.5-HEAD:abc"), 22005);
  for (std::string_view text : {"", "2", "x.1", "2.", "21804", "10.1.1", "2.100.1"})
    EXPECT_EQ(nccl_release(text), std::nullopt) << text;
  EXPECT_EQ(release_text(21805), "2.18.5");
  EXPECT_EQ(release_text(21800), "2.18");
}

TEST(NcclEnvironment, SettingsThatDoWhatTheySayAreFine) {
  EXPECT_EQ(judged("NCCL_DEBUG", "INFO"), "fine");
  EXPECT_EQ(judged("NCCL_IB_HCA", "=mlx5_0:1"), "fine");
  EXPECT_EQ(judged("NCCL_IB_TIMEOUT", "22"), "fine");
  EXPECT_EQ(judged("NCCL_P2P_LEVEL", "nvl"), "fine");
  EXPECT_EQ(judged("LD_LIBRARY_PATH", "/x"), "fine");
}

TEST(NcclEnvironment, NamesWhatNcclDoesNotKnowAndWhatWasMeant) {
  EXPECT_EQ(judged("NCCL_SHARP_ENABLE", "1"), "unknown warning");
  const auto list = environment_findings({{"NCCL_IB_GID_INDX", "3"}}, 22809);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list.front().code, "nccl_env_unknown");
  EXPECT_EQ(list.front().remedy, "Remove it, or write NCCL_IB_GID_INDEX.");
  EXPECT_EQ(list.front().have, "NCCL_IB_GID_INDX=3");
}

TEST(NcclEnvironment, VariablesOfFrameworksAndImagesAreOnlyNoted) {
  EXPECT_EQ(judged("NCCL_ASYNC_ERROR_HANDLING", "1"), "foreign note");
  EXPECT_EQ(judged("NCCL_VERSION", "2.15.5-1"), "foreign note");
}

TEST(NcclEnvironment, KnowsWhatIsGoneAndWhatCameLater) {
  EXPECT_EQ(judged("NCCL_LL_THRESHOLD", "0"), "removed warning");
  EXPECT_EQ(judged("NCCL_LL_THRESHOLD", "0", 20408), "fine");
  EXPECT_EQ(judged("NCCL_NVLS_ENABLE", "1", 21503), "too_new warning");
  EXPECT_EQ(judged("NCCL_NVLS_CHUNKSIZE", "131072", 21503), "too_new warning");
  EXPECT_EQ(judged("NCCL_NVLS_CHUNKSIZE", "131072", std::nullopt), "fine");
}

TEST(NcclEnvironment, RefusesValuesThatNcclDoesNotTake) {
  EXPECT_EQ(judged("NCCL_IB_TIMEOUT", "40"), "invalid warning");
  EXPECT_EQ(judged("NCCL_IB_TIMEOUT", "ten"), "invalid warning");
  EXPECT_EQ(judged("NCCL_P2P_LEVEL", "NEAR"), "invalid warning");
}

TEST(NcclEnvironment, WarnsOfLl128ByListBecauseItMayCorruptData) {
  EXPECT_EQ(judged("NCCL_PROTO", "^LL"), "harmful error");
  EXPECT_EQ(judged("NCCL_PROTO", "LL,ll128"), "harmful error");
  EXPECT_EQ(judged("NCCL_PROTO", "Simple"), "harmful note");
}

TEST(NcclEnvironment, JudgesTheAlgorithmByTheRelease) {
  EXPECT_EQ(judged("NCCL_ALGO", "Tree", 22403), "harmful error");
  EXPECT_EQ(judged("NCCL_ALGO", "Tree", 22105), "harmful warning");
  EXPECT_EQ(judged("NCCL_ALGO", "Tree", 21805), "harmful note");
  EXPECT_EQ(judged("NCCL_ALGO", "Tree", std::nullopt), "harmful note");
  EXPECT_EQ(judged("NCCL_ALGO", "allreduce:tree", 22403), "harmful note");
}

TEST(NcclEnvironment, WarnsOfSettingsThatSwitchTheFastPathsOff) {
  EXPECT_EQ(judged("NCCL_P2P_DISABLE", "1"), "harmful warning");
  EXPECT_EQ(judged("NCCL_P2P_DISABLE", "0"), "fine");
  EXPECT_EQ(judged("NCCL_NET_GDR_LEVEL", "LOC"), "harmful warning");
  EXPECT_EQ(judged("NCCL_SOCKET_IFNAME", "lo"), "harmful warning");
  EXPECT_EQ(judged("NCCL_SOCKET_IFNAME", "eth0"), "fine");
}

TEST(NcclEnvironment, TheTablesAreSoundForEveryRow) {
  std::set<std::string_view> names;
  for (const NcclVariable& row : nccl_variables()) {
    EXPECT_TRUE(row.name.starts_with("NCCL_")) << row.name;
    EXPECT_TRUE(names.insert(row.name).second) << row.name;
    EXPECT_TRUE(row.gone == 0 || row.gone > row.since) << row.name;
    EXPECT_LE(row.low, row.high) << row.name;
    EXPECT_FALSE(row.effect.empty()) << row.name;
    EXPECT_EQ(find_nccl_variable(row.name), &row);
  }
  EXPECT_GT(names.size(), 200U);
  for (const NcclHarm& harm : nccl_harms()) {
    EXPECT_TRUE(find_nccl_variable(harm.name)) << harm.name;
    EXPECT_FALSE(harm.why.empty() || harm.remedy.empty()) << harm.name;
  }
  for (const NcclForeignVariable& row : nccl_foreign_variables())
    EXPECT_FALSE(find_nccl_variable(row.name)) << row.name;
}

TEST(NcclEnvironment, OfALogCarriesTheLine) {
  NcclLogFacts facts;
  facts.versions.emplace_back("", "2.28.9+cuda13.0");
  facts.variables["NCCL_P2P_DISABLE"] = NcclVariableSeen{
      {"1"}, {7, "NCCL_P2P_DISABLE set by environment to 1"}, true};
  const auto list = environment_findings(facts);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list.front().evidence.front().line, 7U);
}

}  // namespace
}  // namespace busbar
