/* The judge on programs whose answer is known: loops and their bound, barriers, values, filters,
 * flags, limits, and what it does not support. */
#include <stdio.h>
#include <unistd.h>
#include "support.h"

/* ---- loops ---- */

static const char spin[] =
    "PTX spin\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | LC0: ;\n"
    " st.release.gpu f, 1 | ld.acquire.gpu r0, f ;\n | bne r0, 1, LC0 ;\n | ld.weak r1, x ;\n"
    "exists (P1:r1 = 0)\n";

/* A round that only looks adds nothing, however often it is gone through. */
static void a_spin_loop_is_judged_exactly(void **unused) {
  (void)unused;
  for (unsigned unroll = 1; unroll <= 4; unroll++) {
    struct program *program = read_program(spin);
    struct cat_model *model = load_model("ptx-6.0");
    struct judge_options options = { .unroll = unroll };
    struct judgement judgement;
    judge_or_fail(model, program, &options, &judgement);
    assert_false(judgement.bounded);
    assert_int_equal(outcome_set_size(judgement.allowed), 1);
    assert_int_equal(outcome_tally(program, judgement.allowed).positive, 0);
    judgement_clear(&judgement);
    cat_model_free(model);
    program_free(program);
  }
}

/* Each round counts: with two rounds the counter ends at 3 at most, and the judge says that this is
 * not all. */
static void a_loop_that_acts_is_cut(void **unused) {
  static const char text[] = "PTX count\n{ x=0; f=0; P0:r0=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 "
                             ";\n LC0: | st.relaxed.sys f, 1 ;\n"
                             " atom.relaxed.sys.add r0, x, 1 | ;\n ld.relaxed.sys r1, f | ;\n beq "
                             "r1, 0, LC0 | ;\nexists (x = 4)\n";
  struct program *program = read_program(text);
  struct cat_model *model = load_model("sc");
  (void)unused;
  for (unsigned unroll = 0; unroll <= 3; unroll++) {
    struct judge_options options = { .unroll = unroll };
    struct judgement judgement;
    judge_or_fail(model, program, &options, &judgement);
    assert_true(judgement.bounded);
    assert_int_equal(outcome_set_size(judgement.allowed), (unroll ? unroll : 2) + 1);
    judgement_clear(&judgement);
  }
  cat_model_free(model);
  program_free(program);
}

/* What the judge makes of a C program: its outcomes, and '+' where it says that there may be more.
 */
static char *tell_outcomes(const char *text) {
  struct program *program = read_program(text);
  struct cat_model *model = load_model("sc");
  struct judgement judgement;
  judge_or_fail(model, program, NULL, &judgement);
  char *said =
      memory_format("%d%s", (int)outcome_set_size(judgement.allowed), judgement.bounded ? "+" : "");
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  return said;
}

/* A loop that counts goes round as often as it says, whatever else is in it; not where it never
 * ends, nor where there is no room for what it does. */
