/* Shared by the write-through systems (wt, incoherent-l1, no-l1): their messages, an L2 that is
 * atomic memory, and the lowering of scoped acquires and releases.  QuickRelease (HPCA 2014) 2.2
 * and 2.4.1.
 *
 * The L2 is the point of coherence and does one thing at a time.  DRAM is part of it, since no step
 * can tell a hit from a miss.  Requests of an L1 for a line keep their order.  Else a load
 * overtakes the SM's own store; if the line is evicted in between, CoRR and CoWR break on one SM.
 * Answers have no order. */
#ifndef MODELS_LIB_WRITE_THROUGH_H
#define MODELS_LIB_WRITE_THROUGH_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/guards.h"
#include "protocol/system.h"
#include "protocol/events.h"
#include "models/lib/memory.h"
#include "models/lib/record.h"

enum { REQUEST, RESPONSE, NETWORK_COUNT };
#define MESSAGES(M)                                                             \
  M(GETS, "GETS", REQUEST, .has_core = true)                                    \
  M(WRITE, "WRITE", REQUEST, .has_core = true, .has_value = true)               \
  M(ATOMIC_TO_L2, "ATOMIC", REQUEST, .has_core = true, .has_value = true)       \
  M(DATA, "DATA", RESPONSE, .has_data = true, .has_core = true)                 \
  M(DATA_ACQUIRE, "DATA_ACQUIRE", RESPONSE, .has_data = true, .has_core = true) \
  M(ACK, "ACK", RESPONSE, .has_core = true)                                     \
  M(AACK, "AACK", RESPONSE, .has_value = true, .has_core = true)
#define IN_L1(E) E(INV_ALL, "INV_ALL")
DECLARE_EVENTS(MESSAGES, IN_L1);

#define WRITE_THROUGH_NETWORKS(...)                                              \
  {                                                                              \
    { "request", FIFO_PER_LINE, 12, __VA_ARGS__ }, { "response", UNORDERED, 12 } \
  }
/* Where a model has the parameter, which shows the use of that order. */
enum { PARAMETER_UNORDERED };
#define UNORDERED_REQUESTS .instead_where = 1 + PARAMETER_UNORDERED, .instead = { UNORDERED }
#define UNORDERED_PARAMETER \
  [PARAMETER_UNORDERED] = { "unordered", 0, 0, 1, "1: an SM's requests for one line keep no order" }
#define UNORDERED_VARIANT                                                     \
  .name = "unordered", .help = "an SM's requests for one line keep no order", \
  .settings = { { "unordered", 1 } }
#define WRITE_THROUGH_RECORD(...)                                            \
  RECORD_EVENTS(MESSAGES), .networks = WRITE_THROUGH_NETWORKS(__VA_ARGS__),  \
                           .network_count = NETWORK_COUNT, .core = CORE_GPU, \
                           .promises.moves_data = true

/* A request as a message to the line's bank. */
static inline void to_l2(struct step *s, unsigned type) {
  step_send(s, type, step_controller_of_line(s, s->at))->request = *s->request;
}

/* --- the L2: one state, every request is answered at once --- */

enum { L2_V };
static const char *const l2_states[] = { "V" };

static inline void l2_data(struct step *s) {
  struct message *m =
      step_send(s, s->request->event == EVENT_LOAD_ACQUIRE ? EVENT_DATA_ACQUIRE : EVENT_DATA,
                step_incoming(s)->from);
  m->request = *s->request;
  m->data = s->line->memory;
}
static inline void l2_write(struct step *s) { perform_on(s, &s->line->memory, s->request); }
static inline void l2_ack(struct step *s) {
  step_send(s, EVENT_ACK, step_incoming(s)->from)->request = *s->request;
}
static inline void l2_atomic(struct step *s) {
  int64_t old = perform_on(s, &s->line->memory, s->request);
  struct message *m = step_send(s, EVENT_AACK, step_incoming(s)->from);
  m->request = *s->request;
  m->request.value = old;
}

static const struct row l2_rows[] = {
  ROW("QuickRelease 2.2, L2 V/GETS", 1u << L2_V, GETS, always, SAME, l2_data),
  ROW("QuickRelease 2.2, L2 V/WRITE", 1u << L2_V, WRITE, always, SAME, l2_write, l2_ack),
  ROW("QuickRelease 2.2, L2 V/ATOMIC", 1u << L2_V, ATOMIC_TO_L2, always, SAME, l2_atomic),
};

#define WRITE_THROUGH_L2(...)                                                                 \
  {                                                                                           \
    .name = "L2",                                                                             \
    .table = TABLE(l2_rows, l2_states, 1u << L2_V, events, GETS | WRITE | ATOMIC_TO_L2),      \
    .instances = ONE_PER_BANK, .start_state = L2_V, .value = memory_value, .lease = NO_LEASE, \
    .shows.memory = true, __VA_ARGS__                                                         \
  }

#endif
