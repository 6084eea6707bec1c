/* The steps of a path: the values that instructions compute, and their events.
 *
 * A value that can be computed at once is.  One that does not depend on an operand (x xor x, 0 * x)
 * is computed without it, but keeps the syntactic dependency. */
#include "axiom/unfold_step.h"

#include <string.h>

bool unfold_fail(const struct walker *walker, const struct instruction *at, const char *message) {
  return diagnostic_of_file(walker->error, "%s:%u:%u: %s",
                            walker->program->path ? walker->program->path : "", at->line,
                            at->column, message);
}

/* ---- values ---- */

static node_index add_node(struct walker *walker, const struct value_node *node) {
  if (node->kind != NODE_READ) /* equal values are one node, so an idle round is seen */
    for (size_t i = 0; i < walker->path.nodes.length; i++)
      if (memcmp(&walker->path.nodes.items[i], node, sizeof *node) == 0) return (node_index)i;
  vector_push(walker->path.nodes, *node);
  return (node_index)(walker->path.nodes.length - 1);
}

static struct value_node blank_node(enum node_kind kind) {
  struct value_node node;
  memset(&node, 0, sizeof node); /* with the padding: nodes are compared as bytes */
  node.kind = kind;
  return node;
}

node_index unfold_constant(struct walker *walker, int64_t number) {
  struct value_node node = blank_node(NODE_CONSTANT);
  node.number = number;
  return add_node(walker, &node);
}

static bool is_constant(const struct walker *walker, node_index node, int64_t number) {
  return walker->path.nodes.items[node].kind == NODE_CONSTANT &&
         walker->path.nodes.items[node].number == number;
}

/* Does the type hold the node's value as it is? */
static bool is_held(const struct walker *walker, struct type type, node_index index) {
  const struct value_node *node = &walker->path.nodes.items[index];
  unsigned bytes = node->type.bytes;
  bool has_sign = node->type.has_sign;
  if (node->kind == NODE_ARITHMETIC &&
      (node->arithmetic == ARITHMETIC_ZERO_EXTEND || node->arithmetic == ARITHMETIC_SIGN_EXTEND)) {
    bytes = (unsigned)walker->path.nodes.items[node->left].number;
    has_sign = node->arithmetic == ARITHMETIC_SIGN_EXTEND;
  } else if (node->kind == NODE_ARITHMETIC && node->arithmetic >= ARITHMETIC_EQ &&
             node->arithmetic <= ARITHMETIC_GE) {
    return true;
  }
  return bytes &&
         (type.has_sign == has_sign ? bytes <= type.bytes : type.has_sign && bytes < type.bytes);
}

static bool is_extended(const struct value_node *nodes, node_index index, unsigned bytes) {
  const struct value_node *node = &nodes[index];
  bool extends = node->kind == NODE_ARITHMETIC && (node->arithmetic == ARITHMETIC_ZERO_EXTEND ||
                                                   node->arithmetic == ARITHMETIC_SIGN_EXTEND);
  return extends && nodes[node->left].number >= bytes;
}

/* The value as the type holds it; the same node if that cannot change it. */
static node_index held(struct walker *walker, struct type type, node_index value) {
  if (!type.bytes || type.bytes == 8) return value;
  while (is_extended(walker->path.nodes.items, value, type.bytes))
    value = walker->path.nodes.items[value].right;
  if (is_held(walker, type, value)) return value;
  enum arithmetic arithmetic = type.has_sign ? ARITHMETIC_SIGN_EXTEND : ARITHMETIC_ZERO_EXTEND;
  node_index bytes = unfold_constant(walker, type.bytes);
  struct value_node node = blank_node(NODE_ARITHMETIC);
  node.arithmetic = arithmetic;
  node.left = bytes;
  node.right = node.expected = value;
  int64_t number = walker->path.nodes.items[value].number;
  bool is_known = walker->path.nodes.items[value].kind == NODE_CONSTANT &&
                  !cuts_address(arithmetic, type.bytes, number);
  return is_known ? unfold_constant(walker, type_holds(type, number)) : add_node(walker, &node);
}

