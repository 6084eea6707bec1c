/* JUnit's XML, as CI servers read it: one suite for each model, one more for what headers expect of
 * the judge. */
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "report/files.h"
#include "report/frame_text.h"
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

/* kind: "failure", "error", "skipped" or NULL. */
static void put_case(FILE *out, const char *suite, const char *name, const char *kind,
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

/* How many cases of a suite there are, and of each kind. */
struct counts {
  unsigned tests, failures, errors, skipped;
};

static void count_case(struct counts *counts, const char *kind) {
  counts->tests++;
  counts->failures += kind && !strcmp(kind, "failure");
  counts->errors += kind && !strcmp(kind, "error");
  counts->skipped += kind && !strcmp(kind, "skipped");
}

static void open_suite(FILE *out, const char *name, const struct counts *counts) {
  fputs("  <testsuite name=\"", out);
  put_text(out, name);
  fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\" skipped=\"%u\">\n", counts->tests,
          counts->failures, counts->errors, counts->skipped);
}

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
  struct counts counts = { 0 };
  for (unsigned t = 0; t < matrix->suite->count; t++)
    count_case(&counts, kind_of_cell(matrix_cell(matrix, t, s), strongest));
  char *name = setting_name(&matrix->settings[s]);
  open_suite(out, name, &counts);
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct matrix_cell *cell = matrix_cell(matrix, t, s);
    const char *kind = kind_of_cell(cell, strongest);
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (cell->verdict == VERDICT_INAPPLICABLE)
      fputs("not applicable: one knows transactions, the other does not", memory);
    else if (kind) cell_fault_print(memory, matrix, cell);
    put_case(out, name, suite_test_name(cell->test), kind, printing_end(&message));
    printing_free(&message);
  }
  fputs("  </testsuite>\n", out);
  memory_free(name);
}

/* --strongest asks of memory models that headers need not name. */
static const char *kind_of_expectation(enum expectation met, bool strongest) {
  if (met == EXPECTATION_MET || (met == EXPECTATION_UNSTATED && strongest)) return NULL;
  return met == EXPECTATION_OPEN ? "error" : "failure";
}

static void put_expectations(FILE *out, const struct matrix *matrix, bool strongest) {
  struct totals totals = matrix_totals(matrix);
  const struct counts counts = { .tests = matrix->suite->count * matrix->model_count,
                                 .failures =
                                     totals.contradicted + (strongest ? 0 : totals.unstated),
                                 .errors = totals.open };
  open_suite(out, "expectations", &counts);
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
      put_case(out, "expectations", name, kind, message);
      memory_free(name);
      memory_free(message);
    }
  fputs("  </testsuite>\n", out);
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
  struct counts counts = { 0 };
  for (unsigned i = 0; i < PROPERTIES; i++)
    if (proof->claimed >> i & 1) count_case(&counts, kind_of_property(proof, i));
  if (of_variant) count_case(&counts, kind_of_record(proof));
  char *fault = counterexample_fault(proof->counterexample);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole prove\">\n", out);
  open_suite(out, name, &counts);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1)) continue;
    bool broken = proof_broken(proof) >> i & 1, complete = proof->result.end == SEARCH_COMPLETE;
    put_case(out, name, proof_property_title(proof, (enum property)i), kind_of_property(proof, i),
             broken     ? fault && BROKEN_BY_FAULT >> i & 1 ? fault : "broken"
             : complete ? "undecided among several addresses"
                        : search_end_text(proof->result.end));
  }
  if (of_variant)
    put_case(out, name, "the record of the variant", kind_of_record(proof),
             proof_verdict_text(proof));
  fputs("  </testsuite>\n</testsuites>\n", out);
  memory_free(fault);
  memory_free(name);
}

/* --- image composition --- */

static const char *kind_of_frame(enum frame_verdict verdict) {
  if (verdict == FRAME_INCONCLUSIVE) return "error";
  return frame_verdict_is_bad(verdict) ? "failure" : NULL;
}

/* The results of one setting, which stand together; gives the index after them. */
static size_t put_frames(FILE *out, const struct frame_results *all, size_t from) {
  const struct frame_result *results = all->items;
  size_t to = from;
  struct counts counts = { 0 };
  for (; to < all->length && results[to].setting == results[from].setting; to++)
    count_case(&counts, kind_of_frame(results[to].verdict));
  char *name = setting_name(results[from].setting);
  open_suite(out, name, &counts);
  for (size_t i = from; i < to; i++) {
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (results[i].misstated) fputs(results[i].misstated, memory);
    else if (results[i].verdict == FRAME_NEWLY_HOLDS)
      fputs("holds, though its record says that it fails", memory);
    else if (results[i].verdict == FRAME_INCONCLUSIVE) fputs("a limit was hit", memory);
    else fputs("broken: ", memory), composition_properties_print(memory, results[i].made.broken);
    put_case(out, name, results[i].frame->name, kind_of_frame(results[i].verdict),
             printing_end(&message));
    printing_free(&message);
  }
  fputs("  </testsuite>\n", out);
  memory_free(name);
  return to;
}

void matrix_junit(FILE *out, const struct matrix *matrix, const struct frame_results *frames,
                  bool strongest) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole run\">\n", out);
  for (unsigned s = 0; s < matrix->setting_count; s++) put_setting(out, matrix, s, strongest);
  put_expectations(out, matrix, strongest);
  for (size_t i = 0; i < frames->length;) i = put_frames(out, frames, i);
  fputs("</testsuites>\n", out);
}

void frames_junit(FILE *out, const struct frame_results *results) {
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole run\">\n", out);
  for (size_t i = 0; i < results->length;) i = put_frames(out, results, i);
  fputs("</testsuites>\n", out);
}

void frame_proof_junit(FILE *out, const struct frame_proof *proof) {
  unsigned missed = frame_proof_misses_violation(proof) ? setting_losses(&proof->setting) : 0;
  unsigned claims = composition_claims(&proof->setting) | missed;
  unsigned failed = (unsigned)(proof->broken & claims) | missed;
  struct counts counts = { .tests = (unsigned)__builtin_popcount(claims),
                           .failures = (unsigned)__builtin_popcount(failed) };
  if (!proof->complete) counts.errors = counts.tests - counts.failures;
  char *name = setting_name(&proof->setting);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole prove\">\n", out);
  open_suite(out, name, &counts);
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++) {
    if (!(claims >> p & 1)) continue;
    const char *why = proof->broken >> p & 1 ? "broken"
                      : missed >> p & 1      ? "holds, though the record says not"
                                             : NULL;
    put_case(out, name, composition_property_name(p),
             why               ? "failure"
             : proof->complete ? NULL
                               : "error",
             why ? why : "a limit was hit");
  }
  fputs("  </testsuite>\n</testsuites>\n", out);
  memory_free(name);
}
