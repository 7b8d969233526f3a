#include "core/diagnosis/topology_xml_facts.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>

namespace busbar {
namespace {

struct Class {
  std::string_view begins;
  PciKind kind;
};
constexpr std::array<Class, 9> kClasses{{{"0x0302", PciKind::Gpu},
                                         {"0x0300", PciKind::Gpu},
                                         {"0x0380", PciKind::Gpu},
                                         {"0x1200", PciKind::Gpu},
                                         {"0x0207", PciKind::Nic},
                                         {"0x0200", PciKind::Nic},
                                         {"0x0280", PciKind::Nic},
                                         {"0x0604", PciKind::Switch},
                                         {"0x0680", PciKind::NvSwitch}}};

std::optional<std::uint32_t> hex_word(std::string_view text) {
  std::uint32_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, value, 16);
  if (error != std::errc{} || behind != end) return std::nullopt;
  return value;
}

bool is_below(const TopologyXmlFacts& facts, std::size_t pci, std::size_t ancestor) {
  std::optional<std::size_t> at = pci;
  while (at && *at != ancestor) at = facts.pcis[*at].parent;
  return at.has_value();
}

}  // namespace

PciKind pci_kind(std::string_view pci_class) {
  for (const Class& row : kClasses)
    if (pci_class.starts_with(row.begins)) return row.kind;
  return pci_class.empty() ? PciKind::Unknown : PciKind::Other;
}

std::optional<std::int64_t> cpu_count(std::string_view affinity) {
  std::int64_t count = 0;
  while (true) {
    const std::size_t comma = affinity.find(',');
    const auto word = hex_word(affinity.substr(0, comma));
    if (!word) return std::nullopt;
    count += std::popcount(*word);
    if (comma == std::string_view::npos) return count;
    affinity.remove_prefix(comma + 1);
  }
}

bool is_gpu(const XmlPci& pci) {
  return pci.gpu.has_value() || pci_kind(pci.pci_class) == PciKind::Gpu;
}
bool is_nic(const XmlPci& pci) {
  return !pci.nets.empty() || pci_kind(pci.pci_class) == PciKind::Nic;
}
bool is_socket(const XmlNet& net) {
  return net.gdr.value_or(0) == 0 && net.port.value_or(0) == 0;
}

std::vector<std::size_t> gpus_beside(const TopologyXmlFacts& facts, std::size_t nic) {
  std::vector<std::size_t> gpus;
  for (auto bridge = facts.pcis[nic].parent; bridge && gpus.empty();
       bridge = facts.pcis[*bridge].parent)
    for (std::size_t i = 0; i < facts.pcis.size(); ++i)
      if (is_gpu(facts.pcis[i]) && is_below(facts, i, *bridge)) gpus.push_back(i);
  return gpus;
}

}  // namespace busbar