static void a_loop_that_counts_is_gone_through(void **unused) {
#define P1 "P1(atomic_int *x) { int r1 = atomic_load(x); }\nexists (1:r1 = 0)"
  static const struct {
    const char *text, *said;
  } cases[] = {
    { "C t\n{}\nP0(atomic_int *x) { int i = 0; while (i < 7) { i = i + 1; atomic_store(x, i); } "
      "}\n" P1,
      "8" },
    { "C t\n{}\nP0(atomic_int *x) { int i = 0; do { i = i + 1; atomic_store(x, i); } while (i < "
      "7); }\n" P1,
      "8" },
    { "C t\n{}\nP0(atomic_int *x) { int i = 7; while (i) { atomic_store(x, i); i = i - 1; } }\n" P1,
      "8" },
    { "C t\n{}\nP0(atomic_int *x) { int i = 0; while (i < 3) { int k = 0; while (k < 3) { "
      "atomic_fetch_add(x, 1); k = k + 1; } "
      "i = i + 1; } }\n" P1,
      "10" },
    { "C t\n{}\nP0(atomic_int *x, atomic_int *y) { int i = 0; while (i < 4) { i = i + 1; int r = "
      "atomic_load(y); "
      "if (r) atomic_store(x, i); } }\nP2(atomic_int *y) { atomic_store(y, 1); }\n" P1,
      "5" },
    { "C t\n{}\nP0(atomic_int *x) { int i = 0; while (i < 100) { i = i + 1; atomic_store(x, i); } "
      "}\n" P1,
      "0+" },
    { "C t\n{}\nP0(atomic_int *x) { int i = 1; while (i) { i = i + 1; atomic_store(x, i); } }\n" P1,
      "0+" },
    { "C t\n{}\nP0(atomic_int *x) { int i = 1; int r = 0; do { r = 0; if (i) r = atomic_load(x); } "
      "while (r == 0); }\n"
      "P2(atomic_int *x) { atomic_store(x, 1); }\n" P1,
      "2" },
    { "C t\n{}\nP0(atomic_int *x) { int r = 0; while (r == 0) { r = atomic_load(x); } }\n"
      "P2(atomic_int *x) { atomic_store(x, 1); }\n" P1,
      "2" },
    { "C t\n{}\nP0(atomic_int *x) { int r = 0; while (r == 0) { r = atomic_load(x); "
      "atomic_store(x, r); } }\n"
      "P2(atomic_int *x) { atomic_store(x, 1); }\n" P1,
      "2+" },
  };
#undef P1
  (void)unused;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *said = tell_outcomes(cases[i].text);
    if (!text_equal(said, cases[i].said)) fail_msg("case %u: %s, not %s", i, said, cases[i].said);
    memory_free(said);
  }
}

static void a_bound_that_is_out_of_reach_does_not_matter(void **unused) {
  static const char text[] = "PTX twice\n{ x=0; }\n P0@cta 0,gpu 0 ;\n LC0: ;\n "
                             "atom.relaxed.sys.add r0, x, 1 ;\n bne r0, 2, LC0 ;\n"
                             "exists (x = 3)\n";
  struct program *program = read_program(text);
  struct cat_model *model = load_model("sc");
  struct judgement judgement;
  (void)unused;
  judge_or_fail(model, program, NULL, &judgement);
  assert_false(judgement.bounded);
  assert_int_equal(outcome_tally(program, judgement.allowed).positive, 1);
  assert_int_equal(outcome_set_size(judgement.allowed), 1);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
}

/* ---- barriers ---- */

#define MP_OVER(barrier0, barrier1)                                                         \
  "PTX bar\n{ x=0; P0:r5=0; P1:r5=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.weak x, 1 " \
  "| " barrier1 " ;\n " barrier0 " | ld.weak r0, x ;\nexists (P1:r0 = 0)\n"

static void barriers_meet_or_hang(void **unused) {
  (void)unused;
  for (const char *const *name = cat_model_names(); *name; name++) {
    if (answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.sync 1")) == '!')
      continue; /* a race, and it has no meaning */
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.sync 0")), '-');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.arrive 0", "bar.cta.sync 0")), '-');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.arrive 0")), 'A');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0", "bar.cta.sync 1")), 'A');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, 1, 2", "bar.cta.sync 0, 1, 2")), '-');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, 1, 1", "bar.cta.sync 0, 1, 1")), 'A');
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, 1, 3", "bar.cta.sync 0, 1, 3")),
                     '-'); /* no outcome */
    assert_int_equal(answer(*name, MP_OVER("bar.cta.sync 0, r5, 2", "bar.cta.sync 0, 0, 2")), '-');
  }
}

