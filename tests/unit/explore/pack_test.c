/* Packed states: every state comes back as it was, and equal words of equal form mean equal states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "explore/pack.h"

static void states_come_back(void **unused) {
  unsigned seed = 1;
  (void)unused;
  for (unsigned round = 0; round < 20000; round++) {
    unsigned width = 1 + (unsigned)rand_r(&seed) % WIDTH_MAX, bits = 1 + (unsigned)rand_r(&seed) % 32;
    slot_t state[WIDTH_MAX], back[WIDTH_MAX + 1], seen = 0;
    for (unsigned i = 0; i < width; i++) {
      state[i] = ((slot_t)rand_r(&seed) << 16 ^ (slot_t)rand_r(&seed)) >> (32 - bits);
      seen |= state[i];
    }
    uint64_t words[PACKED_MAX + 1];
    words[PACKED_MAX] = 0x5555;
    enum form form = pack(state, width, words);
    assert_int_equal(form, seen < 1 << 16 ? NARROW : WIDE);
    back[width] = 77;
    unpack(words, width, form, back);
    assert_memory_equal(back, state, width * sizeof *state);
    assert_int_equal(back[width], 77);
    assert_int_equal(words[PACKED_MAX], 0x5555);
  }
}

/* The same words in both forms: only the form, which the hash's lowest bit carries, tells these states apart. */
static void forms_are_told_apart(void **unused) {
  const slot_t narrow[2] = { 0, 1 }, wide[2] = { 1 << 16, 0 };
  uint64_t narrow_words[PACKED_MAX], wide_words[PACKED_MAX];
  (void)unused;
  assert_int_equal(pack(narrow, 2, narrow_words), NARROW);
  assert_int_equal(pack(wide, 2, wide_words), WIDE);
  assert_int_equal(narrow_words[0], wide_words[0]);
  assert_int_equal(packed_hash(narrow_words, 1, NARROW) & 1, NARROW);
  assert_int_equal(packed_hash(wide_words, 1, WIDE) & 1, WIDE);
}

/* Neighbouring states spread over the upper and the lower half of the hash: as many collisions as chance gives. */
static void hashes_spread(void **unused) {
  enum { BITS = 20, STATES = 1 << 16 };
  static unsigned char upper[1 << BITS], lower[1 << BITS];
  unsigned upper_collisions = 0, lower_collisions = 0;
  (void)unused;
  for (unsigned i = 0; i < STATES; i++) {
    slot_t state[16] = { 0 };
    uint64_t words[PACKED_MAX];
    for (unsigned bit = 0; bit < 16; bit++) state[bit] = i >> bit & 1;
    enum form form = pack(state, 16, words);
    uint64_t hash = packed_hash(words, packed_words(16, form), form);
    upper_collisions += upper[hash >> (64 - BITS)]++ > 0;
    lower_collisions += lower[hash >> 1 & ((1 << BITS) - 1)]++ > 0;
  }
  /* STATES^2 / 2^(BITS + 1) = 2048 are expected, a little fewer with multiple ones */
  assert_in_range(upper_collisions, 1800, 2200);
  assert_in_range(lower_collisions, 1800, 2200);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(states_come_back), cmocka_unit_test(forms_are_told_apart), cmocka_unit_test(hashes_spread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
