// MPI host files in the spellings of Open MPI, MPICH and Intel MPI; Slurm host lists.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kNamesMax = 1'000'000;  // over all lists of a text

std::string without_comment(std::string_view line) {
  return std::string(trimmed(line.substr(0, line.find('#'))));
}

// "slots = 8" and "slots=8" alike.
std::string without_blanks_at_equals(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_blank = text[i] == ' ' || text[i] == '\t';
    if (!is_blank) {
      result += text[i];
      continue;
    }
    std::size_t next = i;
    while (next < text.size() && (text[next] == ' ' || text[next] == '\t')) ++next;
    const bool is_at_equals =
        (next < text.size() && text[next] == '=') || (!result.empty() && result.back() == '=');
    if (!is_at_equals && next < text.size()) result += ' ';
    i = next - 1;
  }
  return result;
}

// slots, max_slots (max-slots), and what else launchers take (ignored here).
bool set_option(std::string_view option, HostEntry& host) {
  const auto pair = pair_of(option, '=');
  if (!pair) return false;
  const std::string key = lower(pair->first);
  if (key == "slots" || key == "slot" || key == "cpu" || key == "count") {
    host.slots = integer(pair->second);
    if (!host.slots || *host.slots < 0) {
      host.slots.reset();
      host.bad_slots = std::string(pair->second);
    }
    return true;
  }
  if (key == "max_slots" || key == "max-slots") {
    host.max_slots = integer(pair->second);
    return true;
  }
  return key == "user" || key == "username" || key == "port" || key == "binding" || key == "ifhn" ||
         key == "netmask" || key == "user_name";
}

// MPICH's "node:8", and "node 8" of ScaMPI and old lists; an address in brackets has colons of its
// own.
void split_colon(std::string& name, HostEntry& host) {
  const std::size_t colon = name.rfind(':');
  if (colon == std::string::npos || name.back() == ']') return;
  if (std::count(name.begin(), name.end(), ':') > 1 && name.front() != '[') return;
  const std::string number = name.substr(colon + 1);
  name.resize(colon);
  host.slots = integer(number);
  if (!host.slots) host.bad_slots = number;
}

std::optional<HostEntry> host_in(const Line& line) {
  const std::string text = without_blanks_at_equals(without_comment(line.text));
  const auto all = words(text);
  if (all.empty()) return std::nullopt;
  HostEntry host;
  host.evidence = evidence(line);
  host.name = all[0];
  if (const std::size_t at = host.name.find('@'); at != std::string::npos)
    host.name.erase(0, at + 1);
  split_colon(host.name, host);
  if (!is_host_name(host.name)) return std::nullopt;
  for (std::size_t i = 1; i < all.size(); ++i)
    if (!set_option(all[i], host)) return std::nullopt;
  return host;
}

}  // namespace

HostfileText read_hostfile(std::string_view text) {
  HostfileText read;
  read.is_whole = true;
  for (const Line& line : lines_of(text)) {
    if (without_comment(line.text).empty()) continue;
    const auto host = host_in(line);
    if (!host) {
      read.is_whole = false;
      ++read.lines_refused;
      continue;
    }
    read.lines_with_slots += host->slots || host->max_slots || host->bad_slots ? 1 : 0;
    read.facts.hosts.push_back(*host);
  }
  read.is_whole = read.is_whole && !read.facts.hosts.empty();
  return read;
}

std::string to_json(const HostfileFacts& facts) {
  JsonWriter json;
  json.begin_object().key("hosts").begin_array();
  for (const HostEntry& host : facts.hosts) {
    json.begin_object().field("name", host.name).field("slots", host.slots);
    if (host.max_slots) json.field("max_slots", host.max_slots);
    json.end_object();
  }
  json.end_array().field("count", static_cast<std::uint64_t>(facts.hosts.size()));
  return json.end_object().take();
}

HostLists read_host_lists(std::string_view text) {
  HostLists lists;
  std::size_t names = 0;
  for (const Line& line : lines_of(text)) {
    std::string list = without_comment(line.text);
    if (const std::size_t equal = list.find("NODELIST="); equal != std::string::npos)
      list.erase(0, equal + 9);  // SLURM_JOB_NODELIST=…
    if (list.empty()) continue;
    lists.has_brackets |= list.find('[') != std::string::npos;
    auto expanded = expand_host_list(list);
    if (!expanded || names + expanded->size() > kNamesMax) {
      lists.invalid.push_back(list);
      continue;
    }
    names += expanded->size();
    lists.expansions.emplace_back(list, std::move(*expanded));
  }
  return lists;
}

std::string to_json(const HostLists& lists) {
  JsonWriter json;
  json.begin_object().key("expansions").begin_object();
  for (std::size_t i = 0; i < lists.expansions.size(); ++i) {
    const auto& [list, names] = lists.expansions[i];
    const bool is_repeated = std::any_of(lists.expansions.begin(),
                                         lists.expansions.begin() + static_cast<std::ptrdiff_t>(i),
                                         [&](const auto& one) { return one.first == list; });
    if (is_repeated) continue;
    json.key(list).begin_array();
    for (const std::string& name : names) json.text(name);
    json.end_array();
  }
  json.end_object().key("invalid").begin_array();
  for (const std::string& list : lists.invalid) json.text(list);
  return json.end_array().end_object().take();
}

}  // namespace busbar::wire
