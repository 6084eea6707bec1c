/* What C changes in place: compound assignments, ++ and --.  Of an atomic object each is one
 * read-modify-write of memory_order_seq_cst (C11, 6.5.2.4 and 6.5.16.2); else the object is loaded,
 * and then stored. */
#include "litmus/read/dialect_c.h"

/* An object was just loaded to find its place: its load is removed. */
bool c_take_place(struct c_reading *reading, struct operand value, struct c_place *place) {
  struct thread *thread = c_thread(reading);
  const struct instruction *last =
      thread->length ? &thread->instructions[thread->length - 1] : NULL;
  *place = (struct c_place){ .variable = value };
  if (value.kind == OPERAND_REGISTER && !c_is_temporary(reading, value)) return true;
  if (value.kind != OPERAND_REGISTER || !last || last->opcode != OP_LOAD ||
      last->destination != (int)value.index)
    return cursor_expected(reading->cursor, "a variable or an object before this operator");
  *place = (struct c_place){ .is_object = true, .pointer = last->address };
  thread->length--;
  return true;
}

/* The type of the variable, or of the object where the pointer tells which that is. */
static struct type type_in(struct c_reading *reading, const struct c_place *place) {
  if (!place->is_object) return c_thread(reading)->registers[place->variable.index].type;
  if (place->pointer.kind != OPERAND_LOCATION) return (struct type){ 0 };
  return reading->reader->program->locations[place->pointer.index].type;
}

static struct operand changed(struct c_reading *reading, const struct c_place *place,
                              enum arithmetic arithmetic, struct operand old, struct operand by) {
  return c_convert(reading, type_in(reading, place), c_compute(reading, arithmetic, old, by));
}

/* The value that the place had, and the one that it has now. */
struct change {
  struct operand old, now;
};

static bool change_variable(struct c_reading *reading, const struct c_place *place,
                            enum arithmetic arithmetic, struct operand by, struct change *change) {
  change->old = c_compute(reading, ARITHMETIC_MOVE, operand_constant(0), place->variable);
  c_assign(reading, (int)place->variable.index,
           changed(reading, place, arithmetic, change->old, by));
  change->now = place->variable;
  return !reading->cursor->error->message;
}

static bool change_atomic(struct c_reading *reading, const struct c_place *place,
                          enum arithmetic arithmetic, struct operand by, bool wants_now,
                          struct change *change) {
  struct c_manner manner = c_default_manner(reading);
  if (!c_rmw(reading, place->pointer, &manner, arithmetic, by, &change->old)) return false;
  if (wants_now) change->now = changed(reading, place, arithmetic, change->old, by);
  return true;
}

/* By what `by` says, or, where it is NULL, by the expression that comes next, which is in no order
 * with a plain load of the object. */
static bool change_plain(struct c_reading *reading, const struct c_place *place,
                         enum arithmetic arithmetic, const struct operand *by,
                         struct change *change) {
  unsigned start = c_thread(reading)->length;
  if (!c_load(reading, place->pointer, &change->old)) return false;
  unsigned middle = c_thread(reading)->length;
  struct operand other;
  if (by) other = *by;
  else if (!c_expression(reading, &other)) return false;
  c_leave_unsequenced(reading, start, middle);
  change->now = changed(reading, place, arithmetic, change->old, other);
  return c_store(reading, place->pointer, change->now);
}

static bool change_by_one(struct c_reading *reading, const struct c_place *place,
                          enum arithmetic arithmetic, bool wants_now, struct change *change) {
  struct operand one = operand_constant(1);
  if (!place->is_object) return change_variable(reading, place, arithmetic, one, change);
  if (!c_is_atomic(reading, place->pointer))
    return change_plain(reading, place, arithmetic, &one, change);
  return change_atomic(reading, place, arithmetic, one, wants_now, change);
}

bool c_accept_step(struct c_reading *reading, enum arithmetic *arithmetic) {
  *arithmetic = ARITHMETIC_ADD;
  if (cursor_accept(reading->cursor, "++")) return true;
  *arithmetic = ARITHMETIC_SUB;
  return cursor_accept(reading->cursor, "--");
}

bool c_step(struct c_reading *reading, enum arithmetic arithmetic, bool wants_now,
            struct operand *value) {
  struct c_place place;
  struct change change;
  if (!c_take_place(reading, *value, &place) ||
      !change_by_one(reading, &place, arithmetic, wants_now, &change))
    return false;
  *value = wants_now ? change.now : change.old;
  return true;
}

static bool accept_compound(struct c_reading *reading, enum arithmetic *arithmetic) {
  static const struct {
    const char *sign;
    enum arithmetic arithmetic;
  } signs[] = { { "+=", ARITHMETIC_ADD },         { "-=", ARITHMETIC_SUB },
                { "*=", ARITHMETIC_MUL },         { "/=", ARITHMETIC_DIV },
                { "&=", ARITHMETIC_AND },         { "|=", ARITHMETIC_OR },
                { "^=", ARITHMETIC_XOR },         { "<<=", ARITHMETIC_SHIFT_LEFT },
                { ">>=", ARITHMETIC_SHIFT_RIGHT } };
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    *arithmetic = signs[i].arithmetic;
    if (cursor_accept(reading->cursor, signs[i].sign)) return true;
  }
  return false;
}

bool c_change(struct c_reading *reading, const struct c_place *place, bool *found) {
  enum arithmetic arithmetic;
  struct change change;
  struct operand by;
  *found = true;
  if (c_accept_step(reading, &arithmetic))
    return change_by_one(reading, place, arithmetic, false, &change);
  *found = accept_compound(reading, &arithmetic);
  if (!*found) return true;
  if (place->is_object && !c_is_atomic(reading, place->pointer))
    return change_plain(reading, place, arithmetic, NULL, &change);
  if (!c_expression(reading, &by)) return false;
  return place->is_object ? change_atomic(reading, place, arithmetic, by, false, &change)
                          : change_variable(reading, place, arithmetic, by, &change);
}
