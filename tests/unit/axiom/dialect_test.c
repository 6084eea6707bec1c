/* The judge on the dialects: dependencies, pointers, exclusive pairs, failing compare-and-swaps,
 * unsequenced operands, tags and places.  Each small model asks for one of these. */
#include "asking.h"

static void dependencies(void **unused) {
  static const char riscv[] =
      "RISCV t\n{ 0:x6=x; 0:x8=y; 0:x9=z; 0:x1=w; }\n P0 ;\n lw x5,0(x6) ;\n xor x7,x5,x5 ;\n add "
      "x10,x8,x7 ;\n lw x11,0(x10) ;\n"
      " sw x11,0(x9) ;\n bne x11,x0,L ;\n L: ;\n sw x6,0(x1) ;\nexists (0:x5=0)";
  (void)unused;
  assert_true(has("[R] ; addr ; [R]", riscv));
  assert_false(has("[R] ; addr ; [W]", riscv));
  assert_true(has("[R] ; data ; [W]", riscv));
  assert_true(has("[R] ; ctrl ; [W]", riscv));
  assert_false(has("ctrl ; [R]", riscv));
}

/* In C nothing depends on an if after the if. */
static void control_ends_where_branches_meet(void **unused) {
  (void)unused;
  static const char inside[] =
      "C t\n{}\nP0(int *x, int *y) { int r = *x; if (r) { *y = 1; } }\nexists (0:r=1 \\/ 0:r=0)";
  static const char after[] =
      "C t\n{}\nP0(int *x, int *y) { int r = *x; if (r) { r = 2; } *y = 1; }\nexists (0:r=0)";
  assert_false(has("ctrl ; [W]", after));
  assert_false(has("ctrl ; [W]", inside)); /* x is 0: the write is not there */
  static const char taken[] =
      "C t\n{ x = 1; }\nP0(int *x, int *y) { int r = *x; if (r) { *y = 1; } }\nexists (0:r=1)";
  assert_true(has("ctrl ; [W]", taken));
}

static void pointers(void **unused) {
  static const char text[] =
      "C t\n{ x = 1; y = 2; int *p = &x; }\nP0(int **p, int *y) { WRITE_ONCE(*p, y); }\n"
      "P1(int **p) { int *r0 = READ_ONCE(*p); int r1 = *r0; }\nexists (%s)";
  static const struct asked cases[] = { { "1:r0=x /\\ 1:r1=1", 'A' },
                                        { "1:r0=y /\\ 1:r1=2", 'A' },
                                        { "1:r0=x /\\ 1:r1=2", '-' },
                                        { "p=y", 'A' },
                                        { "p=x", '-' } };
  (void)unused;
  ask_each("acyclic po | rf | co | fr", text, cases, sizeof cases / sizeof *cases);
}

static void exclusive_pairs(void **unused) {
  static const char text[] =
      "RISCV t\n{ 0:x6=x; 1:x6=x; 0:x1=1; 1:x1=2; }\n P0 | P1 ;\n lr.w x5,0(x6) | lr.w x5,0(x6) ;\n"
      " sc.w x7,x1,0(x6) | sc.w x7,x1,0(x6) ;\nexists (0:x7=0 /\\ 1:x7=0 /\\ 0:x5=0 /\\ 1:x5=0)";
  (void)unused;
  assert_int_equal(ask("acyclic po-loc | rf | co | fr", text), 'A');
  assert_int_equal(ask("acyclic po-loc | rf | co | fr empty rmw & (fre ; coe)", text), '-');
  assert_int_equal(ask("acyclic po-loc | rf | co | fr empty lxsx", text), '-');
  assert_int_equal(ask("acyclic po-loc | rf | co | fr empty amo", text), 'A');
  static const char alone[] = "RISCV t\n{ 0:x6=x; }\n P0 ;\n sc.w x7,x1,0(x6) ;\nexists (0:x7=0)";
  assert_int_equal(ask("acyclic po " ATOMIC, alone), '-');
}

