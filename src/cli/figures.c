/* Other than the counts, none of it is the same in every run: --quiet leaves it out, and nothing is compared with it. */
#include "cli/figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include "base/ranks.h"
#include "base/text.h"

static double mebibytes(uint64_t bytes) { return (double)bytes / (1 << 20); }

static double a_second(const struct took *took) { return took->seconds > 0 ? (double)took->states / took->seconds : 0; }

static double of_a_state(const struct took *took) { return took->held ? (double)took->bytes / (double)took->held : 0; }

/* At its peak: of all ranks, each of which asks. */
static uint64_t memory_in_all(void) {
  struct rusage usage = { 0 };
  getrusage(RUSAGE_SELF, &usage);
  uint64_t all = (uint64_t)usage.ru_maxrss * 1024;
  ranks_combine(&all, 1, RANKS_SUM);
  return all;
}

struct took figures_of_many(struct took took) {
  took.in_all = memory_in_all();
  return took;
}

struct took figures_of(const struct search_result *result, uint64_t largest) {
  return figures_of_many((struct took){ .searches = 1, .states = result->states, .transitions = result->transitions,
                                        .depth = result->depth, .seconds = result->seconds, .bytes = result->bytes,
                                        .held = largest });
}

void figures_print(const struct search_result *result, const struct took *took, const char *kept) {
  printf("  time          %.1f s", took->seconds);
  if (result->earlier > 0) printf(", of which %.1f in this run", took->seconds - result->earlier);
  printf(", %.0f states/s\n", a_second(took));
  if (ranks_count() > 1) printf("  ranks         %u\n", ranks_count());
  printf("  memory        %.1f MiB for %s, %.1f bytes a state%s; %.1f MiB in all\n", mebibytes(took->bytes), kept,
         of_a_state(took), took->held < took->states ? " of the largest search" : "", mebibytes(took->in_all));
  if (result->spilled) printf("  spilled       %" PRIu64 " states\n", result->spilled);
}

void figures_print_many(const struct took *took) {
  printf("  time          %.1f s", took->seconds);
  if (took->states) printf(", %.0f states/s", a_second(took));
  if (took->transitions)
    printf("; %" PRIu64 " %s", took->transitions, text_numbered(took->transitions, "transition", "transitions"));
  if (took->depth) printf(", depth %u", took->depth);
  printf("\n  memory        ");
  if (took->held) printf("%.1f bytes a state; ", of_a_state(took));
  printf("%.1f MiB in all\n", mebibytes(took->in_all));
}

void figures_print_since(double start) {
  const struct took took = figures_of_many((struct took){ .seconds = effort_now() - start });
  figures_print_many(&took);
}
