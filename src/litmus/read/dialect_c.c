/* C-like dialects: C11 and the Linux kernel's C ("C"), and OpenCL C ("OPENCL"), as herd7 and Dat3M
 * write them.
 *
 *   { int x = 1; [y] = 0; z; int *p = &x; 0:r1 = 2; atomic_t v = ATOMIC_INIT(0); }
 *   P0 (atomic_int* x, volatile int* y) { int r0 = atomic_load_explicit(x, memory_order_acquire);
 * if (r0) *y = 1; } P1@wg 0, dev 0 (global atomic_int* x) { B1: barrier(CLK_GLOBAL_MEM_FENCE); }
 *
 * A thread's parameters are the locations that it names.  A location that some thread takes as a
 * pointer to what is not atomic has the tag NAL (non-atomic location); in OpenCL every location is
 * GLOBAL or LOCAL.  C11 has no places: each thread is a work-group of its own on one device.
 *
 * The operands of an operator are in no order with each other, as in C and in herd; the arguments
 * of a function are read from the left (INFERRED: published tests have no accesses there).
 *
 * Compound assignments, ++ and -- are of variables, and of what pointers point to (c_compound.c).
 *
 * Loops are loops of the program, bounded when it is unfolded; an if or a while has a point where
 * its ways meet, and nothing after that depends on it by control (as in herd, whose control
 * dependencies end with the statement). */
#include "litmus/read/dialect_c.h"

#include <string.h>

enum { STATEMENT_NESTING_MAX = 100, PLACE_MAX = 1 << 20 };

/* ---- the initial state ---- */

/* A number, an address (&x or x), ATOMIC_INIT(n). */
static bool read_value(struct reader *reader, int64_t *value) {
  struct cursor *cursor = &reader->cursor;
  struct span word;
  bool ampersand = cursor_accept(cursor, "&");
  if (!cursor_word(cursor, &word)) return cursor_number(cursor, value);
  if (!ampersand && span_is(cursor, word, "ATOMIC_INIT"))
    return cursor_expect(cursor, "(", "\"(\"") && cursor_number(cursor, value) &&
           cursor_expect(cursor, ")", "\")\"");
  int location = location_find(reader, word);
  if (location < 0) location = reader_declare_location(reader, word);
  if (location < 0) return false;
  reader->location_known[location] = true;
  return address_value(reader, (unsigned)location, value);
}

static bool read_initial_register(struct reader *reader, int64_t thread, struct span thread_span,
                                  struct type type) {
  struct cursor *cursor = &reader->cursor;
  struct initial_register entry = { .thread = thread, .thread_span = thread_span, .type = type };
  if (!cursor_word(cursor, &entry.name)) return cursor_expected(cursor, "a variable");
  if (cursor_accept(cursor, "=") && !read_value(reader, &entry.value)) return false;
  entry.value = type_shows(type, entry.value);
  vector_push(reader->initial_registers, entry);
  return true;
}

static bool read_initial_entry(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  struct c_reading reading = { .reader = reader, .cursor = cursor };
  struct span name;
  int64_t thread;
  struct c_type type;
  c_type(&reading, &type);
  if (thread_accept(cursor, &thread, &name))
    return read_initial_register(reader, thread, name, type.integer);
  bool bracket = cursor_accept(cursor, "[");
  if (!cursor_word(cursor, &name))
    return cursor_expected(cursor, "a location, a variable (0:r0) or \"}\"");
  if (bracket && !cursor_expect(cursor, "]", "\"]\"")) return false;
  int location = location_find(reader, name); /* it may have been declared by taking its address */
  if (location < 0) location = reader_declare_location(reader, name);
  if (location < 0) return false;
  reader->location_known[location] = true;
  int64_t value = 0;
  if (type.integer.bytes) reader->program->locations[location].type = type.integer;
  if (!array_accept(reader, (unsigned)location)) return false;
  if (cursor_accept(cursor, "=")) {
    if (reader->program->locations[location].elements)
      return array_contents(reader, (unsigned)location, read_value);
    if (!read_value(reader, &value)) return false;
  }
  reader->program->locations[location].initial = type_shows(type.integer, value);
  return true;
}

