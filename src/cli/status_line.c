/* One line on standard error, rewritten in place at most ten times a second.
 *
 * For many things it says how many are done and to do, and the time to go at the pace so far.  The
 * pace is measured anew where things that were done are done once more.  For a single search, whose
 * end is not known, it says the counts, the frontier and the pace. */
#include "cli/status_line.h"

#include <stdio.h>
#include <unistd.h>

static struct {
  double start, shown;
  bool visible;
} line;
static struct {
  double start;
  uint64_t at_start, done;
} phase; /* `done` only grows in it */

static void follow(uint64_t done, double now) {
  if (done < phase.done || !phase.start) {
    phase.start = now;
    phase.at_start = done;
  }
  phase.done = done;
}

static void show_things(const char *things, uint64_t done, uint64_t total, double now) {
  uint64_t to_do = total - done;
  fprintf(stderr, "\r%llu %s done, %llu to do, %.0f s", (unsigned long long)done, things,
          (unsigned long long)to_do, now - line.start);
  if (done > phase.at_start)
    fprintf(stderr, "; about %.0f s to go",
            (now - phase.start) * (double)to_do / (double)(done - phase.at_start));
  fputs(" \033[K", stderr);
}

static void show_search(const struct search_progress *search) {
  fprintf(stderr,
          "\r%llu states, %llu transitions, depth %u, frontier %llu, %.0f s (%.0f states/s) \033[K",
          (unsigned long long)search->states, (unsigned long long)search->transitions,
          search->depth, (unsigned long long)search->frontier, search->seconds,
          search->seconds > 0 ? (double)search->states / search->seconds : 0);
}

static void show(void *context, const char *things, uint64_t done, uint64_t total,
                 const struct search_progress *search) {
  (void)context;
  double now = effort_now();
  if (!search) follow(done, now);
  if (now - line.start < 1 || now - line.shown < 0.1) return;
  line.shown = now;
  line.visible = true;
  if (search) show_search(search);
  else show_things(things, done, total, now);
  fflush(stderr);
}

void status_line_attach(struct effort *effort, bool quiet) {
  line.start = effort_now();
  if (!quiet && isatty(STDERR_FILENO)) effort->progress = show;
}

void status_line_end(void) {
  if (line.visible) fputs("\r\033[K", stderr);
  line.visible = false;
}
