#include "cli/effort.h"

#include <stdio.h>
#include <unistd.h>

/* One line on standard error, rewritten in place at most ten times a second.
 *
 * For many things it says how many are done and to do, and the time to go at the pace so far.  The
 * pace is measured anew where things that were done are done once more.  For a single search, whose
 * end is not known, it says the counts, the frontier and the pace. */

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

static void show_search(const struct search_status *search) {
  fprintf(stderr,
          "\r%llu states, %llu transitions, depth %u, frontier %llu, %.0f s (%.0f states/s) \033[K",
          (unsigned long long)search->states, (unsigned long long)search->transitions,
          search->depth, (unsigned long long)search->frontier, search->seconds,
          search->seconds > 0 ? (double)search->states / search->seconds : 0);
}

static void show(void *context, const char *things, uint64_t done, uint64_t total,
                 const struct search_status *search) {
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

void status_line_end(void) {
  if (line.visible) fputs("\r\033[K", stderr);
  line.visible = false;
}

enum { QUICK_STATES = 1 << 13, QUICK_SAMPLE = 1 << 7, QUICK_MODEL = 3 << 20, QUICK_PLACEMENTS = 4 };

struct effort cli_effort(const struct arguments *arguments) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  struct effort effort = {
    .threads = arguments->jobs  ? (unsigned)arguments->jobs
               : processors > 0 ? (unsigned)processors
                                : 1,
    .memory_max = arguments->memory,
    .deadline = arguments->seconds > 0 ? effort_now() + arguments->seconds : 0,
    .seconds_each = arguments->seconds_each,
    .depth_max = (unsigned)arguments->depth,
    .unroll = (unsigned)arguments->unroll,
    .spill = arguments->spill,
    .compact = arguments->hash_compaction,
    .bit_state = arguments->bit_state,
    .layouts = !arguments->apart && !arguments->quick,
    .each = arguments->per_address,
    .deadlock = arguments->deadlock,
    .audit = !arguments->no_audit,
    .strict = arguments->strict,
    .quick_states = arguments->evictions_within ? arguments->evictions_within
                    : arguments->quick          ? QUICK_STATES
                                                : 0,
    .quick_cold = arguments->quick,
    .quick_sample = arguments->quick ? QUICK_SAMPLE : 0,
    .quick_model = arguments->quick ? QUICK_MODEL : 0,
    .quick_placements = arguments->quick ? QUICK_PLACEMENTS : 0,
    .machine = { .cold = arguments->cold,
                 .no_evictions = arguments->no_evictions,
                 .readers = (unsigned)arguments->readers,
                 .no_reduction = arguments->no_reduction,
                 .no_symmetry = arguments->no_symmetry,
                 .together = arguments->no_per_address,
                 .no_deferred_evictions = arguments->no_deferred_evictions,
                 .no_dead_values = arguments->no_dead_values,
                 .no_ample = arguments->no_ample,
                 .capacity = (unsigned)arguments->capacity },
  };
  line.start = effort_now();
  if (!arguments->quiet && isatty(STDERR_FILENO)) effort.status = show;
  return effort;
}
