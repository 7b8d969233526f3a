#include "cli/commands/run.h"

#include "cli/commands/follow.h"
#include "cli/commands/matrix_file.h"
#include "cli/commands/results.h"
#include "cli/output/fault.h"
#include "cli/output/number_text.h"

namespace busbar::cli {
namespace {

void say_submitted(const RunView& run, Context& context) {
  context.output.err << "run " << run.id << ": " << count_text(run.planned, "cell") << ", about "
                     << duration_text(run.estimate);
  if (run.pruned > 0) context.output.err << ", " << run.pruned << " pruned";
  context.output.err << '\n';
  for (const std::string& note : run.notes) context.output.err << "note: " << note << '\n';
  context.output.err.flush();
}

}  // namespace

ExitCode run_command(const Invocation& invocation, Context& context) {
  const Result<MatrixFile> matrix = read_matrix_file(invocation.argument);
  if (!matrix) return report(matrix.error(), context.output);
  const Results<wire::JsonView> submitted = post_matrix(context.api, "/runs", *matrix);
  if (!submitted) return report(submitted.error(), matrix->text, context.output);
  const RunView run = read_run(*submitted);
  if (invocation.has("detach")) {
    context.output.out << (invocation.is_json ? submitted->json_text() : run.id) << '\n';
    return ExitCode::Success;
  }
  say_submitted(run, context);
  const Results<RunView> ended = follow_run(context, run.id);
  if (!ended) return report(ended.error(), context.output);
  const Results<RunView> printed = print_results(
      context, run.id, invocation.is_json ? ResultsFormat::Json : ResultsFormat::Table);
  if (!printed) return report(printed.error(), context.output);
  return exit_code_of_run(printed->state, printed->failed);
}

}  // namespace busbar::cli
