/* Printing a program in its dialect.
 *
 * The text is complete: every location and register with its initial value, every cell that is
 * observed.  Reading it gives an equal program, which is how the readers are tested: what one of
 * the two forgets, program_equal sees. */
#include "litmus/dialect.h"
#include "litmus/reader.h"

static void print_header(struct text *out, const struct program *program) {
  text_add(out, "%s %s\n", program->dialect, program->name);
  for (unsigned i = 0; i < program->remark_count; i++)
    text_add(out, "\"%s\"\n", program->remarks[i]);
  for (unsigned i = 0; i < program->field_count; i++)
    text_add(out, "%s=%s\n", program->fields[i].key, program->fields[i].value);
}

static bool is_alias(const struct program *program, unsigned location) {
  const struct location *l = &program->locations[location];
  return l->physical != location || l->generic != location || l->proxy != PROXY_GENERIC;
}

static void print_value(struct text *out, const struct program *program, int64_t value) {
  int64_t offset;
  int location = location_at(program, value, &offset);
  text_add(out, "=");
  if (location >= 0) memory_name(out, program, (unsigned)location, offset);
  else text_add(out, "%lld", (long long)value);
}

static void print_initial(struct text *out, const struct program *program,
                          const struct dialect *dialect) {
  text_add(out, "{\n");
  for (unsigned i = 0; i < program->location_count; i++) {
    text_add(out, "%s", program->locations[i].name);
    if (is_alias(program, i)) dialect->print_alias(out, program, i);
    else print_value(out, program, program->locations[i].initial);
    text_add(out, ";\n");
  }
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].register_count; i++) {
      text_add(out, "P%u:%s", program->threads[t].id, program->threads[t].registers[i].name);
      print_value(out, program, program->threads[t].registers[i].initial);
      text_add(out, ";\n");
    }
  text_add(out, "}\n");
}

static void print_observable(struct text *out, const struct program *program, unsigned index) {
  const struct observable *cell = &program->observables[index];
  if (cell->is_register)
    text_add(out, "P%u:%s", program->threads[cell->thread].id,
             program->threads[cell->thread].registers[cell->index].name);
  else observable_name(out, program, cell);
}

static void print_term(struct text *out, const struct program *program, struct term term) {
  if (term.is_constant) text_add(out, "%lld", (long long)term.number);
  else print_observable(out, program, term.observable);
}

static void print_condition(struct text *out, const struct program *program,
                            const struct condition *condition);

/* Writes `inner` as an operand of `outer`: in parentheses, unless it binds tighter or continues the
 * same chain. */
static void print_operand(struct text *out, const struct program *program,
                          enum condition_kind outer, const struct condition *inner) {
  bool leaf = inner->kind < CONDITION_NOT;
  bool tight = leaf || inner->kind == outer || inner->kind == CONDITION_NOT ||
               (outer == CONDITION_OR && inner->kind == CONDITION_AND);
  if (!tight) text_add(out, "(");
  print_condition(out, program, inner);
  if (!tight) text_add(out, ")");
}

static void print_condition(struct text *out, const struct program *program,
                            const struct condition *condition) {
  static const char *const symbols[] = {
    [CONDITION_AND] = " /\\ ", [CONDITION_OR] = " \\/ ", [CONDITION_IMPLIES] = " => "
  };
  switch (condition->kind) {
  case CONDITION_TRUE: text_add(out, "true"); return;
  case CONDITION_FALSE: text_add(out, "false"); return;
  case CONDITION_COMPARE:
    print_term(out, program, condition->left);
    text_add(out, " %s ", comparison_name(condition->comparison));
    print_term(out, program, condition->right);
    return;
  case CONDITION_NOT:
    text_add(out, "not ");
    print_operand(out, program, CONDITION_NOT, condition->first);
    return;
  case CONDITION_AND:
  case CONDITION_OR:
    print_operand(out, program, condition->kind, condition->first);
    text_add(out, "%s", symbols[condition->kind]);
    print_operand(out, program, condition->kind, condition->second);
    return;
  case CONDITION_IMPLIES: /* to the right: a => (b => c) needs no parentheses, (a => b) => c does */
    print_operand(out, program, CONDITION_NOT, condition->first);
    text_add(out, "%s", symbols[CONDITION_IMPLIES]);
    print_condition(out, program, condition->second);
    return;
  }
}

/* The cells that no condition names must be listed, and the others may be: so all are that the
 * filter does not hide. */
static void print_locations(struct text *out, const struct program *program) {
  const char *before = "locations [";
  for (unsigned i = 0; i < program->observable_count; i++) {
    if (program->observables[i].hidden) continue;
    text_add(out, "%s", before);
    print_observable(out, program, i);
    text_add(out, ";");
    before = " ";
  }
  if (*before == ' ') text_add(out, "]\n");
}

void program_write_body(struct text *out, const struct program *program) {
  static const char *const quantifiers[] = { "exists", "~exists", "forall" };
  const struct dialect *dialect = dialect_find(program->dialect);
  print_initial(out, program, dialect);
  dialect->print_code(out, program);
  print_locations(out, program);
  if (program->filter) {
    text_add(out, "filter (");
    print_condition(out, program, program->filter);
    text_add(out, ")\n");
  }
  text_add(out, "%s (", quantifiers[program->quantifier]);
  print_condition(out, program, program->condition);
  text_add(out, ")\n");
}

void litmus_print(FILE *out, const struct program *program) {
  struct text text = { 0 };
  print_header(&text, program);
  program_write_body(&text, program);
  fwrite(text.bytes, 1, text.length, out);
  text_free(&text);
}