static bool read_initial(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  if (!cursor_expect(cursor, "{", "\"{\" and the initial state")) return false;
  while (!cursor_accept(cursor, "}")) {
    if (cursor_accept(cursor, ";")) continue;
    if (!read_initial_entry(reader)) return false;
    char next = cursor_peek(cursor);
    if (next != ';' && next != '}') return cursor_expected(cursor, "\";\" or \"}\"");
  }
  return true;
}

/* ---- statements ---- */

static bool read_statement(struct c_reading *reading);

static bool semicolon(struct c_reading *reading) {
  return cursor_expect(reading->cursor, ";", "\";\"");
}

static bool read_block(struct c_reading *reading) {
  while (!cursor_accept(reading->cursor, "}")) {
    if (cursor_at_end(reading->cursor))
      return cursor_expected(reading->cursor, "a statement or \"}\"");
    if (!read_statement(reading)) return false;
  }
  return true;
}

static bool read_condition(struct c_reading *reading, struct operand *condition) {
  return cursor_expect(reading->cursor, "(", "\"(\"") && c_expression(reading, condition) &&
         cursor_expect(reading->cursor, ")", "an operator or \")\"");
}

static bool accept_keyword(struct c_reading *reading, const char *keyword) {
  struct span word = cursor_next_word(reading->cursor);
  if (!span_is(reading->cursor, word, keyword)) return false;
  reading->cursor->at = word.start + word.length;
  return true;
}

static bool read_if(struct c_reading *reading) {
  struct operand condition;
  if (!read_condition(reading, &condition)) return false;
  int branch = c_branch_if_zero(reading, condition);
  if (branch < 0 || !read_statement(reading)) return false;
  if (accept_keyword(reading, "else")) {
    int over = c_goto(reading);
    if (over < 0) return false;
    c_land(reading, branch);
    if (!read_statement(reading)) return false;
    c_land(reading, over);
  } else {
    c_land(reading, branch);
  }
  c_join(reading, branch);
  return true;
}

static void jump_back(struct c_reading *reading, int jump, unsigned target) {
  c_thread(reading)->instructions[jump].target = target;
}

static bool read_while(struct c_reading *reading) {
  unsigned start = c_thread(reading)->length;
  struct operand condition;
  if (!read_condition(reading, &condition)) return false;
  int branch = c_branch_if_zero(reading, condition);
  if (branch < 0 || !read_statement(reading)) return false;
  int again = c_goto(reading);
  if (again < 0) return false;
  jump_back(reading, again, start);
  c_land(reading, branch);
  c_join(reading, branch);
  return true;
}

static bool read_do(struct c_reading *reading) {
  unsigned start = c_thread(reading)->length;
  struct operand condition;
  if (!read_statement(reading)) return false;
  if (!accept_keyword(reading, "while")) return cursor_expected(reading->cursor, "while");
  if (!read_condition(reading, &condition)) return false;
  int branch = c_branch_if_zero(reading, condition), again = c_goto(reading);
  if (branch < 0 || again < 0) return false;
  jump_back(reading, again, start);
  c_land(reading, branch);
  c_join(reading, branch);
  return semicolon(reading);
}

/* The type of a variable that was declared; bytes 0: none, or it is not known yet. */
static struct type type_of(const struct c_reading *reading, struct span name) {
  int index = register_find(reading->reader, reading->thread, name);
  return index < 0 ? (struct type){ 0 } : c_thread(reading)->registers[index].type;
}

/* What is narrower than an int, or has no sign, is converted to; an int holds what C lets one
 * compute. */
static struct operand converted(struct c_reading *reading, struct type type, struct operand value) {
  return type.bytes < 4 || !type.has_sign ? c_convert(reading, type, value) : value;
}

