#include "wire/formats/topology_xml/document.h"

#include <array>
#include <pugixml.hpp>

#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

// A rack of 72 GPUs has some 600 pci elements, nested six deep.
constexpr std::size_t kElementsMax = 100'000;
constexpr int kDepthMax = 64;

std::string text_of(const pugi::xml_node& node, const char* name) {
  return node.attribute(name).value();
}
std::optional<std::string> optional_text(const pugi::xml_node& node, const char* name) {
  const pugi::xml_attribute found = node.attribute(name);
  if (!found) return std::nullopt;
  return std::string(found.value());
}
std::optional<std::int64_t> number_of(const pugi::xml_node& node, const char* name) {
  return integer(trimmed(node.attribute(name).value()));
}
std::optional<double> decimal_of(const pugi::xml_node& node, const char* name) {
  return leading_number(trimmed(node.attribute(name).value()));
}

struct Reader {
  TopologyXmlFacts& facts;
  std::size_t elements = 0;

  bool is_full() { return ++elements > kElementsMax; }

  XmlNet net(const pugi::xml_node& node) const {
    return {text_of(node, "name"), number_of(node, "dev"), number_of(node, "speed"),
            number_of(node, "port"), number_of(node, "gdr")};
  }

  XmlGpu gpu(const pugi::xml_node& node) {
    XmlGpu made{number_of(node, "dev"),
                number_of(node, "rank"),
                number_of(node, "sm"),
                number_of(node, "gdr"),
                {}};
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view name = child.name();
      if (is_full() || (name != "nvlink" && name != "xgmi" && name != "c2c")) continue;
      made.links.push_back({std::string(name), text_of(child, "target"), number_of(child, "count"),
                            text_of(child, "tclass")});
    }
    return made;
  }

  void nic(const pugi::xml_node& node, std::vector<XmlNet>& nets) {
    for (const pugi::xml_node& child : node.children("net"))
      if (!is_full()) nets.push_back(net(child));
  }

  void pci(const pugi::xml_node& node, std::size_t cpu, std::optional<std::size_t> parent,
           int depth) {
    if (depth > kDepthMax || is_full()) {
      facts.is_whole = false;
      return;
    }
    XmlPci made;
    made.busid = text_of(node, "busid");
    made.pci_class = text_of(node, "class");
    made.vendor = text_of(node, "vendor");
    made.device = text_of(node, "device");
    made.link_speed = optional_text(node, "link_speed");
    made.link_width = optional_text(node, "link_width");
    made.parent = parent;
    made.cpu = cpu;
    const std::size_t here = facts.pcis.size();
    facts.pcis.push_back(std::move(made));
    ++facts.cpus[cpu].pci_count;
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view name = child.name();
      if (name == "pci") pci(child, cpu, here, depth + 1);
      if (name == "gpu") facts.pcis[here].gpu = gpu(child);
      if (name == "nic") nic(child, facts.pcis[here].nets);
      if (name == "net" && !is_full()) facts.pcis[here].nets.push_back(net(child));
    }
  }

  void cpu(const pugi::xml_node& node) {
    facts.cpus.push_back({number_of(node, "numaid"),
                          optional_text(node, "affinity"),
                          optional_text(node, "arch"),
                          optional_text(node, "vendor"),
                          {},
                          0});
    const std::size_t here = facts.cpus.size() - 1;
    for (const pugi::xml_node& child : node.children()) {
      const std::string_view name = child.name();
      if (name == "pci") pci(child, here, std::nullopt, 0);
      if (name == "nic") nic(child, facts.cpus[here].nets);
    }
  }

  void graph(const pugi::xml_node& node) {
    XmlGraph made{number_of(node, "id"),           number_of(node, "pattern"),
                  number_of(node, "crossnic"),     number_of(node, "nchannels"),
                  number_of(node, "samechannels"), decimal_of(node, "speedintra"),
                  decimal_of(node, "speedinter"),  text_of(node, "typeintra"),
                  text_of(node, "typeinter"),      {}};
    for (const pugi::xml_node& channel : node.children("channel")) {
      if (is_full()) break;
      made.channels.emplace_back();
      for (const pugi::xml_node& step : channel.children()) {
        if (is_full()) break;
        if (step.type() == pugi::node_element)
          made.channels.back().push_back(std::string(step.name()) + text_of(step, "dev"));
      }
    }
    facts.graphs.push_back(std::move(made));
  }
};

// The text from its first '<' on: a paste has a prompt or a fence before it.
std::string markup_of(std::string_view text) {
  std::string clean;
  for (const Line& line : lines_of(text)) clean += line.text + "\n";
  const std::size_t begin = clean.find('<');
  return begin == std::string::npos ? std::string() : clean.substr(begin);
}

int likeness(std::string_view head) {
  constexpr int kSure = 98, kXml = 35;
  const std::string_view text = trimmed(head.substr(0, head.find("<pci")));
  if (contains(text, "<system") && contains(head, "<cpu")) return kSure;
  if (contains(text, "<graphs") || contains(text, "<system ")) return kSure;
  const std::string markup = markup_of(head.substr(0, 4096));
  const bool opens_as_xml =
      markup.starts_with("<?xml") || markup.starts_with("<!--") || markup.starts_with("<!DOCTYPE");
  return opens_as_xml && read_topology_xml(head).kind == TopologyXmlFacts::Kind::Other ? kXml : 0;
}

Reading read(std::string_view text) {
  const TopologyXmlFacts facts = read_topology_xml(text);
  Reading reading;
  reading.kind = "topology-xml";
  reading.facts_json = to_json(facts);
  reading.findings = findings_of(facts);
  if (facts.kind == TopologyXmlFacts::Kind::Nothing)
    skip(reading, {1, std::string(text.substr(0, 80)), true}, "no XML");
  else if (!facts.is_whole)
    skip(reading, {0, "", true}, "the file breaks off or is not well-formed");
  return reading;
}

}  // namespace

TopologyXmlFacts read_topology_xml(std::string_view text) {
  TopologyXmlFacts facts;
  const std::string markup = markup_of(text);
  pugi::xml_document document;
  // The default reads no doctype and expands only the five entities of XML and characters' numbers.
  const auto result = document.load_buffer(markup.data(), markup.size());
  facts.is_whole = static_cast<bool>(result);
  const pugi::xml_node root = document.document_element();
  if (!root) return facts;
  facts.root = root.name();
  facts.version = text_of(root, "version");
  Reader reader{facts};
  if (facts.root == "system") {
    facts.kind = TopologyXmlFacts::Kind::Topology;
    for (const pugi::xml_node& child : root.children("cpu")) {
      if (reader.is_full()) break;
      reader.cpu(child);
    }
  } else if (facts.root == "graphs") {
    facts.kind = TopologyXmlFacts::Kind::Graphs;
    for (const pugi::xml_node& child : root.children("graph")) {
      if (reader.is_full()) break;
      reader.graph(child);
    }
  } else {
    facts.kind = TopologyXmlFacts::Kind::Other;
  }
  return facts;
}

std::span<const FormatReader> topology_xml_readers() {
  static constexpr std::array kReaders{FormatReader{
      "topology-xml", "NCCL and RCCL topology and graph files (NCCL_TOPO_FILE, NCCL_GRAPH_FILE)",
      likeness, read}};
  return kReaders;
}

}  // namespace busbar::wire
