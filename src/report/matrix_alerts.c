#include "report/matrix_alerts.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "litmus/herd_log.h"
#include "report/known_failures.h"
#include "report/matrix_text.h"
#include "report/names.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"

const char *matrix_cell_known(const struct matrix *matrix, const struct matrix_cell *cell) {
  if (cell->known) return baseline_title(matrix->baseline);
  return cell->verdict == VERDICT_KNOWN_VIOLATION ? "its record says that it fails this test"
                                                  : NULL;
}

/* A cell, and what its alerts share. */
struct alerting {
  struct alerts *alerts;
  const struct matrix *matrix;
  const struct matrix_cell *cell;
  const struct counterexample *run; /* NULL: none, or it has its alert */
  const struct report_place *place;
  char *subject;
};

/* Takes the message. */
static struct alert *add(struct alerting *alerting, const char *rule, char *message) {
  const struct report_place *place = alerting->place;
  struct alert alert = { .rule = rule,
                         .known = matrix_cell_known(alerting->matrix, alerting->cell),
                         .in_baseline = alerting->cell->known,
                         .subject = memory_format("%s", alerting->subject),
                         .message = message,
                         .place = place_of_file(place->file, place->line) };
  alerts_add(alerting->alerts, alert);
  return &alerting->alerts->items[alerting->alerts->length - 1];
}

/* Gives the run to an alert, with its facts. */
static void give_run(struct alerting *alerting, struct alert *alert) {
  alert->run = alerting->run;
  char *facts = alert_of_run(alerting->subject, alerting->run), *claim = alert->message;
  bool of_program = alerting->run->trace->property == PROPERTY_OUTCOME;
  alert->message = of_program ? memory_format("%s\n%s", claim, facts) : memory_format("%s", facts);
  alerting->run = NULL;
  memory_free(claim);
  memory_free(facts);
}

static void add_property(struct alerting *alerting, enum property property) {
  struct alert *alert =
      add(alerting, property_name(property),
          memory_format("%s breaks %s", alerting->subject,
                        property_title(alerting->cell->setting->system, property)));
  if (alerting->run && alerting->run->trace->property == (unsigned)property)
    give_run(alerting, alert);
}

/* A fault in the tables breaks several properties at once, and is one alert.  Returns these
 * properties. */
static uint64_t add_fault(struct alerting *alerting) {
  const char *fault = matrix_cell_named_fault(alerting->cell);
  if (!fault || !(matrix_cell_broken(alerting->cell) & BROKEN_BY_FAULT)) return 0;
  struct alert *alert = add(alerting, property_name(PROPERTY_NEVER),
                            memory_format("%s: %s", alerting->subject, fault));
  if (alerting->run && BROKEN_BY_FAULT >> alerting->run->trace->property & 1) {
    alert->run = alerting->run;
    alerting->run = NULL;
  }
  return BROKEN_BY_FAULT;
}

static void add_outcome(struct alerting *alerting, const struct model_verdict *held) {
  const struct matrix_cell *cell = alerting->cell;
  struct printing printing;
  FILE *out = printing_begin(&printing);
  fprintf(out, "%s reaches an outcome that %s forbids: ", alerting->subject,
          cat_model_name(alerting->matrix->models[held->model]));
  outcome_print(out, cell->test->program, held->outcome);
  fputs(" (placement ", out);
  placement_print(out, cell->test->program, &cell->placements.items[held->placement]);
  fputc(')', out);
  struct alert *alert = add(alerting, "outcome", printing_take(&printing));
  if (alerting->run && alerting->run->trace->property == PROPERTY_OUTCOME)
    give_run(alerting, alert);
}

static void add_violations(struct alerting *alerting) {
  const struct matrix_cell *cell = alerting->cell;
  size_t first = alerting->alerts->length;
  uint64_t broken = matrix_cell_broken(cell) & ~add_fault(alerting);
  for (unsigned p = 0; p < PROPERTIES; p++)
    if (broken >> p & 1) add_property(alerting, (enum property)p);
  if (cell->endless)
    add(alerting, "no-end",
        memory_format("%s: in some placement no run ever ends", alerting->subject));
  for (unsigned h = 0; h < cell->held_count; h++)
    if (cell->held[h].outcome) add_outcome(alerting, &cell->held[h]);
  /* A run to a property that is not claimed. */
  if (alerting->run && alerting->alerts->length > first)
    alerting->alerts->items[first].run = alerting->run;
}