static void crossed_barriers_deadlock(void **unused) {
  (void)unused;
  assert_int_equal(
      outcomes_of("sc", "PTX x\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 0 | "
                        "bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\nexists (x = 0)\n"),
      0);
  assert_int_equal(
      outcomes_of("sc", "PTX x\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.arrive 0 | "
                        "bar.cta.sync 1 ;\n bar.cta.sync 1 | bar.cta.sync 0 ;\nexists (x = 0)\n"),
      1);
}

/* The same barrier twice is two rounds. */
static void a_barrier_can_be_used_again(void **unused) {
  static const char text[] = "PTX rounds\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n "
                             "st.weak x, 1 | st.weak y, 2 ;\n"
                             " bar.cta.sync 0 | bar.cta.sync 0 ;\n ld.weak r0, y | ld.weak r0, x "
                             ";\n bar.cta.sync 0 | bar.cta.sync 0 ;\n"
                             " st.weak y, 3 | st.weak x, 4 ;\nexists (P0:r0 = 2 /\\ P1:r0 = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0", text), 1);
  assert_int_equal(outcomes_of("sc", text), 1);
  assert_int_equal(answer("ptx-6.0", text), 'A');
}

/* ---- values ---- */

static struct tally tally_of(const char *text, uint64_t *outcomes) {
  struct diagnostic error = { 0 };
  struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
  struct program *program = read_program(text);
  struct judgement judgement;
  judge_or_fail(anything, program, NULL, &judgement);
  struct tally tally = outcome_tally(program, judgement.allowed);
  *outcomes = outcome_set_size(judgement.allowed);
  judgement_clear(&judgement);
  program_free(program);
  cat_model_free(anything);
  return tally;
}

/* Does some execution meet the condition of a test?  Takes its text. */
static void expect_possible(char *text, bool possible) {
  uint64_t outcomes;
  if ((tally_of(text, &outcomes).positive > 0) != possible) fail_msg("%s", text);
  memory_free(text);
}

/* Two threads copy x to y and y to x: what they hand on to each other is any value, and the same
 * for both. */
static void copies_come_from_nowhere(void **unused) {
  static const char copies[] = "PTX oota\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n "
                               "ld.weak r0, x | ld.weak r0, y ;\n"
                               " st.weak y, r0 | st.weak x, r0 ;\nexists (~P0:r0 = 0 /\\ P0:r0 = "
                               "P1:r0 /\\ [x] = [y] /\\ [x] = P0:r0)\n";
  uint64_t outcomes;
  (void)unused;
  assert_int_equal(tally_of(copies, &outcomes).positive, 1);
  assert_int_equal(outcomes, 2);
  assert_int_equal(answer("ptx-6.0", copies), '-'); /* which has an axiom against it */
}

/* Of two such rings each has a value of its own, whatever the order of the cells. */
static void rings_differ(void **unused) {
  static const char rings[] =
      "C rings\n{}\nP0(int* a, int* b) { int r = *a; *b = r; }\nP1(int* a, int* b) { int r = *b; "
      "*a = r; }\n"
      "P2(int* c, int* d) { int r = *c; *d = r; }\nP3(int* c, int* d) { int r = *d; *c = r; }\n"
      "exists (~0:r = 0 /\\ ~2:r = 0 /\\ (%s))\n";
  static const char *const conditions[] = { "0:r = 1:r /\\ 2:r = 3:r",
                                            "0:r = 2:r \\/ 0:r = 3:r \\/ [a] = [d] \\/ 0:r = 1" };
  (void)unused;
  for (unsigned i = 0; i < 2; i++) {
    char *text = memory_format(rings, conditions[i]);
    uint64_t outcomes;
    assert_int_equal(tally_of(text, &outcomes).positive, i == 0);
    memory_free(text);
  }
}

