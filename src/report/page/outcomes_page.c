/* A mark is a circle where the outcome is allowed, filled where it is reached; a cross where it is
 * reached and forbidden.  A model is compared with all memory models that it is held to. */
#include "report/page/outcomes_page.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/condition.h"
#include "litmus/printer.h"
#include "report/matrix_text.h"
#include "report/names.h"
#include "run/suite.h"

enum { OUTCOMES_SHOWN = 64 };

struct outcomes {
  const struct matrix *matrix;
  const struct program *program;
  unsigned t;
  int64_t *values; /* [count][width] */
  unsigned width, count;
  uint64_t all;
};

/* --- gathering --- */

static void add_outcome(void *context, const int64_t *outcome, uint64_t times) {
  struct outcomes *outcomes = context;
  (void)times;
  if (outcomes->count == OUTCOMES_SHOWN) return;
  memcpy(outcomes->values + (size_t)outcomes->count++ * outcomes->width, outcome,
         outcomes->width * sizeof *outcome);
}

static struct outcome_set *union_of(const struct matrix *matrix, unsigned t, unsigned width) {
  struct outcome_set *set = outcome_set_new(width);
  for (unsigned m = 0; m < matrix->model_count; m++) {
    const struct judged *judged = matrix_judged(matrix, t, m);
    if (judged->wanted && judged->good) outcome_set_merge(set, judged->judgement.allowed);
  }
  for (unsigned s = 0; s < matrix->setting_count; s++)
    if (matrix_cell(matrix, t, s)->outcomes)
      outcome_set_merge(set, matrix_cell(matrix, t, s)->outcomes);
  return set;
}

static struct outcomes outcomes_of(const struct matrix *matrix, unsigned t) {
  const struct program *program = matrix->suite->tests[t].program;
  struct outcomes outcomes = { matrix, program, t, .width = program->observable_count };
  struct outcome_set *set = union_of(matrix, t, outcomes.width);
  outcomes.all = outcome_set_size(set);
  outcomes.values = memory_new((size_t)OUTCOMES_SHOWN * (outcomes.width + 1), sizeof(int64_t));
  outcome_set_each(set, add_outcome, &outcomes);
  outcome_set_free(set);
  return outcomes;
}

static const int64_t *outcome_at(const struct outcomes *outcomes, unsigned i) {
  return outcomes->values + (size_t)i * outcomes->width;
}

/* --- columns --- */

static void put_value(struct page *page, const struct outcomes *outcomes, unsigned observable,
                      unsigned i) {
  struct text value = { 0 };
  value_name(&value, outcomes->program, outcomes->program->observables[observable].type,
             outcome_at(outcomes, i)[observable]);
  page_markup(page, "<th scope=col>");
  page_text(page, value.bytes ? value.bytes : "");
  text_free(&value);
}

static void put_columns(struct page *page, const struct outcomes *outcomes) {
  page_markup(page, "<thead>\n");
  for (unsigned o = 0; o < outcomes->width; o++) {
    struct text name = { 0 };
    observable_name(&name, outcomes->program, &outcomes->program->observables[o], "P");
    page_markup(page, "<tr><th scope=row>");
    page_text(page, name.bytes);
    text_free(&name);
    for (unsigned i = 0; i < outcomes->count; i++) put_value(page, outcomes, o, i);
    page_markup(page, "</tr>\n");
  }
  page_markup(page, "<tr class=meets><th scope=row>meets the condition");
  for (unsigned i = 0; i < outcomes->count; i++)
    page_markup(page, "<td>%s",
                condition_holds(outcomes->program->condition, outcome_at(outcomes, i)) ? "\u2713"
                                                                                       : "");
  page_markup(page, "</tr>\n</thead>\n");
}

/* --- rows --- */

static bool is_allowed(const struct judged *judged, const int64_t *outcome) {
  return judged->judgement.undefined || outcome_set_has(judged->judgement.allowed, outcome);
}

static void put_memory_model(struct page *page, const struct outcomes *outcomes, unsigned m) {
  const struct judged *judged = matrix_judged(outcomes->matrix, outcomes->t, m);
  if (!judged->wanted || !judged->good) return;
  page_markup(page, "<tr><th scope=row>");
  page_text(page, cat_model_name(outcomes->matrix->models[m]));
  for (unsigned i = 0; i < outcomes->count; i++)
    page_markup(page, "<td>%s",
                is_allowed(judged, outcome_at(outcomes, i)) ? "\u25cb"
                : judged->judgement.bounded                 ? "?"
                                                            : "");
  page_markup(page, "</tr>\n");
}

/* Is it allowed by all memory models that the cell is held to?  `bounded`: a judge that does not
 * allow it was cut short. */
static bool is_allowed_to(const struct outcomes *outcomes, const struct matrix_cell *cell,
                          const int64_t *outcome, bool *bounded) {
  bool allowed = true;
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(outcomes->matrix, outcomes->t, cell->held[h].model);
    if (!judged->wanted || !judged->good || is_allowed(judged, outcome)) continue;
    allowed = false;
    *bounded |= judged->judgement.bounded || judged->judgement.incomplete;
  }
  return allowed;
}

static void put_mark(struct page *page, const struct outcomes *outcomes,
                     const struct matrix_cell *cell, const int64_t *outcome) {
  bool bounded = false, reached = outcome_set_has(cell->outcomes, outcome);
  bool allowed = is_allowed_to(outcomes, cell, outcome, &bounded);
  if (allowed) page_markup(page, reached ? "<td>\u25cf" : "<td>\u25cb");
  else if (!reached) page_markup(page, "<td>");
  else page_markup(page, bounded ? "<td>?" : "<td class=bad>\u2715");
}

static void put_model(struct page *page, const struct outcomes *outcomes,
                      const struct matrix_ids *ids, unsigned s) {
  const struct matrix_cell *cell = matrix_cell(outcomes->matrix, outcomes->t, s);
  if (!cell->outcomes || cell->elsewhere || cell->inapplicable) return;
  page_markup(page, "<tr><th scope=row><a href=#%s.%s>", ids->tests[outcomes->t], ids->models[s]);
  setting_print(page_text_begin(page), cell->setting, 0);
  page_text_end(page);
  page_markup(page, "</a>");
  for (unsigned i = 0; i < outcomes->count; i++)
    put_mark(page, outcomes, cell, outcome_at(outcomes, i));
  page_markup(page, "</tr>\n");
}

void page_outcomes(struct page *page, const struct matrix_page *of, const struct matrix_ids *ids,
                   unsigned t) {
  struct outcomes outcomes = outcomes_of(of->matrix, t);
  page_markup(page, "<div class=\"wide outcomes\" role=group tabindex=0 aria-label=Outcomes>"
                    "<table>\n<caption>Outcomes: \u25cb allowed, \u25cf reached and allowed, "
                    "\u2715 reached and FORBIDDEN</caption>\n");
  put_columns(page, &outcomes);
  page_markup(page, "<tbody>\n");
  for (unsigned m = 0; m < of->matrix->model_count; m++) put_memory_model(page, &outcomes, m);
  page_markup(page, "</tbody>\n<tbody>\n");
  for (unsigned s = 0; s < of->matrix->setting_count; s++) put_model(page, &outcomes, ids, s);
  page_markup(page, "</tbody></table></div>\n");
  if (outcomes.all > outcomes.count)
    page_paragraph(page, "%u of %" PRIu64 " outcomes are shown.", outcomes.count, outcomes.all);
  memory_free(outcomes.values);
}