static void failing_compare_and_swap(void **unused) {
  static const char text[] =
      "C t\n{ x = 5; }\nP0(atomic_t *x) { int r0 = cmpxchg(x, %s, 1); }\nexists (0:r0=5 /\\ x=%s)";
  (void)unused;
  char *fails = memory_format(text, "4", "5"), *succeeds = memory_format(text, "5", "1");
  assert_int_equal(ask("acyclic po " ATOMIC, fails), 'A');
  assert_false(has("rmw", fails));
  assert_true(has("[RMW]", fails));
  assert_int_equal(ask("acyclic po " ATOMIC, succeeds), 'A');
  assert_true(has("rmw", succeeds));
  memory_free(fails);
  memory_free(succeeds);
  /* one that fails is `once` for the kernel's older models, and has the tag of its order for those
   * that find out what failed */
  fails = memory_format(
      "C t\n{ x = 5; }\nP0(atomic_t *x) { int r0 = cmpxchg%s(x, 4, 1); }\nexists (0:r0=5)",
      "_acquire");
  assert_true(has("[ACQUIRE & Once]", fails));
  assert_false(has("[Acquire]", fails));
  memory_free(fails);
  fails = memory_format(
      "C t\n{ x = 5; }\nP0(atomic_t *x) { int r0 = atomic_add_unless(x, %u, 5); }\nexists (0:r0=0)",
      1);
  assert_true(has("[MB & Once]", fails));
  assert_false(has("[Mb]", fails));
  assert_false(has("[Mb & F]", fails));
  memory_free(fails);
  /* a full one that does not fail stands between fences, where the model knows no other sign of it
   */
  static const char full[] =
      "C t\n{}\nP0(atomic_t *x, int *y) { int r0 = %s; WRITE_ONCE(*y, 1); }\nexists (0:r0=%u)";
  static const char *const operations[] = { "xchg(x, 1)", "cmpxchg(x, 0, 1)",
                                            "atomic_add_return(1, x)",
                                            "atomic_add_unless(x, 1, 3)" };
  for (unsigned i = 0; i < 4; i++) {
    char *test = memory_format(full, operations[i], i / 2);
    assert_true(has("[F & Mb] ; po ; [R] ; po ; [W] ; po ; [F & Mb] ; po ; [W]", test));
    assert_false(has("[F & Mb & MB]", test));
    memory_free(test);
  }
  assert_false(has("[F & Mb]",
                   "C t\n{}\nP0(atomic_t *x) { int r0 = xchg_acquire(x, 1); }\nexists (0:r0=0)"));
  /* the kernel's "lock.cat" has nothing to do: one critical section after the other, from release
   * to acquire */
  static const char locks[] = "C t\n{ }\nP0(spinlock_t *l) { spin_lock(l); spin_unlock(l); "
                              "}\nP1(spinlock_t *l) { spin_lock(l); }\nexists (true)";
#define LOCKED "include \"lock.cat\" acyclic po | rf | co | fr empty rmw & (fre ; coe) "
#define TAKEN "([LKW & W] ; co ; [LKW])"
  assert_int_equal(ask(LOCKED "~empty " TAKEN, locks), 'A');
  assert_int_equal(ask(LOCKED "~empty " TAKEN
                              " \\ (po-loc ; [UL & Release] ; rf ; [LKR & Acquire & R] ; rmw)",
                       locks),
                   '-');
  /* a lock that is held cannot be taken */
  assert_int_equal(ask("acyclic po " ATOMIC,
                       "C t\n{ x = 1; }\nP0(spinlock_t *x) { spin_lock(x); }\nexists (true)"),
                   '-');
}

