#include <gtest/gtest.h>

#include <algorithm>

#include "core/diagnosis/port_facts.h"

namespace busbar {
namespace {

RdmaDevice device(std::string name, std::string type, std::string state, std::string phys,
                  double rate, std::string layer) {
  RdmaPort port;
  port.port = 1;
  port.state = std::move(state);
  port.phys_state = std::move(phys);
  port.rate_gb_s = rate;
  port.link_layer = std::move(layer);
  RdmaDevice made;
  made.name = std::move(name);
  made.type = std::move(type);
  made.ports.push_back(port);
  return made;
}

std::optional<Severity> severity(const std::vector<RdmaDevice>& devices, std::string_view code) {
  PortFacts facts;
  facts.devices = devices;
  for (const Finding& one : findings_of(facts))
    if (one.code == code) return one.severity;
  return std::nullopt;
}

TEST(PortRules, ADisabledEthernetPortBesideInfinibandIsANote) {
  EXPECT_EQ(severity({device("a", "MT4129", "Active", "LinkUp", 400, "InfiniBand"),
                      device("b", "MT4125", "Down", "Disabled", 40, "Ethernet")},
                     "ib_port_down"),
            Severity::Note);
}

TEST(PortRules, ADownPortOfTheFabricsCardIsAnError) {
  EXPECT_EQ(severity({device("a", "MT4129", "Active", "LinkUp", 400, "Ethernet"),
                      device("b", "MT4129", "Down", "Disabled", 40, "Ethernet")},
                     "ib_port_down"),
            Severity::Error);
  EXPECT_EQ(severity({device("a", "MT4129", "Down", "Polling", 10, "InfiniBand")}, "ib_port_down"),
            Severity::Error);
}

TEST(PortRules, RatesAreComparedWithinOneCardTypeOnly) {
  const auto fast = device("a", "MT4129", "Active", "LinkUp", 400, "InfiniBand");
  EXPECT_EQ(
      severity({fast, device("b", "MT4123", "Active", "LinkUp", 200, "InfiniBand")}, "ib_rate_low"),
      std::nullopt);
  EXPECT_EQ(
      severity({fast, device("b", "MT4129", "Active", "LinkUp", 200, "InfiniBand")}, "ib_rate_low"),
      Severity::Warning);
  EXPECT_EQ(
      severity({fast, device("b", "MT4129", "Down", "Polling", 10, "InfiniBand")}, "ib_rate_low"),
      std::nullopt);
}

TEST(PortRules, WaitingIsCongestionAndNoError) {
  EXPECT_EQ(counter_meaning("PortXmitWait"), CounterMeaning::Congestion);
  EXPECT_EQ(counter_meaning("port_xmit_wait"), CounterMeaning::Congestion);
  EXPECT_EQ(counter_meaning("link_downed"), CounterMeaning::Error);
  EXPECT_EQ(counter_meaning("LinkDownedCounter"), CounterMeaning::Error);
  EXPECT_EQ(counter_meaning("port_xmit_data"), CounterMeaning::Data);
  EXPECT_EQ(counter_meaning("lifespan"), CounterMeaning::Setting);
}

}  // namespace
}  // namespace busbar
