/* Accesses of mixed size, compared with a machine that executes whole accesses on an array of
 * bytes, one after the other.
 *
 * Random programs have two threads on two words of eight bytes, at any distance, aligned or not.
 * The model describes that machine: program order and communication of whole accesses have no
 * cycle.  Then come arrays, offsets, and refusals. */
#include "litmus/herd_log.h"
#include "support.h"

static uint64_t random_state = 11;

static unsigned below(unsigned bound) {
  random_state ^= random_state << 13;
  random_state ^= random_state >> 7;
  random_state ^= random_state << 17;
  return (unsigned)((random_state >> 20) % bound);
}

enum { ACCESSES = 3, BYTES = 16 };

struct access {
  bool store;
  unsigned size, offset;
  int64_t value;
};
struct random {
  struct access accesses[2][ACCESSES];
};

static struct random make(void) {
  static const unsigned sizes[] = { 1, 2, 4, 8 };
  struct random made;
  for (unsigned t = 0; t < 2; t++)
    for (unsigned i = 0; i < ACCESSES; i++) {
      struct access *access = &made.accesses[t][i];
      access->store = below(2);
      access->size = sizes[below(4)];
      access->offset =
          below(4) ? below(BYTES / access->size) * access->size : below(BYTES - access->size + 1);
      access->value = (int64_t)(random_state & 0x3fffffffffffffff);
    }
  return made;
}

static void add_instruction(struct text *text, const struct access *access, unsigned i) {
  static const char *const suffixes[] = { "", "B", "H", "", "", "", "", "", "" };
  text_add(text, " %s%s %s%u,[X1,#%u] ", access->store ? "STR" : "LDR", suffixes[access->size],
           access->size == 8 ? "X" : "W", (access->store ? 20 : 2) + i, access->offset);
}

static struct text text_of(const struct random *random) {
  struct text text = { 0 };
  text_add(&text, "AArch64 t\n{ uint64_t x[2]; 0:X1=x; 1:X1=x;");
  for (unsigned t = 0; t < 2; t++)
    for (unsigned i = 0; i < ACCESSES; i++)
      text_add(&text, " %u:X2%u=%lld; uint64_t %u:X%u;", t, i,
               (long long)random->accesses[t][i].value, t, 2 + i);
  text_add(&text, " }\n P0 | P1 ;\n");
  for (unsigned i = 0; i < ACCESSES; i++) {
    add_instruction(&text, &random->accesses[0][i], i);
    text_add(&text, "|");
    add_instruction(&text, &random->accesses[1][i], i);
    text_add(&text, ";\n");
  }
  text_add(&text, "locations [0:X2; 0:X3; 0:X4; 1:X2; 1:X3; 1:X4; x[0]; x[1]]\nexists (true)");
  return text;
}

struct sizes_machine {
  unsigned char memory[BYTES];
  int64_t registers[2][ACCESSES];
  unsigned at[2];
};

static void execute(const struct random *random, struct sizes_machine machine,
                    struct outcome_set *reached) {
  bool over = true;
  for (unsigned t = 0; t < 2; t++) {
    if (machine.at[t] == ACCESSES) continue;
    over = false;
    struct sizes_machine next = machine;
    const struct access *access = &random->accesses[t][next.at[t]];
    if (access->store) memcpy(next.memory + access->offset, &access->value, access->size);
    else memcpy(&next.registers[t][next.at[t]], next.memory + access->offset, access->size);
    next.at[t]++;
    execute(random, next, reached);
  }
  int64_t outcome[2 * ACCESSES + 2];
  memcpy(outcome, machine.registers, sizeof machine.registers);
  memcpy(outcome + 2 * ACCESSES, machine.memory, BYTES);
  if (over) outcome_set_add(reached, outcome, 1);
}

