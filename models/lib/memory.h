/* Data that are the system's value of their line, as memory's are. */
#ifndef MODELS_LIB_MEMORY_H
#define MODELS_LIB_MEMORY_H

#include "protocol/step.h"

/* controller_kind.value, where memory always has it. */
const struct data *memory_value(const struct local *local, unsigned line);

/* A store, or an atomic, takes effect on such data.  Returns the old value. */
static inline int64_t perform_on(struct step *s, struct data *data, const struct request *request) {
  int64_t old = data->word[request->word];
  step_perform(s, request->word, NO_TIME);
  data_write(data, request->word, request_result(request, old));
  return old;
}
/* The answer of a core that asked for it. */
static inline int64_t answer_of(const struct request *request, int64_t old) {
  return request->event == EVENT_ATOMIC ? old : 0;
}

#endif
