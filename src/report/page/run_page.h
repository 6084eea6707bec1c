/* A run on a page: its chart, its steps, what each controller holds after each of them, and the
 * rows of the tables that fire.  The script steps through it. */
#ifndef REPORT_PAGE_RUN_PAGE_H
#define REPORT_PAGE_RUN_PAGE_H

#include "report/draw/chart.h"
#include "report/page/page.h"
#include "run/counterexample.h"

struct run_page {
  const char *id;      /* of page_id; steps have "ID/1", "ID/2", ... */
  const char *title;   /* of the section; NULL: the chart's */
  const char *command; /* the call that shows the run; NULL: none is known */
  const struct chart *chart;
  /* The run in the machine, for links to the rows that fire; or NULL. */
  const struct system *system;
  const struct machine *machine;
  const struct trace *trace;
};

void page_run(struct page *page, const struct run_page *run);
/* The same of a counterexample or a witness.  `command` may be NULL. */
void page_counterexample(struct page *page, const char *id, const char *command,
                         const struct counterexample *counterexample);

#endif