static void as_bytes_do(void **unused) {
  static const char whole[] = "let com = rf | co | fr\nacyclic po | (sm ; com ; sm)";
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("whole", whole, &error);
  (void)unused;
  assert_non_null(model);
  for (unsigned round = 0; round < 1500; round++) {
    struct random random = make();
    struct text text = text_of(&random);
    struct program *program = read_program(text.bytes);
    struct judgement judgement;
    struct outcome_set *reached = outcome_set_new(program->observable_count);
    execute(&random, (struct sizes_machine){ .at = { 0 } }, reached);
    judge_or_fail(model, program, NULL, &judgement);
    if (!same_set(judgement.allowed, reached)) fail_msg("round %u differs:\n%s", round, text.bytes);
    judgement_clear(&judgement);
    outcome_set_free(reached);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(model);
}

static void all_allowed(const char *const *rows, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (answer("sc", rows[i]) != 'A') fail_msg("not allowed:\n%s", rows[i]);
}

static void arrays(void **unused) {
  (void)unused;
  static const char *const rows[] = {
    "C t\n{ int x[3] = {5, 6, 0}; }\nP0(int *x) { int r = 2; x[r] = x[1] + *x; }\n"
    "exists (x[2]=11 /\\ x[1]=6 /\\ x[0]=5)",
    "C t\n{ int x[2] = {5, 6}; int *p = &x[1]; }\nP0(int **p) { int *r0 = READ_ONCE(*p); int r1 = "
    "*r0; }\n"
    "exists (0:r1=6 /\\ 0:r0=x+1)",
    "C t\n{ int x[2]; int y; }\nP0(int *x, int *y) { int r = READ_ONCE(*y); WRITE_ONCE(x[r], 7); "
    "}\n"
    "P1(int *y) { *y = 1; }\nexists (x[1]=7 /\\ x[0]=0)",
    "X86 t\n{ int x[2]={3,4}; }\n P0 ;\n MOV EAX,[x+4] ;\n MOV [x],EAX ;\nexists (x[0]=4 /\\ "
    "x[1]=4)",
    "X86 t\n{ x=0x11223344; }\n P0 ;\n MOVB [x+1],$0 ;\n MOV EAX,[x] ;\nexists (x=0x11220044 /\\ "
    "0:EAX=0x11220044)",
    "RISCV t\n{ uint64_t x=0x1111111122222222; 0:x6=x; }\n P0 ;\n lw x5,4(x6) ;\n sh x5,2(x6) ;\n"
    "exists (0:x5=0x11111111 /\\ x=0x1111111111112222)",
    "PPC t\n{ 0:r2=x; 0:r1=258; }\n P0 ;\n stw r1,0(r2) ;\n lbz r3,1(r2) ;\nexists (0:r3=1 /\\ "
    "x=258)",
    "AArch64 t\n{ 0:X1=x; 0:X2=0x101; }\n P0 ;\n STRB W2,[X1] ;\n LDRB W3,[X1] ;\nexists (0:X3=1 "
    "/\\ x=1)",
    "X86 t\n{ uint64_t x=0x1122334455667788; }\n P0 ;\n MOV EAX,[x] ;\nexists "
    "(x=0x1122334455667788 /\\ 0:EAX=0x55667788)",
    "X86 t\n{ uint8_t x[4]={1,2,3,4}; }\n P0 ;\n MOV EAX,[x] ;\nexists (x[0]=1 /\\ x[3]=4 /\\ "
    "0:EAX=0x04030201)",
    "AArch64 t\n{ int x[2]={3,4}; 0:X1=x; 0:X2=-1; }\n P0 ;\n STR W2,[X1] ;\nexists (x={-1,4} /\\ "
    "~x={3,4} /\\ x!={-1,3})",
    "LISA t\n{ int x[2]={3,4}; }\n P0 ;\n r[] r0 x+1 ;\n w[] x+1 7 ;\nexists (0:r0=4 /\\ x[0]=3 "
    "/\\ x[1]=7)"
  };
  all_allowed(rows, sizeof rows / sizeof *rows);
}

/* An address in memory is as large as the access that finds it. */
static void addresses(void **unused) {
  (void)unused;
  static const char *const rows[] = {
    "PPC t\n{ 0:r2=y; y=x; x=5; }\n P0 ;\n lwz r1,0(r2) ;\n lwz r3,0(r1) ;\nexists (0:r3=5)",
    "RISCV t\n{ 0:x2=y; y=x; x=5; }\n P0 ;\n lw x1,0(x2) ;\n lw x3,0(x1) ;\nexists (0:x3=5 /\\ "
    "y=x)",
    "RISCV t\n{ uint8_t x[2]={1,2}; y=x; 0:x2=y; }\n P0 ;\n lw x1,0(x2) ;\n lw x3,0(x1) ;\nexists "
    "(0:x3=0x201)",
    "AArch64 t\n{ uint64_t x=0x700000005; uint64_t y=x+4; 0:X2=y; }\n P0 ;\n LDR X1,[X2] ;\n LDR "
    "W3,[X1] ;\nexists (0:X3=7)",
    "AArch64 t\n{ x=5; uint64_t y=x; 0:X2=y; uint64_t z=y; 0:X5=z; }\n P0 ;\n LDR X6,[X5] ;\n LDR "
    "X1,[X6] ;\n LDR W3,[X1] ;\n"
    "exists (0:X3=5)",
    "AArch64 t\n{ 0:X2=y; 0:X1=x; x=5; 0:X5=z; }\n P0 ;\n STR W1,[X2] ;\n STRB W6,[X5] ;\n LDR "
    "W3,[X2] ;\n LDR W4,[X3] ;\n"
    "exists (0:X4=5 /\\ y=x)",
  };
  all_allowed(rows, sizeof rows / sizeof *rows);
}

static void signs(void **unused) {
  (void)unused;
  static const char *const rows[] = {
    "AArch64 t\n{ 0:X2=y; 0:X1=-1; }\n P0 ;\n STRB W1,[X2] ;\n LDRB W3,[X2] ;\nexists (0:X3=255)",
    "AArch64 t\n{ 0:X2=y; 0:X1=-1; }\n P0 ;\n STRH W1,[X2] ;\n LDRH W3,[X2] ;\nexists (0:X3=65535)",
    "RISCV t\n{ 0:x2=y; 0:x1=-1; }\n P0 ;\n sb x1,0(x2) ;\n lbu x3,0(x2) ;\nexists (0:x3=255)",
    "RISCV t\n{ 0:x2=y; 0:x1=-1; }\n P0 ;\n sh x1,0(x2) ;\n lhu x3,0(x2) ;\nexists (0:x3=65535)",
    "PPC t\n{ 0:r2=y; 0:r1=-1; }\n P0 ;\n stb r1,0(r2) ;\n lbz r3,0(r2) ;\nexists (0:r3=255)",
    "PPC t\n{ 0:r2=y; 0:r1=-1; }\n P0 ;\n sth r1,0(r2) ;\n lhz r3,0(r2) ;\nexists (0:r3=65535)",
    "RISCV t\n{ uint64_t y; 0:x2=y; 0:x1=-1; }\n P0 ;\n sd x1,0(x2) ;\n lw x3,0(x2) ;\n lwu "
    "x4,4(x2) ;\n"
    "exists (0:x3=-1 /\\ 0:x4=4294967295)",
  };
  all_allowed(rows, sizeof rows / sizeof *rows);
}

/* The stored value of an atomic instruction wraps at its size.  The old value of one or two bytes
 * has no sign. */
static void read_modify_writes_wrap(void **unused) {
  (void)unused;
#define ATOMICS(type, initial, first, second)                                                 \
  "AArch64 t\n{ " type " x=" initial "; 0:X1=x; 0:X0=1; 0:X4=-1; 0:X5=511; }\n P0 ;\n " first \
  " ;\n " second " ;\n"                                                                       \
  "exists "
  static const char *const rows[] = {
    ATOMICS("", "2147483647", "LDADD W0,W2,[X1]",
            "LDADD W0,W3,[X1]") "(0:X2=2147483647 /\\ 0:X3=-2147483648 /\\ x=-2147483647)",
    ATOMICS("", "-2147483648", "LDADD W4,W2,[X1]",
            "LDR W3,[X1]") "(0:X3=2147483647 /\\ x=2147483647)",
    ATOMICS("uint32_t", "4294967295", "STADD W0,[X1]",
            "LDADD W4,W3,[X1]") "(0:X3=0 /\\ x=4294967295)",
    ATOMICS("uint64_t", "4294967295", "LDADD X0,X2,[X1]",
            "LDR X3,[X1]") "(0:X3=4294967296 /\\ x=4294967296)",
    ATOMICS("uint8_t", "255", "LDADDB W0,W2,[X1]",
            "LDADDB W0,W3,[X1]") "(0:X2=255 /\\ 0:X3=0 /\\ x=1)",
    ATOMICS("int8_t", "-1", "LDADDB W4,W2,[X1]",
            "SWPB W4,W3,[X1]") "(0:X2=255 /\\ 0:X3=254 /\\ x=-1)",
    ATOMICS("uint16_t", "65535", "SWPH W4,W2,[X1]",
            "LDEORH W0,W3,[X1]") "(0:X2=65535 /\\ 0:X3=65535 /\\ x=65534)",
    ATOMICS("uint8_t", "255", "CASB W5,W0,[X1]", "CASB W4,W0,[X1]") "(0:X5=255 /\\ 0:X4=1 /\\ x=1)",
    "RISCV t\n{ x=2147483647; 0:x1=x; 0:x5=1; }\n P0 ;\n amoadd.w x6,x5,(x1) ;\n amoadd.w "
    "x7,x5,(x1) ;\n"
    "exists (0:x7=-2147483648)",
    "X86_64 t\n{ x=2147483647; }\n P0 ;\n lock incl (x) ;\n movl (x),%eax ;\nexists "
    "(0:eax=-2147483648)",
  };
#undef ATOMICS
  all_allowed(rows, sizeof rows / sizeof *rows);
}

static void print_one(void *context, const int64_t *outcome, uint64_t times) {
  (void)times;
  outcome_print(((void **)context)[0], ((void **)context)[1], outcome);
}

/* The value of a register or a location is shown and compared in its declared type.  A row has the
 * one state, and whether that meets the condition. */
static void declared_types(void **unused) {
  static const struct {
    const char *text, *state;
    bool positive;
  } rows[] = {
#define ONE(types, condition) \
  "AArch64 t\n{ " types       \
  " 0:X1=x; 0:X2=-1; 0:X3=-1; }\n P0 ;\n STR X2,[X1] ;\n MOV X0,X3 ;\nexists (" condition ")"
    { ONE("uint8_t x;", "x=255"), "[x]=255;", true },
    { ONE("uint8_t x;", "x=-1"), "[x]=255;", true },
    { ONE("int8_t x;", "x=255"), "[x]=-1;", true },
    { ONE("int8_t x;", "x=254"), "[x]=-1;", false },
    { ONE("uint16_t x;", "x=255"), "[x]=65535;", false },
    { ONE("uint64_t x;", "x=-1"), "[x]=18446744073709551615;", true },
    { ONE("int64_t x;", "x=-1"), "[x]=-1;", true },
    { ONE("uint64_t x; int8_t 0:X0;", "0:X0=255"), "0:X0=-1;", true },
    { ONE("uint64_t x; uint8_t 0:X0;", "0:X0>254"), "0:X0=255;", true },
    { ONE("uint64_t x; uint32_t 0:X0;", "0:X0=4294967295"), "0:X0=4294967295;", true },
    { ONE("uint64_t x;", "0:X0=-1"), "0:X0=-1;", true },
    { ONE("uint64_t x;", "0:X0=255"), "0:X0=-1;", false },
    { ONE("int8_t y[2]={255,1}; uint64_t x;", "y[0]=-1"), "y[0]=-1;", true },
    { ONE("uint64_t x; uint64_t y=x;", "y=x"), "[y]=x;", true },
    { ONE("uint64_t x; int y[2]={0,1}; uint64_t z=y;", "z=y"), "[z]=y;",
      true }, /* addresses as herd7 writes them */
    { ONE("uint64_t x; int y[2]={0,1}; uint64_t z=y+4;", "z=y"), "[z]=y+4;", false },
#undef ONE
  };
  struct cat_model *model = load_model("sc");
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct program *program = read_program(rows[i].text);
    struct judgement judgement;
    char *shown = NULL;
    size_t length;
    FILE *out = open_memstream(&shown, &length);
    judge_or_fail(model, program, NULL, &judgement);
    outcome_set_each(judgement.allowed, print_one, (void *[]){ out, program });
    fclose(out);
    if (strcmp(shown, rows[i].state)) fail_msg("row %zu: %s", i, shown);
    if ((outcome_tally(program, judgement.allowed).positive != 0) != rows[i].positive)
      fail_msg("row %zu", i);
    free(shown);
    judgement_clear(&judgement);
    program_free(program);
  }
  cat_model_free(model);
}

