#pragma once
// A node's facts and provenance as JSON.
// Units: bytes.
// Errors: InvalidInput naming the field and its value.
// Invariants: reading what was written gives the same facts.
// Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/fabric/node.h"
#include "wire/json/value.h"

namespace busbar::wire {

std::string facts_json(const NodeFacts&);
Result<NodeFacts> parse_facts(std::string_view text);
void write_facts(JsonWriter&, const NodeFacts&);
Result<NodeFacts> read_facts(const JsonView&);

std::string provenance_json(const Provenance&);
Result<Provenance> parse_provenance(std::string_view text);
void write_provenance(JsonWriter&, const Provenance&);
Result<Provenance> read_provenance(const JsonView&);

}  // namespace busbar::wire
