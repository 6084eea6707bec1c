#include "report/exploration_text.h"

#include <inttypes.h>
#include "base/text.h"
#include "report/names.h"
#include "run/cost.h"

void explored_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct explored *explored) {
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