/* An aligned access is one access in any model.  A load takes no bytes of older stores than one
 * that has written them all, and stores have one order in all their bytes.  An access that is not
 * aligned may be torn. */
static void aligned_accesses_are_whole(void **unused) {
  static const struct {
    char said;
    const char *text;
  } cases[] = {
#define STORES \
  "0x101; 0:X1=x; 1:X2=0x202; 1:X1=x; 2:X2=3; 2:X1=x; 3:X1=x; }\n P0 | P1 | P2 | P3 ;\n"
#define THREADS " STRH W2,[X1] | STRH W2,[X1] | STRB W2,[X1] | LDRH W3,[X1] ;\n"
    { 'A', "AArch64 t\n{ uint16_t x; 0:X2=" STORES THREADS "exists (3:X3=0x202)" },
    { 'A', "AArch64 t\n{ uint16_t x; 0:X2=" STORES THREADS "exists (3:X3=0x203)" },
    { '-', "AArch64 t\n{ uint16_t x; 0:X2=" STORES THREADS "exists (3:X3=0x102)" },
    { '-', "AArch64 t\n{ uint16_t x; 0:X2=" STORES THREADS "exists (3:X3=0x002)" },
    { 'A', "AArch64 t\n{ uint16_t x; 0:X2=" STORES THREADS "exists (x=0x103)" },
    { '-', "AArch64 t\n{ uint16_t x; 0:X2=" STORES THREADS "exists (x=0x102)" },
    { 'A', "AArch64 t\n{ uint32_t x; 0:X2=0x202; 0:X1=x; 1:X1=x; 2:X1=x; }\n P0 | P1 | P2 ;\n"
           " STRH W2,[X1,#1] | LDRH W3,[X1,#1] | LDRB W3,[X1,#1] ;\n"
           "exists (1:X3=0x002)" },
#undef THREADS
#undef STORES
  };
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("anything", "empty 0", &error);
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct judgement judgement;
    struct program *program = read_program(cases[i].text);
    judge_or_fail(model, program, NULL, &judgement);
    if ((outcome_tally(program, judgement.allowed).positive ? 'A' : '-') != cases[i].said)
      fail_msg("%s", cases[i].text);
    judgement_clear(&judgement);
    program_free(program);
  }
  cat_model_free(model);
}

