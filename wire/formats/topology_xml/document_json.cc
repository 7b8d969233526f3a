// The facts of a topology or graph file as JSON (docs/formats/topology.md).
// Tested by tests/unit/wire/formats/topology_xml/document_test.cc
#include <algorithm>
#include <map>

#include "wire/formats/topology_xml/document.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

void write_cpus(JsonWriter& json, const TopologyXmlFacts& facts) {
  json.key("cpus").begin_array();
  for (const XmlCpu& cpu : facts.cpus) {
    json.begin_object().field("numaid", cpu.numaid).field("affinity", cpu.affinity);
    json.field("cpu_count", cpu.affinity ? cpu_count(*cpu.affinity) : std::nullopt);
    json.field("arch", cpu.arch).field("vendor", cpu.vendor);
    json.field("pci", static_cast<std::uint64_t>(cpu.pci_count)).end_object();
  }
  json.end_array();
}

void write_gpus(JsonWriter& json, const TopologyXmlFacts& facts) {
  json.key("gpus").begin_array();
  for (const XmlPci& pci : facts.pcis) {
    if (!pci.gpu) continue;
    json.begin_object().field("dev", pci.gpu->dev).field("rank", pci.gpu->rank);
    json.field("sm", pci.gpu->sm).field("gdr", pci.gpu->gdr).field("busid", pci.busid);
    json.field("numa", facts.cpus[pci.cpu].numaid);
    json.field("links", static_cast<std::uint64_t>(pci.gpu->links.size()));
    std::map<std::string, std::vector<const XmlLink*>> by_element;
    for (const XmlLink& link : pci.gpu->links) by_element[link.element + "s"].push_back(&link);
    for (const auto& [name, links] : by_element) {
      json.key(name).begin_array();
      for (const XmlLink* link : links)
        json.begin_object().field("target", link->target).field("count", link->count).end_object();
      json.end_array();
    }
    json.end_object();
  }
  json.end_array();
}

void write_net(JsonWriter& json, const XmlNet& net, const XmlCpu& cpu, const XmlPci* pci) {
  json.begin_object().field("name", net.name).field("dev", net.dev);
  json.field("speed_mbit_s", net.speed_mbit_s).field("port", net.port).field("gdr", net.gdr);
  json.field("numa", cpu.numaid).key("busid");
  pci ? json.text(pci->busid) : json.null();
  json.end_object();
}

void write_nets(JsonWriter& json, const TopologyXmlFacts& facts) {
  json.key("nets").begin_array();
  for (std::size_t i = 0; i < facts.cpus.size(); ++i) {
    for (const XmlPci& pci : facts.pcis)
      for (const XmlNet& net : pci.nets)
        if (pci.cpu == i) write_net(json, net, facts.cpus[i], &pci);
    for (const XmlNet& net : facts.cpus[i].nets) write_net(json, net, facts.cpus[i], nullptr);
  }
  json.end_array();
}

void write_classes(JsonWriter& json, const TopologyXmlFacts& facts) {
  const auto count = [&facts](PciKind kind) {
    return static_cast<std::uint64_t>(
        std::count_if(facts.pcis.begin(), facts.pcis.end(),
                      [kind](const XmlPci& pci) { return pci_kind(pci.pci_class) == kind; }));
  };
  json.field("pci_count", static_cast<std::uint64_t>(facts.pcis.size()));
  json.key("classified").begin_object().field("gpu", count(PciKind::Gpu));
  json.field("nic", count(PciKind::Nic)).field("switch", count(PciKind::Switch));
  json.field("nvswitch", count(PciKind::NvSwitch)).field("other", count(PciKind::Other));
  json.field("unknown", count(PciKind::Unknown)).end_object();
}

void write_bus_ids(JsonWriter& json, const TopologyXmlFacts& facts, std::string_view key,
                   PciKind kind) {
  json.key(key).begin_array();
  for (const XmlPci& pci : facts.pcis)
    if (pci_kind(pci.pci_class) == kind) json.text(pci.busid);
  json.end_array();
}

std::string nic_kind(const TopologyXmlFacts& facts) {
  for (const XmlPci& pci : facts.pcis) {
    if (pci_kind(pci.pci_class) != PciKind::Nic) continue;
    if (pci.vendor == "0x1d0f") return "EFA (vendor 0x1d0f)";
    return pci.pci_class.starts_with("0x0207") ? "InfiniBand (class 0x0207xx)"
                                               : "Ethernet (class 0x0200xx)";
  }
  return {};
}

