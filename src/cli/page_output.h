/* The page of --html. */
#ifndef CLI_PAGE_OUTPUT_H
#define CLI_PAGE_OUTPUT_H

#include "cli/arguments.h"
#include "report/page/page.h"

/* What a command says on its page. */
struct page_content {
  const char *title, *about; /* about: a sentence below the title, or NULL */
  void (*put)(void *context, struct page *page);
  void *context;
  const int *status; /* that put leaves: EXIT_USAGE, and no page is written; or NULL */
};

/* Whether the page can be written, and takes the place of nothing but a page of ours; else
 * complains.  Leaves nothing there. */
bool cli_page_fits(const struct arguments *arguments);
/* Writes the page where --html asks for one, unless the call was wrong (content->status).  false,
 * with a complaint: not all of it could be written.  Then what was there before is whole. */
bool cli_page_write(const struct arguments *arguments, const struct page_content *content);

#endif
