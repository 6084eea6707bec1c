/* Expressions of C-like dialects, lowered while they are read: every operation becomes an
 * instruction on registers.
 *
 * Binary operators bind as in C.  && and || skip their right side where the left one decides.  A
 * bare name is a local variable, or the address of the location of that name among the thread's
 * parameters. */
#include "litmus/read/c_expression.h"
#include "litmus/read/c_functions.h"
#include "litmus/read/c_compound.h"
#include "litmus/read/names.h"

enum { NESTING_MAX = 200 };

/* ---- primary expressions ---- */

bool c_pointer(struct c_reading *c, struct span name, struct operand *pointer) {
  int location = reader_find_location(c->reader, name);
  *pointer = location >= 0 && c->parameters >> location & 1
                 ? operand_location(location)
                 : operand_register(reader_register(c->reader, c->thread, name, REGISTER_READ));
  return (int)pointer->index >= 0;
}

static bool parse_unary(struct c_reading *c, struct operand *value);

bool c_element(struct c_reading *c, struct span name, struct operand *pointer) {
  struct operand index;
  if (!c_pointer(c, name, pointer) || !cursor_expect(c->cursor, "[", "\"[\"") ||
      !c_expression(c, &index) || !cursor_expect(c->cursor, "]", "an operator or \"]\""))
    return false;
  if (pointer->kind == OPERAND_LOCATION && index.kind == OPERAND_CONSTANT) {
    const struct location *array = &c->reader->program->locations[pointer->index];
    if (index.number && (index.number < 0 || index.number >= array->elements))
      return cursor_fail(c->cursor, name, "\"%.*s\" has no element %lld", SPAN(c->cursor, name),
                         (long long)index.number);
    pointer->number = index.number;
  } else *pointer = c_compute(c, ARITHMETIC_ADD, *pointer, index);
  return true;
}

/* *p and *p = value are memory_order_seq_cst for an atomic object (C11, 6.5.16.2 and 7.17). */
bool c_load_object(struct c_reading *c, struct operand pointer, struct operand *value) {
  if (!c_is_atomic(c, pointer)) return c_load(c, pointer, value);
  struct c_manner manner = c_default_manner(c);
  return c_load_as(c, pointer, &manner, value);
}

bool c_store_object(struct c_reading *c, struct operand pointer, struct operand value) {
  if (!c_is_atomic(c, pointer)) return c_store(c, pointer, value);
  struct c_manner manner = c_default_manner(c);
  return c_store_as(c, pointer, &manner, value);
}

/* The object that the pointer names: what is assigned to it, where it is, or its value. */
static bool parse_object(struct c_reading *c, struct operand pointer, struct operand *value) {
  struct c_place place = { .is_object = true, .pointer = pointer };
  bool found;
  return !c->in_prefix && c_assigns(c) ? c_change(c, &place, value, &found)
                                       : c_load_object(c, pointer, value);
}

/* name = value, or name += value. */
static bool parse_assignment(struct c_reading *c, struct span name, struct operand *value) {
  struct c_place place = { 0 };
  struct cursor ahead = *c->cursor;
  bool found;
  if (cursor_accept(&ahead, "=")) {
    c->cursor->at = ahead.at;
    return c_assign_variable(c, name, value);
  }
  if (!c_pointer(c, name, &place.variable)) return false;
  if (place.variable.kind == OPERAND_LOCATION)
    return cursor_fail(c->cursor, name, "\"%.*s\" is a location: write *%.*s",
                       SPAN(c->cursor, name), SPAN(c->cursor, name));
  return c_change(c, &place, value, &found);
}