/* Nothing is computed of such a value, and no branch goes by it. */
static void nothing_comes_of_nothing(void **unused) {
  static const char text[] = "C t\n{}\nP0(int* x, int* y) {\n int r = *x;\n *y = r;\n}\nP1(int* x, "
                             "int* y) {\n int r = *y;\n %s\n}\n"
                             "exists (~0:r = 0 /\\ 0:r = 1:r)\n";
  static const struct {
    const char *code;
    bool possible;
  } cases[] = { { "*x = r;", true },
                { "*x = r + 1;", false },
                { "if (r == 1) *x = r;", false },
                { "if (r == 0) *x = r;", false },
                { "*x = r ^ r; *x = r;", true },
                { "int s = *x; *x = s; *x = r;", true },
                { "int s = r + 1; *x = r;", false } };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_possible(memory_format(text, cases[i].code), cases[i].possible);
}

/* It has no bytes: a location of a smaller type shows all of it, and where memory is cut into cells
 * there is none. */
static void an_unknown_is_not_cut_into_bytes(void **unused) {
  static const char text[] =
      "RISCV t\n{ %s x; 0:x6=x; 0:x7=y; 1:x6=x; 1:x7=y; }\n P0 | P1 ;\n lw x5,0(x6) | lw x5,0(x7) "
      ";\n"
      " sw x5,0(x7) | sw x5,0(x6) ;\n%s\nexists (~0:x5=0 /\\ 0:x5=1:x5 /\\ %s)\n";
  static const struct {
    const char *type, *more, *content;
    bool possible;
  } cases[] = { { "int", " nop | nop ;", "[x]=0:x5", true },
                { "uint8_t", " nop | nop ;", "[x]=0:x5", true },
                { "int64_t", " ld x8,0(x6) | nop ;", "[x]=[x]", false },
                { "int64_t", " sw x0,4(x6) | nop ;", "[x]=[x]", false },
                { "int", " bne x5,x5,L | nop ;\n sw x0,0(x6) | nop ;\n L: | nop ;", "[x]=0:x5",
                  true },
                { "int", " blt x5,x5,L | nop ;\n L: | nop ;", "[x]=[x]", false } };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_possible(memory_format(text, cases[i].type, cases[i].more, cases[i].content),
                    cases[i].possible);
}

/* What herd7 masks is computed: fewer than 8 bytes in AArch64 and X86_64, and what a load of
 * AArch64 reads. */
static void a_value_that_is_cut_is_computed(void **unused) {
  static const char arm[] = "AArch64 t\n{ %s x; %s y; 0:X0=x; 0:X1=y; 1:X0=x; 1:X1=y; }\n P0 | P1 "
                            ";\n %s6,[X0] | %s6,[X1] ;\n"
                            " STR %c6,[X1] | STR %c6,[X0] ;\nexists (~0:X6=0 /\\ 0:X6=1:X6)\n";
  static const char intel[] =
      "X86_64 t\n{ %s x; %s y; }\n P0 | P1 ;\n mov (x),%%%s | mov (y),%%%s ;\n"
      " mov %%%s,(y) | mov %%%s,(x) ;\nexists (~0:rax=0 /\\ 0:rax=1:rax)\n";
  struct {
    char *text;
    bool possible;
  } cases[] = { { memory_format(arm, "int64_t", "int64_t", "SWP X5,X", "SWP X5,X", 'X', 'X'),
                  true },
                { memory_format(arm, "int64_t", "int64_t", "LDR X", "SWP X5,X", 'X', 'X'), false },
                { memory_format(arm, "int", "int", "SWP W5,W", "SWP W5,W", 'W', 'W'), false },
                { memory_format(intel, "int64_t", "int64_t", "rax", "rax", "rax", "rax"), true },
                { memory_format(intel, "int", "int", "eax", "eax", "eax", "eax"), false } };
  (void)unused;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_possible(cases[i].text, cases[i].possible);
}

