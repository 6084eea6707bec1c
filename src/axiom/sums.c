/* The final value of a counter, whatever the order of the additions.
 *
 * Let every write to a location belong to an atomic addition, and let the model imply atomicity,
 * total coherence and uniproc.  Then each addition reads from the write just before it, so the last
 * write holds the initial value and all that was added.  Without uniproc, 3 and 2 increments may
 * end in 2.  Threads that count in loops have very many orders (4 times 4 increments have 63
 * million) and one such value. */
#include "axiom/sums.h"

/* The node of the written sum, and the type that it is cut to (bytes 0: none). */
static const struct value_node *sum_written(const struct execution *x, unsigned written,
                                            struct type *type) {
  const struct value_node *node = &x->nodes[written];
  *type = (struct type){ 0 };
  bool extends = node->kind == NODE_ARITHMETIC && (node->arithmetic == ARITHMETIC_ZERO_EXTEND ||
                                                   node->arithmetic == ARITHMETIC_SIGN_EXTEND);
  if (!extends || x->nodes[node->left].kind != NODE_CONSTANT) return node;
  type->bytes = (unsigned char)x->nodes[node->left].number;
  type->has_sign = node->arithmetic == ARITHMETIC_SIGN_EXTEND;
  return &x->nodes[node->right];
}

/* Finds the constant that is added to the read's value; false if the write is no such sum. */
static bool finds_added(const struct execution *x, unsigned read, unsigned written, int64_t *added,
                        struct type *type) {
  const struct value_node *node = sum_written(x, written, type);
  unsigned old = x->events[read].value;
  if (node->kind != NODE_ARITHMETIC ||
      (node->arithmetic != ARITHMETIC_ADD && node->arithmetic != ARITHMETIC_SUB))
    return false;
  bool swapped = node->arithmetic == ARITHMETIC_ADD && node->right == old;
  unsigned other = swapped ? node->left : node->right;
  if ((swapped ? node->right : node->left) != old || x->nodes[other].kind != NODE_CONSTANT)
    return false;
  *added = arithmetic_apply(node->arithmetic, 0, x->nodes[other].number, 0);
  return true;
}

bool sums_final(const struct execution *x, unsigned physical, int64_t *sum) {
  unsigned first = 0;
  bool is_typed = false;
  struct type type = { 0 },
              here = { 0 }; /* of all additions; cut or not on the way, the last sum is the same */
  if (x->code->coherence != COHERENCE_TOTAL) return false;
  *sum = 0;
  EACH_EVENT(w, x->writes_to[physical]) {
    int64_t added = x->values[x->events[w].written];
    if (w < x->initial_count ? first++ > 0
                             : !(x->paired >> (w - 1) & 1 &&
                                 relation_has(base_relation(x, BASE_RMW_PAIR), w - 1, w) &&
                                 finds_added(x, w - 1, x->events[w].written, &added, &here)))
      return false;
    bool adds = w >= x->initial_count;
    if (adds && is_typed && (here.bytes != type.bytes || here.has_sign != type.has_sign))
      return false;
    if (adds) type = here;
    is_typed |= adds;
    *sum = arithmetic_apply(ARITHMETIC_ADD, *sum, added, 0);
  }
  *sum = type_holds(type, *sum);
  return first == 1;
}
