#include "trace_words.h"

#include <stdio.h>
#include <stdlib.h>

char *trace_words(const struct model *model, const struct trace *trace) {
  char *text = NULL;
  size_t length = 0;
  FILE *out = open_memstream(&text, &length);
  if (!out) abort();
  for (unsigned i = 0; trace && i <= trace->length; i++) {
    const slot_t *state = trace->states + (size_t)i * trace->width;
    if (i > 0) model->describe_step(model, out, state - trace->width, trace->labels[i - 1], state);
    model->describe_state(model, out, state);
  }
  fclose(out);
  return text;
}
