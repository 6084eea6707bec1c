/* Unfolding a thread into its paths: every way that its branches can go.
 *
 * Dependencies are syntactic, through registers.  A register carries the reads that its value was
 * computed from.  A store depends on those by data, and everything after a branch depends on the
 * branch's by control.  The write of a read-modify-write depends on its own read unless it is an
 * exchange.
 *
 * Each backward jump is taken a bounded number of times.  A path that would jump once more ends
 * there, and is marked as cut unless its last round was idle.  So spin loops are judged exactly
 * (docs/internals/candidates.md).  A loop that begins with its test (C's while) ends its round
 * after the test.  If the values of registers decided a branch in the round, the loop counts, and
 * the judge may lift the bound.
 *
 * A path that comes to a txabort ends, since the thread goes on by the path of the attempt that
 * commits (litmus/read/transactions.c).  One that comes to a txcancel goes on behind the
 * transaction (cancelled.c). */
#include "axiom/unfold.h"
#include "axiom/cancelled.h"
#include "axiom/unfold_step.h"

#include <string.h>

enum { PATHS_MAX = 20000, STEPS_MAX = 4000, NODES_MAX = 900 };

static bool walk(struct walker *w, struct position *p);

/* ---- copies of positions: the last one taken is dropped first ---- */

static struct position *copy_position(struct walker *w, const struct position *p) {
  struct positions *copies = &w->copies;
  if (copies->used == copies->length) vector_push(*copies, memory_new(1, sizeof *p));
  struct position *copy = copies->items[copies->used++];
  *copy = *p;
  return copy;
}

static void drop_position(struct walker *w) { w->copies.used--; }

static void free_positions(struct positions *copies) {
  for (size_t i = 0; i < copies->length; i++) memory_free(copies->items[i]);
  vector_free(*copies);
}

/* ---- live registers: the textbook backward data-flow analysis ---- */

static uint64_t bit_of(const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? (uint64_t)1 << operand->index : 0;
}

static uint64_t live_before(const struct thread *thread, unsigned at, const uint64_t *live) {
  const struct instruction *i = &thread->instructions[at];
  uint64_t after = i->opcode == OP_GOTO ? live[i->target] : live[at + 1];
  if (i->opcode == OP_BRANCH) after |= live[i->target];
  if (i->destination != NO_REGISTER) after &= ~((uint64_t)1 << i->destination);
  return after | bit_of(&i->address) | bit_of(&i->left) | bit_of(&i->value) |
         bit_of(&i->barrier_id) | bit_of(&i->barrier_quorum);
}

/* live[i]: the registers, as bits, whose values before instruction i matter; live[length]: the
 * observed ones.  `live` has room for length + 1. */
static void find_live_registers(const struct program *program, unsigned index, uint64_t *live) {
  const struct thread *thread = &program->threads[index];
  for (unsigned i = 0; i <= thread->length; i++) live[i] = 0;
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *observable = &program->observables[i];
    if (observable->is_register && observable->thread == index)
      live[thread->length] |= (uint64_t)1 << observable->index;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned i = thread->length; i-- > 0;) {
      uint64_t before = live_before(thread, i, live);
      changed |= before != live[i];
      live[i] = before;
    }
  }
}

/* ---- paths ---- */

static void *copy_items(const void *items, size_t length, size_t size) {
  void *copy = memory_new(length ? length : 1, size);
  if (length) memcpy(copy, items, length * size);
  return copy;
}
#define COPY(to, from)          \
  ((to).length = (from).length, \
   (to).items = copy_items((from).items, (from).length, sizeof *(to).items))

static bool finish_path(struct walker *w, const struct position *p, bool cut) {
  struct path made = { .cut = cut };
  if (w->paths->length >= PATHS_MAX)
    return unfold_fail(w, &w->thread->instructions[0],
                       "unsupported: a thread with this many paths");
  COPY(made.events, w->path.events);
  COPY(made.nodes, w->path.nodes);
  COPY(made.conditions, w->path.conditions);
  made.registers = copy_items(p->registers, w->thread->register_count, sizeof *made.registers);
  vector_push(*w->paths, made);
  w->paths->too_long = made.events.length > EVENTS_MAX;
  return !w->paths->too_long;
}

