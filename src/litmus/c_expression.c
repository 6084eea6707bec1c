/* Expressions of C-like dialects, lowered while they are read: every operation becomes an instruction on registers.
 *
 * Binary operators bind as in C.  && and || do not look at their right side where the left decides.  A bare name is a
 * local variable, or, where it is one of the thread's parameters, the address of that location. */
#include "base/text.h"
#include "litmus/dialect_c.h"

enum { NESTING_MAX = 200 };

static bool word_is_type(const struct cursor *cursor, struct span word) {
  static const char *const words[] = {
      "int", "unsigned", "signed", "char", "short", "long", "void", "volatile", "const", "static", "struct", "bool", "_Bool",
      "atomic_int", "atomic_uint", "atomic_long", "atomic_t", "atomic64_t", "_Atomic", "intptr_t", "uintptr_t", "size_t",
      "u8", "u16", "u32", "u64", "s8", "s16", "s32", "s64", "uint", "ulong", "int32_t", "int64_t", "uint32_t", "uint64_t",
      "spinlock_t", "global", "local", "__global", "__local", "private", "mtx_t", NULL};
  for (const char *const *type = words; *type; type++)
    if (span_is(cursor, word, *type)) return true;
  return false;
}

bool c_type(struct c_reading *reading, bool *atomic, bool *local) {
  struct cursor *cursor = reading->cursor;
  struct span word = cursor_next_word(cursor);
  if (!word.length || !word_is_type(cursor, word)) return false;
  for (; word.length && word_is_type(cursor, word); word = cursor_next_word(cursor)) {
    bool is_struct = span_is(cursor, word, "struct");
    *atomic |= span_is(cursor, word, "_Atomic") ||
               (word.length > 6 && text_starts(cursor->source->text + word.start, "atomic"));
    *local |= span_is(cursor, word, "local") || span_is(cursor, word, "__local");
    cursor->at = word.start + word.length;
    if (is_struct && cursor_word(cursor, &word)) continue;
  }
  while (cursor_accept(cursor, "*")) continue;
  return true;
}

static bool parse_unary(struct c_reading *reading, struct operand *value);

bool c_element(struct c_reading *reading, struct span name, struct operand *pointer) {
  int location = location_find(reading->reader, name);
  struct operand index;
  if (location >= 0 && reading->parameters >> location & 1)
    *pointer = (struct operand){.kind = OPERAND_LOCATION, .index = (unsigned)location};
  else
    *pointer = operand_register(reader_register(reading->reader, reading->thread, name, REGISTER_READ));
  if ((int)pointer->index < 0) return false;
  if (!cursor_expect(reading->cursor, "[", "\"[\"") || !c_expression(reading, &index) ||
      !cursor_expect(reading->cursor, "]", "an operator or \"]\""))
    return false;
  if (pointer->kind == OPERAND_LOCATION && index.kind == OPERAND_CONSTANT) {
    const struct location *array = &reading->reader->program->locations[pointer->index];
    if (index.number && (index.number < 0 || index.number >= array->elements))
      return cursor_fail(reading->cursor, name, "\"%.*s\" has no element %lld", SPAN(reading->cursor, name),
                         (long long)index.number);
    pointer->number = index.number;
  } else *pointer = c_compute(reading, ARITHMETIC_ADD, *pointer, index);
  return true;
}

static bool parse_name(struct c_reading *reading, struct span name, struct operand *value) {
  struct reader *reader = reading->reader;
  if (cursor_peek(reading->cursor) == '(') {
    if (!c_call(reading, name, (struct span){name.start, 0}, value)) return false;
    if (value->kind == OPERAND_NONE) return cursor_fail(reading->cursor, name, "this function returns nothing");
    return true;
  }
  if (cursor_peek(reading->cursor) == '[') {
    struct operand pointer;
    return c_element(reading, name, &pointer) && c_load(reading, pointer, value);
  }
  if (span_is(reading->cursor, name, "NULL") || span_is(reading->cursor, name, "false")) {
    *value = operand_constant(0);
    return true;
  }
  if (span_is(reading->cursor, name, "true")) {
    *value = operand_constant(1);
    return true;
  }
  int location = location_find(reader, name);
  if (location >= 0 && reading->parameters >> location & 1) {
    *value = (struct operand){.kind = OPERAND_LOCATION, .index = (unsigned)location};
    return true;
  }
  if (location >= 0)
    return cursor_fail(reading->cursor, name, "\"%.*s\" is a location, and no parameter of this thread",
                       SPAN(reading->cursor, name));
  *value = operand_register(reader_register(reader, reading->thread, name, REGISTER_READ));
  return (int)value->index >= 0;
}

