/* Functions of the cat language, and what they work on: tuples, sets of sets, tags, matches and
 * conditions.
 *
 * All of it happens while the model is compiled.  A match on a set of events, or on a relation, can
 * be decided then only if it is empty in every execution (page tables in a test that has none,
 * say); any other one is refused, at its line. */
#include <string.h>
#include "cat/compiler.h"
#include "base/text.h"

enum { ITEMS_MAX = 10000 };

/* ---- functions ---- */

bool cat_bind_parameters(struct compiler *compiler, const struct cat_expression *at,
                         const struct cat_binding *binding, const struct value *argument) {
  if (binding->parameter_count == 1) {
    cat_compiler_bind(compiler, binding->parameters[0], *argument);
    return true;
  }
  unsigned found = argument->type == TYPE_TUPLE ? argument->count : 1;
  if (found != binding->parameter_count)
    return diagnostic_at(
        compiler->error, at->source, at->span, "\"%s\" takes %u arguments, found %u",
        binding->name ? binding->name : "this function", binding->parameter_count, found);
  for (unsigned i = 0; i < found; i++)
    cat_compiler_bind(compiler, binding->parameters[i], argument->items[i]);
  return true;
}

static bool apply_value(struct compiler *compiler, const struct cat_expression *at,
                        const struct value *function, const struct value *argument,
                        struct value *value) {
  if (function->type == TYPE_PRIMITIVE) return function->apply(compiler, at, argument, value);
  if (function->type != TYPE_FUNCTION)
    return diagnostic_at(compiler->error, at->source, at->span, "expected a function, found %s",
                         cat_value_type_name(function->type));
  const struct name_scope *here = compiler->scope;
  compiler->scope = function->inside;
  bool good = cat_bind_parameters(compiler, at, function->function, argument) &&
              cat_compile_expression(compiler, function->function->body, value);
  compiler->scope = here;
  return good;
}

bool cat_compile_apply(struct compiler *compiler, const struct cat_expression *expression,
                       struct value *value) {
  const struct cat_expression *callee = expression->parts[0];
  struct value function, argument;
  const struct name_scope *found =
      callee->kind == EXPRESSION_NAME ? cat_compiler_find(compiler, callee->name) : NULL;
  bool applies =
      found && (found->value.type == TYPE_FUNCTION || found->value.type == TYPE_PRIMITIVE);
  if (callee->kind == EXPRESSION_NAME && !applies)
    return diagnostic_at(compiler->error, callee->source, callee->span,
                         "no function is called \"%s\" here", callee->name);
  return cat_compile_expression(compiler, callee, &function) &&
         cat_compile_expression(compiler, expression->parts[1], &argument) &&
         apply_value(compiler, expression, &function, &argument, value);
}

/* ---- tuples and lists ---- */

static bool same_value(const struct compiler *compiler, const struct value *a,
                       const struct value *b) {
  if (cat_value_is_nothing(compiler, a) && cat_value_is_nothing(compiler, b)) return true;
  if (a->type != b->type) return false;
  if (a->type == TYPE_TAG) return text_equal(a->name, b->name);
  return (a->type == TYPE_SET || a->type == TYPE_RELATION) && a->slot == b->slot;
}

static bool is_member(const struct compiler *compiler, const struct value *list,
                      const struct value *item) {
  for (unsigned i = 0; i < list->count; i++)
    if (same_value(compiler, &list->items[i], item)) return true;
  return false;
}

/* A list being made: the items of `count`, with room for `more`. */
static struct value *items_new(struct compiler *compiler, unsigned count) {
  return cat_compiler_keep(compiler, memory_new(count ? count : 1, sizeof(struct value)));
}

bool cat_compile_items(struct compiler *compiler, const struct cat_expression *expression,
                       enum value_type type, struct value *value) {
  struct value *items = items_new(compiler, expression->part_count);
  *value = (struct value){ type, .items = items };
  for (unsigned i = 0; i < expression->part_count; i++) {
    struct value item;
    if (!cat_compile_expression(compiler, expression->parts[i], &item)) return false;
    if (type == TYPE_TUPLE || !is_member(compiler, value, &item)) items[value->count++] = item;
  }
  return true;
}

bool cat_combine_lists(struct compiler *compiler, const struct cat_expression *at,
                       enum cat_operation_kind kind, const struct value *left,
                       const struct value *right, struct value *value) {
  if ((left->type != TYPE_LIST && left->type != TYPE_NOTHING) ||
      (right->type != TYPE_LIST && right->type != TYPE_NOTHING))
    return diagnostic_at(compiler->error, at->source, at->span, "expected a set of sets, found %s",
                         cat_value_type_name(left->type != TYPE_LIST ? left->type : right->type));
  if (left->count + right->count > ITEMS_MAX)
    return cat_compiler_fail(compiler, at, "unsupported: a set of this size");
  struct value *items = items_new(compiler, left->count + right->count);
  *value = (struct value){ TYPE_LIST, .items = items };
  for (unsigned i = 0; i < left->count; i++)
    if (kind == OPERATION_UNION ||
        is_member(compiler, right, &left->items[i]) == (kind == OPERATION_INTERSECTION))
      items[value->count++] = left->items[i];
  for (unsigned i = 0; i < right->count && kind == OPERATION_UNION; i++)
    if (!is_member(compiler, value, &right->items[i])) items[value->count++] = right->items[i];
  if (!value->count) *value = (struct value){ TYPE_NOTHING };
  return true;
}

