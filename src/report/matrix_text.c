/* A row is a test, a column a machine. The columns' names stand on a staircase above them, so
 * that a dozen long names fit a narrow terminal. A cell says whether the machine is right on the
 * test, and whether it reached the outcome that the test asks about. A suite that shows no weak
 * outcome tests nothing. A prime behind the mark says that `--quick` or
 * `--evictions-within` left something out. */
#include "run/subject.h"
#include "report/matrix_text.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/herd_log.h"
#include "protocol/record.h"
#include "run/counterexample.h"
#include "run/reached.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"
#include "verify/model_strength.h"

enum { CELL_WIDTH = 3, NAME_WIDTH = 34 };

const struct matrix_mark matrix_marks[MATRIX_MARKS] = {
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
  { "k", NOTABLE, "it fails, and the baseline lists that" },
  { " ", PLAIN, NULL }, /* of another shard */
};

unsigned matrix_cell_mark(const struct matrix_cell *cell) {
  if (cell->known) return 9;
  if (cell->elsewhere) return 10;
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

void cell_add_call(struct text *text, const struct matrix_cell *cell, const char *options) {
  const struct setting *setting = cell->setting;
  const char *path = system_path(setting->system);
  char *model =
      memory_format("%s%s%s", path ? path : setting->system->name, setting->variant ? ":" : "",
                    setting->variant ? setting->variant->name : "");
  text_add(text, "turnsole run -p ");
  text_add_shell_word(text, model);
  text_add(text, "%s ", options);
  text_add_shell_word(text, cell->test->path);
  memory_free(model);
}

void matrix_head_print(FILE *out, const struct matrix *matrix) {
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    const struct setting *setting = &matrix->settings[s];
    fprintf(out, "%*s", NAME_WIDTH + 2, "");
    for (unsigned i = 0; i < s; i++) fprintf(out, "%-*s", CELL_WIDTH, "|");
    setting_print(out, setting, 0);
    fprintf(out, " (%s) %s%s\n", core_kind_name(setting->core), matrix->asked ? "" : "claims ",
            matrix->asked              ? ""
            : *setting_claims(setting) ? setting_claims(setting)
                                       : "no memory model");
  }
}

static bool row_is_faulty(const struct matrix *matrix, unsigned t) {
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    const struct matrix_cell *cell = matrix_cell(matrix, t, s);
    if (cell->verdict >= VERDICT_INCONCLUSIVE && !cell->known) return true;
  }
  for (unsigned m = 0; m < matrix->model_count; m++)
    if (matrix_expectation(&matrix->suite->tests[t], matrix_judged(matrix, t, m)) !=
            EXPECTATION_MET &&
        !matrix_judged(matrix, t, m)->known)
      return true;
  return false;
}

/* The folder of a path, where it differs from that of the test `last` (or UINT_MAX). */
static void print_folder(FILE *out, const struct suite *suite, unsigned t, unsigned last) {
  const char *path = suite->tests[t].path, *end = strrchr(path, '/');
  size_t length = end ? (size_t)(end - path) : 0;
  if (!length) return;
  if (last != UINT_MAX) {
    const char *before = suite->tests[last].path, *its_end = strrchr(before, '/');
    if (its_end && (size_t)(its_end - before) == length && !strncmp(path, before, length)) return;
  }
  char *folder = memory_format("%.*s/\n", (int)length, path);
  colour_put(out, FAINT, folder);
  memory_free(folder);
}

static void print_row(FILE *out, const struct matrix *matrix, unsigned t, bool *seen) {
  fprintf(out, "  %-*s", NAME_WIDTH, suite_test_name(&matrix->suite->tests[t]));
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    unsigned mark = matrix_cell_mark(matrix_cell(matrix, t, s));
    seen[mark] = true;
    colour_put(out, matrix_marks[mark].colour, matrix_marks[mark].text);
    bool approximated = matrix_cell(matrix, t, s)->approximated;
    if (approximated) fputc('\'', out);
    if (s + 1 < matrix->setting_count) fprintf(out, "%*s", CELL_WIDTH - 1 - approximated, "");
  }
  fputc('\n', out);
}

void matrix_print(FILE *out, const struct matrix *matrix, bool quiet) {
  bool seen[MATRIX_MARKS] = { false };
  unsigned last = UINT_MAX;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    if (matrix_row_is_elsewhere(matrix, t) || (quiet && !row_is_faulty(matrix, t))) continue;
    if (last == UINT_MAX && quiet) matrix_head_print(out, matrix);
    if (!quiet) print_folder(out, matrix->suite, t, last);
    last = t;
    print_row(out, matrix, t, seen);
  }
  if (last != UINT_MAX) fputc('\n', out);
  for (unsigned i = 0; i < MATRIX_MARKS; i++) {
    if (!seen[i] || !matrix_marks[i].meaning) continue;
    fputs("  ", out);
    colour_put(out, matrix_marks[i].colour, matrix_marks[i].text);
    fprintf(out, "  %s\n", matrix_marks[i].meaning);
  }
}

