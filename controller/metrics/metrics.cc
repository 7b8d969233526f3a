#include "controller/metrics/metrics.h"

#include <charconv>

namespace busbar::controller {
namespace {

struct GaugeRow {
  std::string_view name, help;
  std::uint64_t Gauges::* value;
};
constexpr GaugeRow kGauges[] = {
    {"busbar_runs_unfinished", "Runs that are queued, running or cancelling.",
     &Gauges::unfinished_runs},
    {"busbar_launches_live", "Launches that run on nodes now.", &Gauges::live_launches},
    {"busbar_nodes_known", "Nodes that were ever seen.", &Gauges::known_nodes},
    {"busbar_nodes_ready", "Nodes whose agent is connected and takes launches.",
     &Gauges::ready_nodes},
    {"busbar_agent_sessions", "Agents that are connected.", &Gauges::agent_sessions},
    {"busbar_event_streams", "Clients that follow a run.", &Gauges::event_streams},
};

void head(std::string& text, std::string_view name, std::string_view help, std::string_view kind) {
  text.append("# HELP ").append(name).append(" ").append(help);
  text.append("\n# TYPE ").append(name).append(" ").append(kind).append("\n");
}

template <class Number>
void sample(std::string& text, std::string_view name, Number value) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  text.append(name).append(" ").append(digits, end).append("\n");
}

// Backslash, quote and line end of a label's value.
std::string escaped(std::string_view value) {
  std::string text;
  for (const char c : value) {
    if (c == '\\' || c == '"') text += '\\';
    text += c == '\n' ? ' ' : c;
  }
  return text;
}

}  // namespace

void Counters::count_answer(int status) {
  const int digit = status / 100;
  if (digit >= 1 && digit <= 5) ++answers[static_cast<std::size_t>(digit - 1)];
}

std::string metrics_text(const Counters& counters, const Gauges& gauges, std::string_view version) {
  std::string text;
  head(text, "busbar_build_info", "Version of the program.", "gauge");
  sample(text, "busbar_build_info{version=\"" + escaped(version) + "\"}", 1);
  head(text, "busbar_uptime_seconds", "Since the program started.", "gauge");
  sample(text, "busbar_uptime_seconds", gauges.uptime.value());
  for (const GaugeRow& row : kGauges) {
    head(text, row.name, row.help, "gauge");
    sample(text, row.name, gauges.*row.value);
  }
  head(text, "busbar_runs_submitted_total", "Runs that were taken.", "counter");
  sample(text, "busbar_runs_submitted_total", counters.runs_submitted);
  head(text, "busbar_http_answers_total", "Answers by class of status.", "counter");
  for (std::size_t i = 0; i < counters.answers.size(); ++i)
    sample(text, "busbar_http_answers_total{status=\"" + std::to_string(i + 1) + "xx\"}",
           counters.answers[i]);
  return text;
}

}  // namespace busbar::controller
