/* The judge on AArch64: registers as events, flags, selected values, pairs of accesses, and
 * addresses that are written back. */
#include "asking.h"

/* Dependencies through events of registers, as AArch64's model of 2023 and later computes them. */
static void registers_as_events(void **unused) {
  static const char text[] =
      "AArch64 t\n{ 0:X1=x; 0:X3=y; 0:X4=z; }\n P0 ;\n LDR W0,[X1] ;\n STR W0,[X3] ;\n"
      " LDR W2,[X4,W0,SXTW] ;\n CBNZ W0,L ;\n L: ;\n STR W5,[X4] ;\nexists (0:X0=0)";
  (void)unused;
  assert_true(has("[R] ; iico_data ; [Rreg & DATA] ; iico_data ; [W]", text));
  assert_true(has("[R] ; iico_data ; [Rreg \\ DATA] ; iico_data ; [R]", text));
  assert_true(has("[R] ; iico_data ; [BCC] ; po ; [W]", text));
  assert_false(has("[Rreg \\ BCC] ; po | po ; [Rreg \\ BCC]", text));
  assert_true(has("same-instance \\ id", text));
}

/* The dependencies of herd's aarch64.cat since 7.58: in program order, into registers that hold
 * a stored value or an address, and into branches.  For a model that does not ask which registers
 * hold addresses, registers are in no order (registers_as_events). */
static void dependencies_from_written_registers(void **unused) {
#define ORDERED_REGISTERS                                                                        \
  "let same_gpr = [Rreg | Wreg] ; loc ; [Rreg | Wreg] let flow = iico_data+ "                    \
  "let to = (([Wreg] ; (po & same_gpr) ; [Rreg]) | flow)+ & po let data = to ; [Rreg] ; flow & " \
  "([DATA] ; (flow | iico_ctrl)+) "                                                              \
  "let tested = to ; [Rreg] ; (flow ; iico_ctrl) & ([DATA] ; (flow | iico_ctrl)+) "              \
  "let addr = to ; [Rreg] ; flow & ([ADDR] ; flow) let ctrl = to ; [Rreg] ; flow ; [BCC] ; po "
  static const char text[] = "AArch64 t\n{ 0:X1=x; 0:X3=y; 0:X4=z; 0:X6=w; 0:X7=v; }\n P0 ;\n %s "
                             ";\n STR W5,[X7] ;\nexists (true)";
  static const struct {
    const char *code, *relation;
    char said;
  } rows[] = {
    { "LDR W0,[X1] ;\n STR W0,[X3]", "data ; [W]", '-' },
    { "LDR W0,[X1] ;\n STR W0,[X3]", "addr | ctrl", 'A' },
    { "LDR W0,[X1] ;\n EOR W2,W0,W0 ;\n STR W5,[X3,W2,SXTW]", "addr ; [W]", '-' },
    { "LDR W0,[X1] ;\n EOR W2,W0,W0 ;\n STR W5,[X3,W2,SXTW]", "(data | ctrl) ; [M]", 'A' },
    { "LDR W0,[X1] ;\n CBNZ W0,L ;\n L:", "[R] ; ctrl ; [W]", '-' },
    { "LDR W0,[X1] ;\n CBNZ W0,L ;\n L:", "data | addr", 'A' },
    { "LDR W0,[X1] ;\n STR W5,[X3]", "data | addr | ctrl", 'A' },
    { "LDR W0,[X1] ;\n CAS W0,W2,[X3]", "tested ; [W]", '-' },
    { "LDR W2,[X1] ;\n CAS W0,W2,[X3]", "tested", 'A' },
  };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *test = memory_format(text, rows[i].code);
    char *model =
        memory_format("acyclic po-loc | rf | co | fr " ORDERED_REGISTERS "empty %s | addr & ctrl",
                      rows[i].relation);
    if (ask(model, test) != rows[i].said) fail_msg("%s\n%s", rows[i].relation, test);
    memory_free(test);
    memory_free(model);
  }
#undef ORDERED_REGISTERS
}

/* A selected value depends on what it was, and is picked by what the flags came from: no branch,
 * and no data. */