/* element ++ set */
bool cat_compile_add(struct compiler *compiler, const struct cat_expression *expression,
                     struct value *value) {
  struct value *item = items_new(compiler, 1), set;
  if (!cat_compile_expression(compiler, expression->parts[0], item) ||
      !cat_compile_expression(compiler, expression->parts[1], &set))
    return false;
  if (set.type == TYPE_SET || set.type == TYPE_RELATION)
    return cat_compiler_fail(compiler, expression,
                             "unsupported: adding one event, or one pair, to a set");
  struct value one = { TYPE_LIST, .items = item, .count = 1 };
  return cat_combine_lists(compiler, expression, OPERATION_UNION, &one, &set, value);
}

/* ---- match ---- */

static bool compile_clause(struct compiler *compiler, const struct cat_clause *clause,
                           const struct value *matched, struct value *value) {
  const struct name_scope *here = compiler->scope;
  if (clause->pattern == PATTERN_MEMBER) {
    struct value rest = { TYPE_LIST, .items = matched->items + 1, .count = matched->count - 1 };
    if (!rest.count) rest = (struct value){ TYPE_NOTHING };
    cat_compiler_bind(compiler, clause->first, matched->items[0]);
    cat_compiler_bind(compiler, clause->rest, rest);
  }
  bool good = cat_compile_expression(compiler, clause->body, value);
  compiler->scope = here;
  return good;
}

static bool clause_fits(const struct compiler *compiler, const struct cat_clause *clause,
                        const struct value *matched) {
  switch (clause->pattern) {
  case PATTERN_EMPTY: return cat_value_is_nothing(compiler, matched);
  case PATTERN_MEMBER: return matched->type == TYPE_LIST && matched->count;
  case PATTERN_TAG: return matched->type == TYPE_TAG && text_equal(matched->name, clause->first);
  case PATTERN_ANY: return true;
  }
  return false;
}

bool cat_compile_match(struct compiler *compiler, const struct cat_expression *expression,
                       struct value *value) {
  struct value matched;
  if (!cat_compile_expression(compiler, expression->parts[0], &matched)) return false;
  if ((matched.type == TYPE_SET || matched.type == TYPE_RELATION || matched.type == TYPE_CLASSES ||
       matched.type == TYPE_ORDERS) &&
      !cat_value_is_nothing(compiler, &matched))
    return cat_compiler_fail(
        compiler, expression->parts[0],
        "unsupported: matching on events, which differ from execution to execution");
  for (unsigned i = 0; i < expression->clause_count; i++)
    if (clause_fits(compiler, &expression->clauses[i], &matched))
      return compile_clause(compiler, &expression->clauses[i], &matched, value);
  return diagnostic_at(compiler->error, expression->source, expression->span,
                       "no clause of this match fits %s%s",
                       matched.type == TYPE_TAG ? "the tag '" : cat_value_type_name(matched.type),
                       matched.type == TYPE_TAG ? matched.name : "");
}

/* ---- conditions ---- */

static bool compile_comparison(struct compiler *compiler, const struct cat_expression *condition,
                               bool *holds) {
  struct value left, right;
  if (!cat_compile_expression(compiler, condition->parts[0], &left) ||
      !cat_compile_expression(compiler, condition->parts[1], &right))
    return false;
  bool lists = (left.type == TYPE_LIST || left.type == TYPE_NOTHING) &&
               (right.type == TYPE_LIST || right.type == TYPE_NOTHING);
  if (condition->kind == EXPRESSION_MEMBER) {
    if (right.type != TYPE_LIST && right.type != TYPE_NOTHING)
      return cat_compiler_fail(compiler, condition, "unsupported: membership in a set of events");
    *holds = is_member(compiler, &right, &left);
    return true;
  }
  if (!lists) {
    *holds = same_value(compiler, &left, &right);
    if (*holds || (left.type == TYPE_TAG && right.type == TYPE_TAG)) return true;
    return cat_compiler_fail(compiler, condition,
                             "unsupported: comparing what differs from execution to execution");
  }
  *holds = condition->kind == EXPRESSION_SUBSET || left.count == right.count;
  for (unsigned i = 0; i < left.count; i++)
    *holds = *holds && is_member(compiler, &right, &left.items[i]);
  return true;
}

bool cat_compile_condition(struct compiler *compiler, const struct cat_expression *condition,
                           bool *holds) {
  bool right;
  switch (condition->kind) {
  case EXPRESSION_VARIANT: return cat_compile_variant(compiler, condition, holds);
  case EXPRESSION_NOT:
    if (!cat_compile_condition(compiler, condition->parts[0], holds)) return false;
    *holds = !*holds;
    return true;
  case EXPRESSION_BOTH:
  case EXPRESSION_EITHER:
    if (!cat_compile_condition(compiler, condition->parts[0], holds) ||
        !cat_compile_condition(compiler, condition->parts[1], &right))
      return false;
    *holds = condition->kind == EXPRESSION_BOTH ? *holds && right : *holds || right;
    return true;
  default: return compile_comparison(compiler, condition, holds);
  }
}
