#include "report/proof_junit.h"

#include "base/memory.h"
#include "report/junit.h"
#include "report/names.h"
#include "report/proof_text.h"
#include "run/counterexample.h"

/* A property that is not broken holds if the search was complete; after a violation it stays
 * open. */
static const char *kind_of_property(const struct proof *proof, unsigned property) {
  if (proof_broken(proof) >> property & 1) return "failure";
  if (proof_undecided(proof) >> property & 1 || proof->result.end == SEARCH_VIOLATION)
    return "skipped";
  if (proof->waits.left && property == PROPERTY_DEADLOCK) return "error";
  return proof->result.end == SEARCH_COMPLETE ? NULL : "error";
}

/* Does a variant lose the invariants that its record says it does? */
static const char *kind_of_record(const struct proof *proof) {
  if (proof_misses_violation(proof)) return "failure";
  return proof->result.broken & setting_losses(&proof->subject.setting) ? NULL : "skipped";
}

void proof_junit(FILE *out, const struct proof *proof) {
  bool complete = proof->result.end == SEARCH_COMPLETE;
  char *name = setting_name(&proof->subject.setting);
  char *fault = counterexample_fault(proof->counterexample);
  struct junit_suite suite;
  junit_suite_begin(&suite, name);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    if (!(proof->claimed >> i & 1)) continue;
    bool broken = proof_broken(proof) >> i & 1;
    junit_case(&suite, proof_property_title(proof, (enum property)i), kind_of_property(proof, i),
               broken     ? fault && BROKEN_BY_FAULT >> i & 1 ? fault : "broken"
               : complete ? "undecided among several addresses"
                          : search_end_text(proof->result.end));
  }
  if (setting_losses(&proof->subject.setting))
    junit_case(&suite, "the record of the variant", kind_of_record(proof),
               proof_verdict_text(proof));
  junit_begin(out, "prove");
  junit_suite_end(&suite, out);
  junit_end(out);
  memory_free(fault);
  memory_free(name);
}