/* An operation that adds unless it finds 4. */
static void adding_unless(void **unused) {
  static const char text[] =
      "C t\n{ x = %s; }\nP0(atomic_t *x) { int r0 = atomic_add_unless(x, 2, 4); }\nexists (%s)";
  (void)unused;
  char *fails = memory_format(text, "4", "0:r0=0 /\\ x=4"),
       *adds = memory_format(text, "3", "0:r0=1 /\\ x=5");
  assert_int_equal(ask("acyclic po " ATOMIC, fails), 'A');
  assert_false(has("rmw", fails));
  assert_true(has("[RMW]", fails));
  assert_int_equal(ask("acyclic po " ATOMIC, adds), 'A');
  assert_true(has("rmw", adds));
  assert_true(has("[R] ; data ; [W]", adds));
  memory_free(fails);
  memory_free(adds);
}

/* RISC-V's AMO is one event in herd's model: fence.tso orders what it writes before a later read,
 * since it also reads. */
static void one_memory_operation(void **unused) {
  static const char text[] =
      "RISCV t\n{ 0:x5=x; 0:x9=y; 0:x7=1; 1:x5=y; 1:x9=x; 1:x7=1; }\n P0 | P1 ;\n %s | %s ;\n"
      " fence.tso | fence.tso ;\n lw x8,0(x9) | lw x8,0(x9) ;\nexists (0:x8=0 /\\ 1:x8=0)";
  static const char model[] =
      "let f = fencerel(Fence.tso) & ((W * W) | (R * M))\nacyclic co | rfe | fr | f | rmw";
  (void)unused;
  char *amo = memory_format(text, "amoswap.w x6,x7,(x5)", "amoswap.w x6,x7,(x5)");
  char *store = memory_format(text, "sw x7,0(x5)", "sw x7,0(x5)");
  assert_int_equal(ask(model, amo), '-');
  assert_int_equal(ask(model, store), 'A');
  assert_true(has("[R & W]", amo));
  assert_false(has("rf \\ (W * R) | co \\ (W * W) | fr \\ (R * W)", amo));
  memory_free(amo);
  memory_free(store);
}

/* A critical section's ends are paired by data, its grace period by the location of a fence. */
static void sleepable_rcu(void **unused) {
  static const char text[] = "C t\n{}\nP0(int *x, struct srcu_struct *s, struct srcu_struct *t) {"
                             " int r0 = srcu_read_lock(s); int r1 = srcu_read_lock(t); int r2 = "
                             "READ_ONCE(*x); srcu_read_unlock(t, r1);"
                             " srcu_read_unlock(s, r0); }\n"
                             "P1(int *x, struct srcu_struct *s) { WRITE_ONCE(*x, 1); "
                             "synchronize_srcu(s); }\nexists (0:r2=0)";
  (void)unused;
  assert_true(has("[Srcu-lock] ; data ; [Srcu-unlock]", text));
  assert_false(has("([Srcu-lock] ; data ; [Srcu-unlock]) \\ loc", text)); /* each with its own */
  assert_true(has("[Srcu-lock] ; loc ; [Sync-srcu]", text));
  assert_false(has("[Sync-srcu & M]", text));
  assert_true(has("[Srcu-lock] ; (po \\ loc) ; [Srcu-unlock]", text));
  assert_false(has("loc & (Sync-srcu * (M \\ (Srcu-lock | Srcu-unlock | IW)))", text));
}

static void operands_in_no_order(void **unused) {
  (void)unused;
  static const char sum[] = "C t\n{}\nP0(int *x, int *y) { int r = *x + *y; }\nexists (0:r=0)";
  static const char two[] =
      "C t\n{}\nP0(int *x, int *y) { int r = *x; int s = *y; }\nexists (0:r=0)";
  assert_false(has("po & (R * R)", sum));
  assert_true(has("po & (R * R)", two));
}

/* Coherence says nothing of them either: any order of two atomic operands may be the one in which
 * they are evaluated. */
