/* Printing programs: as text of their dialect, as a listing, and their conditions.
 *
 * The text is complete: all locations and registers with their initial values, and every observed
 * cell.  Reading it gives an equal program, by which the readers are tested; the exception is the
 * listing, for dialects without a printer of their own.
 *
 * Comparisons other than equality have no sign in herd's logs and get PTX's. */
#include "litmus/printer.h"

#include <string.h>
#include "base/memory.h"

/* ---- conditions ---- */

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

/* ---- the listing ---- */

static void list_operand(struct text *out, const struct program *program,
                         const struct thread *thread, const struct operand *operand) {
  switch (operand->kind) {
  case OPERAND_NONE: text_add(out, "-"); break;
  case OPERAND_CONSTANT: text_add(out, "%lld", (long long)operand->number); break;
  case OPERAND_REGISTER: text_add(out, "%s", thread->registers[operand->index].name); break;
  case OPERAND_LOCATION:
    text_add(out, "&");
    memory_name(out, program, operand->index, operand->number);
    break;
  }
}

static void list_tags(struct text *out, const struct program *program, uint64_t tags) {
  for (unsigned t = 0; t < program->tag_count; t++)
    if (tags >> t & 1) text_add(out, " %s", program->tags[t]);
}

static void list_instruction(struct text *out, const struct program *program,
                             const struct thread *thread, const struct instruction *i) {
  static const char *const opcodes[] = { "nop",      "load",    "store",   "rmw",  "fence",
                                         "barrier",  "compute", "branch",  "goto", "txbegin",
                                         "txcommit", "txabort", "txcancel" };
  const struct operand *operands[] = { &i->address, &i->left, &i->value, &i->barrier_id,
                                       &i->barrier_quorum };
  text_add(out, "%s%u %s %s %s %s %s", opcodes[i->opcode], i->size, order_name(i->order),
           scope_name(i->scope), proxy_name(i->proxy), arithmetic_name(i->arithmetic),
           comparison_name(i->comparison));
  text_add(out,
           " %s :=", i->destination == NO_REGISTER ? "-" : thread->registers[i->destination].name);
  for (size_t k = 0; k < sizeof operands / sizeof *operands; k++) {
    text_add(out, " ");
    list_operand(out, program, thread, operands[k]);
  }
  if (i->unsequenced_from)
    text_add(out, " unsequenced %u-%u", i->unsequenced_from, i->unsequenced_until);
  text_add(out, " to %u join %u %s%s%s%s%s%s%s%s %u tags", i->target, i->join,
           i->selects ? "selects " : "", i->may_fail ? "may-fail " : "", i->paired ? "paired " : "",
           i->must_succeed ? "must-succeed " : "", i->exclusive ? "exclusive " : "",
           i->whole ? "whole " : "", order_name(i->fail_order),
           i->barrier_arrives ? " arrives" : "", i->barrier_instance);
  if (i->barrier_of_cluster) text_add(out, " cluster%s", i->barrier_waits ? " waits" : "");
  if (i->reduces) text_add(out, " reduces");
  list_tags(out, program, i->tags);
  text_add(out, " /");
  list_tags(out, program, i->write_tags);
  if (i->fail_tags) text_add(out, " /");
  list_tags(out, program, i->fail_tags);
  text_add(out, "\n");
}

static const char *unsigned_mark(struct type type) {
  return type.bytes && !type.has_sign ? " unsigned" : "";
}

void listing_print(struct text *out, const struct program *program) {
  for (unsigned l = 0; l < program->location_count; l++) {
    const struct location *location = &program->locations[l];
    text_add(out, "%s size %u%s elements %u", location->name, location->size,
             unsigned_mark(location->type), location->elements);
    for (unsigned e = 0; location->contents && e < location->elements; e++)
      text_add(out, " %lld", (long long)location->contents[e]);
    text_add(out, " tags");
    list_tags(out, program, program->locations[l].tags);
    text_add(out, "\n");
  }
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    text_add(out, "P%u@sg %u, wg %u, qf %u, dv %u ssw %llx\n", thread->id, thread->place.subgroup,
             thread->place.cta, thread->place.family, thread->place.gpu,
             (unsigned long long)program->synchronises[t]);
    if (thread->place.cluster) text_add(out, "cluster %u\n", thread->place.cluster);
    for (unsigned r = 0; r < thread->register_count; r++) {
      struct type type = thread->registers[r].type;
      if (type.bytes)
        text_add(out, "%s size %u%s\n", thread->registers[r].name, type.bytes, unsigned_mark(type));
    }
    for (unsigned i = 0; i < thread->length; i++) {
      text_add(out, "%u: ", i);
      list_instruction(out, program, thread, &thread->instructions[i]);
    }
  }
}

const struct code_printer listing_printer = { .print_code = listing_print };

/* ---- programs ---- */

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

static void print_bare_value(struct text *out, const struct program *program, int64_t value) {
  int64_t offset;
  int location = location_at(program, value, &offset);
  if (location >= 0) memory_name(out, program, (unsigned)location, offset);
  else text_add(out, "%lld", (long long)value);
}