static bool parse_name(struct c_reading *c, struct span name, struct operand *value) {
  if (cursor_peek(c->cursor) == '(') {
    if (!c_call(c, name, (struct span){ name.start, 0 }, value)) return false;
    if (value->kind == OPERAND_NONE)
      return cursor_fail(c->cursor, name, "this function returns nothing");
    return true;
  }
  if (cursor_peek(c->cursor) == '[') {
    struct operand pointer;
    return c_element(c, name, &pointer) && parse_object(c, pointer, value);
  }
  if (!c->in_prefix && c_assigns(c)) return parse_assignment(c, name, value);
  static const struct cursor_word constants[] = {
    { "NULL", 0 }, { "false", 0 }, { "true", 1 }, { NULL, 0 }
  };
  int constant = cursor_lookup(c->cursor, name, constants);
  if (constant >= 0) {
    *value = operand_constant(constant);
    return true;
  }
  int location = reader_find_location(c->reader, name);
  if (location >= 0 && !(c->parameters >> location & 1))
    return cursor_fail(c->cursor, name, "\"%.*s\" is a location, and no parameter of this thread",
                       SPAN(c->cursor, name));
  return c_pointer(c, name, value);
}

/* (type)value: an integer is converted, and a pointer becomes one to that type. */
static bool parse_cast(struct c_reading *c, const struct c_type *type, struct operand *value) {
  if (!cursor_expect(c->cursor, ")", "\")\"") || !parse_unary(c, value)) return false;
  *value = c_convert(c, type->integer, *value);
  bool atomic = type->stars && type->is_object;
  if (!type->stars || value->kind == OPERAND_CONSTANT || c_is_atomic(c, *value) == atomic)
    return true;
  *value = c_compute(c, ARITHMETIC_MOVE, operand_constant(0), *value);
  c_set_atomic(c, value->index, atomic);
  return true;
}

static bool parse_parenthesis(struct c_reading *c, struct operand *value) {
  struct c_type type;
  if (c_type(c->cursor, &type)) return parse_cast(c, &type, value);
  return c_expression(c, value) && cursor_expect(c->cursor, ")", "an operator or \")\"");
}

/* ++ or -- behind what it changes. */
static bool parse_postfix(struct c_reading *c, struct operand *value) {
  enum arithmetic arithmetic;
  return !c_accept_step(c, &arithmetic) || c_step(c, arithmetic, false, value);
}

static bool parse_primary(struct c_reading *c, struct operand *value) {
  struct span name;
  if (cursor_accept(c->cursor, "(")) return parse_parenthesis(c, value) && parse_postfix(c, value);
  if (cursor_word(c->cursor, &name)) {
    bool calls = cursor_peek(c->cursor) == '(';
    return parse_name(c, name, value) && (calls || parse_postfix(c, value));
  }
  if (!cursor_starts_number(c->cursor)) return cursor_expected(c->cursor, "an expression");
  *value = operand_constant(0);
  return cursor_number(c->cursor, &value->number);
}

static bool parse_prefix(struct c_reading *c, char sign, struct operand *value) {
  struct operand inner;
  bool outer = c->in_prefix;
  c->in_prefix = true;
  bool good = parse_unary(c, &inner);
  c->in_prefix = outer;
  if (!good) return false;
  switch (sign) {
  case '*': return parse_object(c, inner, value);
  case '!': *value = c_compute(c, ARITHMETIC_EQ, inner, operand_constant(0)); return true;
  case '-': *value = c_compute(c, ARITHMETIC_SUB, operand_constant(0), inner); return true;
  default: *value = c_compute(c, ARITHMETIC_XOR, inner, operand_constant(-1)); return true;
  }
}

/* &x or &x[1], from behind the sign. */
static bool parse_address(struct c_reading *c, struct operand *value) {
  struct span name = cursor_next_word(c->cursor);
  struct cursor behind = *c->cursor;
  behind.at = name.start + name.length;
  if (name.length && cursor_peek(&behind) == '[') {
    c->cursor->at = behind.at;
    return c_element(c, name, value);
  }
  if (!parse_primary(c, value)) return false;
  return value->kind == OPERAND_LOCATION ||
         cursor_fail(
             c->cursor, name,
             "unsupported: the address of the variable \"%.*s\" (compare-exchange takes it; "
             "elsewhere write a location)",
             SPAN(c->cursor, name));
}

