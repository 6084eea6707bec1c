/* Other than the counts, none of it is the same in every run: --quiet leaves it out, and nothing is compared with it. */
#include "cli/figures.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include "base/ranks.h"

static double mebibytes(uint64_t bytes) { return (double)bytes / (1 << 20); }

/* At its peak: of all ranks, each of which asks. */
static uint64_t memory_in_all(void) {
  struct rusage usage = { 0 };
  getrusage(RUSAGE_SELF, &usage);
  uint64_t all = (uint64_t)usage.ru_maxrss * 1024;
  ranks_combine(&all, 1, RANKS_SUM);
  return all;
}

void figures_print(const struct search_result *result, const char *kept, uint64_t largest) {
  printf("  time          %.1f s", result->seconds);
  if (result->earlier > 0) printf(", of which %.1f in this run", result->seconds - result->earlier);
  printf(", %.0f states/s\n", result->seconds > 0 ? (double)result->states / result->seconds : 0);
  if (ranks_count() > 1) printf("  ranks         %u\n", ranks_count());
  printf("  memory        %.1f MiB for %s, %.1f bytes a state%s; %.1f MiB in all\n", mebibytes(result->bytes), kept,
         largest ? (double)result->bytes / (double)largest : 0, largest < result->states ? " of the largest search" : "",
         mebibytes(memory_in_all()));
  if (result->spilled) printf("  spilled       %" PRIu64 " states\n", result->spilled);
}
