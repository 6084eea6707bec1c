/* Unfolding a thread into its paths: every way its branches can go, with each backward jump taken a bounded number of
 * times.
 *
 * Dependencies are syntactic, through registers: a register carries the reads that its value was computed from; a
 * store depends on those by data, and everything after a branch depends on the branch's by control.  The write of a
 * read-modify-write depends on its own read unless it is an exchange.
 *
 * The bound on loops.  A path that would jump back once more ends there.  Nothing is lost when the round that has just
 * ended was idle: no write, barrier or transaction in it, and every register that is still to be read holds what it
 * held at the round before.  An execution with such a round and the execution without it show the same outcome, and the
 * shorter one is consistent if the longer one is, because reads and fences that are taken away leave only fewer things
 * to order (true of every model whose axioms can only be broken, and never be mended, by one more read or fence; all of
 * memmodels/ are such).  So a spin loop is judged exactly; only a path whose last round did something is marked as
 * cut. */
#include "axiom/paths.h"

#include <string.h>
#include "axiom/liveness.h"

enum { PATHS_MAX = 20000, STEPS_MAX = 4000, NODES_MAX = 900 };

/* Where a thread stood when it last took a given backward jump. */
struct arrival { unsigned taken, effects; node_index registers[REGISTERS_MAX]; };

enum { JOINS_MAX = 32 };

/* What branches must copy. */
struct position {
  unsigned location;                /* of the access in work, when its address is computed */
  struct { unsigned at; event_set ctrl; } joins[JOINS_MAX]; /* open branches that have one: where, and ctrl before */
  unsigned join_count;
  unsigned at, steps, effects, transaction, transactions;
  node_index registers[REGISTERS_MAX];
  event_set sources[REGISTERS_MAX]; /* reads that a register's value comes from */
  event_set ctrl;                   /* reads that branches so far depended on */
  size_t events, nodes, conditions; /* how much of the walker's lists belongs to this path */
};

struct walker {
  const struct program *program;
  const struct thread *thread;
  unsigned unroll;
  struct paths *paths;
  struct diagnostic *error;
  uint64_t *live;
  uint64_t pointed;         /* locations whose address is a value somewhere in the program */
  struct arrival *arrivals; /* one for each instruction; only those of backward jumps are used */
  struct path path;         /* the one being walked */
};

static bool fail(struct walker *walker, const struct instruction *at, const char *message) {
  return diagnose_plain(walker->error, "%s:%u:%u: %s", walker->program->path ? walker->program->path : "", at->line,
                        at->column, message);
}

static bool walk(struct walker *walker, struct position *position);

/* ---- values ---- */

static node_index add_node(struct walker *walker, const struct value_node *node) {
  if (node->kind != NODE_READ) /* equal values are one node, which also shows that a loop's round changed nothing */
    for (size_t i = 0; i < walker->path.nodes.length; i++)
      if (memcmp(&walker->path.nodes.items[i], node, sizeof *node) == 0) return (node_index)i;
  vector_push(walker->path.nodes, *node);
  return (node_index)(walker->path.nodes.length - 1);
}

static struct value_node blank_node(enum node_kind kind) {
  struct value_node node;
  memset(&node, 0, sizeof node); /* padding too: nodes are compared as bytes */
  node.kind = kind;
  return node;
}

static node_index constant(struct walker *walker, int64_t number) {
  struct value_node node = blank_node(NODE_CONSTANT);
  node.number = number;
  return add_node(walker, &node);
}

static node_index compute(struct walker *walker, enum arithmetic arithmetic, node_index left, node_index right,
                          node_index expected) {
  if (arithmetic == ARITHMETIC_MOVE) return right;
  const struct value_node *nodes = walker->path.nodes.items;
  if (nodes[left].kind == NODE_CONSTANT && nodes[right].kind == NODE_CONSTANT &&
      nodes[expected].kind == NODE_CONSTANT)
    return constant(walker, arithmetic_apply(arithmetic, nodes[left].number, nodes[right].number,
                                             nodes[expected].number));
  struct value_node node = blank_node(NODE_ARITHMETIC);
  node.arithmetic = arithmetic;
  node.left = left;
  node.right = right;
  node.expected = expected;
  return add_node(walker, &node);
}

static node_index operand_value(struct walker *walker, const struct position *position,
                                const struct operand *operand) {
  if (operand->kind == OPERAND_REGISTER) return position->registers[operand->index];
  return constant(walker, operand->kind == OPERAND_LOCATION ? address_of(operand->index) : operand->number);
}

static event_set operand_sources(const struct position *position, const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? position->sources[operand->index] : 0;
}

