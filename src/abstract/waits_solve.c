/* The kinds of states that may be part of a deadlock (waits.c).
 *
 * A greatest fixpoint: it removes each kind that has a step which no remaining kind can hold up. */
#include "abstract/waits_solve.h"

#include <string.h>
#include "abstract/wait_kinds.h"
#include "abstract/wait_steps.h"
#include "base/memory.h"

/* The ways in which the remaining kinds can hold others up. */
struct hold_ups {
  const struct waits *waits;
  enum waits_room room;
  struct channel_set occupied, heads; /* heads: the first message may be held up */
  uint8_t contexts[CONTROLLERS_MAX];  /* that remaining kinds give to other lines there */
};

static bool lacks_room(const struct hold_ups *hold_ups, const struct wait_step *step, bool full) {
  if (hold_ups->room == WAITS_ROOM_ENOUGH) return false;
  if (hold_ups->room == WAITS_ROOM_SHARED && channel_set_meet(&step->sends, &hold_ups->occupied))
    return true;
  bool of_others = step->raises && channel_set_meet(&hold_ups->waits->others_send[step->controller],
                                                    &hold_ups->occupied);
  return full || of_others || channel_set_meet(&step->sends_for_all, &hold_ups->occupied);
}

/* May the step be held up once its message is the first of its channel? */
static bool may_not_go(const struct hold_ups *hold_ups, const struct wait_step *step, bool full) {
  return step->unless & hold_ups->contexts[step->controller] || lacks_room(hold_ups, step, full);
}

static bool may_be_held_up(const struct hold_ups *hold_ups, const struct wait_step *step,
                           bool full) {
  return (step->channel != NO_CHANNEL && channel_set_has(&hold_ups->heads, step->channel)) ||
         may_not_go(hold_ups, step, full);
}

static const struct wait_step *step_at(const struct waits *waits, const struct wait *wait,
                                       unsigned i, bool *full) {
  *full = wait->steps[i] & IS_FULL;
  return intern_at(waits->steps, wait->steps[i] & ~IS_FULL, NULL);
}

static void add_heads(const struct waits *waits, const struct wait *wait,
                      struct hold_ups *hold_ups) {
  bool full;
  channel_set_join(&hold_ups->heads, &wait->stalled);
  for (unsigned i = 0; i < wait->count; i++) {
    const struct wait_step *step = step_at(waits, wait, i, &full);
    if (step->channel != NO_CHANNEL && may_not_go(hold_ups, step, full))
      channel_set_put(&hold_ups->heads, step->channel);
  }
}

/* May a state of the kind last?  An idle one may; its line then gives others its context. */
static bool may_last(const struct wait *wait, bool left) { return left || wait->idle != BUSY; }

static struct hold_ups hold_ups_of(const struct waits *waits, const bool *left,
                                   enum waits_room room) {
  struct hold_ups hold_ups = { .waits = waits, .room = room };
  for (uint32_t kind = 0; kind < waits->solved; kind++) {
    const struct wait *wait = intern_at(waits->kinds, kind, NULL);
    if (!may_last(wait, left[kind])) continue;
    channel_set_join(&hold_ups.occupied, &wait->occupied);
    for (unsigned i = 0; i < CONTROLLERS_MAX; i++) hold_ups.contexts[i] |= wait->others[i];
  }
  for (uint32_t kind = 0; kind < waits->solved; kind++)
    if (left[kind]) add_heads(waits, intern_at(waits->kinds, kind, NULL), &hold_ups);
  return hold_ups;
}

static bool moves_on(const struct waits *waits, const struct wait *wait,
                     const struct hold_ups *hold_ups) {
  bool full;
  for (unsigned i = 0; i < wait->count; i++) {
    const struct wait_step *step = step_at(waits, wait, i, &full);
    if (!may_be_held_up(hold_ups, step, full)) return true;
  }
  return false;
}

/* Removes kinds that move on, until none does.  Returns how many are left. */
static uint32_t remove_kinds(const struct waits *waits, bool *left, enum waits_room room) {
  uint32_t count = 0, before;
  for (uint32_t kind = 0; kind < waits->solved; kind++) {
    const struct wait *wait = intern_at(waits->kinds, kind, NULL);
    left[kind] = wait->idle != IDLE;
    count += left[kind];
  }
  do {
    struct hold_ups hold_ups = hold_ups_of(waits, left, room);
    before = count;
    for (uint32_t kind = 0; kind < waits->solved; kind++) {
      if (!left[kind] || !moves_on(waits, intern_at(waits->kinds, kind, NULL), &hold_ups)) continue;
      left[kind] = false;
      count--;
    }
  } while (count < before);
  return count;
}

struct waits_found waits_solve(struct waits *waits, bool full) {
  uint32_t kinds = waits->solved = intern_count(waits->kinds);
  struct waits_found best = { kinds, kinds, WAITS_ROOM_SHARED };
  waits->left = memory_new(kinds + 1, sizeof *waits->left);
  memset(waits->left, true, kinds);
  if (waits->too_many) return best;
  enum waits_room last = full ? WAITS_ROOM_OF_EACH : WAITS_ROOM_ENOUGH;
  bool *left = memory_new(kinds + 1, sizeof *left);
  for (enum waits_room room = WAITS_ROOM_SHARED; room <= last && best.left; room++) {
    uint32_t count = remove_kinds(waits, left, room);
    if (count >= best.left) continue;
    best = (struct waits_found){ kinds, count, room };
    memcpy(waits->left, left, kinds * sizeof *left);
  }
  memory_free(left);
  return best;
}
