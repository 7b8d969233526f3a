#include "cli/commands/follow.h"

#include <utility>

#include "cli/api/pages.h"
#include "cli/api/server_events.h"
#include "cli/commands/run_progress.h"
#include "cli/output/progress.h"

namespace busbar::cli {
namespace {

constexpr Seconds kPatience{60.0};  // a restarted controller replays its store well within that
constexpr Seconds kBetweenTries{0.5};
constexpr Seconds kRedraw{1.0};  // for the time left, while no event comes

class Follower {
 public:
  Follower(Context& context, std::string run, RunProgress progress)
      : context_(context),
        path_("/runs/" + path_segment(run)),
        run_(std::move(run)),
        progress_(std::move(progress)),
        view_(context.output),
        last_contact_(context.now()) {}

  Results<RunView> follow();

 private:
  Result<io::HttpResponse> read_events();
  bool take(std::string_view piece);
  void take_event(const ServerEvent& event);
  Results<RunView> state();
  std::vector<Error> given_up(Error error) const;
  bool wants_cancel() const { return context_.is_interrupted() && !is_cancel_sent_; }
  void cancel();

  Context& context_;
  std::string path_, run_;
  RunProgress progress_;
  ProgressView view_;
  ServerEventParser parser_;
  Seconds last_contact_, last_drawn_;
  bool is_cancel_tried_ = false;
  bool is_cancel_sent_ = false;
  bool is_lost_ = false;
};

void Follower::take_event(const ServerEvent& event) {
  const Result<wire::JsonView> data = wire::JsonView::parse(event.data);
  if (!data) return;  // a comment of a newer service; the run's state is asked for at the end
  if (const auto line = progress_.apply(event.type, *data)) view_.print_plain(*line);
}

bool Follower::take(std::string_view piece) {
  const Seconds now = context_.now();
  if (!piece.empty()) {
    last_contact_ = now;
    is_lost_ = false;
    if (!parser_.feed(piece, [this](const ServerEvent& event) { take_event(event); })) return false;
  }
  if (!piece.empty() || now - last_drawn_ >= kRedraw) {
    view_.show(progress_.progress(now));
    last_drawn_ = now;
  }
  return !progress_.is_finished() && !wants_cancel();
}

Result<io::HttpResponse> Follower::read_events() {
  parser_.reconnect();
  ApiRequest request{.path = path_ + "/events", .headers = {{"Accept", "text/event-stream"}}};
  if (!parser_.last_id().empty()) request.headers.emplace_back("Last-Event-ID", parser_.last_id());
  return context_.api.stream(request, [this](std::string_view piece) { return take(piece); });
}

void Follower::cancel() {
  const Results<wire::JsonView> answer =
      fetch(context_.api, {.method = "POST", .path = path_ + "/cancel"});
  is_cancel_tried_ = true;
  if (!answer) return;  // tried again after a while: the interrupt still stands
  is_cancel_sent_ = true;
  view_.print("cancelling " + run_ + "; what was measured stays. Again to leave at once");
}

std::vector<Error> Follower::given_up(Error error) const {
  error.remedy = "the run goes on there; see 'busbar status " + run_ + "' later. " + error.remedy;
  return {std::move(error)};
}

Results<RunView> Follower::state() {
  Results<RunView> run = fetch_run(context_.api, run_);
  if (run) last_contact_ = context_.now();
  return run;
}

Results<RunView> Follower::follow() {
  view_.show(progress_.progress(context_.now()));
  while (true) {
    if (wants_cancel()) cancel();
    const Result<io::HttpResponse> stream = read_events();
    if (wants_cancel() && !is_cancel_tried_) continue;
    Results<RunView> run = state();
    if (run && run->has_ended()) return run;
    if (!run && run.error().front().kind != ErrorKind::Unavailable) return run;
    if (!run && context_.now() - last_contact_ > kPatience)
      return std::unexpected(given_up(run.error().front()));
    if (!run && !std::exchange(is_lost_, true))
      view_.print("connection to the controller lost; trying again");
    context_.wait(kBetweenTries);
  }
}

}  // namespace

Results<RunView> fetch_run(Api& api, const std::string& run) {
  TRY(json, fetch(api, {.path = "/runs/" + path_segment(run)}));
  return read_run(json);
}

Results<RunView> follow_run(Context& context, const std::string& run) {
  TRY(view, fetch_run(context.api, run));
  TRY(items, fetch_items(context.api, {.path = "/runs/" + path_segment(run) + "/measurements"}));
  std::vector<ResultView> cells;
  for (const wire::JsonView& item : items) cells.push_back(read_result(item));
  RunProgress progress(view.planned, cells, context.now());
  return Follower(context, run, std::move(progress)).follow();
}

}  // namespace busbar::cli
