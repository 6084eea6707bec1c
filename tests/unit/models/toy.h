/* Shared by records that are made for a test.  A client asks for everything, so no
 * program is lowered.  A promise holds in every setting.
 *
 * Toy protocols of deadlock (TOY_RECORD): a port of each SM asks a home for a line by EVENT_GET,
 * and is answered by EVENT_DATA. */
#ifndef TESTS_MODELS_TOY_H
#define TESTS_MODELS_TOY_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"

static inline bool says_so(const struct setting *setting) {
  (void)setting;
  return true;
}

static inline unsigned lower_nothing(const struct shape *shape,
                                     const struct instruction *instruction, struct micro *out) {
  (void)shape, (void)instruction, (void)out;
  return 0;
}

/* --- toy protocols of deadlock --- */

enum { EVENT_GET = EVENT_OWN, EVENT_DATA, TOY_EVENTS };
#define ON(event) (1ull << EVENT_##event)
/* Names of the events before TOY_EVENTS. */
#define TOY_EVENT_NAMES                                                                          \
  "LOAD", "STORE", "ATOMIC", "LOAD_ACQUIRE", "STORE_RELEASE", "FENCE", "EVICT", "EXPIRY", "Get", \
      "Data"

static inline void toy_ask(struct step *s) {
  step_enqueue(s, s->request);
  step_send(s, EVENT_GET, step_controller_of_line(s, s->at));
}

static inline void toy_answer(struct step *s) {
  struct request request = step_dequeue(s, 0);
  step_reply(s, &request, 0);
}

static inline void toy_give(struct step *s) { step_send(s, EVENT_DATA, step_incoming(s)->from); }

/* Fields of a record; its tables, events, networks, messages and client are to be added. */
#define TOY_RECORD                                                                            \
  .name = "toy", .title = "a toy", .source = "none", .not_modelled = "everything",            \
  .lower = lower_nothing, .claims = { [CORE_WEAK] = { .offered = true } }, .core = CORE_WEAK, \
  .banks_matter = true, .one_bank = says_so, .promises.per_address = says_so

#endif
