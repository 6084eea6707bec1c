/* The page of a large matrix has some 13,000 cells, so its markup is short.  A cell of the table is
 * a character and a link.  What cells of a test share is printed once, in the test's section. */
#include "report/page/matrix_page.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/bystanders_report.h"
#include "report/known_failures.h"
#include "report/matrix_text.h"
#include "report/names.h"
#include "report/page/run_page.h"
#include "report/page/test_page.h"
#include "run/suite.h"
#include "verify/cell_verdict.h"
#include "verify/model_strength.h"

const struct counterexample *matrix_page_run(const struct matrix_page *of,
                                             const struct matrix_cell *cell) {
  const struct matrix_runs *lists[] = { of->runs, of->known };
  for (unsigned l = 0; l < 2; l++)
    for (unsigned i = 0; lists[l] && i < lists[l]->count; i++)
      if (lists[l]->items[i].cell == cell) return lists[l]->items[i].run;
  return NULL;
}

char *matrix_page_title(const struct matrix *matrix) {
  unsigned tests = matrix->suite->count, models = matrix->setting_count;
  char *model = models == 1 ? setting_name(&matrix->settings[0]) : NULL;
  char *title =
      memory_format("turnsole: %u %s on %u %s", tests, text_numbered(tests, "test", "tests"),
                    models, text_numbered(models, "model", "models"));
  if (model && tests == 1) {
    memory_free(title);
    title = memory_format("turnsole: %s on %s", suite_test_name(&matrix->suite->tests[0]), model);
  }
  memory_free(model);
  return title;
}

/* --- ids --- */

/* Takes the ids of the cells of a test.  false: one of them belongs to another test, or a cell. */
static bool claim_cells(struct page *page, const struct matrix_ids *ids,
                        const struct matrix *matrix, const char *test) {
  bool free = true;
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    char *wanted = memory_format("%s.%s", test, ids->models[s]), *given = page_id(page, wanted);
    free &= text_equal(wanted, given);
    memory_free(wanted);
    memory_free(given);
  }
  return free;
}

/* No id of a model has a '.', so a cell's id says where the test's ends. */
static struct matrix_ids ids_of(struct page *page, const struct matrix *matrix) {
  struct matrix_ids ids = { memory_new(matrix->suite->count, sizeof *ids.tests),
                            memory_new(matrix->setting_count, sizeof *ids.models) };
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    char *name = setting_name(&matrix->settings[s]);
    for (char *at = name; *at; at++)
      if (*at == '.') *at = '_';
    ids.models[s] = page_id(page, name);
    memory_free(name);
  }
  for (unsigned t = 0; t < matrix->suite->count; t++) do {
      memory_free(ids.tests[t]);
      ids.tests[t] = page_id(page, suite_test_name(&matrix->suite->tests[t]));
    } while (!claim_cells(page, &ids, matrix, ids.tests[t]));
  return ids;
}

static void free_ids(struct matrix_ids *ids, const struct matrix *matrix) {
  for (unsigned t = 0; t < matrix->suite->count; t++) memory_free(ids->tests[t]);
  for (unsigned s = 0; s < matrix->setting_count; s++) memory_free(ids->models[s]);
  memory_free(ids->tests);
  memory_free(ids->models);
}

/* --- what does not hold --- */

static bool is_fault(const struct matrix_cell *cell) {
  return cell->verdict >= VERDICT_INCONCLUSIVE && !cell->elsewhere;
}

/* The fault as the terminal has it, with a link to the cell's place. */
static void put_fault(struct page *page, const struct matrix_page *of, const struct matrix_ids *ids,
                      unsigned t, unsigned s) {
  const struct matrix_cell *cell = matrix_cell(of->matrix, t, s);
  page_markup(page, "<li><a href=\"#%s.%s\">", ids->tests[t], ids->models[s]);
  page_print(page, "%s", matrix_marks[matrix_cell_mark(cell)].text);
  page_markup(page, "</a> ");
  cell_fault_print(page_text_begin(page), of->matrix, cell);
  page_text_end(page);
  if (matrix_page_run(of, cell))
    page_markup(page, " <a href=\"#%s.%s/run\">its run</a>", ids->tests[t], ids->models[s]);
  page_markup(page, "</li>\n");
}