/* name = expression */
static bool read_assignment(struct c_reading *reading, struct span name) {
  struct operand value;
  struct reader *reader = reading->reader;
  if (location_find(reader, name) >= 0)
    return cursor_fail(reading->cursor, name, "\"%.*s\" is a location: write *%.*s",
                       SPAN(reading->cursor, name), SPAN(reading->cursor, name));
  if (!c_expression(reading, &value)) return false;
  value = converted(reading, type_of(reading, name), value);
  int destination = reader_register(reader, reading->thread, name, REGISTER_WRITTEN);
  if (destination < 0) return false;
  c_assign(reading, destination, value);
  return !reading->cursor->error->message;
}

/* A variable of that type, of which its name comes next. */
static bool declare_variable(struct c_reading *reading, const struct c_type *type,
                             struct span name) {
  int index = reader_register(reading->reader, reading->thread, name, REGISTER_READ);
  if (index < 0) return false;
  struct reg *variable = &c_thread(reading)->registers[index];
  if (type->integer.bytes) variable->type = type->integer;
  c_set_atomic(reading, (unsigned)index, type->stars && type->is_object);
  return true;
}

/* What follows a type: names, each with a value or without. */
static bool read_declaration(struct c_reading *reading, struct c_type type) {
  do {
    struct span name;
    while (cursor_accept(reading->cursor, "*")) {
      type.stars++;
      type.integer = (struct type){ 0 };
    }
    if (!cursor_word(reading->cursor, &name)) return cursor_expected(reading->cursor, "a variable");
    if (cursor_peek(reading->cursor) == '[')
      return cursor_fail(reading->cursor, name, "unsupported: an array of a thread's own");
    if (location_find(reading->reader, name) < 0 && !declare_variable(reading, &type, name))
      return false;
    if (cursor_accept(reading->cursor, "=")
            ? !read_assignment(reading, name)
            : reader_register(reading->reader, reading->thread, name, REGISTER_DECLARED) < 0)
      return false;
  } while (cursor_accept(reading->cursor, ","));
  return semicolon(reading);
}

/* What comes behind a place: = and an expression, a compound assignment, ++ or --. */
static bool read_change(struct c_reading *reading, const struct c_place *place) {
  struct operand value;
  bool found;
  if (!c_change(reading, place, &found)) return false;
  if (found) return semicolon(reading);
  if (!cursor_expect(reading->cursor, "=", "\"=\"") || !c_expression(reading, &value)) return false;
  if (place->is_object) return c_store_object(reading, place->pointer, value) && semicolon(reading);
  const struct reg *variable = &c_thread(reading)->registers[place->variable.index];
  c_assign(reading, (int)place->variable.index, converted(reading, variable->type, value));
  return semicolon(reading);
}

/* A statement that begins with a parenthesis, ++ or --. */
static bool read_in_parentheses(struct c_reading *reading) {
  struct operand value;
  struct c_place place;
  if (!c_expression(reading, &value)) return false;
  if (cursor_peek(reading->cursor) == ';') return semicolon(reading);
  return c_take_place(reading, value, &place) && read_change(reading, &place);
}

/* *pointer = expression; */
static bool read_store(struct c_reading *reading) {
  struct operand pointer;
  struct cursor *cursor = reading->cursor;
  struct span name;
  bool parenthesis = cursor_accept(cursor, "(");
  if (parenthesis ? !c_expression(reading, &pointer) || !cursor_expect(cursor, ")", "\")\"")
                  : !cursor_word(cursor, &name))
    return cursor_expected(cursor, "a pointer");
  if (!parenthesis) {
    int location = location_find(reading->reader, name);
    if (location >= 0 && reading->parameters >> location & 1)
      pointer = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
    else
      pointer =
          operand_register(reader_register(reading->reader, reading->thread, name, REGISTER_READ));
    if ((int)pointer.index < 0) return false;
  }
  return read_change(reading, &(struct c_place){ .is_object = true, .pointer = pointer });
}

/* x[1] = expression; */
static bool read_element(struct c_reading *reading, struct span name) {
  struct c_place place = { .is_object = true };
  return c_element(reading, name, &place.pointer) && read_change(reading, &place);
}

/* A statement that begins with a name: a call, or an assignment; before either a label may stand.
 */
