/* The judge's entry. */
#include "axiom/judge.h"

#include <string.h>
#include "axiom/candidates.h"

bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error) {
  return candidates_search(cat_model_code(model), cat_model_name(model), program, options, NULL,
                           NULL, judgement, error);
}

void judgement_clear(struct judgement *judgement) {
  outcome_set_free(judgement->allowed);
  for (const char **flag = judgement->flags; flag && *flag; flag++) memory_free((char *)*flag);
  memory_free(judgement->flags);
  memory_free(judgement->nothing);
  memset(judgement, 0, sizeof *judgement);
}