static void put_contradiction(struct page *page, const struct matrix *matrix,
                              const struct matrix_ids *ids, unsigned t, unsigned m) {
  const struct test *test = &matrix->suite->tests[t];
  const struct judged *judged = matrix_judged(matrix, t, m);
  if (matrix_expectation(test, judged) == EXPECTATION_MET) return;
  page_markup(page, "<li><a href=\"#%s\">", ids->tests[t]);
  page_text(page, suite_test_name(test));
  page_markup(page, "</a>");
  page_print(page, " under %s: %sthe header says %s, the judge says %s",
             cat_model_name(matrix->models[m]), judged->known ? "known: " : "",
             suite_answer_name(judged->expected),
             judged->good ? suite_answer_name(judged->answer) : "nothing");
  page_markup(page, "</li>\n");
}

enum { FAULTS_SHOWN = 200 };

static void put_faults(struct page *page, const struct matrix_page *of,
                       const struct matrix_ids *ids) {
  const struct matrix *matrix = of->matrix;
  unsigned found = 0;
  page_section_begin(page, "/faults", "What does not hold");
  page_markup(page, "<ul class=\"faults\" tabindex=\"0\" aria-label=\"What does not hold\">\n");
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    for (unsigned s = 0; s < matrix->setting_count; s++)
      if (is_fault(matrix_cell(matrix, t, s)) && found++ < FAULTS_SHOWN)
        put_fault(page, of, ids, t, s);
    for (unsigned m = 0; m < matrix->model_count && matrix->suite->tests[t].program; m++)
      put_contradiction(page, matrix, ids, t, m);
  }
  page_markup(page, "</ul>\n");
  if (found > FAULTS_SHOWN)
    page_paragraph(page, "%u more cells are marked in the matrix.", found - FAULTS_SHOWN);
  page_section_end(page);
}

static bool has_faults(const struct matrix *matrix) {
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    for (unsigned s = 0; s < matrix->setting_count; s++)
      if (is_fault(matrix_cell(matrix, t, s))) return true;
    for (unsigned m = 0; m < matrix->model_count && matrix->suite->tests[t].program; m++)
      if (matrix_expectation(&matrix->suite->tests[t], matrix_judged(matrix, t, m)) !=
          EXPECTATION_MET)
        return true;
  }
  return false;
}

/* --- the table --- */

/* The legend, with the number of cells; scripts make filters of its items. */
static void put_legend(struct page *page, const struct matrix *matrix) {
  unsigned counts[MATRIX_MARKS] = { 0 };
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    counts[matrix_cell_mark(&matrix->cells[i])]++;
  page_markup(page, "<ul class=\"legend\" id=\"/legend\">\n");
  for (unsigned i = 0; i < MATRIX_MARKS; i++) {
    if (!counts[i] || !matrix_marks[i].meaning) continue;
    page_markup(page, "<li data-mark=\"%u\"><b class=\"m%u\">%s</b> ", i, i, matrix_marks[i].text);
    page_print(page, "%s: %u %s", matrix_marks[i].meaning, counts[i],
               text_numbered(counts[i], "cell", "cells"));
    page_markup(page, "</li>\n");
  }
  page_markup(page, "</ul>\n");
}

static void put_columns(struct page *page, const struct matrix *matrix,
                        const struct matrix_ids *ids) {
  page_markup(page, "<thead><tr><th scope=\"col\" class=\"corner\">test</th>");
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    page_markup(page, "<th scope=\"col\"><a href=\"#/model.%s\">", ids->models[s]);
    setting_print(page_text_begin(page), &matrix->settings[s], 0);
    page_text_end(page);
    page_markup(page, "</a></th>");
  }
  page_markup(page, "</tr></thead>\n");
}

static size_t folder_length(const char *path) {
  const char *end = strrchr(path, '/');
  return end ? (size_t)(end - path) : 0;
}

static bool same_folder(const char *a, const char *b) {
  size_t length = folder_length(a);
  return length == folder_length(b) && !strncmp(a, b, length);
}

