/* Events of compositions, and the calls of guards and actions. */
#include "frames/step.h"

const char *const composition_events[COMPOSITION_EVENTS] = {
  "RUN",       "SEND",    "ADVANCE",    "EXCHANGE", "REQUEST", "COMPOSE", "START",    "PIXELS",
  "DONE",      "LAY",     "BACKGROUND", "LAID",     "RESET",   "NEXT",    "SCHEDULE", "DRAW",
  "PROCESSED", "PROJECT", "PRIMITIVE",  "LAST",     "ACK",     "PASS",    "TURN"
};

int compose_parameter(const struct step *s, unsigned index) {
  return COMPOSE_STEP(s)->setting->values[index];
}

struct packet *compose_post(struct step *s, enum composition_event type, unsigned to) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct packet *packet = &step->sends[step->send_count];
  bool exists = to < step->frame->gpus || (to == SCHEDULER && step->has_scheduler);
  if (!exists || to == step->me || step->send_count == COMPOSITION_SENDS_MAX)
    compose_breaks(s, COMPOSES_NEVER); /* a mutant's */
  else step->send_count++;
  *packet = (struct packet){
    .type = (uint8_t)type, .from = (uint8_t)step->me, .to = (uint8_t)to, .peer = FRAME_NONE
  };
  return packet;
}

_Static_assert(COMPOSES_NEVER < 8, "the properties that a step can break are a byte");
void compose_breaks(struct step *s, enum composition_property property) {
  struct compose_step *step = COMPOSE_STEP(s);
  uint8_t *broken = step->gpu ? &step->gpu->broken : &step->scheduler->broken;
  *broken |= (uint8_t)CLAIM(property);
}
