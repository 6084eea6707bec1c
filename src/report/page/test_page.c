#include "run/subject.h"
#include "report/page/test_page.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/herd_log.h"
#include "report/matrix_text.h"
#include "report/names.h"
#include "report/page/judge_page.h"
#include "report/page/forbidden_page.h"
#include "report/page/outcomes_page.h"
#include "report/page/run_page.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"

/* A test of a matrix, or one of its cells. */
struct test_part {
  const struct matrix_page *of;
  const struct matrix_ids *ids;
  const struct matrix_cell *cell;
  unsigned t, s;
};

/* --- the test --- */

static bool is_judged(const struct matrix *matrix, unsigned t) {
  for (unsigned m = 0; m < matrix->model_count; m++)
    if (matrix_judged(matrix, t, m)->wanted) return true;
  return false;
}

static void put_answers(struct page *page, const struct test_part *part) {
  static const char *const heads[] = { "memory model", "the judge says", "the header says", "note",
                                       NULL };
  static const char *const words[] = {
    [EXPECTATION_MET] = "",
    [EXPECTATION_OPEN] = "open",
    [EXPECTATION_UNSTATED] = "unstated",
    [EXPECTATION_CONTRADICTED] = "CONTRADICTED",
  };
  const struct matrix *matrix = part->of->matrix;
  if (!is_judged(matrix, part->t)) return;
  struct printing condition;
  proposition_print(printing_begin(&condition), matrix->suite->tests[part->t].program);
  char *caption = memory_format("%s: may it be met?", printing_end(&condition));
  page_table_begin(page, caption, heads);
  printing_free(&condition);
  memory_free(caption);
  for (unsigned m = 0; m < matrix->model_count; m++) {
    const struct judged *judged = matrix_judged(matrix, part->t, m);
    if (!judged->wanted) continue;
    enum expectation met = matrix_expectation(&matrix->suite->tests[part->t], judged);
    page_row_begin(page);
    page_cell(page, "%s", cat_model_name(matrix->models[m]));
    page_cell(page, "%s", judged->good ? suite_answer_name(judged->answer) : judged->fault);
    page_cell(page, "%s",
              judged->expected == ANSWER_NONE ? "" : suite_answer_name(judged->expected));
    page_cell(page, "%s%s", judged->known ? "known: " : "", words[met]);
    page_row_end(page);
  }
  page_table_end(page);
}

static void put_program(struct page *page, const struct test_part *part) {
  const struct program *program = part->of->matrix->suite->tests[part->t].program;
  page_markup(page, "<div class=\"pair\">\n<div>\n");
  page_program(page, program);
  page_markup(page, "</div>\n<div>\n");
  put_answers(page, part);
  page_outcomes(page, part->of, part->ids, part->t);
  page_markup(page, "</div>\n</div>\n");
}

/* --- a cell --- */

static const char *left_out(const struct reached *reached) {
  if (!reached->approximated || !reached->options.no_evictions) return "";
  return reached->options.cold ? ", without evictions and warm starts" : ", without evictions";
}

/* A line for each: "P0|P1 x|y: 12 states, 30 transitions, depth 7". */
static void put_placements(struct page *page, const struct matrix_cell *cell) {
  page_markup(page, "<pre>");
  FILE *out = page_text_begin(page);
  for (unsigned p = 0; p < cell->placements.count; p++) {
    const struct reached *reached = cell->reached[p];
    placement_print(out, cell->test->program, &cell->placements.items[p]);
    fprintf(out, ": %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s%s%s%s\n", reached->cost.states,
            text_numbered(reached->cost.states, "state", "states"), reached->cost.transitions,
            text_numbered(reached->cost.transitions, "transition", "transitions"),
            reached->cost.depth, reached->blocked ? ", a channel was full" : "", left_out(reached),
            reached_all(reached) ? "" : ", cut short: ",
            reached_all(reached)       ? ""
            : reached_bounded(reached) ? "for quickness"
                                       : limit_text(reached->end));
  }
  page_text_end(page);
  page_markup(page, "</pre>\n");
}