node_index unfold_compute(struct walker *walker, enum arithmetic arithmetic, node_index left,
                          node_index right, node_index expected) {
  if (arithmetic == ARITHMETIC_MOVE) return right;
  bool extends = arithmetic == ARITHMETIC_ZERO_EXTEND || arithmetic == ARITHMETIC_SIGN_EXTEND;
  if (extends && walker->path.nodes.items[left].kind == NODE_CONSTANT) {
    struct type type = { .bytes = (unsigned char)walker->path.nodes.items[left].number,
                         .has_sign = arithmetic == ARITHMETIC_SIGN_EXTEND };
    return held(walker, type, right);
  }
  const struct value_node *nodes = walker->path.nodes.items;
  if (nodes[left].kind == NODE_CONSTANT && nodes[right].kind == NODE_CONSTANT &&
      nodes[expected].kind == NODE_CONSTANT &&
      !cuts_address(arithmetic, nodes[left].number, nodes[right].number))
    return unfold_constant(walker, arithmetic_apply(arithmetic, nodes[left].number,
                                                    nodes[right].number, nodes[expected].number));
  bool zero_left = is_constant(walker, left, 0), zero_right = is_constant(walker, right, 0);
  if ((arithmetic == ARITHMETIC_XOR || arithmetic == ARITHMETIC_SUB) && left == right)
    return unfold_constant(walker, 0);
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
  return unfold_constant(walker, operand->kind == OPERAND_LOCATION
                                     ? address_of(operand->index) + operand->number
                                     : operand->number);
}

event_set unfold_sources(const struct position *position, const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? position->sources[operand->index] : 0;
}

event_set unfold_picks(const struct position *position, const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? position->picks[operand->index] : 0;
}

void unfold_set(struct position *position, int reg, node_index value, event_set sources,
                event_set picks) {
  if (reg == NO_REGISTER) return;
  position->picks[reg] = picks | position->picking;
  position->registers[reg] = value;
  position->sources[reg] = sources;
}

/* ---- events ---- */

/* If bytes are not counted, an access names an element. */
static bool is_beyond(const struct walker *walker, const struct path_event *event) {
  return event->offset < 0 ||
         event->offset >= (int64_t)walker->program->locations[event->location].elements;
}

bool unfold_add(struct walker *walker, struct position *position, const struct path_event *event) {
  if (walker->path.events.length >= EVENTS_MAX)
    return unfold_fail(walker, event->instruction, "unsupported: more than 64 events");
  if (!event->size && event->offset && is_beyond(walker, event))
    return unfold_fail(walker, event->instruction, "an access beyond the end of what it names");
  vector_push(walker->path.events, *event);
  if (event->kind == EVENT_WRITE || event->kind == EVENT_BARRIER) position->effects++;
  return true;
}

struct path_event unfold_event(const struct position *position, const struct instruction *i,
                               enum event_kind kind) {
  bool computed = i->address.kind == OPERAND_REGISTER;
  struct path_event event = { .kind = kind,
                              .instruction = i,
                              .instance = position->steps,
                              .ctrl = position->ctrl,
                              .transaction = position->transaction,
                              .location = computed ? position->location : i->address.index,
                              .offset = computed ? position->offset : i->address.number,
                              .size = i->size,
                              .addr = unfold_sources(position, &i->address) };
  event.cell = event.location;
  return event;
}

static bool add_register(struct walker *walker, struct position *position,
                         const struct instruction *i, const struct operand *operand, bool stored,
                         bool controls) {
  struct path_event event = unfold_event(position, i, EVENT_REGISTER);
  event.data = unfold_sources(position, operand);
  event.picked = unfold_picks(position, operand);
  event.stored = stored;
  event.controls = controls;
  event.addr = 0;
  bool seen = walker->program->registers_are_events && (event.data || event.picked);
  return !seen || unfold_add(walker, position, &event);
}

bool unfold_registers(struct walker *walker, struct position *position, const struct instruction *i,
                      bool stores) {
  return add_register(walker, position, i, &i->address, false, false) &&
         (!stores || add_register(walker, position, i, &i->value, true, false));
}

bool unfold_compared(struct walker *walker, struct position *position,
                     const struct instruction *i) {
  return add_register(walker, position, i, &i->left, true, true);
}

/* The type of the contents of the access's cell. */
static struct type cell_type(const struct walker *walker, const struct path_event *event) {
  struct type type = type_moved(event->instruction, &walker->program->locations[event->location]);
  if (event->size && walker->cells)
    type.bytes = (unsigned char)walker->cells->items[event->cell].size;
  return type;
}

/* Adds one read of the event's cell. */
static bool add_read(struct walker *walker, struct position *position, struct path_event *event,
                     node_index *value, event_set *self) {
  struct value_node node = blank_node(NODE_READ);
  node.type.bytes = cell_type(walker, event).bytes;
  node.type.has_sign = cell_type(walker, event).has_sign;
  event->value = *value = add_node(walker, &node);
  if (!unfold_add(walker, position, event)) return false;
  *self |= event_bit((unsigned)walker->path.events.length - 1);
  return true;
}

