/* Mutants on a page: what killed each, and why survivors may survive. */
#ifndef REPORT_PAGE_MUTATION_PAGE_H
#define REPORT_PAGE_MUTATION_PAGE_H

#include "mutation/mutation.h"
#include "report/page/page.h"

void page_mutation(struct page *page, const struct mutation *mutation);

#endif
