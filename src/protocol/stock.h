/* Stock choices: the hooks, actions and parts of records that many protocols write alike.
 *
 * Each is one or two lines, so read it before you use it.  Write your own where yours differs.  An
 * action of a row has the type `void action(struct step *)`.  So give the functions that take a
 * message a name of yours:
 *
 *   ACTION(get, stock_ask(s, EVENT_GET))     the request goes to the line's bank as a GET */
#ifndef PROTOCOL_STOCK_H
#define PROTOCOL_STOCK_H

#include "protocol/step.h"

/* --- actions of an L1 --- */

/* A load of the line's copy is answered. */
static inline void stock_hit(struct step *s) { step_reply_word(s, s->request, &s->line->data); }
/* The line's copy is dropped. */
static inline void stock_drop(struct step *s) { data_clear(&s->line->data); }
/* The message's data become the line's copy. */
static inline void stock_fill(struct step *s) { s->line->data = step_incoming(s)->data; }
/* The load that the message carries is answered from the message's data, which are not kept. */
static inline void stock_use(struct step *s) {
  step_reply_word(s, s->request, &step_incoming(s)->data);
}
/* The request is answered by the value that it carries: an atomic by the old word
 * (stock_store), a store by any. */
static inline void stock_done(struct step *s) { step_reply(s, s->request, s->request->value); }
/* The core's request goes to the line's bank, as a message of this event. */
static inline void stock_ask(struct step *s, unsigned event) {
  step_send(s, event, step_controller_of_line(s, s->at))->request = *s->request;
}
/* A message without a request goes to the line's bank. */
static inline void stock_tell(struct step *s, unsigned event) {
  step_send(s, event, step_controller_of_line(s, s->at));
}

/* --- actions of an L2 bank, whose line->memory is the line's value --- */

/* The index of the SM whose L1 sent the message. */
static inline unsigned stock_sender(const struct step *s) {
  return step_sm_of(s, step_incoming(s)->from);
}
/* The request that the message carries goes back to its sender, with the line's memory. */
static inline struct message *stock_send_data(struct step *s, unsigned event) {
  struct message *message = step_send(s, event, step_incoming(s)->from);
  message->request = *s->request;
  message->data = s->line->memory;
  return message;
}
/* A store, or an atomic, is performed on the line's memory.  A message of this event takes the
 * request back to the L1 of its core, with the old word as its value. */
static inline void stock_store(struct step *s, const struct request *request, unsigned event) {
  int64_t old = s->line->memory.word[request->word];
  step_perform(s, request->word, NO_TIME); /* tells the observers; it stands before the write */
  data_write(&s->line->memory, request->word, request_result(request, old));
  struct message *message = step_send(s, event, step_controller_of_core(s, request->core));
  message->request = *request;
  message->request.value = old;
}
/* The request waits on its line; stock_store_held performs it. */
static inline void stock_hold(struct step *s) { step_enqueue(s, s->request); }
static inline void stock_store_held(struct step *s, unsigned event) {
  struct request request = step_dequeue(s, 0);
  stock_store(s, &request, event);
}

/* --- hooks of the record --- */

/* controller_kind.value: line->memory always has the line's value. */
static inline const struct data *stock_memory(const struct local *local, unsigned line) {
  return &local->line[line].memory;
}

/* --- parts of the record --- */

/* For a controller_kind: any line may be evicted at any time, where the row of EVICT is no stall
 * and no NEVER.  No thread asks for it. */
#define STOCK_EVICTIONS                                                             \
  .internals = { { .event = EVENT_EVICT, .over = PER_LINE, .environment = true } }, \
  .internal_count = 1

/* Networks, each as { NAME, ORDER, CAPACITY }; messages name them by their position. */
#define RECORD_NETWORKS(...)   \
  .networks = { __VA_ARGS__ }, \
  .network_count = sizeof((struct network[]){ __VA_ARGS__ }) / sizeof(struct network)

/* Cores that wait for each answer, so that fences and orders are dropped.  The client makes loads,
 * stores and atomics.  With these cores the memory models of this text hold. */
#define STOCK_WAITING_CORES(models_)                                      \
  .lower = lower_plain, .core = CORE_IO, .client = LOAD | STORE | ATOMIC, \
  .claims = { [CORE_IO] = { .offered = true, .memory_models = models_ } }

#endif
