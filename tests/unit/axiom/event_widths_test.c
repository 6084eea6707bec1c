/* Sets of 64, 128, 256 and 512 events give the same answers.
 *
 * Random programs are judged and explained by each width under every model.  Then come rings of
 * threads that need the wider sets. */
#include "random_program.h"
#include "axiom/explain.h"
#include "tests/unit/sanitized.h"

enum { PROGRAMS = SANITIZED ? 4 : 20 };

/* Rooms that the widths after the first one are asked for. */
static const unsigned rooms[] = { 65, 129, 257 };
enum { ROOMS = sizeof rooms / sizeof *rooms };

static void judge_in(const struct cat_model *model, const struct program *program, unsigned room,
                     bool outcomes_only) {
  struct judge_options options = { .outcomes_only = outcomes_only };
  struct judgement narrow, wide;
  judge_or_fail(model, program, &options, &narrow);
  options.room = room;
  judge_or_fail(model, program, &options, &wide);
  assert_true(same_set(narrow.allowed, wide.allowed));
  assert_int_equal(narrow.undefined, wide.undefined);
  assert_int_equal(narrow.bounded, wide.bounded);
  assert_int_equal(narrow.candidates, wide.candidates);
  assert_int_equal(narrow.consistent, wide.consistent);
  judgement_clear(&narrow);
  judgement_clear(&wide);
}

static void same_edge(const struct explained_edge *a, const struct explained_edge *b) {
  assert_int_equal(a->from, b->from);
  assert_int_equal(a->to, b->to);
  assert_string_equal(a->label, b->label);
}

static void same_case(const struct explained *a, const struct explained *b) {
  assert_int_equal(a->executions, b->executions);
  assert_int_equal(a->events.length, b->events.length);
  assert_int_equal(a->edges.length, b->edges.length);
  assert_int_equal(a->steps.length, b->steps.length);
  for (size_t i = 0; i < a->edges.length; i++) same_edge(&a->edges.items[i], &b->edges.items[i]);
  for (size_t i = 0; i < a->steps.length; i++) same_edge(&a->steps.items[i], &b->steps.items[i]);
}

static void explain_in(const struct cat_model *model, const struct program *program,
                       unsigned room) {
  struct judge_options options = { 0 };
  struct explanation narrow, wide;
  struct diagnostic error = { 0 };
  assert_true(explanation_make(model, program, program->condition, &options, &narrow, &error));
  options.room = room;
  assert_true(explanation_make(model, program, program->condition, &options, &wide, &error));
  assert_int_equal(narrow.verdict, wide.verdict);
  assert_int_equal(narrow.executions, wide.executions);
  assert_int_equal(narrow.cases.length, wide.cases.length);
  for (size_t i = 0; i < narrow.cases.length; i++)
    same_case(&narrow.cases.items[i], &wide.cases.items[i]);
  explanation_clear(&narrow);
  explanation_clear(&wide);
}

static void every_width_agrees(void **unused) {
  unsigned judged = 0;
  (void)unused;
  random_state = 41;
  for (const char *const *name = cat_model_names(); *name; name++) {
    struct cat_model *model = load_model(*name);
    for (unsigned k = 0; k < PROGRAMS; k++, judged++) {
      struct text text = random_program(2 + k % 2, 3 - k % 2);
      struct program *program = read_program(text.bytes);
      judge_in(model, program, rooms[judged % ROOMS], k % 2);
      explain_in(model, program, rooms[judged % ROOMS]);
      program_free(program);
      text_free(&text);
    }
    cat_model_free(model);
  }
}

/* Each thread reads the flag before it and raises the next one.  In a cycle each read finds its
 * flag raised, which fences forbid.  Thread `without` has no fence. */
