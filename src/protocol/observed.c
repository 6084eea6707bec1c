/* See observed.h. */
#include "protocol/observed.h"

#include "protocol/step_faults.h"

void step_observe(struct step *step, enum history_event event, unsigned core, uint16_t words) {
  if (step->observed_count == OBSERVED_MAX) {
    step_exceeds(step, LIMIT_OBSERVED);
    return;
  }
  step->observed[step->observed_count++] =
      (struct observed){ (uint8_t)event, (uint8_t)core, words };
}

void step_observe_again(struct step *step, enum history_event event, unsigned core,
                        const struct request *read) {
  bool held = step->shape->plain_stores >> read->line & 1 ||
              step->local->line[read->line].memory.word[read->word] == read->value;
  step_observe(step, held ? event : HISTORY_MISREAD, core, history_word(read->line, read->word));
}
