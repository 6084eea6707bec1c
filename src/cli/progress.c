/* One line on standard error, rewritten in place at most ten times a second.
 *
 * For many jobs it says how many are done and, from their pace, how long the rest may take; a single search has no end
 * in sight, so the line says what was seen, the frontier, and the pace. */
#include "cli/progress.h"

#include <stdio.h>
#include <unistd.h>

static struct { double start, shown; bool visible; } line;

static void show_jobs(uint64_t done, uint64_t total, double elapsed) {
  double rest = done ? elapsed * (double)(total - done) / (double)done : 0;
  fprintf(stderr, "\r%llu of %llu searches, %.0f s; about %.0f s to go \033[K", (unsigned long long)done,
          (unsigned long long)total, elapsed, rest);
}

static void show_search(const struct search_progress *search) {
  fprintf(stderr, "\r%llu states, %llu transitions, depth %u, frontier %llu, %.0f s (%.0f states/s) \033[K",
          (unsigned long long)search->states, (unsigned long long)search->transitions, search->depth,
          (unsigned long long)search->frontier, search->seconds,
          search->seconds > 0 ? (double)search->states / search->seconds : 0);
}

static void show(void *context, uint64_t done, uint64_t total, const struct search_progress *search) {
  (void)context;
  double now = effort_now();
  if (now - line.start < 1 || now - line.shown < 0.1) return;
  line.shown = now;
  line.visible = true;
  if (search) show_search(search);
  else show_jobs(done, total, now - line.start);
  fflush(stderr);
}

void progress_attach(struct effort *effort, bool quiet) {
  line.start = effort_now();
  if (!quiet && isatty(STDERR_FILENO)) effort->progress = show;
}

void progress_end(void) {
  if (line.visible) fputs("\r\033[K", stderr);
  line.visible = false;
}
