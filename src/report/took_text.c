/* Times and memory differ from run to run: --quiet leaves them out, and no test compares them. */
#include "report/took_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include "base/processes.h"
#include "base/text.h"
#include "verify/effort.h"

static double mebibytes(uint64_t bytes) { return (double)bytes / (1 << 20); }

struct took took_of_search(const struct search_result *result, uint64_t largest) {
  return (struct took){ .states = result->states,
                        .transitions = result->transitions,
                        .depth = result->depth,
                        .made = result->states,
                        .bytes = result->bytes,
                        .held = largest,
                        .spilled = result->spilled,
                        .in_file = result->spilled || result->omission > 0,
                        .seconds = result->seconds,
                        .earlier = result->earlier };
}

void took_weigh(struct took *took, bool together) {
  struct rusage usage = { 0 };
  getrusage(RUSAGE_SELF, &usage);
  took->in_all = (uint64_t)usage.ru_maxrss * 1024;
  if (together) processes_combine(&took->in_all, 1, RANKS_SUM);
}

static void print_time(const struct took *took, bool counts) {
  printf("  time          %.1f s", took->seconds);
  if (took->earlier > 0) printf(", of which %.1f in this run", took->seconds - took->earlier);
  if (took->made) printf(", %.0f states/s", took_states_a_second(took));
  if (counts && took->transitions)
    printf("; %" PRIu64 " %s, depth %u", took->transitions,
           text_numbered(took->transitions, "transition", "transitions"), took->depth);
  putchar('\n');
}

static void print_memory(const struct took *took, const char *kept) {
  printf("  memory        ");
  if (kept) printf("%.1f MiB for %s%s ", mebibytes(took->bytes), kept, took->held ? "," : ";");
  if (took->held)
    printf("%.1f bytes a state%s; ", took_bytes_a_state(took),
           took->held < took->states ? " of the largest search" : "");
  printf("%.1f MiB in all%s\n", mebibytes(took->in_all),
         took->in_file ? ", with pages of the file that states are in" : "");
  if (took->spilled) printf("  spilled       %" PRIu64 " states\n", took->spilled);
}

void took_print(const struct took *took, const char *kept) {
  print_time(took, !kept);
  if (kept && processes_count() > 1) printf("  processes     %u\n", processes_count());
  print_memory(took, kept);
}

struct took took_since(double start, struct took took) {
  took.seconds = effort_now() - start;
  took_weigh(&took, false);
  return took;
}