/* "sc: holds; it reaches 3 of the 4 outcomes that sc allows" */
static void put_held(struct page *page, const struct test_part *part) {
  const struct matrix *matrix = part->of->matrix;
  for (unsigned h = 0; h < part->cell->held_count; h++) {
    const struct model_verdict *held = &part->cell->held[h];
    const struct judged *judged = matrix_judged(matrix, part->t, held->model);
    const char *name = cat_model_name(matrix->models[held->model]);
    if (held->verdict == VERDICT_INAPPLICABLE) continue;
    page_print(page, "%s%s: %s", h ? "; " : "", name, matrix_verdict_name(held->verdict));
    if (!judged->good && judged->fault) page_print(page, " (%s)", judged->fault);
  }
}

static void put_properties(struct page *page, const struct matrix_cell *cell) {
  uint64_t claimed = setting_invariants_of_programs(cell->setting);
  uint64_t unclaimed =
      cell->broken & ~claimed & ~(uint64_t)(CLAIM(PROPERTY_OUTCOME) | CLAIM(PROPERTY_WITNESS));
  const char *named = matrix_cell_named_fault(cell);
  if (named) page_print(page, " Fault: %s.", named);
  if (cell->broken & claimed) {
    page_text(page, " Claimed invariants that are BROKEN: ");
    properties_print(page_text_begin(page), cell->setting->system, cell->broken & claimed);
    page_text_end(page);
    page_text(page, ".");
  } else {
    page_text(page, cell->complete && !cell->bounded ? " All claimed invariants hold."
                                                     : " No claimed invariant is broken so far.");
  }
  if (!unclaimed) return;
  page_text(page, " Not claimed, and broken: ");
  properties_print(page_text_begin(page), cell->setting->system, unclaimed);
  page_text_end(page);
  page_text(page, ".");
}

/* "x mesi: known-violation, 4 placements, 555 states" */
static void put_line(struct page *page, const struct test_part *part) {
  const struct matrix_cell *cell = part->cell;
  unsigned mark = matrix_cell_mark(cell);
  if (!part->of->strongest)
    page_markup(page, "<b class=m%u>%s</b> ", mark, matrix_marks[mark].text);
  setting_print(page_text_begin(page), cell->setting, 0);
  page_text_end(page);
  if (!part->of->strongest)
    page_print(page, ": %s%s", matrix_verdict_name(cell->verdict), cell->known ? ", known" : "");
  if (cell->fault) return;
  page_print(page, ", %u %s, %" PRIu64 " %s", cell->placements.count,
             text_numbered(cell->placements.count, "placement", "placements"), cell->cost.states,
             text_numbered(cell->cost.states, "state", "states"));
}

static void put_id(struct page *page, const struct test_part *part) {
  page_markup(page, " id=%s.%s>", part->ids->tests[part->t], part->ids->models[part->s]);
}

/* With --strongest a memory model that is refuted is an answer. */
static bool fails(const struct test_part *part) {
  enum verdict verdict = part->cell->verdict;
  if (part->of->strongest && verdict == VERDICT_VIOLATION) return false;
  return verdict == VERDICT_KNOWN_VIOLATION || verdict >= VERDICT_INCONCLUSIVE;
}

static void put_findings(struct page *page, const struct test_part *part) {
  const struct matrix_cell *cell = part->cell;
  if (fails(part)) {
    page_markup(page, "<p class=fault>");
    cell_fault_print(page_text_begin(page), part->of->matrix, cell);
    page_text_end(page);
    page_markup(page, "</p>");
  }
  if (cell->fault) return;
  put_held(page, part);
  page_text(page, ".");
  put_properties(page, cell);
  if (cell->nothing) page_print(page, " No outcome is reached: %s.", cell->nothing);
  put_placements(page, cell);
}

/* Of a cell without a run: how to see one, or all of it. */
static void put_cell(struct page *page, const struct test_part *part) {
  enum verdict verdict = part->cell->verdict;
  struct text call = { 0 };
  cell_add_call(&call, part->cell, part->of->options);
  page_markup(page, "<div class=cell");
  put_id(page, part);
  put_line(page, part);
  page_text(page, ". ");
  put_findings(page, part);
  if (fails(part) && (verdict == VERDICT_VIOLATION || verdict == VERDICT_KNOWN_VIOLATION))
    page_markup(page, "<p>No run to it is on this page; this shows a shortest one:</p>");
  page_markup(page, "<code class=copied>");
  page_text(page, call.bytes);
  page_markup(page, "</code></div>\n");
  text_free(&call);
}

