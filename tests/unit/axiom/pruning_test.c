/* The parts of the search that are skipped must change no outcome.
 *
 * Every model runs on random programs, with all the pruning and with none.  PTX's least coherence
 * orders are compared with every partial order, with transactions and without.  Sanitizers run on
 * fewer programs. */
#include "random_program.h"
#include "cat/code.h"
#include "tests/unit/sanitized.h"

enum { PROGRAMS = SANITIZED ? 30 : 100 };

static bool same_outcomes(const struct judgement *a, const struct judgement *b) {
  return same_set(a->allowed, b->allowed) && a->undefined == b->undefined;
}

/* How often did `fast` look at fewer candidates? */
static unsigned compare_on(struct text (*make)(unsigned threads, unsigned rows),
                           const struct cat_model *fast, const struct cat_model *slow,
                           unsigned programs, unsigned threads, unsigned rows) {
  unsigned fewer = 0;
  for (unsigned k = 0; k < programs; k++) {
    struct text text = make(threads, rows);
    struct program *program = read_program(text.bytes);
    struct judgement a, b;
    judge_or_fail(fast, program, NULL, &a);
    judge_or_fail(slow, program, NULL, &b);
    if (!same_outcomes(&a, &b)) print_error("%s differs on\n%s", cat_model_name(fast), text.bytes);
    assert_true(same_outcomes(&a, &b));
    fewer += a.candidates < b.candidates || a.consistent < b.consistent;
    judgement_clear(&a);
    judgement_clear(&b);
    program_free(program);
    text_free(&text);
  }
  return fewer;
}

static unsigned compare(const struct cat_model *fast, const struct cat_model *slow,
                        unsigned programs, unsigned threads, unsigned rows) {
  return compare_on(random_program, fast, slow, programs, threads, rows);
}

static void pruning_loses_nothing(void **unused) {
  (void)unused;
  random_state = 7;
  for (const char *const *name = cat_model_names(); *name; name++) {
    struct cat_model *fast = load_model(*name), *slow = load_model(*name);
    cat_model_prune_nothing(slow);
    unsigned fewer = compare(fast, slow, PROGRAMS, 2, 3) + compare(fast, slow, PROGRAMS / 2, 3, 2);
    assert_true(fewer > 5);
    cat_model_free(fast);
    cat_model_free(slow);
  }
}

static void least_orders_are_enough(void **unused) {
  struct cat_model *least = load_model("ptx-6.0"), *every = load_model("ptx-6.0");
  (void)unused;
  random_state = 3;
  cat_model_try_every_order(every);
  assert_int_equal(cat_model_code(every)->coherence, COHERENCE_ANY_PARTIAL);
  unsigned fewer =
      compare(least, every, 3 * PROGRAMS, 2, 3) + compare(least, every, 2 * PROGRAMS, 3, 2);
  assert_true(fewer > 5);
  cat_model_free(least);
  cat_model_free(every);
}

/* A transaction of a row or two in each thread, and weak accesses before it and behind it. */
static struct text random_transactions(unsigned threads, unsigned rows) {
  struct text text = { 0 };
  unsigned begins[8];
  text_add(&text, "PTX random\n{ x=0; y=0; }\n");
  for (unsigned t = 0; t < threads; t++) {
    text_add(&text, "%s P%u@cta %u,gpu 0", t ? " |" : "", t, t);
    begins[t] = below(rows);
  }
  for (unsigned row = 0; row < 3 * rows; row++) {
    text_add(&text, " ;\n");
    for (unsigned t = 0; t < threads; t++) {
      const char *where = below(2) ? "x" : "y";
      text_add(&text, t ? " |" : "");
      if (row == 3 * begins[t]) text_add(&text, " txbegin");
      if (row == 3 * begins[t] + 2) text_add(&text, " txcommit");
      if (row % 3 == 1 && below(2)) text_add(&text, " st.weak %s, %u", where, 1 + row + 8 * t);
      else if (row % 3 == 1) text_add(&text, " ld.weak r%u, %s", row, where);
    }
  }
  text_add(&text, " ;\nlocations [x; y]\nexists (x = 0)\n");
  return text;
}

