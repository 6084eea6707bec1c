/* Unfolding a thread into its paths: every way that its branches can go.
 *
 * Dependencies are syntactic, through registers.  A register carries the reads that its value was
 * computed from.  A store depends on those by data, and everything after a branch depends on the
 * branch's by control.  The write of a read-modify-write depends on its own read unless it is an
 * exchange.
 *
 * Each backward jump is taken a bounded number of times.  A path that would jump once more ends
 * there, and is marked as cut unless its last round was idle: spin loops are judged exactly
 * (docs/internals/candidates.md).  A loop that begins with its test (C's while) ends its round
 * after the test.  If the values of registers decided a branch in the round, the loop counts, and
 * the judge may lift the bound.
 *
 * A path that comes to a txabort ends, since the thread goes on by the path of the attempt that
 * commits (litmus/transactions.c).  One that comes to a txcancel goes on behind the transaction
 * (cancelled.c). */
#include "axiom/unfold.h"

#include <string.h>
#include "axiom/cancelled.h"
#include "axiom/live_registers.h"
#include "axiom/unfold_step.h"

enum { PATHS_MAX = 20000, STEPS_MAX = 4000, NODES_MAX = 900 };

static bool walk(struct walker *walker, struct position *position);

/* ---- paths ---- */

static void *copy_items(const void *items, size_t length, size_t size) {
  void *copy = memory_new(length ? length : 1, size);
  if (length) memcpy(copy, items, length * size);
  return copy;
}
#define COPY(to, from)          \
  ((to).length = (from).length, \
   (to).items = copy_items((from).items, (from).length, sizeof *(to).items))

static bool finish_path(struct walker *walker, const struct position *position, bool cut) {
  struct path made = { .cut = cut };
  if (walker->paths->length >= PATHS_MAX)
    return unfold_fail(walker, &walker->thread->instructions[0],
                       "unsupported: a thread with this many paths");
  COPY(made.events, walker->path.events);
  COPY(made.nodes, walker->path.nodes);
  COPY(made.conditions, walker->path.conditions);
  made.registers =
      copy_items(position->registers, walker->thread->register_count, sizeof *made.registers);
  vector_push(*walker->paths, made);
  return true;
}

/* Did the round since this jump was last taken do nothing? */
static bool round_was_idle(const struct walker *walker, const struct position *position,
                           const struct arrival *arrival) {
  if (arrival->effects != position->effects) return false;
  for (unsigned r = 0; r < walker->thread->register_count; r++)
    if (walker->live[position->at] >> r & 1 && arrival->registers[r] != position->registers[r])
      return false;
  return true;
}

/* Is the code at `at` only a branch out of the loop that ends at `end`, and its computation? */
static bool is_test(const struct walker *walker, unsigned at, unsigned end) {
  const struct instruction *i = &walker->thread->instructions[at];
  while (i->opcode == OP_COMPUTE || i->opcode == OP_NOP) i++, at++;
  return at < end && i->opcode == OP_BRANCH && i->target > end;
}

static bool go_round(struct walker *walker, struct position *position, struct arrival *arrival) {
  struct arrival before = *arrival;
  arrival->taken++;
  arrival->effects = position->effects;
  arrival->decided = position->decided;
  memcpy(arrival->registers, position->registers, sizeof arrival->registers);
  bool good = walk(walker, position);
  *arrival = before;
  return good;
}

/* Goes round again, or ends the path at the bound. */
static bool end_round(struct walker *walker, struct position *position, struct arrival *arrival) {
  if (arrival->taken < walker->how.unroll) return go_round(walker, position, arrival);
  if (round_was_idle(walker, position, arrival)) return true;
  if (walker->how.counts && arrival->decided != position->decided)
    return go_round(walker, position, arrival);
  return finish_path(walker, position, true);
}

/* Goes on at `target`, within the bound if the jump is backward. */
static bool jump(struct walker *walker, struct position *position, unsigned target) {
  unsigned at = position->at;
  position->at = target;
  if (target > at) return walk(walker, position);
  if (!is_test(walker, target, at)) return end_round(walker, position, &walker->arrivals[at]);
  position->ending = &walker->arrivals[at];
  return walk(walker, position);
}

static void note_lengths(const struct walker *walker, struct position *position) {
  position->events = walker->path.events.length;
  position->nodes = walker->path.nodes.length;
  position->conditions = walker->path.conditions.length;
}