static void operands_show_no_order(void **unused) {
  static const char *const models[] = { "sc", "rc11" };
  static const char exchange[] = "atomic_exchange_explicit(x, %u, memory_order_relaxed)";
  static const char load[] = "atomic_load_explicit(x, memory_order_relaxed)";
  char *one = memory_format(exchange, 1), *two = memory_format(exchange, 2);
  const char *const sums[][2] = { { one, load }, { load, one }, { one, two }, { two, one } };
  (void)unused;
  for (unsigned m = 0; m < sizeof models / sizeof *models; m++)
    for (unsigned i = 0; i < sizeof sums / sizeof *sums; i++)
      for (unsigned k = 0; k < 2; k++) {
        const char *condition = i < 2 ? (k ? "0:r=0" : "0:r=1")
                                : k   ? "x=1 /\\ 0:r=2"
                                      : "x=2 /\\ 0:r=1";
        char *text =
            memory_format("C t\n{ x=0; }\nP0(atomic_int *x) { int r = %s + %s; }\nexists (%s)",
                          sums[i][0], sums[i][1], condition);
        if (answer(models[m], text) != 'A') fail_msg("%s\n%s", models[m], text);
        memory_free(text);
      }
  memory_free(one);
  memory_free(two);
}

/* An address that comes to its use by way of two other threads.  Only those guesses are tried that
 * may come true. */
static void addresses_that_travel(void **unused) {
  static const char text[] =
      "C t\n{ int d = 7; int e = 8; int *p = &a; int *q = &b; int *r = &c; }\n"
      "P0(int **r) { int *r1 = READ_ONCE(*r); int r2 = *r1; }\n"
      "P1(int **r) { int *r1 = READ_ONCE(*r); int r2 = *r1; }\n"
      "P2(int **q, int **r) { int *r1 = READ_ONCE(*q); WRITE_ONCE(*r, r1); }\n"
      "P3(int **p, int **q) { int *r1 = READ_ONCE(*p); WRITE_ONCE(*q, r1); }\n"
      "P4(int **p, int *d) { WRITE_ONCE(*p, d); }\nP5(int *e) { WRITE_ONCE(*e, 8); }\nexists (%s)";
  static const struct asked cases[] = { { "0:r2=7 /\\ 1:r1=c /\\ 1:r2=0", 'A' },
                                        { "0:r1=a", 'A' },
                                        { "0:r1=b", 'A' },
                                        { "0:r1=e \\/ 0:r2=8", '-' } };
  (void)unused;
  ask_each("empty 0", text, cases, sizeof cases / sizeof *cases);
}

/* The value that one instruction, or a jump, leaves in a register. */
struct dialect_result {
  const char *code;
  int64_t result;
};

static void must_result(const struct dialect_result *row, const char *registers, const char *one,
                        const char *result) {
  bool jumps = strstr(row->code, ",L") || strstr(row->code, " L");
  char *text = memory_format("%s\n P0 ;\n %s ;\n %s ;\n L: ;\nexists (0:%s=%lld)", registers,
                             row->code, jumps ? one : "nop", result, (long long)row->result);
  if (ask("empty 0", text) != 'A') fail_msg("%s", text);
  memory_free(text);
}

