/* frames prove: the most general client of a composition. */
#include <stdio.h>
#include "cli/effort.h"
#include "cli/output.h"
#include "frames/commands.h"
#include "frames/report.h"
#include "frames/report_files.h"
#include "report/cost_text.h"
#include "run/effort.h"

enum { GPUS_USUAL = 4, DRAWS_USUAL = 4 };

static bool write_files(const struct arguments *arguments, const struct frame_proof *proof,
                        const struct cost *cost, int status) {
  FILE *file = cli_output_open(arguments->json);
  if (file) frame_proof_json(file, proof, arguments->quiet ? NULL : cost, status);
  bool good = cli_output_close(file, arguments->json);
  file = cli_output_open(arguments->junit);
  if (file) frame_proof_junit(file, proof);
  good &= cli_output_close(file, arguments->junit);
  if (proof->run.trace)
    return frames_save_run(arguments, &proof->setting, proof->frame, &proof->run) && good;
  cli_run_unused(arguments);
  return good;
}

static int run(const struct arguments *arguments) {
  static const int statuses[] = { [FRAME_PROOF_VIOLATION] = EXIT_FAILS,
                                  [FRAME_PROOF_MISSING] = EXIT_FAILS,
                                  [FRAME_PROOF_INCONCLUSIVE] = EXIT_INCONCLUSIVE };
  struct setting setting;
  struct frame_client client = { arguments->gpus ? (unsigned)arguments->gpus : GPUS_USUAL,
                                 arguments->draws ? (unsigned)arguments->draws : DRAWS_USUAL,
                                 (unsigned)arguments->groups };
  if (client.gpus < 2 || client.gpus > FRAME_GPUS_MAX)
    return cli_complain("--gpus: 2 to %u compose an image", FRAME_GPUS_MAX);
  if (!cli_setting_load(arguments, &frames_models, &setting)) return EXIT_USAGE;
  struct effort effort = cli_effort(arguments);
  status_line_begin("frames prove", &effort, arguments->quiet);
  double start = effort_now();
  struct frame_proof proof = frame_prove(&setting, &client, &effort);
  status_line_end();
  bool silent = cli_output_takes_all(arguments);
  if (!silent) frame_proof_print(stdout, &proof, arguments->quiet);
  struct cost cost = cost_since(start, (struct cost){ 0 });
  if (!silent && !arguments->quiet) cost_print(&cost, NULL);
  int status = statuses[frame_proof_verdict(&proof)];
  if (!write_files(arguments, &proof, &cost, status)) status = EXIT_USAGE;
  frame_proof_clear(&proof);
  return status;
}

const struct command frames_command_prove = {
  .family = "frames",
  .name = "prove",
  .arguments = "-p MODEL [--gpus N] [--draws N] [--groups N]",
  .summary = "groups of draws, dealt out to GPUs in every way, in any order of completion",
  .help =
      "Asks for groups of --draws draws, each of which covers the screen, on --gpus GPUs: opaque\n"
      "and transparent, dealt out in every way, in any order of completion.  On 2 and 3 GPUs it\n"
      "asks for two groups in a row as well, any after any, and parted by each of the five\n"
      "events, over links of one packet and of many.  --groups 1 leaves that out; --groups 2\n"
      "asks for two groups of the full size.\n"
      "A variant that is known to lose a property must be seen to lose it.",
  .json = "gpus, draws, client (one group, two in a row, or both), verdict as of prove, the "
          "properties that hold, that are broken, and that the record of a variant says to be "
          "lost, for each sequence of groups its sizes, the packets that a link holds, and the "
          "counts, the run that breaks something (dealing, start, steps, end, in words), and "
          "status.",
  .takes = TAKES(models) | TAKES_FRAMES | TAKES(gpus) | TAKES(draws) | TAKES(groups) |
           TAKES(trace) | TAKES(chart) | TAKES(json) | TAKES(junit) | TAKES(quiet),
  .run = run,
};