static void put_folder(struct page *page, const struct matrix *matrix, const char *path) {
  page_markup(page, "<tbody>\n<tr class=\"folder\"><th scope=\"rowgroup\" colspan=\"%u\"><span>",
              matrix->setting_count + 1);
  if (folder_length(path)) page_print(page, "%.*s/", (int)folder_length(path), path);
  else page_text(page, "tests");
  page_markup(page, "</span></th></tr>\n");
}

/* Quotes and end tags are left out where HTML lets us. */
static void put_mark(struct page *page, const struct matrix_cell *cell, const char *test,
                     const char *model) {
  unsigned mark = matrix_cell_mark(cell);
  if (cell->elsewhere) {
    page_markup(page, "<td>");
    return;
  }
  page_markup(page, "<td class=m%u><a href=#%s.%s>%s%s</a>", mark, test, model,
              matrix_marks[mark].text, cell->approximated ? "&#39;" : "");
}

static void put_rows(struct page *page, const struct matrix *matrix, const struct matrix_ids *ids) {
  const char *last = NULL;
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    const struct test *test = &matrix->suite->tests[t];
    if (matrix_row_is_elsewhere(matrix, t)) continue;
    if (!last || !same_folder(last, test->path)) {
      if (last) page_markup(page, "</tbody>\n");
      put_folder(page, matrix, test->path);
    }
    last = test->path;
    page_markup(page, "<tr id=%s/row><th scope=row><a href=#%s>", ids->tests[t], ids->tests[t]);
    page_text(page, suite_test_name(test));
    page_markup(page, "</a></th>");
    for (unsigned s = 0; s < matrix->setting_count; s++)
      put_mark(page, matrix_cell(matrix, t, s), ids->tests[t], ids->models[s]);
    page_markup(page, "</tr>\n");
  }
  if (last) page_markup(page, "</tbody>\n");
}

static void put_matrix(struct page *page, const struct matrix_page *of,
                       const struct matrix_ids *ids) {
  page_section_begin(page, "/matrix", "The matrix");
  put_legend(page, of->matrix);
  page_markup(page, "<p class=\"totals\">");
  matrix_totals_print(page_text_begin(page), of->matrix);
  page_text_end(page);
  page_markup(page, "</p>\n<div class=\"wide matrix\" role=\"group\" tabindex=\"0\" "
                    "aria-label=\"The matrix\">");
  page_markup(page, "<table style=\"--models:%u\">\n", of->matrix->setting_count);
  put_columns(page, of->matrix, ids);
  put_rows(page, of->matrix, ids);
  page_markup(page, "</table></div>\n");
  page_section_end(page);
}

/* --- models --- */

static void put_verdicts(struct page *page, const struct matrix *matrix, unsigned s) {
  unsigned counts[VERDICTS] = { 0 };
  for (unsigned t = 0; t < matrix->suite->count; t++)
    if (!matrix_cell(matrix, t, s)->elsewhere) counts[matrix_cell(matrix, t, s)->verdict]++;
  const char *separator = "";
  page_markup(page, "<td>");
  for (unsigned v = 0; v < VERDICTS; v++) {
    if (!counts[v]) continue;
    page_print(page, "%s%u %s", separator, counts[v], matrix_verdict_name((enum verdict)v));
    separator = ", ";
  }
  page_markup(page, "</td>");
}

static void put_models(struct page *page, const struct matrix_page *of,
                       const struct matrix_ids *ids) {
  const char *const heads[] = { "model",  "what it is", "cores",
                                "claims", "invariants", of->strongest ? NULL : "cells",
                                NULL };
  const struct matrix *matrix = of->matrix;
  page_section_begin(page, "/models", "Models");
  page_table_begin(page,
                   of->strongest ? "What each model claims"
                                 : "What each model claims, and how many cells have which verdict",
                   heads);
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    const struct setting *setting = &matrix->settings[s];
    page_markup(page, "<tr id=\"/model.%s\"><th scope=\"row\">", ids->models[s]);
    setting_print(page_text_begin(page), setting, 0);
    page_text_end(page);
    page_markup(page, "</th>");
    page_cell(page, "%s", setting->variant ? setting->variant->help : setting->system->title);
    page_cell(page, "%s", core_kind_name(setting->core));
    page_cell(page, "%s", *setting_claims(setting) ? setting_claims(setting) : "none");
    page_markup(page, "<td>");
    properties_print(page_text_begin(page), setting->system,
                     setting_invariants_of_programs(setting));
    page_text_end(page);
    page_markup(page, "</td>");
    if (!of->strongest) put_verdicts(page, matrix, s);
    page_row_end(page);
  }
  page_table_end(page);
  page_section_end(page);
}