/* A quorum that is such a value would differ from every other, which is refused. */
static void no_barrier_goes_by_an_unknown(void **unused) {
  static const char text[] =
      "PTX t\n{ x=2; y=2; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n ld.weak r0, x | ld.weak r0, y ;\n"
      " st.weak y, r0 | st.weak x, r0 ;\n bar.cta.sync 1, %s | bar.cta.sync 1, %s ;\nexists (P0:r0 "
      "= 2)\n";
  static const char *const operands[][2] = { { "1, r0", "1, 2" }, { "r0, 2", "2, 2" } };
  (void)unused;
  for (size_t i = 0; i < 2; i++) {
    char *test = memory_format(text, operands[i][0], operands[i][1]);
    uint64_t outcomes;
    assert_true(tally_of(test, &outcomes).negative == 0);
    assert_int_equal(outcomes, 1);
    memory_free(test);
  }
}

static void values_come_from_somewhere(void **unused) {
  static const char fake[] = "PTX lb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.weak "
                             "r0, x | ld.weak r0, y ;\n"
                             " sub r1, r0, r0 | sub r1, r0, r0 ;\n add r1, r1, 1 | add r1, r1, 1 "
                             ";\n st.weak y, r1 | st.weak x, r1 ;\n"
                             "exists (P0:r0 = 1 /\\ P1:r0 = 1)\n";
  uint64_t outcomes;
  (void)unused;
  assert_true(tally_of(fake, &outcomes).positive >
              0); /* the value is 1 whatever was read, so the cycle has a value */
  assert_int_equal(answer("ptx-6.0", fake), '-'); /* but the dependency is there */
}

/* Each of two stores is made if the other is seen; a third thread has so many paths that
 * possible_paths.c is asked. */
static void stores_for_each_others_sake(void **unused) {
  static const char text[] = "C t\n{}\nP0(atomic_int* x, atomic_int* y) {\n int r0 = "
                             "atomic_load_explicit(x, memory_order_relaxed);\n if (r0 == 1) {\n"
                             " atomic_store_explicit(y, 1, memory_order_relaxed); } }\n"
                             "P1(atomic_int* x, atomic_int* y) {\n int r0 = "
                             "atomic_load_explicit(y, memory_order_relaxed);\n if (r0 == 1) {\n"
                             " atomic_store_explicit(x, 1, memory_order_relaxed); } }\n"
                             "P2(atomic_int* z) {\n int r0 = atomic_load_explicit(z, "
                             "memory_order_relaxed);\n if (r0 == 1) {\n"
                             " atomic_store_explicit(z, 1, memory_order_relaxed); }\n int r1 = "
                             "atomic_load_explicit(z, memory_order_relaxed);\n"
                             " if (r1 == %u) {\n atomic_store_explicit(z, 2, "
                             "memory_order_relaxed); } }\nexists (0:r0=1 /\\ 1:r0=1 /\\ 2:r1=%u)";
  (void)unused;
  for (unsigned r1 = 0; r1 < 3; r1++) {
    char *test = memory_format(text, r1, r1);
    struct diagnostic error = { 0 };
    struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
    assert_int_equal(answer_of(anything, test), 'A');
    memory_free(test);
  }
}

static void filters_drop_outcomes(void **unused) {
  static const char text[] =
      "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, f ;\n"
      " st.weak f, 1 | ld.weak r1, x ;\nfilter (P1:r0 = 1)\nexists (P1:r1 = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0", text), 2);
  assert_int_equal(outcomes_of("sc", text), 1);
}

