/* See kept.h.  Threads of a search share all of this: bits are set atomically, and a lock guards
 * the arena. */
#include "machine/kept.h"

#include "base/memory.h"
#include "machine/machine_private.h"

enum { ROWS_MAX = 256 };

void machine_kept_begin(struct machine *machine) {
  machine->kept = memory_new(1, sizeof *machine->kept);
  machine->kept->fired = memory_new(KINDS_MAX * ROWS_MAX * STATES_MAX, EVENTS_MAX / 8);
  pthread_mutex_init(&machine->kept->lock, NULL);
}

void machine_kept_end(struct machine *machine) {
  arena_free(&machine->kept->arena);
  pthread_mutex_destroy(&machine->kept->lock);
  memory_free(machine->kept->fired);
  memory_free(machine->kept);
}

void *machine_keep(const struct machine *machine, size_t bytes) {
  pthread_mutex_lock(&machine->kept->lock);
  void *piece = arena_new(&machine->kept->arena, bytes);
  pthread_mutex_unlock(&machine->kept->lock);
  return piece;
}

static size_t fired_bit(unsigned kind, unsigned row, unsigned state, unsigned event) {
  return (((size_t)kind * ROWS_MAX + row) * STATES_MAX + state) * EVENTS_MAX + event;
}

void machine_fire(const struct machine *machine, unsigned kind, const struct fired *fired) {
  size_t bit = fired_bit(kind, fired->row, fired->state, fired->event);
  __atomic_fetch_or(&machine->kept->fired[bit / 8], (uint8_t)(1u << bit % 8), __ATOMIC_RELAXED);
}

bool machine_fired(const struct machine *machine, unsigned kind, unsigned row, unsigned state,
                   unsigned event) {
  size_t bit = fired_bit(kind, row, state, event);
  return machine->kept->fired[bit / 8] >> bit % 8 & 1;
}

void machine_note_seen(const struct machine *machine, unsigned seen) {
  if (seen & ~__atomic_load_n(&machine->kept->seen, __ATOMIC_RELAXED))
    __atomic_fetch_or(&machine->kept->seen, seen, __ATOMIC_RELAXED);
}

unsigned machine_evidence(const struct machine *machine) {
  return __atomic_load_n(&machine->kept->seen, __ATOMIC_RELAXED);
}
