/* The matrix on a page: models, tests and their cells, each of which leads to its place. */
#ifndef REPORT_PAGE_MATRIX_PAGE_H
#define REPORT_PAGE_MATRIX_PAGE_H

#include "report/matrix_files.h"
#include "report/page/page.h"
#include "verify/bystanders.h"
#include "verify/matrix.h"

struct matrix_page {
  const struct matrix *matrix;
  const struct matrix_runs *runs;  /* to failures */
  const struct matrix_runs *known; /* to violations that are expected */
  /* Options of the call that the calls of single cells repeat: " --cold", or "". */
  const char *options;
  bool strongest; /* memory models are asked about that no model claims: no cell is wrong */
  const struct bystanders *bystanders; /* the answers beside any number of readers; or NULL */
};

void page_matrix(struct page *page, const struct matrix_page *of);
/* "401 tests on 31 models"; to be released by memory_free. */
char *matrix_page_title(const struct matrix *matrix);

/* --- private to the pages of a matrix --- */

/* Ids on the page.  The place of a cell is "TEST.MODEL", of its run "TEST.MODEL/run". */
struct matrix_ids {
  char **tests, **models;
};
/* The cell's run; NULL: the page has none. */
const struct counterexample *matrix_page_run(const struct matrix_page *of,
                                             const struct matrix_cell *cell);

#endif