static struct program *ring(unsigned threads, unsigned without) {
  struct text text = { 0 };
  text_add(&text, "PTX ring\n{ ");
  for (unsigned t = 0; t < threads; t++) text_add(&text, "f%u=0; ", t);
  text_add(&text, "}\n");
  for (unsigned t = 0; t < threads; t++) text_add(&text, "%sP%u@cta %u,gpu 0", t ? "|" : "", t, t);
  for (unsigned row = 0; row < 3; row++) {
    text_add(&text, " ;\n");
    for (unsigned t = 0; t < threads; t++) {
      text_add(&text, t ? "|" : "");
      if (row == 0) text_add(&text, " ld.relaxed.sys r0, f%u", t);
      if (row == 1 && t != without) text_add(&text, " fence.acq_rel.sys");
      if (row == 2) text_add(&text, " st.relaxed.sys f%u, 1", (t + 1) % threads);
    }
  }
  text_add(&text, " ;\nexists (");
  for (unsigned t = 0; t < threads; t++) text_add(&text, "%sP%u:r0=1", t ? " /\\ " : "", t);
  text_add(&text, ")\n");
  struct program *program = read_program(text.bytes);
  text_free(&text);
  return program;
}

static void ring_is(unsigned threads, unsigned without, bool expected) {
  static const struct judge_options options = { .settles = true };
  struct program *program = ring(threads, without);
  struct cat_model *model = load_model("ptx-7.5");
  struct judgement judgement;
  struct explanation explanation;
  struct diagnostic error = { 0 };
  judge_or_fail(model, program, &options, &judgement);
  struct tally tally = outcome_tally(program, judgement.allowed);
  assert_true(judgement.settled && !judgement.incomplete && !judgement.bounded);
  assert_int_equal(tally.positive != 0, expected);
  assert_int_not_equal(tally.negative, 0);
  judgement_clear(&judgement);
  assert_true(explanation_make(model, program, program->condition, NULL, &explanation, &error));
  assert_int_equal(explanation.verdict, expected ? EXPLAINED_ALLOWED : EXPLAINED_FORBIDDEN);
  if (!expected) assert_true(explanation.cases.items[0].steps.length >= threads);
  explanation_clear(&explanation);
  cat_model_free(model);
  program_free(program);
}

/* 4 events a thread: 68 events and 128, then 132 and 256, with a fence missing or not. */
static void rings_of_many_threads(void **unused) {
  static const unsigned threads[] = { 17, 32, 33, 64 };
  (void)unused;
  for (unsigned i = 0; i < sizeof threads / sizeof *threads; i++) {
    ring_is(threads[i], threads[i], false);
    ring_is(threads[i], threads[i] - 1, true);
  }
}

/* The last read of a long thread finds its own last store. */
static void length_is(unsigned stores) {
  struct text text = { 0 };
  struct cat_model *model = load_model("sc");
  struct judgement judgement;
  text_add(&text, "PTX long\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n");
  for (unsigned i = 1; i <= stores; i++)
    text_add(&text, " st.weak x, %u | st.weak y, %u ;\n", i, i);
  text_add(&text, " ld.weak r0, x | ld.weak r0, y ;\nforall (P0:r0=%u /\\ P1:r0=%u)\n", stores,
           stores);
  struct program *program = read_program(text.bytes);
  judge_or_fail(model, program, NULL, &judgement);
  assert_int_equal(outcome_set_size(judgement.allowed), 1);
  assert_int_equal(outcome_tally(program, judgement.allowed).negative, 0);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  text_free(&text);
}

/* 2 initial writes and 2 reads beside the stores: 64 and 66 events, 128 and 130, and so on. */
static void boundaries_of_widths(void **unused) {
  (void)unused;
  for (unsigned room = 64; room <= 512; room *= 2) {
    length_is((room - 4) / 2);
    if (room < 512) length_is((room - 2) / 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(every_width_agrees, no_leaks),
    cmocka_unit_test_teardown(rings_of_many_threads, no_leaks),
    cmocka_unit_test_teardown(boundaries_of_widths, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
