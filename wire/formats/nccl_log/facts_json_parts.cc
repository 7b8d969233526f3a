// Tested by tests/unit/wire/formats/nccl_log/corpus_test.cc
#include "core/diagnosis/nccl_log_causes.h"
#include "wire/formats/nccl_log/facts_json.h"

namespace busbar::wire::nccl_log {
namespace {

void write_if(JsonWriter& json, std::string_view name, const std::optional<std::int64_t>& value) {
  if (value) json.field(name, *value);
}

void write_rails(JsonWriter& json, const NcclTroubleSeen& trouble) {
  if (trouble.rails.empty()) return;
  json.key("devices").begin_array();
  for (const NcclRails& rails : trouble.rails)
    json.begin_object()
        .field("dev", rails.device)
        .field("expected", rails.expected)
        .field("got", rails.got)
        .end_object();
  json.end_array();
}

void write_numbers(JsonWriter& json, const NcclTroubleSeen& trouble) {
  if (trouble.code) {
    json.field("code", *trouble.code);
    const std::string_view meaning = nccl_result_meaning(*trouble.code);
    if (!meaning.empty()) json.field("meaning", meaning);
  }
  write_if(json, "status", trouble.status);
  write_if(json, "vendor_err", trouble.vendor_error);
  write_if(json, "cuda_error", trouble.cuda_error);
  write_if(json, "bytes", trouble.bytes);
  write_if(json, "seq", trouble.sequence);
  write_if(json, "numel", trouble.elements);
  write_if(json, "timeout_ms", trouble.timeout_ms);
  write_if(json, "last_enqueued", trouble.last_enqueued);
  write_if(json, "last_completed", trouble.last_completed);
}

void write_trouble(JsonWriter& json, const NcclTroubleSeen& trouble, bool is_first_cause) {
  const bool is_chain = trouble.kind == NcclTrouble::ErrorChain;
  json.begin_object().field("category", to_text(trouble.kind));
  json.field("text", is_chain ? chain_text(trouble) : trouble.text);
  if (is_first_cause) json.field("first_cause", true);
  if (!trouble.ranks.empty()) write_texts(json, "ranks", trouble.ranks);
  if (!trouble.local_ranks.empty()) write_texts(json, "ranks_local", trouble.local_ranks);
  if (!trouble.host.empty()) json.field("host", trouble.host);
  if (!trouble.peer.empty()) json.field("peer", trouble.peer);
  if (!trouble.operation.empty()) json.field("op", trouble.operation);
  write_numbers(json, trouble);
  write_rails(json, trouble);
  if (trouble.count > 1) json.field("count", trouble.count);
  if (trouble.is_cut) json.field("note", "last one cut");
  json.field("line", trouble.evidence.line).end_object();
}

void write_times(JsonWriter& json, std::string_view prefix, const NcclTimes& times) {
  const std::string name(prefix);
  json.field(name + "_time_us", times.time_us);
  json.field(name + "_algbw_gbps", times.algorithm_bandwidth);
  json.field(name + "_busbw_gbps", times.bus_bandwidth);
}

void write_table_rows(JsonWriter& json, const NcclLogFacts& facts) {
  if (facts.table_rows.empty()) return;
  json.key("table_rows").begin_array();
  for (const NcclTableRow& row : facts.table_rows) {
    json.begin_object().field("size_bytes", row.bytes).field("count", row.count);
    json.field("dtype", row.type);
    write_times(json, "oop", row.out_of_place);
    if (row.in_place) write_times(json, "ip", *row.in_place);
    json.end_object();
  }
  json.end_array();
}

using ModelRow = std::map<std::string, NcclModelCell>;

void write_model_row(JsonWriter& json, const std::string& function, const ModelRow& row) {
  if (row.empty()) return;
  json.key(function).begin_object();
  for (const auto& [column, cell] : row)
    json.key(column).begin_array().number(cell.latency_us).number(cell.bandwidth).end_array();
  json.end_object();
}

// A bandwidth of 0 marks what will not be chosen.
void write_usable(JsonWriter& json, const std::string& function, const ModelRow& row) {
  std::string name = "protocols_usable_for_";
  for (char c : function) name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  json.key(name).begin_array();
  for (const auto& [column, cell] : row)
    if (cell.bandwidth > 0) json.text(column);
  json.end_array();
}

void write_model(JsonWriter& json, const NcclModelTable& model) {
  if (model.cells.empty() && model.threads_max.empty()) return;
  json.key("tuner").begin_object().key("table").begin_object();
  json.key("max_nthreads").begin_object();
  for (const auto& [algorithm, threads] : model.threads_max) write_texts(json, algorithm, threads);
  json.end_object();
  for (const auto& [function, row] : model.cells) write_model_row(json, function, row);
  json.end_object();
  for (const auto& [function, row] : model.cells)
    if (function != model.cut_function) write_usable(json, function, row);
  if (!model.cut.empty()) json.field("incomplete", model.cut);
  json.end_object();
}

void write_tree(JsonWriter& json, const NcclTopologyTree& tree) {
  if (!tree.max_bandwidth && tree.gpus.empty()) return;
  json.key("topology").begin_object();
  json.field("max_bw", tree.max_bandwidth).field("total_bw", tree.total_bandwidth);
  write_texts(json, "gpus", tree.gpus);
  json.key("nvlink");
  if (tree.nvlinks.empty()) {
    json.null();
  } else if (tree.nvlinks.size() == 1) {
    json.text(tree.nvlinks.front());
  } else {
    json.begin_array();
    for (const std::string& link : tree.nvlinks) json.text(link);
    json.end_array();
  }
  json.key("nets").begin_array();
  for (const auto& [name, bandwidth] : tree.nets)
    json.begin_object().field("name", name).field("bw", bandwidth).end_object();
  json.end_array().end_object();
}

}  // namespace

void write_troubles(JsonWriter& json, const NcclLogFacts& facts) {
  const NcclTroubleSeen* cause = first_cause(facts);
  for (bool is_error : {false, true}) {
    json.key(is_error ? "errors" : "warnings").begin_array();
    for (const NcclTroubleSeen& trouble : facts.troubles)
      if (trouble.is_error == is_error && !trouble.is_superseded)
        write_trouble(json, trouble, &trouble == cause);
    json.end_array();
  }
}

void write_tuning(JsonWriter& json, const NcclLogFacts& facts) {
  write_model(json, facts.model);
  write_tree(json, facts.topology);
  write_table_rows(json, facts);
}

}  // namespace busbar::wire::nccl_log
