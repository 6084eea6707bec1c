/* The rules of functions, and of their arguments: tuples, sets of sets, tags, matches and
 * conditions.
 *
 * All of these are decided while the model is compiled.  A match on events can be decided then only
 * if they are none in every execution, as with page tables in tests that have none.  Every other
 * such match is refused at its line. */
#include "cat/compiler.h"
#include "cat/variants.h"
#include "cat/functions.h"

#include "base/text.h"

enum { ITEMS_MAX = 10000 };

/* ---- functions ---- */

bool cat_compile_function(struct cat_compiler *c, const struct cat_expression *e,
                          struct cat_value *value) {
  *value = (struct cat_value){ TYPE_FUNCTION, .function = e->bindings, .inside = c->scope };
  return true;
}

static bool apply(struct cat_compiler *c, const struct cat_expression *at,
                  const struct cat_value *function, const struct cat_value *argument,
                  struct cat_value *value) {
  if (function->type == TYPE_PRIMITIVE) return function->apply(c, at, argument, value);
  if (function->type != TYPE_FUNCTION)
    return cat_compiler_fail(c, at, "expected a function, found %s", cat_type_name(function->type));
  const struct cat_scope *here = c->scope;
  c->scope = function->inside;
  bool good = cat_compiler_bind_parameters(c, at, function->function, argument) &&
              cat_compile_expression(c, function->function->body, value);
  c->scope = here;
  return good;
}

bool cat_compile_apply(struct cat_compiler *c, const struct cat_expression *e,
                       struct cat_value *value) {
  const struct cat_expression *callee = e->parts[0];
  struct cat_value function, argument;
  bool is_name = callee->kind == EXPRESSION_NAME;
  const struct cat_scope *found = is_name ? cat_compiler_find(c, callee->name) : NULL;
  bool applies =
      found && (found->value.type == TYPE_FUNCTION || found->value.type == TYPE_PRIMITIVE);
  if (is_name && !applies)
    return cat_compiler_fail(c, callee, "no function is called \"%s\" here", callee->name);
  return cat_compile_expression(c, callee, &function) &&
         cat_compile_expression(c, e->parts[1], &argument) &&
         apply(c, e, &function, &argument, value);
}

/* ---- tuples and lists ---- */

static bool is_same(const struct cat_compiler *c, const struct cat_value *a,
                    const struct cat_value *b) {
  if (cat_value_is_nothing(c, a) && cat_value_is_nothing(c, b)) return true;
  if (a->type != b->type) return false;
  if (a->type == TYPE_TAG) return text_equal(a->name, b->name);
  return cat_value_is_slot(a) && a->slot == b->slot;
}

static bool is_member(const struct cat_compiler *c, const struct cat_value *list,
                      const struct cat_value *item) {
  for (unsigned i = 0; i < list->count; i++)
    if (is_same(c, &list->items[i], item)) return true;
  return false;
}

static struct cat_value *items_new(struct cat_compiler *c, unsigned count) {
  return arena_new(&c->arena, count * sizeof(struct cat_value));
}

/* (a, b) and {a, b}; a list holds each item once. */
bool cat_compile_items(struct cat_compiler *c, const struct cat_expression *e,
                       struct cat_value *value) {
  struct cat_value *items = items_new(c, e->part_count), item;
  bool is_tuple = e->kind == EXPRESSION_TUPLE;
  *value = (struct cat_value){ is_tuple ? TYPE_TUPLE : TYPE_LIST, .items = items };
  for (unsigned i = 0; i < e->part_count; i++) {
    if (!cat_compile_expression(c, e->parts[i], &item)) return false;
    if (is_tuple || !is_member(c, value, &item)) items[value->count++] = item;
  }
  return true;
}

bool cat_combine_lists(struct cat_compiler *c, const struct cat_expression *at,
                       enum cat_operation_kind kind, const struct cat_value *left,
                       const struct cat_value *right, struct cat_value *value) {
  if (!cat_value_is_list(left) || !cat_value_is_list(right))
    return cat_compiler_fail(c, at, "expected a set of sets, found %s",
                             cat_type_name(left->type != TYPE_LIST ? left->type : right->type));
  if (left->count + right->count > ITEMS_MAX)
    return cat_compiler_fail(c, at, "unsupported: a set of this size");
  struct cat_value *items = items_new(c, left->count + right->count);
  *value = (struct cat_value){ TYPE_LIST, .items = items };
  for (unsigned i = 0; i < left->count; i++)
    if (kind == OPERATION_UNION ||
        is_member(c, right, &left->items[i]) == (kind == OPERATION_INTERSECTION))
      items[value->count++] = left->items[i];
  for (unsigned i = 0; i < right->count && kind == OPERATION_UNION; i++)
    if (!is_member(c, value, &right->items[i])) items[value->count++] = right->items[i];
  if (!value->count) *value = (struct cat_value){ TYPE_NOTHING };
  return true;
}

