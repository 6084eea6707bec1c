/* The steps of a path: the values that instructions compute, and their events.
 *
 * A value is computed at once if it can be. One that does not depend on an operand (x xor x, 0 * x)
 * is computed without it, but keeps the syntactic dependency. */
#include "axiom/unfold.h"
#include "axiom/unfold_step.h"

#include <string.h>

bool unfold_fail(const struct walker *w, const struct instruction *at, const char *message) {
  return diagnostic_of_file(w->error, "%s:%u:%u: %s", w->program->path ? w->program->path : "",
                            at->line, at->column, message);
}

/* ---- values ---- */

static node_index add_node(struct walker *w, const struct value_node *node) {
  if (node->kind != NODE_READ) /* equal values are one node, so an idle round is seen */
    for (size_t i = 0; i < w->path.nodes.length; i++)
      if (memcmp(&w->path.nodes.items[i], node, sizeof *node) == 0) return (node_index)i;
  vector_push(w->path.nodes, *node);
  return (node_index)(w->path.nodes.length - 1);
}

static struct value_node blank_node(enum node_kind kind) {
  struct value_node node;
  memset(&node, 0, sizeof node); /* with the padding: nodes are compared as bytes */
  node.kind = kind;
  return node;
}

node_index unfold_constant(struct walker *w, int64_t number) {
  struct value_node node = blank_node(NODE_CONSTANT);
  node.number = number;
  return add_node(w, &node);
}

static bool is_constant(const struct walker *w, node_index node, int64_t number) {
  return w->path.nodes.items[node].kind == NODE_CONSTANT &&
         w->path.nodes.items[node].number == number;
}

