/* The names of properties in a baseline:
 *
 *   an invariant's own name
 *   forbidden by MEMMODEL    an outcome
 *   expectation              a memory model says of a test what its header does not
 *   no run ends
 *   record                   a violation that the model's record foretells is missing
 *   audit: ... */
#include "report/known_failures.h"

#include <stdlib.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "report/names.h"
#include "verify/cell_verdict.h"

/* What properties are told of: a model and a test, or a proof. */
struct told {
  struct baseline *baseline;
  char *model, *test;
  bool decided; /* a property that is not seen to fail holds */
  unsigned fresh;
};

/* Another core, or other parameters, make another model. */
static char *model_name(const struct setting *setting) {
  char *name = setting_name(setting);
  struct text text = { 0 };
  text_add(&text, "%s", name);
  memory_free(name);
  if (setting_is_as_recorded(setting)) return text.bytes;
  text_add(&text, " core=%s", core_kind_name(setting->core));
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    text_add(&text, " %s=%d", setting->system->parameters[i].name, setting->values[i]);
  return text.bytes;
}

static void tell(struct told *told, const char *property, bool fails) {
  if (fails) told->fresh += !baseline_fails(told->baseline, told->model, told->test, property);
  else if (told->decided) baseline_holds(told->baseline, told->model, told->test, property);
}

static void tell_invariants(struct told *told, uint64_t claimed, uint64_t broken) {
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (claimed >> i & 1 && i != PROPERTY_OVERFLOW)
      tell(told, property_name((enum property)i), broken >> i & 1);
}

static void tell_end(struct told *told) {
  memory_free(told->model);
  memory_free(told->test);
}

/* --- a matrix --- */

static void tell_held(struct told *told, const struct matrix *matrix,
                      const struct matrix_cell *cell) {
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct model_verdict *held = &cell->held[h];
    char *name = memory_format("forbidden by %s", cat_model_name(matrix->models[held->model]));
    bool fails = held->verdict == VERDICT_VIOLATION;
    if (fails || held->verdict == VERDICT_HOLDS || held->verdict == VERDICT_UNDEFINED)
      tell(told, name, fails);
    memory_free(name);
  }
}

/* An excused violation is the record's, not the baseline's: it counts neither as failing nor as
 * holding. */
static void compare_cell(struct baseline *baseline, const struct matrix *matrix,
                         struct matrix_cell *cell, bool whole) {
  bool fails = cell->verdict == VERDICT_VIOLATION || cell->verdict == VERDICT_MISSING_VIOLATION;
  bool holds = cell->verdict == VERDICT_HOLDS || cell->verdict == VERDICT_UNDEFINED;
  if (!fails && !holds) return;
  struct told told = { .baseline = baseline,
                       .model = model_name(cell->setting),
                       .test = memory_format("%s", suite_test_name(cell->test)),
                       .decided = whole && cell->complete && !cell->approximated };
  tell_invariants(&told, setting_invariants(cell->setting), matrix_cell_broken(cell));
  tell_held(&told, matrix, cell);
  tell(&told, "no run ends", cell->endless);
  tell(&told, "record", cell->verdict == VERDICT_MISSING_VIOLATION);
  cell->known = fails && !told.fresh;
  tell_end(&told);
}

static void compare_answer(struct baseline *baseline, const struct matrix *matrix, unsigned t,
                           unsigned m, bool whole) {
  struct judged *judged = matrix_judged(matrix, t, m);
  const struct test *test = &matrix->suite->tests[t];
  enum expectation met = matrix_expectation(test, judged);
  bool fails = met == EXPECTATION_CONTRADICTED || met == EXPECTATION_UNSTATED;
  bool holds = met == EXPECTATION_MET && judged->wanted && judged->good;
  if (!fails && !holds) return;
  struct told told = { .baseline = baseline,
                       .model = memory_format("memory model %s", cat_model_name(matrix->models[m])),
                       .test = memory_format("%s", suite_test_name(test)),
                       .decided = whole };
  tell(&told, "expectation", fails);
  judged->known = fails && !told.fresh;
  tell_end(&told);
}

