/* The steps of a path: the values that instructions compute, and the events that they are.
 *
 * Values are symbolic (paths.h).  What can be computed at once is; what does not depend on an operand (x xor x, 0 * x)
 * is computed without it, though it depends on it syntactically. */
#include "axiom/unfold.h"

#include <string.h>

bool unfold_fail(const struct walker *walker, const struct instruction *at, const char *message) {
  return diagnose_plain(walker->error, "%s:%u:%u: %s", walker->program->path ? walker->program->path : "", at->line,
                        at->column, message);
}

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

node_index unfold_constant(struct walker *walker, int64_t number) {
  struct value_node node = blank_node(NODE_CONSTANT);
  node.number = number;
  return add_node(walker, &node);
}

static bool is_constant(const struct walker *walker, node_index node, int64_t number) {
  return walker->path.nodes.items[node].kind == NODE_CONSTANT && walker->path.nodes.items[node].number == number;
}

node_index unfold_compute(struct walker *walker, enum arithmetic arithmetic, node_index left, node_index right,
                          node_index expected) {
  if (arithmetic == ARITHMETIC_MOVE) return right;
  const struct value_node *nodes = walker->path.nodes.items;
  if (nodes[left].kind == NODE_CONSTANT && nodes[right].kind == NODE_CONSTANT &&
      nodes[expected].kind == NODE_CONSTANT)
    return unfold_constant(walker, arithmetic_apply(arithmetic, nodes[left].number, nodes[right].number,
                                             nodes[expected].number));
  bool zero_left = is_constant(walker, left, 0), zero_right = is_constant(walker, right, 0);
  if ((arithmetic == ARITHMETIC_XOR || arithmetic == ARITHMETIC_SUB) && left == right) return unfold_constant(walker, 0);
  if ((arithmetic == ARITHMETIC_AND || arithmetic == ARITHMETIC_MUL) && (zero_left || zero_right))
    return unfold_constant(walker, 0);
  if (arithmetic == ARITHMETIC_ADD || arithmetic == ARITHMETIC_OR || arithmetic == ARITHMETIC_XOR) {
    if (zero_left) return right;
    if (zero_right) return left;
  }
  struct value_node node = blank_node(NODE_ARITHMETIC);
  node.arithmetic = arithmetic;
  node.left = left;
  node.right = right;
  node.expected = expected;
  return add_node(walker, &node);
}

node_index unfold_operand(struct walker *walker, const struct position *position,
                                const struct operand *operand) {
  if (operand->kind == OPERAND_REGISTER) return position->registers[operand->index];
  return unfold_constant(walker, operand->kind == OPERAND_LOCATION ? address_of(operand->index) : operand->number);
}

event_set unfold_sources(const struct position *position, const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? position->sources[operand->index] : 0;
}

void unfold_set(struct position *position, int reg, node_index value, event_set sources) {
  if (reg == NO_REGISTER) return;
  position->registers[reg] = value;
  position->sources[reg] = sources;
}

/* ---- events ---- */

bool unfold_add(struct walker *walker, struct position *position, const struct path_event *event) {
  if (walker->path.events.length >= EVENTS_MAX)
    return unfold_fail(walker, event->instruction, "unsupported: more than 64 events");
  vector_push(walker->path.events, *event);
  if (event->kind == EVENT_WRITE || event->kind == EVENT_BARRIER) position->effects++;
  return true;
}

struct path_event unfold_event(const struct position *position, const struct instruction *i, enum event_kind kind) {
  return (struct path_event){
    .kind = kind, .instruction = i, .instance = position->steps, .ctrl = position->ctrl, .transaction = position->transaction,
    .location = i->address.kind == OPERAND_REGISTER ? position->location : i->address.index,
    .addr = unfold_sources(position, &i->address)
  };
}

bool unfold_registers(struct walker *walker, struct position *position, const struct instruction *i) {
  event_set sources[2] = { unfold_sources(position, &i->address), unfold_sources(position, &i->value) };
  if (!walker->program->registers_are_events) return true;
  for (unsigned k = 0; k < 2; k++) {
    struct path_event event = unfold_event(position, i, EVENT_REGISTER);
    event.data = sources[k];
    event.stored = k;
    event.addr = 0;
    if (sources[k] && !unfold_add(walker, position, &event)) return false;
  }
  return true;
}