static bool read_named(struct c_reading *reading, struct span name, struct span label) {
  struct cursor *cursor = reading->cursor;
  static const char *const unsupported[] = { "for",      "switch", "return", "break",
                                             "continue", "goto",   NULL };
  bool assigned = cursor_peek(cursor) == '='; /* some tests have a variable called continue */
  for (const char *const *word = unsupported; *word && !assigned; word++)
    if (span_is(cursor, name, *word)) return cursor_fail(cursor, name, "unsupported: %s", *word);
  struct operand value;
  if (cursor_peek(cursor) == '(') return c_call(reading, name, label, &value) && semicolon(reading);
  if (cursor_peek(cursor) == '[') return read_element(reading, name);
  if (cursor_accept(cursor, "=")) return read_assignment(reading, name) && semicolon(reading);
  if (!label.length && cursor_accept(cursor, ":")) {
    struct span next;
    if (!cursor_word(cursor, &next)) return read_statement(reading);
    return read_named(reading, next, name);
  }
  if (location_find(reading->reader, name) >= 0) return cursor_expected(cursor, "\"=\" or \"(\"");
  int variable = reader_register(reading->reader, reading->thread, name, REGISTER_READ);
  struct c_place place = { .variable = operand_register(variable) };
  bool found;
  if (variable < 0 || !c_change(reading, &place, &found)) return false;
  return found ? semicolon(reading) : cursor_expected(cursor, "\"=\" or \"(\"");
}

static bool read_simple(struct c_reading *reading) {
  struct cursor *cursor = reading->cursor;
  struct span name;
  struct c_type type;
  if (cursor_accept(cursor, ";")) return true;
  if (cursor_accept(cursor, "{")) return read_block(reading);
  if (cursor_accept(cursor, "*")) return read_store(reading);
  if (strchr("(+-", cursor_peek(cursor)) && cursor_peek(cursor))
    return read_in_parentheses(reading);
  if (accept_keyword(reading, "if")) return read_if(reading);
  if (accept_keyword(reading, "while")) return read_while(reading);
  if (accept_keyword(reading, "do")) return read_do(reading);
  if (c_type(reading, &type)) return read_declaration(reading, type);
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a statement");
  return read_named(reading, name, (struct span){ name.start, 0 });
}

static bool read_statement(struct c_reading *reading) {
  if (++reading->nesting > STATEMENT_NESTING_MAX)
    return cursor_fail(reading->cursor, (struct span){ reading->cursor->at, 1 },
                       "the statements nest deeper than %d", STATEMENT_NESTING_MAX);
  bool good = read_simple(reading);
  reading->nesting--;
  return good;
}

/* ---- threads ---- */

/* "@wg 0, dev 0" */
static bool read_place(struct c_reading *reading, struct thread *thread) {
  struct cursor *cursor = reading->cursor;
  int64_t group, device;
  if (!accept_keyword(reading, "wg")) return cursor_expected(cursor, "a place (@wg 0, dev 0)");
  if (!cursor_number_within(cursor, 0, PLACE_MAX, "the number of a work-group", &group) ||
      !cursor_expect(cursor, ",", "\",\" and a device"))
    return false;
  if (!accept_keyword(reading, "dev")) return cursor_expected(cursor, "dev");
  if (!cursor_number_within(cursor, 0, PLACE_MAX, "the number of a device", &device)) return false;
  thread->place = (struct place){ .cta = (unsigned)group, .gpu = (unsigned)device };
  return true;
}

static bool read_parameter(struct c_reading *reading) {
  struct cursor *cursor = reading->cursor;
  struct span name;
  struct c_type type;
  c_type(reading, &type);
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a parameter");
  if (cursor_peek(cursor) == '[')
    return cursor_fail(cursor, name, "unsupported: a parameter that is an array (write *%.*s)",
                       SPAN(cursor, name));
  struct reader *reader = reading->reader;
  int index = location_find(reader, name);
  if (index < 0) index = reader_declare_location(reader, name);
  if (index < 0) return false;
  reader->location_known[index] = true;
  reading->parameters |= (uint64_t)1 << index;
  reading->atomics |= (uint64_t)type.is_object << index;
  struct location *location = &reader->program->locations[index];
  if (!location->type.bytes && !location->elements) {
    location->type = type.pointed;
    location->initial = type_shows(type.pointed, location->initial);
  }
  if (!type.atomic) location->tags |= reader_tag(reader, "NAL");
  if (reading->opencl) location->tags |= reader_tag(reader, type.local ? "LOCAL" : "GLOBAL");
  return true;
}

