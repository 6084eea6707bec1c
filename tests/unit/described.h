/* A run in words, as `explore` and `prove` show its steps. */
#ifndef TESTS_UNIT_DESCRIBED_H
#define TESTS_UNIT_DESCRIBED_H

#include <stdio.h>
#include "search/search.h"

/* To be released with free(). */
static inline char *steps_described(const struct model *model, const struct trace *trace) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  for (unsigned i = 0; i < trace->length; i++) {
    const slot_t *from = trace->states + (size_t)i * trace->width;
    model->describe_step(model, out, from, trace->labels[i], from + trace->width);
  }
  fclose(out);
  return text;
}

#endif