static void print_expectation(FILE *out, const struct matrix *matrix, unsigned t, unsigned m) {
  const struct test *test = &matrix->suite->tests[t];
  const struct judged *judged = matrix_judged(matrix, t, m);
  const char *model = cat_model_name(matrix->models[m]);
  if (judged->known) fputs("known: ", out);
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

static void print_widened_tests(FILE *out, const struct suite *suite) {
  unsigned count = 0;
  for (unsigned t = 0; t < suite->count; t++)
    count += suite->tests[t].program && program_has_cluster_scope(suite->tests[t].program);
  if (count)
    fprintf(out, "  in %u %s the scope of a cluster was run as that of the GPU, which is wider\n",
            count, text_numbered(count, "test", "tests"));
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
  if (matrix->shard.count)
    fprintf(out, "shard %u/%u, %u of %u cells: ", matrix->shard.number, matrix->shard.count,
            totals.cells, matrix->suite->count * matrix->setting_count);
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
  print_widened_tests(out, matrix->suite);
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

/* A deadlock is a state without a next step. A thread that may spin for ever always has one. */

static const char *left_out(const struct reached *reached) {
  if (!reached->approximated) return "";
  if (!reached->options.no_evictions) return "";
  return reached->options.cold ? ", without evictions and warm starts" : ", without evictions";
}

static void print_widened_scope(FILE *out, const struct program *program) {
  if (program_has_cluster_scope(program))
    fputs("  cluster scope: run as GPU scope, since no machine has a level for clusters\n", out);
}

static void print_placements(FILE *out, const struct matrix_cell *cell) {
  fprintf(out,
          "  placements: %u, with %" PRIu64 " %s and %" PRIu64 " %s together, at most %u %s deep\n",
          cell->placements.count, cell->cost.states,
          text_numbered(cell->cost.states, "state", "states"), cell->cost.transitions,
          text_numbered(cell->cost.transitions, "transition", "transitions"), cell->cost.depth,
          text_numbered(cell->cost.depth, "step", "steps"));
  for (unsigned p = 0; p < cell->placements.count; p++) {
    const struct reached *reached = cell->reached[p];
    fprintf(out, "  %4u  ", p + 1);
    placement_print(out, cell->test->program, &cell->placements.items[p]);
    fprintf(out, "  states %" PRIu64 ", transitions %" PRIu64 ", depth %u%s%s%s%s\n",
            reached->cost.states, reached->cost.transitions, reached->cost.depth,
            reached->blocked ? ", a channel was full" : "", left_out(reached),
            reached_all(reached) ? "" : ", cut short: ",
            reached_all(reached)       ? ""
            : reached_bounded(reached) ? "for quickness"
                                       : limit_text(reached->end));
  }
}

struct listing {
  FILE *out;
  const struct matrix *matrix;
  const struct matrix_cell *cell;
  const struct outcome_set *within;
};

/* Prints an outcome, and what each memory model says of it. */
static void print_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct listing *listing = context;
  unsigned test = (unsigned)(listing->cell->test - listing->matrix->suite->tests);
  (void)times;
  fputs("    ", listing->out);
  outcome_print(listing->out, listing->cell->test->program, outcome);
  for (unsigned h = 0; h < listing->cell->held_count; h++) {
    const struct judged *judged =
        matrix_judged(listing->matrix, test, listing->cell->held[h].model);
    if (!judged->good) continue;
    bool allowed =
        judged->judgement.undefined || outcome_set_has(judged->judgement.allowed, outcome);
    fprintf(listing->out,
            "  %s: ", cat_model_name(listing->matrix->models[listing->cell->held[h].model]));
    const char *word = judged->judgement.undefined ? "undefined"
                       : allowed                   ? "allowed"
                       : judged->judgement.bounded ? "not found"
                                                   : "FORBIDDEN";
    colour_put(listing->out, allowed ? GOOD : BAD, word);
  }
  fputc('\n', listing->out);
}

static void print_unreached(void *context, const int64_t *outcome, uint64_t times) {
  struct listing *listing = context;
  (void)times;
  if (outcome_set_has(listing->within, outcome)) return;
  fputs("    ", listing->out);
  outcome_print(listing->out, listing->cell->test->program, outcome);
  fputc('\n', listing->out);
}

static void print_held(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell,
                       const struct model_verdict *held) {
  unsigned test = (unsigned)(cell->test - matrix->suite->tests);
  const struct judged *judged = matrix_judged(matrix, test, held->model);
  fprintf(out, "  %s: %s", cat_model_name(matrix->models[held->model]),
          matrix_verdict_name(held->verdict));
  if (held->verdict == VERDICT_INAPPLICABLE) {
    fputc('\n', out);
    return;
  }
  if (!judged->good) {
    fprintf(out, ": %s\n", judged->fault ? judged->fault : "");
    return;
  }
  bool cut =
      judged->judgement.bounded; /* what is allowed stays allowed; more may be beyond the cut */
  fprintf(out, "; the condition is %s%s",
          cut && judged->answer == ANSWER_FORBIDDEN ? "not found so far"
                                                    : suite_answer_name(judged->answer),
          cut ? " (loops cut)" : "");
  if (judged->expected != ANSWER_NONE)
    fprintf(out, ", the header says %s", suite_answer_name(judged->expected));
  uint64_t size = outcome_set_size(judged->judgement.allowed);
  fprintf(out, "; %" PRIu64 " %s allowed%s\n", size, text_numbered(size, "outcome", "outcomes"),
          cut ? ", so far" : "");
  if (held->verdict != VERDICT_HOLDS && held->verdict != VERDICT_VIOLATION) return;
  struct listing listing = { out, matrix, cell, cell->outcomes };
  int64_t *missing = memory_new(cell->test->program->observable_count, sizeof *missing);
  bool all = outcome_set_within(judged->judgement.allowed, cell->outcomes, missing);
  memory_free(missing);
  if (all) return;
  fputs("   allowed and not reached:\n", out);
  outcome_set_each(judged->judgement.allowed, print_unreached, &listing);
}

static void print_reservation(FILE *out, const struct matrix_cell *cell) {
  if (program_has_loop(cell->test->program))
    fputs("  deadlock is one of all threads: one that waits for ever while another spins is found "
          "by --liveness alone\n",
          out);
}

static void print_properties(FILE *out, const struct matrix_cell *cell) {
  uint64_t claimed = setting_invariants_of_programs(cell->setting);
  uint64_t unclaimed =
      cell->broken & ~claimed & ~(uint64_t)(CLAIM(PROPERTY_OUTCOME) | CLAIM(PROPERTY_WITNESS));
  fputs(cell->complete && !cell->bounded ? "  claimed invariants that hold: "
                                         : "  claimed invariants not broken so far: ",
        out);
  properties_print(out, cell->setting->system, claimed & ~cell->broken);
  fputc('\n', out);
  if (matrix_cell_named_fault(cell)) fprintf(out, "  fault: %s\n", matrix_cell_named_fault(cell));
  if (cell->broken & CLAIM(PROPERTY_OVERFLOW)) {
    fputs("  a step was more than the kit, or a channel, can hold: what was reached may be wrong\n",
          out);
  } else if (cell->broken & claimed) {
    fputs("  claimed invariants that are BROKEN: ", out);
    properties_print(out, cell->setting->system, cell->broken & claimed);
    fputc('\n', out);
  }
  if (unclaimed) {
    fputs("  not claimed, and broken: ", out);
    properties_print(out, cell->setting->system, unclaimed);
    fputc('\n', out);
  }
  print_reservation(out, cell);
}

void cell_print(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell) {
  fprintf(out, "\n%s on ", suite_test_name(cell->test));
  setting_print(out, cell->setting, 0);
  fprintf(out, " (%s cores): %s%s\n", core_kind_name(cell->setting->core),
          matrix_verdict_name(cell->verdict), cell->known ? ", known" : "");
  if (cell->fault) {
    fprintf(out, "  %s\n", cell->fault);
    return;
  }
  if (cell->inapplicable) {
    fprintf(out, "  the test runs %s, and %s has none\n",
            subject_lacks(cell->setting, cell->test->program), cell->setting->system->name);
    return;
  }
  fputs("  condition: ", out);
  proposition_print(out, cell->test->program);
  fputc('\n', out);
  print_widened_scope(out, cell->test->program);
  print_placements(out, cell);
  fprintf(out, "  outcomes reached: %" PRIu64 "\n", outcome_set_size(cell->outcomes));
  if (cell->nothing) fprintf(out, "    none: %s\n", cell->nothing);
  outcome_set_each(cell->outcomes, print_outcome, &(struct listing){ out, matrix, cell, NULL });
  for (unsigned h = 0; h < cell->held_count; h++) print_held(out, matrix, cell, &cell->held[h]);
  print_properties(out, cell);
}

static void print_judge_faults(FILE *out, const struct matrix *matrix,
                               const struct matrix_cell *cell) {
  unsigned test = (unsigned)(cell->test - matrix->suite->tests);
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(matrix, test, cell->held[h].model);
    if (judged->fault) fprintf(out, " %s", judged->fault);
  }
}

