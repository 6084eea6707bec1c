/* Writes a matrix as JSON and as JUnit XML.  The man page describes the fields.  No field depends
 * on the number of threads, and only "took" depends on time. */
#include "report/matrix_files.h"

#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "litmus/barriers.h"
#include "litmus/herd_log.h"
#include "report/matrix_alerts.h"
#include "report/matrix_text.h"
#include "report/junit.h"
#include "report/known_failures.h"
#include "report/names.h"
#include "report/steps.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"
#include "verify/model_strength.h"

static void put_satisfied(struct json *json, const struct matrix *matrix, unsigned s) {
  json_open(json, "satisfied", '[');
  for (unsigned m = 0; m < matrix->model_count; m++) {
    if (!model_strength_satisfied(matrix, s, m)) continue;
    json_open(json, NULL, '{');
    json_text(json, "memory_model", cat_model_name(matrix->models[m]));
    json_truth(json, "strongest", model_strength_is_strongest(matrix, s, m));
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_refuted(struct json *json, const struct matrix *matrix, unsigned s) {
  json_open(json, "refuted", '[');
  for (unsigned m = 0; m < matrix->model_count; m++) {
    const struct test *test = model_strength_refuted_by(matrix, s, m);
    if (!test) continue;
    json_open(json, NULL, '{');
    json_text(json, "memory_model", cat_model_name(matrix->models[m]));
    json_truth(json, "weakest", model_strength_is_weakest_refuted(matrix, s, m));
    json_text(json, "test", suite_test_name(test));
    json_text(json, "path", test->path);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_losses(struct json *json, unsigned losses) {
  json_open(json, "loses", '[');
  for (enum property property = 0; property < PROPERTIES; property++)
    if (losses & CLAIM(property)) json_text(json, NULL, property_name(property));
  json_close(json, ']');
}

static void put_models(struct json *json, const struct matrix *matrix, bool strongest) {
  json_open(json, "models", '[');
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    const struct setting *setting = &matrix->settings[s];
    json_open(json, NULL, '{');
    json_setting_name(json, "name", setting);
    json_text(json, "core", core_kind_name(setting->core));
    json_words(json, "claims", setting_claims(setting));
    json_words(json, "fails", setting_fails(setting));
    put_losses(json, setting_losses(setting));
    json_parameters(json, setting);
    if (strongest) {
      put_satisfied(json, matrix, s);
      put_refuted(json, matrix, s);
    }
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_answers(struct json *json, const struct matrix *matrix, unsigned t) {
  json_open(json, "answers", '[');
  for (unsigned m = 0; m < matrix->model_count; m++) {
    const struct judged *judged = matrix_judged(matrix, t, m);
    if (!judged->wanted) continue;
    enum expectation met = matrix_expectation(&matrix->suite->tests[t], judged);
    json_open(json, NULL, '{');
    json_text(json, "memory_model", cat_model_name(matrix->models[m]));
    json_text(json, "answer", judged->good ? suite_answer_name(judged->answer) : NULL);
    json_text(json, "expected",
              judged->expected == ANSWER_NONE ? NULL : suite_answer_name(judged->expected));
    json_truth(json, "met", met == EXPECTATION_MET && judged->good);
    if (matrix->baseline && met != EXPECTATION_MET) json_truth(json, "known", judged->known);
    json_truth(json, "bounded", judged->good && judged->judgement.bounded);
    if (judged->good && judged->judgement.nothing)
      json_text(json, "nothing", judged->judgement.nothing);
    if (judged->fault) json_text(json, "fault", judged->fault);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_tests(struct json *json, const struct matrix *matrix) {
  json_open(json, "tests", '[');
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct test *test = &matrix->suite->tests[t];
    if (matrix_row_is_elsewhere(matrix, t)) continue;
    json_open(json, NULL, '{');
    json_text(json, "name", suite_test_name(test));
    json_text(json, "path", test->path);
    if (test->fault) json_text(json, "fault", test->fault);
    if (test->program && program_names_barriers(test->program))
      json_text(json, "barriers", barrier_reading_name(test->program->barriers));
    if (test->program && program_has_cluster_scope(test->program))
      json_text(json, "cluster_scope_run_as", scope_name(SCOPE_GPU));
    put_answers(json, matrix, t);
    json_close(json, '}');
  }
  json_close(json, ']');
}

static void put_outcome_text(struct json *json, const char *key, const struct program *program,
                             const int64_t *outcome) {
  outcome_print(json_print_begin(json), program, outcome);
  json_print_end(json, key);
}

struct outcome_list {
  struct json *json;
  const struct program *program;
};

static void put_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct outcome_list *list = context;
  (void)times;
  put_outcome_text(list->json, NULL, list->program, outcome);
}

static void put_held(struct json *json, const struct matrix *matrix,
                     const struct matrix_cell *cell) {
  json_open(json, "memory_models", '[');
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct model_verdict *held = &cell->held[h];
    json_open(json, NULL, '{');
    json_text(json, "name", cat_model_name(matrix->models[held->model]));
    json_text(json, "verdict", matrix_verdict_name(held->verdict));
    if (held->outcome) {
      put_outcome_text(json, "outcome", cell->test->program, held->outcome);
      json_number(json, "placement", held->placement + 1);
    }
    json_close(json, '}');
  }
  json_close(json, ']');
}

/* The ends of incomplete searches. */
static void put_limits(struct json *json, uint64_t limits) {
  json_open(json, "limits", '[');
  for (unsigned end = 0; limits >> end; end++)
    if (limits >> end & 1) json_text(json, NULL, limit_text((enum search_end)end));
  json_close(json, ']');
}

static void put_run(struct json *json, const struct matrix_runs *runs,
                    const struct matrix_cell *cell) {
  for (unsigned i = 0; i < runs->count; i++)
    if (runs->items[i].cell == cell && i < MATRIX_RUNS_SHOWN)
      counterexample_json(json, "run", runs->items[i].run);
}

static void put_cell(struct json *json, const struct matrix *matrix, const struct matrix_runs *runs,
                     const struct matrix_cell *cell) {
  json_open(json, NULL, '{');
  json_text(json, "test", suite_test_name(cell->test));
  json_setting_name(json, "model", cell->setting);
  json_text(json, "verdict", matrix_verdict_name(cell->verdict));
  if (matrix->baseline) json_truth(json, "known", cell->known);
  if (cell->fault) {
    json_text(json, "fault", cell->fault);
  } else if (!cell->inapplicable) {
    json_truth(json, "reached",
               suite_answer_in(cell->test->program, cell->outcomes) == ANSWER_ALLOWED);
    json_truth(json, "complete", cell->complete && !cell->bounded);
    put_limits(json, cell->limits);
    json_truth(json, "blocked", cell->blocked);
    json_truth(json, "curtailed", cell->approximated);
    json_truth(json, "bounded", cell->bounded);
    json_truth(json, "endless", cell->endless);
    if (cell->nothing) json_text(json, "nothing", cell->nothing);
    json_number(json, "placements", cell->placements.count);
    json_number(json, "states", (int64_t)cell->cost.states);
    json_number(json, "transitions", (int64_t)cell->cost.transitions);
    json_number(json, "depth", cell->cost.depth);
    json_open(json, "outcomes", '[');
    outcome_set_each(cell->outcomes, put_outcome,
                     &(struct outcome_list){ json, cell->test->program });
    json_close(json, ']');
    put_held(json, matrix, cell);
    if (matrix_cell_named_fault(cell)) json_text(json, "fault", matrix_cell_named_fault(cell));
    json_properties(json, "broken", cell->setting->system, matrix_cell_broken(cell));
    json_properties(json, "broken_unclaimed", cell->setting->system,
                    cell->broken & ~matrix_cell_broken(cell));
  }
  put_run(json, runs, cell);
  json_close(json, '}');
}

void matrix_json(FILE *out, const struct matrix *matrix, const struct matrix_runs *runs,
                 const struct matrix_appendix *appendix, bool strongest, int status,
                 const struct cost *cost) {
  struct json json = json_begin(out, "run");
  struct matrix_totals totals = matrix_totals(matrix);
  if (matrix->shard.count) {
    fprintf(json_print_begin(&json), "%u/%u", matrix->shard.number, matrix->shard.count);
    json_print_end(&json, "shard");
  }
  put_models(&json, matrix, strongest);
  put_tests(&json, matrix);
  json_open(&json, "results", '[');
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    if (!matrix->cells[i].elsewhere) put_cell(&json, matrix, runs, &matrix->cells[i]);
  json_close(&json, ']');
  if (appendix) appendix->json(appendix->context, &json);
  json_open(&json, "totals", '{');
  for (unsigned v = 0; v < VERDICTS; v++)
    json_number(&json, matrix_verdict_name((enum verdict)v), totals.verdicts[v]);
  json_number(&json, "contradicted", totals.contradicted);
  json_number(&json, "unstated", totals.unstated);
  json_close(&json, '}');
  baseline_json(&json, matrix->baseline);
  json_end(&json, cost, status);
}

/* --- matrix junit --- */

static const char *kind_of_verdict(enum verdict verdict) {
  switch (verdict) {
  case VERDICT_VIOLATION:
  case VERDICT_MISSING_VIOLATION: return "failure";
  case VERDICT_INAPPLICABLE: return "skipped";
  case VERDICT_INCONCLUSIVE:
  case VERDICT_UNSUPPORTED: return "error";
  default: return NULL;
  }
}

/* With --strongest a model is compared with memory models that it does not claim.  There a refuted
 * memory model is an answer, not a failure. */
static const char *kind_of_cell(const struct matrix_cell *cell, bool strongest) {
  bool answers = strongest && cell->verdict == VERDICT_VIOLATION && !matrix_cell_broken(cell) &&
                 !cell->endless;
  return answers ? NULL : kind_of_verdict(cell->verdict);
}

/* Seconds of its searches; cells whose machines are equal share them. */
static double seconds_of_cell(const struct matrix_cell *cell) {
  double seconds = 0;
  for (unsigned p = 0; cell->reached && p < cell->placements.count; p++)
    if (cell->reached[p]) seconds += cell->reached[p]->cost.seconds;
  return seconds;
}

static const struct counterexample *run_of_cell(const struct matrix_runs *runs,
                                                const struct matrix_cell *cell) {
  for (unsigned i = 0; i < runs->count; i++)
    if (runs->items[i].cell == cell) return runs->items[i].run;
  return NULL;
}

/* The run, or how to see it. */
static void put_body(FILE *out, const struct matrix_cell *cell, const struct counterexample *run) {
  if (run) {
    counterexample_print(out, run);
    return;
  }
  struct text call = { 0 };
  cell_add_call(&call, cell, "");
  fprintf(out, "No run is shown here.  This shows a shortest one: %s\n", call.bytes);
  text_free(&call);
}

static void put_cell_case(struct junit_suite *suite, const struct matrix *matrix,
                          const struct matrix_runs *runs, const struct matrix_cell *cell,
                          const struct junit_options *options) {
  const char *kind = kind_of_cell(cell, options->strongest);
  const char *known = matrix_cell_known(matrix, cell);
  struct printing message, body;
  FILE *memory = printing_begin(&message);
  if (known && !options->strongest) {
    kind = "skipped";
    fprintf(memory, "known: %s: ", known);
  }
  if (cell->verdict == VERDICT_INAPPLICABLE)
    fputs("not applicable: one knows transactions, the other does not", memory);
  else if (kind) cell_fault_print(memory, matrix, cell);
  bool failed = kind && (cell->verdict == VERDICT_VIOLATION || known);
  memory = printing_begin(&body);
  if (failed) put_body(memory, cell, run_of_cell(runs, cell));
  struct report_place place = place_of_test(cell->test);
  junit_case(suite,
             &(struct junit_test){ .name = suite_test_name(cell->test),
                                   .kind = kind,
                                   .message = printing_end(&message),
                                   .body = failed ? printing_end(&body) : NULL,
                                   .seconds = options->quiet ? 0 : seconds_of_cell(cell) },
             &place);
  place_clear(&place);
  if (!failed) printing_end(&body);
  printing_free(&body);
  printing_free(&message);
}

static void put_setting(FILE *out, const struct matrix *matrix, const struct matrix_runs *runs,
                        unsigned s, const struct junit_options *options) {
  char *name = setting_name(&matrix->settings[s]);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  for (unsigned t = 0; t < matrix->suite->count; t++)
    if (!matrix_cell(matrix, t, s)->elsewhere)
      put_cell_case(&suite, matrix, runs, matrix_cell(matrix, t, s), options);
  junit_suite_end(&suite, out);
  memory_free(name);
}

/* Headers need not name the memory models of --strongest. */
static const char *kind_of_expectation(enum expectation met, bool strongest) {
  if (met == EXPECTATION_MET || (met == EXPECTATION_UNSTATED && strongest)) return NULL;
  return met == EXPECTATION_OPEN ? "error" : "failure";
}

static void put_expectations(FILE *out, const struct matrix *matrix, bool strongest) {
  struct junit_suite suite;
  junit_suite_begin(&suite, "expectations");
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++) {
      const struct judged *judged = matrix_judged(matrix, t, m);
      if (matrix->shard.count && !judged->wanted) continue;
      const char *kind =
          kind_of_expectation(matrix_expectation(&matrix->suite->tests[t], judged), strongest);
      char *name = memory_format("%s under %s", suite_test_name(&matrix->suite->tests[t]),
                                 cat_model_name(matrix->models[m]));
      const char *nothing = judged->judgement.nothing;
      const char *known = judged->known ? baseline_title(matrix->baseline) : NULL;
      if (known) kind = "skipped";
      char *message =
          memory_format("%s%s%sthe header says %s, the judge says %s", known ? "known: " : "",
                        known ? known : "", known ? ": " : "", suite_answer_name(judged->expected),
                        nothing ? nothing : suite_answer_name(judged->answer));
      struct report_place place = place_of_test(&matrix->suite->tests[t]);
      junit_case(&suite, &(struct junit_test){ .name = name, .kind = kind, .message = message },
                 &place);
      place_clear(&place);
      memory_free(name);
      memory_free(message);
    }
  junit_suite_end(&suite, out);
}

void matrix_junit(FILE *out, const struct matrix *matrix, const struct matrix_runs *runs,
                  const struct matrix_appendix *appendix, const struct junit_options *options) {
  junit_begin(out, "run");
  for (unsigned s = 0; s < matrix->setting_count; s++) put_setting(out, matrix, runs, s, options);
  put_expectations(out, matrix, options->strongest);
  if (appendix) appendix->junit(appendix->context, out, options->quiet);
  junit_end(out);
}
