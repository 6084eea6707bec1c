#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "axiom/applies.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/page_output.h"
#include "litmus/barriers.h"
#include "os/budget.h"
#include "os/processes.h"
#include "report/annotations.h"
#include "report/draw/chart_mermaid.h"
#include "report/draw/chart_svg.h"
#include "report/run_chart.h"
#include "report/sarif.h"
#include "run/trace_file.h"

static bool may_write(const char *path) {
  struct stat status;
  if (!path || text_equal(path, "-")) return true;
  if (!stat(path, &status)) {
    if (!S_ISDIR(status.st_mode)) return !access(path, W_OK);
    errno = EISDIR;
    return false;
  }
  int file = open(path, O_WRONLY | O_CREAT, 0666);
  if (file < 0) return false;
  close(file);
  unlink(path);
  return true;
}

struct output_file {
  const char *name, *path;
};

/* One file cannot hold two results. */
static bool are_apart(const struct output_file *files, unsigned count) {
  for (unsigned i = 0; i < count; i++)
    for (unsigned j = i + 1; j < count; j++) {
      const char *path = files[i].path;
      if (!path || !files[j].path || !text_equal(path, files[j].path)) continue;
      if (text_equal(path, "/dev/null")) continue;
      return cli_complain("--%s, --%s: expected two files, found \"%s\" twice", files[i].name,
                          files[j].name, path),
             false;
    }
  return true;
}

static bool annotates_well(const struct arguments *arguments) {
  if (!arguments->annotate || text_equal(arguments->annotate, "github")) return true;
  return cli_complain("--annotate: expected github, found \"%s\"", arguments->annotate), false;
}

bool cli_outputs_fit(const struct arguments *arguments, bool together) {
  const struct output_file files[] = {
    { "json", arguments->json },
    { "junit", arguments->junit },
    { "sarif", arguments->sarif },
    { "trace", arguments->trace },
    { "chart", arguments->chart },
    { "html", arguments->html },
    { "write-baseline", arguments->write_baseline },
  };
  enum { FILES = sizeof files / sizeof *files };
  uint64_t faults = !are_apart(files, FILES) || !annotates_well(arguments);
  for (unsigned i = 0; i < FILES && processes_own() == 0 && !faults; i++)
    if (files[i].path != arguments->html && !may_write(files[i].path)) {
      cli_complain("--%s: %s: cannot be written: %s", files[i].name, files[i].path,
                   strerror(errno));
      faults = 1;
    }
  if (processes_own() == 0 && !faults) faults = !cli_page_fits(arguments);
  if (together) processes_combine(&faults, 1, PROCESSES_SUM);
  return !faults;
}

FILE *cli_output_open(const char *path) {
  if (!path) return NULL;
  if (text_equal(path, "-")) return stdout;
  if (processes_own()) path = "/dev/null";
  FILE *file = fopen(path, "w");
  if (!file) cli_complain("%s: cannot be written: %s", path, strerror(errno));
  return file;
}

bool cli_chart_write(const char *path, struct chart *chart) {
  FILE *file = cli_output_open(path);
  if (file && text_ends(path, ".mmd")) chart_mermaid(file, chart);
  else if (file) chart_svg(file, SVG_FILE, chart, false);
  chart_clear(chart);
  return cli_output_close(file, path);
}

bool cli_run_write(const struct arguments *arguments, const struct counterexample *found) {
  FILE *file = cli_output_open(arguments->trace);
  if (file) trace_file_write(file, found);
  bool good = cli_output_close(file, arguments->trace);
  if (!arguments->chart) return good;
  struct chart chart = chart_of_run(found);
  return cli_chart_write(arguments->chart, &chart) && good;
}

void cli_run_unused(const struct arguments *arguments) {
  const char *const paths[] = { arguments->trace, arguments->chart };
  fflush(stdout);
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
    if (paths[i])
      fprintf(stderr, "turnsole: there was no run to show, so %s was not written\n", paths[i]);
}

bool cli_output_takes_all(const struct arguments *arguments) {
  const char *const paths[] = { arguments->json, arguments->junit, arguments->sarif,
                                arguments->chart, arguments->html };
  for (unsigned i = 0; i < sizeof paths / sizeof *paths; i++)
    if (paths[i] && text_equal(paths[i], "-")) return true;
  return false;
}

FILE *cli_text_out(const struct arguments *arguments) {
  static FILE *nowhere;
  if (!cli_output_takes_all(arguments)) return stdout;
  if (!nowhere) nowhere = fopen("/dev/null", "w");
  return nowhere ? nowhere : stderr;
}

bool cli_alerts_wanted(const struct arguments *arguments) {
  return arguments->annotate || arguments->sarif;
}

bool cli_alerts_write(const struct arguments *arguments, const struct alerts *alerts,
                      const char *name) {
  if (arguments->annotate && processes_own() == 0)
    annotations_github(cli_output_takes_all(arguments) ? stderr : stdout, alerts);
  FILE *file = cli_output_open(arguments->sarif);
  if (file) sarif_write(file, alerts, name, arguments->baseline || arguments->write_baseline);
  return cli_output_close(file, arguments->sarif);
}

bool cli_output_close(FILE *file, const char *path) {
  if (!file) return !path;
  bool good = !ferror(file) && (file == stdout ? fflush(file) : fclose(file)) == 0;
  if (!good) cli_complain("%s: cannot be written: %s", path, strerror(errno));
  return good;
}