/* Prints why the cell is inconclusive. */
static void print_doubt(FILE *out, const struct matrix_cell *cell) {
  bool overflows = cell->broken & CLAIM(PROPERTY_OVERFLOW);
  if (!overflows && cell->nothing) {
    fprintf(out, "inconclusive: it reaches no outcome: %s", cell->nothing);
    return;
  }
  if (!overflows && cell->complete && !cell->held_count) {
    fputs("not judged: the record claims no memory model (.memory_models; -m NAME asks for one)",
          out);
    return;
  }
  fputs(overflows        ? "inconclusive: a step is more than the kit, or a channel, can hold"
        : cell->complete ? "inconclusive: it reaches outcomes that the judge did not, but the "
                           "judge was cut short (--unroll)"
                         : "inconclusive: a limit was hit: ",
        out);
  if (!overflows) limits_print(out, cell->limits);
  else if (matrix_cell_named_fault(cell)) fprintf(out, ": %s", matrix_cell_named_fault(cell));
}

void cell_fault_print(FILE *out, const struct matrix *matrix, const struct matrix_cell *cell) {
  setting_print(out, cell->setting, 0);
  fprintf(out, " on %s: ", suite_test_name(cell->test));
  const struct model_verdict *held = matrix_cell_violation(cell);
  if (cell->known) fputs("known: ", out);
  if (cell->fault) {
    fputs(cell->fault, out);
  } else if (cell->verdict == VERDICT_UNSUPPORTED) {
    fputs("cannot be judged:", out);
    print_judge_faults(out, matrix, cell);
  } else if (cell->verdict == VERDICT_MISSING_VIOLATION) {
    fputs("its record says that it fails this test, and it does not", out);
  } else if (cell->verdict == VERDICT_INCONCLUSIVE) {
    print_doubt(out, cell);
  } else {
    const char *named = matrix_cell_named_fault(cell);
    uint64_t broken = matrix_cell_broken(cell) & ~(uint64_t)(named ? BROKEN_BY_FAULT : 0);
    if (named) fputs(named, out);
    if (broken) {
      fputs(named ? "; breaks " : "breaks ", out);
      properties_print(out, cell->setting->system, broken);
    }
    if (cell->endless)
      fprintf(out, "%sin some placement no run ever ends", matrix_cell_broken(cell) ? "; " : "");
    if (held) {
      fprintf(out, "%sreaches an outcome that %s forbids: ",
              matrix_cell_broken(cell) || cell->endless ? "; " : "",
              cat_model_name(matrix->models[held->model]));
      outcome_print(out, cell->test->program, held->outcome);
      fputs(" (placement ", out);
      placement_print(out, cell->test->program, &cell->placements.items[held->placement]);
      fputc(')', out);
    }
  }
  fputc('\n', out);
}

