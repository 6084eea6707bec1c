/* The outcomes of a test: which of them each memory model allows, and each model reaches. */
#ifndef REPORT_PAGE_OUTCOMES_PAGE_H
#define REPORT_PAGE_OUTCOMES_PAGE_H

#include "report/page/matrix_page.h"

/* A column is an outcome, a row a memory model or a model. */
void page_outcomes(struct page *page, const struct matrix_page *of, const struct matrix_ids *ids,
                   unsigned t);

#endif