/* Where what co must contain grows with co. */
static void orders_that_grow_are_enough(void **unused) {
  struct cat_model *least = load_model("tptx"), *every = load_model("tptx"),
                   *unpruned = load_model("tptx");
  (void)unused;
  random_state = 5;
  assert_int_equal(cat_model_code(least)->coherence, COHERENCE_PARTIAL);
  assert_true(cat_model_code(least)->grows);
  cat_model_try_every_order(every);
  cat_model_prune_nothing(unpruned);
  compare_on(random_transactions, least, every, 3 * PROGRAMS, 2, 3);
  compare_on(random_transactions, least, every, PROGRAMS, 3, 2);
  compare_on(random_transactions, least, unpruned, PROGRAMS, 3, 2);
  cat_model_free(least);
  cat_model_free(every);
  cat_model_free(unpruned);
}

/* Outcomes only: the least executions of threads that are alike, and images of their outcomes. */
static unsigned compare_uncounted(const struct cat_model *model, unsigned programs,
                                  unsigned threads, unsigned rows) {
  static const struct judge_options only = { .outcomes_only = true };
  unsigned fewer = 0;
  for (unsigned k = 0; k < programs; k++) {
    struct text text = random_program(threads, rows);
    struct program *program = read_program(text.bytes);
    struct judgement counted, uncounted;
    judge_or_fail(model, program, NULL, &counted);
    judge_or_fail(model, program, &only, &uncounted);
    if (!same_outcomes(&counted, &uncounted))
      print_error("%s differs on\n%s", cat_model_name(model), text.bytes);
    assert_true(same_outcomes(&counted, &uncounted));
    fewer += uncounted.candidates < counted.candidates;
    judgement_clear(&counted);
    judgement_clear(&uncounted);
    program_free(program);
    text_free(&text);
  }
  return fewer;
}

static void outcomes_without_counts(void **unused) {
  (void)unused;
  random_state = 11;
  for (const char *const *name = cat_model_names(); *name; name++) {
    struct cat_model *model = load_model(*name);
    random_alike = true;
    bool slow = cat_model_code(model)->coherence ==
                COHERENCE_ANY_PARTIAL; /* every partial order of writes to one location */
    unsigned fewer = compare_uncounted(model, PROGRAMS / 4, 2, slow ? 2 : 3);
    if (!slow) fewer += compare_uncounted(model, PROGRAMS / 4, 3, 2);
    assert_true(fewer > 3);
    random_alike = false;
    compare_uncounted(model, PROGRAMS / 4, 2, slow ? 2 : 3);
    cat_model_free(model);
  }
}

/* Twelve threads that add to one location: 12! executions, one outcome, whether coherence is total
 * or partial. */
static void alike_threads_are_few(void **unused) {
  struct text text = { 0 };
  struct judgement judgement;
  (void)unused;
  text_add(&text, "PTX inc\n{ x=0; }\n");
  for (unsigned t = 0; t < 12; t++) text_add(&text, "%s P%u@cta 0,gpu 0", t ? " |" : "", t);
  text_add(&text, " ;\n");
  for (unsigned t = 0; t < 12; t++)
    text_add(&text, "%s atom.relaxed.sys.add r0, x, 1", t ? " |" : "");
  text_add(&text, " ;\nexists (x = 12)\n");
  struct program *program = read_program(text.bytes);
  for (unsigned m = 0; m < 2; m++) {
    struct cat_model *model = load_model(m ? "ptx-7.5" : "sc");
    judge_or_fail(model, program, NULL, &judgement);
    assert_true(judgement.uncounted);
    assert_true(judgement.candidates < 100000);
    assert_int_equal(outcome_set_size(judgement.allowed), 1);
    assert_true(outcome_set_has(judgement.allowed, &(int64_t){ 12 }));
    judgement_clear(&judgement);
    cat_model_free(model);
  }
  program_free(program);
  text_free(&text);
}

