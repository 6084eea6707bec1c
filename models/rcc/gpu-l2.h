/* An L2 below an LLC (rcc-hier, lrcc-hier): how it writes a word that the LLC has yet to get, and performs an atomic of its GPU. */
#ifndef MODELS_RCC_GPU_L2_H
#define MODELS_RCC_GPU_L2_H

#include "models/rcc/l1.h"

static void write_word(struct step *s, unsigned word, int64_t value) {
  s->line->data.word[word] = value;
  s->line->data.age[word] = AGE_STALE; /* the newest of the system only when the LLC has it */
  s->line->dirty |= (uint8_t)bit_of(word);
}
static void perform_one(struct step *s, const struct request *request) {
  int64_t old = s->line->data.word[request->word];
  write_word(s, request->word, request_result(request, old));
  struct message *message = send(s, EVENT_AACK, controller_of_core(s, request->core));
  message->request = *request;
  message->request.value = old;
}
static void perform_atomic(struct step *s) { perform_one(s, s->request); }

#endif
