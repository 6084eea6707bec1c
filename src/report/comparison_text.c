#include "litmus/herd_log.h"
#include "report/comparison_text.h"

#include "base/text.h"
#include "run/suite.h"

struct only_one {
  FILE *out;
  const struct program *program;
  const struct outcome_set *others;
  const char *model;
};

static void put_only(void *context, const int64_t *outcome, uint64_t times) {
  const struct only_one *only = context;
  (void)times;
  if (outcome_set_has(only->others, outcome)) return;
  fprintf(only->out, "  only %s: ", only->model);
  outcome_print(only->out, only->program, outcome);
  fputc('\n', only->out);
}

void comparison_print(FILE *out, struct cat_model *const models[2], const struct program *program,
                      const struct compared *comparison) {
  const struct judgement *two = comparison->judgement;
  const char *names[2] = { cat_model_name(models[0]), cat_model_name(models[1]) };
  fprintf(out, "%s: %s %s, %s %s\n", program->name, names[0],
          suite_answer_name(suite_answer(program, &two[0])), names[1],
          suite_answer_name(suite_answer(program, &two[1])));
  if (two[0].undefined != two[1].undefined) return;
  for (unsigned i = 0; i < 2; i++)
    outcome_set_each(two[i].allowed, put_only,
                     &(struct only_one){ out, program, two[!i].allowed, names[i] });
}

void comparison_totals_print(FILE *out, struct cat_model *const models[2],
                             const struct comparison_totals *totals) {
  fprintf(out, "%u %s, %u %s\n", totals->judged, text_numbered(totals->judged, "test", "tests"),
          totals->differ,
          text_numbered(totals->judged == 1 ? 1 : totals->differ, "differs", "differ"));
  for (unsigned i = 0; i < 2; i++)
    if (totals->more[i])
      fprintf(out, "  %u where %s allows more\n", totals->more[i], cat_model_name(models[i]));
  if (totals->both) fprintf(out, "  %u where each allows what the other forbids\n", totals->both);
  if (totals->undefined) fprintf(out, "  %u undefined by one of them\n", totals->undefined);
}