/* The cell of an access, or the first of several. */
static int first_cell(const struct walker *walker, const struct path_event *event, bool *several) {
  *several = false;
  if (!walker->cells) return (int)event->location;
  int cell = cell_at(walker->cells, event->location, event->offset);
  *several = cell >= 0 && walker->cells->items[cell].torn;
  return cell;
}

bool unfold_rmw_read(struct walker *walker, struct position *position, const struct instruction *i,
                     node_index *value, event_set *self) {
  struct path_event event = unfold_event(position, i, EVENT_READ);
  bool several;
  event.cell = (unsigned)first_cell(walker, &event, &several);
  if (several)
    return unfold_fail(walker, i,
                       "unsupported: an atomic read-modify-write among accesses of mixed size");
  event.rmw = true;
  *self = 0;
  return add_read(walker, position, &event, value, self);
}

bool unfold_rmw_write(struct walker *walker, struct position *position, struct path_event *write) {
  unsigned at = (unsigned)walker->path.events.length - 1;
  struct path_event *read = &walker->path.events.items[at];
  write->cell = read->cell;
  write->rmw = true;
  if (!walker->how.updates) return unfold_add(walker, position, write);
  read->kind = EVENT_UPDATE;
  read->written = write->value;
  read->data = write->data & ~event_bit(at);
  position->effects++;
  return true;
}

static bool has_own_cell(const struct walker *walker, const struct path_event *access,
                         unsigned cell) {
  return walker->cells->items[cell].size == access->size;
}

/* Adds the reads of a load from its cells, and puts their bytes together. */
static bool load_pieces(struct walker *walker, struct position *position,
                        const struct path_event *access, unsigned cell, node_index *value,
                        event_set *self) {
  const struct cells *cells = walker->cells;
  if (has_own_cell(walker, access, cell)) {
    struct path_event event = *access;
    return add_read(walker, position, &event, value, self);
  }
  *value = unfold_constant(walker, 0);
  for (; cell_inside(cells, cell, access->location, access->offset, access->size); cell++) {
    struct path_event event = *access;
    node_index piece,
        distance = unfold_constant(walker, 8 * (cells->items[cell].offset - access->offset));
    event.cell = cell;
    if (!add_read(walker, position, &event, &piece, self)) return false;
    piece = unfold_compute(walker, ARITHMETIC_SHIFT_LEFT, piece, distance, distance);
    *value = unfold_compute(walker, ARITHMETIC_OR, *value, piece, piece);
  }
  return true;
}

node_index unfold_extended(struct walker *walker, const struct instruction *i, node_index value) {
  return held(walker, (struct type){ .bytes = (unsigned char)i->size, .has_sign = i->sign_extends },
              value);
}

static bool step_load(struct walker *walker, struct position *position,
                      const struct instruction *i) {
  node_index value;
  event_set self = 0;
  bool several;
  if (!unfold_registers(walker, position, i, false)) return false;
  unsigned first = (unsigned)walker->path.events.length;
  struct path_event event = unfold_event(position, i, EVENT_READ);
  int cell = first_cell(walker, &event, &several);
  event.cell = (unsigned)cell;
  if (several ? !load_pieces(walker, position, &event, (unsigned)cell, &value, &self)
              : !add_read(walker, position, &event, &value, &self))
    return false;
  unfold_set(position, i->destination, unfold_extended(walker, i, value), self, 0);
  if (!i->exclusive) return true;
  position->reserved = first + 1;
  position->reserved_at.location = event.location;
  position->reserved_at.offset = event.offset;
  position->reserved_at.size = event.size;
  return true;
}

/* Adds the writes of a store to its cells, each of some bytes of the value. */
static bool store_pieces(struct walker *walker, struct position *position,
                         const struct path_event *access, unsigned cell) {
  const struct cells *cells = walker->cells;
  if (has_own_cell(walker, access, cell)) {
    struct path_event event = *access;
    event.value = held(walker, cell_type(walker, &event), event.value);
    return unfold_add(walker, position, &event);
  }
  for (; cell_inside(cells, cell, access->location, access->offset, access->size); cell++) {
    struct path_event event = *access;
    unsigned size = cells->items[cell].size;
    node_index distance = unfold_constant(walker, 8 * (cells->items[cell].offset - access->offset));
    event.cell = cell;
    event.part = true;
    event.whole = access->value;
    event.value = unfold_compute(walker, ARITHMETIC_SHIFT_RIGHT, access->value, distance, distance);
    node_index mask = size < 8 ? unfold_constant(walker, ((int64_t)1 << 8 * size) - 1) : 0;
    if (size < 8) event.value = unfold_compute(walker, ARITHMETIC_AND, event.value, mask, mask);
    if (!unfold_add(walker, position, &event)) return false;
  }
  return true;
}