/* Did the round since this jump was last taken do nothing? */
static bool round_was_idle(const struct walker *w, const struct position *p,
                           const struct arrival *arrival) {
  if (arrival->effects != p->effects) return false;
  for (unsigned r = 0; r < w->thread->register_count; r++)
    if (w->live[p->at] >> r & 1 && arrival->registers[r] != p->registers[r]) return false;
  return true;
}

/* Is the code at `at` only a branch out of the loop that ends at `end`, and its computation? */
static bool is_test(const struct walker *w, unsigned at, unsigned end) {
  const struct instruction *i = &w->thread->instructions[at];
  while (i->opcode == OP_COMPUTE || i->opcode == OP_NOP) i++, at++;
  return at < end && i->opcode == OP_BRANCH && i->target > end;
}

static bool go_round(struct walker *w, struct position *p, struct arrival *arrival) {
  struct arrival before = *arrival;
  arrival->idled |= arrival->taken && round_was_idle(w, p, arrival);
  arrival->taken++;
  arrival->effects = p->effects;
  arrival->decided = p->decided;
  memcpy(arrival->registers, p->registers, sizeof arrival->registers);
  bool good = walk(w, p);
  *arrival = before;
  return good;
}

/* Goes round again, or ends the path at the bound.  A path that was idle in a round before is the
 * same without that round, and then goes farther. */
static bool end_round(struct walker *w, struct position *p, struct arrival *arrival) {
  if (arrival->taken < w->how.unroll) return go_round(w, p, arrival);
  if (arrival->idled || round_was_idle(w, p, arrival)) return true;
  if (w->how.counts && arrival->decided != p->decided) return go_round(w, p, arrival);
  return finish_path(w, p, true);
}

/* Goes on at `target`, within the bound if the jump is backward. */
static bool jump(struct walker *w, struct position *p, unsigned target) {
  unsigned at = p->at;
  p->at = target;
  if (target > at) return walk(w, p);
  if (!is_test(w, target, at)) return end_round(w, p, &w->arrivals[at]);
  p->ending = &w->arrivals[at];
  return walk(w, p);
}

static void note_lengths(const struct walker *w, struct position *p) {
  p->events = w->path.events.length;
  p->nodes = w->path.nodes.length;
  p->conditions = w->path.conditions.length;
}

static void back_to(struct walker *w, const struct position *p) {
  w->path.events.length = p->events;
  w->path.nodes.length = p->nodes;
  w->path.conditions.length = p->conditions;
}

static void leave_branch(struct position *p) {
  p->join_count--;
  p->ctrl = p->joins[p->join_count].ctrl;
  p->picking = p->joins[p->join_count].picking;
}

/* Follows both ways, or the only one if constants decide. */
static bool branch(struct walker *w, struct position *p, const struct instruction *i) {
  struct branch_condition condition = { .comparison = i->comparison };
  condition.left = unfold_operand(w, p, &i->left);
  condition.right = unfold_operand(w, p, &i->value);
  /* one that joins where the innermost open branch does is closed with it */
  bool opens = i->join && !(p->join_count && p->joins[p->join_count - 1].at == i->join);
  if (opens && p->join_count == JOINS_MAX)
    return unfold_fail(w, i, "unsupported: branches nested this deeply");
  if (opens) {
    p->joins[p->join_count].at = i->join;
    p->joins[p->join_count].picking = p->picking;
    p->joins[p->join_count++].ctrl = p->ctrl;
  }
  event_set sources = unfold_sources(p, &i->left) | unfold_sources(p, &i->value);
  event_set picks = unfold_picks(p, &i->left) | unfold_picks(p, &i->value);
  if (i->selects) p->picking |= sources | picks;
  else p->ctrl |= sources;
  if (events_any(sources | picks) && !i->selects && w->program->registers_are_events) {
    struct path_event event = unfold_event(p, i, EVENT_BRANCH);
    event.data = sources;
    event.picked = picks;
    if (!unfold_add(w, p, &event)) return false;
  }
  const struct value_node *left = &w->path.nodes.items[condition.left];
  const struct value_node *right = &w->path.nodes.items[condition.right];
  bool free = i->left.kind == OPERAND_NONE,
       fixed = !free && left->kind == NODE_CONSTANT && right->kind == NODE_CONSTANT;
  bool fixed_answer = fixed && comparison_apply(i->comparison, left->number, right->number);
  p->decided += fixed && (i->left.kind == OPERAND_REGISTER || i->value.kind == OPERAND_REGISTER);
  note_lengths(w, p);
  for (unsigned way = 0; way < 2; way++) {
    condition.holds = way;
    if (fixed && fixed_answer != condition.holds) continue;
    struct position *there = copy_position(w, p);
    if (!fixed && !free) vector_push(w->path.conditions, condition);
    if (p->ending && !way) there->at++;
    there->ending = NULL;
    bool good = p->ending && !way ? end_round(w, there, p->ending)
                                  : jump(w, there, way ? i->target : there->at + 1);
    drop_position(w);
    back_to(w, p);
    if (!good) return false;
  }
  return true;
}

