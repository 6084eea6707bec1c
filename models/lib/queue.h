/* The requests that wait on a line. */
#ifndef MODELS_LIB_QUEUE_H
#define MODELS_LIB_QUEUE_H

#include "protocol/controller_state.h"

#define EACH_WAITING(line_, entry_)                                                         \
  for (struct request *entry_ = (line_)->queue; entry_ < (line_)->queue + (line_)->waiting; \
       entry_++)

static inline bool queue_has(struct line *line, unsigned event) {
  EACH_WAITING(line, entry)
  if (entry->event == event) return true;
  return false;
}

#endif