node_index unfold_moved(struct walker *walker, const struct position *position,
                        const struct instruction *i, node_index value) {
  unsigned location = i->address.kind == OPERAND_REGISTER ? position->location : i->address.index;
  return held(walker, type_moved(i, &walker->program->locations[location]), value);
}

bool unfold_store(struct walker *walker, struct position *position, const struct instruction *i) {
  bool several;
  if (!unfold_registers(walker, position, i, true)) return false;
  struct path_event event = unfold_event(position, i, EVENT_WRITE);
  int cell = first_cell(walker, &event, &several);
  event.cell = (unsigned)cell;
  event.value = unfold_operand(walker, position, &i->value);
  event.data = unfold_sources(position, &i->value);
  if (several) return store_pieces(walker, position, &event, (unsigned)cell);
  event.value = unfold_moved(walker, position, i, event.value);
  return unfold_add(walker, position, &event);
}

bool unfold_fenced(struct walker *walker, struct position *position, const struct instruction *i) {
  struct path_event event = unfold_event(position, i, EVENT_FENCE);
  return !(i->tags & walker->how.fenced) || unfold_add(walker, position, &event);
}

static bool step_rmw(struct walker *walker, struct position *position,
                     const struct instruction *i) {
  node_index old, right = unfold_operand(walker, position, &i->value);
  bool third = i->arithmetic == ARITHMETIC_CAS || i->left.kind == OPERAND_CONSTANT;
  node_index expected = third ? unfold_operand(walker, position, &i->left) : right;
  event_set self;
  if (!unfold_fenced(walker, position, i) || !unfold_registers(walker, position, i, true) ||
      !unfold_rmw_read(walker, position, i, &old, &self))
    return false;
  if (i->arithmetic == ARITHMETIC_CAS) expected = unfold_moved(walker, position, i, expected);
  if (i->whole)
    walker->path.events.items[walker->path.events.length - 1].addr |=
        unfold_sources(position, &i->value);
  if (i->arithmetic == ARITHMETIC_CAS)
    walker->path.events.items[walker->path.events.length - 1].compared =
        unfold_sources(position, &i->left);
  struct path_event event = unfold_event(position, i, EVENT_WRITE);
  event.value = unfold_moved(walker, position, i,
                             unfold_compute(walker, i->arithmetic, old, right, expected));
  event.data = unfold_sources(position, &i->value);
  if (i->arithmetic != ARITHMETIC_MOVE) event.data |= self;
  if (i->arithmetic == ARITHMETIC_CAS) event.data |= unfold_sources(position, &i->left);
  if (!unfold_rmw_write(walker, position, &event) || !unfold_fenced(walker, position, i))
    return false;
  unfold_set(position, i->destination, unfold_extended(walker, i, old), self, 0);
  return true;
}

static bool step_barrier(struct walker *walker, struct position *position,
                         const struct instruction *i) {
  struct path_event event = unfold_event(position, i, EVENT_BARRIER);
  event.id = unfold_operand(walker, position, &i->barrier_id);
  event.quorum = unfold_operand(walker, position, &i->barrier_quorum);
  return unfold_add(walker, position, &event);
}

static void step_compute(struct walker *walker, struct position *position,
                         const struct instruction *i) {
  node_index right = unfold_operand(walker, position, &i->value);
  event_set sources = unfold_sources(position, &i->value),
            picks = unfold_picks(position, &i->value);
  node_index left = right;
  if (i->arithmetic != ARITHMETIC_MOVE) {
    left = unfold_operand(walker, position, &i->left);
    sources |= unfold_sources(position, &i->left);
    picks |= unfold_picks(position, &i->left);
  }
  unfold_set(position, i->destination, unfold_compute(walker, i->arithmetic, left, right, right),
             sources, picks);
}

void unfold_count(struct walker *walker, struct position *position, const struct instruction *i) {
  if (i->destination != NO_REGISTER) step_compute(walker, position, i);
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
  case OP_TX_COMMIT:
    position->transaction = 0;
    unfold_count(walker, position, i);
    return true;
  default: return true;
  }
}