/* What a filter rules out is not built: with three reads that it fixes, one candidate of eight. */
static void filters_end_branches(void **unused) {
  static const char head[] =
      "PTX reads\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, x ;\n"
      " | ld.weak r1, x ;\n | ld.weak r2, x ;\n";
  static const char *const tails[] = {
    "exists (P1:r2 = 1)\n", "filter (P1:r0 = 1 /\\ P1:r1 = 0 /\\ P1:r2 = 1)\nexists (P1:r2 = 1)\n"
  };
  struct diagnostic error = { 0 };
  struct cat_model *anything = cat_model_from_text("anything", "empty 0", &error);
  (void)unused;
  for (unsigned i = 0; i < 2; i++) {
    struct judgement judgement;
    struct text text = { 0 };
    text_add(&text, "%s%s", head, tails[i]);
    struct program *program = read_program(text.bytes);
    judge_or_fail(anything, program, NULL, &judgement);
    assert_int_equal(judgement.candidates, i ? 1 : 8);
    judgement_clear(&judgement);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(anything);
}

/* A filter on final memory: of 4! orders of stores, those that end otherwise are not built. */
static void filters_end_orders(void **unused) {
  static const struct {
    const char *filter;
    unsigned consistent;
  } rows[] = { { "", 24 },
               { "filter (x = 2)\n", 6 },
               { "filter (x = 2 \\/ x = 3)\n", 12 },
               { "filter (~(x = 2))\n", 18 },
               { "filter (x = 7)\n", 0 } };
  struct cat_model *model = load_model("sc");
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct judgement judgement;
    struct text text = { 0 };
    text_add(&text,
             "PTX stores\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta "
             "3,gpu 0 ;\n"
             " st.weak x, 1 | st.weak x, 2 | st.weak x, 3 | st.weak x, 4 ;\n%sexists (x = 2)\n",
             rows[i].filter);
    struct program *program = read_program(text.bytes);
    judge_or_fail(model, program, NULL, &judgement);
    assert_int_equal(judgement.consistent, rows[i].consistent);
    judgement_clear(&judgement);
    program_free(program);
    text_free(&text);
  }
  cat_model_free(model);
}

/* ---- choices, flags, limits ---- */

static const char sb[] =
    "PTX sb\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | st.weak y, 1 ;\n"
    " ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0 = 0 /\\ P1:r0 = 0)\n";

/* Sequential consistency as a total order that some execution chooses: the same outcomes as sc,
 * each once. */
static void a_model_may_choose_relations(void **unused) {
  static const char total_order[] = "with S from linearisations(M, po | rf | co | fr)\nacyclic S | "
                                    "co | rf | fr\nirreflexive S ; S^-1 ; 0";
  struct diagnostic error = { 0 };
  struct cat_model *sc = load_model("sc"),
                   *chosen = cat_model_from_text("chosen", total_order, &error);
  struct cat_model *either =
      cat_model_from_text("either", "with d from {po, 0} acyclic d | co | rf | fr", &error);
  struct program *program = read_program(sb);
  struct judgement a, b, c;
  (void)unused;
  judge_or_fail(sc, program, NULL, &a);
  judge_or_fail(chosen, program, NULL, &b);
  judge_or_fail(either, program, NULL, &c);
  assert_true(same_set(a.allowed, b.allowed));
  assert_int_equal(a.consistent, b.consistent);
  assert_int_equal(a.consistent, 3);
  assert_int_equal(c.consistent, 4);
  judgement_clear(&a);
  judgement_clear(&b);
  judgement_clear(&c);
  program_free(program);
  cat_model_free(sc);
  cat_model_free(chosen);
  cat_model_free(either);
}

static void flags_are_gathered_over_consistent_executions(void **unused) {
  static const char text[] =
      "acyclic po | rf | co | fr\nflag ~empty rf as some-reads\nflag ~empty (rf \\ rf) as "
      "data-race\n"
      "flag ~acyclic (po | rf | fr | co) as never\nundefined_unless empty [IW] ; rf ; [R] as stale";
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("flags", text, &error);
  struct program *program = read_program(sb);
  struct judgement judgement;
  (void)unused;
  judge_or_fail(model, program, NULL, &judgement);
  assert_string_equal(judgement.flags[0], "*undef*");
  assert_string_equal(judgement.flags[1], "some-reads");
  assert_string_equal(judgement.flags[2], "stale");
  assert_null(judgement.flags[3]);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  assert_int_equal(answer("drf0", sb), '!');
}