bool unfold_read(struct walker *walker, struct position *position, const struct instruction *i, bool rmw,
                     node_index *value, event_set *self) {
  struct value_node node = blank_node(NODE_READ);
  struct path_event event = unfold_event(position, i, EVENT_READ);
  event.rmw = rmw;
  event.value = *value = add_node(walker, &node);
  if (!unfold_add(walker, position, &event)) return false;
  *self = event_bit((unsigned)walker->path.events.length - 1);
  return true;
}

static bool step_load(struct walker *walker, struct position *position, const struct instruction *i) {
  node_index value;
  event_set self;
  if (!unfold_registers(walker, position, i) || !unfold_read(walker, position, i, false, &value, &self)) return false;
  unfold_set(position, i->destination, value, self);
  if (i->exclusive) {
    position->reserved = (unsigned)walker->path.events.length;
    position->reserved_location = walker->path.events.items[position->reserved - 1].location;
  }
  return true;
}

bool unfold_store(struct walker *walker, struct position *position, const struct instruction *i) {
  if (!unfold_registers(walker, position, i)) return false;
  struct path_event event = unfold_event(position, i, EVENT_WRITE);
  event.value = unfold_operand(walker, position, &i->value);
  event.data = unfold_sources(position, &i->value);
  return unfold_add(walker, position, &event);
}

static bool step_rmw(struct walker *walker, struct position *position, const struct instruction *i) {
  node_index old, right = unfold_operand(walker, position, &i->value);
  node_index expected = i->arithmetic == ARITHMETIC_CAS ? unfold_operand(walker, position, &i->left) : right;
  event_set self;
  if (!unfold_registers(walker, position, i) || !unfold_read(walker, position, i, true, &old, &self)) return false;
  if (i->whole)
    walker->path.events.items[walker->path.events.length - 1].addr |= unfold_sources(position, &i->value);
  if (i->arithmetic == ARITHMETIC_CAS)
    walker->path.events.items[walker->path.events.length - 1].compared = unfold_sources(position, &i->left);
  struct path_event event = unfold_event(position, i, EVENT_WRITE);
  event.rmw = true;
  event.value = unfold_compute(walker, i->arithmetic, old, right, expected);
  event.data = unfold_sources(position, &i->value);
  if (i->arithmetic != ARITHMETIC_MOVE) event.data |= self;
  if (i->arithmetic == ARITHMETIC_CAS) event.data |= unfold_sources(position, &i->left);
  if (!unfold_add(walker, position, &event)) return false;
  unfold_set(position, i->destination, old, self);
  return true;
}

static bool step_barrier(struct walker *walker, struct position *position, const struct instruction *i) {
  struct path_event event = unfold_event(position, i, EVENT_BARRIER);
  event.id = unfold_operand(walker, position, &i->barrier_id);
  event.quorum = unfold_operand(walker, position, &i->barrier_quorum);
  return unfold_add(walker, position, &event);
}

static void step_compute(struct walker *walker, struct position *position, const struct instruction *i) {
  node_index right = unfold_operand(walker, position, &i->value);
  event_set sources = unfold_sources(position, &i->value);
  node_index left = right;
  if (i->arithmetic != ARITHMETIC_MOVE) {
    left = unfold_operand(walker, position, &i->left);
    sources |= unfold_sources(position, &i->left);
  }
  unfold_set(position, i->destination, unfold_compute(walker, i->arithmetic, left, right, right), sources);
}

bool unfold_step(struct walker *walker, struct position *position, const struct instruction *i) {
  switch (i->opcode) {
    case OP_LOAD: return step_load(walker, position, i);
    case OP_STORE: return unfold_store(walker, position, i);
    case OP_RMW: return step_rmw(walker, position, i);
    case OP_BARRIER: return step_barrier(walker, position, i);
    case OP_FENCE: {
      struct path_event event = unfold_event(position, i, EVENT_FENCE);
      return unfold_add(walker, position, &event);
    }
    case OP_COMPUTE: step_compute(walker, position, i); return true;
    case OP_TX_BEGIN:
      position->effects++;
      position->transaction = ++position->transactions;
      return true;
    case OP_TX_COMMIT: position->transaction = 0; return true;
    default: return true;
  }
}
