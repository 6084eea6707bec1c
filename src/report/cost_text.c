/* Times and memory differ from run to run, so --quiet leaves them out. */
#include "report/cost_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include "base/text.h"
#include "os/processes.h"
#include "report/names.h"
#include "run/effort.h"

static double mebibytes(uint64_t bytes) { return (double)bytes / (1 << 20); }

void cost_weigh(struct cost *cost, bool together) {
  struct rusage usage = { 0 };
  getrusage(RUSAGE_SELF, &usage);
  cost->peak_bytes = (uint64_t)usage.ru_maxrss * 1024;
  if (together) processes_combine(&cost->peak_bytes, 1, PROCESSES_SUM);
}

static void print_time(const struct cost *cost, bool counts) {
  printf("  time          %.1f s", cost->seconds);
  if (cost->earlier > 0) printf(", of which %.1f in this run", cost->seconds - cost->earlier);
  if (cost->explored) printf(", %.0f states/s", cost_states_per_second(cost));
  if (counts && cost->transitions)
    printf("; %" PRIu64 " %s, depth %u", cost->transitions,
           text_numbered(cost->transitions, "transition", "transitions"), cost->depth);
  putchar('\n');
}

static void print_memory(const struct cost *cost, const char *kept) {
  printf("  memory        ");
  if (kept) printf("%.1f MiB for %s%s ", mebibytes(cost->bytes), kept, cost->held ? "," : ";");
  if (cost->held)
    printf("%.1f bytes a state%s; ", cost_bytes_per_state(cost),
           cost->held < cost->states ? " of the largest search" : "");
  printf("%.1f MiB in all%s\n", mebibytes(cost->peak_bytes),
         cost->in_file ? ", with pages of the file that states are in" : "");
  if (cost->spilled) printf("  spilled       %" PRIu64 " states\n", cost->spilled);
}

void cost_print(const struct cost *cost, const char *kept) {
  print_time(cost, !kept);
  if (kept && processes_count() > 1) printf("  processes     %u\n", processes_count());
  print_memory(cost, kept);
}

struct cost cost_since(double start, struct cost cost) {
  cost.seconds = effort_now() - start;
  cost_weigh(&cost, false);
  return cost;
}

/* --- exploration text --- */

void explored_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct exploration_result *explored) {
  const struct system *system = setting->system;
  uint64_t claimed = setting_invariants_of_programs(setting);
  const struct cost *cost = &explored->cost;
  fprintf(out, "%s: %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s%s", program->name,
          cost->searches, text_numbered(cost->searches, "placement", "placements"), cost->states,
          text_numbered(cost->states, "state", "states"), cost->transitions,
          text_numbered(cost->transitions, "transition", "transitions"), cost->depth,
          explored->blocked ? ", a channel was full" : "",
          explored->complete ? "" : ", INCONCLUSIVE: a limit was hit: ");
  limits_print(out, explored->limits);
  fputc('\n', out);
  if (explored->broken & CLAIM(PROPERTY_OVERFLOW))
    fprintf(
        out,
        "%s: a step was more than the kit, or a channel, can hold: what was reached may be wrong\n",
        program->name);
  fprintf(out, "%s: %s: ", program->name, explored->complete ? "holds" : "not broken so far");
  properties_print(out, system, claimed & ~explored->broken);
  if (explored->broken & claimed) {
    fputs("; BROKEN: ", out);
    properties_print(out, system, claimed & explored->broken);
  }
  if (explored->broken & ~claimed) {
    fputs("; not claimed, and broken: ", out);
    properties_print(out, system, explored->broken & ~claimed);
  }
  fputs("\n\n", out);
}