/* The data and the value of the write of a read-modify-write that may fail, if it does not. */
static void store_half(struct walker *w, const struct position *p, const struct instruction *i,
                       node_index old, event_set self, struct path_event *event) {
  bool swaps = i->arithmetic == ARITHMETIC_CAS;
  node_index value = unfold_operand(w, p, &i->value);
  event->data = unfold_sources(p, &i->value) | (swaps ? NO_EVENTS : self);
  event->value =
      unfold_moved(w, p, i, swaps ? value : unfold_compute(w, i->arithmetic, old, value, value));
}

/* A compare-and-swap writes only if it finds the expected value; other conditional operations write
 * only if they do not.  Both ways are followed.  If registers are events (AArch64), models can tell
 * two more apart.  A register keeps its value, which was found; or a failure writes back what it
 * found. */
enum unfold_way { FAILS, SUCCEEDS, KEEPS, WRITES_BACK };

/* Adds one instruction's read, and its write if it has one.  Sets the found value and the read's
 * bit. */
static bool compare_once(struct walker *w, struct position *there, const struct instruction *i,
                         enum unfold_way way, node_index *found, event_set *self) {
  bool succeeds = way == SUCCEEDS || way == KEEPS;
  if (succeeds && !unfold_fenced(w, there, i)) return false;
  if (!unfold_registers(w, there, i, succeeds) || !unfold_compared(w, there, i) ||
      !unfold_rmw_read(w, there, i, found, self))
    return false;
  struct path_event *read = &w->path.events.items[w->path.events.length - 1];
  read->compared = unfold_sources(there, &i->left);
  read->failed = way == FAILS;
  read->rmw = !read->failed ||
              !w->how.updates; /* where an update is one event, a failed one is a plain read */
  if (way == FAILS) return true;
  struct path_event event = unfold_event(there, i, EVENT_WRITE);
  event.value = *found;
  if (succeeds) store_half(w, there, i, *found, *self, &event);
  return unfold_rmw_write(w, there, &event) && (!succeeds || unfold_fenced(w, there, i));
}

/* Follows one way of a compare-and-swap, of a pair perhaps.  The first `same` locations hold the
 * expected values; the next one, if any, does not. */
static bool step_compare_way(struct walker *w, struct position *there, const struct instruction *i,
                             enum unfold_way way, unsigned same) {
  unsigned parts = i->paired ? 2 : 1;
  node_index found[2], expected[2];
  event_set self, reads = NO_EVENTS, sources = NO_EVENTS, picks = NO_EVENTS;
  for (unsigned k = 0; k < parts; k++) {
    struct branch_condition condition = { .comparison = i->arithmetic == ARITHMETIC_CAS
                                                            ? COMPARE_EQ
                                                            : COMPARE_NE };
    if (!compare_once(w, there, &i[k], way, &found[k], &self)) return false;
    condition.left = found[k];
    condition.right = expected[k] = unfold_moved(w, there, i, unfold_operand(w, there, &i[k].left));
    condition.holds = k < same;
    if (k <= same) vector_push(w->path.conditions, condition);
    there->offset += i->size;
    reads |= self;
    sources |= unfold_sources(there, &i[k].left);
    picks |= unfold_picks(there, &i[k].left);
  }
  for (unsigned k = 0; k < parts; k++)
    if (way == KEEPS)
      unfold_set(there, i[k].destination, expected[k], sources, picks | sources | reads);
    else unfold_set(there, i[k].destination, unfold_extended(w, &i[k], found[k]), reads, NO_EVENTS);
  there->at += parts;
  return walk(w, there);
}

