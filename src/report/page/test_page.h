/* A test of a matrix on its page: the program, what memory models say of it, and its cells. */
#ifndef REPORT_PAGE_TEST_PAGE_H
#define REPORT_PAGE_TEST_PAGE_H

#include "report/page/matrix_page.h"

void page_test(struct page *page, const struct matrix_page *of, const struct matrix_ids *ids,
               unsigned t);

#endif
