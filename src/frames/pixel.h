/* Symbolic pixels: a colour is the draws that made it, so that a result holds for every colour.
 *
 * A colour is a list of layers from bottom to top: a base (the background, or an opaque draw), then
 * operators with their operands.  A sub-image on a clear target has no base.
 *
 * The list is in normal form by the laws of section 6.1, and by no others:
 * - one operator is associative, so its layers form one list;
 * - `replace` hides the layers below it;
 * - `add` and `multiply` commute, so their layers are sorted;
 * - different operators do not mix: a list made under one and laid on by another stays in
 *   parentheses. */
#ifndef FRAMES_PIXEL_H
#define FRAMES_PIXEL_H

#include <stdbool.h>
#include <stdint.h>
#include "base/text.h"
#include "frames/frame.h"

enum { TOKENS_MAX = 31 };

struct colour {
  uint8_t length, token[TOKENS_MAX]; /* length 0: nothing was drawn */
};

/* One pixel of an image or a sub-image, with what decides which of two is seen. */
struct pixel_sample {
  struct colour colour;
  uint8_t depth;    /* 0: none */
  uint8_t drawer;   /* the command that left this depth, + 1; 0: none since the clear */
  uint8_t drawn;    /* by a draw of this group */
  uint8_t composed; /* ghost: set of other GPUs whose sub-images are in it (radix-k) */
};

extern const struct colour colour_background;

/* Lays a draw on a colour; `read` is the colour that it sampled, or NULL. */
void colour_draw(struct colour *colour, enum blend blend, unsigned draw, const struct colour *read);
/* Lays `above`, a sub-image made elsewhere, on `below` by an operator. */
struct colour colour_merge(const struct colour *below, enum blend blend,
                           const struct colour *above);
bool colour_equal(const struct colour *a, const struct colour *b);
unsigned colour_backgrounds(const struct colour *colour); /* times that the background is in it */
void colour_print(struct text *text, const struct frame *frame, const struct colour *colour);

/* Whether `in` replaces `own` when two opaque sub-images meet.  `by_index`: of equal depths the one
 * that sequential rendering keeps wins. */
bool sample_wins(enum depth_test test, bool by_index, const struct pixel_sample *in,
                 const struct pixel_sample *own);

#endif
