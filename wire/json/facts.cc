#include "wire/json/facts.h"

#include "wire/json/fields.h"

namespace busbar::wire {
namespace {

constexpr std::size_t kEnginesMax = 64;

void write_text_map(JsonWriter& out, const std::map<std::string, std::string>& map) {
  out.begin_object();
  for (const auto& [name, value] : map) out.field(name, value);
  out.end_object();
}

}  // namespace

void write_facts(JsonWriter& out, const NodeFacts& facts) {
  out.begin_object()
      .field("machine", facts.machine.text())
      .field("host_name", facts.host_name)
      .field("cores", facts.cores)
      .field("memory_bytes", facts.memory_bytes)
      .key("labels");
  write_text_map(out, facts.labels);
  out.key("engines").begin_array();
  for (const std::string& engine : facts.engines) out.text(engine);
  out.end_array().end_object();
}

Result<NodeFacts> read_facts(const JsonView& view) {
  Fields in(view, "facts");
  NodeFacts facts;
  facts.machine = in.name<MachineId>("machine");
  facts.host_name = in.text("host_name");
  facts.cores = in.unsigned32("cores");
  facts.memory_bytes = in.unsigned_number("memory_bytes");
  facts.labels = in.text_map("labels");
  facts.engines = in.texts("engines", kEnginesMax);
  return in.result(std::move(facts));
}

std::string facts_json(const NodeFacts& facts) {
  JsonWriter out;
  write_facts(out, facts);
  return out.take();
}

Result<NodeFacts> parse_facts(std::string_view text) {
  TRY(view, JsonView::parse(text));
  return read_facts(view);
}

void write_provenance(JsonWriter& out, const Provenance& provenance) {
  write_text_map(out, provenance);
}

Result<Provenance> read_provenance(const JsonView& view) {
  Provenance provenance;
  std::optional<Error> fault;
  if (!view.is_object())
    return fail({ErrorKind::InvalidInput, Scope::Process, "provenance", "is " + view.kind_text(),
                 "send an object of texts"});
  view.for_each_member([&](const std::string& name, const JsonView& value) {
    if (auto text = value.as_text())
      provenance[name] = std::move(*text);
    else if (!fault)
      fault = Error{ErrorKind::InvalidInput, Scope::Process, "provenance " + name,
                    "is " + value.kind_text(), "send a text"};
  });
  if (fault) return fail(std::move(*fault));
  return provenance;
}

std::string provenance_json(const Provenance& provenance) {
  JsonWriter out;
  write_provenance(out, provenance);
  return out.take();
}

Result<Provenance> parse_provenance(std::string_view text) {
  TRY(view, JsonView::parse(text));
  return read_provenance(view);
}

}  // namespace busbar::wire
