#include "run/subject.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "base/vector.h"

struct machine *subject_machine(const struct subject *subject, struct diagnostic *error) {
  if (subject->program)
    return machine_new(&subject->setting, subject->program, &subject->placement, &subject->options,
                       error);
  return machine_new_client(&subject->setting, &subject->client, &subject->options, error);
}

unsigned subject_reductions_off(const struct machine_options *options,
                                const char *names[REDUCTIONS]) {
  const struct {
    bool off;
    const char *name;
  } all[REDUCTIONS] = {
    { options->no_symmetry, "symmetry" },
    { options->no_deferred_evictions, "deferred evictions" },
    { options->no_dead_values, "dead-value elimination" },
    { options->no_ample, "ample sets" },
  };
  unsigned count = 0;
  for (unsigned i = 0; i < REDUCTIONS; i++)
    if (all[i].off) names[count++] = all[i].name;
  return count;
}

void subject_add_reductions(struct text *text, const struct machine_options *options,
                            unsigned lines) {
  const char *names[REDUCTIONS];
  if (options->no_reduction) {
    text_add(text, "no reductions");
    return;
  }
  text_add(text, "reductions");
  for (unsigned i = 0, off = subject_reductions_off(options, names); i < off; i++)
    text_add(text, "%s%s", i ? " or " : " without ", names[i]);
  if (options->together && lines > 1) text_add(text, ", all addresses together");
}

bool subject_lacks_transactions(const struct setting *setting, const struct program *program) {
  return program && program_has_transactions(program) && !setting->system->transactions.begin;
}
