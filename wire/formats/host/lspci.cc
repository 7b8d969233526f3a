// lspci -v to -vvv: a head line for each device, its properties indented below.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kDevicesMax = 65'536;

bool is_hex(std::string_view text) {
  return !text.empty() &&
         text.find_first_not_of("0123456789abcdefABCDEF") == std::string_view::npos;
}

// "17:01.0" or "0000:17:01.0"
bool is_bdf(std::string_view word) {
  const auto parts = cells(word, ':');
  if (parts.size() != 2 && parts.size() != 3) return false;
  const auto ends = cells(parts.back(), '.');
  return ends.size() == 2 && ends[0].size() == 2 && ends[1].size() == 1 && is_hex(ends[0]) &&
         is_hex(ends[1]) && is_hex(parts[0]) && (parts.size() == 2 || is_hex(parts[1]));
}

// "Speed 8GT/s (ok), Width x16 (downgraded)"
std::optional<PcieLink> link_in(std::string_view text) {
  const auto speed = behind(text, "Speed "), width = behind(text, "Width x");
  if (!speed || !width) return std::nullopt;
  const auto gt_s = leading_number(*speed);
  const auto lanes = leading_integer(*width);
  if (!gt_s || !lanes) return std::nullopt;
  return PcieLink{*gt_s, *lanes};
}

AcsControl acs_in(const Line& line) {
  AcsControl acs;
  acs.source_validation = contains(line.text, "SrcValid+");
  acs.redirects = contains(line.text, "ReqRedir+") || contains(line.text, "CmpltRedir+") ||
                  contains(line.text, "UpstreamFwd+");
  acs.evidence = evidence(line);
  return acs;
}

void read_property(const Line& line, PciDevice& device) {
  const std::string_view text = trimmed(line.text);
  if (text.starts_with("ACSCtl:")) device.acs = acs_in(line);
  if (text.starts_with("LnkCap:")) device.capability = link_in(text);
  if (text.starts_with("LnkSta:")) device.status = link_in(text);
  if (const auto driver = behind(text, "Kernel driver in use: ")) device.driver = *driver;
  if (!text.starts_with("Bus: ")) return;
  if (const auto bus = between(text, "secondary=", ",")) device.secondary = std::string(*bus);
  if (const auto bus = between(text, "subordinate=", ",")) device.subordinate = std::string(*bus);
}

// Without head lines (grep ACSCtl, grep Lnk) a property that is already there begins a device.
bool begins_another(std::string_view line, const PciDevice& device) {
  if (!device.bdf.empty()) return false;
  return (contains(line, "ACSCtl:") && device.acs) ||
         (contains(line, "LnkCap:") && (device.capability || device.status)) ||
         (contains(line, "LnkSta:") && device.status);
}

void write_names(JsonWriter& json, const PciFacts& facts, std::string_view key,
                 bool (*is_one)(const PciDevice&)) {
  json.key(key).begin_array();
  for (const PciDevice& device : facts.devices)
    if (is_one(device)) json.text(device.bdf);
  json.end_array();
}

void write_link(JsonWriter& json, std::string_view key, const std::optional<PcieLink>& link) {
  json.key(key);
  if (!link) {
    json.null();
    return;
  }
  json.begin_object().field("gt_s", link->gt_s).field("width", link->lanes).end_object();
}

}  // namespace

PciFacts read_lspci(std::string_view text) {
  PciFacts facts;
  for (const Line& line : lines_of(text)) {
    const auto all = words(line.text);
    if (!all.empty() && indentation(line.text) == 0 && is_bdf(all[0])) {
      if (facts.devices.size() == kDevicesMax) break;
      facts.devices.emplace_back();
      facts.devices.back().bdf = all[0];
      facts.devices.back().description = trimmed(line.text.substr(all[0].size()));
    } else if (!facts.devices.empty()) {
      if (facts.devices.size() < kDevicesMax && begins_another(line.text, facts.devices.back()))
        facts.devices.emplace_back();
      read_property(line, facts.devices.back());
    } else if (contains(line.text, "ACSCtl:") || contains(line.text, "LnkCap:") ||
               contains(line.text, "LnkSta:")) {
      facts.devices.emplace_back();
      read_property(line, facts.devices.back());
    }
  }
  return facts;
}

std::string to_json(const PciFacts& facts) {
  JsonWriter json;
  json.begin_object().key("acs").begin_array();
  for (const PciDevice& device : facts.devices) {
    if (!device.acs) continue;
    json.begin_object().field("bdf", device.bdf).field("device", device.description);
    json.field("state", acs_state(*device.acs)).field("secondary_bus", device.secondary);
    json.end_object();
  }
  json.end_array();
  write_names(json, facts, "nvswitches", is_nvswitch);
  write_names(json, facts, "gpus", is_gpu);
  write_names(json, facts, "nics", is_nic);
  json.key("links").begin_array();
  for (const PciDevice& device : facts.devices) {
    if (!device.capability && !device.status) continue;
    json.begin_object().field("bdf", device.bdf);
    write_link(json, "capability", device.capability);
    write_link(json, "status", device.status);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace busbar::wire
