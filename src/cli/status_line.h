/* The status line of a terminal: one line on standard error, while work takes more than a second.
 */
#ifndef CLI_STATUS_LINE_H
#define CLI_STATUS_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include "run/effort.h"

struct status_shown {
  const char *title; /* "prove mesi" */
  const char *phase; /* "audits", or the things that are counted; may be NULL */
  uint64_t done, total;
  bool searches;
  struct search_status search; /* if it searches */
  uint64_t expected;           /* states of the search, from an earlier one; 0: unknown */
  const char *note;            /* of a search; may be NULL */
  double seconds;              /* of the whole */
  double to_go;                /* by the things that are done; below 0: unknown */
  double time_left;            /* seconds until --time ends it; 0: no such limit */
  uint64_t bytes, bytes_max;   /* memory of the program, and its limit; 0: unknown, none */
};

/* Writes the parts of the line that fit in `columns`, the most important ones first. */
void status_line_write(char *text, size_t size, unsigned columns, const struct status_shown *shown);

/* Standard error is a terminal that can wipe a line: TERM is neither missing nor "dumb". */
bool status_line_fits(void);

/* Shows the line from now on, after a second; `title` is copied.  Does nothing where
 * status_line_fits says no, or if `quiet`. */
void status_line_begin(const char *title, const struct effort *effort, bool quiet);

/* After a beginning: the states that the first search is known to have (0: unknown), and a note for
 * a search that takes ten seconds; copied. */
void status_line_expect(uint64_t states, const char *note);

/* What an effort reports to (effort.h). */
void status_line_report(void *context, const char *things, uint64_t done, uint64_t total,
                        const struct search_status *search);

/* Wipes the line until the next report, before output. */
void status_line_wipe(void);

/* Wipes the line, and shows none until the next beginning. */
void status_line_end(void);

#endif
