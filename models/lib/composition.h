/* The common part of the records of image composition. */
#ifndef MODELS_LIB_COMPOSITION_H
#define MODELS_LIB_COMPOSITION_H

#include "frames/gpu.h"
#include "protocol/guards.h"

/* As GUARD and ACTION; `step` is the step of the composition. */
#define COMPOSE_GUARD(name_, ...)                      \
  static inline bool name_(const struct step *s) {     \
    const struct compose_step *step = COMPOSE_STEP(s); \
    return __VA_ARGS__;                                \
  }
#define COMPOSE_ACTION(name_, ...)               \
  static inline void name_(struct step *s) {     \
    struct compose_step *step = COMPOSE_STEP(s); \
    __VA_ARGS__;                                 \
  }

static inline unsigned all_but(const struct step *s, unsigned gpu) {
  return ((1u << COMPOSE_STEP(s)->frame->gpus) - 1) & ~(1u << gpu);
}

#define COMPOSITION_TABLE(rows_, states_, stable_, alphabet_) \
  TABLE(rows_, states_, stable_, composition_events, alphabet_)
#define EVENTS_PARAMETER(of_) \
  { "events", 31, 0, 31, "the events that end a " of_ ", as a set: Event 1 is 1, Event 5 is 16" }
#define EXCHANGE_PARAMETER(initial_, after_)                                \
  {                                                                         \
    "exchange", initial_, 0, 2,                                             \
        "regions exchanged: 0 never, 1 at swapped targets, 2 after " after_ \
  }
#define THRESHOLD_PARAMETER(initial_, greatest_, which_) \
  { "threshold", initial_, initial_, greatest_, "groups of fewer triangles are duplicated" which_ }
#define TIE_PARAMETER \
  { "tie", 1, 0, 1, "1: equal depths go by the order of the draws" }
#define WRONG_IMAGE .invariants_lost = CLAIM(COMPOSES_IMAGE)

/* The rest of a sub-image, which is under way on a link of its own, one at a time. */
static inline bool sub_image_goes_on(const struct gpu *gpu, unsigned event, unsigned peer) {
  return event == EVENT_SEND ? gpu->sending == peer + 1
                             : event == EVENT_PIXELS && gpu->receiving == peer + 1;
}

#endif
