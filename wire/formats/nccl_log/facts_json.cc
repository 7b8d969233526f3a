// Tested by tests/unit/wire/formats/nccl_log/corpus_test.cc
#include "wire/formats/nccl_log/facts_json.h"

#include <algorithm>

namespace busbar::wire::nccl_log {
namespace {

void write_text_or_null(JsonWriter& json, std::string_view name, std::string_view text) {
  json.key(name);
  if (text.empty())
    json.null();
  else
    json.text(text);
}

// The most complete form of the one version; null where ranks differ, each host then has its own.
void write_versions(JsonWriter& json, const NcclLogFacts& facts) {
  const auto& versions = facts.versions;
  const bool is_one = !has_several_versions(facts);
  std::string_view version;
  for (const auto& [host, text] : versions)
    if (version.empty() ||
        (text.find('+') != std::string::npos && version.find('+') == std::string_view::npos))
      version = text;
  write_text_or_null(json, "nccl_version", is_one ? version : std::string_view{});
  json.key("nccl_versions");
  if (is_one) {
    json.null();
    return;
  }
  std::map<std::string_view, std::string_view> by_host;
  for (const auto& [host, text] : versions) by_host.emplace(host, text);
  json.begin_object();
  for (const auto& [host, text] : by_host) json.field(host.empty() ? "unknown" : host, text);
  json.end_object();
}

std::string plugin_text(const NcclLogFacts& facts) {
  const std::string network = network_in_use(facts);
  const bool is_ofi = facts.plugin_name.starts_with("aws-ofi-nccl");
  if (is_ofi) {
    const bool is_failed = facts.has_plugin_failed && (network.empty() || network == "Socket");
    if (is_failed) return "aws-ofi-nccl (failed)";
    std::string text = facts.plugin_name;
    if (!facts.plugin_version.empty()) text += " " + facts.plugin_version;
    std::string more;
    if (!facts.plugin_provider.empty()) more = "provider " + facts.plugin_provider;
    if (!facts.plugin_libfabric.empty())
      more += (more.empty() ? "" : ", ") + ("Libfabric " + facts.plugin_libfabric);
    return more.empty() ? text : text + " (" + more + ")";
  }
  if (!facts.plugin_path.empty()) return facts.plugin_path;
  if (!facts.plugin_name.empty()) return facts.plugin_name;
  if (facts.network_by_file == "IBext") return "external (ib_plugin.c)";
  return facts.plugin_missing.empty() ? "" : "not found: " + facts.plugin_missing;
}

void write_devices(JsonWriter& json, const NcclLogFacts& facts) {
  json.key("ib_devices");
  if (facts.ib_devices.empty() && !facts.has_no_ib) {
    json.null();
    return;
  }
  json.begin_array();
  for (const NcclIbDevice& device : facts.ib_devices) {
    json.begin_object().field("name", device.name).field("port", device.port);
    write_text_or_null(json, "link", device.link);
    if (device.has_sharp) json.field("sharp", true);
    json.end_object();
  }
  json.end_array();
}

void write_interfaces(JsonWriter& json, const NcclLogFacts& facts) {
  std::vector<std::string> names = facts.socket_interfaces;
  if (names.empty() && facts.bootstrap_interface.empty() && !facts.oob_interface.empty())
    names.push_back(facts.oob_interface);
  write_texts_or_null(json, "socket_ifaces", names);
}

void write_transports(JsonWriter& json, const NcclLogFacts& facts) {
  json.key("transports");
  if (facts.transports.empty()) {
    json.null().key("per_rank_transports").null();
    return;
  }
  json.begin_object();
  for (const auto& [transport, count] : facts.transports) json.field(transport, count);
  json.end_object().key("per_rank_transports").begin_object();
  for (const auto& [rank, kinds] : facts.rank_transports)
    write_texts(json, std::to_string(rank), kinds);
  json.end_object();
}

void write_gdr_value(JsonWriter& json, const NcclGdr& gdr) {
  if (gdr.with > 0 && gdr.without > 0)
    json.text("mixed");
  else
    json.flag(gdr.with > 0);
}

void write_gdr(JsonWriter& json, const NcclLogFacts& facts) {
  json.key("gdrdma");
  const auto gdr = gpudirect(facts);
  if (!gdr) {
    json.null();
    return;
  }
  write_gdr_value(json, *gdr);
  if (!facts.gdr_transport.is_said() || gdr->with == 0 || gdr->without == 0) return;
  json.key("per_channel_gdrdma").begin_object();
  for (const auto& [channel, here] : facts.channel_gdr) {
    json.key(channel);
    write_gdr_value(json, here);
  }
  json.end_object();
}

// The kinds of one transport that any rank used.
void write_used(JsonWriter& json, std::string_view name, const NcclLogFacts& facts,
                std::string_view mark) {
  std::set<std::string> kinds;
  for (const auto& [rank, used] : facts.rank_transports)
    for (const std::string& kind : used)
      if (kind.starts_with(mark) || (mark == "SHM" && kind.find("shared memory") != kind.npos))
        kinds.insert(kind);
  write_texts_or_null(json, name, kinds);
}

std::string_view feature_text(NcclFeature feature) {
  switch (feature) {
    case NcclFeature::Unknown:
      return "";
    case NcclFeature::Available:
      return "available";
    case NcclFeature::Capable:
      return "capable devices listed";
    case NcclFeature::Used:
      return "used";
    case NcclFeature::Failed:
      return "failed";
    case NcclFeature::Disabled:
      return "disabled";
    case NcclFeature::Unavailable:
      return "not available";
    case NcclFeature::NoSymbol:
      return "plugin symbol not found";
  }
  return "";
}

void write_parts(JsonWriter& json, const NcclLogFacts& facts) {
  if (facts.has_p2p_failed)
    json.field("p2p_nvlink_or_ipc", "failed");
  else
    write_used(json, "p2p_nvlink_or_ipc", facts, "P2P");
  if (facts.has_shm_failed)
    json.field("shm", "failed");
  else
    write_used(json, "shm", facts, "SHM");
  write_text_or_null(json, "collnet", feature_text(facts.collnet));
  write_text_or_null(json, "sharp", feature_text(facts.sharp));
  write_text_or_null(json, "nvls", feature_text(facts.nvls));
  json.key("channels");
  if (facts.channels.empty()) {
    json.null();
    return;
  }
  json.begin_object();
  for (const auto& [name, count] : facts.channels) json.field(name, count);
  json.end_object();
}

void write_init(JsonWriter& json, const NcclLogFacts& facts) {
  json.key("init_complete");
  if (!facts.completed.empty()) {
    json.begin_object();
    write_texts(json, "ranks_seen", facts.completed);
    json.end_object();
  } else if (const auto is_complete = is_init_complete(facts)) {
    json.flag(*is_complete);
  } else {
    json.null();
  }
}

void write_choices(JsonWriter& json, const NcclLogFacts& facts) {
  json.key("algo_proto");
  if (facts.choices.empty()) {
    json.null();
    return;
  }
  json.begin_array();
  for (const auto& [choice, count] : facts.choices) {
    json.begin_object();
    write_text_or_null(json, "collective", choice.collective);
    json.field("bytes", choice.bytes)
        .field("algo", choice.algorithm)
        .field("proto", choice.protocol);
    if (choice.channel_first && choice.channel_last)
      json.key("channels")
          .begin_array()
          .integer(*choice.channel_first)
          .integer(*choice.channel_last)
          .end_array();
    json.field("count", count).end_object();
  }
  json.end_array();
}

void write_environment(JsonWriter& json, const NcclLogFacts& facts) {
  std::map<std::string_view, const NcclVariableSeen*> reported;
  for (const auto& [name, seen] : facts.variables)
    if (seen.is_reported) reported.emplace(name, &seen);
  json.key("env_set");
  if (reported.empty()) {
    json.null();
    return;
  }
  json.begin_object();
  for (const auto& [name, seen] : reported) json.field(name, seen->values.front());
  json.end_object();
  const bool is_alike = std::all_of(reported.begin(), reported.end(), [](const auto& item) {
    return item.second->values.size() == 1;
  });
  if (is_alike) return;
  json.key("env_differing").begin_object();
  for (const auto& [name, seen] : reported)
    if (seen->values.size() > 1) write_texts(json, name, seen->values);
  json.end_object();
}

}  // namespace

std::string nccl_log_facts_json(const NcclLogFacts& facts,
                                const std::vector<Explanation>& explanations) {
  JsonWriter json;
  json.begin_object();
  write_versions(json, facts);
  if (facts.is_rccl) json.field("library", "RCCL");
  json.field("nranks", facts.ranks).field("nnodes", node_count(facts));
  write_texts_or_null(json, "hosts", facts.hosts);
  write_text_or_null(json, "bootstrap_iface", facts.bootstrap_interface);
  write_text_or_null(json, "network", network_in_use(facts));
  write_text_or_null(json, "net_plugin", plugin_text(facts));
  write_devices(json, facts);
  write_interfaces(json, facts);
  write_transports(json, facts);
  write_gdr(json, facts);
  json.field("tcp_fallback", is_tcp_fallback(facts));
  write_parts(json, facts);
  write_init(json, facts);
  write_choices(json, facts);
  write_tuning(json, facts);
  write_environment(json, facts);
  write_troubles(json, facts);
  if (!explanations.empty()) {
    json.field("root_cause", to_text(explanations.front().cause));
    json.field("diagnosis_step", static_cast<int>(explanations.front().step));
  }
  json.key("other").begin_object();
  json.field("cuda_driver_version", facts.cuda_driver_version).field("lines", facts.lines);
  json.field("nccl_lines", facts.nccl_lines).field("troubles_more", facts.troubles_more);
  json.end_object().end_object();
  return json.take();
}

}  // namespace busbar::wire::nccl_log
