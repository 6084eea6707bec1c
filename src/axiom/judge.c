/* The judge for all widths of sets of events. */
#include "axiom/judge.h"

#include <string.h>
#include "axiom/candidates.h"
#include "axiom/settle.h"
#include "axiom/widths.h"

judge_function judge_candidates_128, judge_candidates_256, judge_candidates_512;

static judge_function *const judge_at[WIDTHS] = { judge_candidates, judge_candidates_128,
                                                  judge_candidates_256, judge_candidates_512 };

bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error) {
  struct judge_options asked = options ? *options : (struct judge_options){ 0 };
  struct judging judging = { .code = cat_model_code(model),
                             .model = cat_model_name(model),
                             .program = program,
                             .options = &asked,
                             .too_many = asked.room };
  unsigned width = 0;
  bool good = false;
  do {
    if (!width_for(judging.too_many, program, &width, error)) return false;
    if (width && asked.settles) asked.outcomes_max = LISTED_MAX;
    good = judge_at[width](&judging, judgement, error);
  } while (!good && judging.too_many);
  if (!good || !judgement->curtailed || !asked.settles) return good;
  return settle(&judging, judge_at[width], judgement, error);
}

void judgement_clear(struct judgement *judgement) {
  outcome_set_free(judgement->allowed);
  for (const char **flag = judgement->flags; flag && *flag; flag++) memory_free((char *)*flag);
  memory_free(judgement->flags);
  memory_free(judgement->nothing);
  memset(judgement, 0, sizeof *judgement);
}
