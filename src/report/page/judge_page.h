/* What memory models say, on a page. */
#ifndef REPORT_PAGE_JUDGE_PAGE_H
#define REPORT_PAGE_JUDGE_PAGE_H

#include "axiom/explain.h"
#include "report/page/page.h"
#include "verify/comparison.h"

/* The test's code, columns as they were written, and its condition. */
void page_program(struct page *page, const struct program *program);
/* A section for the test, which page_test_end ends. */
void page_test_begin(struct page *page, const struct program *program);
void page_test_end(struct page *page);
/* Inside it: the answer of one memory model, with its graphs. */
void page_explanation(struct page *page, const struct program *program, const char *model,
                      const struct condition *condition, const struct explanation *explanation);
/* Inside it: the outcomes that only one of two models allows. */
void page_comparison(struct page *page, struct cat_model *const models[2],
                     const struct program *program, const struct compared *comparison);

#endif