static void selected_values(void **unused) {
  static const char head[] = "AArch64 t\n{ x=%u; 0:X1=x; 0:X3=y; 0:X5=7; 0:X6=z; }\n P0 ;\n LDR "
                             "W0,[X1] ;\n LDR W7,[X6] ;\n";
  static const char picked[] = "[R] ; iico_ctrl ; [Rreg & DATA] ; iico_data ; [W]";
  static const char data[] = "[R] ; iico_data ; [Rreg] ; iico_data ; [W]";
  (void)unused;
  for (unsigned x = 0; x < 2; x++) { /* where W7 is chosen, and where it is not */
    struct text text = { 0 };
    text_add(&text, head, x);
    text_add(&text, " CMP W0,#1 ;\n CSEL W2,W5,W7,EQ ;\n STR W2,[X3] ;\nexists (y=%u)", x ? 7 : 0);
    assert_true(has(picked, text.bytes));
    assert_int_equal(has(data, text.bytes), !x);
    assert_false(has("[BCC]", text.bytes));
    text_free(&text);
  }
  static const char chosen[] = "AArch64 t\n{ x=1; 0:X1=x; 0:X3=y; 0:X5=7; 0:X6=8; }\n P0 ;\n LDR "
                               "W0,[X1] ;\n SUBS W0,W0,#1 ;\n"
                               " CSINC W2,W5,W6,NE ;\n CSET W4,EQ ;\n CINC W9,W5,NE ;\n ADDS "
                               "WZR,W9,#-7 ;\n CINC W10,W5,EQ ;\n"
                               "exists (0:X0=0 /\\ 0:X2=9 /\\ 0:X4=1 /\\ 0:X9=7 /\\ 0:X10=8)";
  assert_int_equal(ask("empty 0", chosen), 'A');
}

/* N, Z, C and V as the Arm manual's AddWithCarry defines them; AND leaves C and V 0. */
struct nzcv {
  bool n, z, c, v;
};

static struct nzcv flags_of(const char *mnemonic, bool wide, int64_t left, int64_t right) {
  uint64_t ones = wide ? UINT64_MAX : UINT32_MAX, sign = ones / 2 + 1, a = (uint64_t)left & ones,
           b = (uint64_t)right & ones;
  bool subtracts = strcmp(mnemonic, "CMP") == 0, sums = subtracts || strcmp(mnemonic, "CMN") == 0;
  if (subtracts) b = ~b & ones;
  uint64_t result = sums ? (a + b + subtracts) & ones : a & b;
  bool carry = subtracts ? a >= (~b & ones) : result < a;
  return (struct nzcv){ result & sign, !result, sums && carry,
                        sums && (a ^ result) & (b ^ result) & sign };
}

static void conditions_of_flags(void **unused) {
  static const char *const mnemonics[] = { "CMP", "CMN", "TST" };
  static const char *const names[] = { "EQ", "NE", "MI", "PL", "GE", "LT", "GT",
                                       "LE", "CS", "CC", "HI", "LS", "VS", "VC" };
  static const int64_t numbers[] = { 0, 1, 2, -1, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN };
  enum { NUMBERS = sizeof numbers / sizeof *numbers, NAMES = sizeof names / sizeof *names };
  (void)unused;
  for (unsigned k = 0; k < 3 * 2 * NUMBERS * NUMBERS; k++) {
    const char *mnemonic = mnemonics[k % 3];
    bool wide = k / 3 % 2;
    int64_t a = numbers[k / 6 % NUMBERS], b = numbers[k / 6 / NUMBERS];
    struct nzcv f = flags_of(mnemonic, wide, a, b);
    bool holds[NAMES] = { f.z,
                          !f.z,
                          f.n,
                          !f.n,
                          f.n == f.v,
                          f.n != f.v,
                          !f.z && f.n == f.v,
                          f.z || f.n != f.v,
                          f.c,
                          !f.c,
                          f.c && !f.z,
                          !f.c || f.z,
                          f.v,
                          !f.v };
    struct text text = { 0 };
    text_add(&text, "AArch64 t\n{ 0:X1=%lld; 0:X2=%lld; }\n P0 ;\n %s %c1,%c2 ;\n", (long long)a,
             (long long)b, mnemonic, wide ? 'X' : 'W', wide ? 'X' : 'W');
    for (unsigned i = 0; i < NAMES; i++) text_add(&text, " CSET W%u,%s ;\n", 5 + i, names[i]);
    text_add(&text, "exists (0:X1=%lld", (long long)a);
    for (unsigned i = 0; i < NAMES; i++) text_add(&text, " /\\ 0:X%u=%u", 5 + i, holds[i]);
    text_add(&text, ")\n");
    if (ask("empty 0", text.bytes) != 'A') fail_msg("%s", text.bytes);
    text_free(&text);
  }
}

