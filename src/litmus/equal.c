/* Equality of programs.  Conditions are compared chain by chain, since the balance of a chain of
 * one operator is no part of its meaning. */
#include "litmus/equal.h"

#include "base/text.h"
#include "base/vector.h"

static bool operand_equal(const struct operand *a, const struct operand *b) {
  if (a->kind != b->kind) return false;
  if (a->kind == OPERAND_CONSTANT) return a->number == b->number;
  return a->kind == OPERAND_NONE || (a->index == b->index && a->number == b->number);
}

static bool type_equal(struct type a, struct type b) {
  return a.bytes == b.bytes && a.has_sign == b.has_sign && a.is_supposed == b.is_supposed;
}

static bool instruction_equal(const struct instruction *a, const struct instruction *b) {
  return a->opcode == b->opcode && a->order == b->order && a->scope == b->scope &&
         a->proxy == b->proxy && a->arithmetic == b->arithmetic && a->comparison == b->comparison &&
         a->destination == b->destination && a->target == b->target && a->join == b->join &&
         a->selects == b->selects && a->unsequenced_from == b->unsequenced_from &&
         a->unsequenced_until == b->unsequenced_until && a->barrier_arrives == b->barrier_arrives &&
         a->barrier_instance == b->barrier_instance && a->tags == b->tags &&
         a->write_tags == b->write_tags && a->fail_tags == b->fail_tags &&
         a->exclusive == b->exclusive && a->whole == b->whole && a->may_fail == b->may_fail &&
         a->paired == b->paired && a->must_succeed == b->must_succeed &&
         a->fail_order == b->fail_order && a->size == b->size &&
         operand_equal(&a->address, &b->address) && operand_equal(&a->left, &b->left) &&
         operand_equal(&a->value, &b->value) && operand_equal(&a->barrier_id, &b->barrier_id) &&
         operand_equal(&a->barrier_quorum, &b->barrier_quorum);
}

bool thread_does_the_same(const struct thread *a, const struct thread *b) {
  if (a->register_count != b->register_count || a->length != b->length) return false;
  for (unsigned i = 0; i < a->register_count; i++)
    if (a->registers[i].initial != b->registers[i].initial ||
        !type_equal(a->registers[i].type, b->registers[i].type))
      return false;
  for (unsigned i = 0; i < a->length; i++)
    if (!instruction_equal(&a->instructions[i], &b->instructions[i])) return false;
  return true;
}

static bool thread_equal(const struct thread *a, const struct thread *b) {
  if (a->id != b->id || a->place.cta != b->place.cta || a->place.gpu != b->place.gpu ||
      a->place.family != b->place.family || a->place.subgroup != b->place.subgroup ||
      !thread_does_the_same(a, b))
    return false;
  for (unsigned i = 0; i < a->register_count; i++)
    if (!text_equal(a->registers[i].name, b->registers[i].name)) return false;
  return true;
}

static bool location_equal(const struct location *a, const struct location *b) {
  for (unsigned i = 0;
       i < a->elements && a->elements == b->elements && (a->contents || b->contents); i++)
    if ((a->contents ? a->contents[i] : a->initial) != (b->contents ? b->contents[i] : b->initial))
      return false;
  return a->size == b->size && a->elements == b->elements && type_equal(a->type, b->type) &&
         text_equal(a->name, b->name) && a->initial == b->initial && a->physical == b->physical &&
         a->generic == b->generic && a->proxy == b->proxy && a->tags == b->tags;
}

static bool observable_equal(const struct observable *a, const struct observable *b) {
  return a->is_register == b->is_register && a->thread == b->thread && a->index == b->index &&
         a->element == b->element && a->hidden == b->hidden;
}

static bool term_equal(struct term a, struct term b) {
  if (a.is_constant != b.is_constant) return false;
  return a.is_constant ? a.number == b.number : a.observable == b.observable;
}

typedef VECTOR(const struct condition *) chain;

/* The operands of a chain of `kind`, from the left. */
static void gather(chain *operands, enum condition_kind kind, const struct condition *condition) {
  if (condition->kind != kind) {
    vector_push(*operands, condition);
    return;
  }
  gather(operands, kind, condition->first);
  gather(operands, kind, condition->second);
}

static bool condition_equal(const struct condition *a, const struct condition *b);

static bool chain_equal(const struct condition *a, const struct condition *b) {
  chain left = { 0 }, right = { 0 };
  gather(&left, a->kind, a);
  gather(&right, b->kind, b);
  bool equal = left.length == right.length;
  for (size_t i = 0; equal && i < left.length; i++)
    equal = condition_equal(left.items[i], right.items[i]);
  vector_free(left);
  vector_free(right);
  return equal;
}

static bool condition_equal(const struct condition *a, const struct condition *b) {
  if (!a || !b) return a == b;
  if (a->kind != b->kind) return false;
  switch (a->kind) {
  case CONDITION_COMPARE:
    return a->comparison == b->comparison && term_equal(a->left, b->left) &&
           term_equal(a->right, b->right);
  case CONDITION_AND:
  case CONDITION_OR: return chain_equal(a, b);
  default: return condition_equal(a->first, b->first) && condition_equal(a->second, b->second);
  }
}

static bool header_equal(const struct program *a, const struct program *b) {
  if (!text_equal(a->name, b->name) || !text_equal(a->dialect, b->dialect) ||
      a->remark_count != b->remark_count || a->field_count != b->field_count)
    return false;
  for (unsigned i = 0; i < a->remark_count; i++)
    if (!text_equal(a->remarks[i], b->remarks[i])) return false;
  for (unsigned i = 0; i < a->field_count; i++)
    if (!text_equal(a->fields[i].key, b->fields[i].key) ||
        !text_equal(a->fields[i].value, b->fields[i].value))
      return false;
  return true;
}

bool program_equal(const struct program *a, const struct program *b) {
  if (!header_equal(a, b) || a->location_count != b->location_count ||
      a->thread_count != b->thread_count || a->observable_count != b->observable_count ||
      a->quantifier != b->quantifier)
    return false;
  for (unsigned i = 0; i < a->location_count; i++)
    if (!location_equal(&a->locations[i], &b->locations[i])) return false;
  for (unsigned i = 0; i < a->thread_count; i++)
    if (!thread_equal(&a->threads[i], &b->threads[i])) return false;
  for (unsigned i = 0; i < a->observable_count; i++)
    if (!observable_equal(&a->observables[i], &b->observables[i])) return false;
  return condition_equal(a->condition, b->condition) && condition_equal(a->filter, b->filter);
}