static bool parse_unary(struct c_reading *c, struct operand *value) {
  struct cursor *cursor = c->cursor;
  if (++c->nesting > NESTING_MAX)
    return cursor_fail(cursor, (struct span){ cursor->at, 1 },
                       "the expression nests deeper than %d", NESTING_MAX);
  char next = cursor_peek(cursor);
  enum arithmetic step;
  bool good;
  if (c_accept_step(c, &step)) {
    good = parse_unary(c, value) && c_step(c, step, true, value);
  } else if (next == '*' || next == '!' || next == '~' ||
             (next == '-' && !cursor_starts_number(cursor))) {
    cursor->at++;
    good = parse_prefix(c, next, value);
  } else if (cursor_accept(cursor, "&")) {
    good = parse_address(c, value);
  } else {
    good = parse_primary(c, value);
  }
  c->nesting--;
  return good;
}

/* Binary operators, tightest first; a sign stands before the signs that it begins with. */
static const struct {
  const char *sign;
  unsigned level;
  enum arithmetic arithmetic;
} operators[] = { { "<<", 2, ARITHMETIC_SHIFT_LEFT }, { ">>", 2, ARITHMETIC_SHIFT_RIGHT },
                  { "<=", 3, ARITHMETIC_LE },         { ">=", 3, ARITHMETIC_GE },
                  { "==", 4, ARITHMETIC_EQ },         { "!=", 4, ARITHMETIC_NE },
                  { "&&", 8, ARITHMETIC_MOVE },       { "||", 9, ARITHMETIC_MOVE },
                  { "*", 0, ARITHMETIC_MUL },         { "/", 0, ARITHMETIC_DIV },
                  { "%", 0, ARITHMETIC_MOVE },        { "+", 1, ARITHMETIC_ADD },
                  { "-", 1, ARITHMETIC_SUB },         { "<", 3, ARITHMETIC_LT },
                  { ">", 3, ARITHMETIC_GT },          { "&", 5, ARITHMETIC_AND },
                  { "^", 6, ARITHMETIC_XOR },         { "|", 7, ARITHMETIC_OR } };
enum { AND_LEVEL = 8, OR_LEVEL = 9 };

/* The operator of that level that comes next, or -1. */
static int next_operator(struct c_reading *c, unsigned level) {
  struct cursor ahead = *c->cursor;
  char first = cursor_peek(&ahead);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (*operators[i].sign != first || !cursor_accept(&ahead, operators[i].sign)) continue;
    bool assigns = operators[i].level != 3 && operators[i].level != 4 && cursor_peek(&ahead) == '=';
    if (operators[i].level != level || assigns) return -1;
    c->cursor->at = ahead.at;
    return (int)i;
  }
  return -1;
}

static bool parse_level(struct c_reading *c, unsigned level, struct operand *value);
static bool parse_conditional(struct c_reading *c, struct operand *value);

/* a && b: t = a != 0; unless t is 0, t = t & b != 0.  || the other way round, with |.  So the value
 * depends on each operand that was computed. */
static bool parse_short_circuit(struct c_reading *c, unsigned level, struct operand *value) {
  int result = c_temporary(c);
  struct operand right;
  if (result < 0) return false;
  c_assign(c, result, c_compute(c, ARITHMETIC_NE, *value, operand_constant(0)));
  struct operand decides = operand_register(result);
  if (level == OR_LEVEL) decides = c_compute(c, ARITHMETIC_EQ, decides, operand_constant(0));
  int branch = c_branch_if_zero(c, decides);
  if (branch < 0 || !parse_level(c, level - 1, &right)) return false;
  right = c_compute(c, ARITHMETIC_NE, right, operand_constant(0));
  c_assign(c, result,
           c_compute(c, level == OR_LEVEL ? ARITHMETIC_OR : ARITHMETIC_AND,
                     operand_register(result), right));
  c_meet(c, branch);
  *value = c_compute(c, ARITHMETIC_MOVE, operand_constant(0), operand_register(result));
  return true;
}

