/* A row is a test, a column a machine. The columns' names stand on a staircase above them, so
 * that a dozen long names fit a narrow terminal. A cell says whether the machine is right on the
 * test, and whether it reached the outcome that the test asks about: a suite on which nothing
 * weak is seen tests nothing. A prime behind the mark says that `--quick` or
 * `--evictions-within` left something out. */
#include "report/matrix_text.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/cell_text.h"
#include "report/colour.h"
#include "report/names.h"
#include "run/suite.h"
#include "verify/matrix_totals.h"

enum { CELL_WIDTH = 3, NAME_WIDTH = 34 };

struct mark {
  const char *text;
  enum text_colour colour;
  const char *meaning;
};

static const struct mark marks[] = {
  { ".", FAINT, "right; the outcome asked about is not reached" },
  { "o", GOOD, "right; it is reached, and allowed" },
  { "~", NOTABLE, "a race: the memory model says that any outcome is right" },
  { "x", NOTABLE, "wrong, as the model's record says" },
  { "-", FAINT,
    "not applicable: it runs transactions, and the machine, or the memory model, knows none" },
  { "?", NOTABLE, "inconclusive" },
  { "X", BAD, "WRONG" },
  { "!", BAD, "NOT WRONG, though the model's record says so" },
  { "/", BAD, "the test does not fit the machine, or cannot be judged" },
};
enum { MARKS = sizeof marks / sizeof *marks };

static unsigned mark_of(const struct matrix_cell *cell) {
  switch (cell->verdict) {
  case VERDICT_HOLDS: return suite_answer_in(cell->test->program, cell->outcomes) == ANSWER_ALLOWED;
  case VERDICT_UNDEFINED: return 2;
  case VERDICT_KNOWN_VIOLATION: return 3;
  case VERDICT_INAPPLICABLE: return 4;
  case VERDICT_INCONCLUSIVE: return 5;
  case VERDICT_VIOLATION: return 6;
  case VERDICT_MISSING_VIOLATION: return 7;
  default: return 8;
  }
}

static void print_bars(FILE *out, unsigned count) {
  for (unsigned i = 0; i < count; i++) fprintf(out, "%-*s", CELL_WIDTH, "|");
}

void matrix_head_print(FILE *out, const struct matrix *matrix) {
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    const struct setting *setting = &matrix->settings[s];
    fprintf(out, "%*s", NAME_WIDTH + 2, "");
    print_bars(out, s);
    setting_print(out, setting, 0);
    fprintf(out, " (%s) %s%s\n", core_kind_name(setting->core), matrix->asked ? "" : "claims ",
            matrix->asked ? "" : setting_claims(setting));
  }
}

static bool row_is_faulty(const struct matrix *matrix, unsigned t) {
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    enum verdict verdict = matrix_cell(matrix, t, s)->verdict;
    if (verdict >= VERDICT_INCONCLUSIVE) return true;
  }
  for (unsigned m = 0; m < matrix->model_count; m++)
    if (matrix_expectation(&matrix->suite->tests[t], matrix_judged(matrix, t, m)) !=
        EXPECTATION_MET)
      return true;
  return false;
}

/* The folder of a path, where it differs from that of the test before. */
static void print_folder(FILE *out, const struct suite *suite, unsigned t) {
  const char *path = suite->tests[t].path, *end = strrchr(path, '/');
  size_t length = end ? (size_t)(end - path) : 0;
  if (!length) return;
  if (t) {
    const char *before = suite->tests[t - 1].path, *its_end = strrchr(before, '/');
    if (its_end && (size_t)(its_end - before) == length && !strncmp(path, before, length)) return;
  }
  char *folder = memory_format("%.*s/\n", (int)length, path);
  colour_put(out, FAINT, folder);
  memory_free(folder);
}

static void print_row(FILE *out, const struct matrix *matrix, unsigned t, bool *seen) {
  fprintf(out, "  %-*s", NAME_WIDTH, suite_test_name(&matrix->suite->tests[t]));
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    unsigned mark = mark_of(matrix_cell(matrix, t, s));
    seen[mark] = true;
    colour_put(out, marks[mark].colour, marks[mark].text);
    bool approximated = matrix_cell(matrix, t, s)->approximated;
    if (approximated) fputc('\'', out);
    if (s + 1 < matrix->setting_count) fprintf(out, "%*s", CELL_WIDTH - 1 - approximated, "");
  }
  fputc('\n', out);
}