/* Four threads that add four times each: 63 million orders, one sum. */
/* The type of the counter, and what it holds in the end: the sum, cut to its bytes, with their
 * sign. */
static void count_in(const char *type, const char *initial, int64_t expected) {
  struct text text = { 0 };
  struct judgement judgement;
  struct cat_model *model = load_model("rc11");
  text_add(&text, "C t\n{ %s x=%s; }\n", type, initial);
  for (unsigned t = 0; t < 4; t++)
    text_add(&text,
             "P%u(%s* x) { int i = 0; while (i < 4) { "
             "atomic_fetch_%s_explicit(x, %u, memory_order_relaxed);"
             " i = i + 1; } }\n",
             t, type, t % 2 ? "sub" : "add", 10 * t + 1);
  text_add(&text, "exists (x=%lld)\n", (long long)expected);
  struct program *program = read_program(text.bytes);
  judge_or_fail(model, program, NULL, &judgement);
  assert_true(judgement.candidates < 10000);
  assert_int_equal(outcome_tally(program, judgement.allowed).negative, 0);
  assert_int_equal(outcome_set_size(judgement.allowed), 1);
  judgement_clear(&judgement);
  program_free(program);
  cat_model_free(model);
  text_free(&text);
}

static void counters_have_one_sum(void **unused) {
  int64_t added = 4 * (1 - 11 + 21 - 31);
  (void)unused;
  count_in("atomic_int", "3", 3 + added);
  count_in("_Atomic uint8_t", "3", (3 + added) & 0xff);
  count_in("_Atomic int8_t", "-60", -60 + added + 256);
  count_in("atomic_uint", "3", (3 + added) & 0xffffffff);
}

/* Additions, of which some may be plain, or exchanges. */
static struct text random_counters(unsigned threads, unsigned rows) {
  static const char *const accesses[] = { "atomic_fetch_add_explicit(x, 1, memory_order_relaxed)",
                                          "atomic_fetch_sub_explicit(x, 2, memory_order_seq_cst)",
                                          "atomic_fetch_add_explicit(x, 0, memory_order_acq_rel)",
                                          "atomic_store_explicit(x, 5, memory_order_relaxed)",
                                          "atomic_exchange_explicit(x, 7, memory_order_relaxed)" };
  struct text text = { 0 };
  unsigned kinds = below(3) ? 3 : 5;
  text_add(&text, "C t\n{ x=%u; }\n", below(2));
  for (unsigned t = 0; t < threads; t++) {
    text_add(&text, "P%u(atomic_int* x) {\n", t);
    for (unsigned r = 0; r < rows; r++) text_add(&text, " %s;\n", accesses[below(kinds)]);
    text_add(&text, "}\n");
  }
  text_add(&text, "exists (x=1)\n");
  return text;
}

static void sums_without_counts(void **unused) {
  static const struct judge_options only = { .outcomes_only = true };
  static const char *const models[] = { "acyclic po-loc | rf | co | fr\nempty rmw & (fre ; coe)",
                                        "acyclic po-loc | rf | co | fr\nempty rmw & id",
                                        "empty rmw & (fre ; coe)" };
  (void)unused;
  random_state = 5;
  for (unsigned k = 0; k < PROGRAMS / 2; k++) {
    struct text text = random_counters(2 + k % 2, 2);
    struct program *program = read_program(text.bytes);
    struct diagnostic error = { 0 };
    struct cat_model *model = cat_model_from_text("model", models[k % 3], &error);
    struct judgement counted, uncounted;
    judge_or_fail(model, program, NULL, &counted);
    judge_or_fail(model, program, &only, &uncounted);
    if (!same_outcomes(&counted, &uncounted)) fail_msg("%s\n%s", models[k % 3], text.bytes);
    judgement_clear(&counted);
    judgement_clear(&uncounted);
    program_free(program);
    cat_model_free(model);
    text_free(&text);
  }
}

/* A race that no pair of events of the program can be in, however it is put together, keeps nothing
 * in the search. */