static void set_register(struct position *position, int reg, node_index value, event_set sources) {
  if (reg == NO_REGISTER) return;
  position->registers[reg] = value;
  position->sources[reg] = sources;
}

/* ---- events ---- */

static bool add_event(struct walker *walker, struct position *position, const struct path_event *event) {
  if (walker->path.events.length >= EVENTS_MAX)
    return fail(walker, event->instruction, "unsupported: more than 64 events");
  vector_push(walker->path.events, *event);
  if (event->kind == EVENT_WRITE || event->kind == EVENT_BARRIER) position->effects++;
  return true;
}

static struct path_event event_of(const struct position *position, const struct instruction *i, enum event_kind kind) {
  return (struct path_event){
    .kind = kind, .instruction = i, .ctrl = position->ctrl, .transaction = position->transaction,
    .location = i->address.kind == OPERAND_REGISTER ? position->location : i->address.index,
    .addr = operand_sources(position, &i->address)
  };
}

/* The read's value node, or none when the event does not fit. */
static bool add_read(struct walker *walker, struct position *position, const struct instruction *i, bool rmw,
                     node_index *value, event_set *self) {
  struct value_node node = blank_node(NODE_READ);
  struct path_event event = event_of(position, i, EVENT_READ);
  event.rmw = rmw;
  event.value = *value = add_node(walker, &node);
  if (!add_event(walker, position, &event)) return false;
  *self = event_bit((unsigned)walker->path.events.length - 1);
  return true;
}

static bool step_load(struct walker *walker, struct position *position, const struct instruction *i) {
  node_index value;
  event_set self;
  if (!add_read(walker, position, i, false, &value, &self)) return false;
  set_register(position, i->destination, value, self);
  return true;
}

static bool step_store(struct walker *walker, struct position *position, const struct instruction *i) {
  struct path_event event = event_of(position, i, EVENT_WRITE);
  event.value = operand_value(walker, position, &i->value);
  event.data = operand_sources(position, &i->value);
  return add_event(walker, position, &event);
}

static bool step_rmw(struct walker *walker, struct position *position, const struct instruction *i) {
  node_index old, right = operand_value(walker, position, &i->value);
  node_index expected = i->arithmetic == ARITHMETIC_CAS ? operand_value(walker, position, &i->left) : right;
  event_set self;
  if (!add_read(walker, position, i, true, &old, &self)) return false;
  if (i->arithmetic == ARITHMETIC_CAS)
    walker->path.events.items[walker->path.events.length - 1].compared = operand_sources(position, &i->left);
  struct path_event event = event_of(position, i, EVENT_WRITE);
  event.rmw = true;
  event.value = compute(walker, i->arithmetic, old, right, expected);
  event.data = operand_sources(position, &i->value);
  if (i->arithmetic != ARITHMETIC_MOVE) event.data |= self;
  if (i->arithmetic == ARITHMETIC_CAS) event.data |= operand_sources(position, &i->left);
  if (!add_event(walker, position, &event)) return false;
  set_register(position, i->destination, old, self);
  return true;
}

static bool step_barrier(struct walker *walker, struct position *position, const struct instruction *i) {
  struct path_event event = event_of(position, i, EVENT_BARRIER);
  event.id = operand_value(walker, position, &i->barrier_id);
  event.quorum = operand_value(walker, position, &i->barrier_quorum);
  return add_event(walker, position, &event);
}

static void step_compute(struct walker *walker, struct position *position, const struct instruction *i) {
  node_index right = operand_value(walker, position, &i->value);
  event_set sources = operand_sources(position, &i->value);
  node_index left = right;
  if (i->arithmetic != ARITHMETIC_MOVE) {
    left = operand_value(walker, position, &i->left);
    sources |= operand_sources(position, &i->left);
  }
  set_register(position, i->destination, compute(walker, i->arithmetic, left, right, right), sources);
}

/* Executes an instruction that does not divide the path. */
static bool step(struct walker *walker, struct position *position, const struct instruction *i) {
  switch (i->opcode) {
    case OP_LOAD: return step_load(walker, position, i);
    case OP_STORE: return step_store(walker, position, i);
    case OP_RMW: return step_rmw(walker, position, i);
    case OP_BARRIER: return step_barrier(walker, position, i);
    case OP_FENCE: {
      struct path_event event = event_of(position, i, EVENT_FENCE);
      return add_event(walker, position, &event);
    }
    case OP_COMPUTE: step_compute(walker, position, i); return true;
    case OP_TX_BEGIN:
      position->effects++;
      position->transaction = ++position->transactions;
      return true;
    case OP_TX_COMMIT: position->transaction = 0; return true;
    case OP_TX_ABORT: return fail(walker, i, "unsupported: aborting a transaction on the axiomatic side");
    default: return true;
  }
}