/* element ++ set */
bool cat_compile_add(struct cat_compiler *c, const struct cat_expression *e,
                     struct cat_value *value) {
  struct cat_value *item = items_new(c, 1), set;
  if (!cat_compile_expression(c, e->parts[0], item) ||
      !cat_compile_expression(c, e->parts[1], &set))
    return false;
  if (cat_value_is_slot(&set))
    return cat_compiler_fail(c, e, "unsupported: adding one event, or one pair, to a set");
  struct cat_value one = { TYPE_LIST, .items = item, .count = 1 };
  return cat_combine_lists(c, e, OPERATION_UNION, &one, &set, value);
}

/* ---- match ---- */

static bool compile_clause(struct cat_compiler *c, const struct cat_clause *clause,
                           const struct cat_value *matched, struct cat_value *value) {
  const struct cat_scope *here = c->scope;
  if (clause->pattern == PATTERN_MEMBER) {
    struct cat_value rest = { TYPE_LIST, .items = matched->items + 1, .count = matched->count - 1 };
    if (!rest.count) rest = (struct cat_value){ TYPE_NOTHING };
    cat_compiler_bind(c, clause->first, matched->items[0]);
    cat_compiler_bind(c, clause->rest, rest);
  }
  bool good = cat_compile_expression(c, clause->body, value);
  c->scope = here;
  return good;
}

static bool clause_fits(const struct cat_compiler *c, const struct cat_clause *clause,
                        const struct cat_value *matched) {
  switch (clause->pattern) {
  case PATTERN_EMPTY: return cat_value_is_nothing(c, matched);
  case PATTERN_MEMBER: return matched->type == TYPE_LIST && matched->count;
  case PATTERN_TAG: return matched->type == TYPE_TAG && text_equal(matched->name, clause->first);
  case PATTERN_ANY: return true;
  }
  return false;
}

bool cat_compile_match(struct cat_compiler *c, const struct cat_expression *e,
                       struct cat_value *value) {
  struct cat_value matched;
  if (!cat_compile_expression(c, e->parts[0], &matched)) return false;
  bool of_events =
      cat_value_is_slot(&matched) || matched.type == TYPE_CLASSES || matched.type == TYPE_ORDERS;
  if (of_events && !cat_value_is_nothing(c, &matched))
    return cat_compiler_fail(
        c, e->parts[0],
        "unsupported: matching on events, which differ from execution to execution");
  for (unsigned i = 0; i < e->clause_count; i++)
    if (clause_fits(c, &e->clauses[i], &matched))
      return compile_clause(c, &e->clauses[i], &matched, value);
  bool is_tag = matched.type == TYPE_TAG;
  return cat_compiler_fail(c, e, "no clause of this match fits %s%s",
                           is_tag ? "the tag '" : cat_type_name(matched.type),
                           is_tag ? matched.name : "");
}

/* ---- conditions ---- */

static bool compile_comparison(struct cat_compiler *c, const struct cat_expression *condition,
                               bool *holds) {
  struct cat_value left, right;
  if (!cat_compile_expression(c, condition->parts[0], &left) ||
      !cat_compile_expression(c, condition->parts[1], &right))
    return false;
  if (condition->kind == EXPRESSION_MEMBER) {
    *holds = is_member(c, &right, &left);
    return cat_value_is_list(&right) ||
           cat_compiler_fail(c, condition, "unsupported: membership in a set of events");
  }
  if (!cat_value_is_list(&left) || !cat_value_is_list(&right)) {
    *holds = is_same(c, &left, &right);
    return *holds || (left.type == TYPE_TAG && right.type == TYPE_TAG) ||
           cat_compiler_fail(c, condition,
                             "unsupported: comparing what differs from execution to execution");
  }
  *holds = condition->kind == EXPRESSION_SUBSET || left.count == right.count;
  for (unsigned i = 0; i < left.count; i++) *holds = *holds && is_member(c, &right, &left.items[i]);
  return true;
}

bool cat_compile_condition(struct cat_compiler *c, const struct cat_expression *condition,
                           bool *holds) {
  bool right;
  switch (condition->kind) {
  case EXPRESSION_VARIANT: return cat_compile_variant(c, condition, holds);
  case EXPRESSION_NOT:
    if (!cat_compile_condition(c, condition->parts[0], holds)) return false;
    *holds = !*holds;
    return true;
  case EXPRESSION_BOTH:
  case EXPRESSION_EITHER:
    if (!cat_compile_condition(c, condition->parts[0], holds) ||
        !cat_compile_condition(c, condition->parts[1], &right))
      return false;
    *holds = condition->kind == EXPRESSION_BOTH ? *holds && right : *holds || right;
    return true;
  default: return compile_comparison(c, condition, holds);
  }
}

bool cat_compile_if(struct cat_compiler *c, const struct cat_expression *e,
                    struct cat_value *value) {
  bool holds;
  return cat_compile_condition(c, e->parts[0], &holds) &&
         cat_compile_expression(c, e->parts[holds ? 1 : 2], value);
}