static void results(void **unused) {
  static const struct dialect_result riscv[] = { { "addiw x5,x6,4", 1 },
                                                 { "addw x5,x6,x6", -6 },
                                                 { "subw x5,x0,x6", 3 },
                                                 { "slt x5,x6,x0", 1 },
                                                 { "slt x5,x0,x6", 0 },
                                                 { "slti x5,x6,-3", 0 },
                                                 { "slli x5,x6,62", INT64_C(1) << 62 },
                                                 { "srli x5,x6,63", 1 },
                                                 { "slliw x5,x6,31", INT32_MIN },
                                                 { "lui x5,1", 4096 },
                                                 { "lui x5,0xfffff", -4096 },
                                                 { "addw x5,x7,x7", 0 },
                                                 { "sext.w x5,x7", INT32_MIN },
                                                 { "nop", 9 },
                                                 { "blt x6,x0,L", 9 },
                                                 { "blt x0,x6,L", 1 },
                                                 { "bge x6,x6,L", 9 },
                                                 { "bge x6,x0,L", 1 } };
  static const struct dialect_result aarch64[] = { { "ADD W5,W9,#1", INT32_MIN },
                                                   { "ADD X5,X9,#1", INT64_C(1) << 31 },
                                                   { "SUBS W5,W10,#1", INT32_MAX },
                                                   { "NEG W5,W10", INT32_MIN },
                                                   { "ORR W5,W6,#0xfffffffc", -3 },
                                                   { "AND W5,W10,#0xf0000000", INT32_MIN },
                                                   { "MVN W5,W6", 2 },
                                                   { "NEG X5,X6", 3 },
                                                   { "BIC W5,W7,W8", 8 },
                                                   { "BIC X8,X7,X8", 9 },
                                                   { "BIC X5,X7,X7", 0 },
                                                   { "TBZ W7,#2,L", 1 },
                                                   { "TBZ W7,#1,L", 9 },
                                                   { "TBNZ W7,#2,L", 9 },
                                                   { "TBNZ W7,#1,L", 1 },
                                                   { "TBNZ X6,#63,L", 9 } };
  static const struct dialect_result power[] = {
    { "sub r5,r6,r7", -15 },        { "subf r5,r6,r7", 15 },        { "nop", 9 },
    { "cmpw r6,r7 ;\n blt L", 9 },  { "cmpw r7,r6 ;\n blt L", 1 },  { "cmpw r6,r6 ;\n bge L", 9 },
    { "cmpwi r6,12 ;\n bge L", 1 }, { "cmpwi r7,-3 ;\n bgt L", 9 }, { "cmpw r6,r6 ;\n bgt L", 1 },
    { "cmpw r6,r6 ;\n ble L", 9 },  { "cmpw r7,r6 ;\n ble L", 1 },  { "cmpw r6,r7 ;\n beq L", 1 },
    { "cmpw r6,r7 ;\n bne L", 9 }
  };
  static const struct dialect_result x86_64[] = { { "incl %ebx", INT32_MIN },
                                                  { "incq %rbx", INT64_C(1) << 31 },
                                                  { "addl $2,%ebx", INT32_MIN + 1 },
                                                  { "subl %ecx,%ebx", INT32_MAX - 1 } };
  (void)unused;
  for (size_t i = 0; i < sizeof riscv / sizeof *riscv; i++)
    must_result(&riscv[i], "RISCV t\n{ 0:x5=9; 0:x6=-3; 0:x7=0x80000000; }", "li x5,1", "x5");
  for (size_t i = 0; i < sizeof aarch64 / sizeof *aarch64; i++)
    must_result(
        &aarch64[i],
        "AArch64 t\n{ 0:X5=9; 0:X6=-3; 0:X7=12; 0:X8=6; 0:X9=0x7fffffff; 0:X10=-2147483648; }",
        "MOV X5,#1", "X5");
  for (size_t i = 0; i < sizeof power / sizeof *power; i++)
    must_result(&power[i], "PPC t\n{ 0:r5=9; 0:r6=-3; 0:r7=12; }", "li r5,1", "r5");
  for (size_t i = 0; i < sizeof x86_64 / sizeof *x86_64; i++)
    must_result(&x86_64[i], "X86_64 t\n{ 0:rbx=0x7fffffff; 0:rcx=1; }", "nop", "rbx");
}