/* ---- paths ---- */

static void *copy_items(const void *items, size_t length, size_t size) {
  void *copy = memory_new(length ? length : 1, size);
  if (length) memcpy(copy, items, length * size);
  return copy;
}

static bool finish_path(struct walker *walker, const struct position *position, bool cut) {
  const struct path *path = &walker->path;
  struct path made = { .cut = cut };
  if (walker->paths->length >= PATHS_MAX)
    return fail(walker, &walker->thread->instructions[0], "unsupported: a thread with this many paths");
  made.events.items = copy_items(path->events.items, path->events.length, sizeof *path->events.items);
  made.nodes.items = copy_items(path->nodes.items, path->nodes.length, sizeof *path->nodes.items);
  made.conditions.items = copy_items(path->conditions.items, path->conditions.length, sizeof *path->conditions.items);
  made.events.length = path->events.length;
  made.nodes.length = path->nodes.length;
  made.conditions.length = path->conditions.length;
  made.registers = copy_items(position->registers, walker->thread->register_count, sizeof *made.registers);
  vector_push(*walker->paths, made);
  return true;
}

/* Did the round since the last time that this jump was taken do nothing? */
static bool round_was_idle(const struct walker *walker, const struct position *position,
                           const struct arrival *arrival, unsigned target) {
  if (arrival->effects != position->effects) return false;
  for (unsigned r = 0; r < walker->thread->register_count; r++)
    if (walker->live[target] >> r & 1 && arrival->registers[r] != position->registers[r]) return false;
  return true;
}

