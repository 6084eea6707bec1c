/* Conditions: making and releasing them, and their truth. */
#include "litmus/program.h"
#include "litmus/condition.h"

#include "base/memory.h"

struct condition *condition_new(enum condition_kind kind, struct condition *first,
                                struct condition *second) {
  struct condition *condition = memory_new(1, sizeof *condition);
  *condition = (struct condition){ .kind = kind, .first = first, .second = second };
  return condition;
}

void condition_free(struct condition *condition) {
  if (!condition) return;
  condition_free(condition->first);
  condition_free(condition->second);
  memory_free(condition);
}

static int64_t term_value(struct term term, const int64_t *outcome) {
  return term.is_constant ? type_shows(term.type, term.number) : outcome[term.observable];
}

bool condition_holds(const struct condition *condition, const int64_t *outcome) {
  const struct condition *first = condition->first, *second = condition->second;
  switch (condition->kind) {
  case CONDITION_TRUE: return true;
  case CONDITION_FALSE: return false;
  case CONDITION_NOT: return !condition_holds(first, outcome);
  case CONDITION_AND: return condition_holds(first, outcome) && condition_holds(second, outcome);
  case CONDITION_OR: return condition_holds(first, outcome) || condition_holds(second, outcome);
  case CONDITION_IMPLIES:
    return !condition_holds(first, outcome) || condition_holds(second, outcome);
  case CONDITION_COMPARE:
    return comparison_apply(condition->comparison, term_value(condition->left, outcome),
                            term_value(condition->right, outcome));
  }
  __builtin_unreachable();
}

static bool is_decided(struct term term, const bool *decided) {
  return term.is_constant || decided[term.observable];
}

bool condition_may_be(bool truth, const struct condition *condition, const int64_t *outcome,
                      const bool *decided) {
  const struct condition *first = condition->first, *second = condition->second;
  bool either = truth; /* does one of two operands make this the truth? */
  switch (condition->kind) {
  case CONDITION_TRUE: return truth;
  case CONDITION_FALSE: return !truth;
  case CONDITION_NOT: return condition_may_be(!truth, first, outcome, decided);
  case CONDITION_COMPARE:
    return !is_decided(condition->left, decided) || !is_decided(condition->right, decided) ||
           condition_holds(condition, outcome) == truth;
  case CONDITION_AND: either = !truth; break;
  case CONDITION_OR:
  case CONDITION_IMPLIES: break;
  }
  bool one = condition_may_be(condition->kind == CONDITION_IMPLIES ? !truth : truth, first, outcome,
                              decided);
  return one == either ? one : condition_may_be(truth, second, outcome, decided);
}
