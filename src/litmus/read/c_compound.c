/* Changes in place.  For an atomic object each is one read-modify-write of memory_order_seq_cst
 * (C11, 6.5.2.4 and 6.5.16.2); for others a load and then a store. */
#include "litmus/read/c_expression.h"
#include "litmus/read/c_functions.h"
#include "litmus/read/c_compound.h"
#include "litmus/read/names.h"

bool c_take_place(struct c_reading *c, struct operand value, struct c_place *place) {
  struct thread *thread = c_thread(c);
  const struct instruction *last =
      thread->length ? &thread->instructions[thread->length - 1] : NULL;
  *place = (struct c_place){ .variable = value };
  if (value.kind == OPERAND_REGISTER && !c_is_temporary(c, value)) return true;
  if (value.kind != OPERAND_REGISTER || !last || last->opcode != OP_LOAD ||
      last->destination != (int)value.index)
    return cursor_expected(c->cursor, "a variable or an object before this operator");
  *place = (struct c_place){ .is_object = true, .pointer = last->address };
  thread->length--;
  return true;
}

/* The type of the variable, or of an object that the pointer names; 0 bytes for others. */
static struct type type_in(struct c_reading *c, const struct c_place *place) {
  if (!place->is_object) return c_thread(c)->registers[place->variable.index].type;
  if (place->pointer.kind != OPERAND_LOCATION) return (struct type){ 0 };
  return c->reader->program->locations[place->pointer.index].type;
}

static struct operand changed(struct c_reading *c, const struct c_place *place,
                              enum arithmetic arithmetic, struct operand old, struct operand by) {
  return c_convert(c, type_in(c, place), c_compute(c, arithmetic, old, by));
}

/* The values before and after. */
struct change {
  struct operand old, now;
};

static bool change_variable(struct c_reading *c, const struct c_place *place,
                            enum arithmetic arithmetic, struct operand by, struct change *change) {
  change->old = c_compute(c, ARITHMETIC_MOVE, operand_constant(0), place->variable);
  c_assign(c, (int)place->variable.index, changed(c, place, arithmetic, change->old, by));
  change->now = place->variable;
  return !c->cursor->error->message;
}

static bool change_atomic(struct c_reading *c, const struct c_place *place,
                          enum arithmetic arithmetic, struct operand by, bool wants_now,
                          struct change *change) {
  struct c_manner manner = c_default_manner(c);
  if (!c_rmw(c, place->pointer, &manner, arithmetic, by, &change->old)) return false;
  if (wants_now) change->now = changed(c, place, arithmetic, change->old, by);
  return true;
}

/* By `by`, or by the expression that comes next, where it is NULL.  The expression is unordered
 * with the load of the object. */
static bool change_plain(struct c_reading *c, const struct c_place *place,
                         enum arithmetic arithmetic, const struct operand *by,
                         struct change *change) {
  unsigned start = c_thread(c)->length;
  if (!c_load(c, place->pointer, &change->old)) return false;
  unsigned middle = c_thread(c)->length;
  struct operand other;
  if (by) other = *by;
  else if (!c_expression(c, &other)) return false;
  c_leave_unsequenced(c, start, middle);
  change->now = changed(c, place, arithmetic, change->old, other);
  return c_store(c, place->pointer, change->now);
}

static bool change_by_one(struct c_reading *c, const struct c_place *place,
                          enum arithmetic arithmetic, bool wants_now, struct change *change) {
  struct operand one = operand_constant(1);
  if (!place->is_object) return change_variable(c, place, arithmetic, one, change);
  if (!c_is_atomic(c, place->pointer)) return change_plain(c, place, arithmetic, &one, change);
  return change_atomic(c, place, arithmetic, one, wants_now, change);
}

bool c_accept_step(struct c_reading *c, enum arithmetic *arithmetic) {
  *arithmetic = ARITHMETIC_ADD;
  if (cursor_accept(c->cursor, "++")) return true;
  *arithmetic = ARITHMETIC_SUB;
  return cursor_accept(c->cursor, "--");
}

bool c_step(struct c_reading *c, enum arithmetic arithmetic, bool wants_now,
            struct operand *value) {
  struct c_place place;
  struct change change;
  if (!c_take_place(c, *value, &place) || !change_by_one(c, &place, arithmetic, wants_now, &change))
    return false;
  *value = wants_now ? change.now : change.old;
  return true;
}

