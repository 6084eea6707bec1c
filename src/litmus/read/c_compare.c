/* Compare-exchange of C11 and OpenCL.
 *
 * It first reads what is expected, from an object (`e`) or a variable of the thread (`&v`).  Where
 * the value that it finds differs, it writes nothing, and puts that value in the place of the
 * expected one.  The weak form may do so in any case (C11, 7.17.7.4). */
#include "litmus/read/c_expression.h"
#include "litmus/read/c_compare.h"
#include "litmus/read/names.h"

/* &v, where v is a variable of the thread. */
static bool accept_variable(struct c_reading *c, struct c_place *place) {
  struct cursor ahead = *c->cursor;
  struct span name;
  if (!cursor_accept(&ahead, "&") || !cursor_word(&ahead, &name) || cursor_peek(&ahead) != ',' ||
      reader_find_location(c->reader, name) >= 0)
    return false;
  int variable = reader_register(c->reader, c->thread, name, REGISTER_READ);
  if (variable < 0) return false;
  c->cursor->at = ahead.at;
  *place = (struct c_place){ .variable = operand_register(variable) };
  return true;
}

static bool read_expected(struct c_reading *c, struct c_place *place) {
  if (accept_variable(c, place)) return true;
  *place = (struct c_place){ .is_object = true };
  return c_expression(c, &place->pointer);
}

bool c_comparing_operands(struct c_reading *c, struct c_comparing *comparing) {
  return c_expression(c, &comparing->pointer) && cursor_expect(c->cursor, ",", "\",\"") &&
         read_expected(c, &comparing->expected) && cursor_expect(c->cursor, ",", "\",\"") &&
         c_expression(c, &comparing->desired);
}

static bool load_expected(struct c_reading *c, const struct c_place *place,
                          struct operand *expected) {
  *expected = place->variable;
  return !place->is_object || c_load(c, place->pointer, expected);
}

/* What was found becomes what is expected next.  A variable that holds it already stays as it is,
 * so that a loop which fails at will is seen to do nothing. */
static bool store_expected(struct c_reading *c, const struct c_place *place, struct operand found,
                           struct operand expected) {
  if (place->is_object) return c_store(c, place->pointer, found);
  int branch = c_branch_if_zero(c, c_compute(c, ARITHMETIC_NE, found, expected));
  if (branch < 0) return false;
  struct type type = c_thread(c)->registers[place->variable.index].type;
  c_assign(c, (int)place->variable.index, c_convert(c, type, found));
  c_meet(c, branch);
  return !c->cursor->error->message;
}

static struct instruction *compare_and_swap(struct c_reading *c,
                                            const struct c_comparing *comparing,
                                            struct operand expected, struct operand *found) {
  struct instruction *made =
      c_rmw(c, comparing->pointer, &comparing->manner, ARITHMETIC_CAS, comparing->desired, found);
  if (made) made->left = expected;
  return made;
}

bool c_compare_strong(struct c_reading *c, const struct c_comparing *comparing,
                      struct operand *value) {
  struct operand expected, found;
  if (!load_expected(c, &comparing->expected, &expected)) return false;
  struct instruction *made = compare_and_swap(c, comparing, expected, &found);
  if (!made) return false;
  made->may_fail = true;
  *value = c_compute(c, ARITHMETIC_EQ, found, expected);
  if (!comparing->expected.is_object)
    return store_expected(c, &comparing->expected, found, expected);
  int branch = c_branch_if_zero(c, c_compute(c, ARITHMETIC_EQ, *value, operand_constant(0)));
  if (branch < 0 || !store_expected(c, &comparing->expected, found, expected)) return false;
  c_meet(c, branch);
  return true;
}

/* A failing one may have read any value; a succeeding one has found the expected one. */
bool c_compare_weak(struct c_reading *c, const struct c_comparing *comparing,
                    struct operand *value) {
  struct c_manner failure = comparing->manner;
  struct operand expected, found;
  failure.order = comparing->manner.fail_order;
  if (!load_expected(c, &comparing->expected, &expected)) return false;
  int succeeded = c_temporary(c), branch = c_branch_if_zero(c, operand_none());
  if (succeeded < 0 || branch < 0) return false;
  struct instruction *made = compare_and_swap(c, comparing, expected, &found);
  if (!made) return false;
  made->must_succeed = true;
  c_assign(c, succeeded, operand_constant(1));
  int jump = c_goto(c);
  if (jump < 0) return false;
  c_land(c, branch);
  if (!c_load_as(c, comparing->pointer, &failure, &found) ||
      !store_expected(c, &comparing->expected, found, expected))
    return false;
  c_assign(c, succeeded, operand_constant(0));
  c_land(c, jump);
  c_join(c, branch);
  *value = c_compute(c, ARITHMETIC_MOVE, operand_constant(0), operand_register(succeeded));
  return true;
}