/* [X1],#4 and [X1,#4]!: the address moves on, whatever was loaded from it. */
static void written_back(void **unused) {
#define ARRAY "AArch64 t\n{ int x[4]={1,2,3,4}; 0:X1=x; 0:X5=7; }\n P0 ;\n "
  static const struct {
    char said;
    const char *model, *text;
  } rows[] = {
    { 'A', "acyclic po | rf | co | fr",
      ARRAY "LDR W0,[X1],#4 ;\n LDR W2,[X1],#-4 ;\n LDR W3,[X1] ;\n"
            "exists (0:X0=1 /\\ 0:X2=2 /\\ 0:X3=1)" },
    { 'A', "acyclic po | rf | co | fr",
      ARRAY "LDR W0,[X1,#4]! ;\n STR W5,[X1,#8]! ;\n STR W5,[X1],#4 ;\n LDR W2,[X1,#-8] ;\n"
            "exists (0:X0=2 /\\ 0:X2=3 /\\ x[1]=2 /\\ x[3]=7)" },
    { '-', "acyclic po | rf | co | fr",
      ARRAY "STR W5,[X1],#4 ;\n LDR W2,[X1] ;\nexists (x[0]=1 \\/ 0:X2=7)" },
    { 'A', "empty [R] ; iico_data ; [Rreg]",
      ARRAY "LDR W0,[X1],#4 ;\n STR W5,[X1] ;\nexists (x[1]=7)" },
    { '-', "empty [R] ; iico_data ; [Rreg]",
      ARRAY "LDR W0,[X1] ;\n EOR W0,W0,W0 ;\n STR W5,[X1,W0,SXTW] ;\nexists (x[0]=7)" },
  };
  static const char *const refused[] = { "LDR X1,[X1],#8", "STR X1,[X1,#8]!", "LDR W0,[X1,X5]!",
                                         "LDR W0,[X1],X5" };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (ask(rows[i].model, rows[i].text) != rows[i].said) fail_msg("%s", rows[i].text);
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    char *text = memory_format(ARRAY "%s ;\nexists (true)", refused[i]);
    struct diagnostic error = { 0 };
    assert_null(litmus_read_text("test", text, strlen(text), &error));
    if (!strstr(error.message, "written back")) fail_msg("%s: %s", refused[i], error.message);
    diagnostic_clear(&error);
    memory_free(text);
  }
#undef ARRAY
}

/* CAS: what was found controls the write; the register may keep what it held, and a failure may
 * write back. */
static void compare_and_swap_in_registers(void **unused) {
  static const char head[] = "AArch64 t\n{ x=%u; 0:X1=x; 0:X2=5; 0:X3=y; 0:X4=z; }\n P0 ;\n LDR "
                             "W0,[X4] ;\n CASA W0,W2,[X1] ;\n"
                             " STR W0,[X3] ;\nexists (x=%u /\\ y=%u)";
  static const char data[] = "[R & A] ; iico_data ; [Rreg & DATA] ; iico_data ; [W]";
  (void)unused;
  char *succeeds = memory_format(head, 0, 5, 0), *fails = memory_format(head, 1, 1, 1);
  assert_true(has("[R & A] ; iico_ctrl ; [W]", succeeds));
  assert_true(has("[R \\ A] ; iico_data ; [Rreg & DATA] ; iico_ctrl ; [W]", succeeds));
  assert_false(has(data, succeeds));
  assert_int_equal(ask("acyclic po-loc | rf | co | fr\n~empty [R & A] ; iico_data ; [Rreg & DATA] "
                       "; iico_data ; [W]",
                       succeeds),
                   'A');
  assert_true(has(data, fails));
  assert_false(has("rmw", fails));
  assert_int_equal(ask("acyclic po-loc | rf | co | fr\n~empty rmw", fails), 'A');
  memory_free(succeeds);
  memory_free(fails);
}

/* CASP: both of two neighbours are written, or neither is; each is atomic, in no program order.
 * Either read controls both writes, and both registers depend on both reads. */
