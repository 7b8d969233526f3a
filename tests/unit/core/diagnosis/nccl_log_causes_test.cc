#include "core/diagnosis/nccl_log_causes.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace busbar {
namespace {

NcclTroubleSeen trouble(NcclTrouble kind, std::uint64_t line, std::string text = "x") {
  NcclTroubleSeen seen;
  seen.kind = kind;
  seen.text = std::move(text);
  seen.evidence = {line, seen.text};
  return seen;
}

NcclLogFacts facts_with(std::vector<NcclTroubleSeen> troubles) {
  NcclLogFacts facts;
  facts.nccl_lines = 10;
  facts.troubles = std::move(troubles);
  return facts;
}

std::string_view cause(const NcclLogFacts& facts) {
  return to_text(explain(facts).front().cause);
}

TEST(NcclCauses, ACauseComesBeforeWhatFollowsFromIt) {
  const auto facts =
      facts_with({trouble(NcclTrouble::SocketClosed, 1), trouble(NcclTrouble::ShmNoSpace, 2),
                  trouble(NcclTrouble::ErrorChain, 3)});
  EXPECT_EQ(cause(facts), "shm_limit");
  EXPECT_EQ(first_cause(facts), &facts.troubles[1]);
}

TEST(NcclCauses, AmongCausesTheFirstInTheTextComesFirst) {
  EXPECT_EQ(cause(facts_with({trouble(NcclTrouble::OutOfMemory, 1),
                              trouble(NcclTrouble::IbCompletionError, 2)})),
            "oom");
  EXPECT_EQ(cause(facts_with({trouble(NcclTrouble::IbCompletionError, 1),
                              trouble(NcclTrouble::OutOfMemory, 2)})),
            "ib_error_or_timeout");
}

TEST(NcclCauses, WhatOnlyFollowsNamesNoCause) {
  EXPECT_EQ(cause(facts_with({trouble(NcclTrouble::ErrorChain, 1)})), "unknown");
  EXPECT_EQ(cause(facts_with({trouble(NcclTrouble::Exception, 1)})), "unknown");
}

TEST(NcclCauses, NothingFailingIsHealthyWithMoreCertaintyWhereTheRunGoesOn) {
  NcclLogFacts facts = facts_with({});
  EXPECT_EQ(cause(facts), "healthy");
  const double quiet = explain(facts).front().confidence;
  facts.completed = {0};
  EXPECT_GT(explain(facts).front().confidence, quiet);
}

TEST(NcclCauses, AStartWithoutAnEndIsUnknown) {
  NcclLogFacts facts = facts_with({});
  facts.started = {0, 1};
  EXPECT_EQ(cause(facts), "unknown");
}

TEST(NcclCauses, TcpBetweenHostsIsAFaultAndOnOneHostIsNone) {
  NcclLogFacts facts = facts_with({});
  facts.networks_used = {{"Socket", 2}};
  facts.hosts = {"a", "b"};
  facts.completed = {0, 1};
  EXPECT_EQ(cause(facts), "tcp_fallback");
  facts.hosts = {"a"};
  facts.ranks = 2;
  EXPECT_EQ(cause(facts), "healthy");
}

TEST(NcclCauses, TcpThatWasAskedForIsASetting) {
  NcclLogFacts facts = facts_with({});
  facts.networks_used = {{"Socket", 2}};
  facts.hosts = {"a", "b"};
  facts.variables["NCCL_IB_DISABLE"] = {{"1"}, {1, "x"}, true};
  const auto list = explain(facts);
  ASSERT_GE(list.size(), 2U);
  EXPECT_EQ(list[0].cause, RootCause::MisconfigEnv);
  EXPECT_EQ(list[1].cause, RootCause::TcpFallback);
}

TEST(NcclCauses, ListsUnknownOnlyWhereNothingElseIsKnown) {
  const auto list = explain(
      facts_with({trouble(NcclTrouble::CudaFailure, 1), trouble(NcclTrouble::NvlsFailure, 2)}));
  EXPECT_EQ(list.size(), 1U);
  EXPECT_EQ(list.front().cause, RootCause::NvlsUnavailable);
}

TEST(NcclFindings, CarryEvidenceRemedyAndTheMeaningOfAStatus) {
  auto seen = trouble(NcclTrouble::IbCompletionError, 4, "status=12 vendor err 129");
  seen.status = 12;
  seen.host = "a";
  seen.peer = "10.0.0.2";
  const auto list = findings_of(facts_with({seen}));
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].code, "nccl_ib_completion_error");
  EXPECT_EQ(list[0].severity, Severity::Error);
  EXPECT_EQ(list[0].evidence.front().line, 4U);
  EXPECT_EQ(list[0].objects[1].names, std::vector<std::string>{"10.0.0.2"});
  EXPECT_NE(list[0].why.find("IBV_WC_RETRY_EXC_ERR"), std::string::npos);
  EXPECT_FALSE(list[0].remedy.empty());
}

TEST(NcclFindings, SettingsThatDifferBetweenRanksAreNamedUnlessTheyMustDiffer) {
  NcclLogFacts facts = facts_with({});
  facts.variables["NCCL_IB_HCA"] = {{"mlx5_0", "mlx5_1"}, {1, "x"}, true};
  facts.variables["NCCL_HOSTID"] = {{"a", "b"}, {2, "x"}, true};
  const auto list = findings_of(facts);
  ASSERT_EQ(list.size(), 1U);
  EXPECT_EQ(list[0].code, "nccl_settings_differ");
  EXPECT_EQ(list[0].have, "mlx5_0, mlx5_1");
}

TEST(NcclCompletion, KnowsTheStatusOfTheVerbsLibrary) {
  EXPECT_TRUE(completion_status_meaning(12).starts_with("IBV_WC_RETRY_EXC_ERR"));
  EXPECT_EQ(completion_status_meaning(99), "");
}

}  // namespace
}  // namespace busbar