static bool read_parameters(struct c_reading *reading) {
  struct cursor *cursor = reading->cursor;
  if (!cursor_expect(cursor, "(", "\"(\" and the thread's parameters")) return false;
  if (cursor_accept(cursor, ")")) return true;
  do {
    if (!read_parameter(reading)) return false;
  } while (cursor_accept(cursor, ","));
  return cursor_expect(cursor, ")", "\",\" or \")\"");
}

static bool starts_thread(struct cursor *cursor, int64_t *id) {
  struct span word = cursor_next_word(cursor);
  if (word.length < 2 || word.length > 8 || cursor->source->text[word.start] != 'P') return false;
  *id = 0;
  for (size_t i = 1; i < word.length; i++) {
    char c = cursor->source->text[word.start + i];
    if (c < '0' || c > '9') return false;
    *id = *id * 10 + (c - '0');
  }
  return true;
}

static bool declare_registers(struct reader *reader, unsigned thread) {
  for (size_t i = 0; i < reader->initial_registers.length; i++) {
    const struct initial_register *entry = &reader->initial_registers.items[i];
    if (entry->thread != reader->program->threads[thread].id) continue;
    int index = reader_register(reader, thread, entry->name, REGISTER_DECLARED);
    if (index < 0) return false;
    reader->program->threads[thread].registers[index].initial = entry->value;
  }
  return true;
}

static bool read_thread(struct reader *reader, int64_t id) {
  struct cursor *cursor = &reader->cursor;
  struct program *program = reader->program;
  struct span word;
  cursor_word(cursor, &word);
  if (program_thread(program, id) >= 0)
    return cursor_fail(cursor, word, "there is a thread P%lld already", (long long)id);
  if (program->thread_count == THREADS_MAX)
    return cursor_fail(cursor, word, "more than %d threads", THREADS_MAX);
  unsigned index = program->thread_count++;
  program->threads[index] = (struct thread){ .id = (unsigned)id, .place = { .cta = index } };
  struct c_reading reading = { .reader = reader,
                               .cursor = cursor,
                               .thread = index,
                               .opencl = reader->dialect == &dialect_opencl };
  if (reading.opencl && (!cursor_expect(cursor, "@", "\"@\" and a place (@wg 0, dev 0)") ||
                         !read_place(&reading, &program->threads[index])))
    return false;
  return declare_registers(reader, index) && read_parameters(&reading) &&
         cursor_expect(cursor, "{", "\"{\" and the thread's statements") && read_block(&reading);
}

static bool read_threads(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  int64_t id;
  reader->program->threads = memory_new(THREADS_MAX, sizeof *reader->program->threads);
  while (starts_thread(cursor, &id))
    if (!read_thread(reader, id)) return false;
  return true;
}

static bool read_code(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  cursor->is_c = true;
  bool good = read_threads(reader);
  cursor->is_c = false;
  if (!good) return false;
  if (!reader->program->thread_count)
    return cursor_expected(cursor, "a thread (P0 and its parameters)");
  for (size_t i = 0; i < reader->initial_registers.length; i++)
    if (program_thread(reader->program, reader->initial_registers.items[i].thread) < 0)
      return cursor_fail(cursor, reader->initial_registers.items[i].thread_span,
                         "there is no such thread");
  return registers_check(reader);
}

const struct dialect dialect_c = { .name = "C",
                                   .read_initial = read_initial,
                                   .read_code = read_code,
                                   .addresses = true,
                                   .halves_in_order = true };

const struct dialect dialect_opencl = { .name = "OPENCL",
                                        .read_initial = read_initial,
                                        .read_code = read_code,
                                        .addresses = true,
                                        .halves_in_order = true };