static void back_to(struct walker *walker, const struct position *position) {
  walker->path.events.length = position->events;
  walker->path.nodes.length = position->nodes;
  walker->path.conditions.length = position->conditions;
}

static void leave_branch(struct position *position) {
  position->join_count--;
  position->ctrl = position->joins[position->join_count].ctrl;
  position->picking = position->joins[position->join_count].picking;
}

/* Follows both ways, or the only one if constants decide. */
static bool branch(struct walker *walker, struct position *position, const struct instruction *i) {
  struct branch_condition condition = { .comparison = i->comparison };
  condition.left = unfold_operand(walker, position, &i->left);
  condition.right = unfold_operand(walker, position, &i->value);
  if (i->join && position->join_count == JOINS_MAX)
    return unfold_fail(walker, i, "unsupported: branches nested this deeply");
  if (i->join) {
    position->joins[position->join_count].at = i->join;
    position->joins[position->join_count].picking = position->picking;
    position->joins[position->join_count++].ctrl = position->ctrl;
  }
  event_set sources = unfold_sources(position, &i->left) | unfold_sources(position, &i->value);
  event_set picks = unfold_picks(position, &i->left) | unfold_picks(position, &i->value);
  if (i->selects) position->picking |= sources | picks;
  else position->ctrl |= sources;
  if ((sources || picks) && !i->selects && walker->program->registers_are_events) {
    struct path_event event = unfold_event(position, i, EVENT_BRANCH);
    event.data = sources;
    event.picked = picks;
    if (!unfold_add(walker, position, &event)) return false;
  }
  const struct value_node *left = &walker->path.nodes.items[condition.left];
  const struct value_node *right = &walker->path.nodes.items[condition.right];
  bool free = i->left.kind == OPERAND_NONE,
       fixed = !free && left->kind == NODE_CONSTANT && right->kind == NODE_CONSTANT;
  bool fixed_answer = fixed && comparison_apply(i->comparison, left->number, right->number);
  position->decided +=
      fixed && (i->left.kind == OPERAND_REGISTER || i->value.kind == OPERAND_REGISTER);
  note_lengths(walker, position);
  for (unsigned way = 0; way < 2; way++) {
    condition.holds = way;
    if (fixed && fixed_answer != condition.holds) continue;
    struct position there = *position;
    if (!fixed && !free) vector_push(walker->path.conditions, condition);
    if (position->ending && !way) there.at++;
    there.ending = NULL;
    bool good = position->ending && !way ? end_round(walker, &there, position->ending)
                                         : jump(walker, &there, way ? i->target : there.at + 1);
    back_to(walker, position);
    if (!good) return false;
  }
  return true;
}

/* The data and the value of the write of a read-modify-write that may fail, if it does not. */
static void store_half(struct walker *walker, const struct position *position,
                       const struct instruction *i, node_index old, event_set self,
                       struct path_event *event) {
  bool swaps = i->arithmetic == ARITHMETIC_CAS;
  node_index value = unfold_operand(walker, position, &i->value);
  event->data = unfold_sources(position, &i->value) | (swaps ? 0 : self);
  event->value =
      unfold_moved(walker, position, i,
                   swaps ? value : unfold_compute(walker, i->arithmetic, old, value, value));
}

/* A compare-and-swap writes only if it finds the expected value; other conditional operations write
 * only if they do not.  Both ways are followed.  If registers are events (AArch64), models can tell
 * two more apart: a register that keeps its value, which was found, and a failure that writes back
 * what it found. */
enum unfold_way { FAILS, SUCCEEDS, KEEPS, WRITES_BACK };

/* Adds one instruction's read, and its write if it has one.  Sets the found value and the read's
 * bit. */
static bool compare_once(struct walker *walker, struct position *there, const struct instruction *i,
                         enum unfold_way way, node_index *found, event_set *self) {
  bool succeeds = way == SUCCEEDS || way == KEEPS;
  if (succeeds && !unfold_fenced(walker, there, i)) return false;
  if (!unfold_registers(walker, there, i, succeeds) || !unfold_compared(walker, there, i) ||
      !unfold_rmw_read(walker, there, i, found, self))
    return false;
  struct path_event *read = &walker->path.events.items[walker->path.events.length - 1];
  read->compared = unfold_sources(there, &i->left);
  read->failed = way == FAILS;
  read->rmw = !read->failed ||
              !walker->how.updates; /* where an update is one event, a failed one is a plain read */
  if (way == FAILS) return true;
  struct path_event event = unfold_event(there, i, EVENT_WRITE);
  event.value = *found;
  if (succeeds) store_half(walker, there, i, *found, *self, &event);
  return unfold_rmw_write(walker, there, &event) && (!succeeds || unfold_fenced(walker, there, i));
}

