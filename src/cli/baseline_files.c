#include "cli/baseline_files.h"

#include "cli/output.h"
#include "os/processes.h"
#include "report/known_failures.h"

bool cli_baseline_open(const struct arguments *arguments, struct baseline **baseline) {
  struct diagnostic error = { NULL };
  *baseline = NULL;
  if (!arguments->baseline && !arguments->write_baseline) return true;
  *baseline = baseline_open(arguments->baseline, &error);
  if (!*baseline) return cli_complain_of(&error), false;
  if (arguments->write_baseline) baseline_accept(*baseline);
  return true;
}

bool cli_baseline_sees_all(const struct arguments *arguments) {
  return !(arguments->given &
           (TAKES(cold) | TAKES(no_evictions) | TAKES(capacity) | TAKES(apart) | TAKES(depth)));
}

bool cli_baseline_write(const struct arguments *arguments, const struct baseline *baseline) {
  if (!baseline) return true;
  fflush(stdout);
  if (processes_own() == 0) baseline_stale_print(stderr, baseline, arguments->strict);
  FILE *file = cli_output_open(arguments->write_baseline);
  if (file) baseline_write(baseline, file);
  return cli_output_close(file, arguments->write_baseline);
}