// Each NIC with the GPUs at its switch; and pairs, where each NIC has one.
void write_neighbours(JsonWriter& json, const TopologyXmlFacts& facts) {
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  bool are_pairs = true;
  json.key("gpu_nic_same_switch").begin_object();
  for (std::size_t i = 0; i < facts.pcis.size(); ++i) {
    if (!is_nic(facts.pcis[i])) continue;
    const auto gpus = gpus_beside(facts, i);
    if (gpus.empty()) continue;
    are_pairs &= gpus.size() == 1;
    pairs.emplace_back(gpus[0], i);
    json.key(facts.pcis[i].busid).begin_array();
    for (std::size_t gpu : gpus) json.text(facts.pcis[gpu].busid);
    json.end_array();
  }
  json.end_object();
  if (!are_pairs || pairs.empty()) return;
  json.key("gpu_nic_pairs").begin_array();
  for (const auto& [gpu, nic] : pairs)
    json.begin_array().text(facts.pcis[gpu].busid).text(facts.pcis[nic].busid).end_array();
  json.end_array();
}

void write_link_speeds(JsonWriter& json, const TopologyXmlFacts& facts) {
  std::map<std::string, std::uint64_t> speeds;
  for (const XmlPci& pci : facts.pcis) {
    if (!pci.link_speed && !pci.link_width) continue;
    const std::string speed = pci.link_speed.value_or("");
    ++speeds[(speed.empty() ? "(empty)" : speed) + " x" + pci.link_width.value_or("?")];
  }
  json.key("link_speeds").begin_object();
  for (const auto& [speed, count] : speeds) json.field(speed, count);
  json.end_object();
}

// "xgmi full mesh: 7 peers, 1 link each", where every GPU has it.
void write_fabric(JsonWriter& json, const TopologyXmlFacts& facts) {
  std::size_t gpus = 0;
  const XmlGpu* first = nullptr;
  bool is_mesh = true;
  for (const XmlPci& pci : facts.pcis) {
    if (!pci.gpu) continue;
    ++gpus;
    if (!first) first = &*pci.gpu;
    is_mesh &= !pci.gpu->links.empty() && pci.gpu->links.size() == first->links.size() &&
               std::all_of(pci.gpu->links.begin(), pci.gpu->links.end(), [&](const XmlLink& link) {
                 return link.target != pci.busid && link.element == first->links[0].element &&
                        link.count == first->links[0].count &&
                        pci_kind(link.target_class) == PciKind::Gpu;
               });
  }
  if (!first || !is_mesh || gpus < 2 || first->links.size() + 1 != gpus) return;
  const std::int64_t each = first->links[0].count.value_or(1);
  json.field("fabric", first->links[0].element +
                           " full mesh: " + std::to_string(first->links.size()) + " peers, " +
                           std::to_string(each) + (each == 1 ? " link each" : " links each"));
}

void write_topology(JsonWriter& json, const TopologyXmlFacts& facts) {
  const bool is_amd = std::any_of(facts.pcis.begin(), facts.pcis.end(), [](const XmlPci& pci) {
    return pci.gpu && !pci.gpu->links.empty() && pci.gpu->links[0].element == "xgmi";
  });
  if (is_amd) json.field("vendor", "AMD (xgmi elements)");
  write_cpus(json, facts);
  write_gpus(json, facts);
  write_nets(json, facts);
  write_classes(json, facts);
  write_bus_ids(json, facts, "gpus_by_class", PciKind::Gpu);
  write_bus_ids(json, facts, "nics_by_class", PciKind::Nic);
  if (const std::string kind = nic_kind(facts); !kind.empty()) json.field("nic_kind", kind);
  write_neighbours(json, facts);
  write_link_speeds(json, facts);
  write_fabric(json, facts);
}

void write_graph(JsonWriter& json, const XmlGraph& graph) {
  json.begin_object().field("id", graph.id).field("pattern", graph.pattern);
  json.field("crossnic", graph.crossnic).field("nchannels", graph.nchannels);
  json.field("speedintra", graph.speedintra).field("speedinter", graph.speedinter);
  json.field("typeintra", graph.typeintra).field("typeinter", graph.typeinter);
  json.field("samechannels", graph.samechannels).key("channels").begin_array();
  for (const auto& channel : graph.channels) {
    json.begin_array();
    for (const std::string& step : channel) json.text(step);
    json.end_array();
  }
  json.end_array().end_object();
}

}  // namespace

std::string to_json(const TopologyXmlFacts& facts) {
  JsonWriter json;
  json.begin_object();
  if (facts.kind != TopologyXmlFacts::Kind::Nothing) json.field("root", facts.root);
  if (facts.kind == TopologyXmlFacts::Kind::Topology ||
      facts.kind == TopologyXmlFacts::Kind::Graphs)
    json.field("version", facts.version);
  if (facts.kind == TopologyXmlFacts::Kind::Topology) write_topology(json, facts);
  if (facts.kind == TopologyXmlFacts::Kind::Graphs) {
    json.key("graphs").begin_array();
    for (const XmlGraph& graph : facts.graphs) write_graph(json, graph);
    json.end_array();
  }
  return json.end_object().take();
}

}  // namespace busbar::wire
