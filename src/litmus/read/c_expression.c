/* Expressions of C-like dialects, lowered while they are read: every operation becomes an
 * instruction on registers.
 *
 * Binary operators bind as in C.  && and || do not look at their right side where the left decides.
 * A bare name is a local variable, or, where it is one of the thread's parameters, the address of
 * that location. */
#include "base/text.h"
#include "litmus/read/dialect_c.h"

enum { NESTING_MAX = 200 };

/* The words of types, and the integer that each makes one (bytes 0: it says nothing of that). */
static const struct {
  const char *word;
  struct type type;
} types[] = {
  { "int", { 4, true } },         { "unsigned", { 4, false } },   { "signed", { 4, true } },
  { "char", { 1, true } },        { "short", { 2, true } },       { "long", { 8, true } },
  { "void", { 0, false } },       { "volatile", { 0, false } },   { "const", { 0, false } },
  { "static", { 0, false } },     { "struct", { 0, false } },     { "bool", { 0, false } },
  { "_Bool", { 0, false } },      { "atomic_int", { 4, true } },  { "atomic_uint", { 4, false } },
  { "atomic_long", { 8, true } }, { "atomic_t", { 4, true } },    { "atomic64_t", { 8, true } },
  { "_Atomic", { 0, false } },    { "intptr_t", { 8, true } },    { "uintptr_t", { 8, false } },
  { "size_t", { 8, false } },     { "u8", { 1, false } },         { "u16", { 2, false } },
  { "u32", { 4, false } },        { "u64", { 8, false } },        { "s8", { 1, true } },
  { "s16", { 2, true } },         { "s32", { 4, true } },         { "s64", { 8, true } },
  { "uint", { 4, false } },       { "ulong", { 8, false } },      { "int8_t", { 1, true } },
  { "int16_t", { 2, true } },     { "int32_t", { 4, true } },     { "int64_t", { 8, true } },
  { "uint8_t", { 1, false } },    { "uint16_t", { 2, false } },   { "uint32_t", { 4, false } },
  { "uint64_t", { 8, false } },   { "spinlock_t", { 0, false } }, { "global", { 0, false } },
  { "local", { 0, false } },      { "__global", { 0, false } },   { "__local", { 0, false } },
  { "private", { 0, false } },    { "mtx_t", { 0, false } }
};

static const struct type *type_word(const struct cursor *cursor, struct span word) {
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    if (span_is(cursor, word, types[i].word)) return &types[i].type;
  return NULL;
}

/* "unsigned long int" is 8 bytes without a sign, "short int" is 2 bytes. */
static void add_word(struct c_reading *reading, struct c_type *type, struct span word) {
  const struct cursor *cursor = reading->cursor;
  const struct type *named = type_word(cursor, word);
  bool kernels = span_is(cursor, word, "atomic_t") || span_is(cursor, word, "atomic64_t");
  bool atomic = span_is(cursor, word, "_Atomic") ||
                (word.length > 6 && text_starts(cursor->source->text + word.start, "atomic"));
  type->atomic |= atomic;
  type->is_object |= atomic && !kernels;
  type->local |= span_is(cursor, word, "local") || span_is(cursor, word, "__local");
  bool modifies = span_is(cursor, word, "unsigned") || span_is(cursor, word, "signed") ||
                  span_is(cursor, word, "int");
  if (!named->bytes) return;
  if (!type->integer.bytes) type->integer = *named;
  else if (modifies) type->integer.has_sign &= named->has_sign;
  else type->integer.bytes = named->bytes;
}

bool c_type(struct c_reading *reading, struct c_type *type) {
  struct cursor *cursor = reading->cursor;
  struct span word = cursor_next_word(cursor);
  *type = (struct c_type){ 0 };
  if (!word.length || !type_word(cursor, word)) return false;
  for (; word.length && type_word(cursor, word); word = cursor_next_word(cursor)) {
    bool is_struct = span_is(cursor, word, "struct");
    add_word(reading, type, word);
    cursor->at = word.start + word.length;
    if (is_struct && cursor_word(cursor, &word)) continue;
  }
  while (cursor_accept(cursor, "*")) type->stars++;
  if (type->stars == 1) type->pointed = type->integer;
  if (type->stars) type->integer = (struct type){ 0 };
  return true;
}

static bool parse_unary(struct c_reading *reading, struct operand *value);

