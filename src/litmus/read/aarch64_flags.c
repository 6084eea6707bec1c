/* AArch64's flags: registers of the reader's own.  They are the last result that set them (with its
 * sign: Z and N), whether N is not V, and the carry.
 *
 *   CMP, CMN, TST W0,#1   ADDS, SUBS, ANDS W0,W1,W2   B.EQ L   CSEL, CSINC W0,W1,W2,EQ   CINC
 * W0,W1,NE   CSET W0,GE */
#include "litmus/read/aarch64.h"

/* less: N is not V, of left - value where the first is less than the second, of left + value where
 * it is at most ~value (which is -value - 1).  Carry: the same without signs. */
static bool compare_operands(struct assembling *a, bool adds, struct operand width,
                             struct operand left, struct operand value) {
  struct operand least = operand_constant(INT64_MIN);
  if (adds && (!aarch64_compute_hidden(a, "right", ARITHMETIC_XOR, value, operand_constant(-1))))
    return false;
  if (adds) value = aarch64_operand(a, "right");
  if (!aarch64_compute_hidden(a, "left", ARITHMETIC_SIGN_EXTEND, width, left) ||
      !aarch64_compute_hidden(a, "right", ARITHMETIC_SIGN_EXTEND, width, value))
    return false;
  struct operand one = aarch64_operand(a, "left"), other = aarch64_operand(a, "right");
  return aarch64_compute_hidden(a, "less", adds ? ARITHMETIC_LE : ARITHMETIC_LT, one, other) &&
         aarch64_compute_hidden(a, "left", ARITHMETIC_XOR, one, least) &&
         aarch64_compute_hidden(a, "right", ARITHMETIC_XOR, other, least) &&
         aarch64_compute_hidden(a, "carry", adds ? ARITHMETIC_GT : ARITHMETIC_GE, one, other);
}

/* What computes and sets the flags. */
bool aarch64_compute_flags(struct assembling *a, int which) {
  enum arithmetic arithmetic = (enum arithmetic)(which & ~FLAGS_ALONE);
  struct operand left, value;
  if (!assembly_more(a, OP_NOP)) return false;
  struct operand width = operand_constant(aarch64_register_bytes(a, cursor_next_word(a->cursor)));
  if (which & FLAGS_ALONE)
    a->instruction->destination = assembly_hidden(a, "flags", REGISTER_WRITTEN);
  else if (!assembly_destination(a) || !assembly_comma(a)) return false;
  int destination = a->instruction->destination;
  a->instruction->destination = NO_REGISTER;
  if (!assembly_source(a, &left) || !assembly_comma(a) || !assembly_value(a, &value)) return false;
  if (cursor_accept(a->cursor, ",") && !aarch64_extension(a, &value)) return false;
  if (arithmetic != ARITHMETIC_AND &&
      !compare_operands(a, arithmetic == ARITHMETIC_ADD, width, left, value))
    return false;
  if (!aarch64_compute(a, destination, arithmetic, left, value) ||
      (!(which & FLAGS_ALONE) && !aarch64_clear_upper(a, (unsigned)width.number, destination)) ||
      !aarch64_compute_hidden(a, "flags", ARITHMETIC_SIGN_EXTEND, width,
                              operand_register(destination)))
    return false;
  struct operand flags = aarch64_operand(a, "flags"), zero = operand_constant(0);
  return arithmetic != ARITHMETIC_AND ||
         (aarch64_compute_hidden(a, "less", ARITHMETIC_LT, flags, zero) &&
          aarch64_compute_hidden(a, "carry", ARITHMETIC_MOVE, zero, zero));
}

/* A condition compares two of the registers that the flags are, or one and 0.  The first may be how
 * the result compares with 0, which `asks` asks. */
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

static const struct condition_code *condition_called(const struct assembling *a, struct span word) {
  for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
    if (span_is(a->cursor, word, conditions[i].name)) return &conditions[i];
  cursor_fail(a->cursor, word, "unsupported: the condition \"%.*s\"", SPAN(a->cursor, word));
  return NULL;
}

static const struct condition_code *read_condition(struct assembling *a) {
  struct span word;
  if (assembly_comma(a) && cursor_word(a->cursor, &word)) return condition_called(a, word);
  cursor_expected(a->cursor, "a condition");
  return NULL;
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
  struct operand flags = aarch64_operand(a, "flags"), zero = operand_constant(0);
  if (condition->right && !aarch64_compute_hidden(a, "asked", condition->asks, flags, zero))
    return NULL;
  if (!assembly_more(a, OP_BRANCH)) return NULL;
  a->instruction->comparison = holds ? condition->comparison : opposite(condition->comparison);
  a->instruction->left = aarch64_operand(a, condition->left);
  a->instruction->value = condition->right ? aarch64_operand(a, condition->right) : zero;
  return a->instruction;
}

/* B.EQ and its kin */
bool aarch64_branch_on_condition(struct assembling *a, int unused) {
  struct span word = { a->mnemonic.start + 2, a->mnemonic.length - 2 };
  (void)unused;
  const struct condition_code *condition = condition_called(a, word);
  return condition && branch_on(a, condition, true) && jump_read(a->reader, a->thread);
}

/* destination := condition ? one : another (or that and 1), as a branch that the memory model sees
 * none in. */
static bool select_value(struct assembling *a, int destination, const struct operand *one,
                         const struct operand *another, bool increased) {
  const struct thread *thread = &a->reader->program->threads[a->thread];
  unsigned branch = thread->length - 1, other = branch + 1, jump = other + 1, end = jump + 2;
  thread->instructions[branch].selects = true;
  thread->instructions[branch].target = jump + 1;
  thread->instructions[branch].join = end;
  if (!aarch64_compute(a, destination, increased ? ARITHMETIC_ADD : ARITHMETIC_MOVE, *another,
                       increased ? operand_constant(1) : *another) ||
      !assembly_more(a, OP_GOTO))
    return false;
  a->instruction->target = end;
  return aarch64_compute(a, destination, ARITHMETIC_MOVE, operand_constant(0), *one);
}

/* CSEL, CSINC of two registers; CINC of one and CSET of none, which increase it where the condition
 * holds. */
bool aarch64_select(struct assembling *a, int which) {
  struct operand one = operand_constant(0), another;
  unsigned bytes = aarch64_register_bytes(a, cursor_next_word(a->cursor));
  int operands = which & 3;
  if (!assembly_more(a, OP_NOP) || !assembly_destination(a)) return false;
  int destination = a->instruction->destination;
  a->instruction->destination = NO_REGISTER;
  if (operands != OF_NONE && (!assembly_comma(a) || !assembly_source(a, &one))) return false;
  another = one;
  if (operands == OF_TWO && (!assembly_comma(a) || !assembly_source(a, &another))) return false;
  const struct condition_code *condition = read_condition(a);
  return condition && branch_on(a, condition, operands == OF_TWO) &&
         select_value(a, destination, &one, &another, which & INCREASED) &&
         aarch64_clear_upper(a, bytes, destination);
}