/* Follows one way of a compare-and-swap, of a pair perhaps.  The first `same` locations hold the
 * expected values; the next one, if any, does not. */
static bool step_compare_way(struct walker *walker, struct position *there,
                             const struct instruction *i, enum unfold_way way, unsigned same) {
  unsigned parts = i->paired ? 2 : 1;
  node_index found[2], expected[2];
  event_set self, reads = 0, sources = 0, picks = 0;
  for (unsigned k = 0; k < parts; k++) {
    struct branch_condition condition = { .comparison = i->arithmetic == ARITHMETIC_CAS
                                                            ? COMPARE_EQ
                                                            : COMPARE_NE };
    if (!compare_once(walker, there, &i[k], way, &found[k], &self)) return false;
    condition.left = found[k];
    condition.right = expected[k] =
        unfold_moved(walker, there, i, unfold_operand(walker, there, &i[k].left));
    condition.holds = k < same;
    if (k <= same) vector_push(walker->path.conditions, condition);
    there->offset += i->size;
    reads |= self;
    sources |= unfold_sources(there, &i[k].left);
    picks |= unfold_picks(there, &i[k].left);
  }
  for (unsigned k = 0; k < parts; k++)
    if (way == KEEPS)
      unfold_set(there, i[k].destination, expected[k], sources, picks | sources | reads);
    else unfold_set(there, i[k].destination, unfold_extended(walker, &i[k], found[k]), reads, 0);
  there->at += parts;
  return walk(walker, there);
}

static bool step_compare(struct walker *walker, struct position *position,
                         const struct instruction *i) {
  unsigned ways = walker->program->registers_are_events ? WRITES_BACK + 1 : SUCCEEDS + 1,
           parts = i->paired ? 2 : 1;
  note_lengths(walker, position);
  for (unsigned way = i->must_succeed ? SUCCEEDS : FAILS; way < ways; way++) {
    bool succeeds = way == SUCCEEDS || way == KEEPS;
    for (unsigned same = succeeds ? parts : 0; same < parts + succeeds; same++) {
      struct position there = *position;
      bool good = step_compare_way(walker, &there, i, way, same);
      back_to(walker, position);
      if (!good) return false;
    }
  }
  return true;
}

/* Pairs the writes of a store-conditional, which stand at the end, with the reads that reserved it.
 */
static event_set pair_writes(struct walker *walker, const struct position *before) {
  event_set self = 0;
  unsigned reserved = before->reserved;
  for (size_t e = before->events; e < walker->path.events.length; e++) {
    struct path_event *event = &walker->path.events.items[e];
    if (event->kind != EVENT_WRITE) continue;
    event->reserved = reserved++;
    if (!walker->program->registers_are_events) self |= event_bit((unsigned)e);
  }
  return self;
}

/* A store-conditional fails (1 in its destination), or succeeds (0) if the last exclusive read was
 * of the same location.  Its success depends on its write (RISC-V manual, vol.  I, 14.1, and
 * herd7).  In AArch64, whose model leaves such dependencies out, it depends on nothing. */