static void refused(void **unused) {
  static const struct {
    const char *text, *part;
  } cases[] = {
    { "C t\n{ int x[2]; }\nP0(int *x) { int r = 2; x[r] = 1; }\nexists (true)", "beyond the end" },
    { "AArch64 t\n{ 0:X2=y; y=x; }\n P0 ;\n LDR X1,[X2] ;\n LDRB W3,[X2] ;\nexists (true)",
      "part of an address" },
    { "AArch64 t\n{ 0:X2=y; 0:X9=z; z=x; }\n P0 ;\n LDR X1,[X9] ;\n STR X1,[X2] ;\n LDRB W3,[X2] "
      ";\nexists (true)",
      "test.litmus:6:2: unsupported: an access to a part of an address" },
    { "C t\n{ int x; int *p = &x + 1; }\nP0(int **p) { int *r0 = READ_ONCE(*p); int r1 = *r0; "
      "}\nexists (true)",
      "or beyond" },
    { "AArch64 t\n{ uint64_t x[2]; uint64_t y=x; uint64_t z=3; 0:X2=y; 0:X5=z; }\n P0 ;\n LDR "
      "X1,[X2] ;\n LDR X4,[X5] ;\n"
      " LDR X3,[X1,X4] ;\nexists (true)",
      "test.litmus:6:2: unsupported: an address read from memory" },
    { "X86 t\n{ x=0; }\n P0 ;\n XCHG [x],EAX ;\n MOVB [x],$1 ;\nexists (true)",
      "read-modify-write among" }
  };
  (void)unused;
  struct cat_model *model = load_model("sc");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct diagnostic error = { 0 };
    struct judgement judgement;
    struct program *program = read_program(cases[i].text);
    assert_false(judge_program(model, program, NULL, &judgement, &error));
    if (!strstr(error.message, cases[i].part)) fail_msg("%s", error.message);
    diagnostic_clear(&error);
    program_free(program);
  }
  cat_model_free(model);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(as_bytes_do),
                                      cmocka_unit_test(arrays),
                                      cmocka_unit_test(addresses),
                                      cmocka_unit_test(signs),
                                      cmocka_unit_test(read_modify_writes_wrap),
                                      cmocka_unit_test(declared_types),
                                      cmocka_unit_test(aligned_accesses_are_whole),
                                      cmocka_unit_test(refused) };
  return cmocka_run_group_tests_name("sizes", tests, NULL, no_leaks);
}
