/* The judge on programs whose answer is known: loops and their bound, barriers, filters, choices,
 * flags, limits, and programs that it refuses. */
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

/* The judge's outcomes of a C program, and '+' if there may be more.
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

/* A loop that counts goes round as often as its count says. It does not if it never ends, or if
 * there is no room for its events. */
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

/* ---- filters ---- */

static void filters_drop_outcomes(void **unused) {
  static const char text[] =
      "PTX mp\n{ x=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, f ;\n"
      " st.weak f, 1 | ld.weak r1, x ;\nfilter (P1:r0 = 1)\nexists (P1:r1 = 0)\n";
  (void)unused;
  assert_int_equal(outcomes_of("ptx-6.0", text), 2);
  assert_int_equal(outcomes_of("sc", text), 1);
}

/* Candidates that a filter rules out are not built: with three reads that it fixes, one of eight
 * is. */
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
  text_add(&text, "PTX many\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n");
  for (unsigned i = 0; i < 200; i++)
    text_add(&text, " st.weak x, 1 | st.weak x, 2 | ld.weak r0, x ;\n");
  text_add(&text, "exists (x = 1)\n");
  refuses(text.bytes, "unsupported: an execution of 601 events, more than 512");
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
