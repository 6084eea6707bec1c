/* Conditions once they are read: truth in an outcome, release. */
#include "base/memory.h"
#include "litmus/program.h"
#include "litmus/reader.h"

void condition_free(struct condition *condition) {
  if (!condition) return;
  condition_free(condition->first);
  condition_free(condition->second);
  memory_free(condition);
}

static int64_t term_value(struct term term, const int64_t *outcome) {
  return term.is_constant ? type_shows(term.type, term.number) : outcome[term.observable];
}

/* An address is what it is, and so is a value that nobody computes. */
int64_t type_shows(struct type type, int64_t number) {
  if (type.is_supposed)
    return number == (int64_t)(uint32_t)number ? (int32_t)(uint32_t)number : number;
  if (!type.bytes || type.bytes == 8 || is_symbol(number)) return number;
  unsigned hidden = 64 - 8 * type.bytes;
  uint64_t shifted = (uint64_t)number << hidden;
  return type.has_sign ? (int64_t)shifted >> hidden : (int64_t)(shifted >> hidden);
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
