/* The values of an execution while its reads get their sources.
 *
 * A value is computed as soon as possible, so that a branch that leaves its path ends the search
 * early.  A few operations need not know all their operands (x xor x, 0 * x).
 *
 * A value may depend on itself through reads-from.  In r0 := x; y := r0 || r1 := y; x := r1, each
 * thread may read the other's store.  If it is only handed on, it may be any value, and models
 * without an axiom against it allow that.  Then it is an unknown, equal only to itself.  If a
 * computation, a branch or a barrier uses it, the candidate is dropped.  Both are as in herd7; a
 * solver such as Dat3M's would find numbers that meet the condition. */
#include "axiom/execution.h"
#include "axiom/values.h"

void values_start(struct execution *x) {
  x->known_count = x->pending_count = 0;
  x->sourced = NO_EVENTS;
  for (unsigned i = 0; i < x->node_count; i++) {
    x->known[i] = x->nodes[i].kind == NODE_CONSTANT;
    if (x->known[i]) x->values[i] = x->nodes[i].number;
    else x->pending[x->pending_count++] = (uint16_t)i;
  }
}

static bool learn(struct execution *x, unsigned node, int64_t value) {
  x->values[node] = value;
  x->known[node] = true;
  x->known_order[x->known_count++] = (uint16_t)node;
  return true;
}

static bool is_zero(const struct execution *x, unsigned node) {
  return x->known[node] && x->values[node] == 0;
}

/* Learns a node's value without knowing all its operands. */
static bool learn_partly(struct execution *x, unsigned index, const struct value_node *node) {
  switch (node->arithmetic) {
  case ARITHMETIC_XOR:
  case ARITHMETIC_SUB: return node->left == node->right && learn(x, index, 0);
  case ARITHMETIC_AND:
  case ARITHMETIC_MUL:
  case ARITHMETIC_DIV:
    return (is_zero(x, node->left) || is_zero(x, node->right)) && learn(x, index, 0);
  default: return false;
  }
}

/* The access that cuts an address: it stores the result, or has read the address. */
static const struct instruction *cutting(const struct execution *x, unsigned index) {
  EACH_EVENT(e, (x->reads | x->writes) & ~events_below(x->initial_count))
  if (x->events[e].written == index || x->events[e].value == x->nodes[index].right)
    return x->events[e].what->instruction;
  return NULL;
}

bool values_refuse(struct execution *x, const struct instruction *at, const char *what) {
  if (!x->failed)
    diagnostic_of_file(x->error, "%s:%u:%u: unsupported: %s", x->program->path, at ? at->line : 1,
                       at ? at->column : 1, what);
  x->failed = x->stop = true;
  return false;
}

static bool learn_arithmetic(struct execution *x, unsigned index, const struct value_node *node) {
  if (!x->known[node->left] || !x->known[node->right] || !x->known[node->expected])
    return learn_partly(x, index, node);
  if (cuts_address(node->arithmetic, x->values[node->left], x->values[node->right]))
    return values_refuse(x, cutting(x, index), "an access to a part of an address");
  return learn(x, index,
               arithmetic_apply(node->arithmetic, x->values[node->left], x->values[node->right],
                                x->values[node->expected]));
}

static bool learn_read(struct execution *x, unsigned index, unsigned read) {
  if (!events_have(x->sourced, read)) return false;
  unsigned written = x->events[x->source[read]].written;
  return x->known[written] && learn(x, index, x->values[written]);
}

static void note_astray(struct execution *x, const struct instruction *access, int64_t address) {
  int64_t offset;
  if (x->hindrances.astray || location_at(x->program, address, &offset) >= 0) return;
  x->hindrances.astray = access;
  x->hindrances.address = address;
}

