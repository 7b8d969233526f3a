#pragma once
// The facts of a log of NCCL in JSON: docs/formats/nccl-log.md has the shape. Null: the text does
// not say. Threads: pure.
#include <string>
#include <vector>

#include "core/diagnosis/nccl_log_facts.h"
#include "wire/json/value.h"

namespace busbar::wire::nccl_log {

std::string nccl_log_facts_json(const NcclLogFacts&, const std::vector<Explanation>&);

// "warnings", "errors"; "tuner", "topology" where the text has them: members of the open object.
void write_troubles(JsonWriter&, const NcclLogFacts&);
void write_tuning(JsonWriter&, const NcclLogFacts&);

template <class Items>
void write_texts(JsonWriter& json, std::string_view name, const Items& items) {
  json.key(name).begin_array();
  for (const auto& item : items) json.value(item);
  json.end_array();
}

// Null for an empty list.
template <class Items>
void write_texts_or_null(JsonWriter& json, std::string_view name, const Items& items) {
  if (items.empty())
    json.key(name).null();
  else
    write_texts(json, name, items);
}

}  // namespace busbar::wire::nccl_log
