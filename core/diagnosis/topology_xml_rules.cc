// The rules on topology and graph files.
// Tested by tests/unit/core/diagnosis/topology_xml_rules_test.cc
#include <algorithm>
#include <charconv>
#include <map>
#include <set>

#include "core/diagnosis/machine_rules.h"
#include "core/diagnosis/topology_xml_facts.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;
using Findings = std::vector<Finding>;

std::vector<const XmlNet*> all_nets(const TopologyXmlFacts& facts) {
  std::vector<const XmlNet*> list;
  for (const XmlPci& pci : facts.pcis)
    for (const XmlNet& net : pci.nets) list.push_back(&net);
  for (const XmlCpu& cpu : facts.cpus)
    for (const XmlNet& net : cpu.nets) list.push_back(&net);
  return list;
}

// A dump or a full description; an input file may name nothing but bus ids.
bool has_gpu_elements(const TopologyXmlFacts& facts) {
  return std::any_of(facts.pcis.begin(), facts.pcis.end(),
                     [](const XmlPci& pci) { return pci.gpu.has_value(); });
}

void judge_nets(const TopologyXmlFacts& facts, Findings& found) {
  const auto nets = all_nets(facts);
  const bool has_card = std::any_of(facts.pcis.begin(), facts.pcis.end(), is_nic);
  const bool has_gpu = std::any_of(facts.pcis.begin(), facts.pcis.end(), is_gpu);
  if (has_gpu && nets.empty() && !has_card) found.push_back(machine_finding("topology_no_nic"));
  Names without;
  for (const XmlNet* net : nets)
    if (net->gdr == 0) without.push_back(net->name);
  if (!without.empty()) found.push_back(machine_finding("net_no_gdr", {{"nets", without}}));
  if (nets.empty() ||
      !std::all_of(nets.begin(), nets.end(), [](auto* net) { return is_socket(*net); }))
    return;
  // With a card in the file it is unused or has no RDMA; a virtual interface is what there is.
  const Severity severity = has_card ? Severity::Warning : Severity::Note;
  found.push_back(machine_finding("net_socket_only", severity, {{"nets", without}}));
}

void judge_links(const TopologyXmlFacts& facts, Findings& found) {
  Names unknown;
  for (const XmlPci& pci : facts.pcis)
    if ((pci.link_speed && pci.link_speed->empty()) || pci.link_width == "0")
      unknown.push_back(pci.busid);
  if (!unknown.empty()) found.push_back(machine_finding("xml_link_unknown", {{"bdf", unknown}}));
}

double leading_number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Per direction, GB/s after line coding: PCIe 1 and 2 send 8 bits in 10, later ones 128 in 130.
// Nothing where speed or width is not stated.
std::optional<double> pcie_gb_s(const XmlPci& pci) {
  if (!pci.link_speed || !pci.link_width) return std::nullopt;
  const double transfers = leading_number(*pci.link_speed), lanes = leading_number(*pci.link_width);
  if (!(transfers > 0) || !(lanes > 0)) return std::nullopt;
  constexpr double kFirstWithLongCoding = 8, kBitsPerByte = 8;
  const double coding = transfers < kFirstWithLongCoding ? 0.8 : 128.0 / 130.0;
  return transfers * lanes * coding / kBitsPerByte;
}

void judge_pcie(const TopologyXmlFacts& facts, Findings& found) {
  constexpr double kMbitPerGbyte = 8000;
  double best_gpu = 0;
  for (const XmlPci& pci : facts.pcis)
    if (is_gpu(pci)) best_gpu = std::max(best_gpu, pcie_gb_s(pci).value_or(0));
  Names slow;
  for (const XmlPci& pci : facts.pcis) {
    const auto have = pcie_gb_s(pci);
    if (!have) continue;
    double want = is_gpu(pci) ? best_gpu : 0;
    for (const XmlNet& net : pci.nets)
      want = std::max(want, static_cast<double>(net.speed_mbit_s.value_or(0)) / kMbitPerGbyte);
    if (*have < want) slow.push_back(pci.busid);
  }
  if (!slow.empty()) found.push_back(machine_finding("pcie_link_degraded", {{"bdf", slow}}));
}

void judge_gpu_links(const TopologyXmlFacts& facts, Findings& found) {
  Names to_itself;
  std::size_t gpus = 0, stated = 0, usable = 0;
  bool is_amd = false;
  for (const XmlPci& pci : facts.pcis) {
    if (!pci.gpu) continue;
    ++gpus;
    is_amd |= pci.vendor == "0x1002";
    for (const XmlLink& link : pci.gpu->links) {
      ++stated;
      if (link.element == "c2c") continue;
      if (link.target == pci.busid)
        to_itself.push_back(pci.busid);
      else
        ++usable;
    }
  }
  if (!to_itself.empty()) found.push_back(machine_finding("xml_nvlink_self", {{"bdf", to_itself}}));
  if (gpus < 2 || usable > 0) return;
  if (is_amd) found.push_back(machine_finding("topology_no_xgmi"));
  if (!is_amd && stated > 0) found.push_back(machine_finding("topology_no_nvlink"));
}

