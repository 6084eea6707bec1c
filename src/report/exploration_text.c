#include "report/exploration_text.h"

#include <inttypes.h>
#include "base/text.h"
#include "report/matrix_text.h"
#include "report/proof_text.h"

void explored_print(FILE *out, const struct setting *setting, const struct program *program,
                    const struct explored *explored) {
  const struct system *system = setting->system;
  uint64_t claimed = setting_invariants_of_programs(setting);
  const struct took *took = &explored->took;
  fprintf(out, "%s: %" PRIu64 " %s, %" PRIu64 " %s, %" PRIu64 " %s, depth %u%s%s", program->name,
          took->searches, text_numbered(took->searches, "placement", "placements"), took->states,
          text_numbered(took->states, "state", "states"), took->transitions,
          text_numbered(took->transitions, "transition", "transitions"), took->depth,
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