static void race_cannot_be(const char *model_text) {
  static const char text[] =
      "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 | P3@cta 0,gpu 0 ;\n"
      " st.weak x, 1 | st.weak x, 2 | st.weak x, 3 | st.weak x, 4 ;\nexists (x = 1)";
  static const struct judge_options only = { .outcomes_only = true };
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("race", model_text, &error);
  struct program *program = read_program(text);
  struct judgement judgement;
  assert_non_null(model);
  judge_or_fail(model, program, &only, &judgement);
  assert_int_equal(outcome_set_size(judgement.allowed), 4);
  assert_int_equal(judgement.consistent, 4);
  judgement_clear(&judgement);
  program_free(program);
  cat_model_free(model);
}

static void races_that_cannot_be(void **unused) {
  (void)unused;
  race_cannot_be("acyclic po-loc | rf | co | fr\nlet pre = ext & (TXN * M)\n"
                 "flag ~empty ((pre & co) | ((pre & fr) \\ po)) as race");
  race_cannot_be("acyclic po-loc | rf | co | fr\nflag ~empty [TXN] ; co as race");
  race_cannot_be("acyclic po-loc | rf | co | fr\nflag ~empty co ; [TXN] as race");
  race_cannot_be("acyclic po-loc | rf | co | fr\nflag ~empty (TXN * M) ; co as race");
}

/* Without uniproc, two read-modify-writes may read from one write that is after both of theirs in
 * co. */
static void atomicity_alone(void **unused) {
  static const char text[] = "X86 t\n{ x=0; 0:EAX=1; 1:EBX=2; }\n P0 | P1 | P2 ;\n XCHG [x],EAX | "
                             "XCHG [x],EBX | MOV [x],$3 ;\n"
                             "exists (0:EAX=3 /\\ 1:EBX=3)";
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("alone", "empty rmw & (fr ; co)", &error);
  struct program *program = read_program(text);
  struct judgement judgement;
  (void)unused;
  assert_non_null(model);
  judge_or_fail(model, program, NULL, &judgement);
  assert_int_not_equal(outcome_tally(program, judgement.allowed).positive, 0);
  judgement_clear(&judgement);
  program_free(program);
  cat_model_free(model);
}

/* A definition that is called recursive, and is not: what it is equal to is known as early as it
 * is. */
static void recursion_in_name_only(void **unused) {
  static const char text[] = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n ld.relaxed.sys "
                             "r0, x | st.relaxed.sys x, 2 ;\n"
                             " st.relaxed.sys x, 1 | ;\nlocations [x; P0:r0]\nexists (x = 1)\n";
  (void)unused;
  assert_int_equal(outcomes_under("acyclic rf | fri", text), 6);
  assert_int_equal(outcomes_under("let rec r = fri\nacyclic rf | r", text), 6);
  assert_int_equal(outcomes_under("let rec r = fri and s = r | (s ; s)\nacyclic rf | s", text), 6);
}

/* po has an edge between the halves of an exchange in PTX and none in X86, as in herd7.  The
 * exception is a model that takes co as given, as Dat3M's do.  A model that includes cos.cat and
 * does not order the halves by rmw allows more.  An exchange may read from a write after its own in
 * co, and two may read from one write. */