/* An assignment's operator; ARITHMETIC_MOVE: a plain one. */
static bool accept_assignment(struct cursor *cursor, enum arithmetic *arithmetic) {
  static const struct cursor_word signs[] = { { "+=", ARITHMETIC_ADD },
                                              { "-=", ARITHMETIC_SUB },
                                              { "*=", ARITHMETIC_MUL },
                                              { "/=", ARITHMETIC_DIV },
                                              { "&=", ARITHMETIC_AND },
                                              { "|=", ARITHMETIC_OR },
                                              { "^=", ARITHMETIC_XOR },
                                              { "<<=", ARITHMETIC_SHIFT_LEFT },
                                              { ">>=", ARITHMETIC_SHIFT_RIGHT },
                                              { "=", ARITHMETIC_MOVE },
                                              { NULL, 0 } };
  struct cursor ahead = *cursor;
  if (cursor_accept(&ahead, "==")) return false;
  for (const struct cursor_word *sign = signs; sign->word; sign++) {
    *arithmetic = (enum arithmetic)sign->value;
    if (cursor_accept(cursor, sign->word)) return true;
  }
  return false;
}

bool c_assigns(const struct c_reading *c) {
  struct cursor ahead = *c->cursor;
  enum arithmetic arithmetic;
  return accept_assignment(&ahead, &arithmetic);
}

/* Converts to types that are unsigned or narrower than an int; an int holds any result in C. */
static struct operand converted(struct c_reading *c, struct type type, struct operand value) {
  return type.bytes < 4 || !type.has_sign ? c_convert(c, type, value) : value;
}

/* The type of a variable that was declared; bytes 0: none, or it is not known yet. */
static struct type type_of(const struct c_reading *c, struct span name) {
  int index = reader_find_register(c->reader, c->thread, name);
  return index < 0 ? (struct type){ 0 } : c_thread(c)->registers[index].type;
}

bool c_assign_variable(struct c_reading *c, struct span name, struct operand *value) {
  struct reader *reader = c->reader;
  if (reader_find_location(reader, name) >= 0)
    return cursor_fail(c->cursor, name, "\"%.*s\" is a location: write *%.*s",
                       SPAN(c->cursor, name), SPAN(c->cursor, name));
  if (!c_expression(c, value)) return false;
  *value = converted(c, type_of(c, name), *value);
  int destination = reader_register(reader, c->thread, name, REGISTER_WRITTEN);
  if (destination < 0) return false;
  c_assign(c, destination, *value);
  *value = operand_register(destination);
  return !c->cursor->error->message;
}

/* The object or the variable gets an expression's value. */
static bool assign(struct c_reading *c, const struct c_place *place, struct operand *value) {
  struct operand assigned;
  if (!c_expression(c, &assigned)) return false;
  if (place->is_object) {
    if (value) *value = assigned = c_convert(c, type_in(c, place), assigned);
    return c_store_object(c, place->pointer, assigned);
  }
  c_assign(c, (int)place->variable.index, converted(c, type_in(c, place), assigned));
  if (value) *value = place->variable;
  return !c->cursor->error->message;
}

static bool change(struct c_reading *c, const struct c_place *place, enum arithmetic arithmetic,
                   struct operand *value) {
  struct change change;
  struct operand by;
  bool good;
  if (place->is_object && !c_is_atomic(c, place->pointer)) {
    good = change_plain(c, place, arithmetic, NULL, &change);
  } else {
    good = c_expression(c, &by) &&
           (place->is_object ? change_atomic(c, place, arithmetic, by, value != NULL, &change)
                             : change_variable(c, place, arithmetic, by, &change));
  }
  if (good && value) *value = change.now;
  return good;
}

bool c_change(struct c_reading *c, const struct c_place *place, struct operand *value,
              bool *found) {
  enum arithmetic arithmetic;
  struct change changed;
  *found = true;
  if (!value && c_accept_step(c, &arithmetic))
    return change_by_one(c, place, arithmetic, false, &changed);
  *found = accept_assignment(c->cursor, &arithmetic);
  if (!*found) return true;
  return arithmetic == ARITHMETIC_MOVE ? assign(c, place, value)
                                       : change(c, place, arithmetic, value);
}
