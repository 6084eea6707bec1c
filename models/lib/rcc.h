/* What rcc, lrcc and theirs over GPUs (rcc-hier, lrcc-hier) share: messages, the states of a line,
 * an L2 that is atomic memory and tracks nobody, and the lowering.  rcc.c tells the protocol;
 * rcc_l1.h has the L1's guards and actions. */
#ifndef MODELS_LIB_RCC_H
#define MODELS_LIB_RCC_H

#include "models/lib/events.h"
#include "models/lib/release.h"

/* The L1's states; lrcc has more.  D is V with a dirty word, which must be written back before
 * anything is over. */
enum { I = 1 << 0, V = 1 << 1, D = 1 << 2, IV = 1 << 3, IP = 1 << 4, VG = 1 << 5 };
enum { FETCHING = IV | IP | VG };
/* The states in which a cache owns its line: lrcc's L1s and lrcc-hier's L2s alone have them. */
enum { OWNING = 7 << 8 | 31 << 12 };

/* GETV to ATOMIC_UP: up: L1 to L2; DATA to AACK: down: L2 to L1; WRITE_BACK to INV_ALL: inside an
 * L1. */
#define RCC_EVENTS(E)                                                                       \
  E(GETV, "GetV"), E(WB, "WB"), E(ATOMIC_UP, "Atomic"), E(DATA, "Data"), E(WBACK, "WBAck"), \
      E(AACK, "AAck"), E(WRITE_BACK, "WRITE_BACK"), E(RELEASE, "RELEASE"), E(INV_ALL, "INV_ALL")
enum { RCC_EVENTS_BEGIN = EVENT_OWN - 1, RCC_EVENTS(EVENT_NUMBER), EVENT_RCC };
enum { RCC_EVENTS(EVENT_SET) };
#define RCC_EVENT_NAMES SYSTEM_EVENT_NAMES, RCC_EVENTS(EVENT_NAME)

/* The arguments are what more is to be said of GetV and Atomic. */
#define RCC_MESSAGES(...)                                                                  \
  [EVENT_GETV] = { "GetV", UP_NETWORK, .lease = NO_LEASE, __VA_ARGS__ },                   \
  [EVENT_WB] = { "WB", UP_NETWORK, .has_data = true, .flag = "words", .lease = NO_LEASE }, \
  [EVENT_ATOMIC_UP] = { "Atomic",          UP_NETWORK,        .has_core = true,            \
                        .has_value = true, .lease = NO_LEASE, __VA_ARGS__ },               \
  [EVENT_DATA] = { "Data", DOWN_NETWORK, .has_data = true, .lease = NO_LEASE },            \
  [EVENT_WBACK] = { "WBAck", DOWN_NETWORK, .lease = NO_LEASE },                            \
  [EVENT_AACK] = { "AAck", DOWN_NETWORK, .has_core = true, .has_value = true, .lease = NO_LEASE }

/* --- the L2 --- */

static inline void l2_data(struct step *s) {
  step_send(s, EVENT_DATA, step_incoming(s)->from)->data = s->line->memory;
}
static inline void l2_ack(struct step *s) { step_send(s, EVENT_WBACK, step_incoming(s)->from); }

/* The words that the message names. */
static inline void l2_merge(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(step_incoming(s)->flag >> word & 1)) continue;
    step_perform(s, word, NO_TIME);
    data_write(&s->line->memory, word, step_incoming(s)->data.word[word]);
  }
}

static inline void l2_atomic(struct step *s) {
  int64_t old = s->line->memory.word[s->request->word];
  step_perform(s, s->request->word, NO_TIME);
  data_write(&s->line->memory, s->request->word, request_result(s->request, old));
  struct message *message = step_send(s, EVENT_AACK, step_incoming(s)->from);
  message->request = *s->request;
  message->request.value = old;
}

#endif
