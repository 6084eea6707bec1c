/* Liveness, as the least fixpoint from the end backwards. */
#include "extract/live.h"

static void set_bit(uint64_t *row, unsigned index) { row[index / 64] |= UINT64_C(1) << index % 64; }

static void clear_bit(uint64_t *row, unsigned index) {
  row[index / 64] &= ~(UINT64_C(1) << index % 64);
}

/* The steps that may follow: the next one, and the target. */
static unsigned successors(const struct ptx_steps *steps, unsigned at, unsigned next[2]) {
  const struct ptx_step *step = &steps->items.items[at];
  bool ret = mnemonic_part_is(&step->mnemonic, 0, "ret"),
       exit = mnemonic_part_is(&step->mnemonic, 0, "exit") ||
              mnemonic_part_is(&step->mnemonic, 0, "trap"),
       jumps = mnemonic_part_is(&step->mnemonic, 0, "bra") || ret,
       guarded = step->instruction->guard != NO_GUARD;
  unsigned count = 0;
  if (jumps || mnemonic_part_is(&step->mnemonic, 0, "call")) next[count++] = step->target;
  if ((!jumps && !exit) || guarded) next[count++] = at + 1;
  return count;
}

/* Whether the row of a step grew. */
static bool update(struct live *live, const struct ptx_steps *steps, unsigned at, uint64_t *row) {
  const struct ptx_step *step = &steps->items.items[at];
  unsigned next[2], count = successors(steps, at, next);
  uint64_t *old = live->bits + at * live->words;
  bool grew = false;
  for (size_t w = 0; w < live->words; w++) row[w] = 0;
  for (unsigned k = 0; k < count; k++)
    for (size_t w = 0; w < live->words; w++) row[w] |= live->bits[next[k] * live->words + w];
  for (unsigned k = 0; k < step->defs && step->instruction->guard == NO_GUARD; k++)
    clear_bit(row, steps->pool.items[step->first_def + k]);
  for (unsigned k = 0; k < step->uses; k++) set_bit(row, steps->pool.items[step->first_use + k]);
  for (size_t w = 0; w < live->words; w++) {
    grew |= row[w] != old[w];
    old[w] = row[w];
  }
  return grew;
}

struct live live_of(const struct ptx_steps *steps) {
  size_t words = steps->registers.length / 64 + 1, rows = steps->items.length + 1;
  struct live live = { memory_new(rows * words, sizeof(uint64_t)), words };
  uint64_t *row = memory_new(words, sizeof *row);
  bool grew;
  do {
    grew = false;
    for (size_t at = steps->items.length; at-- > 0;)
      grew |= update(&live, steps, (unsigned)at, row);
  } while (grew);
  memory_free(row);
  return live;
}

bool live_before(const struct live *live, unsigned step, unsigned index) {
  return live->bits[step * live->words + index / 64] >> index % 64 & 1;
}

void live_clear(struct live *live) { memory_free(live->bits); }
