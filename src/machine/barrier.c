/* CTA barriers: a synchronous port between the cores of a CTA (DESIGN.md, decision 2).
 *
 * The slot lists the barriers with an open round: the number of arrivals, and the waiting cores.  A
 * barrier's name is its CTA, its static instance and its resource id.  The Dat3M suites write PTX's
 * barriers so: bar.cta.sync INSTANCE, ID, QUORUM.  A barrier without an id differs from all with
 * one.
 *
 * A round is complete after as many arrivals as its quorum says; the next arrival begins a new one.
 * Without a quorum it needs every thread of the CTA whose program has that instance, under any id.
 * INFERRED: it does not wait for a thread that can never come. axiom/barriers.c does the same, and
 * says how PTX's text has it.  This is the reading by-cta; barrier_by_name.c has the other one.
 *
 * The barrier of a cluster (PTX barrier.cluster) has arrive and wait apart.  It needs every thread
 * of the cluster whose program has one.
 *
 * Threads that only arrive can leave any number of barriers open, and arrive at one any number of
 * times.  Too many are an overflow. */
#include <inttypes.h>
#include <string.h>
#include "base/text.h"
#include "litmus/barriers.h"
#include "machine/barrier.h"
#include "machine/barrier_by_name.h"
#include "machine/machine_private.h"

enum { BARRIERS_MAX = 64, ARRIVALS_MAX = 0x7fff };

struct barrier_state {
  uint32_t gpu, cluster, cta, instance; /* of a cluster: cta and instance are 0 */
  uint16_t arrived : 15, named : 1;
  uint16_t waiting, came; /* sets of cores; came: at a cluster's barrier, in the open round */
  uint16_t of_cluster;
  int64_t id;
};

struct barriers {
  unsigned count;
  struct barrier_state items[BARRIERS_MAX];
};

static void load(const struct machine *machine, uint32_t content, struct barriers *barriers) {
  size_t length = intern_copy(machine->contents, content, barriers->items);
  barriers->count = (unsigned)(length / sizeof *barriers->items);
}

static bool same_barrier(const struct barrier_state *a, const struct barrier_state *b) {
  return a->gpu == b->gpu && a->cluster == b->cluster && a->cta == b->cta &&
         a->instance == b->instance && a->named == b->named && a->of_cluster == b->of_cluster &&
         a->id == b->id;
}

static bool comes_after(const struct barrier_state *a, const struct barrier_state *b) {
  if (a->of_cluster != b->of_cluster) return a->of_cluster;
  if (a->cluster != b->cluster) return a->cluster > b->cluster;
  uint64_t left = (uint64_t)a->gpu << 48 | (uint64_t)a->cta << 32 | a->instance;
  uint64_t right = (uint64_t)b->gpu << 48 | (uint64_t)b->cta << 32 | b->instance;
  if (left != right) return left > right;
  return a->named != b->named ? a->named : a->id > b->id;
}

/* The entry of a barrier, in ascending order of names; a new one if there is none.  NULL: there is
 * no room. */
static struct barrier_state *find(struct barriers *barriers, const struct barrier_state *name) {
  unsigned i = 0;
  for (; i < barriers->count; i++) {
    if (same_barrier(&barriers->items[i], name)) return &barriers->items[i];
    if (comes_after(&barriers->items[i], name)) break;
  }
  if (barriers->count == BARRIERS_MAX) return NULL;
  memmove(&barriers->items[i + 1], &barriers->items[i],
          (barriers->count - i) * sizeof *barriers->items);
  barriers->items[i] = *name;
  barriers->count++;
  return &barriers->items[i];
}

static bool arrives_at_cluster(const struct thread *thread) {
  for (unsigned k = 0; k < thread->length; k++) {
    const struct instruction *i = &thread->instructions[k];
    if (i->opcode == OP_BARRIER && i->barrier_of_cluster && i->barrier_arrives) return true;
  }
  return false;
}

static bool is_awaited(const struct thread *thread, const struct place *place,
                       const struct micro *micro) {
  if (micro->of_cluster)
    return place_same_cluster(&thread->place, place) && arrives_at_cluster(thread);
  return place_same_cta(&thread->place, place) && thread_holds_instance(thread, micro->instance);
}

/* The threads that a round without a quorum waits for. */
static unsigned threads_awaited(const struct machine *machine, const struct place *place,
                                const struct micro *micro) {
  unsigned count = 0;
  for (unsigned t = 0; t < machine->program->thread_count; t++)
    count += is_awaited(&machine->program->threads[t], place, micro);
  return count;
}

static struct barrier_state name_of(const struct place *place, const struct micro *micro,
                                    int64_t id) {
  if (micro->of_cluster)
    return (struct barrier_state){ .gpu = place->gpu, .cluster = place->cluster, .of_cluster = 1 };
  return (struct barrier_state){ .gpu = place->gpu,
                                 .cluster = place->cluster,
                                 .cta = place->cta,
                                 .instance = micro->instance,
                                 .named = micro->barrier_id.kind != OPERAND_NONE,
                                 .id = id };
}

void barrier_set_core(const struct machine *machine, slot_t *to, unsigned core, unsigned entry,
                      bool complete) {
  union core_copy copy;
  size_t length = intern_copy(machine->contents, to[core_slot(machine, core)], &copy);
  copy.core.entry[entry].issued = 1;
  if (complete) core_complete(machine, core, &copy.core, entry, 0);
  to[core_slot(machine, core)] = intern_add(machine->contents, &copy, length);
}

