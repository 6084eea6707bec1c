/* Pages of HTML: one file that any browser opens.
 *
 * A page loads nothing: its style sheet and its script are in it.  All that it says is in the
 * HTML.  The script only filters, folds and steps, so a page can be read with scripts off.
 *
 * Texts are escaped, unless a function says that it prints markup. */
#ifndef REPORT_PAGE_PAGE_H
#define REPORT_PAGE_PAGE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include "base/printing.h"
#include "base/sparse.h"
#include "base/vector.h"
#include "protocol/system.h"

struct page {
  FILE *out;
  unsigned depth; /* of sections: h2, h3, ... */
  struct printing printing;
  struct dictionary ids;                 /* those that page_id gave away */
  VECTOR(const struct system *) systems; /* whose tables stand at the end */
};

struct page_head {
  const char *title;
  const char *about;   /* a sentence below the title; NULL: none */
  const char *command; /* the call that makes this page */
};

/* Every page has this in its first PAGE_MARK_WITHIN bytes, and so can be told from other files. */
#define PAGE_MARK "<meta name=\"generator\" content=\"turnsole\">"
enum { PAGE_MARK_WITHIN = 256 };

struct page page_begin(FILE *out, const struct page_head *head);
/* Prints the tables of page_table_of_system, too, and releases the page; `out` stays open. */
void page_end(struct page *page);

/* --- text --- */

void page_text(struct page *page, const char *text);
void page_print(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_markup(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Text from functions that print: page_text prints what was printed between the two. */
FILE *page_text_begin(struct page *page);
void page_text_end(struct page *page);

/* An id that this page gave to nothing else: letters, digits, and _ + : . ~ - of the name, all else
 * as
 * '_'; behind a '~' a number, where another had it.  It needs no quotes.  Ids of what belongs to it
 * may go on with a '/', as in "MP/run".  To be released by memory_free. */
char *page_id(struct page *page, const char *name);

/* --- parts --- */

/* A section with a heading.  `id` may be NULL. */
void page_section_begin(struct page *page, const char *id, const char *title);
void page_section_end(struct page *page);
/* What can be folded away.  A link to `id` (or NULL) opens it. */
void page_fold_begin(struct page *page, const char *id, const char *title, bool open);
void page_fold_end(struct page *page);
void page_paragraph(struct page *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Lines of code, or one command; scripts add a button that copies them. */
void page_code(struct page *page, const char *text);
void page_command(struct page *page, const char *text);
/* What functions print between the two, in lines as they stand. */
FILE *page_lines_begin(struct page *page);
void page_lines_end(struct page *page);
/* A picture that may be wider than the page: what is printed between the two, such as an SVG. */
void page_picture_begin(struct page *page, const char *name);
void page_picture_end(struct page *page);

/* A list of names and values. */
void page_facts_begin(struct page *page);
void page_fact(struct page *page, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void page_facts_end(struct page *page);

/* A table that scrolls by itself where it is wide.  `heads` ends with NULL. */
void page_table_begin(struct page *page, const char *caption, const char *const *heads);
void page_row_begin(struct page *page);
void page_cell(struct page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
void page_cell_number(struct page *page, uint64_t number);
void page_row_end(struct page *page);
void page_table_end(struct page *page);

#endif