// Links of each GPU to anything but itself, compared with its peers'.
void judge_link_counts(const TopologyXmlFacts& facts, Findings& found) {
  std::map<std::string, std::int64_t> by_gpu;
  std::int64_t most = 0;
  for (const XmlPci& pci : facts.pcis) {
    if (!pci.gpu) continue;
    std::int64_t links = 0;
    constexpr std::int64_t kCountMax = 1000;
    for (const XmlLink& link : pci.gpu->links)
      if (link.target != pci.busid && link.element != "c2c")
        links += std::clamp<std::int64_t>(link.count.value_or(1), 0, kCountMax);
    by_gpu[pci.busid] = links;
    most = std::max(most, links);
  }
  Names lacking;
  for (const auto& [busid, links] : by_gpu)
    if (links < most) lacking.push_back(busid);
  if (!lacking.empty())
    found.push_back(machine_finding("topology_nvlink_missing", {{"gpus", lacking}}));
}

void judge_cpus(const TopologyXmlFacts& facts, Findings& found) {
  std::map<std::string, Names> by_mask;
  Names unknown;
  for (const XmlCpu& cpu : facts.cpus) {
    const std::string node = cpu.numaid ? std::to_string(*cpu.numaid) : "?";
    if (cpu.numaid && *cpu.numaid < 0) unknown.push_back(node);
    if (cpu.affinity && cpu_count(*cpu.affinity).value_or(0) > 0)
      by_mask[*cpu.affinity].push_back(node);
  }
  for (const auto& [mask, nodes] : by_mask)
    if (nodes.size() > 1)
      found.push_back(machine_finding("xml_affinity_duplicate", {{"numa", nodes}}, mask));
  if (!unknown.empty()) found.push_back(machine_finding("topology_unknown_numa"));
}

void judge_sharing(const TopologyXmlFacts& facts, Findings& found) {
  std::set<std::size_t> served;
  Names lonely, local;
  for (std::size_t i = 0; i < facts.pcis.size(); ++i) {
    if (!is_nic(facts.pcis[i])) continue;
    const auto gpus = gpus_beside(facts, i);
    served.insert(gpus.begin(), gpus.end());
    (gpus.empty() ? lonely : local).push_back(facts.pcis[i].busid);
  }
  if (local.size() < served.size())
    found.push_back(machine_finding(
        "topology_nic_shared", {{"bdf", local}},
        std::to_string(local.size()) + " NICs for " + std::to_string(served.size()) + " GPUs"));
  if (!local.empty() && !lonely.empty())
    found.push_back(machine_finding("topology_nic_not_local", {{"bdf", lonely}}));
}

// GPUs on a NUMA node where no RDMA network is, though others have one.
void judge_sockets(const TopologyXmlFacts& facts, Findings& found) {
  std::set<std::size_t> with_net;
  for (const XmlPci& pci : facts.pcis)
    for (const XmlNet& net : pci.nets)
      if (!is_socket(net)) with_net.insert(pci.cpu);
  for (std::size_t i = 0; i < facts.cpus.size(); ++i)
    for (const XmlNet& net : facts.cpus[i].nets)
      if (!is_socket(net)) with_net.insert(i);
  Names across;
  for (const XmlPci& pci : facts.pcis)
    if (pci.gpu && !with_net.empty() && !with_net.contains(pci.cpu)) across.push_back(pci.busid);
  if (!across.empty()) found.push_back(machine_finding("topology_numa", {{"gpus", across}}));
}

bool crosses_nics(const std::vector<std::string>& channel) {
  return channel.size() > 2 && channel.front().starts_with("net") &&
         channel.back().starts_with("net") && channel.front() != channel.back();
}

void judge_graphs(const TopologyXmlFacts& facts, Findings& found) {
  Names crossing, disabled, across;
  for (const XmlGraph& graph : facts.graphs) {
    const std::string id = graph.id ? std::to_string(*graph.id) : "?";
    constexpr std::int64_t kRing = 4;
    if (graph.nchannels.value_or(static_cast<std::int64_t>(graph.channels.size())) == 0)
      disabled.push_back(id);
    if (graph.pattern == kRing &&
        std::any_of(graph.channels.begin(), graph.channels.end(), crosses_nics))
      crossing.push_back(id);
    const bool has_pairs = std::any_of(graph.channels.begin(), graph.channels.end(), [](auto& one) {
      return std::count_if(one.begin(), one.end(),
                           [](const std::string& step) { return step.starts_with("gpu"); }) > 1;
    });
    if (has_pairs && graph.typeintra == "SYS") across.push_back(id);
  }
  if (!across.empty())
    found.push_back(machine_finding("topology_numa", {{"graphs", across}},
                                    "typeintra SYS: the rings between GPUs cross the sockets"));
  if (!crossing.empty()) found.push_back(machine_finding("graph_crossnic", {{"graphs", crossing}}));
  if (!disabled.empty()) found.push_back(machine_finding("graph_disabled", {{"graphs", disabled}}));
}

}  // namespace

std::vector<Finding> findings_of(const TopologyXmlFacts& facts) {
  Findings found;
  switch (facts.kind) {
    case TopologyXmlFacts::Kind::Other:
      found.push_back(machine_finding("xml_wrong_format", {}, "The root element is " + facts.root));
      break;
    case TopologyXmlFacts::Kind::Graphs:
      judge_graphs(facts, found);
      break;
    case TopologyXmlFacts::Kind::Topology:
      judge_links(facts, found);
      judge_pcie(facts, found);
      judge_gpu_links(facts, found);
      judge_link_counts(facts, found);
      judge_nets(facts, found);
      judge_cpus(facts, found);
      judge_sharing(facts, found);
      if (has_gpu_elements(facts)) judge_sockets(facts, found);
      break;
    case TopologyXmlFacts::Kind::Nothing:
      break;
  }
  return found;
}

}  // namespace busbar
