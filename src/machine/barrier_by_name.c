/* Barriers by name: the other reading of CTA barriers (litmus/barriers.h).
 *
 * The slot lists rounds, ordered by name and then by age.  A core's k-th arrival at a name belongs
 * to the k-th round.  So it comes to the first round that lacks it.  A complete round stays open to
 * late cores, until every thread that holds the name came.
 *
 * A thread may compute names (axiom/barriers_by_name.c).  The round where such a thread first came
 * to the instance notes that, and is kept. The thread is excused from the rounds of other names.
 *
 * Threads that only arrive can begin any number of rounds.  Too many are an overflow. */
#include <string.h>
#include "machine/barrier.h"
#include "machine/barrier_by_name.h"
#include "machine/machine_private.h"
#include "litmus/barriers.h"

enum { ROUNDS_MAX = 64 };

/* Compared by bytes, so without padding. */
struct round {
  uint32_t cta, instance; /* cta: shape.cta_of_core */
  uint32_t unused;
  uint16_t named, complete;
  int64_t id;
  uint16_t came, waiting, first; /* sets of cores */
  uint16_t quorum;               /* does it have one? */
};

struct rounds {
  unsigned count;
  struct round items[ROUNDS_MAX];
};

static void load(const struct machine *machine, const slot_t *state, struct rounds *rounds) {
  size_t length = intern_copy(machine->contents, state[barrier_slot(machine)], rounds->items);
  rounds->count = (unsigned)(length / sizeof *rounds->items);
}

static bool in_same_cta(const struct round *a, const struct round *b) { return a->cta == b->cta; }

static bool same_name(const struct round *a, const struct round *b) {
  return in_same_cta(a, b) && a->instance == b->instance && a->named == b->named && a->id == b->id;
}

static bool comes_after(const struct round *a, const struct round *b) {
  uint64_t left = (uint64_t)a->cta << 32 | a->instance;
  uint64_t right = (uint64_t)b->cta << 32 | b->instance;
  if (left != right) return left > right;
  return a->named != b->named ? a->named : a->id > b->id;
}

/* The round that a core comes to; a new one if there is none.  NULL: there is no room. */
static struct round *find(struct rounds *rounds, const struct round *name, unsigned core) {
  unsigned i = 0;
  for (; i < rounds->count && !comes_after(&rounds->items[i], name); i++)
    if (same_name(&rounds->items[i], name) && !(rounds->items[i].came >> core & 1))
      return &rounds->items[i];
  if (rounds->count == ROUNDS_MAX) return NULL;
  memmove(&rounds->items[i + 1], &rounds->items[i], (rounds->count - i) * sizeof *rounds->items);
  rounds->items[i] = *name;
  rounds->count++;
  return &rounds->items[i];
}

static enum barrier_holding holding_of(const struct machine *machine, unsigned core,
                                       const struct round *round) {
  if (core_is_free(machine, core)) return HOLDS_NOT;
  const struct thread *thread = &machine->program->threads[core];
  const struct barrier_name name = { round->instance, round->named, round->id };
  if (machine->shape.cta_of_core[core] != round->cta) return HOLDS_NOT;
  return thread_holds_barrier(thread, &name);
}

/* Cores that compute names, and came to the instance under some name. */
static uint16_t decided(const struct rounds *rounds, const struct round *round) {
  uint16_t cores = 0;
  for (unsigned i = 0; i < rounds->count; i++) {
    const struct round *other = &rounds->items[i];
    if (in_same_cta(other, round) && other->instance == round->instance) cores |= other->first;
  }
  return cores;
}

static bool all_came(const struct machine *machine, const struct rounds *rounds,
                     const struct round *round) {
  uint16_t excused = decided(rounds, round);
  for (unsigned i = 0; i < rounds->count; i++)
    if (same_name(&rounds->items[i], round)) excused &= (uint16_t)~rounds->items[i].first;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    enum barrier_holding holding = holding_of(machine, core, round);
    if (holding == HOLDS_NOT || round->came >> core & 1) continue;
    if (holding == HOLDS || !(excused >> core & 1)) return false;
  }
  return true;
}

/* Is the round complete, did all its threads come, and does it excuse no thread? */
static bool is_over(const struct machine *machine, const struct round *round) {
  if (!round->complete || round->first) return false;
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    if (holding_of(machine, core, round) != HOLDS_NOT && !(round->came >> core & 1)) return false;
  return true;
}

/* Releases the cores of complete rounds, and drops rounds that are over. */
static void settle_rounds(const struct machine *machine, struct rounds *rounds, slot_t *to) {
  for (unsigned i = 0; i < rounds->count; i++) {
    struct round *round = &rounds->items[i];
    if (!round->quorum && !round->complete) round->complete = all_came(machine, rounds, round);
    if (!round->complete) continue;
    barrier_release(machine, to, round->waiting);
    round->waiting = 0;
  }
  unsigned kept = 0;
  for (unsigned i = 0; i < rounds->count; i++)
    if (!is_over(machine, &rounds->items[i])) rounds->items[kept++] = rounds->items[i];
  rounds->count = kept;
}

static struct round named_by(const struct machine *machine, unsigned core,
                             const struct micro *micro, int64_t id) {
  bool named = micro->barrier_id.kind != OPERAND_NONE;
  return (struct round){ .cta = machine->shape.cta_of_core[core],
                         .instance = micro->instance,
                         .named = named,
                         .id = named ? id : 0,
                         .quorum = micro->quorum.kind != OPERAND_NONE };
}

void barrier_reach_by_name(const struct machine *machine, const slot_t *state, unsigned core,
                           unsigned entry, slot_t *to) {
  const struct core *c = intern_at(machine->contents, state[core_slot(machine, core)], NULL);
  const struct micro *micro = core_micro(machine, core, c->entry[entry].micro);
  struct round name = named_by(machine, core, micro, c->entry[entry].value);
  int64_t quorum = c->entry[entry].left;
  uint16_t own = (uint16_t)(1u << core);
  struct rounds rounds;
  load(machine, state, &rounds);
  memcpy(to, state, machine->model.width * sizeof *to);
  struct round *round = find(&rounds, &name, core);
  if (!round) {
    barrier_overflow(machine, core, to);
    return;
  }
  bool waits = !micro->arrives && !round->complete;
  if (holding_of(machine, core, round) == MAY_HOLD && !(decided(&rounds, round) & own))
    round->first |= own;
  round->came |= own;
  if (waits) round->waiting |= own;
  barrier_set_core(machine, to, core, entry, !waits);
  if (round->quorum && __builtin_popcount(round->came) >= quorum) round->complete = 1;
  settle_rounds(machine, &rounds, to);
  to[barrier_slot(machine)] =
      intern_add(machine->contents, rounds.items, rounds.count * sizeof *rounds.items);
}

unsigned barrier_came_by_name(const struct machine *machine, const slot_t *state, unsigned core) {
  struct rounds rounds;
  load(machine, state, &rounds);
  for (unsigned i = 0; i < rounds.count; i++)
    if (rounds.items[i].waiting >> core & 1)
      return (unsigned)__builtin_popcount(rounds.items[i].came);
  return 0;
}