static bool parse_parenthesis(struct c_reading *reading, struct operand *value) {
  bool ignored = false;
  if (c_type(reading, &ignored, &ignored)) /* a cast */
    return cursor_expect(reading->cursor, ")", "\")\"") && parse_unary(reading, value);
  return c_expression(reading, value) && cursor_expect(reading->cursor, ")", "an operator or \")\"");
}

static bool parse_primary(struct c_reading *reading, struct operand *value) {
  struct span name;
  if (cursor_accept(reading->cursor, "(")) return parse_parenthesis(reading, value);
  if (cursor_word(reading->cursor, &name)) return parse_name(reading, name, value);
  if (!cursor_starts_number(reading->cursor)) return cursor_expected(reading->cursor, "an expression");
  *value = operand_constant(0);
  return cursor_number(reading->cursor, &value->number);
}

static bool parse_prefix(struct c_reading *reading, char sign, struct operand *value) {
  struct operand inner;
  if (!parse_unary(reading, &inner)) return false;
  switch (sign) {
    case '*': return c_load(reading, inner, value);
    case '!': *value = c_compute(reading, ARITHMETIC_EQ, inner, operand_constant(0)); return true;
    case '-': *value = c_compute(reading, ARITHMETIC_SUB, operand_constant(0), inner); return true;
    default: *value = c_compute(reading, ARITHMETIC_XOR, inner, operand_constant(-1)); return true;
  }
}

/* &x or &x[1], from behind the sign. */
static bool parse_address(struct c_reading *reading, struct operand *value) {
  struct span name = cursor_next_word(reading->cursor);
  struct cursor behind = *reading->cursor;
  behind.at = name.start + name.length;
  if (name.length && cursor_peek(&behind) == '[') {
    reading->cursor->at = behind.at;
    return c_element(reading, name, value);
  }
  if (!parse_primary(reading, value)) return false;
  return value->kind == OPERAND_LOCATION || cursor_expected(reading->cursor, "the address of a location");
}

static bool parse_unary(struct c_reading *reading, struct operand *value) {
  struct cursor *cursor = reading->cursor;
  if (++reading->nesting > NESTING_MAX)
    return cursor_fail(cursor, (struct span){cursor->at, 1}, "the expression nests deeper than %d", NESTING_MAX);
  char next = cursor_peek(cursor);
  bool good;
  if (next == '*' || next == '!' || next == '~' || (next == '-' && !cursor_starts_number(cursor))) {
    cursor->at++;
    good = parse_prefix(reading, next, value);
  } else if (cursor_accept(cursor, "&")) {
    good = parse_address(reading, value);
  } else {
    good = parse_primary(reading, value);
  }
  reading->nesting--;
  return good;
}

/* Binary operators, tightest first; longer signs before those that they begin with. */
static const struct { const char *sign; unsigned level; enum arithmetic arithmetic; } operators[] = {
    {"<<", 2, ARITHMETIC_SHIFT_LEFT}, {">>", 2, ARITHMETIC_SHIFT_RIGHT}, {"<=", 3, ARITHMETIC_LE},
    {">=", 3, ARITHMETIC_GE}, {"==", 4, ARITHMETIC_EQ}, {"!=", 4, ARITHMETIC_NE}, {"&&", 8, ARITHMETIC_MOVE},
    {"||", 9, ARITHMETIC_MOVE}, {"*", 0, ARITHMETIC_MUL}, {"/", 0, ARITHMETIC_DIV}, {"+", 1, ARITHMETIC_ADD},
    {"-", 1, ARITHMETIC_SUB}, {"<", 3, ARITHMETIC_LT}, {">", 3, ARITHMETIC_GT}, {"&", 5, ARITHMETIC_AND},
    {"^", 6, ARITHMETIC_XOR}, {"|", 7, ARITHMETIC_OR}};