/* left - left / right * right */
static struct operand remainder_of(struct c_reading *c, struct operand left, struct operand right) {
  struct operand quotient = c_compute(c, ARITHMETIC_DIV, left, right);
  return c_compute(c, ARITHMETIC_SUB, left, c_compute(c, ARITHMETIC_MUL, quotient, right));
}

static bool parse_level(struct c_reading *c, unsigned level, struct operand *value) {
  const struct thread *thread = c_thread(c);
  unsigned start = thread->length;
  if (level == 0 ? !parse_unary(c, value) : !parse_level(c, level - 1, value)) return false;
  for (int which; (which = next_operator(c, level)) >= 0;) {
    struct operand right;
    if (level == AND_LEVEL || level == OR_LEVEL) {
      if (!parse_short_circuit(c, level, value)) return false;
      continue;
    }
    unsigned middle = thread->length;
    if (level == 0 ? !parse_unary(c, &right) : !parse_level(c, level - 1, &right)) return false;
    c_leave_unsequenced(c, start, middle);
    *value = *operators[which].sign == '%'
                 ? remainder_of(c, *value, right)
                 : c_compute(c, operators[which].arithmetic, *value, right);
  }
  return true;
}

/* value ? this : that, from behind the question mark.  The result gets either, and depends on the
 * condition, too, by adding 0 & condition. */
static bool parse_choice(struct c_reading *c, struct operand *value) {
  struct operand chosen, condition = *value;
  struct operand none = c_compute(c, ARITHMETIC_AND, condition, operand_constant(0));
  int result = c_temporary(c), branch = result < 0 ? -1 : c_branch_if_zero(c, condition);
  if (branch < 0 || !c_expression(c, &chosen)) return false;
  c_assign(c, result, c_compute(c, ARITHMETIC_ADD, chosen, none));
  bool atomic = c_is_atomic(c, chosen);
  int over = c_goto(c);
  if (over < 0 || !cursor_expect(c->cursor, ":", "an operator or \":\"")) return false;
  c_land(c, branch);
  if (!parse_conditional(c, &chosen)) return false;
  c_assign(c, result, c_compute(c, ARITHMETIC_ADD, chosen, none));
  c_land(c, over);
  c_join(c, branch);
  c_set_atomic(c, (unsigned)result, atomic || c_is_atomic(c, chosen));
  *value = c_compute(c, ARITHMETIC_MOVE, operand_constant(0), operand_register(result));
  return true;
}

static bool parse_conditional(struct c_reading *c, struct operand *value) {
  if (++c->nesting > NESTING_MAX)
    return cursor_fail(c->cursor, (struct span){ c->cursor->at, 1 },
                       "the expression nests deeper than %d", NESTING_MAX);
  bool good = parse_level(c, OR_LEVEL, value);
  if (good && cursor_accept(c->cursor, "?")) good = parse_choice(c, value);
  c->nesting--;
  return good;
}

bool c_expression(struct c_reading *c, struct operand *value) {
  bool outer = c->in_prefix;
  c->in_prefix = false;
  bool good = parse_conditional(c, value);
  c->in_prefix = outer;
  return good && !c->cursor->error->message;
}

/* READ_ONCE(*x) takes the object, not its value. */
bool c_lvalue(struct c_reading *c, struct operand *pointer) {
  struct span name;
  if (cursor_accept(c->cursor, "*")) return parse_unary(c, pointer);
  if (!cursor_word(c->cursor, &name)) return cursor_expected(c->cursor, "*p, or a location");
  if (cursor_peek(c->cursor) == '[') return c_element(c, name, pointer);
  int location = reader_find_location(c->reader, name);
  if (location < 0) return cursor_fail(c->cursor, name, "expected *p, or a location");
  *pointer = operand_location(location);
  return true;
}

bool c_arguments(struct c_reading *c, unsigned count, struct operand *values) {
  for (unsigned i = 0; i < count; i++)
    if ((i && !cursor_expect(c->cursor, ",", "\",\"")) || !c_expression(c, &values[i]))
      return false;
  return true;
}
