/* The tables of systems, as the last sections of a page: each once, however many runs lead there.
 */
#ifndef REPORT_PAGE_SYSTEM_TABLES_H
#define REPORT_PAGE_SYSTEM_TABLES_H

#include "protocol/system.h"
#include "report/page/page.h"

/* The id of a row in the system's tables, which the page will print at its end.  NULL: they have no
 * such row.  To be released by memory_free. */
char *page_row_of_system(struct page *page, const struct system *system, const struct row *row);
/* The same of the whole tables: "/table.mesi". */
char *page_table_of_system(struct page *page, const struct system *system);
/* Prints them. */
void page_put_system_tables(struct page *page, const struct system *system);

#endif