static bool step_compare(struct walker *w, struct position *p, const struct instruction *i) {
  unsigned ways = w->program->registers_are_events ? WRITES_BACK + 1 : SUCCEEDS + 1,
           parts = i->paired ? 2 : 1;
  note_lengths(w, p);
  for (unsigned way = i->must_succeed ? SUCCEEDS : FAILS; way < ways; way++) {
    bool succeeds = way == SUCCEEDS || way == KEEPS;
    for (unsigned same = succeeds ? parts : 0; same < parts + succeeds; same++) {
      bool good = step_compare_way(w, copy_position(w, p), i, way, same);
      drop_position(w);
      back_to(w, p);
      if (!good) return false;
    }
  }
  return true;
}

/* Pairs the writes of a store-conditional, which come last, with the reads that reserved it. */
static event_set pair_writes(struct walker *w, const struct position *before) {
  event_set self = NO_EVENTS;
  unsigned reserved = before->reserved;
  for (size_t e = before->events; e < w->path.events.length; e++) {
    struct path_event *event = &w->path.events.items[e];
    if (event->kind != EVENT_WRITE) continue;
    event->reserved = reserved++;
    if (!w->program->registers_are_events) self |= unfold_bit(e);
  }
  return self;
}

/* A store-conditional fails (1 in its destination), or succeeds (0) if the last exclusive read was
 * of the same location.  Its success depends on its write (RISC-V manual, vol.  I, 14.1, and
 * herd7).  In AArch64, whose model leaves such dependencies out, it depends on nothing. */
static bool step_conditional(struct walker *w, struct position *p, const struct instruction *i) {
  struct path_event access = unfold_event(p, i, EVENT_WRITE);
  bool may_succeed = p->reserved && p->reserved_at.location == access.location &&
                     p->reserved_at.offset == access.offset && p->reserved_at.size == access.size;
  note_lengths(w, p);
  for (unsigned way = 0; way < 1u + may_succeed; way++) {
    struct position *there = copy_position(w, p);
    event_set self = NO_EVENTS;
    there->reserved = 0;
    if (way) {
      if (!unfold_store(w, there, i)) return false;
      self = pair_writes(w, p);
    }
    unfold_set(there, i->destination, unfold_constant(w, way ? 0 : 1), self, NO_EVENTS);
    there->at++;
    bool good = walk(w, there);
    drop_position(w);
    back_to(w, p);
    if (!good) return false;
  }
  return true;
}

static bool has_pointer(const struct instruction *i) {
  bool addressed =
      i->opcode == OP_LOAD || i->opcode == OP_STORE || i->opcode == OP_RMW || i->opcode == OP_FENCE;
  return addressed && i->address.kind == OPERAND_REGISTER;
}

static bool divides(const struct instruction *i) {
  return (i->opcode == OP_STORE && i->exclusive) ||
         (i->opcode == OP_RMW && (i->may_fail || i->must_succeed));
}

static bool step_divided(struct walker *w, struct position *p, const struct instruction *i) {
  return i->opcode == OP_STORE ? step_conditional(w, p, i) : step_compare(w, p, i);
}

/* Follows the access in work at a place that its address may name. */
static bool step_there(struct walker *w, const struct position *p, const struct instruction *i,
                       unsigned location, int64_t offset) {
  struct position *there = copy_position(w, p);
  there->location = location;
  there->offset = offset;
  bool good;
  if (divides(i)) good = step_divided(w, there, i);
  else {
    good = unfold_step(w, there, i);
    there->at++;
    good = good && walk(w, there);
  }
  drop_position(w);
  return good;
}