static void largest_and_smallest(void **unused) {
  static const char *const rows[] = {
    "AArch64 t\n{ int x=-1; 0:X1=x; 0:X0=1; }\n P0 ;\n LDSMAX W0,W2,[X1] ;\nexists (x=1 /\\ "
    "0:X2=-1)",
    "AArch64 t\n{ int x=-1; 0:X1=x; 0:X0=1; }\n P0 ;\n LDUMAX W0,W2,[X1] ;\nexists (x=-1 /\\ "
    "0:X2=-1)",
    "AArch64 t\n{ int x=-1; 0:X1=x; 0:X0=1; }\n P0 ;\n STSMINL W0,[X1] ;\nexists (x=-1)",
    "AArch64 t\n{ int x=-1; 0:X1=x; 0:X0=1; }\n P0 ;\n LDUMINAL W0,W2,[X1] ;\nexists (x=1 /\\ "
    "0:X2=-1)",
    "AArch64 t\n{ uint8_t x=255; 0:X1=x; 0:X0=1; }\n P0 ;\n LDSMAXB W0,W2,[X1] ;\nexists (x=1 /\\ "
    "0:X2=255)",
    "AArch64 t\n{ uint8_t x=1; 0:X1=x; 0:X2=1; 0:X3=7; }\n P0 ;\n CASALB W2,W3,[X1] ;\nexists (x=7 "
    "/\\ 0:X2=1)",
    "RISCV t\n{ x=-1; 0:x6=x; 0:x5=1; }\n P0 ;\n amomax.w x7,x5,(x6) ;\nexists (x=1 /\\ 0:x7=-1)",
    "RISCV t\n{ x=-1; 0:x6=x; 0:x5=1; }\n P0 ;\n amominu.d.aq.rl x7,x5,(x6) ;\nexists (x=1 /\\ "
    "0:x7=-1)",
  };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (ask("acyclic po-loc | rf | co | fr", rows[i]) != 'A') fail_msg("%s", rows[i]);
}

static void tags_and_places(void **unused) {
  static const char text[] =
      "Vulkan t\n{ x=0; }\n{ ssw 0 1; }\n P0@sg 0,wg 0,qf 0 | P1@sg 1,wg 0,qf 0 | P2@sg 0,wg 0,qf "
      "1 ;\n"
      " st.av.wg.sc0 x, 1 | ld.nonpriv.sc1 r0, x | ld.sc0 r1, x ;\nexists (true)";
  (void)unused;
  assert_true(has("[AV & WG & SC0 & NONPRIV]", text));
  assert_true(has("swg & ext", text));
  assert_false(has("ssg & ext", text));
  assert_false(has("sqf & (AV * (R \\ NONPRIV))", text));
  assert_true(has("sdv & (AV * (R \\ NONPRIV))", text));
  assert_true(has("ssw & (AV * (R & NONPRIV))", text));
  assert_false(has("ssw & (AV * (R \\ NONPRIV))", text));
}

/* Each annotation that a bell file enumerates is a set of the events of LISA tests with it. */
static void annotations_are_sets(void **unused) {
  (void)unused;
  static const char cat[] = "\"bell\"\nenum kinds = 'once || 'our-own\nempty Our-own & W as none\n"
                            "flag ~empty tag2set('once) & R as seen\n";
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("bell", cat, &error);
  assert_non_null(model);
  static const char *const tests[] = {
    "LISA a\n{ }\n P0 ;\n w[our-own] x 1 ;\n r[once] r0 x ;\nexists (0:r0=1)\n",
    "LISA b\n{ }\n P0 ;\n w[other] x 1 ;\n f[our-own] ;\n r[once] r0 x ;\nexists (0:r0=1)\n"
  };
  for (unsigned i = 0; i < 2; i++) {
    struct program *program = read_program(tests[i]);
    struct judgement judgement;
    judge_or_fail(model, program, NULL, &judgement);
    assert_int_equal(outcome_set_size(judgement.allowed) > 0, i == 1);
    assert_int_equal(judgement.flags[0] != NULL, i == 1);
    judgement_clear(&judgement);
    program_free(program);
  }
  cat_model_free(model);
}

/* A weak compare-and-swap may fail though it finds what it expects, a strong one may not; the
 * failure is a read of its own order. */
