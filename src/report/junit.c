/* JUnit's XML, as CI servers read it: one suite for each model, one more for what headers expect of the judge. */
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
static void put_case(FILE *out, const char *suite, const char *name, const char *kind, const char *message) {
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

static void open_suite(FILE *out, const char *name, unsigned tests, unsigned failures, unsigned errors) {
  fputs("  <testsuite name=\"", out);
  put_text(out, name);
  fprintf(out, "\" tests=\"%u\" failures=\"%u\" errors=\"%u\">\n", tests, failures, errors);
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

/* With --strongest each model is held to memory models that it does not claim: that one is refuted is an answer. */
static const char *kind_of_cell(const struct cell *cell, bool strongest) {
  bool answers = strongest && cell->verdict == VERDICT_VIOLATION && !cell_broken(cell) && !cell->endless;
  return answers ? NULL : kind_of_verdict(cell->verdict);
}

static void put_setting(FILE *out, const struct matrix *matrix, unsigned s, bool strongest) {
  unsigned failures = 0, errors = 0;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const char *kind = kind_of_cell(matrix_cell(matrix, t, s), strongest);
    failures += kind && !strcmp(kind, "failure");
    errors += kind && !strcmp(kind, "error");
  }
  char *name = setting_name(&matrix->settings[s]);
  open_suite(out, name, matrix->suite->count, failures, errors);
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct cell *cell = matrix_cell(matrix, t, s);
    const char *kind = kind_of_cell(cell, strongest);
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (cell->verdict == VERDICT_INAPPLICABLE) fputs("not applicable: one knows transactions, the other does not", memory);
    else if (kind) cell_fault_print(memory, matrix, cell);
    put_case(out, name, test_name(cell->test), kind, printing_end(&message));
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
  unsigned failures = totals.contradicted + (strongest ? 0 : totals.unstated);
  open_suite(out, "expectations", matrix->suite->count * matrix->model_count, failures, totals.open);
  for (unsigned t = 0; t < matrix->suite->count; t++)
    for (unsigned m = 0; m < matrix->model_count; m++) {
      const struct judged *judged = matrix_judged(matrix, t, m);
      const char *kind = kind_of_expectation(judged_meets(&matrix->suite->tests[t], judged), strongest);
      char *name = memory_format("%s under %s", test_name(&matrix->suite->tests[t]), cat_model_name(matrix->models[m]));
      char *message = memory_format("the header says %s, the judge says %s", answer_name(judged->expected),
                                    answer_name(judged->answer));
      put_case(out, "expectations", name, kind, message);
      memory_free(name);
      memory_free(message);
    }
  fputs("  </testsuite>\n", out);
}

void proof_junit(FILE *out, const struct proof *proof) {
  char *name = setting_name(&proof->subject.setting);
  bool inconclusive = proof->result.end != SEARCH_COMPLETE && proof->result.end != SEARCH_VIOLATION;
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole prove\">\n", out);
  unsigned count = 0, failures = 0;
  for (unsigned i = 0; i < PROPERTIES; i++) {
    count += proof->claimed >> i & 1;
    failures += proof_broken(proof) >> i & 1;
  }
  open_suite(out, name, count, failures, inconclusive ? count - failures : 0);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1)) continue;
    bool broken = proof_broken(proof) >> i & 1;
    put_case(out, name, proof_property_title(proof, (enum property)i),
             broken ? "failure" : inconclusive ? "error" : NULL, broken ? "broken" : search_end_text(proof->result.end));
  }
  fputs("  </testsuite>\n</testsuites>\n", out);
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
  unsigned failures = 0, errors = 0;
  for (; to < all->length && results[to].setting == results[from].setting; to++) {
    const char *kind = kind_of_frame(results[to].verdict);
    failures += kind && !strcmp(kind, "failure");
    errors += kind && !strcmp(kind, "error");
  }
  char *name = setting_name(results[from].setting);
  open_suite(out, name, (unsigned)(to - from), failures, errors);
  for (size_t i = from; i < to; i++) {
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (results[i].misstated) fputs(results[i].misstated, memory);
    else if (results[i].verdict == FRAME_NEWLY_HOLDS) fputs("holds, though its record says that it fails", memory);
    else if (results[i].verdict == FRAME_INCONCLUSIVE) fputs("a limit was hit", memory);
    else fputs("broken: ", memory), composition_properties_print(memory, results[i].made.broken);
    put_case(out, name, results[i].frame->name, kind_of_frame(results[i].verdict), printing_end(&message));
    printing_free(&message);
  }
  fputs("  </testsuite>\n", out);
  memory_free(name);
  return to;
}

void matrix_junit(FILE *out, const struct matrix *matrix, const struct frame_results *frames, bool strongest) {
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
  unsigned count = (unsigned)__builtin_popcount(claims), failures = (unsigned)__builtin_popcount(failed);
  char *name = setting_name(&proof->setting);
  fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"turnsole prove\">\n", out);
  open_suite(out, name, count, failures, proof->complete ? 0 : count - failures);
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++) {
    if (!(claims >> p & 1)) continue;
    const char *why = proof->broken >> p & 1 ? "broken" : missed >> p & 1 ? "holds, though the record says not" : NULL;
    put_case(out, name, composition_property_name(p), why ? "failure" : proof->complete ? NULL : "error",
             why ? why : "a limit was hit");
  }
  fputs("  </testsuite>\n</testsuites>\n", out);
  memory_free(name);
}
