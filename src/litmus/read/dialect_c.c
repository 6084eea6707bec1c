/* C-like dialects: C11 and the Linux kernel's C ("C"), and OpenCL C ("OPENCL"), as herd7 and Dat3M
 * write them.
 *
 *   { int x = 1; [y] = 0; z; int *p = &x; 0:r1 = 2; atomic_t v = ATOMIC_INIT(0); }
 *   P0 (atomic_int* x, volatile int* y) {
 *     int r0 = atomic_load_explicit(x, memory_order_acquire); if (r0) *y = 1; }
 *   P1@wg 0, dev 0 (global atomic_int* x) { B1: barrier(CLK_GLOBAL_MEM_FENCE); }
 *
 * A thread's parameters are the locations that it names.  A location has the tag NAL if some thread
 * takes it as a pointer to a non-atomic object.  In OpenCL every location is GLOBAL or LOCAL.  C11
 * has no places: each thread is a work-group of its own on one device.
 *
 * The operands of an operator are in no order with each other, as in C and in herd.  The arguments
 * of a function are read from the left (INFERRED: published tests have no accesses there).
 *
 * Loops stay loops and are bounded when the program is unfolded.  The ways of an if or a while meet
 * behind it, where control dependencies end, as in herd. */
#include <string.h>
#include "litmus/read/c_expression.h"
#include "litmus/read/c_functions.h"
#include "litmus/read/c_compound.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"

enum { STATEMENT_NESTING_MAX = 100, PLACE_MAX = 1 << 20 };

/* ---- statements ---- */

static bool read_statement(struct c_reading *c);

static bool semicolon(struct c_reading *c) { return cursor_expect(c->cursor, ";", "\";\""); }

static bool read_block(struct c_reading *c) {
  while (!cursor_accept(c->cursor, "}")) {
    if (cursor_at_end(c->cursor)) return cursor_expected(c->cursor, "a statement or \"}\"");
    if (!read_statement(c)) return false;
  }
  return true;
}

static bool read_condition(struct c_reading *c, struct operand *condition) {
  return cursor_expect(c->cursor, "(", "\"(\"") && c_expression(c, condition) &&
         cursor_expect(c->cursor, ")", "an operator or \")\"");
}

static bool read_if(struct c_reading *c) {
  struct operand condition;
  if (!read_condition(c, &condition)) return false;
  int branch = c_branch_if_zero(c, condition);
  if (branch < 0 || !read_statement(c)) return false;
  if (cursor_accept_word(c->cursor, "else")) {
    int over = c_goto(c);
    if (over < 0) return false;
    c_land(c, branch);
    if (!read_statement(c)) return false;
    c_land(c, over);
  } else {
    c_land(c, branch);
  }
  c_join(c, branch);
  return true;
}

/* Ends a loop: `again` jumps back, and the branch that leaves the loop lands here. */
static void close_loop(struct c_reading *c, int branch, int again, unsigned start) {
  c_jump_to(c, again, start);
  c_meet(c, branch);
}

static bool read_while(struct c_reading *c) {
  unsigned start = c_thread(c)->length;
  struct operand condition;
  if (!read_condition(c, &condition)) return false;
  int branch = c_branch_if_zero(c, condition);
  if (branch < 0 || !read_statement(c)) return false;
  int again = c_goto(c);
  if (again >= 0) close_loop(c, branch, again, start);
  return again >= 0;
}

static bool read_do(struct c_reading *c) {
  unsigned start = c_thread(c)->length;
  struct operand condition;
  if (!read_statement(c)) return false;
  if (!cursor_accept_word(c->cursor, "while")) return cursor_expected(c->cursor, "while");
  if (!read_condition(c, &condition)) return false;
  int branch = c_branch_if_zero(c, condition), again = c_goto(c);
  if (branch < 0 || again < 0) return false;
  close_loop(c, branch, again, start);
  return semicolon(c);
}

/* The type of a variable that was declared; bytes 0: none, or it is not known yet. */
static struct type type_of(const struct c_reading *c, struct span name) {
  int index = reader_find_register(c->reader, c->thread, name);
  return index < 0 ? (struct type){ 0 } : c_thread(c)->registers[index].type;
}

/* Converts to types that are unsigned or narrower than an int; an int holds any result in C. */
static struct operand converted(struct c_reading *c, struct type type, struct operand value) {
  return type.bytes < 4 || !type.has_sign ? c_convert(c, type, value) : value;
}