static bool step_conditional(struct walker *walker, struct position *position,
                             const struct instruction *i) {
  struct path_event access = unfold_event(position, i, EVENT_WRITE);
  bool may_succeed = position->reserved && position->reserved_at.location == access.location &&
                     position->reserved_at.offset == access.offset &&
                     position->reserved_at.size == access.size;
  note_lengths(walker, position);
  for (unsigned way = 0; way < 1u + may_succeed; way++) {
    struct position there = *position;
    event_set self = 0;
    there.reserved = 0;
    if (way) {
      if (!unfold_store(walker, &there, i)) return false;
      self = pair_writes(walker, position);
    }
    unfold_set(&there, i->destination, unfold_constant(walker, way ? 0 : 1), self, 0);
    there.at++;
    bool good = walk(walker, &there);
    back_to(walker, position);
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

static bool step_divided(struct walker *walker, struct position *position,
                         const struct instruction *i) {
  return i->opcode == OP_STORE ? step_conditional(walker, position, i)
                               : step_compare(walker, position, i);
}

/* Follows the access in work at a place that its address may name. */
static bool step_there(struct walker *walker, const struct position *position,
                       const struct instruction *i, unsigned location, int64_t offset) {
  struct position there = *position;
  there.location = location;
  there.offset = offset;
  if (divides(i)) return step_divided(walker, &there, i);
  if (!unfold_step(walker, &there, i)) return false;
  there.at++;
  return walk(walker, &there);
}

/* Follows an access whose address is in a register, once for each place that it may name.  An
 * address that is known and in no location ends the path. */
static bool step_through_pointer(struct walker *walker, struct position *position,
                                 const struct instruction *i) {
  struct branch_condition condition = { .comparison = COMPARE_EQ, .holds = true, .access = i };
  condition.left = position->registers[i->address.index];
  struct value_node pointer = walker->path.nodes.items[condition.left];
  if (pointer.kind == NODE_CONSTANT) {
    int64_t offset;
    int location = location_at(walker->program, pointer.number, &offset);
    if (location < 0) walker->paths->astray = i;
    return location < 0 || step_there(walker, position, i, (unsigned)location, offset);
  }
  bool tried = false;
  note_lengths(walker, position);
  for (unsigned location = 0; location < walker->program->location_count; location++)
    for (int64_t offset = -1; (offset = addresses_next(&walker->addresses, walker->program, i,
                                                       location, offset + 1)) >= 0;) {
      condition.right = unfold_constant(walker, address_of(location) + offset);
      vector_push(walker->path.conditions, condition);
      bool good = step_there(walker, position, i, location, offset);
      back_to(walker, position);
      if (!good) return false;
      tried = true;
    }
  if (!tried) walker->paths->astray = i;
  return true;
}

static bool walk_transaction(struct walker *walker, const struct position *position) {
  struct position there = *position;
  note_lengths(walker, &there);
  struct position begun = there;
  there.begun = &begun;
  there.effects++;
  there.transaction = ++there.transactions;
  there.at++;
  return walk(walker, &there);
}

static bool walk_cancelled(struct walker *walker, const struct position *position,
                           const struct instruction *i) {
  struct position there = *position;
  struct cancelled saved;
  cancelled_save(walker, &saved);
  there.at = i->target;
  bool good = cancelled_find(walker, &saved, &there, i) && walk(walker, &there);
  cancelled_restore(walker, &saved);
  return good;
}

static bool walk(struct walker *walker, struct position *position) {
  while (position->at < walker->thread->length) {
    const struct instruction *i = &walker->thread->instructions[position->at];
    while (position->join_count && position->joins[position->join_count - 1].at == position->at)
      leave_branch(position);
    if (++position->steps > STEPS_MAX || walker->path.nodes.length > NODES_MAX)
      return unfold_fail(walker, i, "unsupported: a path this long");
    if (i->opcode == OP_TX_BEGIN) return walk_transaction(walker, position);
    if (i->opcode == OP_TX_ABORT) return true;
    if (i->opcode == OP_TX_CANCEL) return walk_cancelled(walker, position, i);
    if (i->opcode == OP_BRANCH) return branch(walker, position, i);
    if (i->opcode == OP_GOTO) return jump(walker, position, i->target);
    if (has_pointer(i)) return step_through_pointer(walker, position, i);
    if (divides(i)) return step_divided(walker, position, i);
    if (!unfold_step(walker, position, i)) return false;
    position->at++;
  }
  return finish_path(walker, position, false);
}

bool unfold_program(const struct program *program, unsigned index, struct unfolding how,
                    const struct cells *cells, struct paths *paths, struct diagnostic *error) {
  const struct thread *thread = &program->threads[index];
  struct walker walker = { .program = program,
                           .thread = thread,
                           .how = how,
                           .paths = paths,
                           .error = error,
                           .cells = cells,
                           .live = memory_new(thread->length + 1, sizeof(uint64_t)),
                           .arrivals = memory_new(thread->length + 1, sizeof(struct arrival)) };
  struct position start;
  memset(&start, 0, sizeof start);
  addresses_find(&walker.addresses, program);
  live_registers_find(program, index, walker.live);
  for (unsigned r = 0; r < thread->register_count; r++)
    start.registers[r] = unfold_constant(&walker, thread->registers[r].initial);
  bool good = walk(&walker, &start);
  vector_free(walker.addresses);
  vector_free(walker.path.events);
  vector_free(walker.path.nodes);
  vector_free(walker.path.conditions);
  memory_free(walker.live);
  memory_free(walker.arrivals);
  return good;
}