bool c_element(struct c_reading *reading, struct span name, struct operand *pointer) {
  int location = location_find(reading->reader, name);
  struct operand index;
  if (location >= 0 && reading->parameters >> location & 1)
    *pointer = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
  else
    *pointer =
        operand_register(reader_register(reading->reader, reading->thread, name, REGISTER_READ));
  if ((int)pointer->index < 0) return false;
  if (!cursor_expect(reading->cursor, "[", "\"[\"") || !c_expression(reading, &index) ||
      !cursor_expect(reading->cursor, "]", "an operator or \"]\""))
    return false;
  if (pointer->kind == OPERAND_LOCATION && index.kind == OPERAND_CONSTANT) {
    const struct location *array = &reading->reader->program->locations[pointer->index];
    if (index.number && (index.number < 0 || index.number >= array->elements))
      return cursor_fail(reading->cursor, name, "\"%.*s\" has no element %lld",
                         SPAN(reading->cursor, name), (long long)index.number);
    pointer->number = index.number;
  } else *pointer = c_compute(reading, ARITHMETIC_ADD, *pointer, index);
  return true;
}

static bool parse_name(struct c_reading *reading, struct span name, struct operand *value) {
  struct reader *reader = reading->reader;
  if (cursor_peek(reading->cursor) == '(') {
    if (!c_call(reading, name, (struct span){ name.start, 0 }, value)) return false;
    if (value->kind == OPERAND_NONE)
      return cursor_fail(reading->cursor, name, "this function returns nothing");
    return true;
  }
  if (cursor_peek(reading->cursor) == '[') {
    struct operand pointer;
    return c_element(reading, name, &pointer) && c_load_object(reading, pointer, value);
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
    *value = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
    return true;
  }
  if (location >= 0)
    return cursor_fail(reading->cursor, name,
                       "\"%.*s\" is a location, and no parameter of this thread",
                       SPAN(reading->cursor, name));
  *value = operand_register(reader_register(reader, reading->thread, name, REGISTER_READ));
  return (int)value->index >= 0;
}

/* (type)value: an integer is converted; a pointer is from now on one to what the type says. */
static bool parse_cast(struct c_reading *reading, const struct c_type *type,
                       struct operand *value) {
  if (!cursor_expect(reading->cursor, ")", "\")\"") || !parse_unary(reading, value)) return false;
  *value = c_convert(reading, type->integer, *value);
  bool atomic = type->stars && type->is_object;
  if (!type->stars || value->kind == OPERAND_CONSTANT || c_is_atomic(reading, *value) == atomic)
    return true;
  *value = c_compute(reading, ARITHMETIC_MOVE, operand_constant(0), *value);
  c_set_atomic(reading, value->index, atomic);
  return true;
}

static bool parse_parenthesis(struct c_reading *reading, struct operand *value) {
  struct c_type type;
  if (c_type(reading, &type)) return parse_cast(reading, &type, value);
  return c_expression(reading, value) &&
         cursor_expect(reading->cursor, ")", "an operator or \")\"");
}

/* ++ or -- behind what it changes. */
static bool parse_postfix(struct c_reading *reading, struct operand *value) {
  enum arithmetic arithmetic;
  return !c_accept_step(reading, &arithmetic) || c_step(reading, arithmetic, false, value);
}

static bool parse_primary(struct c_reading *reading, struct operand *value) {
  struct span name;
  if (cursor_accept(reading->cursor, "("))
    return parse_parenthesis(reading, value) && parse_postfix(reading, value);
  if (cursor_word(reading->cursor, &name)) {
    bool calls = cursor_peek(reading->cursor) == '(';
    return parse_name(reading, name, value) && (calls || parse_postfix(reading, value));
  }
  if (!cursor_starts_number(reading->cursor))
    return cursor_expected(reading->cursor, "an expression");
  *value = operand_constant(0);
  return cursor_number(reading->cursor, &value->number);
}

