#include "axiom/applies.h"
#include "verify/comparison.h"

#include "base/memory.h"
#include "run/effort.h"

struct comparing {
  const struct suite *suite;
  struct cat_model *const *models;
  const struct effort *effort;
  struct compared *items;
};

static void judge_both(void *context, uint64_t index) {
  struct comparing *comparing = context;
  const struct program *program = comparing->suite->tests[index].program;
  struct compared *item = &comparing->items[index];
  struct judge_options limits = { .unroll = comparing->effort->unroll,
                                  .seconds_max = effort_left(comparing->effort) };
  for (unsigned i = 0; program && i < 2; i++)
    if (!judge_applies(comparing->models[i], program))
      item->inapplicable = cat_model_name(comparing->models[i]);
  if (!program || item->inapplicable) return;
  if (!judge_program(comparing->models[0], program, &limits, &item->judgement[0], &item->error))
    return;
  item->good =
      judge_program(comparing->models[1], program, &limits, &item->judgement[1], &item->error);
  if (!item->good) judgement_clear(&item->judgement[0]);
}

struct compared *comparison_run(const struct suite *suite, struct cat_model *const models[2],
                                const struct effort *effort) {
  struct comparing comparing = { suite, models, effort,
                                 memory_new(suite->count, sizeof *comparing.items) };
  jobs_each(effort, suite->count, judge_both, &comparing);
  return comparing.items;
}

/* Does model `i` allow an outcome that the other does not? */
static bool has_more(const struct program *program, const struct compared *comparison, unsigned i) {
  int64_t *missing = memory_new(program->observable_count + 1, sizeof *missing);
  bool within = outcome_set_within(comparison->judgement[i].allowed,
                                   comparison->judgement[!i].allowed, missing);
  memory_free(missing);
  return !within;
}

bool comparison_differs(const struct program *program, const struct compared *comparison) {
  const struct judgement *two = comparison->judgement;
  if (two[0].undefined || two[1].undefined) return two[0].undefined != two[1].undefined;
  return has_more(program, comparison, 0) || has_more(program, comparison, 1);
}

void comparison_count(struct comparison_totals *totals, const struct program *program,
                      const struct compared *comparison) {
  totals->judged++;
  if (!comparison_differs(program, comparison)) return;
  totals->differ++;
  bool more[2] = { has_more(program, comparison, 0), has_more(program, comparison, 1) };
  if (comparison->judgement[0].undefined != comparison->judgement[1].undefined) totals->undefined++;
  else if (more[0] && more[1]) totals->both++;
  else totals->more[more[1]]++;
}
