/* A mark is a circle where the outcome is allowed, filled where it is reached; a cross where it is
 * reached and forbidden.  Models with the same marks share a row. */
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

/* --- rows: a mark for each outcome --- */

enum outcome_mark { MARK_NONE, MARK_ALLOWED, MARK_REACHED, MARK_FORBIDDEN, MARK_OPEN };

static const char *const mark_cells[] = {
  [MARK_NONE] = "<td>",          [MARK_ALLOWED] = "<td>\u25cb",
  [MARK_REACHED] = "<td>\u25cf", [MARK_FORBIDDEN] = "<td class=bad>\u2715",
  [MARK_OPEN] = "<td>?",
};

static bool is_allowed(const struct judged *judged, const int64_t *outcome) {
  return judged->judgement.undefined || outcome_set_has(judged->judgement.allowed, outcome);
}

static enum outcome_mark mark_of_judged(const struct judged *judged, const int64_t *outcome) {
  if (is_allowed(judged, outcome)) return MARK_ALLOWED;
  return judged->judgement.bounded || judged->judgement.incomplete ? MARK_OPEN : MARK_NONE;
}

/* An outcome is allowed to a model that every memory model allows which the model is held to. */
static enum outcome_mark mark_of_cell(const struct outcomes *outcomes,
                                      const struct matrix_cell *cell, const int64_t *outcome) {
  bool reached = outcome_set_has(cell->outcomes, outcome), open = false, allowed = true;
  for (unsigned h = 0; h < cell->held_count; h++) {
    const struct judged *judged = matrix_judged(outcomes->matrix, outcomes->t, cell->held[h].model);
    if (!judged->wanted || !judged->good || is_allowed(judged, outcome)) continue;
    allowed = false;
    open |= mark_of_judged(judged, outcome) == MARK_OPEN;
  }
  if (allowed) return reached ? MARK_REACHED : MARK_ALLOWED;
  return !reached ? MARK_NONE : open ? MARK_OPEN : MARK_FORBIDDEN;
}

/* Memory models, or models, of which some may have the same marks. */
struct rows {
  const struct outcomes *outcomes;
  const struct matrix_ids *ids;
  bool of_cells;
  unsigned count;
  unsigned char *marks; /* [count][outcomes + 1] */
  bool *put;            /* printed, or without outcomes */
};

static void mark_row(struct rows *rows, unsigned row) {
  const struct outcomes *outcomes = rows->outcomes;
  unsigned char *marks = rows->marks + (size_t)row * (outcomes->count + 1);
  const struct judged *judged =
      rows->of_cells ? NULL : matrix_judged(outcomes->matrix, outcomes->t, row);
  const struct matrix_cell *cell =
      rows->of_cells ? matrix_cell(outcomes->matrix, outcomes->t, row) : NULL;
  bool has = judged ? judged->wanted && judged->good
                    : cell->outcomes && !cell->elsewhere && !cell->inapplicable;
  rows->put[row] = !has;
  for (unsigned i = 0; i < outcomes->count && has; i++)
    marks[i] = (unsigned char)(judged ? mark_of_judged(judged, outcome_at(outcomes, i))
                                      : mark_of_cell(outcomes, cell, outcome_at(outcomes, i)));
}

static void put_name(struct page *page, const struct rows *rows, unsigned row) {
  const struct matrix *matrix = rows->outcomes->matrix;
  if (!rows->of_cells) {
    page_text(page, cat_model_name(matrix->models[row]));
    return;
  }
  page_markup(page, "<a href=#%s.%s>", rows->ids->tests[rows->outcomes->t], rows->ids->models[row]);
  setting_print(page_text_begin(page), &matrix->settings[row], 0);
  page_text_end(page);
  page_markup(page, "</a>");
}

/* Prints the row, with the names of all that have the same marks. */
static void put_row(struct page *page, struct rows *rows, unsigned row) {
  unsigned width = rows->outcomes->count + 1;
  const unsigned char *marks = rows->marks + (size_t)row * width;
  const char *separator = "";
  page_markup(page, "<tr><th scope=row>");
  for (unsigned other = row; other < rows->count; other++) {
    if (rows->put[other] || memcmp(marks, rows->marks + (size_t)other * width, width)) continue;
    rows->put[other] = true;
    page_text(page, separator);
    put_name(page, rows, other);
    separator = ", ";
  }
  for (unsigned i = 0; i < rows->outcomes->count; i++)
    page_markup(page, "%s", mark_cells[marks[i]]);
  page_markup(page, "\n");
}

static void put_rows(struct page *page, const struct outcomes *outcomes,
                     const struct matrix_ids *ids, bool of_cells) {
  struct rows rows = { outcomes, ids, of_cells,
                       of_cells ? outcomes->matrix->setting_count : outcomes->matrix->model_count };
  rows.marks = memory_new((size_t)rows.count * (outcomes->count + 1), 1);
  rows.put = memory_new(rows.count, sizeof *rows.put);
  for (unsigned row = 0; row < rows.count; row++) mark_row(&rows, row);
  bool any = false;
  for (unsigned row = 0; row < rows.count; row++) {
    if (rows.put[row]) continue;
    if (!any) page_markup(page, "<tbody>\n");
    any = true;
    put_row(page, &rows, row);
  }
  if (any) page_markup(page, "</tbody>\n");
  memory_free(rows.marks);
  memory_free(rows.put);
}

static void put_table(struct page *page, const struct outcomes *outcomes,
                      const struct matrix_ids *ids) {
  page_markup(page, "<p class=key>Outcomes: \u25cb allowed, \u25cf reached and allowed, "
                    "\u2715 reached and FORBIDDEN</p>\n<div class=\"wide outcomes\" role=group "
                    "tabindex=0 aria-label=Outcomes><table>\n");
  put_columns(page, outcomes);
  put_rows(page, outcomes, ids, false);
  put_rows(page, outcomes, ids, true);
  page_markup(page, "</table></div>\n");
}

void page_outcomes(struct page *page, const struct matrix_page *of, const struct matrix_ids *ids,
                   unsigned t) {
  struct outcomes outcomes = outcomes_of(of->matrix, t);
  if (outcomes.count) put_table(page, &outcomes, ids);
  if (outcomes.all > outcomes.count)
    page_paragraph(page, "%u of %" PRIu64 " outcomes are shown.", outcomes.count, outcomes.all);
  memory_free(outcomes.values);
}
