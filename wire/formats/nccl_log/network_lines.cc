// Which network: bootstrap, interfaces, adapters, plugins.
//
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

constexpr std::size_t kDevicesMax = 1024;  // different adapters or interfaces of a cluster's hosts

void add_interface(NcclLogFacts& facts, std::string_view name) {
  auto& names = facts.socket_interfaces;
  if (!name.empty() && names.size() < kDevicesMax &&
      std::find(names.begin(), names.end(), name) == names.end())
    names.emplace_back(name);
}

void add_start(NcclLogFacts& facts, const NcclLine& line) {
  if (facts.starting_devices.size() < kNcclRanksMax)
    facts.starting_devices.insert(std::string(line.host) + ":" + std::to_string(line.process) +
                                  ":" + std::to_string(line.device.value_or(0)));
}

// "Bootstrap : Using [0]eth0:192.0.2.1<0>", "Bootstrap: Using eth0:192.0.2.1<0>"
bool read_bootstrap(NcclLogState& state, const NcclLine& line) {
  auto rest = behind(line.message, "Using");
  if (!rest) return false;
  Scan scan(*rest);
  scan.blanks().skip("[0]");
  const std::string_view name = scan.until(":");
  if (scan.is_done() || name.empty() || contains(name, " ")) return false;
  if (state.facts.bootstrap_interface.empty()) state.facts.bootstrap_interface = name;
  add_start(state.facts, line);
  return true;
}

// NCCL 2.3 and older: "NET : Using interface enp1s0f0:192.0.2.1<0>"
bool read_interface(NcclLogState& state, const NcclLine& line) {
  const auto rest = behind(line.message, "Using interface ");
  if (!rest) return false;
  const std::string_view name = Scan(*rest).until(": ");
  if (state.facts.bootstrap_interface.empty()) state.facts.bootstrap_interface = name;
  add_interface(state.facts, name);
  return true;
}

// "mlx5_0:1/IB/SHARP", "mlx5_0:uverbs0:1/RoCE"
void add_device(NcclLogState& state, std::string_view text) {
  NcclIbDevice device;
  const std::size_t slash = std::min(text.size(), text.find('/'));
  const std::string_view named = text.substr(0, slash);
  device.name = named.substr(0, named.find(':'));
  const std::size_t colon = named.rfind(':');
  if (colon != std::string_view::npos) device.port = Scan(named.substr(colon + 1)).integer();
  if (slash < text.size()) {
    const std::string_view links = text.substr(slash + 1);
    device.link = links.substr(0, links.find('/'));
    device.has_sharp = contains(links, "/SHARP");
  }
  if (device.name.empty()) return;
  auto& known = state.facts.ib_devices;
  const auto same = std::find_if(known.begin(), known.end(), [&](const auto& other) {
    return other.name == device.name && (other.port == device.port || !device.port);
  });
  if (same == known.end() && known.size() < kDevicesMax) {
    if (device.has_sharp) raise(state.facts.sharp, NcclFeature::Capable);
    known.push_back(std::move(device));
  } else if (same != known.end() && same->link.empty()) {
    same->link = device.link;
  }
}

// "[0]mlx5_0:1/IB [1]mlx5_1:1/RoCE [RO]; OOB eth0:192.0.2.1<0>", an old "[0] mlx5_3:1/IB "
void read_devices(NcclLogState& state, std::string_view list, bool is_cut) {
  for (Scan scan(list.substr(0, list.find(';'))); scan.skip_to("[");) {
    if (!scan.integer() || !scan.skip("]")) continue;
    const std::string_view device = scan.blanks().until(" ,}");
    if (scan.is_done() && is_cut) return;  // maybe not whole
    add_device(state, device);
  }
}

bool read_ib(NcclLogState& state, const NcclLine& line) {
  NcclLogFacts& facts = state.facts;
  const std::string_view message = line.message;
  if (contains(message, "GPU Direct RDMA")) return false;
  if (contains(message, "No device found")) {
    facts.has_no_ib = true;
    if (facts.no_ib_evidence.line == 0) facts.no_ib_evidence = evidence_of(line);
    return true;
  }
  if (contains(message, "Using interface")) return true;  // for sideband communication
  const bool is_list = contains(message, ": Using ") || message.starts_with("NET/IB: [");
  if (!is_list) {
    facts.has_ib_message |= !contains(message, "Made virtual");
    return false;
  }
  facts.has_ib_list = true;
  read_devices(state, message.substr(6), line.is_cut);
  if (const auto oob = behind(message, "OOB "); oob && facts.oob_interface.empty())
    facts.oob_interface = Scan(*oob).until(": ");
  return true;
}

bool read_socket(NcclLogState& state, const NcclLine& line) {
  if (!contains(line.message, ": Using ")) return contains(line.message, "interfaces found");
  state.facts.has_socket_list = true;
  for (Scan scan(line.message); scan.skip_to("[");) {
    if (!scan.integer() || !scan.skip("]")) continue;
    const std::string_view name = scan.blanks().until(": ");
    if (!scan.is_done()) add_interface(state.facts, name);
  }
  return true;
}

// "Using network AWS Libfabric", "Using internal Network IB"; newer: "Assigned NET plugin IB to
// comm"
void use(NcclLogState& state, const NcclLine& line, std::string_view name) {
  name = trimmed(name);
  if (name.empty()) return;
  if (name == "Socket" && state.facts.socket_evidence.line == 0)
    state.facts.socket_evidence = evidence_of(line);
  if (state.facts.networks_used.empty()) state.facts.network_evidence = evidence_of(line);
  ++state.facts.networks_used[std::string(name)];
  add_start(state.facts, line);
}

