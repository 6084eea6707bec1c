/* Frames, and proofs of compositions, as JUnit's XML. */

#include "base/memory.h"
#include "base/printing.h"
#include "frames/print.h"
#include "report/junit.h"

static const char *kind_of_frame(enum frame_verdict verdict) {
  if (verdict == FRAME_INCONCLUSIVE) return "error";
  return frame_verdict_is_bad(verdict) ? "failure" : NULL;
}

/* The results of one setting, which stand together.  Returns the index after them. */
static size_t put_frames(FILE *out, const struct frame_results *all, size_t from) {
  const struct frame_result *results = all->items;
  char *name = setting_name(results[from].setting);
  struct junit_suite suite;
  size_t i = from;
  junit_suite_begin(&suite, name);
  for (; i < all->length && results[i].setting == results[from].setting; i++) {
    struct printing message;
    FILE *memory = printing_begin(&message);
    if (results[i].misstated) fputs(results[i].misstated, memory);
    else if (results[i].verdict == FRAME_NEWLY_HOLDS)
      fputs("holds, though its record says that it fails", memory);
    else if (results[i].verdict == FRAME_INCONCLUSIVE) fputs("a limit was hit", memory);
    else fputs("broken: ", memory), composition_properties_print(memory, results[i].made.broken);
    junit_case(&suite, results[i].frame->name, kind_of_frame(results[i].verdict),
               printing_end(&message));
    printing_free(&message);
  }
  junit_suite_end(&suite, out);
  memory_free(name);
  return i;
}

void frames_into_junit(FILE *out, const struct frame_results *results) {
  for (size_t i = 0; i < results->length;) i = put_frames(out, results, i);
}

void frames_junit(FILE *out, const struct frame_results *results) {
  junit_begin(out, "run");
  frames_into_junit(out, results);
  junit_end(out);
}

void frame_proof_junit(FILE *out, const struct frame_proof *proof) {
  unsigned missed = frame_proof_misses_violation(proof) ? setting_losses(&proof->setting) : 0;
  unsigned claims = composition_claims(&proof->setting) | missed;
  char *name = setting_name(&proof->setting);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  for (unsigned p = 0; p < COMPOSITION_PROPERTIES; p++) {
    if (!(claims >> p & 1)) continue;
    const char *why = proof->broken >> p & 1 ? "broken"
                      : missed >> p & 1      ? "holds, though the record says not"
                                             : NULL;
    junit_case(&suite, composition_property_name(p),
               why               ? "failure"
               : proof->complete ? NULL
                                 : "error",
               why ? why : "a limit was hit");
  }
  junit_begin(out, "prove");
  junit_suite_end(&suite, out);
  junit_end(out);
  memory_free(name);
}