void matrix_print(FILE *out, const struct matrix *matrix, bool quiet) {
  bool seen[MARKS] = { false }, any = false;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    if (quiet && !row_is_faulty(matrix, t)) continue;
    if (!any && quiet) matrix_head_print(out, matrix);
    any = true;
    if (!quiet) print_folder(out, matrix->suite, t);
    print_row(out, matrix, t, seen);
  }
  if (any) fputc('\n', out);
  for (unsigned i = 0; i < MARKS; i++) {
    if (!seen[i]) continue;
    fputs("  ", out);
    colour_put(out, marks[i].colour, marks[i].text);
    fprintf(out, "  %s\n", marks[i].meaning);
  }
}

static void print_expectation(FILE *out, const struct matrix *matrix, unsigned t, unsigned m) {
  const struct test *test = &matrix->suite->tests[t];
  const struct judged *judged = matrix_judged(matrix, t, m);
  const char *model = cat_model_name(matrix->models[m]);
  switch (matrix_expectation(test, judged)) {
  case EXPECTATION_CONTRADICTED:
    fprintf(out, "%s: its header says that %s has it %s, the judge says %s\n", test->path, model,
            suite_answer_name(judged->expected), suite_answer_name(judged->answer));
    break;
  case EXPECTATION_UNSTATED:
    fprintf(out, "%s: its header does not say what %s says of it (the judge says %s)\n", test->path,
            model, suite_answer_name(judged->answer));
    break;
  case EXPECTATION_OPEN:
    fprintf(out, "%s: whether %s has it %s is open: %s\n", test->path, model,
            suite_answer_name(judged->expected),
            judged->judgement.nothing ? judged->judgement.nothing : "the judge was cut short");
    break;
  case EXPECTATION_MET: break;
  }
}

void matrix_faults_print(FILE *out, const struct matrix *matrix) {
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    if (!matrix->suite->tests[t].program) continue;
    for (unsigned m = 0; m < matrix->model_count; m++) print_expectation(out, matrix, t, m);
    for (unsigned s = 0; s < matrix->setting_count; s++)
      if (matrix_cell(matrix, t, s)->verdict >= VERDICT_INCONCLUSIVE)
        cell_fault_print(out, matrix, matrix_cell(matrix, t, s));
  }
}

void matrix_totals_print(FILE *out, const struct matrix *matrix) {
  struct matrix_totals totals = matrix_totals(matrix);
  bool blocked = false;
  unsigned approximated = 0, bounded = 0;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++) {
    blocked |= matrix->cells[i].blocked;
    approximated += matrix->cells[i].approximated;
    bounded += matrix->cells[i].bounded;
  }
  fprintf(out, "%u %s x %u %s:", matrix->suite->count,
          text_numbered(matrix->suite->count, "test", "tests"), matrix->setting_count,
          text_numbered(matrix->setting_count, "model", "models"));
  const char *separator = " ";
  for (unsigned v = 0; v < VERDICTS; v++)
    if (totals.verdicts[v]) {
      fprintf(out, "%s%u %s", separator, totals.verdicts[v], matrix_verdict_name((enum verdict)v));
      separator = ", ";
    }
  unsigned unreadable = matrix->suite->unreadable;
  if (unreadable)
    fprintf(out, "; %u %s cannot be read", unreadable, text_numbered(unreadable, "test", "tests"));
  if (totals.contradicted || totals.unstated)
    fprintf(out, "; %u %s contradicted, %u unstated", totals.contradicted,
            text_numbered(totals.contradicted, "expectation", "expectations"), totals.unstated);
  fprintf(out, " (%" PRIu64 " %s, %" PRIu64 " %s)\n", matrix->cost.searches,
          text_numbered(matrix->cost.searches, "machine", "machines"), matrix->cost.states,
          text_numbered(matrix->cost.states, "state", "states"));
  if (approximated)
    fprintf(out,
            "' in %u %s some placement was explored without evictions, or from cold, too, or left "
            "out, for quickness "
            "(--quick, --evictions-within)\n",
            approximated, text_numbered(approximated, "cell", "cells"));
  if (bounded)
    fprintf(
        out,
        "  in %u of them not all states were explored, only the first levels and a sample of the "
        "others (--quick)\n",
        bounded);
  if (blocked)
    fputs("note: somewhere a full channel held back a step (--capacity N for more room)\n", out);
}
