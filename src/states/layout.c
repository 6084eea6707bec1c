/* A layout is fitted to the greatest numbers seen so far.  Bits that are left go mostly to the
 * slots with the largest numbers, since these keep growing. */
#include "states/layout.h"

#include <string.h>

static unsigned bits_of(slot_t greatest) {
  return greatest ? 32 - (unsigned)__builtin_clz(greatest) : 1;
}

static unsigned slot_bits(unsigned reserved) { return reserved ? 32 - reserved : LAYOUT_SLOT_BITS; }

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

void layout_init(struct layout *layout, unsigned width, unsigned reserved) {
  enum { BITS_LEAST = 5 };
  unsigned bits = LAYOUT_BITS / width, most = slot_bits(reserved);
  *layout = (struct layout){ .reserved = reserved };
  if (bits < BITS_LEAST) return;
  memset(layout->bits, (int)(bits < most ? bits : most), width);
  place(layout, width);
}

/* The slot that gains most from one more bit; `width`: none does. */
static unsigned neediest(const struct layout *layout, unsigned width, const unsigned *needed) {
  unsigned chosen = width, best = 0;
  for (unsigned i = 0; i < width; i++) {
    unsigned worth = 64 * needed[i] / (1 + (layout->bits[i] - needed[i]) * 8);
    if (layout->bits[i] == slot_bits(layout->reserved) || worth <= best) continue;
    best = worth;
    chosen = i;
  }
  return chosen;
}

bool layout_fit(struct layout *layout, unsigned width, const slot_t *greatest) {
  struct layout fit = { .reserved = layout->reserved };
  unsigned needed[WIDTH_MAX], sum = 0;
  for (unsigned i = 0; i < width; i++) {
    needed[i] = bits_of(greatest[i]);
    fit.bits[i] = (uint8_t)needed[i];
    sum += needed[i];
    if (needed[i] > slot_bits(layout->reserved)) return false;
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