/* --- messages --- */

int cli_complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fputs("turnsole: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return EXIT_USAGE;
}

int cli_complain_of(struct diagnostic *error) {
  fflush(stdout);
  fprintf(stderr, "%s%s\n",
          error->of_file ? "" : "turnsole: ", error->message ? error->message : "failed");
  diagnostic_clear(error);
  return EXIT_USAGE;
}

int cli_complain_of_test(const struct program *program, struct diagnostic *error) {
  error->of_file = true;
  fflush(stdout);
  if (!text_starts(error->message, program->path)) fprintf(stderr, "%s: ", program->path);
  return cli_complain_of(error);
}

void cli_say_inapplicable(const struct program *program, const char *model, const char *what) {
  fflush(stdout);
  fprintf(stderr, "%s: not applicable: %s knows no %s\n", program->path, model, what);
}

/* Every test of LISA counts: it may have annotations of its own. */
static bool is_first_of_dialect(const struct suite *suite, unsigned t) {
  if (text_equal(suite->tests[t].program->dialect, "LISA")) return true;
  for (unsigned i = 0; i < t; i++)
    if (suite->tests[i].program &&
        text_equal(suite->tests[i].program->dialect, suite->tests[t].program->dialect))
      return false;
  return true;
}

void cli_say_foreign(struct cat_model *const *models, unsigned count, const struct suite *suite) {
  for (unsigned t = 0; t < suite->count; t++) {
    const struct program *program = suite->tests[t].program;
    if (!program || !is_first_of_dialect(suite, t)) continue;
    for (unsigned m = 0; m < count; m++) {
      struct text why = { 0 };
      if (judge_is_foreign(models[m], program, &why))
        fprintf(stderr, "%s: warning: %s; its answers mean little\n", program->path, why.bytes);
      text_free(&why);
    }
  }
}

/* A control barrier's execution scope is the work-group, whatever the scope of its semantics. */
static void say_lonely(const struct program *program) {
  struct lonely_barrier found;
  if (!program || !program_barrier_is_lonely(program, &found)) return;
  fprintf(
      stderr,
      "%s: warning: barrier %u of P%u (line %u) and of P%u never meet: their work-groups differ\n",
      program->path, found.instruction->barrier_instance, program->threads[found.thread].id,
      found.instruction->line, program->threads[found.other].id);
}

static bool is_noted(const struct program *program, const char *note) {
  for (unsigned n = 0; program && n < program->note_count; n++)
    if (text_equal(program->notes[n], note)) return true;
  return false;
}

/* Says a note once, where it is that of test `first` and of no earlier one. */
static void say_note(const struct suite *suite, unsigned first, const char *note) {
  unsigned count = 0;
  for (unsigned t = 0; t < suite->count; t++) {
    bool noted = is_noted(suite->tests[t].program, note);
    if (noted && t < first) return;
    count += noted;
  }
  if (count == 1) fprintf(stderr, "%s: note: %s\n", suite->tests[first].program->path, note);
  else fprintf(stderr, "turnsole: note: in %u tests %s\n", count, note);
}

static void say_notes(const struct suite *suite) {
  for (unsigned t = 0; t < suite->count; t++) {
    const struct program *program = suite->tests[t].program;
    for (unsigned n = 0; program && n < program->note_count; n++)
      say_note(suite, t, program->notes[n]);
  }
}

void cli_say_of_tests(const struct arguments *arguments, const struct suite *suite) {
  if (!arguments->quiet) say_notes(suite);
  for (unsigned t = 0; t < suite->count; t++) say_lonely(suite->tests[t].program);
  const struct program *first = NULL;
  unsigned count = 0;
  for (unsigned t = 0; t < suite->count; t++) {
    const struct program *program = suite->tests[t].program;
    if (!program || !program_names_barriers(program)) continue;
    if (!count++) first = program;
  }
  if (!count || (arguments->quiet && !arguments->barriers)) return;
  fflush(stdout);
  if (count == 1) fprintf(stderr, "%s: ", first->path);
  else fprintf(stderr, "turnsole: %u tests: ", count);
  barrier_reading_print(stderr, first->barriers);
  fputc('\n', stderr);
}

void cli_say_missing(const struct program *program, const char *model,
                     const struct judgement *judgement) {
  if (!judgement->bounded && !judgement->incomplete && !judgement->nothing) return;
  fflush(stdout);
  if (judgement->nothing) {
    fprintf(stderr, "%s: %s: no outcome is allowed: %s\n", program->path, model,
            judgement->nothing);
    return;
  }
  fprintf(stderr, "%s: %s: %s; outcomes may be missing\n", program->path, model,
          judgement->incomplete ? "a limit was hit" : "a loop was cut (--unroll N for more turns)");
}

void cli_say_too_much_memory(const struct arguments *arguments) {
  uint64_t most = memory_of_machine() / processes_here();
  if (arguments->memory <= most) return;
  fprintf(stderr,
          "turnsole: warning: --memory allows %.0f MiB%s, and the machine, or a limit on this "
          "program, %.0f: it may be "
          "killed before it is out of memory\n",
          (double)arguments->memory / (1 << 20), processes_here() > 1 ? " to each process" : "",
          (double)most / (1 << 20));
}