void known_failures_of_matrix(struct baseline *baseline, struct matrix *matrix, bool whole,
                              bool strict) {
  matrix->baseline = baseline;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    compare_cell(baseline, matrix, &matrix->cells[i], whole);
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++)
      compare_answer(baseline, matrix, t, m, whole);
  matrix->stale = strict && baseline_count(baseline).stale;
}

/* --- a proof --- */

static char *client_name(const struct client *client) {
  struct printing printing;
  FILE *out = printing_begin(&printing);
  fputs("prove ", out);
  client_print(out, client);
  return printing_take(&printing);
}

/* A search ends at its first violation, so it decides nothing else. */
void known_failures_of_proof(struct baseline *baseline, struct proof *proof, bool whole,
                             bool strict) {
  const struct audits *audits = &proof->audits;
  bool fails = proof_broken(proof) || proof_misses_violation(proof) || audits_refute(audits);
  struct told told = { .baseline = baseline,
                       .model = model_name(&proof->subject.setting),
                       .test = client_name(&proof->subject.client),
                       .decided = whole && proof->result.end == SEARCH_COMPLETE &&
                                  !proof->waits.left && !proof->placement };
  tell_invariants(&told, proof->claimed & ~proof_undecided(proof), proof_broken(proof));
  tell(&told, "record", proof_misses_violation(proof));
  told.decided &= proof->audited;
  tell(&told, "audit: forbidden outcome", audits->forbidden != NULL);
  tell(&told, "audit: liveness", audits->stuck != NULL);
  proof->baseline = baseline;
  proof->known = fails && !told.fresh;
  proof->stale = strict && baseline_count(baseline).stale;
  tell_end(&told);
}

/* --- what is printed --- */

const char *baseline_title(const struct baseline *baseline) {
  const char *path = baseline_path(baseline);
  return path ? path : "--write-baseline";
}

void baseline_totals_print(FILE *out, const struct baseline *baseline) {
  struct baseline_counts counts = baseline_count(baseline);
  const char *path = baseline_path(baseline);
  fprintf(out, "baseline%s%s: %u known %s, %u new%s", path ? " " : "", path ? path : "",
          counts.known, text_numbered(counts.known, "failure", "failures"), counts.fresh,
          counts.fresh && baseline_is_accepted(baseline) ? " (known from now on)" : "");
  if (counts.stale) fprintf(out, ", %u stale", counts.stale);
  fputc('\n', out);
}

struct stale_lines {
  FILE *out;
  const struct baseline *baseline;
  bool strict;
};

static void print_stale(void *context, const struct baseline_entry *entry) {
  const struct stale_lines *lines = context;
  fprintf(lines->out, "%s:%u: %sstale: %s, %s, %s: it does not fail now; delete the line\n",
          baseline_path(lines->baseline), entry->line,
          lines->strict ? "" : "warning: ", entry->model, entry->test, entry->property);
}

void baseline_stale_print(FILE *out, const struct baseline *baseline, bool strict) {
  struct stale_lines lines = { out, baseline, strict };
  baseline_each_stale(baseline, print_stale, &lines);
}

static void put_stale(void *context, const struct baseline_entry *entry) {
  struct json *json = context;
  json_open(json, NULL, '{');
  json_number(json, "line", entry->line);
  json_text(json, "model", entry->model);
  json_text(json, "test", entry->test);
  json_text(json, "property", entry->property);
  json_close(json, '}');
}

void baseline_json(struct json *json, const struct baseline *baseline) {
  if (!baseline) return;
  struct baseline_counts counts = baseline_count(baseline);
  json_open(json, "baseline", '{');
  json_text(json, "path", baseline_path(baseline));
  json_number(json, "known", counts.known);
  json_number(json, "new", counts.fresh);
  json_open(json, "stale", '[');
  baseline_each_stale(baseline, put_stale, json);
  json_close(json, ']');
  json_close(json, '}');
}
