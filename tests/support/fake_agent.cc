#include "tests/support/fake_agent.h"

#include "tests/support/sample_messages.h"

namespace busbar {

FakeAgent::FakeAgent(io::Loop& loop, std::string node, std::string machine)
    : loop_(loop), node_(std::move(node)), machine_(std::move(machine)) {}

wire::Hello FakeAgent::hello() const {
  wire::Hello hello = samples::hello();
  hello.node = *NodeId::parse(node_);
  hello.spool = "spool-of-" + node_;
  hello.facts.machine = *MachineId::parse(machine_);
  hello.launches.clear();
  if (running_) hello.launches.push_back(running_->order.launch);
  return hello;
}

void FakeAgent::connect(const Acceptor& accept) {
  auto [mine, theirs] = FakeWebSocket::make_pair(loop_);
  socket_ = mine;
  socket_->on_message([this](const std::string& text) { on_text(text); });
  accept(theirs);
  send(hello());
  for (const Spooled& spooled : spool_) transmit(spooled);
  send(wire::Ready{});
}

void FakeAgent::cut() {
  if (socket_) socket_->cut();
}

void FakeAgent::stall() {
  if (socket_) socket_->stall();
}

void FakeAgent::crash() {
  loop_.cancel(timer_);
  running_.reset();
  cut();
}

void FakeAgent::on_text(const std::string& text) {
  const auto frame = wire::parse_controller_frame(text);
  if (!frame) return;
  frames.push_back(*frame);
  if (const auto* acknowledged = std::get_if<wire::Acknowledge>(&*frame))
    while (!spool_.empty() && spool_.front().sequence <= acknowledged->sequence) spool_.pop_front();
  if (const auto* order = std::get_if<wire::StartLaunch>(&*frame)) begin(*order);
  const auto* stop = std::get_if<wire::StopLaunch>(&*frame);
  if (!stop || is_deaf_to_stop || !running_ || running_->order.launch != stop->launch) return;
  wire::LaunchEnded ended;
  ended.outcome = wire::LaunchOutcome::Cancelled;
  ended.reason = stop->reason;
  end(ended);
}

void FakeAgent::begin(const wire::StartLaunch& order) {
  starts.push_back(order);
  running_ = Running{order};
  if (is_unable_to_start) {
    wire::LaunchEnded ended;
    ended.reason = "mpirun is missing";
    return end(ended);
  }
  record(wire::LaunchStarted{4711, {"mpirun", "-np", "2"}, samples::start_line()});
  begin_cell();
}

void FakeAgent::begin_cell() {
  if (running_->next == running_->order.cells.size()) {
    wire::LaunchEnded ended;
    ended.outcome = wire::LaunchOutcome::Finished;
    ended.exit_code = 0;
    return end(ended);
  }
  const CellIndex cell = running_->order.cells[running_->next].index;
  cells_begun.push_back(cell.value());
  if (is_connected()) send(wire::Progress{running_->order.launch, cell});
  if (hanging.contains(cell.value()))
    after(Seconds(60), &FakeAgent::time_out);
  else
    after(cell_time, &FakeAgent::finish_cell);
  if (on_begin) on_begin();
}

void FakeAgent::finish_cell() {
  const CellIndex cell = running_->order.cells[running_->next++].index;
  if (failing.contains(cell.value()))
    record(wire::CellFailed{cell, CellFailure::WrongData, "3 of 8 elements wrong", std::nullopt});
  else
    record(wire::CellMeasured{samples::measurement(cell)});
  begin_cell();
}

void FakeAgent::time_out() {
  const CellIndex cell = running_->order.cells[running_->next].index;
  record(wire::CellFailed{cell, CellFailure::TimedOut, "silent for 60 s", std::nullopt});
  wire::LaunchEnded ended;
  ended.outcome = wire::LaunchOutcome::TimedOut;
  ended.reason = "silent for 60 s";
  ended.cell = cell;
  end(ended);
}

void FakeAgent::end(const wire::LaunchEnded& how) {
  loop_.cancel(timer_);
  record(how);
  running_.reset();
}

void FakeAgent::record(wire::RecordBody body) {
  const wire::Record record{running_->order.launch, running_->order.run, loop_.wall_now(),
                            std::move(body)};
  spool_.push_back({++last_sequence_, wire::to_text(record)});
  if (is_connected()) transmit(spool_.back());
}

void FakeAgent::transmit(const Spooled& spooled) {
  send(wire::RecordFrame{spooled.sequence, spooled.record});
  if (is_repeating) send(wire::RecordFrame{spooled.sequence, spooled.record});
}

void FakeAgent::after(Seconds delay, void (FakeAgent::*step)()) {
  timer_ = loop_.call_after(delay, [this, step] { (this->*step)(); });
}

}  // namespace busbar