static void print_value(struct text *out, const struct program *program, int64_t value) {
  text_add(out, "=");
  print_bare_value(out, program, value);
}

/* The location of element k of the array of this name that was split (read/split_arrays.h); -1:
 * there is none. */
static int find_element(const struct program *program, const char *array, size_t length,
                        unsigned k) {
  char *name = memory_format("%.*s[%u]", (int)length, array, k);
  int found = -1;
  for (unsigned i = 0; i < program->location_count && found < 0; i++)
    if (text_equal(program->locations[i].name, name)) found = (int)i;
  memory_free(name);
  return found;
}

static void print_array(struct text *out, const struct program *program, unsigned location) {
  const struct location *array = &program->locations[location];
  text_add(out, "%s[%u]", array->name, array->elements);
  for (unsigned e = 0; array->contents && e < array->elements; e++) {
    text_add(out, e ? "," : "={");
    print_bare_value(out, program, array->contents[e]);
  }
  if (array->contents) text_add(out, "}");
}

static void print_split_array(struct text *out, const struct program *program, unsigned first) {
  const char *name = program->locations[first].name;
  size_t length = (size_t)(strchr(name, '[') - name);
  unsigned count = 0;
  while (find_element(program, name, length, count) >= 0) count++;
  text_add(out, "%.*s[%u]", (int)length, name, count);
  for (unsigned k = 0; k < count; k++) {
    text_add(out, k ? "," : "={");
    print_bare_value(out, program,
                     program->locations[find_element(program, name, length, k)].initial);
  }
  text_add(out, "}");
}

static void print_typed_location(struct text *out, const struct program *program, unsigned i) {
  const struct location *location = &program->locations[i];
  program->printer->print_type(out, location);
  if (location->elements) print_array(out, program, i);
  else if (strchr(location->name, '[')) print_split_array(out, program, i);
  else {
    text_add(out, "%s", location->name);
    if (is_alias(program, i)) program->printer->print_alias(out, program, i);
    else print_value(out, program, location->initial);
  }
}

/* true for an element behind the first of an array that was split. */
static bool is_later_element(const struct location *location) {
  const char *bracket = strchr(location->name, '[');
  return bracket && !text_equal(bracket, "[0]");
}

static void print_initial(struct text *out, const struct program *program) {
  text_add(out, "{\n");
  for (unsigned i = 0; i < program->location_count; i++) {
    const struct location *location = &program->locations[i];
    if (is_later_element(location)) continue;
    if (program->printer->print_type) print_typed_location(out, program, i);
    else {
      text_add(out, "%s", location->name);
      if (is_alias(program, i)) program->printer->print_alias(out, program, i);
      else print_value(out, program, location->initial);
    }
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

/* All cells but those that the filter hides: a cell that no condition names must be listed. */
static void print_locations(struct text *out, const struct program *program) {
  const char *before = "locations [";
  for (unsigned i = 0, cells; i < program->observable_count; i += cells ? cells : 1) {
    const struct observable *cell = &program->observables[i];
    cells = observable_array(program, i);
    if (cell->hidden) continue;
    text_add(out, "%s", before);
    if (cells) observable_array_name(out, program, cell);
    else observable_name(out, program, cell, "P");
    text_add(out, ";");
    before = " ";
  }
  if (*before == ' ') text_add(out, "]\n");
}

static void print_condition(struct text *out, const struct program *program, const char *word,
                            const struct condition *condition) {
  text_add(out, "%s (", word);
  condition_write(out, program, condition, FORM_SOURCE);
  text_add(out, ")\n");
}

static void write_body(struct text *out, const struct program *program,
                       void (*print_code)(struct text *, const struct program *)) {
  static const char *const quantifiers[] = { "exists", "~exists", "forall" };
  print_initial(out, program);
  print_code(out, program);
  print_locations(out, program);
  if (program->filter) print_condition(out, program, "filter", program->filter);
  print_condition(out, program, quantifiers[program->quantifier], program->condition);
}

void program_write_body(struct text *out, const struct program *program) {
  write_body(out, program, program->printer->print_code);
}

void litmus_print(FILE *out, const struct program *program) {
  struct text text = { 0 };
  print_header(&text, program);
  program_write_body(&text, program);
  fwrite(text.bytes, 1, text.length, out);
  text_free(&text);
}

/* ---- equality ---- */

static void write_type(struct text *out, struct type type) {
  text_add(out, "%u %u %u\n", type.bytes, type.has_sign, type.is_supposed);
}

/* Writes the whole program.  The listing has only a part of the types. */
static void write_all(struct text *out, const struct program *program) {
  print_header(out, program);
  for (unsigned i = 0; i < program->location_count; i++)
    write_type(out, program->locations[i].type);
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].register_count; i++)
      write_type(out, program->threads[t].registers[i].type);
  write_body(out, program, listing_print);
}

bool program_equal(const struct program *a, const struct program *b) {
  struct text one = { 0 }, other = { 0 };
  write_all(&one, a);
  write_all(&other, b);
  bool equal = text_equal(one.bytes, other.bytes);
  text_free(&one);
  text_free(&other);
  return equal;
}