static void failing_for_no_reason(void **unused) {
  static const char text[] =
      "C t\n{}\nP0(atomic_int *x, int *e) { int r = atomic_compare_exchange_%s_explicit(x, e, 1, "
      "memory_order_acq_rel, memory_order_%s); }\nP1(atomic_int *x) { atomic_fetch_add(x, 2); }\n"
      "exists (%s)";
  static const struct {
    const char *kind, *condition;
    char said;
  } cases[] = { { "weak", "0:r=0 /\\ e=0", 'A' },         { "strong", "0:r=0 /\\ e=0", '-' },
                { "weak", "0:r=0 /\\ e=2", 'A' },         { "strong", "0:r=0 /\\ e=2", 'A' },
                { "weak", "0:r=1 /\\ x=3 /\\ e=0", 'A' }, { "weak", "0:r=1 /\\ e=2", '-' },
                { "weak", "0:r=1 /\\ x=2", '-' },         { "weak", "0:r=0 /\\ x=3", '-' } };
  (void)unused;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *test = memory_format(text, cases[i].kind, "relaxed", cases[i].condition);
    if (ask("acyclic po-loc | rf | co | fr " ATOMIC, test) != cases[i].said) fail_msg("case %u", i);
    memory_free(test);
  }
  char *fails = memory_format(text, "weak", "acquire", "0:r=0 /\\ e=0");
  char *succeeds = memory_format(text, "weak", "relaxed", "0:r=1");
  assert_true(has("[R & ACQ \\ RMW]", fails));
  assert_false(has("[R & ACQ \\ RMW]", succeeds));
  memory_free(fails);
  memory_free(succeeds);
}

/* spin_trylock takes a lock that is free and no other; where it fails, and in spin_is_locked,
 * nothing is ordered. */
static void tried_locks(void **unused) {
  static const char text[] =
      "C t\n{}\nP0(int *x, spinlock_t *s) { int r0 = spin_trylock(s); int r1 = 7; if (r0) { r1 = "
      "spin_is_locked(s); "
      "spin_unlock(s); } }\nP1(spinlock_t *s) { spin_lock(s); spin_unlock(s); }\nexists (%s)";
  static const struct asked cases[] = { { "0:r0=0", 'A' },
                                        { "0:r0=1 /\\ 0:r1=1", 'A' },
                                        { "0:r0=1 /\\ 0:r1=0", '-' },
                                        { "0:r0=1 /\\ s=1", '-' } };
  (void)unused;
  ask_each("acyclic po-loc | rf | co | fr " ATOMIC, text, cases, sizeof cases / sizeof *cases);
  char *fails = memory_format(text, "0:r0=0"), *succeeds = memory_format(text, "0:r0=1");
  assert_true(has("[LF]", fails));
  assert_false(has("[LF & (LKR | Acquire | ACQ)]", fails));
  assert_false(has("[LF]", succeeds));
  assert_true(has("[LKR & Acquire] ; po ; [RL & R]", succeeds));
  memory_free(fails);
  memory_free(succeeds);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(annotations_are_sets, no_leaks),
    cmocka_unit_test_teardown(failing_for_no_reason, no_leaks),
    cmocka_unit_test_teardown(tried_locks, no_leaks),
    cmocka_unit_test_teardown(dependencies, no_leaks),
    cmocka_unit_test_teardown(control_ends_where_branches_meet, no_leaks),
    cmocka_unit_test_teardown(pointers, no_leaks),
    cmocka_unit_test_teardown(exclusive_pairs, no_leaks),
    cmocka_unit_test_teardown(failing_compare_and_swap, no_leaks),
    cmocka_unit_test_teardown(adding_unless, no_leaks),
    cmocka_unit_test_teardown(one_memory_operation, no_leaks),
    cmocka_unit_test_teardown(sleepable_rcu, no_leaks),
    cmocka_unit_test_teardown(operands_in_no_order, no_leaks),
    cmocka_unit_test_teardown(operands_show_no_order, no_leaks),
    cmocka_unit_test_teardown(largest_and_smallest, no_leaks),
    cmocka_unit_test_teardown(results, no_leaks),
    cmocka_unit_test_teardown(addresses_that_travel, no_leaks),
    cmocka_unit_test_teardown(tags_and_places, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
