/* States on their way to another process, as bytes. */
#ifndef SEARCH_WIRE_H
#define SEARCH_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include "base/vector.h"
#include "search/model.h"

/* To one other process. */
struct wire_out {
  const struct model *model;
  VECTOR(uint8_t) bytes;
  slot_t last[WIDTH_MAX];
  struct {
    uint8_t *explained;
    size_t room;
  } families[WIDTH_MAX]; /* by number: was it explained? */
};

/* From one other process. */
struct wire_in {
  const struct model *model;
  struct {
    slot_t *own;
    size_t room;
  } families[WIDTH_MAX]; /* by the sender's number: this process's, + 1; 0: not explained */
};

void wire_out_init(struct wire_out *out, const struct model *model);
void wire_out_free(struct wire_out *out);
void wire_put(struct wire_out *out, const slot_t *state);
/* The bytes since the last call, as a block, owned by the caller.  The receiver must read blocks in
 * order. */
void *wire_take(struct wire_out *out, size_t *length);

void wire_in_init(struct wire_in *in, const struct model *model);
void wire_in_free(struct wire_in *in);
/* Visits the states of a block.  False: these are no bytes of wire_take. */
bool wire_get(struct wire_in *in, const void *bytes, size_t length,
              void (*visit)(void *context, const slot_t *state), void *context);

#endif