/* name = expression */
static bool read_assignment(struct c_reading *c, struct span name) {
  struct operand value;
  struct reader *reader = c->reader;
  if (reader_find_location(reader, name) >= 0)
    return cursor_fail(c->cursor, name, "\"%.*s\" is a location: write *%.*s",
                       SPAN(c->cursor, name), SPAN(c->cursor, name));
  if (!c_expression(c, &value)) return false;
  value = converted(c, type_of(c, name), value);
  int destination = reader_register(reader, c->thread, name, REGISTER_WRITTEN);
  if (destination < 0) return false;
  c_assign(c, destination, value);
  return !c->cursor->error->message;
}

static bool declare_variable(struct c_reading *c, const struct c_type *type, struct span name) {
  int index = reader_register(c->reader, c->thread, name, REGISTER_READ);
  if (index < 0) return false;
  struct reg *variable = &c_thread(c)->registers[index];
  if (type->integer.bytes) variable->type = type->integer;
  c_set_atomic(c, (unsigned)index, type->stars && type->is_object);
  return true;
}

/* The names behind a type, each with a value or without. */
static bool read_declaration(struct c_reading *c, struct c_type type) {
  do {
    struct span name;
    while (cursor_accept(c->cursor, "*")) {
      type.stars++;
      type.integer = (struct type){ 0 };
    }
    if (!cursor_word(c->cursor, &name)) return cursor_expected(c->cursor, "a variable");
    if (cursor_peek(c->cursor) == '[')
      return cursor_fail(c->cursor, name, "unsupported: an array of a thread's own");
    if (reader_find_location(c->reader, name) < 0 && !declare_variable(c, &type, name))
      return false;
    if (cursor_accept(c->cursor, "=")
            ? !read_assignment(c, name)
            : reader_register(c->reader, c->thread, name, REGISTER_DECLARED) < 0)
      return false;
  } while (cursor_accept(c->cursor, ","));
  return semicolon(c);
}

/* Behind a place: = and an expression, a compound assignment, ++ or --. */
static bool read_change(struct c_reading *c, const struct c_place *place) {
  struct operand value;
  bool found;
  if (!c_change(c, place, &found)) return false;
  if (found) return semicolon(c);
  if (!cursor_expect(c->cursor, "=", "\"=\"") || !c_expression(c, &value)) return false;
  if (place->is_object) return c_store_object(c, place->pointer, value) && semicolon(c);
  const struct reg *variable = &c_thread(c)->registers[place->variable.index];
  c_assign(c, (int)place->variable.index, converted(c, variable->type, value));
  return semicolon(c);
}

/* A statement that begins with a parenthesis, ++ or --. */
static bool read_in_parentheses(struct c_reading *c) {
  struct operand value;
  struct c_place place;
  if (!c_expression(c, &value)) return false;
  if (cursor_peek(c->cursor) == ';') return semicolon(c);
  return c_take_place(c, value, &place) && read_change(c, &place);
}

/* *pointer = expression; */
static bool read_store(struct c_reading *c) {
  struct c_place place = { .is_object = true };
  struct cursor *cursor = c->cursor;
  struct span name;
  bool parenthesis = cursor_accept(cursor, "(");
  if (parenthesis ? !c_expression(c, &place.pointer) || !cursor_expect(cursor, ")", "\")\"")
                  : !cursor_word(cursor, &name))
    return cursor_expected(cursor, "a pointer");
  return (parenthesis || c_pointer(c, name, &place.pointer)) && read_change(c, &place);
}

/* x[1] = expression; */
static bool read_element(struct c_reading *c, struct span name) {
  struct c_place place = { .is_object = true };
  return c_element(c, name, &place.pointer) && read_change(c, &place);
}

/* A statement that begins with a name: a call or an assignment, or a label before one. */
static bool read_named(struct c_reading *c, struct span name, struct span label) {
  struct cursor *cursor = c->cursor;
  static const struct cursor_word unsupported[] = { { "for", 0 },      { "switch", 0 },
                                                    { "return", 0 },   { "break", 0 },
                                                    { "continue", 0 }, { "goto", 0 },
                                                    { NULL, 0 } };
  bool assigned = cursor_peek(cursor) == '='; /* some tests have a variable called continue */
  if (!assigned && cursor_lookup(cursor, name, unsupported) >= 0)
    return cursor_fail(cursor, name, "unsupported: %.*s", SPAN(cursor, name));
  struct operand value;
  if (cursor_peek(cursor) == '(') return c_call(c, name, label, &value) && semicolon(c);
  if (cursor_peek(cursor) == '[') return read_element(c, name);
  if (cursor_accept(cursor, "=")) return read_assignment(c, name) && semicolon(c);
  if (!label.length && cursor_accept(cursor, ":")) {
    struct span next;
    if (!cursor_word(cursor, &next)) return read_statement(c);
    return read_named(c, next, name);
  }
  if (reader_find_location(c->reader, name) >= 0) return cursor_expected(cursor, "\"=\" or \"(\"");
  int variable = reader_register(c->reader, c->thread, name, REGISTER_READ);
  struct c_place place = { .variable = operand_register(variable) };
  bool found;
  if (variable < 0 || !c_change(c, &place, &found)) return false;
  return found ? semicolon(c) : cursor_expected(cursor, "\"=\" or \"(\"");
}

