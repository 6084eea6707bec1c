/* JUnit's XML, as CI servers read it: one suite for each model, one more for what headers expect of
 * the judge. */
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "report/files.h"
#include "report/junit.h"
#include "report/matrix_text.h"
#include "report/proof_text.h"

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '<') fputs("&lt;", out);
    else if (*text == '>') fputs("&gt;", out);
    else if (*text == '&') fputs("&amp;", out);
    else if (*text == '"') fputs("&quot;", out);
    else if (*text == '\n') fputs("&#10;", out);
    else fputc((unsigned char)*text < 0x20 ? '?' : *text, out);
  }
}

void junit_case(FILE *out, const char *suite, const char *name, const char *kind,
                const char *message) {
  fputs("    <testcase classname=\"", out);
  put_text(out, suite);
  fputs("\" name=\"", out);
  put_text(out, name);
  if (!kind) {
    fputs("\"/>\n", out);
    return;
  }
  fprintf(out, "\">\n      <%s message=\"", kind);
  put_text(out, message);
  fputs("\"/>\n    </testcase>\n", out);
}

void junit_count(struct junit_counts *counts, const char *kind) {
  counts->tests++;
  counts->failures += kind && !strcmp(kind, "failure");
  counts->errors += kind && !strcmp(kind, "error");
  counts->skipped += kind && !strcmp(kind, "skipped");
}

void junit_begin(FILE *out, const char *command) {
  fprintf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole %s\">\n",
          command);
}

void junit_end(FILE *out) { fputs("</testsuites>\n", out); }

void junit_suite_open(FILE *out, const char *name, const struct junit_counts *counts) {
  fputs("  <testsuite name=\"", out);
  put_text(out, name);
  fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", counts->tests,
          counts->failures, counts->errors, counts->skipped);
}

void junit_suite_close(FILE *out) { fputs("  </testsuite>\n", out); }

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

/* With --strongest each model is held to memory models that it does not claim: that one is refuted
 * is an answer. */
static const char *kind_of_cell(const struct matrix_cell *cell, bool strongest) {
  bool answers = strongest && cell->verdict == VERDICT_VIOLATION && !matrix_cell_broken(cell) &&
                 !cell->endless;
  return answers ? NULL : kind_of_verdict(cell->verdict);
}

static void put_setting(FILE *out, const struct matrix *matrix, unsigned s, bool strongest) {
  struct junit_counts counts = { 0 };
  for (unsigned t = 0; t < matrix->suite->count; t++)
    junit_count(&counts, kind_of_cell(matrix_cell(matrix, t, s), strongest));
  char *name = setting_name(&matrix->settings[s]);
  junit_suite_open(out, name, &counts);
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct matrix_cell *cell = matrix_cell(matrix, t, s);
    const char *kind = kind_of_cell(cell, strongest);
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (cell->verdict == VERDICT_INAPPLICABLE)
      fputs("not applicable: one knows transactions, the other does not", memory);
    else if (kind) cell_fault_print(memory, matrix, cell);
    junit_case(out, name, suite_test_name(cell->test), kind, printing_end(&message));
    printing_free(&message);
  }
  junit_suite_close(out);
  memory_free(name);
}

/* --strongest asks of memory models that headers need not name. */
static const char *kind_of_expectation(enum expectation met, bool strongest) {
  if (met == EXPECTATION_MET || (met == EXPECTATION_UNSTATED && strongest)) return NULL;
  return met == EXPECTATION_OPEN ? "error" : "failure";
}

static void put_expectations(FILE *out, const struct matrix *matrix, bool strongest) {
  struct totals totals = matrix_totals(matrix);
  const struct junit_counts counts = { .tests = matrix->suite->count * matrix->model_count,
                                       .failures =
                                           totals.contradicted + (strongest ? 0 : totals.unstated),
                                       .errors = totals.open };
  junit_suite_open(out, "expectations", &counts);
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++) {
      const struct judged *judged = matrix_judged(matrix, t, m);
      const char *kind =
          kind_of_expectation(matrix_judged_meets(&matrix->suite->tests[t], judged), strongest);
      char *name = memory_format("%s under %s", suite_test_name(&matrix->suite->tests[t]),
                                 cat_model_name(matrix->models[m]));
      const char *nothing = judged->judgement.nothing;
      char *message = memory_format("the header says %s, the judge says %s",
                                    suite_answer_name(judged->expected),
                                    nothing ? nothing : suite_answer_name(judged->answer));
      junit_case(out, "expectations", name, kind, message);
      memory_free(name);
      memory_free(message);
    }
  junit_suite_close(out);
}

/* What is not broken holds if the search came to its end; where a violation ended it, nothing is
 * said of the rest. */
static const char *kind_of_property(const struct proof *proof, unsigned property) {
  if (proof_broken(proof) >> property & 1) return "failure";
  if (proof_not_told_apart(proof) >> property & 1 || proof->result.end == SEARCH_VIOLATION)
    return "skipped";
  if (proof->waits.left && property == PROPERTY_DEADLOCK) return "error";
  return proof->result.end == SEARCH_COMPLETE ? NULL : "error";
}

/* Of a variant that is to lose invariants: does it? */
static const char *kind_of_record(const struct proof *proof) {
  if (proof_misses_violation(proof)) return "failure";
  return proof->result.broken & setting_losses(&proof->subject.setting) ? NULL : "skipped";
}

void proof_junit(FILE *out, const struct proof *proof) {
  char *name = setting_name(&proof->subject.setting);
  bool of_variant = setting_losses(&proof->subject.setting) != 0;
  struct junit_counts counts = { 0 };
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (proof->claimed >> i & 1) junit_count(&counts, kind_of_property(proof, i));
  if (of_variant) junit_count(&counts, kind_of_record(proof));
  char *fault = counterexample_fault(proof->counterexample);
  junit_begin(out, "prove");
  junit_suite_open(out, name, &counts);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1)) continue;
    bool broken = proof_broken(proof) >> i & 1, complete = proof->result.end == SEARCH_COMPLETE;
    junit_case(out, name, proof_property_title(proof, (enum property)i), kind_of_property(proof, i),
               broken     ? fault && BROKEN_BY_FAULT >> i & 1 ? fault : "broken"
               : complete ? "undecided among several addresses"
                          : search_end_text(proof->result.end));
  }
  if (of_variant)
    junit_case(out, name, "the record of the variant", kind_of_record(proof),
               proof_verdict_text(proof));
  junit_suite_close(out);
  junit_end(out);
  memory_free(fault);
  memory_free(name);
}

void matrix_junit(FILE *out, const struct matrix *matrix, const struct appendix *appendix,
                  bool strongest) {
  junit_begin(out, "run");
  for (unsigned s = 0; s < matrix->setting_count; s++) put_setting(out, matrix, s, strongest);
  put_expectations(out, matrix, strongest);
  if (appendix) appendix->junit(appendix->context, out);
  junit_end(out);
}
