/* Steps of a composition, computed once. */
#ifndef FRAMES_TAKE_H
#define FRAMES_TAKE_H

#include "frames/compositor.h"

/* The result of an input to the controller in a slot; computed once. */
const struct result *compose_take(const struct compositor *c, unsigned slot, uint32_t local,
                                  const struct compose_input *input);
/* A channel's content with a packet more (UINT32_MAX: it is full), or without its head. */
uint32_t compose_push(const struct compositor *c, unsigned channel, uint32_t content,
                      uint32_t packet);
uint32_t compose_pop(const struct compositor *c, uint32_t content,
                     uint32_t *head); /* `content` is not empty */
/* All GPUs exchange their regions; false where one of them is not ready. */
bool compose_exchange(const struct compositor *c, const slot_t *state, slot_t *to);

#endif
