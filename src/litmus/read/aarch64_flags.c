/* AArch64's flags: hidden registers.  "flags" is the last result that set them, with its sign, for
 * Z and N; "less" says whether N differs from V; "carry" is C. */
#include "litmus/read/aarch64.h"
#include "litmus/read/aarch64_flags.h"
#include "litmus/read/dialect_aarch64.h"
#include "litmus/read/code.h"

#include <strings.h>

/* In left - value, N differs from V where left < value.  In left + value it does where left <=
 * ~value, which is -value - 1.  The carry is the same comparison without signs. */
static bool compare_operands(struct assembling *a, bool adds, struct operand width,
                             struct operand left, struct operand value) {
  struct operand least = operand_constant(INT64_MIN);
  if (adds && (!assembly_apply_hidden(a, "right", ARITHMETIC_XOR, value, operand_constant(-1))))
    return false;
  if (adds) value = assembly_hidden_operand(a, "right");
  if (!assembly_apply_hidden(a, "left", ARITHMETIC_SIGN_EXTEND, width, left) ||
      !assembly_apply_hidden(a, "right", ARITHMETIC_SIGN_EXTEND, width, value))
    return false;
  struct operand one = assembly_hidden_operand(a, "left"),
                 other = assembly_hidden_operand(a, "right");
  return assembly_apply_hidden(a, "less", adds ? ARITHMETIC_LE : ARITHMETIC_LT, one, other) &&
         assembly_apply_hidden(a, "left", ARITHMETIC_XOR, one, least) &&
         assembly_apply_hidden(a, "right", ARITHMETIC_XOR, other, least) &&
         assembly_apply_hidden(a, "carry", adds ? ARITHMETIC_GT : ARITHMETIC_GE, one, other);
}

bool aarch64_compute_flags(struct assembling *a) {
  enum arithmetic arithmetic = (enum arithmetic)(a->which & ~FLAGS_ALONE);
  struct operand left, value;
  if (!assembly_more(a, OP_NOP)) return false;
  struct operand width = operand_constant(aarch64_next_bytes(a));
  if (a->which & FLAGS_ALONE)
    a->instruction->destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  else if (!assembly_destination(a) || !assembly_comma(a)) return false;
  int destination = a->instruction->destination;
  a->instruction->destination = NO_REGISTER;
  if (!assembly_source(a, &left) || !assembly_comma(a) || !assembly_value(a, &value)) return false;
  if (cursor_accept(a->cursor, ",") && !aarch64_extension(a, &value)) return false;
  if (arithmetic != ARITHMETIC_AND &&
      !compare_operands(a, arithmetic == ARITHMETIC_ADD, width, left, value))
    return false;
  if (!assembly_apply(a, destination, arithmetic, left, value) ||
      (!(a->which & FLAGS_ALONE) &&
       !assembly_clear_upper(a, (unsigned)width.number, destination)) ||
      !assembly_apply_hidden(a, "flags", ARITHMETIC_SIGN_EXTEND, width,
                             operand_register(destination)))
    return false;
  struct operand flags = assembly_hidden_operand(a, "flags"), zero = operand_constant(0);
  return arithmetic != ARITHMETIC_AND ||
         (assembly_apply_hidden(a, "less", ARITHMETIC_LT, flags, zero) &&
          assembly_apply_hidden(a, "carry", ARITHMETIC_MOVE, zero, zero));
}

/* A condition compares two of these registers, or one and 0.  "asked" is first computed: the result
 * compared with 0 by `asks`. */
struct condition_code {
  const char *name, *left;
  enum comparison comparison;
  const char *right;
  enum arithmetic asks;
};
static const struct condition_code conditions[] = {
  { "EQ", "flags", COMPARE_EQ, NULL, 0 },
  { "NE", "flags", COMPARE_NE, NULL, 0 },
  { "MI", "flags", COMPARE_LT, NULL, 0 },
  { "PL", "flags", COMPARE_GE, NULL, 0 },
  { "GE", "less", COMPARE_EQ, NULL, 0 },
  { "LT", "less", COMPARE_NE, NULL, 0 },
  { "CS", "carry", COMPARE_NE, NULL, 0 },
  { "HS", "carry", COMPARE_NE, NULL, 0 },
  { "CC", "carry", COMPARE_EQ, NULL, 0 },
  { "LO", "carry", COMPARE_EQ, NULL, 0 },
  { "GT", "asked", COMPARE_GT, "less", ARITHMETIC_NE },
  { "LE", "asked", COMPARE_LE, "less", ARITHMETIC_NE },
  { "VS", "asked", COMPARE_NE, "less", ARITHMETIC_LT },
  { "VC", "asked", COMPARE_EQ, "less", ARITHMETIC_LT },
  { "HI", "asked", COMPARE_LT, "carry", ARITHMETIC_EQ },
  { "LS", "asked", COMPARE_GE, "carry", ARITHMETIC_EQ }
};

