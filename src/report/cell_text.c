/* A deadlock is a state without a next step. A thread that may spin for ever always has one. */
#include "report/cell_text.h"

#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/herd_log.h"
#include "report/colour.h"
#include "report/names.h"
#include "run/counterexample.h"
#include "run/reached.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"

static const char *left_out(const struct reached *reached) {
  if (!reached->approximated) return "";
  if (!reached->options.no_evictions) return "";
  return reached->options.cold ? ", without evictions and warm starts" : ", without evictions";
}

static void print_placements(FILE *out, const struct matrix_cell *cell) {
  fprintf(out,
          "  placements: %u, with %" PRIu64 " %s and %" PRIu64 " %s together, at most %u %s deep\n",
          cell->placements.count, cell->states, text_numbered(cell->states, "state", "states"),
          cell->transitions, text_numbered(cell->transitions, "transition", "transitions"),
          cell->depth, text_numbered(cell->depth, "step", "steps"));
  for (unsigned p = 0; p < cell->placements.count; p++) {
    const struct reached *reached = cell->reached[p];
    fprintf(out, "  %4u  ", p + 1);
    placement_print(out, cell->test->program, &cell->placements.items[p]);
    fprintf(out, "  states %" PRIu64 ", transitions %" PRIu64 ", depth %u%s%s%s%s\n",
            reached->states, reached->transitions, reached->depth,
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
  fprintf(out, " (%s cores): %s\n", core_kind_name(cell->setting->core),
          matrix_verdict_name(cell->verdict));
  if (cell->fault) {
    fprintf(out, "  %s\n", cell->fault);
    return;
  }
  if (cell->inapplicable) {
    fprintf(out, "  the test runs transactions, and %s has none\n", cell->setting->system->name);
    return;
  }
  fputs("  condition: ", out);
  proposition_print(out, cell->test->program);
  fputc('\n', out);
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