enum { AND_LEVEL = 8, OR_LEVEL = 9 };

/* The operator of that level that comes next, or -1. */
static int next_operator(struct c_reading *reading, unsigned level) {
  struct cursor ahead = *reading->cursor;
  char first = cursor_peek(&ahead);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (*operators[i].sign != first || !cursor_accept(&ahead, operators[i].sign)) continue;
    if (operators[i].level != level) return -1;
    reading->cursor->at = ahead.at;
    return (int)i;
  }
  return -1;
}

static bool parse_level(struct c_reading *reading, unsigned level, struct operand *value);

/* a && b: t = a != 0; unless t is 0, t = b != 0.  || the other way round. */
static bool parse_short_circuit(struct c_reading *reading, unsigned level, struct operand *value) {
  int result = c_temporary(reading);
  struct operand right;
  if (result < 0) return false;
  c_assign(reading, result, c_compute(reading, ARITHMETIC_NE, *value, operand_constant(0)));
  struct operand decides = operand_register(result);
  if (level == OR_LEVEL) decides = c_compute(reading, ARITHMETIC_EQ, decides, operand_constant(0));
  int branch = c_branch_if_zero(reading, decides);
  if (branch < 0 || !parse_level(reading, level - 1, &right)) return false;
  c_assign(reading, result, c_compute(reading, ARITHMETIC_NE, right, operand_constant(0)));
  c_land(reading, branch);
  c_join(reading, branch);
  *value = operand_register(result);
  return true;
}

/* C leaves the order of an operator's operands open: the instructions of the right one, from `middle` on, are in no
 * order with those of the left one, from `start` on. */
static void leave_unsequenced(struct c_reading *reading, unsigned start, unsigned middle) {
  const struct thread *thread = &reading->reader->program->threads[reading->thread];
  for (unsigned i = middle; i < thread->length && middle > start; i++) {
    struct instruction *right = &thread->instructions[i];
    if (!right->unsequenced_from) right->unsequenced_until = middle + 1;
    right->unsequenced_from = start + 1;
  }
}

static bool parse_level(struct c_reading *reading, unsigned level, struct operand *value) {
  const struct thread *thread = &reading->reader->program->threads[reading->thread];
  unsigned start = thread->length;
  if (level == 0 ? !parse_unary(reading, value) : !parse_level(reading, level - 1, value)) return false;
  for (int which; (which = next_operator(reading, level)) >= 0;) {
    struct operand right;
    if (level == AND_LEVEL || level == OR_LEVEL) {
      if (!parse_short_circuit(reading, level, value)) return false;
      continue;
    }
    unsigned middle = thread->length;
    if (level == 0 ? !parse_unary(reading, &right) : !parse_level(reading, level - 1, &right)) return false;
    leave_unsequenced(reading, start, middle);
    *value = c_compute(reading, operators[which].arithmetic, *value, right);
  }
  return true;
}

bool c_expression(struct c_reading *reading, struct operand *value) {
  if (++reading->nesting > NESTING_MAX)
    return cursor_fail(reading->cursor, (struct span){reading->cursor->at, 1}, "the expression nests deeper than %d",
                       NESTING_MAX);
  bool good = parse_level(reading, OR_LEVEL, value);
  reading->nesting--;
  return good && !reading->cursor->error->message;
}

/* READ_ONCE(*x) is given what x points to. */
bool c_lvalue(struct c_reading *reading, struct operand *pointer) {
  struct span name;
  if (cursor_accept(reading->cursor, "*")) return parse_unary(reading, pointer);
  if (!cursor_word(reading->cursor, &name)) return cursor_expected(reading->cursor, "*p, or a location");
  if (cursor_peek(reading->cursor) == '[') return c_element(reading, name, pointer);
  int location = location_find(reading->reader, name);
  if (location < 0) return cursor_fail(reading->cursor, name, "expected *p, or a location");
  *pointer = (struct operand){.kind = OPERAND_LOCATION, .index = (unsigned)location};
  return true;
}
