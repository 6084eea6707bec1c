/* Statements of C-like dialects.
 *
 * The operands of an operator are in no order with each other, as in C and in herd.  The arguments
 * of a function are read from the left (INFERRED: published tests have no accesses there). */
#include <string.h>
#include "litmus/read/c_statement.h"
#include "litmus/read/c_compound.h"
#include "litmus/read/c_control.h"
#include "litmus/read/c_functions.h"
#include "litmus/read/names.h"

enum { STATEMENT_NESTING_MAX = 100 };

static bool semicolon(struct c_reading *c) { return cursor_expect(c->cursor, ";", "\";\""); }

bool c_block(struct c_reading *c) {
  while (!cursor_accept(c->cursor, "}")) {
    if (cursor_at_end(c->cursor)) return cursor_expected(c->cursor, "a statement or \"}\"");
    if (!c_statement(c)) return false;
  }
  return true;
}

/* ---- declarations ---- */

static bool declare_variable(struct c_reading *c, const struct c_type *type, struct span name) {
  int index = reader_register(c->reader, c->thread, name, REGISTER_READ);
  if (index < 0) return false;
  struct reg *variable = &c_thread(c)->registers[index];
  if (type->integer.bytes) variable->type = type->integer;
  c_set_atomic(c, (unsigned)index, type->stars && type->is_object);
  return true;
}

/* A name with a value or without. */
static bool read_declared(struct c_reading *c, const struct c_type *type) {
  struct span name;
  struct operand value;
  if (!cursor_word(c->cursor, &name)) return cursor_expected(c->cursor, "a variable");
  if (cursor_peek(c->cursor) == '[')
    return cursor_fail(c->cursor, name,
                       "unsupported: an array of a thread's own (declare it in the initial state)");
  if (reader_find_location(c->reader, name) < 0 && !declare_variable(c, type, name)) return false;
  return cursor_accept(c->cursor, "=")
             ? c_assign_variable(c, name, &value)
             : reader_register(c->reader, c->thread, name, REGISTER_DECLARED) >= 0;
}

bool c_declaration(struct c_reading *c, bool *found) {
  struct c_type type;
  *found = c_type(c->cursor, &type);
  if (!*found) return !c->cursor->error->message;
  for (; read_declared(c, &type); c_type_stars(c->cursor, &type))
    if (!cursor_accept(c->cursor, ",")) return semicolon(c);
  return false;
}

/* ---- expressions for their effects ---- */

/* Behind a place: an assignment, ++ or --. */
static bool read_change(struct c_reading *c, const struct c_place *place) {
  bool found;
  return c_change(c, place, NULL, &found) && (found || cursor_expected(c->cursor, "\"=\""));
}

/* (void) and what it throws away. */
static bool read_discarded(struct c_reading *c) {
  struct operand value;
  struct span name;
  struct cursor ahead = *c->cursor;
  if (!cursor_word(&ahead, &name) || cursor_peek(&ahead) != '(') return c_expression(c, &value);
  c->cursor->at = ahead.at;
  return c_call(c, name, (struct span){ name.start, 0 }, &value);
}

/* One that begins with a parenthesis, ++ or --. */
static bool read_in_parentheses(struct c_reading *c) {
  struct operand value;
  struct c_place place;
  struct c_type type;
  struct cursor ahead = *c->cursor;
  if (cursor_accept(&ahead, "(") && c_type(&ahead, &type) && type.is_void &&
      cursor_accept(&ahead, ")")) {
    c->cursor->at = ahead.at;
    return read_discarded(c);
  }
  if (!c_expression(c, &value)) return false;
  if (strchr(";,)", cursor_peek(c->cursor))) return true;
  return c_take_place(c, value, &place) && read_change(c, &place);
}

/* *pointer = expression */
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

/* x[1] = expression */
static bool read_element(struct c_reading *c, struct span name) {
  struct c_place place = { .is_object = true };
  return c_element(c, name, &place.pointer) && read_change(c, &place);
}

/* One that begins with a name: a call or an assignment. */
static bool read_named(struct c_reading *c, struct span name, struct span label) {
  struct cursor *cursor = c->cursor;
  struct operand value;
  if (cursor_peek(cursor) == '(') return c_call(c, name, label, &value);
  if (cursor_peek(cursor) == '[') return read_element(c, name);
  if (cursor_accept(cursor, "=")) return c_assign_variable(c, name, &value);
  if (reader_find_location(c->reader, name) >= 0) return cursor_expected(cursor, "\"=\" or \"(\"");
  int variable = reader_register(c->reader, c->thread, name, REGISTER_READ);
  struct c_place place = { .variable = operand_register(variable) };
  bool found;
  if (variable < 0 || !c_change(c, &place, NULL, &found)) return false;
  return found || cursor_expected(cursor, "\"=\" or \"(\"");
}

static bool read_effect(struct c_reading *c, struct span label) {
  struct cursor *cursor = c->cursor;
  struct span name;
  if (cursor_accept(cursor, "*")) return read_store(c);
  if (cursor_peek(cursor) && strchr("(+-", cursor_peek(cursor))) return read_in_parentheses(c);
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a statement");
  return read_named(c, name, label.length ? label : (struct span){ name.start, 0 });
}

bool c_effect(struct c_reading *c) { return read_effect(c, (struct span){ 0, 0 }); }

/* ---- statements ---- */

/* Moves behind a label and its colon, where these come next. */
static struct span accept_label(struct c_reading *c) {
  struct cursor ahead = *c->cursor;
  struct span label;
  if (!cursor_word(&ahead, &label) || !cursor_accept(&ahead, ":")) return (struct span){ 0, 0 };
  c->cursor->at = ahead.at;
  return label;
}

static bool read_simple(struct c_reading *c) {
  struct cursor *cursor = c->cursor;
  struct span label = accept_label(c);
  bool found;
  c->temporaries = 0; /* those of the statement before are dead */
  if (cursor_accept(cursor, ";")) return true;
  if (cursor_accept(cursor, "{")) return c_block(c);
  if (!c_control(c, &found) || found) return found && !cursor->error->message;
  if (!c_declaration(c, &found) || found) return found && !cursor->error->message;
  return read_effect(c, label) && semicolon(c);
}

bool c_statement(struct c_reading *c) {
  if (++c->nesting > STATEMENT_NESTING_MAX)
    return cursor_fail(c->cursor, (struct span){ c->cursor->at, 1 },
                       "the statements nest deeper than %d", STATEMENT_NESTING_MAX);
  bool good = read_simple(c);
  c->nesting--;
  return good;
}