static void limits_end_in_incomplete(void **unused) {
  struct program *program = read_program(sb);
  struct cat_model *model = load_model("tso");
  struct judge_options options = { .candidates_max = 2 };
  struct judgement judgement;
  (void)unused;
  judge_or_fail(model, program, &options, &judgement);
  assert_true(judgement.incomplete);
  assert_int_equal(judgement.candidates, 2);
  judgement_clear(&judgement);
  options.candidates_max = 1000;
  judge_or_fail(model, program, &options, &judgement);
  assert_false(judgement.incomplete);
  assert_int_equal(judgement.candidates, 4);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
}

static void refuses(const char *text, const char *message) { refuses_under("sc", text, message); }

static void what_it_cannot_do_is_an_error(void **unused) {
  struct text text = { 0 };
  (void)unused;
  text_add(&text, "PTX many\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n");
  for (unsigned i = 0; i < 40; i++) text_add(&text, " st.weak x, 1 | st.weak x, 2 ;\n");
  text_add(&text, "exists (x = 1)\n");
  refuses(text.bytes, "unsupported: more than 64 events");
  text_free(&text);
  refuses("PTX q\n{ x=0; }\n P0@cta 0,gpu 0 ;\n txbegin ;\n txcommit ;\nexists (x = 0)\n",
          "not applicable: sc knows no transactions");
  refuses("PTX q\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.cta.sync 0, 1, 2 | "
          "bar.cta.sync 0, 1, 1 ;\n"
          "exists (x = 0)\n",
          "test.litmus:4:2: unsupported: barriers that meet with different quorums");
}

static void programs_may_be_empty(void **unused) {
  (void)unused;
  for (const char *const *name = cat_model_names(); *name; name++)
    assert_int_equal(answer(*name, "PTX none\n{ x=3; }\n P0@cta 0,gpu 0 ;\n ;\nexists (x = 3)\n"),
                     'A');
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(a_spin_loop_is_judged_exactly, no_leaks),
    cmocka_unit_test_teardown(a_loop_that_acts_is_cut, no_leaks),
    cmocka_unit_test_teardown(a_loop_that_counts_is_gone_through, no_leaks),
    cmocka_unit_test_teardown(a_bound_that_is_out_of_reach_does_not_matter, no_leaks),
    cmocka_unit_test_teardown(barriers_meet_or_hang, no_leaks),
    cmocka_unit_test_teardown(crossed_barriers_deadlock, no_leaks),
    cmocka_unit_test_teardown(a_barrier_can_be_used_again, no_leaks),
    cmocka_unit_test_teardown(copies_come_from_nowhere, no_leaks),
    cmocka_unit_test_teardown(rings_differ, no_leaks),
    cmocka_unit_test_teardown(nothing_comes_of_nothing, no_leaks),
    cmocka_unit_test_teardown(an_unknown_is_not_cut_into_bytes, no_leaks),
    cmocka_unit_test_teardown(a_value_that_is_cut_is_computed, no_leaks),
    cmocka_unit_test_teardown(no_barrier_goes_by_an_unknown, no_leaks),
    cmocka_unit_test_teardown(values_come_from_somewhere, no_leaks),
    cmocka_unit_test_teardown(stores_for_each_others_sake, no_leaks),
    cmocka_unit_test_teardown(filters_drop_outcomes, no_leaks),
    cmocka_unit_test_teardown(filters_end_branches, no_leaks),
    cmocka_unit_test_teardown(filters_end_orders, no_leaks),
    cmocka_unit_test_teardown(a_model_may_choose_relations, no_leaks),
    cmocka_unit_test_teardown(flags_are_gathered_over_consistent_executions, no_leaks),
    cmocka_unit_test_teardown(limits_end_in_incomplete, no_leaks),
    cmocka_unit_test_teardown(what_it_cannot_do_is_an_error, no_leaks),
    cmocka_unit_test_teardown(programs_may_be_empty, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