static bool read_simple(struct c_reading *c) {
  struct cursor *cursor = c->cursor;
  struct span name;
  struct c_type type;
  if (cursor_accept(cursor, ";")) return true;
  if (cursor_accept(cursor, "{")) return read_block(c);
  if (cursor_accept(cursor, "*")) return read_store(c);
  if (strchr("(+-", cursor_peek(cursor)) && cursor_peek(cursor)) return read_in_parentheses(c);
  if (cursor_accept_word(c->cursor, "if")) return read_if(c);
  if (cursor_accept_word(c->cursor, "while")) return read_while(c);
  if (cursor_accept_word(c->cursor, "do")) return read_do(c);
  if (c_type(cursor, &type)) return read_declaration(c, type);
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a statement");
  return read_named(c, name, (struct span){ name.start, 0 });
}

static bool read_statement(struct c_reading *c) {
  if (++c->nesting > STATEMENT_NESTING_MAX)
    return cursor_fail(c->cursor, (struct span){ c->cursor->at, 1 },
                       "the statements nest deeper than %d", STATEMENT_NESTING_MAX);
  bool good = read_simple(c);
  c->nesting--;
  return good;
}

/* ---- threads ---- */

/* "@wg 0, dev 0" */
static bool read_place(struct cursor *cursor, struct place *place) {
  static const char missing[] = "a place (@wg 0, dev 0)";
  return reader_level(cursor, "wg", missing, PLACE_MAX, "the number of a work-group",
                      &place->cta) &&
         cursor_expect(cursor, ",", "\",\" and a device") &&
         reader_level(cursor, "dev", "dev", PLACE_MAX, "the number of a device", &place->gpu);
}

static bool read_parameter(struct c_reading *c) {
  struct cursor *cursor = c->cursor;
  struct span name;
  struct c_type type;
  c_type(cursor, &type);
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a parameter");
  if (cursor_peek(cursor) == '[')
    return cursor_fail(cursor, name, "unsupported: a parameter that is an array (write *%.*s)",
                       SPAN(cursor, name));
  struct reader *reader = c->reader;
  int index = reader_known_location(reader, name);
  if (index < 0) return false;
  c->parameters |= (uint64_t)1 << index;
  c->atomics |= (uint64_t)type.is_object << index;
  struct location *location = &reader->program->locations[index];
  if (!location->type.bytes && !location->elements) {
    location->type = type.pointed;
    location->initial = type_shows(type.pointed, location->initial);
  }
  if (!type.atomic) location->tags |= reader_tag(reader, "NAL");
  if (c->opencl) location->tags |= reader_tag(reader, type.local ? "LOCAL" : "GLOBAL");
  return true;
}

static bool read_parameters(struct c_reading *c) {
  struct cursor *cursor = c->cursor;
  if (!cursor_expect(cursor, "(", "\"(\" and the thread's parameters")) return false;
  if (cursor_accept(cursor, ")")) return true;
  do {
    if (!read_parameter(c)) return false;
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
  unsigned index = reader->program->thread_count;
  struct span word;
  cursor_word(cursor, &word);
  if (!reader_thread(reader, id, word)) return false;
  struct c_reading c = { .reader = reader,
                         .cursor = cursor,
                         .thread = index,
                         .opencl = reader->dialect == &dialect_opencl };
  if (c.opencl && (!cursor_expect(cursor, "@", "\"@\" and a place (@wg 0, dev 0)") ||
                   !read_place(cursor, &reader->program->threads[index].place)))
    return false;
  return declare_registers(reader, index) && read_parameters(&c) &&
         cursor_expect(cursor, "{", "\"{\" and the thread's statements") && read_block(&c);
}

static bool read_threads(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  int64_t id;
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
  return reader_check_registers(reader);
}

static struct type read_type(struct cursor *cursor, unsigned *size) {
  struct c_type type;
  c_type(cursor, &type);
  *size = 0; /* accesses are as large as the objects that they name */
  return type.integer;
}

const struct dialect dialect_c = { .name = "C",
                                   .read_code = read_code,
                                   .read_type = read_type,
                                   .addresses = true,
                                   .is_c = true,
                                   .halves_in_order = true };

const struct dialect dialect_opencl = { .name = "OPENCL",
                                        .read_code = read_code,
                                        .read_type = read_type,
                                        .addresses = true,
                                        .is_c = true,
                                        .halves_in_order = true };