bool values_settle(struct execution *x) {
  for (bool changed = x->known_count < x->pending_count; changed;) {
    changed = false;
    for (unsigned i = 0; i < x->pending_count; i++) {
      unsigned index = x->pending[i];
      const struct value_node *node = &x->nodes[index];
      if (x->known[index]) continue;
      changed |= node->kind == NODE_READ ? learn_read(x, index, node->left)
                                         : learn_arithmetic(x, index, node);
    }
  }
  if (x->failed) return false;
  for (unsigned i = 0; i < x->condition_count; i++) {
    const struct branch_condition *condition = &x->conditions[i];
    if (!x->known[condition->left] || !x->known[condition->right]) continue;
    int64_t left = x->values[condition->left], right = x->values[condition->right];
    if (comparison_apply(condition->comparison, left, right) == condition->holds) continue;
    if (condition->access && addresses_missed(&x->addresses, x->program, condition->access, left))
      return values_refuse(
          x, condition->access,
          "an address read from memory that lies between the elements of what it names, or beyond");
    if (condition->access) note_astray(x, condition->access, left);
    return false;
  }
  return true;
}

/* Goes from an unknown node to the one whose value it hands on; false if it computes a value. */
static bool go_back(const struct execution *x, unsigned *index) {
  const struct value_node *node = &x->nodes[*index];
  *index = node->kind == NODE_READ ? x->events[x->source[node->left]].written : node->right;
  if (node->kind == NODE_READ) return true;
  switch (node->arithmetic) {
  case ARITHMETIC_MOVE: return true;
  case ARITHMETIC_ZERO_EXTEND:
  case ARITHMETIC_SIGN_EXTEND: return x->program->cutting == CUTS_NOTHING;
  default: return false;
  }
}

static bool cuts(const struct execution *x, unsigned access) {
  const struct path_event *what = x->events[access].what;
  const struct memory_cell *cell = &x->cells->items[x->events[access].cell];
  if (cell->torn || (x->cells->bytes && cell->size < x->cells->width[cell->location])) return true;
  if (!what || x->program->cutting == CUTS_NOTHING) return false;
  return what->size < 8 ||
         (x->program->cutting == CUTS_LOADS && what->instruction->opcode == OP_LOAD);
}

/* Is the branch's way unknown?  An unknown is only known to equal itself. */
static bool is_open(const struct execution *x, const struct branch_condition *condition) {
  int64_t left = x->values[condition->left], right = x->values[condition->right];
  if (!is_unknown(left) && !is_unknown(right)) return false;
  bool tells = condition->comparison == COMPARE_EQ || condition->comparison == COMPARE_NE;
  return left != right || !tells ||
         comparison_apply(condition->comparison, left, right) != condition->holds;
}

/* Does a branch or a barrier use an unknown value, or an access cut it? */
static bool unknowns_matter(const struct execution *x) {
  bool found = false;
  for (unsigned i = 0; i < x->condition_count && !found; i++) found = is_open(x, &x->conditions[i]);
  EACH_EVENT(e, x->reads | x->writes)
  found = found || (cuts(x, e) && is_unknown(x->values[x->events[e].value]));
  EACH_EVENT(e, x->barriers) {
    const int64_t *values = x->values + x->first_node[x->events[e].thread];
    found = found || is_unknown(values[x->events[e].what->id]) ||
            is_unknown(values[x->events[e].what->quorum]);
  }
  return found;
}

/* Follows each node to a known one, or round a ring, which has one value. */
bool values_from_nothing(struct execution *x) {
  for (unsigned i = 0; i < x->pending_count; i++) {
    unsigned from = x->pending[i], node = from;
    for (unsigned steps = 0; steps < x->pending_count && !x->known[node]; steps++)
      if (!go_back(x, &node)) return false;
    if (!x->known[node]) learn(x, node, unknown_value(node)); /* in a ring after so many steps */
    if (!x->known[from]) learn(x, from, x->values[node]);
  }
  return !unknowns_matter(x);
}

void values_undo(struct execution *x, unsigned known_count) {
  while (x->known_count > known_count) x->known[x->known_order[--x->known_count]] = false;
}