static void halves_of_an_instruction(void **unused) {
  static const struct {
    const char *model, *text;
    bool allowed;
  } rows[] = {
    { "empty po & rmw", "X86 t\n{ x=0; }\n P0 ;\n XCHG [x],EAX ;\nexists (true)", true },
    { "empty po & rmw", "AArch64 t\n{ 0:X1=x; }\n P0 ;\n SWP W2,W3,[X1] ;\nexists (true)", true },
    { "empty si \\ sm | sm \\ id",
      "AArch64 t\n{ 0:X1=x; }\n P0 ;\n SWPA W2,W3,[X1] ;\nexists (true)", true },
    { "empty same-instance \\ sm",
      "AArch64 t\n{ 0:X1=x; }\n P0 ;\n SWPA W2,W3,[X1] ;\nexists (true)", false },
    { "empty A", "AArch64 t\n{ 0:X1=x; }\n P0 ;\n STADD W2,[X1] ;\nexists (true)", true },
    { "empty [R] ; iico_data ; [W]",
      "AArch64 t\n{ 0:X1=x; }\n P0 ;\n LDADD W2,W3,[X1] ;\nexists (true)", false },
    { "empty [R] ; iico_data ; [W]",
      "AArch64 t\n{ 0:X1=x; }\n P0 ;\n SWP W2,W3,[X1] ;\nexists (true)", true },
    { "empty po & rmw",
      "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n atom.relaxed.sys.add r0, x, 1 ;\nexists (x == 1)",
      false },
    { "include \"cos.cat\"\nacyclic po-loc | rf | co | fr",
      "X86 t\n{ x=0; 0:EAX=1; }\n P0 | P1 ;\n XCHG [x],EAX | MOV [x],$2 ;\nexists (0:EAX=2 /\\ "
      "x=2)",
      true },
    { "acyclic po-loc | rf | co | fr",
      "X86 t\n{ x=0; 0:EAX=1; }\n P0 | P1 ;\n XCHG [x],EAX | MOV [x],$2 ;\n"
      "exists (0:EAX=2 /\\ x=2)",
      false },
    { "acyclic co empty po & rmw", "X86 t\n{ x=0; }\n P0 ;\n XCHG [x],EAX ;\nexists (true)",
      false },
    { "acyclic co empty po & rmw",
      "AArch64 t\n{ 0:X1=x; }\n P0 ;\n SWP W2,W3,[X1] ;\nexists (true)", false },
    { "acyclic co empty po & (same-instance \\ rmw)",
      "AArch64 t\n{ 0:X1=x; }\n P0 ;\n LDP W2,W3,[X1] ;\nexists (true)", true },
    { "include \"cos.cat\"\nacyclic po-loc | rmw | rf | co | fr",
      "X86 t\n{ x=0; 0:EAX=1; }\n P0 | P1 ;\n XCHG [x],EAX | MOV [x],$2 ;\n"
      "exists (0:EAX=2 /\\ x=2)",
      false },
    { "include \"cos.cat\"\nacyclic po-loc | rf | co | fr\nempty rmw & (fre ; coe)",
      "X86 t\n{ x=0; 0:EAX=1; 1:EBX=2; }\n P0 | P1 | P2 ;\n XCHG [x],EAX | XCHG [x],EBX | MOV "
      "[x],$3 ;\n"
      "exists (0:EAX=3 /\\ 1:EBX=3)",
      true },
  };
  (void)unused;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct diagnostic error = { 0 };
    struct cat_model *model = cat_model_from_text("row", rows[i].model, &error);
    struct program *program = read_program(rows[i].text);
    struct judgement judgement;
    assert_non_null(model);
    judge_or_fail(model, program, NULL, &judgement);
    if ((outcome_tally(program, judgement.allowed).positive != 0) != rows[i].allowed)
      fail_msg("row %zu", i);
    judgement_clear(&judgement);
    program_free(program);
    cat_model_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(pruning_loses_nothing, no_leaks),
    cmocka_unit_test_teardown(least_orders_are_enough, no_leaks),
    cmocka_unit_test_teardown(recursion_in_name_only, no_leaks),
    cmocka_unit_test_teardown(orders_that_grow_are_enough, no_leaks),
    cmocka_unit_test_teardown(outcomes_without_counts, no_leaks),
    cmocka_unit_test_teardown(alike_threads_are_few, no_leaks),
    cmocka_unit_test_teardown(counters_have_one_sum, no_leaks),
    cmocka_unit_test_teardown(sums_without_counts, no_leaks),
    cmocka_unit_test_teardown(races_that_cannot_be, no_leaks),
    cmocka_unit_test_teardown(atomicity_alone, no_leaks),
    cmocka_unit_test_teardown(halves_of_an_instruction, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