/* Goes on at `target`; a backward jump only so often. */
static bool jump(struct walker *walker, struct position *position, unsigned target) {
  unsigned at = position->at;
  position->at = target;
  if (target > at) return walk(walker, position);
  struct arrival *arrival = &walker->arrivals[at], before = *arrival;
  if (arrival->taken == walker->unroll)
    return round_was_idle(walker, position, arrival, target) || finish_path(walker, position, true);
  arrival->taken++;
  arrival->effects = position->effects;
  memcpy(arrival->registers, position->registers, sizeof arrival->registers);
  bool good = walk(walker, position);
  *arrival = before;
  return good;
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

/* Both ways, or the only one when the values are constants. */
static bool branch(struct walker *walker, struct position *position, const struct instruction *i) {
  struct branch_condition condition = { .comparison = i->comparison };
  condition.left = operand_value(walker, position, &i->left);
  condition.right = operand_value(walker, position, &i->value);
  if (i->join && position->join_count == JOINS_MAX) return fail(walker, i, "unsupported: branches nested this deeply");
  if (i->join) {
    position->joins[position->join_count].at = i->join;
    position->joins[position->join_count++].ctrl = position->ctrl;
  }
  position->ctrl |= operand_sources(position, &i->left) | operand_sources(position, &i->value);
  const struct value_node *left = &walker->path.nodes.items[condition.left];
  const struct value_node *right = &walker->path.nodes.items[condition.right];
  bool fixed = left->kind == NODE_CONSTANT && right->kind == NODE_CONSTANT;
  bool fixed_answer = fixed && comparison_apply(i->comparison, left->number, right->number);
  note_lengths(walker, position);
  for (unsigned way = 0; way < 2; way++) {
    condition.holds = way;
    if (fixed && fixed_answer != condition.holds) continue;
    struct position there = *position;
    if (!fixed) vector_push(walker->path.conditions, condition);
    bool good = jump(walker, &there, condition.holds ? i->target : there.at + 1);
    back_to(walker, position);
    if (!good) return false;
  }
  return true;
}

/* A compare-and-swap that writes only where it finds what it expects: both ways, or one. */
static bool step_compare(struct walker *walker, struct position *position, const struct instruction *i) {
  struct branch_condition condition = { .comparison = COMPARE_EQ };
  note_lengths(walker, position);
  for (unsigned way = i->must_succeed; way < 2; way++) {
    struct position there = *position;
    event_set self;
    condition.holds = way;
    condition.right = operand_value(walker, &there, &i->left);
    if (!add_read(walker, &there, i, true, &condition.left, &self)) return false;
    struct path_event *read = &walker->path.events.items[walker->path.events.length - 1];
    read->compared = operand_sources(&there, &i->left);
    read->failed = !condition.holds;
    vector_push(walker->path.conditions, condition);
    if (condition.holds) {
      struct path_event event = event_of(&there, i, EVENT_WRITE);
      event.rmw = true;
      event.value = operand_value(walker, &there, &i->value);
      event.data = operand_sources(&there, &i->value);
      if (!add_event(walker, &there, &event)) return false;
    }
    set_register(&there, i->destination, condition.left, self);
    there.at++;
    bool good = walk(walker, &there);
    back_to(walker, position);
    if (!good) return false;
  }
  return true;
}

static bool is_access(const struct instruction *i) {
  return i->opcode == OP_LOAD || i->opcode == OP_STORE || i->opcode == OP_RMW;
}

static bool divides(const struct instruction *i) {
  return i->opcode == OP_RMW && i->arithmetic == ARITHMETIC_CAS && (i->may_fail || i->must_succeed);
}

/* An access whose address is in a register: one way for each location that it might be.  A value that is no address
 * ends the path: no execution goes on from there. */
static bool step_through_pointer(struct walker *walker, struct position *position, const struct instruction *i) {
  struct branch_condition condition = { .comparison = COMPARE_EQ, .holds = true };
  condition.left = position->registers[i->address.index];
  struct value_node pointer = walker->path.nodes.items[condition.left];
  note_lengths(walker, position);
  for (unsigned location = 0; location < walker->program->location_count; location++) {
    struct position there = *position;
    if (pointer.kind == NODE_CONSTANT ? pointer.number != address_of(location) : !(walker->pointed >> location & 1))
      continue;
    there.location = location;
    condition.right = constant(walker, address_of(location));
    if (pointer.kind != NODE_CONSTANT) vector_push(walker->path.conditions, condition);
    bool good = divides(i) ? step_compare(walker, &there, i) : step(walker, &there, i);
    there.at++;
    if (good && !divides(i)) good = walk(walker, &there);
    back_to(walker, position);
    if (!good) return false;
  }
  return true;
}

static bool walk(struct walker *walker, struct position *position) {
  while (position->at < walker->thread->length) {
    const struct instruction *i = &walker->thread->instructions[position->at];
    while (position->join_count && position->joins[position->join_count - 1].at == position->at)
      position->ctrl = position->joins[--position->join_count].ctrl;
    if (++position->steps > STEPS_MAX || walker->path.nodes.length > NODES_MAX)
      return fail(walker, i, "unsupported: a path this long");
    if (i->opcode == OP_BRANCH) return branch(walker, position, i);
    if (i->opcode == OP_GOTO) return jump(walker, position, i->target);
    if (is_access(i) && i->address.kind == OPERAND_REGISTER) return step_through_pointer(walker, position, i);
    if (divides(i)) return step_compare(walker, position, i);
    if (!step(walker, position, i)) return false;
    position->at++;
  }
  return finish_path(walker, position, false);
}

static uint64_t pointed_by(const struct operand *operand) {
  return operand->kind == OPERAND_LOCATION ? (uint64_t)1 << operand->index : 0;
}

static uint64_t pointed_locations(const struct program *program) {
  uint64_t pointed = 0;
  for (unsigned i = 0; i < program->location_count; i++) {
    int location = location_at(program, program->locations[i].initial);
    if (location >= 0) pointed |= (uint64_t)1 << location;
  }
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    for (unsigned r = 0; r < thread->register_count; r++) {
      int location = location_at(program, thread->registers[r].initial);
      if (location >= 0) pointed |= (uint64_t)1 << location;
    }
    for (unsigned k = 0; k < thread->length; k++)
      pointed |= pointed_by(&thread->instructions[k].left) | pointed_by(&thread->instructions[k].value);
  }
  return pointed;
}

bool unfold(const struct program *program, unsigned index, unsigned unroll, struct paths *paths,
            struct diagnostic *error) {
  const struct thread *thread = &program->threads[index];
  struct walker walker = {
    .program = program, .thread = thread, .unroll = unroll, .paths = paths, .error = error,
    .pointed = pointed_locations(program),
    .live = memory_new(thread->length + 1, sizeof(uint64_t)),
    .arrivals = memory_new(thread->length + 1, sizeof(struct arrival))
  };
  struct position start;
  memset(&start, 0, sizeof start);
  liveness(program, index, walker.live);
  for (unsigned r = 0; r < thread->register_count; r++)
    start.registers[r] = constant(&walker, thread->registers[r].initial);
  bool good = walk(&walker, &start);
  vector_free(walker.path.events);
  vector_free(walker.path.nodes);
  vector_free(walker.path.conditions);
  memory_free(walker.live);
  memory_free(walker.arrivals);
  return good;
}

void paths_free(struct paths *paths) {
  for (size_t i = 0; i < paths->length; i++) {
    struct path *path = &paths->items[i];
    vector_free(path->events);
    vector_free(path->nodes);
    vector_free(path->conditions);
    memory_free(path->registers);
  }
  vector_free(*paths);
}