bool read_using(NcclLogState& state, const NcclLine& line) {
  for (std::string_view mark :
       {"Using network ", "Using internal Network ", "Using internal network "})
    if (line.message.starts_with(mark)) {
      use(state, line, line.message.substr(mark.size()));
      return true;
    }
  return false;
}

std::string_view first_word(std::string_view text) {
  return Scan(text).blanks().until(" ,");
}

// "NET/OFI Initializing aws-ofi-nccl 1.13.2-aws", "NET/OFI Selected Provider is efa (found 4 nics)"
bool read_ofi(NcclLogState& state, const NcclLine& line) {
  NcclLogFacts& facts = state.facts;
  if (facts.plugin_name.empty()) facts.plugin_name = "aws-ofi-nccl";
  if (const auto version = behind(line.message, "aws-ofi-nccl "))
    if (const auto word = first_word(*version); !word.empty() && is_digit(word.front()))
      facts.plugin_version = word;
  if (const auto version = behind(line.message, "Libfabric version "))
    facts.plugin_libfabric = first_word(*version);
  for (std::string_view mark : {"Selected Provider is ", "Selected provider is "})
    if (const auto provider = behind(line.message, mark))
      facts.plugin_provider = first_word(*provider);
  return true;
}

// Names that are looked for without anybody asking.
bool is_default_name(std::string_view names) {
  names = trimmed(names);
  return names.empty() || names == "libnccl-net.so" || names == "librccl-net.so";
}

bool read_plugin(NcclLogState& state, const NcclLine& line) {
  NcclLogFacts& facts = state.facts;
  const std::string_view message = line.message;
  facts.is_rccl |= contains(message, "librccl");
  if (contains(message, "Failed to find ncclCollNetPlugin"))
    raise(facts.collnet, NcclFeature::NoSymbol);
  if (contains(message, "Loaded collnet plugin")) raise(facts.collnet, NcclFeature::Available);
  if (const auto name = behind(message, "Loaded net plugin "); name && facts.plugin_name.empty())
    facts.plugin_name = trimmed(name->substr(0, name->find(" (")));
  if (const auto path = behind(message, "loaded external plugin ");
      path && facts.plugin_path.empty())
    facts.plugin_path = trimmed(*path);
  if (const auto names = behind(message, "Could not find:")) {
    const std::string_view list = names->substr(0, names->find(". "));
    if (!is_default_name(list) && facts.plugin_missing.empty()) {
      facts.plugin_missing = trimmed(list);
      if (facts.plugin_missing.ends_with('.')) facts.plugin_missing.pop_back();
    }
  }
  return true;
}

bool read_plugin_path(NcclLogState& state, const NcclLine& line) {
  if (const auto path = behind(line.message, "Plugin Path : "); path)
    state.facts.plugin_path = trimmed(*path);
  if (const auto name = behind(line.message, "P2P plugin ");
      name && state.facts.plugin_name.empty())
    state.facts.plugin_name = trimmed(*name);
  return true;
}

bool read_assigned(NcclLogState& state, const NcclLine& line) {
  const auto rest = behind(line.message, "NET plugin ");
  if (!rest || !state.facts.networks_used.empty()) return rest.has_value();
  const std::string_view name = rest->substr(0, rest->find(" to comm"));
  if (line.message.starts_with("Assigned")) use(state, line, name);
  return true;
}

bool read_missing_library(NcclLogState& state, const NcclLine& line) {
  if (!contains(line.message, "libibverbs")) return false;
  state.facts.has_no_ib = true;
  if (state.facts.no_ib_evidence.line == 0) state.facts.no_ib_evidence = evidence_of(line);
  return true;
}

// The SHARP plugin: "Sharp rank 1/2 initialized on mlx5_5:1"
bool read_sharp_rank(NcclLogState& state, const NcclLine& line) {
  const auto device = behind(line.message, "initialized on ");
  if (!device) return false;
  raise(state.facts.collnet, NcclFeature::Available);
  raise(state.facts.sharp, NcclFeature::Available);
  if (state.facts.plugin_name.empty()) state.facts.plugin_name = "nccl-rdma-sharp-plugins";
  add_device(state, first_word(*device));
  return true;
}

}  // namespace

std::span<const NcclMessageRule> network_rules() {
  static constexpr std::array kRules{NcclMessageRule{"Bootstrap", read_bootstrap},
                                     NcclMessageRule{"NET : ", read_interface},
                                     NcclMessageRule{"NET/IB", read_ib},
                                     NcclMessageRule{"NET/Socket", read_socket},
                                     NcclMessageRule{"NET/OFI", read_ofi},
                                     NcclMessageRule{"NET/Plugin", read_plugin},
                                     NcclMessageRule{"Successfully loaded external", read_plugin},
                                     NcclMessageRule{"Plugin Path", read_plugin_path},
                                     NcclMessageRule{"P2P plugin", read_plugin_path},
                                     NcclMessageRule{"Using ", read_using},
                                     NcclMessageRule{"Assigned NET", read_assigned},
                                     NcclMessageRule{"Failed to open lib", read_missing_library},
                                     NcclMessageRule{"Sharp rank", read_sharp_rank},
                                     NcclMessageRule{"SHARP rank", read_sharp_rank}};
  return kRules;
}

}  // namespace busbar::wire::nccl_log
