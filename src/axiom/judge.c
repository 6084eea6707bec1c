/* The judge for all widths of sets of events. */
#include "axiom/judge.h"

#include <string.h>
#include "axiom/candidates.h"
#include "axiom/widths.h"

typedef bool judge_width(struct judging *, struct judgement *, struct diagnostic *);
judge_width judge_candidates_128, judge_candidates_256, judge_candidates_512;

static judge_width *const judge_at[WIDTHS] = { judge_candidates, judge_candidates_128,
                                               judge_candidates_256, judge_candidates_512 };

bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error) {
  struct judging judging = { .code = cat_model_code(model),
                             .model = cat_model_name(model),
                             .program = program,
                             .options = options,
                             .too_many = options ? options->room : 0 };
  unsigned width = 0;
  bool good = false;
  do {
    if (!width_for(judging.too_many, program, &width, error)) return false;
    good = judge_at[width](&judging, judgement, error);
  } while (!good && judging.too_many);
  return good;
}

void judgement_clear(struct judgement *judgement) {
  outcome_set_free(judgement->allowed);
  for (const char **flag = judgement->flags; flag && *flag; flag++) memory_free((char *)*flag);
  memory_free(judgement->flags);
  memory_free(judgement->nothing);
  memset(judgement, 0, sizeof *judgement);
}
