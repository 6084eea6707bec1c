/* Actions common to the caches and memories of the release family, also those without hooks. */
#ifndef MODELS_LIB_RELEASE_CACHE_H
#define MODELS_LIB_RELEASE_CACHE_H

#include "protocol/lower.h"
#include "protocol/step.h"
#include "protocol/system.h"
#include "protocol/events.h"
#include "models/lib/memory.h"
#include "models/lib/queue.h"
#include "protocol/guards.h"

ACTION(hit, step_reply(s, s->request, s->line->data.word[s->request->word]))
ACTION(keep, step_enqueue(s, s->request))
ACTION(done, step_reply(s, s->request, 0))
ACTION(atomic_done, step_reply(s, s->request, s->request->value))

/* Answers all requests of the line's queue with the data of the message. */
static inline void answer_waiting(struct step *s) {
  while (s->line->waiting) {
    struct request request = step_dequeue(s, 0);
    step_reply(s, &request, step_incoming(s)->data.word[request.word]);
  }
}

/* --- memories --- */

/* Performs a store or an atomic on the memory behind the line; returns the old value. */
static inline int64_t perform_on_memory(struct step *s, const struct request *request) {
  int64_t old = s->line->memory.word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(&s->line->memory, request->word, request_result(request, old));
  return old;
}
/* Performs the words that the message names. */
static inline void merge_into_memory(struct step *s) {
  for (unsigned word = 0; word < WORDS_MAX; word++) {
    if (!(step_incoming(s)->flag >> word & 1)) continue;
    step_perform(s, word, NO_TIME);
    data_write(&s->line->memory, word, step_incoming(s)->data.word[word]);
  }
}
static inline void send_value(struct step *s, unsigned type, unsigned to,
                              const struct request *request, int64_t value) {
  struct message *message = step_send(s, type, to);
  message->request = *request;
  message->request.value = value;
}

#endif