/* A core that waits at a barrier has nothing else in its window. */
void barrier_release(const struct machine *machine, slot_t *to, uint16_t cores) {
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    if (!(cores >> core & 1)) continue;
    const struct core *c = intern_at(machine->contents, to[core_slot(machine, core)], NULL);
    barrier_set_core(machine, to, core, c->order[0], true);
  }
}

void barrier_overflow(const struct machine *machine, unsigned core, slot_t *to) {
  union core_copy copy;
  size_t length = intern_copy(machine->contents, to[core_slot(machine, core)], &copy);
  copy.core.overflows = 1;
  to[core_slot(machine, core)] = intern_add(machine->contents, &copy, length);
}

static void keep(const struct machine *machine, const struct barriers *barriers, slot_t *to) {
  to[barrier_slot(machine)] =
      intern_add(machine->contents, barriers->items, barriers->count * sizeof *barriers->items);
}

/* A core waits at its cluster's barrier, unless the round of its last arrival is complete. */
static void wait_for_round(const struct machine *machine, struct barriers *barriers,
                           const struct barrier_state *name, unsigned core, unsigned entry,
                           slot_t *to) {
  bool open = false;
  for (unsigned i = 0; i < barriers->count; i++) {
    struct barrier_state *barrier = &barriers->items[i];
    if (!same_barrier(barrier, name) || !(barrier->came >> core & 1)) continue;
    barrier->waiting |= (uint16_t)(1u << core);
    open = true;
  }
  barrier_set_core(machine, to, core, entry, !open);
  keep(machine, barriers, to);
}

void barrier_reach(const struct machine *machine, const slot_t *state, unsigned core,
                   unsigned entry, slot_t *to) {
  if (machine->program->barriers == BARRIERS_BY_NAME) {
    barrier_reach_by_name(machine, state, core, entry, to);
    return;
  }
  const struct core *c = intern_at(machine->contents, state[core_slot(machine, core)], NULL);
  const struct micro *micro = core_micro(machine, core, c->entry[entry].micro);
  const struct place *place = &machine->program->threads[core].place;
  int64_t quorum = micro->quorum.kind == OPERAND_NONE
                       ? (int64_t)threads_awaited(machine, place, micro)
                       : c->entry[entry].left;
  struct barrier_state name = name_of(place, micro, c->entry[entry].value);
  struct barriers barriers;
  load(machine, state[barrier_slot(machine)], &barriers);
  memcpy(to, state, machine->model.width * sizeof *to);
  if (micro->awaits) {
    wait_for_round(machine, &barriers, &name, core, entry, to);
    return;
  }
  struct barrier_state *barrier = find(&barriers, &name);
  if (!barrier || barrier->arrived == ARRIVALS_MAX) {
    barrier_overflow(machine, core, to);
    return;
  }
  barrier->arrived++;
  if (micro->of_cluster) barrier->came |= (uint16_t)(1u << core);
  if (!micro->arrives) barrier->waiting |= (uint16_t)(1u << core);
  barrier_set_core(machine, to, core, entry, micro->arrives);
  if (barrier->arrived >= quorum) {
    barrier_release(machine, to, barrier->waiting);
    unsigned at = (unsigned)(barrier - barriers.items);
    memmove(barrier, barrier + 1, (barriers.count - at - 1) * sizeof *barrier);
    barriers.count--;
  }
  keep(machine, &barriers, to);
}

/* --- in words --- */

/* Arrivals in the open round of the barrier at which a core waits. */
static unsigned arrivals_at(const struct machine *machine, const slot_t *state, unsigned core) {
  if (machine->program->barriers == BARRIERS_BY_NAME)
    return barrier_came_by_name(machine, state, core);
  struct barriers barriers;
  load(machine, state[barrier_slot(machine)], &barriers);
  for (unsigned i = 0; i < barriers.count; i++)
    if (barriers.items[i].waiting >> core & 1) return barriers.items[i].arrived;
  return 0;
}

static void add_wait(struct text *text, const struct machine *machine, const slot_t *state,
                     unsigned core) {
  const struct core *c = intern_at(machine->contents, state[core_slot(machine, core)], NULL);
  if (core_finished(machine, core, c)) return;
  text_add(text, "%sP%u ", text->length ? "; " : "", machine->program->threads[core].id);
  if (!c->entries) {
    text_add(text, "never leaves a loop");
    return;
  }
  const struct core_entry *entry = &c->entry[c->order[0]];
  const struct micro *micro = core_micro(machine, core, entry->micro);
  if (micro->of_cluster) text_add(text, "waits for ever at the cluster's barrier");
  else text_add(text, "waits for ever at barrier %u", micro->instance);
  if (micro->barrier_id.kind != OPERAND_NONE) text_add(text, " named %" PRId64, entry->value);
  text_add(text, " (line %u), where %u came", micro->line_of_file,
           arrivals_at(machine, state, core));
}

char *barrier_waits(const struct machine *machine, const slot_t *state) {
  struct text text = { 0 };
  for (unsigned core = 0; core < machine->shape.core_count; core++)
    add_wait(&text, machine, state, core);
  return text.bytes;
}
