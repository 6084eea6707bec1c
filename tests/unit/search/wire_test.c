/* States that go from one numbering to another by their contents, and bytes that are no states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "search/wire.h"
#include "tests/unit/toys.h"

enum { WIDTH = 11, CONTENTS = 500, STATES = 3000 };

/* Numbers are a permutation of the contents, which are texts; odd slots are a family of their own,
 * shifted by one. */
struct numbered {
  uint32_t factor;
  char text[32];
};

static unsigned family(const struct model *model, unsigned slot) {
  (void)model;
  return slot % 2;
}

static uint32_t content_of(const struct numbered *self, uint32_t number) {
  return (uint32_t)((uint64_t)number * self->factor % CONTENTS);
}

static const void *content(const struct model *model, unsigned of, slot_t number, size_t *length) {
  struct numbered *self = model->self;
  *length = (size_t)snprintf(self->text, sizeof self->text, "%s %u", of ? "odd" : "even",
                             content_of(self, number));
  return self->text;
}

static slot_t number(const struct model *model, unsigned of, const void *bytes, size_t length) {
  const struct numbered *self = model->self;
  char text[32] = "";
  uint32_t wanted, result = 0;
  assert_true(length < sizeof text);
  memcpy(text, bytes, length);
  assert_memory_equal(text, of ? "odd " : "even ", 4);
  assert_int_equal(sscanf(text, "%*s %u", &wanted), 1);
  while (content_of(self, result) != wanted) result++;
  return result;
}

static struct model numbered_model(struct numbered *self, bool interned) {
  struct model model = toy(WIDTH, self);
  if (!interned) return model;
  model.families = 2;
  model.family = family;
  model.content = content;
  model.number = number;
  return model;
}

struct wire_reader {
  const struct numbered *from, *to;
  const slot_t *sent;
  unsigned count;
  bool interned;
};

static void read_state(void *context, const slot_t *state) {
  struct wire_reader *reader = context;
  const slot_t *sent = reader->sent + reader->count++ * WIDTH;
  for (unsigned i = 0; i < WIDTH; i++)
    if (reader->interned)
      assert_int_equal(content_of(reader->to, state[i]), content_of(reader->from, sent[i]));
    else assert_int_equal(state[i], sent[i]);
}

static void make_states(slot_t *states, bool interned) {
  uint64_t random = 1;
  memset(states, 0, STATES * WIDTH * sizeof *states); /* the first is all zeros, and comes twice */
  for (unsigned s = 2; s < STATES; s++) {
    memcpy(states + s * WIDTH, states + (s - 1) * WIDTH, WIDTH * sizeof *states);
    for (unsigned n = 0; n < 3; n++) {
      random = random * 6364136223846793005 + 1442695040888963407;
      states[s * WIDTH + (random >> 40) % WIDTH] =
          interned ? (slot_t)(random >> 50) % CONTENTS : (slot_t)(random >> 33);
    }
  }
}

/* In blocks of 100 states; how many bytes there were. */
static size_t exchange(bool interned) {
  struct numbered here = { .factor = 7 }, there = { .factor = 333 };
  struct model from = numbered_model(&here, interned), to = numbered_model(&there, interned);
  slot_t *states = memory_new(STATES * WIDTH, sizeof *states);
  struct wire_reader reader = { &here, &there, states, 0, interned };
  struct wire_out out;
  struct wire_in in;
  size_t all = 0, length;
  make_states(states, interned);
  wire_out_init(&out, &from);
  wire_in_init(&in, &to);
  for (unsigned s = 0; s < STATES; s++) {
    wire_put(&out, states + s * WIDTH);
    if (s % 100 != 99) continue;
    void *bytes = wire_take(&out, &length);
    assert_true(wire_get(&in, bytes, length, read_state, &reader));
    assert_int_equal(reader.count, s + 1);
    memory_free(bytes);
    all += length;
  }
  wire_out_free(&out);
  wire_in_free(&in);
  memory_free(states);
  return all;
}

static void states_arrive(void **unused) {
  (void)unused;
  exchange(false);
  exchange(true);
  assert_int_equal(memory_blocks(), 0);
}

static void states_are_small(void **unused) {
  (void)unused;
  assert_true(exchange(true) < STATES * WIDTH * sizeof(slot_t) / 3);
}

static void ignore(void *context, const slot_t *state) { (void)context, (void)state; }

static void what_is_no_state_is_refused(void **unused) {
  struct numbered self = { .factor = 7 };
  struct model model = numbered_model(&self, true);
  static const uint8_t bad[][8] = {
    { 128 },               /* a number without an end */
    { 1 },                 /* a slot without its number */
    { 1, 5 },              /* a number that was never explained */
    { 128, 128, 1, 5 },    /* a slot that there is not */
    { 0, 7, 1, 0 },        /* a family that there is not */
    { 0, 1, 1, 100, 'o' }, /* a content without its end */
  };
  static const size_t lengths[] = { 1, 1, 2, 4, 4, 5 };
  (void)unused;
  for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
    struct wire_in in;
    wire_in_init(&in, &model);
    assert_false(wire_get(&in, bad[i], lengths[i], ignore, NULL));
    wire_in_free(&in);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(states_arrive),
    cmocka_unit_test(states_are_small),
    cmocka_unit_test(what_is_no_state_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
