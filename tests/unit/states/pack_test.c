/* Packed states: every state comes back as it was, and equal words of equal form mean equal states.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include "states/pack.h"

static void states_come_back(void **unused) {
  unsigned seed = 1;
  (void)unused;
  for (unsigned round = 0; round < 20000; round++) {
    unsigned width = 1 + (unsigned)rand_r(&seed) % WIDTH_MAX,
             bits = 1 + (unsigned)rand_r(&seed) % 32;
    slot_t state[WIDTH_MAX], back[WIDTH_MAX + 1], seen = 0;
    for (unsigned i = 0; i < width; i++) {
      state[i] = ((slot_t)rand_r(&seed) << 16 ^ (slot_t)rand_r(&seed)) >> (32 - bits);
      seen |= state[i];
    }
    uint64_t words[PACKED_MAX + 1];
    words[PACKED_MAX] = 0x5555;
    enum form form = state_pack(state, width, words);
    assert_int_equal(form, seen < 1 << 16 ? NARROW : WIDE);
    back[width] = 77;
    state_unpack(words, width, form, back);
    assert_memory_equal(back, state, width * sizeof *state);
    assert_int_equal(back[width], 77);
    assert_int_equal(words[PACKED_MAX], 0x5555);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(states_come_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
