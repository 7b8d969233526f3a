#include "wire/formats/reading_json.h"

#include "wire/json/value.h"

namespace busbar::wire {
namespace {

void write(JsonWriter& writer, const std::vector<Evidence>& evidence) {
  writer.key("evidence").begin_array();
  for (const Evidence& line : evidence)
    writer.begin_object().field("line", line.line).field("text", line.text).end_object();
  writer.end_array();
}

void write(JsonWriter& writer, const Finding& finding) {
  writer.begin_object()
      .field("code", finding.code)
      .field("severity", to_text(finding.severity))
      .field("step", static_cast<std::uint64_t>(finding.step));
  for (const FindingObjects& objects : finding.objects) {
    writer.key(objects.kind).begin_array();
    for (const std::string& name : objects.names) writer.text(name);
    writer.end_array();
  }
  if (finding.have) writer.field("have", *finding.have);
  if (finding.want) writer.field("want", *finding.want);
  writer.field("why", finding.why).field("remedy", finding.remedy);
  write(writer, finding.evidence);
  writer.end_object();
}

void write(JsonWriter& writer, const Explanation& explanation) {
  writer.begin_object()
      .field("root_cause", to_text(explanation.cause))
      .field("step", static_cast<std::uint64_t>(explanation.step))
      .field("confidence", explanation.confidence)
      .field("why", explanation.why)
      .field("remedy", explanation.remedy);
  write(writer, explanation.evidence);
  writer.end_object();
}

}  // namespace

std::string to_json(const Reading& reading, std::string_view file) {
  JsonWriter writer;
  writer.begin_object().field("file", file).field("kind", reading.kind);
  writer.raw_field("facts", reading.facts_json.empty() ? "{}" : reading.facts_json);
  writer.key("findings").begin_array();
  for (const Finding& finding : reading.findings) write(writer, finding);
  writer.end_array().key("explanations").begin_array();
  for (const Explanation& explanation : reading.explanations) write(writer, explanation);
  writer.end_array().key("skipped").begin_array();
  for (const SkippedText& part : reading.skipped)
    writer.begin_object().field("line", part.line).field("what", part.what).end_object();
  writer.end_array().field("skipped_more", reading.skipped_more).end_object();
  return writer.take();
}

}  // namespace busbar::wire