/* The condition of that name, in letters of any case; NULL: there is none. */
static const struct condition_code *condition_called(const struct assembling *a, struct span word) {
  const char *text = a->cursor->source->text + word.start;
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (word.length == 2 && !strncasecmp(conditions[i].name, text, 2)) return &conditions[i];
  return NULL;
}

static const struct condition_code *read_condition(struct assembling *a) {
  struct span word;
  const struct condition_code *found = NULL;
  if (!assembly_comma(a) || !cursor_word(a->cursor, &word))
    cursor_expected(a->cursor, "a condition");
  else if (!(found = condition_called(a, word))) cursor_unsupported(a->cursor, word, "condition");
  return found;
}

static enum comparison opposite(enum comparison comparison) {
  static const enum comparison opposites[] = {
    [COMPARE_EQ] = COMPARE_NE, [COMPARE_NE] = COMPARE_EQ, [COMPARE_LT] = COMPARE_GE,
    [COMPARE_GE] = COMPARE_LT, [COMPARE_GT] = COMPARE_LE, [COMPARE_LE] = COMPARE_GT
  };
  return opposites[comparison];
}

/* A branch where the condition holds, or where it does not. */
static struct instruction *branch_on(struct assembling *a, const struct condition_code *condition,
                                     bool holds) {
  struct operand flags = assembly_hidden_operand(a, "flags"), zero = operand_constant(0);
  if (condition->right && !assembly_apply_hidden(a, "asked", condition->asks, flags, zero))
    return NULL;
  if (!assembly_more(a, OP_BRANCH)) return NULL;
  a->instruction->comparison = holds ? condition->comparison : opposite(condition->comparison);
  a->instruction->left = assembly_hidden_operand(a, condition->left);
  a->instruction->value = condition->right ? assembly_hidden_operand(a, condition->right) : zero;
  return a->instruction;
}

bool aarch64_branch_on_condition(struct assembling *a) {
  struct span word = { a->mnemonic.start + 2, a->mnemonic.length - 2 };
  bool branches =
      a->mnemonic.length == 4 && !strncasecmp(a->cursor->source->text + a->mnemonic.start, "B.", 2);
  const struct condition_code *condition = branches ? condition_called(a, word) : NULL;
  if (!condition) return cursor_unsupported(a->cursor, a->mnemonic, "instruction");
  return branch_on(a, condition, true) && reader_jump(a->reader, a->thread);
}

/* destination := condition ? one : another (plus 1 if `increased`), as a branch that is none to
 * memory models. */
static bool select_value(struct assembling *a, int destination, const struct operand *one,
                         const struct operand *another, bool increased) {
  const struct thread *thread = &a->reader->program->threads[a->thread];
  unsigned branch = thread->length - 1, other = branch + 1, jump = other + 1, end = jump + 2;
  thread->instructions[branch].selects = true;
  thread->instructions[branch].target = jump + 1;
  thread->instructions[branch].join = end;
  if (!assembly_apply(a, destination, increased ? ARITHMETIC_ADD : ARITHMETIC_MOVE, *another,
                      increased ? operand_constant(1) : *another) ||
      !assembly_more(a, OP_GOTO))
    return false;
  a->instruction->target = end;
  return assembly_apply(a, destination, ARITHMETIC_MOVE, operand_constant(0), *one);
}

bool aarch64_select(struct assembling *a) {
  struct operand one = operand_constant(0), another;
  unsigned bytes = aarch64_next_bytes(a);
  int operands = a->which & 3;
  if (!assembly_more(a, OP_NOP) || !assembly_destination(a)) return false;
  int destination = a->instruction->destination;
  a->instruction->destination = NO_REGISTER;
  if (operands != OF_NONE && (!assembly_comma(a) || !assembly_source(a, &one))) return false;
  another = one;
  if (operands == OF_TWO && (!assembly_comma(a) || !assembly_source(a, &another))) return false;
  const struct condition_code *condition = read_condition(a);
  return condition && branch_on(a, condition, operands == OF_TWO) &&
         select_value(a, destination, &one, &another, a->which & INCREASED) &&
         assembly_clear_upper(a, bytes, destination);
}