/* --- the strongest memory models --- */

static void put_satisfied(struct page *page, const struct matrix *matrix, unsigned s) {
  const char *separator = "";
  page_markup(page, "<td>");
  for (unsigned m = 0; m < matrix->model_count; m++) {
    if (!model_strength_is_strongest(matrix, s, m)) continue;
    page_print(page, "%s%s", separator, cat_model_name(matrix->models[m]));
    separator = ", ";
  }
  page_markup(page, "</td>");
}

/* The weakest that are refuted, each with the smallest test that does it. */
static void put_refuted(struct page *page, const struct matrix *matrix,
                        const struct matrix_ids *ids, unsigned s) {
  const char *separator = "";
  page_markup(page, "<td>");
  for (unsigned m = 0; m < matrix->model_count; m++) {
    if (!model_strength_is_weakest_refuted(matrix, s, m)) continue;
    const struct test *test = model_strength_refuted_by(matrix, s, m);
    page_print(page, "%s%s by ", separator, cat_model_name(matrix->models[m]));
    page_markup(page, "<a href=\"#%s.%s\">", ids->tests[test - matrix->suite->tests],
                ids->models[s]);
    page_text(page, suite_test_name(test));
    page_markup(page, "</a>");
    separator = ", ";
  }
  page_markup(page, "</td>");
}

static void put_strongest(struct page *page, const struct matrix *matrix,
                          const struct matrix_ids *ids) {
  static const char *const heads[] = { "model", "the strongest that no test refutes",
                                       "the weakest that a test refutes", NULL };
  page_section_begin(page, "/strongest", "Memory models");
  page_table_begin(page, "What each model satisfies on these tests", heads);
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    page_markup(page, "<tr><th scope=\"row\">");
    setting_print(page_text_begin(page), &matrix->settings[s], 0);
    page_text_end(page);
    page_markup(page, "</th>");
    put_satisfied(page, matrix, s);
    put_refuted(page, matrix, ids, s);
    page_row_end(page);
  }
  page_table_end(page);
  page_section_end(page);
}

/* --- readers beside --- */

static void put_bystanders(struct page *page, const struct bystanders *bystanders) {
  page_section_begin(page, "/bystanders", "Beside any number of readers");
  page_markup(page, "<pre tabindex=\"0\">");
  bystanders_print(page_text_begin(page), bystanders, false);
  page_text_end(page);
  page_markup(page, "</pre>\n");
  const struct matrix *matrix = bystanders->matrix;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++) {
    const struct bystanders_cell *of = &bystanders->cells[i];
    if (of->verdict != BYSTANDERS_VIOLATE || !of->placements[of->count - 1].violation) continue;
    char *id = page_id(page, "readers");
    page_counterexample(page, id, NULL, of->placements[of->count - 1].violation);
    memory_free(id);
  }
  page_section_end(page);
}

/* --- the whole --- */

void page_matrix(struct page *page, const struct matrix_page *of) {
  const struct matrix *matrix = of->matrix;
  struct matrix_ids ids = ids_of(page, matrix);
  if (of->strongest) put_strongest(page, matrix, &ids);
  else if (has_faults(matrix)) put_faults(page, of, &ids);
  if (!of->strongest) put_matrix(page, of, &ids);
  if (of->bystanders) put_bystanders(page, of->bystanders);
  put_models(page, of, &ids);
  page_section_begin(page, "/tests", "Tests");
  for (unsigned t = 0; t < matrix->suite->count; t++)
    if (!matrix_row_is_elsewhere(matrix, t)) page_test(page, of, &ids, t);
  page_section_end(page);
  free_ids(&ids, matrix);
}