/* What the terminal says of the cell, without the end of line. */
static char *fault_of(const struct alerting *alerting) {
  struct printing printing;
  cell_fault_print(printing_begin(&printing), alerting->matrix, alerting->cell);
  const char *text = printing_end(&printing);
  size_t length = printing.length;
  while (length && text[length - 1] == '\n') length--;
  char *copy = memory_copy_text(text, length);
  printing_free(&printing);
  return copy;
}

void matrix_cell_alerts(struct alerts *alerts, const struct matrix *matrix,
                        const struct matrix_cell *cell, const struct counterexample *run,
                        const struct report_place *place) {
  char *model = setting_name(cell->setting);
  struct alerting alerting = {
    alerts, matrix, cell, run, place, memory_format("%s on %s", model, suite_test_name(cell->test))
  };
  memory_free(model);
  switch (cell->verdict) {
  case VERDICT_VIOLATION:
  case VERDICT_KNOWN_VIOLATION: add_violations(&alerting); break;
  case VERDICT_MISSING_VIOLATION: add(&alerting, "missing-violation", fault_of(&alerting)); break;
  case VERDICT_UNSUPPORTED: add(&alerting, "unsupported", fault_of(&alerting)); break;
  case VERDICT_INCONCLUSIVE: {
    struct alert *alert = add(&alerting, "inconclusive", fault_of(&alerting));
    alert->inconclusive = true;
    alert->run = run;
    break;
  }
  default: break;
  }
  memory_free(alerting.subject);
}

static const struct counterexample *run_of(const struct matrix_runs *runs,
                                           const struct matrix_cell *cell) {
  for (unsigned i = 0; i < runs->count; i++)
    if (runs->items[i].cell == cell) return runs->items[i].run;
  return NULL;
}

static void add_expectation(struct alerts *alerts, const struct matrix *matrix,
                            const struct test *test, unsigned model) {
  const struct judged *judged =
      matrix_judged(matrix, (unsigned)(test - matrix->suite->tests), model);
  enum expectation met = matrix_expectation(test, judged);
  if (met == EXPECTATION_MET) return;
  const char *name = cat_model_name(matrix->models[model]);
  const char *nothing = judged->judgement.nothing;
  char *subject = memory_format("%s under %s", suite_test_name(test), name);
  alerts_add(alerts,
             (struct alert){
                 .rule = "expectation",
                 .inconclusive = met == EXPECTATION_OPEN,
                 .known = judged->known ? baseline_title(matrix->baseline) : NULL,
                 .in_baseline = judged->known,
                 .message = memory_format("%s: the header says %s, the judge says %s", subject,
                                          suite_answer_name(judged->expected),
                                          nothing ? nothing : suite_answer_name(judged->answer)),
                 .subject = subject,
                 .place = place_of_test(test) });
}

/* The fault begins with "PATH:LINE:". */
static void add_unreadable(struct alerts *alerts, const struct test *test) {
  const char *fault = test->fault ? test->fault : "cannot be read";
  struct report_place place = place_of_test(test);
  size_t length = strlen(test->path);
  if (!strncmp(fault, test->path, length) && fault[length] == ':') {
    unsigned line = (unsigned)strtoul(fault + length + 1, NULL, 10);
    if (line) place.line = line;
  }
  alerts_add(alerts, (struct alert){ .rule = "unsupported",
                                     .subject = memory_format("%s", suite_test_name(test)),
                                     .message = memory_format("%s", fault),
                                     .place = place });
}

void matrix_alerts(struct alerts *alerts, const struct matrix *matrix,
                   const struct matrix_runs *runs) {
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct test *test = &matrix->suite->tests[t];
    if (!test->program) {
      add_unreadable(alerts, test);
      continue;
    }
    struct report_place place = place_of_test(test);
    for (unsigned s = 0; s < matrix->setting_count; s++) {
      const struct matrix_cell *cell = matrix_cell(matrix, t, s);
      matrix_cell_alerts(alerts, matrix, cell, run_of(runs, cell), &place);
    }
    for (unsigned m = 0; m < matrix->model_count; m++) add_expectation(alerts, matrix, test, m);
    place_clear(&place);
  }
}
