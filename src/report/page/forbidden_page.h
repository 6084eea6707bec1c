/* Why a memory model forbids the outcome of a cell that fails. */
#ifndef REPORT_PAGE_FORBIDDEN_PAGE_H
#define REPORT_PAGE_FORBIDDEN_PAGE_H

#include "report/page/page.h"
#include "verify/matrix.h"

/* Prints the explanation of the first memory model that the cell violates; nothing where it
 * violates none. */
void page_forbidden(struct page *page, const struct matrix *matrix, const struct matrix_cell *cell);

#endif
