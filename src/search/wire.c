/* Numbers differ from process to process, so a number is explained to a receiver once, by its
 * content. After that only the number is sent, and only where it differs from the state before,
 * since successors of one state differ in few slots.  All numbers are written in groups of 7 bits,
 * the lowest first (LEB128).
 *
 *   state        the set of slots that differ from the last state (never empty), and their numbers
 *   explanation  0, family, number, length, content
 *
 * The first state of a block is compared with zeros.  A state that does not differ is sent with a
 * set of all slots. */
#include "search/wire.h"

#include <string.h>
#include "base/memory.h"

static uint64_t all_slots(const struct model *model) {
  return model->width == 64 ? UINT64_MAX : (UINT64_C(1) << model->width) - 1;
}

/* ---- out ---- */

void wire_out_init(struct wire_out *out, const struct model *model) {
  *out = (struct wire_out){ .model = model };
}

void wire_out_free(struct wire_out *out) {
  for (unsigned i = 0; i < WIDTH_MAX; i++) memory_free(out->families[i].explained);
  vector_free(out->bytes);
}

static void put_number(struct wire_out *out, uint64_t number) {
  for (; number >= 128; number >>= 7) vector_push(out->bytes, (uint8_t)(number | 128));
  vector_push(out->bytes, (uint8_t)number);
}

static void explain(struct wire_out *out, unsigned family, slot_t number) {
  size_t length, room = out->families[family].room;
  if (number >= room) {
    size_t wanted = 2 * ((size_t)number + 32);
    out->families[family].explained = memory_resize(out->families[family].explained, wanted, 1);
    memset(out->families[family].explained + room, 0, wanted - room);
    out->families[family].room = wanted;
  }
  if (out->families[family].explained[number]) return;
  out->families[family].explained[number] = 1;
  const void *content = out->model->content(out->model, family, number, &length);
  put_number(out, 0);
  put_number(out, family);
  put_number(out, number);
  put_number(out, length);
  vector_reserve(out->bytes, out->bytes.length + length);
  if (length) memcpy(out->bytes.items + out->bytes.length, content, length);
  out->bytes.length += length;
}

void wire_put(struct wire_out *out, const slot_t *state) {
  const struct model *model = out->model;
  uint64_t differing = 0;
  for (unsigned i = 0; i < model->width; i++) {
    if (state[i] != out->last[i]) differing |= UINT64_C(1) << i;
    if (model->families) explain(out, model->family(model, i), state[i]);
  }
  if (!differing) differing = all_slots(model);
  put_number(out, differing);
  for (uint64_t left = differing; left; left &= left - 1)
    put_number(out, state[__builtin_ctzll(left)]);
  memcpy(out->last, state, model->width * sizeof *state);
}

void *wire_take(struct wire_out *out, size_t *length) {
  void *bytes = out->bytes.items;
  *length = out->bytes.length;
  out->bytes.items = NULL;
  out->bytes.length = out->bytes.room = 0;
  memset(out->last, 0, sizeof out->last);
  return bytes;
}

/* ---- in ---- */

void wire_in_init(struct wire_in *in, const struct model *model) {
  *in = (struct wire_in){ .model = model };
}

void wire_in_free(struct wire_in *in) {
  for (unsigned i = 0; i < WIDTH_MAX; i++) memory_free(in->families[i].own);
}

struct wire_cursor {
  const uint8_t *at, *end;
  bool failed;
};

static uint64_t get_number(struct wire_cursor *cursor) {
  uint64_t number = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    if (cursor->at == cursor->end) break;
    uint8_t byte = *cursor->at++;
    number |= (uint64_t)(byte & 127) << shift;
    if (byte < 128) return number;
  }
  cursor->failed = true;
  return 0;
}

static void learn(struct wire_in *in, struct wire_cursor *cursor) {
  const struct model *model = in->model;
  uint64_t family = get_number(cursor), number = get_number(cursor), length = get_number(cursor);
  cursor->failed |= family >= model->families || number >= UINT32_MAX ||
                    length > (size_t)(cursor->end - cursor->at);
  if (cursor->failed) return;
  size_t room = in->families[family].room;
  if (number >= room) {
    size_t wanted = 2 * ((size_t)number + 32);
    in->families[family].own = memory_resize(in->families[family].own, wanted, sizeof(slot_t));
    memset(in->families[family].own + room, 0, (wanted - room) * sizeof(slot_t));
    in->families[family].room = wanted;
  }
  in->families[family].own[number] = model->number(model, (unsigned)family, cursor->at, length) + 1;
  cursor->at += length;
}

/* The state in this process's numbers; false: one was never explained. */
static bool translate(const struct wire_in *in, const slot_t *state, slot_t *own) {
  const struct model *model = in->model;
  for (unsigned i = 0; i < model->width; i++) {
    own[i] = state[i];
    if (!model->families) continue;
    unsigned family = model->family(model, i);
    if (state[i] >= in->families[family].room || !in->families[family].own[state[i]]) return false;
    own[i] = in->families[family].own[state[i]] - 1;
  }
  return true;
}

bool wire_get(struct wire_in *in, const void *bytes, size_t length,
              void (*visit)(void *context, const slot_t *state), void *context) {
  struct wire_cursor cursor = { bytes, (const uint8_t *)bytes + length, false };
  slot_t state[WIDTH_MAX] = { 0 }, own[WIDTH_MAX] = { 0 };
  while (cursor.at < cursor.end && !cursor.failed) {
    uint64_t differing = get_number(&cursor);
    if (differing & ~all_slots(in->model)) return false;
    if (!differing) {
      learn(in, &cursor);
      continue;
    }
    for (uint64_t left = differing; left; left &= left - 1)
      state[__builtin_ctzll(left)] = (slot_t)get_number(&cursor);
    if (cursor.failed || !translate(in, state, own)) return false;
    visit(context, own);
  }
  return !cursor.failed;
}
