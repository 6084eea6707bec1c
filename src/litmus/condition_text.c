/* Writing conditions.  Comparisons other than equality have no sign in herd's logs and get PTX's.
 */
#include "litmus/condition_text.h"

void value_name(struct text *out, const struct program *program, struct type type, int64_t value) {
  int64_t offset;
  if (is_unknown(value)) {
    text_add(out, "S%lld", (long long)(value - unknown_value(0)));
    return;
  }
  int location = location_at(program, value, &offset);
  if (location >= 0) text_add(out, "%s", program->locations[location].name);
  if (location >= 0 && offset) text_add(out, "+%lld", (long long)offset);
  if (location < 0) text_add(out, type.bytes && !type.has_sign ? "%llu" : "%lld", (long long)value);
}

struct condition_writing {
  struct text *out;
  const struct program *program;
  enum condition_form form;
};

static void write_term(const struct condition_writing *writing, struct term term) {
  bool source = writing->form == FORM_SOURCE;
  if (!term.is_constant)
    observable_name(writing->out, writing->program, &writing->program->observables[term.observable],
                    source ? "P" : "");
  else if (source) text_add(writing->out, "%lld", (long long)term.number);
  else value_name(writing->out, writing->program, (struct type){ 0 }, term.number);
}

static void write_comparison(const struct condition_writing *writing,
                             const struct condition *comparison) {
  bool source = writing->form == FORM_SOURCE, unequal = comparison->comparison == COMPARE_NE;
  const char *sign = comparison_name(comparison->comparison);
  if (!source && unequal) text_add(writing->out, "not (");
  write_term(writing, comparison->left);
  if (source) text_add(writing->out, " %s ", sign);
  else text_add(writing->out, "%s", comparison->comparison <= COMPARE_NE ? "=" : sign);
  write_term(writing, comparison->right);
  if (!source && unequal) text_add(writing->out, ")");
}

static void write_condition(const struct condition_writing *writing,
                            const struct condition *condition);

/* An operand, in parentheses where it binds less tightly than `tightest`. */
static void write_operand(const struct condition_writing *writing, const struct condition *operand,
                          enum condition_kind tightest) {
  bool parentheses = operand->kind > tightest;
  if (parentheses) text_add(writing->out, "(");
  write_condition(writing, operand);
  if (parentheses) text_add(writing->out, ")");
}

static void write_pair(const struct condition_writing *writing, const struct condition *condition,
                       enum condition_kind left, const char *sign, enum condition_kind right) {
  write_operand(writing, condition->first, left);
  text_add(writing->out, "%s", sign);
  write_operand(writing, condition->second, right);
}

static void write_condition(const struct condition_writing *writing,
                            const struct condition *condition) {
  bool source = writing->form == FORM_SOURCE;
  switch (condition->kind) {
  case CONDITION_TRUE: text_add(writing->out, "true"); return;
  case CONDITION_FALSE: text_add(writing->out, "false"); return;
  case CONDITION_COMPARE: write_comparison(writing, condition); return;
  case CONDITION_NOT:
    text_add(writing->out, source ? "not " : "not (");
    write_operand(writing, condition->first, source ? CONDITION_NOT : CONDITION_IMPLIES);
    text_add(writing->out, source ? "" : ")");
    return;
  case CONDITION_AND: write_pair(writing, condition, CONDITION_AND, " /\\ ", CONDITION_AND); return;
  case CONDITION_OR: write_pair(writing, condition, CONDITION_OR, " \\/ ", CONDITION_OR); return;
  case CONDITION_IMPLIES: /* to the right: a => (b => c) needs no parentheses */
    write_pair(writing, condition, source ? CONDITION_NOT : CONDITION_OR, " => ",
               CONDITION_IMPLIES);
    return;
  }
}

void condition_write(struct text *out, const struct program *program,
                     const struct condition *condition, enum condition_form form) {
  write_condition(&(struct condition_writing){ out, program, form }, condition);
}