static bool parse_prefix(struct c_reading *reading, char sign, struct operand *value) {
  struct operand inner;
  if (!parse_unary(reading, &inner)) return false;
  switch (sign) {
  case '*': return c_load_object(reading, inner, value);
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
  return value->kind == OPERAND_LOCATION ||
         cursor_expected(reading->cursor, "the address of a location");
}

static bool parse_unary(struct c_reading *reading, struct operand *value) {
  struct cursor *cursor = reading->cursor;
  if (++reading->nesting > NESTING_MAX)
    return cursor_fail(cursor, (struct span){ cursor->at, 1 },
                       "the expression nests deeper than %d", NESTING_MAX);
  char next = cursor_peek(cursor);
  enum arithmetic step;
  bool good;
  if (c_accept_step(reading, &step)) {
    good = parse_unary(reading, value) && c_step(reading, step, true, value);
  } else if (next == '*' || next == '!' || next == '~' ||
             (next == '-' && !cursor_starts_number(cursor))) {
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
static const struct {
  const char *sign;
  unsigned level;
  enum arithmetic arithmetic;
} operators[] = { { "<<", 2, ARITHMETIC_SHIFT_LEFT }, { ">>", 2, ARITHMETIC_SHIFT_RIGHT },
                  { "<=", 3, ARITHMETIC_LE },         { ">=", 3, ARITHMETIC_GE },
                  { "==", 4, ARITHMETIC_EQ },         { "!=", 4, ARITHMETIC_NE },
                  { "&&", 8, ARITHMETIC_MOVE },       { "||", 9, ARITHMETIC_MOVE },
                  { "*", 0, ARITHMETIC_MUL },         { "/", 0, ARITHMETIC_DIV },
                  { "+", 1, ARITHMETIC_ADD },         { "-", 1, ARITHMETIC_SUB },
                  { "<", 3, ARITHMETIC_LT },          { ">", 3, ARITHMETIC_GT },
                  { "&", 5, ARITHMETIC_AND },         { "^", 6, ARITHMETIC_XOR },
                  { "|", 7, ARITHMETIC_OR } };
enum { AND_LEVEL = 8, OR_LEVEL = 9 };

/* The operator of that level that comes next, or -1. */
static int next_operator(struct c_reading *reading, unsigned level) {
  struct cursor ahead = *reading->cursor;
  char first = cursor_peek(&ahead);
  for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
    if (*operators[i].sign != first || !cursor_accept(&ahead, operators[i].sign)) continue;
    bool assigns = operators[i].level != 3 && operators[i].level != 4 && cursor_peek(&ahead) == '=';
    if (operators[i].level != level || assigns) return -1;
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

/* C leaves the order of an operator's operands open: the instructions of the right one, from
 * `middle` on, are in no order with those of the left one, from `start` on. */
void c_leave_unsequenced(struct c_reading *reading, unsigned start, unsigned middle) {
  const struct thread *thread = c_thread(reading);
  for (unsigned i = middle; i < thread->length && middle > start; i++) {
    struct instruction *right = &thread->instructions[i];
    if (!right->unsequenced_from) right->unsequenced_until = middle + 1;
    right->unsequenced_from = start + 1;
  }
}

static bool parse_level(struct c_reading *reading, unsigned level, struct operand *value) {
  const struct thread *thread = c_thread(reading);
  unsigned start = thread->length;
  if (level == 0 ? !parse_unary(reading, value) : !parse_level(reading, level - 1, value))
    return false;
  for (int which; (which = next_operator(reading, level)) >= 0;) {
    struct operand right;
    if (level == AND_LEVEL || level == OR_LEVEL) {
      if (!parse_short_circuit(reading, level, value)) return false;
      continue;
    }
    unsigned middle = thread->length;
    if (level == 0 ? !parse_unary(reading, &right) : !parse_level(reading, level - 1, &right))
      return false;
    c_leave_unsequenced(reading, start, middle);
    *value = c_compute(reading, operators[which].arithmetic, *value, right);
  }
  return true;
}

bool c_expression(struct c_reading *reading, struct operand *value) {
  if (++reading->nesting > NESTING_MAX)
    return cursor_fail(reading->cursor, (struct span){ reading->cursor->at, 1 },
                       "the expression nests deeper than %d", NESTING_MAX);
  bool good = parse_level(reading, OR_LEVEL, value);
  reading->nesting--;
  return good && !reading->cursor->error->message;
}

/* READ_ONCE(*x) is given what x points to. */
bool c_lvalue(struct c_reading *reading, struct operand *pointer) {
  struct span name;
  if (cursor_accept(reading->cursor, "*")) return parse_unary(reading, pointer);
  if (!cursor_word(reading->cursor, &name))
    return cursor_expected(reading->cursor, "*p, or a location");
  if (cursor_peek(reading->cursor) == '[') return c_element(reading, name, pointer);
  int location = location_find(reading->reader, name);
  if (location < 0) return cursor_fail(reading->cursor, name, "expected *p, or a location");
  *pointer = (struct operand){ .kind = OPERAND_LOCATION, .index = (unsigned)location };
  return true;
}