/* --- strongest text --- */

/* Takes the memory models that the test refuting `model` refutes, too, out of `by`, and prints
 * them. */
static void put_refuted(FILE *out, const struct matrix *matrix, unsigned setting,
                        const struct test **by, unsigned model) {
  const struct test *test = by[model];
  fputs("    not", out);
  for (unsigned m = model; m < matrix->model_count; m++) {
    if (by[m] != test) continue;
    fprintf(out, " %s%s", cat_model_name(matrix->models[m]),
            model_strength_is_weakest_refuted(matrix, setting, m) ? "*" : "");
    by[m] = NULL;
  }
  fprintf(out, ": %s\n", test->path);
}

static void put_all_refuted(FILE *out, const struct matrix *matrix, unsigned setting) {
  const struct test **by = memory_new(matrix->model_count, sizeof *by);
  for (unsigned m = 0; m < matrix->model_count; m++)
    by[m] = model_strength_refuted_by(matrix, setting, m);
  for (unsigned m = 0; m < matrix->model_count; m++)
    if (by[m]) put_refuted(out, matrix, setting, by, m);
  memory_free(by);
}

void strongest_print(FILE *out, const struct matrix *matrix) {
  fputs(
      "\nmemory models that the tests do not refute; * marks those that no other of them implies;\n"
      "not: those that they do, and the smallest test that does; * marks those that imply no other "
      "of them:\n",
      out);
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    fputs("  ", out);
    setting_print(out, &matrix->settings[s], 20);
    for (unsigned m = 0; m < matrix->model_count; m++)
      if (model_strength_satisfied(matrix, s, m))
        fprintf(out, " %s%s", cat_model_name(matrix->models[m]),
                model_strength_is_strongest(matrix, s, m) ? "*" : "");
    fputc('\n', out);
    put_all_refuted(out, matrix, s);
  }
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    if (matrix->cells[i].nothing) cell_fault_print(out, matrix, &matrix->cells[i]);
}
