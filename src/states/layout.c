/* How many bits a slot needs is known of the states seen so far only; so what is left over is
 * shared out, most to the slots whose numbers are largest, since those are the ones that go on
 * growing. */
#include "states/layout.h"

#include <string.h>

static unsigned bits_of(slot_t greatest) {
  return greatest ? 32 - (unsigned)__builtin_clz(greatest) : 1;
}

static void place(struct layout *layout, unsigned width) {
  unsigned shift = 0;
  for (unsigned i = 0; i < width; i++) {
    layout->shift[i] = (uint8_t)shift;
    layout->place[i] = UINT64_C(1) << shift;
    layout->beyond[i] = ~((1u << layout->bits[i]) - 1);
    shift += layout->bits[i];
  }
  layout->width = width;
}

void layout_init(struct layout *layout, unsigned width) {
  enum { BITS_LEAST = 5 };
  unsigned bits = LAYOUT_BITS / width;
  *layout = (struct layout){ .version = 1 };
  if (bits < BITS_LEAST) return;
  memset(layout->bits, bits < LAYOUT_SLOT_BITS ? (int)bits : LAYOUT_SLOT_BITS, width);
  place(layout, width);
}

/* A slot's bits beyond what it needs are worth less the more it has of them. */
static unsigned neediest(const struct layout *layout, unsigned width, const unsigned *needed) {
  unsigned chosen = width, best = 0;
  for (unsigned i = 0; i < width; i++) {
    unsigned worth = 64 * needed[i] / (1 + (layout->bits[i] - needed[i]) * 8);
    if (layout->bits[i] == LAYOUT_SLOT_BITS || worth <= best) continue;
    best = worth;
    chosen = i;
  }
  return chosen;
}

bool layout_fit(struct layout *layout, unsigned width, const slot_t *greatest) {
  struct layout fit = { .version = layout->version + 1 };
  unsigned needed[WIDTH_MAX], sum = 0;
  for (unsigned i = 0; i < width; i++) {
    needed[i] = bits_of(greatest[i]);
    fit.bits[i] = (uint8_t)needed[i];
    sum += needed[i];
    if (needed[i] > LAYOUT_SLOT_BITS) return false;
  }
  if (sum > LAYOUT_BITS) return false;
  for (; sum < LAYOUT_BITS; sum++) {
    unsigned slot = neediest(&fit, width, needed);
    if (slot == width) break;
    fit.bits[slot]++;
  }
  place(&fit, width);
  *layout = fit;
  return true;
}
