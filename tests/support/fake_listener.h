#pragma once
// A listener of sessions that stores in memory and refuses on demand.
// Threads: the loop's.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "controller/sessions/sessions.h"

namespace busbar {

class FakeListener final : public controller::AgentListener {
 public:
  Result<std::uint64_t> on_hello(const wire::Hello& hello) override {
    hellos.push_back(hello);
    return stored_before;
  }
  Result<void> on_records(const controller::Batch& batch) override {
    if (refusal) return fail(*refusal);
    batches.push_back(batch);
    return {};
  }
  void on_ready(const NodeId& node) override { said.push_back("ready " + node.text()); }
  void on_progress(const NodeId& node, const wire::Progress&) override {
    said.push_back("progress " + node.text());
  }
  void on_disconnected(const NodeId& node) override { said.push_back("left " + node.text()); }
  void on_gone(const NodeId& node) override { said.push_back("gone " + node.text()); }

  std::size_t records() const {
    std::size_t count = 0;
    for (const controller::Batch& batch : batches) count += batch.records.size();
    return count;
  }

  std::uint64_t stored_before = 0;
  std::optional<Error> refusal;
  std::vector<wire::Hello> hellos;
  std::vector<controller::Batch> batches;
  std::vector<std::string> said;
};

}  // namespace busbar