static void pairs_compared_and_swapped(void **unused) {
#define CASP(first, second)                                             \
  "AArch64 t\n{ int x[2] = {5,6}; 0:X1=x; 0:X8=" first "; 0:X9=" second \
  "; 0:X6=1; 0:X7=2; 0:X4=y; 1:X1=x; 1:X2=9; }\n"                       \
  " P0 | P1 ;\n CASPAL W8,W9,W6,W7,[X1] | STR W2,[X1,#4] ;\n STR W9,[X4] | ;\nexists (%s)"
  static const struct asked found[] = { { "x[0]=1 /\\ x[1]=9 /\\ 0:X8=5 /\\ 0:X9=6", 'A' },
                                        { "x[0]=1 /\\ x[1]=2", '-' },
                                        { "x[0]=1 /\\ x[1]=6", '-' },
                                        { "x[0]=5 /\\ x[1]=9 /\\ 0:X8=5 /\\ 0:X9=9", 'A' },
                                        { "x[0]=5 /\\ 0:X9=6", '-' },
                                        { "x[0]=1 /\\ 0:X9=9", '-' },
                                        { "x[0]=1 /\\ x[1]=2 /\\ 0:X9=9", '-' } };
  static const struct asked first_differs[] = { { "x[0]=5 /\\ x[1]=9 /\\ 0:X8=5", 'A' },
                                                { "x[0]=1 \\/ x[1]=2", '-' } };
  char *test = memory_format(CASP("5", "6"), "x[0]=1 /\\ x[1]=9 /\\ y=6");
  (void)unused;
  ask_each("acyclic po-loc | rf | co | fr empty rmw & (fre ; coe)", CASP("5", "6"), found,
           sizeof found / sizeof *found);
  ask_each("acyclic po-loc | rf | co | fr empty rmw & (fre ; coe)", CASP("4", "6"), first_differs,
           2);
  assert_false(has("(po & same-instance & (M * M)) \\ rmw",
                   test)); /* po has rmw, since this model takes co as given */
  assert_true(has("rmw & loc", test) && !has("rmw \\ loc", test));
  assert_true(has("[A] ; (iico_ctrl \\ loc) ; [L]", test));
  assert_true(has("[A \\ domain(loc & ext & (M * (W \\ IW)))] ; (iico_data | iico_ctrl) ; [Rreg & "
                  "DATA] ; iico_data ; [W \\ L]",
                  test));
  memory_free(test);
#undef CASP
}

/* LDP and STP are two accesses of neighbours, in no program order; each depends on the address. */
static void pairs_of_accesses(void **unused) {
  static const char text[] = "AArch64 t\n{ int x[4] = {5,6,7,8}; 0:X1=x; 0:X9=3; 1:X4=x; }\n P0 | "
                             "P1 ;\n STP W9,WZR,[X1,#8] | LDP W4,W2,[X4,#8] ;\n"
                             "exists (%s)";
  static const struct asked cases[] = { { "x[0]=5 /\\ x[1]=6 /\\ x[2]=3 /\\ x[3]=0", 'A' },
                                        { "x[2]=7", '-' },
                                        { "1:X4=3 /\\ 1:X2=8", 'A' },
                                        { "1:X4=7 /\\ 1:X2=0", 'A' },
                                        { "1:X4=0", '-' },
                                        { "1:X4=7 /\\ 1:X2=8", 'A' },
                                        { "1:X4=3 /\\ 1:X2=0", 'A' } };
  (void)unused;
  ask_each("acyclic po | rf | co | fr", text, cases, sizeof cases / sizeof *cases);
}

/* LDUR is a load, with a distance that may be negative. */
static void unscaled(void **unused) {
  static const char text[] = "AArch64 t\n{ int x[2] = {5,6}; 0:X1=x; 0:X9=3; }\n P0 ;\n ADD "
                             "X5,X1,#4 ;\n STUR W9,[X5,#-4] ;\n"
                             " LDUR W6,[X1,#4] ;\nexists (%s)";
  (void)unused;
  char *test = memory_format(text, "x[0]=3 /\\ x[1]=6 /\\ 0:X6=6");
  assert_int_equal(ask("acyclic po-loc | rf | co | fr", test), 'A');
  memory_free(test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(registers_as_events, no_leaks),
    cmocka_unit_test_teardown(dependencies_from_written_registers, no_leaks),
    cmocka_unit_test_teardown(selected_values, no_leaks),
    cmocka_unit_test_teardown(conditions_of_flags, no_leaks),
    cmocka_unit_test_teardown(written_back, no_leaks),
    cmocka_unit_test_teardown(compare_and_swap_in_registers, no_leaks),
    cmocka_unit_test_teardown(pairs_compared_and_swapped, no_leaks),
    cmocka_unit_test_teardown(pairs_of_accesses, no_leaks),
    cmocka_unit_test_teardown(unscaled, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