static void put_cell_with_run(struct page *page, const struct test_part *part,
                              const struct counterexample *run) {
  struct text call = { 0 };
  cell_add_call(&call, part->cell, part->of->options);
  bool alone = part->of->matrix->suite->count * part->of->matrix->setting_count == 1;
  page_markup(page, "<details class=cell%s><summary>", alone ? " open" : "");
  put_line(page, part);
  page_markup(page, "</summary>\n<div");
  put_id(page, part);
  put_findings(page, part);
  char *id = memory_format("%s.%s/run", part->ids->tests[part->t], part->ids->models[part->s]);
  page_counterexample(page, id, call.bytes, run);
  page_forbidden(page, part->of->matrix, part->cell);
  page_markup(page, "</div></details>\n");
  memory_free(id);
  text_free(&call);
}

/* --- cells that were not run --- */

static void put_inapplicable(struct page *page, const struct test_part *part) {
  const struct matrix *matrix = part->of->matrix;
  unsigned count = 0;
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    const struct matrix_cell *cell = matrix_cell(matrix, part->t, s);
    if (cell->elsewhere || !cell->inapplicable) continue;
    if (!count) page_markup(page, "<p>The test runs ");
    if (!count) page_text(page, subject_lacks(cell->setting, cell->test->program));
    page_markup(page, count++ ? ", " : ", and these have none: ");
    page_markup(page, "<span id=%s.%s>", part->ids->tests[part->t], part->ids->models[s]);
    setting_print(page_text_begin(page), cell->setting, 0);
    page_text_end(page);
    page_markup(page, "</span>");
  }
  if (count) page_markup(page, ".</p>\n");
}

/* --- the whole --- */

/* Those that fail, and then the others in one fold.  Returns how many others there are. */
static unsigned put_cells_that(bool do_fail, struct page *page, const struct test_part *test) {
  const struct matrix *matrix = test->of->matrix;
  unsigned others = 0;
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    struct test_part part = *test;
    part.s = s;
    part.cell = matrix_cell(matrix, test->t, s);
    if (part.cell->elsewhere || part.cell->inapplicable) continue;
    others += !fails(&part);
    if (fails(&part) != do_fail) continue;
    const struct counterexample *run = matrix_page_run(part.of, part.cell);
    if (run) put_cell_with_run(page, &part, run);
    else put_cell(page, &part);
  }
  return others;
}

static void put_cells(struct page *page, const struct test_part *test) {
  unsigned others = put_cells_that(true, page, test);
  if (others) {
    char *title = memory_format("Placements and states of %s%u %s",
                                test->of->strongest ? "" : "what holds: ", others,
                                text_numbered(others, "model", "models"));
    page_fold_begin(page, NULL, title, test->of->matrix->setting_count == 1);
    (void)put_cells_that(false, page, test);
    page_fold_end(page);
    memory_free(title);
  }
  put_inapplicable(page, test);
}

void page_test(struct page *page, const struct matrix_page *of, const struct matrix_ids *ids,
               unsigned t) {
  const struct test *test = &of->matrix->suite->tests[t];
  struct test_part part = { .of = of, .ids = ids, .t = t };
  page->depth++;
  page_markup(page, "<section class=test id=%s>\n<h%u>", ids->tests[t], page->depth);
  page_text(page, suite_test_name(test));
  page_markup(page, " <small>");
  page_text(page, test->path);
  page_markup(page, "</small>");
  if (!of->strongest)
    page_markup(page, " <small><a href=#%s/row>in the matrix</a></small>", ids->tests[t]);
  page_markup(page, "</h%u>\n", page->depth);
  if (test->fault) page_paragraph(page, "%s", test->fault);
  if (test->program) put_program(page, &part);
  put_cells(page, &part);
  page_section_end(page);
}