/* Follows an access whose address is in a register, once for each place that it may name.  An
 * address that is known and in no location ends the path. */
static bool step_through_pointer(struct walker *w, struct position *p,
                                 const struct instruction *i) {
  struct branch_condition condition = { .comparison = COMPARE_EQ, .holds = true, .access = i };
  condition.left = p->registers[i->address.index];
  struct value_node pointer = w->path.nodes.items[condition.left];
  if (pointer.kind == NODE_CONSTANT) {
    int64_t offset;
    int location = location_at(w->program, pointer.number, &offset);
    if (location < 0) w->paths->astray = i;
    return location < 0 || step_there(w, p, i, (unsigned)location, offset);
  }
  bool tried = false;
  note_lengths(w, p);
  for (unsigned location = 0; location < w->program->location_count; location++)
    for (int64_t offset = -1;
         (offset = addresses_next(&w->addresses, w->program, i, location, offset + 1)) >= 0;) {
      condition.right = unfold_constant(w, address_of(location) + offset);
      vector_push(w->path.conditions, condition);
      bool good = step_there(w, p, i, location, offset);
      back_to(w, p);
      if (!good) return false;
      tried = true;
    }
  if (!tried) w->paths->astray = i;
  return true;
}

static bool walk_transaction(struct walker *w, const struct position *p) {
  struct position *begun = copy_position(w, p);
  note_lengths(w, begun);
  struct position *there = copy_position(w, begun);
  there->begun = begun;
  there->effects++;
  there->transaction = ++there->transactions;
  there->at++;
  bool good = walk(w, there);
  drop_position(w);
  drop_position(w);
  return good;
}

static bool walk_cancelled(struct walker *w, const struct position *p,
                           const struct instruction *i) {
  struct position *there = copy_position(w, p);
  struct cancelled saved;
  cancelled_save(w, &saved);
  there->at = i->target;
  bool good = cancelled_find(w, &saved, there, i) && walk(w, there);
  drop_position(w);
  cancelled_restore(w, &saved);
  return good;
}

static bool walk(struct walker *w, struct position *p) {
  while (p->at < w->thread->length) {
    const struct instruction *i = &w->thread->instructions[p->at];
    while (p->join_count && p->joins[p->join_count - 1].at == p->at) leave_branch(p);
    if (++p->steps > STEPS_MAX || w->path.nodes.length > NODES_MAX)
      return unfold_fail(w, i, "unsupported: a path this long");
    if (i->opcode == OP_TX_BEGIN) return walk_transaction(w, p);
    if (i->opcode == OP_TX_ABORT) return true;
    if (i->opcode == OP_TX_CANCEL) return walk_cancelled(w, p, i);
    if (i->opcode == OP_BRANCH) return branch(w, p, i);
    if (i->opcode == OP_GOTO) return jump(w, p, i->target);
    if (has_pointer(i)) return step_through_pointer(w, p, i);
    if (divides(i)) return step_divided(w, p, i);
    if (!unfold_step(w, p, i)) return false;
    p->at++;
  }
  return finish_path(w, p, false);
}

bool unfold_program(const struct program *program, unsigned index, struct unfolding how,
                    const struct cells *cells, struct paths *paths, struct diagnostic *error) {
  const struct thread *thread = &program->threads[index];
  struct walker w = { .program = program,
                      .thread = thread,
                      .how = how,
                      .paths = paths,
                      .error = error,
                      .cells = cells,
                      .live = memory_new(thread->length + 1, sizeof(uint64_t)),
                      .arrivals = memory_new(thread->length + 1, sizeof(struct arrival)) };
  struct position start;
  memset(&start, 0, sizeof start);
  addresses_find(&w.addresses, program);
  find_live_registers(program, index, w.live);
  for (unsigned r = 0; r < thread->register_count; r++)
    start.registers[r] = unfold_constant(&w, thread->registers[r].initial);
  bool good = walk(&w, &start);
  vector_free(w.addresses);
  vector_free(w.path.events);
  vector_free(w.path.nodes);
  vector_free(w.path.conditions);
  free_positions(&w.copies);
  memory_free(w.live);
  memory_free(w.arrivals);
  return good;
}
