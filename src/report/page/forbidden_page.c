#include "report/page/forbidden_page.h"

#include "axiom/explain.h"
#include "base/memory.h"
#include "litmus/condition.h"
#include "litmus/herd_log.h"
#include "report/page/judge_page.h"
#include "verify/cell_verdict.h"

/* No time is a limit here, so that the page is the same on every machine. */
enum { CANDIDATES_MAX = 200000 };

static struct condition *value_is(const struct program *program, unsigned observable,
                                  int64_t value) {
  struct condition *equal = condition_new(CONDITION_COMPARE, NULL, NULL);
  equal->comparison = COMPARE_EQ;
  equal->left = (struct term){ .observable = observable };
  equal->right = (struct term){ .is_constant = true,
                                .number = value,
                                .type = program->observables[observable].type };
  return equal;
}

/* All observables have the outcome's values.  Owned by the caller. */
static struct condition *is_outcome(const struct program *program, const int64_t *outcome) {
  struct condition *all = NULL;
  for (unsigned i = 0; i < program->observable_count; i++) {
    struct condition *one = value_is(program, i, outcome[i]);
    all = all ? condition_new(CONDITION_AND, all, one) : one;
  }
  return all ? all : condition_new(CONDITION_TRUE, NULL, NULL);
}

/* "Why sc forbids 1:r0=1; 1:r1=0;" */
static char *title_of(const struct program *program, const char *model, const int64_t *outcome) {
  struct printing printing;
  FILE *out = printing_begin(&printing);
  fprintf(out, "Why %s forbids ", model);
  outcome_print(out, program, outcome);
  return printing_take(&printing);
}

void page_forbidden(struct page *page, const struct matrix *matrix,
                    const struct matrix_cell *cell) {
  const struct model_verdict *held = matrix_cell_violation(cell);
  if (!held || !held->outcome) return;
  const struct program *program = cell->test->program;
  const struct cat_model *model = matrix->models[held->model];
  struct condition *condition = is_outcome(program, held->outcome);
  struct explanation explanation = { 0 };
  struct diagnostic error = { NULL };
  if (explanation_make(model, program, condition,
                       &(struct judge_options){ .candidates_max = CANDIDATES_MAX }, &explanation,
                       &error)) {
    char *title = title_of(program, cat_model_name(model), held->outcome);
    page_fold_begin(page, NULL, title, true);
    page_explanation(page, program, cat_model_name(model), condition, &explanation);
    page_fold_end(page);
    memory_free(title);
  }
  explanation_clear(&explanation);
  diagnostic_clear(&error);
  condition_free(condition);
}