/* Does the type hold the node's value as it is? */
static bool is_held(const struct walker *w, struct type type, node_index index) {
  const struct value_node *node = &w->path.nodes.items[index];
  unsigned bytes = node->type.bytes;
  bool has_sign = node->type.has_sign;
  if (node->kind == NODE_ARITHMETIC &&
      (node->arithmetic == ARITHMETIC_ZERO_EXTEND || node->arithmetic == ARITHMETIC_SIGN_EXTEND)) {
    bytes = (unsigned)w->path.nodes.items[node->left].number;
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
static node_index held(struct walker *w, struct type type, node_index value) {
  if (!type.bytes || type.bytes == 8) return value;
  while (is_extended(w->path.nodes.items, value, type.bytes))
    value = w->path.nodes.items[value].right;
  if (is_held(w, type, value)) return value;
  enum arithmetic arithmetic = type.has_sign ? ARITHMETIC_SIGN_EXTEND : ARITHMETIC_ZERO_EXTEND;
  node_index bytes = unfold_constant(w, type.bytes);
  struct value_node node = blank_node(NODE_ARITHMETIC);
  node.arithmetic = arithmetic;
  node.left = bytes;
  node.right = node.expected = value;
  int64_t number = w->path.nodes.items[value].number;
  bool is_known = w->path.nodes.items[value].kind == NODE_CONSTANT &&
                  !cuts_address(arithmetic, type.bytes, number);
  return is_known ? unfold_constant(w, type_holds(type, number)) : add_node(w, &node);
}

node_index unfold_compute(struct walker *w, enum arithmetic arithmetic, node_index left,
                          node_index right, node_index expected) {
  if (arithmetic == ARITHMETIC_MOVE) return right;
  bool extends = arithmetic == ARITHMETIC_ZERO_EXTEND || arithmetic == ARITHMETIC_SIGN_EXTEND;
  if (extends && w->path.nodes.items[left].kind == NODE_CONSTANT) {
    struct type type = { .bytes = (unsigned char)w->path.nodes.items[left].number,
                         .has_sign = arithmetic == ARITHMETIC_SIGN_EXTEND };
    return held(w, type, right);
  }
  const struct value_node *nodes = w->path.nodes.items;
  if (nodes[left].kind == NODE_CONSTANT && nodes[right].kind == NODE_CONSTANT &&
      nodes[expected].kind == NODE_CONSTANT &&
      !cuts_address(arithmetic, nodes[left].number, nodes[right].number))
    return unfold_constant(w, arithmetic_apply(arithmetic, nodes[left].number, nodes[right].number,
                                               nodes[expected].number));
  bool zero_left = is_constant(w, left, 0), zero_right = is_constant(w, right, 0);
  if ((arithmetic == ARITHMETIC_XOR || arithmetic == ARITHMETIC_SUB) && left == right)
    return unfold_constant(w, 0);
  if ((arithmetic == ARITHMETIC_AND || arithmetic == ARITHMETIC_MUL) && (zero_left || zero_right))
    return unfold_constant(w, 0);
  if (arithmetic == ARITHMETIC_ADD || arithmetic == ARITHMETIC_OR || arithmetic == ARITHMETIC_XOR) {
    if (zero_left) return right;
    if (zero_right) return left;
  }
  struct value_node node = blank_node(NODE_ARITHMETIC);
  node.arithmetic = arithmetic;
  node.left = left;
  node.right = right;
  node.expected = expected;
  return add_node(w, &node);
}

node_index unfold_operand(struct walker *w, const struct position *p,
                          const struct operand *operand) {
  if (operand->kind == OPERAND_REGISTER) return p->registers[operand->index];
  return unfold_constant(w, operand->kind == OPERAND_LOCATION
                                ? address_of(operand->index) + operand->number
                                : operand->number);
}

event_set unfold_sources(const struct position *p, const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? p->sources[operand->index] : NO_EVENTS;
}

event_set unfold_picks(const struct position *p, const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER ? p->picks[operand->index] : NO_EVENTS;
}

void unfold_set(struct position *p, int reg, node_index value, event_set sources, event_set picks) {
  if (reg == NO_REGISTER) return;
  p->picks[reg] = picks | p->picking;
  p->registers[reg] = value;
  p->sources[reg] = sources;
}

/* ---- events ---- */

event_set unfold_bit(size_t event) {
  return event < EVENTS_MAX ? event_bit((unsigned)event) : NO_EVENTS;
}

/* If bytes are not counted, an access names an element. */
static bool is_beyond(const struct walker *w, const struct path_event *event) {
  return event->offset < 0 ||
         event->offset >= (int64_t)w->program->locations[event->location].elements;
}

bool unfold_add(struct walker *w, struct position *p, const struct path_event *event) {
  if (!event->size && event->offset && is_beyond(w, event))
    return unfold_fail(w, event->instruction, "an access beyond the end of what it names");
  vector_push(w->path.events, *event);
  if (event->kind == EVENT_WRITE || event->kind == EVENT_BARRIER) p->effects++;
  return true;
}

struct path_event unfold_event(const struct position *p, const struct instruction *i,
                               enum event_kind kind) {
  bool computed = i->address.kind == OPERAND_REGISTER;
  struct path_event event = { .kind = kind,
                              .instruction = i,
                              .instance = p->steps,
                              .ctrl = p->ctrl,
                              .transaction = p->transaction,
                              .location = computed ? p->location : i->address.index,
                              .offset = computed ? p->offset : i->address.number,
                              .size = i->size,
                              .addr = unfold_sources(p, &i->address) };
  event.cell = event.location;
  return event;
}

static bool add_register(struct walker *w, struct position *p, const struct instruction *i,
                         const struct operand *operand, bool stored, bool controls) {
  struct path_event event = unfold_event(p, i, EVENT_REGISTER);
  event.data = unfold_sources(p, operand);
  event.picked = unfold_picks(p, operand);
  event.stored = stored;
  event.controls = controls;
  event.addr = NO_EVENTS;
  bool seen = w->program->registers_are_events && events_any(event.data | event.picked);
  return !seen || unfold_add(w, p, &event);
}

bool unfold_registers(struct walker *w, struct position *p, const struct instruction *i,
                      bool stores) {
  return add_register(w, p, i, &i->address, false, false) &&
         (!stores || add_register(w, p, i, &i->value, true, false));
}

bool unfold_compared(struct walker *w, struct position *p, const struct instruction *i) {
  return add_register(w, p, i, &i->left, true, true);
}

static struct type cell_type(const struct walker *w, const struct path_event *event) {
  struct type type = type_moved(event->instruction, &w->program->locations[event->location]);
  if (event->size && w->cells) type.bytes = (unsigned char)w->cells->items[event->cell].size;
  return type;
}

static bool add_read(struct walker *w, struct position *p, struct path_event *event,
                     node_index *value, event_set *self) {
  struct value_node node = blank_node(NODE_READ);
  node.type.bytes = cell_type(w, event).bytes;
  node.type.has_sign = cell_type(w, event).has_sign;
  event->value = *value = add_node(w, &node);
  if (!unfold_add(w, p, event)) return false;
  *self |= unfold_bit(w->path.events.length - 1);
  return true;
}

/* The cell of an access, or the first of several. */
static int first_cell(const struct walker *w, const struct path_event *event, bool *several) {
  *several = false;
  if (!w->cells) return (int)event->location;
  int cell = cell_at(w->cells, event->location, event->offset);
  *several = cell >= 0 && w->cells->items[cell].torn;
  return cell;
}

bool unfold_rmw_read(struct walker *w, struct position *p, const struct instruction *i,
                     node_index *value, event_set *self) {
  struct path_event event = unfold_event(p, i, EVENT_READ);
  bool several;
  event.cell = (unsigned)first_cell(w, &event, &several);
  if (several)
    return unfold_fail(w, i,
                       "unsupported: an atomic read-modify-write among accesses of mixed size");
  event.rmw = true;
  *self = NO_EVENTS;
  return add_read(w, p, &event, value, self);
}

bool unfold_rmw_write(struct walker *w, struct position *p, struct path_event *write) {
  unsigned at = (unsigned)w->path.events.length - 1;
  struct path_event *read = &w->path.events.items[at];
  write->cell = read->cell;
  write->rmw = true;
  if (!w->how.updates) return unfold_add(w, p, write);
  read->kind = EVENT_UPDATE;
  read->written = write->value;
  read->data = write->data & ~unfold_bit(at);
  p->effects++;
  return true;
}

static bool has_own_cell(const struct walker *w, const struct path_event *access, unsigned cell) {
  return w->cells->items[cell].size == access->size;
}

/* Adds the reads of a load from its cells, and puts their bytes together. */
static bool load_pieces(struct walker *w, struct position *p, const struct path_event *access,
                        unsigned cell, node_index *value, event_set *self) {
  const struct cells *cells = w->cells;
  if (has_own_cell(w, access, cell)) {
    struct path_event event = *access;
    return add_read(w, p, &event, value, self);
  }
  *value = unfold_constant(w, 0);
  for (; cell_inside(cells, cell, access->location, access->offset, access->size); cell++) {
    struct path_event event = *access;
    node_index piece,
        distance = unfold_constant(w, 8 * (cells->items[cell].offset - access->offset));
    event.cell = cell;
    if (!add_read(w, p, &event, &piece, self)) return false;
    piece = unfold_compute(w, ARITHMETIC_SHIFT_LEFT, piece, distance, distance);
    *value = unfold_compute(w, ARITHMETIC_OR, *value, piece, piece);
  }
  return true;
}

node_index unfold_extended(struct walker *w, const struct instruction *i, node_index value) {
  return held(w, (struct type){ .bytes = (unsigned char)i->size, .has_sign = i->sign_extends },
              value);
}

static bool step_load(struct walker *w, struct position *p, const struct instruction *i) {
  node_index value;
  event_set self = NO_EVENTS;
  bool several;
  if (!unfold_registers(w, p, i, false)) return false;
  unsigned first = (unsigned)w->path.events.length;
  struct path_event event = unfold_event(p, i, EVENT_READ);
  int cell = first_cell(w, &event, &several);
  event.cell = (unsigned)cell;
  if (several ? !load_pieces(w, p, &event, (unsigned)cell, &value, &self)
              : !add_read(w, p, &event, &value, &self))
    return false;
  unfold_set(p, i->destination, unfold_extended(w, i, value), self, NO_EVENTS);
  if (!i->exclusive) return true;
  p->reserved = first + 1;
  p->reserved_at.location = event.location;
  p->reserved_at.offset = event.offset;
  p->reserved_at.size = event.size;
  return true;
}

/* Adds the writes of a store to its cells, each of some bytes of the value. */
static bool store_pieces(struct walker *w, struct position *p, const struct path_event *access,
                         unsigned cell) {
  const struct cells *cells = w->cells;
  if (has_own_cell(w, access, cell)) {
    struct path_event event = *access;
    event.value = held(w, cell_type(w, &event), event.value);
    return unfold_add(w, p, &event);
  }
  for (; cell_inside(cells, cell, access->location, access->offset, access->size); cell++) {
    struct path_event event = *access;
    unsigned size = cells->items[cell].size;
    node_index distance = unfold_constant(w, 8 * (cells->items[cell].offset - access->offset));
    event.cell = cell;
    event.part = true;
    event.whole = access->value;
    event.value = unfold_compute(w, ARITHMETIC_SHIFT_RIGHT, access->value, distance, distance);
    node_index mask = size < 8 ? unfold_constant(w, ((int64_t)1 << 8 * size) - 1) : 0;
    if (size < 8) event.value = unfold_compute(w, ARITHMETIC_AND, event.value, mask, mask);
    if (!unfold_add(w, p, &event)) return false;
  }
  return true;
}

node_index unfold_moved(struct walker *w, const struct position *p, const struct instruction *i,
                        node_index value) {
  unsigned location = i->address.kind == OPERAND_REGISTER ? p->location : i->address.index;
  return held(w, type_moved(i, &w->program->locations[location]), value);
}

bool unfold_store(struct walker *w, struct position *p, const struct instruction *i) {
  bool several;
  if (!unfold_registers(w, p, i, true)) return false;
  struct path_event event = unfold_event(p, i, EVENT_WRITE);
  int cell = first_cell(w, &event, &several);
  event.cell = (unsigned)cell;
  event.value = unfold_operand(w, p, &i->value);
  event.data = unfold_sources(p, &i->value);
  if (several) return store_pieces(w, p, &event, (unsigned)cell);
  event.value = unfold_moved(w, p, i, event.value);
  return unfold_add(w, p, &event);
}

bool unfold_fenced(struct walker *w, struct position *p, const struct instruction *i) {
  struct path_event event = unfold_event(p, i, EVENT_FENCE);
  return !(i->tags & w->how.fenced) || unfold_add(w, p, &event);
}

static bool step_rmw(struct walker *w, struct position *p, const struct instruction *i) {
  node_index old, right = unfold_operand(w, p, &i->value);
  bool third = i->arithmetic == ARITHMETIC_CAS || i->left.kind == OPERAND_CONSTANT;
  node_index expected = third ? unfold_operand(w, p, &i->left) : right;
  event_set self;
  if (!unfold_fenced(w, p, i) || !unfold_registers(w, p, i, true) ||
      !unfold_rmw_read(w, p, i, &old, &self))
    return false;
  if (i->arithmetic == ARITHMETIC_CAS) expected = unfold_moved(w, p, i, expected);
  if (i->whole)
    w->path.events.items[w->path.events.length - 1].addr |= unfold_sources(p, &i->value);
  if (i->arithmetic == ARITHMETIC_CAS)
    w->path.events.items[w->path.events.length - 1].compared = unfold_sources(p, &i->left);
  struct path_event event = unfold_event(p, i, EVENT_WRITE);
  event.value = unfold_moved(w, p, i, unfold_compute(w, i->arithmetic, old, right, expected));
  event.data = unfold_sources(p, &i->value);
  if (i->arithmetic != ARITHMETIC_MOVE) event.data |= self;
  if (i->arithmetic == ARITHMETIC_CAS) event.data |= unfold_sources(p, &i->left);
  if (!unfold_rmw_write(w, p, &event) || !unfold_fenced(w, p, i)) return false;
  unfold_set(p, i->destination, unfold_extended(w, i, old), self, NO_EVENTS);
  return true;
}

static bool step_barrier(struct walker *w, struct position *p, const struct instruction *i) {
  struct path_event event = unfold_event(p, i, EVENT_BARRIER);
  event.id = unfold_operand(w, p, &i->barrier_id);
  event.quorum = unfold_operand(w, p, &i->barrier_quorum);
  return unfold_add(w, p, &event);
}

static void step_compute(struct walker *w, struct position *p, const struct instruction *i) {
  node_index right = unfold_operand(w, p, &i->value);
  event_set sources = unfold_sources(p, &i->value), picks = unfold_picks(p, &i->value);
  node_index left = right;
  if (i->arithmetic != ARITHMETIC_MOVE) {
    left = unfold_operand(w, p, &i->left);
    sources |= unfold_sources(p, &i->left);
    picks |= unfold_picks(p, &i->left);
  }
  unfold_set(p, i->destination, unfold_compute(w, i->arithmetic, left, right, right), sources,
             picks);
}

void unfold_count(struct walker *w, struct position *p, const struct instruction *i) {
  if (i->destination != NO_REGISTER) step_compute(w, p, i);
}

bool unfold_step(struct walker *w, struct position *p, const struct instruction *i) {
  switch (i->opcode) {
  case OP_LOAD: return step_load(w, p, i);
  case OP_STORE: return unfold_store(w, p, i);
  case OP_RMW: return step_rmw(w, p, i);
  case OP_BARRIER: return step_barrier(w, p, i);
  case OP_FENCE: {
    struct path_event event = unfold_event(p, i, EVENT_FENCE);
    return unfold_add(w, p, &event);
  }
  case OP_COMPUTE: step_compute(w, p, i); return true;
  case OP_TX_COMMIT:
    p->transaction = 0;
    unfold_count(w, p, i);
    return true;
  default: return true;
  }
}
