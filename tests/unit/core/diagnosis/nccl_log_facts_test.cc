#include "core/diagnosis/nccl_log_facts.h"

#include <gtest/gtest.h>

#include <set>

namespace busbar {
namespace {

TEST(NcclTroubleNames, AreDistinct) {
  std::set<std::string_view> names;
  for (int i = 0; i <= static_cast<int>(NcclTrouble::Other); ++i)
    names.insert(to_text(static_cast<NcclTrouble>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(NcclTrouble::Other) + 1);
}

TEST(NcclNetworkInUse, IsTheOneMostRanksNameThenWhatTheLinesImply) {
  NcclLogFacts facts;
  EXPECT_EQ(network_in_use(facts), "");
  facts.has_socket_list = true;
  EXPECT_EQ(network_in_use(facts), "Socket");
  facts.has_ib_list = true;
  facts.ib_devices = {{"mlx5_0", 1, "IB", false}};
  EXPECT_EQ(network_in_use(facts), "IB");
  facts.transports = {{"NET/AWS Libfabric/1/GDRDMA", 3}};
  EXPECT_EQ(network_in_use(facts), "AWS Libfabric");
  facts.networks_used = {{"IBext", 7}, {"Socket", 1}};
  EXPECT_EQ(network_in_use(facts), "IBext");
}

TEST(NcclTcpFallback, IsUnknownOnOneHostWhoseCompanionsNobodyNames) {
  NcclLogFacts facts;
  EXPECT_EQ(is_tcp_fallback(facts), std::nullopt);
  facts.networks_used = {{"Socket", 1}};
  facts.hosts = {"a"};
  EXPECT_EQ(is_tcp_fallback(facts), std::nullopt);
  facts.transports = {{"NET/Socket/0", 1}};
  EXPECT_EQ(is_tcp_fallback(facts), true);
  facts.nodes_stated = 1;
  EXPECT_EQ(is_tcp_fallback(facts), false);
  facts.nodes_stated = 2;
  EXPECT_EQ(is_tcp_fallback(facts), true);
  facts.networks_used = {{"IB", 1}};
  EXPECT_EQ(is_tcp_fallback(facts), false);
}

TEST(NcclNodeCount, IsUnknownWhereLinesWereCutOut) {
  NcclLogFacts facts;
  facts.hosts = {"a", "b"};
  EXPECT_EQ(node_count(facts), 2);
  facts.has_elision = true;
  EXPECT_EQ(node_count(facts), std::nullopt);
  facts.nodes_stated = 4;
  EXPECT_EQ(node_count(facts), 4);
}

TEST(NcclGpudirect, TakesTheLinesThatSayMost) {
  NcclLogFacts facts;
  EXPECT_FALSE(gpudirect(facts));
  facts.gdr_pair = {3, 5};
  EXPECT_EQ(gpudirect(facts)->without, 5U);
  facts.gdr_transport = {8, 0};
  EXPECT_EQ(gpudirect(facts)->without, 0U);
}

TEST(NcclGpudirect, ForReceivesOnlyIsByDesignWithoutNvlink) {
  NcclLogFacts facts;
  facts.gdr_receive = {4, 0};
  facts.gdr_send = {0, 4};
  EXPECT_TRUE(is_gdr_for_receives_by_design(facts));
  facts.nvls = NcclFeature::Available;
  EXPECT_FALSE(is_gdr_for_receives_by_design(facts));
  facts.nvls = NcclFeature::Unavailable;
  facts.gdr_receive = {4, 1};
  EXPECT_FALSE(is_gdr_for_receives_by_design(facts));
}

TEST(NcclVersions, OfOneLibraryInTwoNotationsAreOne) {
  NcclLogFacts facts;
  facts.versions = {{"a", "2.26.2+cuda12.2"}, {"", "2.26.2"}};
  EXPECT_FALSE(has_several_versions(facts));
  facts.versions.emplace_back("b", "2.21.5+cuda12.4");
  EXPECT_TRUE(has_several_versions(facts));
}

TEST(NcclChainText, IsShortenedInTheMiddle) {
  NcclTroubleSeen chain;
  chain.code = 2;
  chain.places = {"a.cc:1", "b.cc:2"};
  EXPECT_EQ(chain_text(chain), "a.cc:1 -> 2; b.cc:2 -> 2");
  chain.places = {"a.cc:1", "b.cc:2", "c.cc:3", "d.cc:4"};
  EXPECT_EQ(chain_text(chain), "a.cc:1 -> 2 ... d.cc:4 -> 2");
}

TEST(NcclResult, HasTheLibrarysWords) {
  EXPECT_EQ(nccl_result_meaning(2), "unhandled system error");
  EXPECT_EQ(nccl_result_meaning(8), "");
  EXPECT_EQ(nccl_result_meaning(-1), "");
}

}  // namespace
}  // namespace busbar
