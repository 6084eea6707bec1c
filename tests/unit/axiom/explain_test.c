/* Explanations: the axiom and its cycle if an outcome is forbidden, a witness if it is allowed, and
 * neither if no run ends so. */
#include "support.h"
#include "axiom/explain.h"
#include "litmus/condition.h"

static const char sb[] = "PTX SB\n{ x=0; y=0; P0:r0=0; P1:r0=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu "
                         "0 ;\n st.weak x, 1 | st.weak y, 1 ;\n"
                         " ld.weak r0, y | ld.weak r0, x ;\nexists (P0:r0=0 /\\ P1:r0=0)\n";

static struct explanation ask_within(const char *model_name, const char *model_text,
                                     const char *text, const char *question,
                                     const struct judge_options *options) {
  struct diagnostic error = { 0 };
  struct program *program = read_program(text);
  struct condition *condition = litmus_read_condition(program, question, &error);
  struct cat_model *model =
      model_text ? cat_model_from_text("m", model_text, &error) : load_model(model_name);
  struct explanation explanation;
  assert_non_null(condition);
  assert_non_null(model);
  assert_true(explanation_make(model, program, condition, options, &explanation, &error));
  cat_model_free(model);
  condition_free(condition);
  program_free(program);
  return explanation;
}

static struct explanation ask(const char *model_name, const char *model_text, const char *text,
                              const char *question) {
  return ask_within(model_name, model_text, text, question, NULL);
}

static void expect_steps(const struct explained *explained, const char *expected) {
  struct text text = { 0 };
  for (size_t i = 0; i < explained->steps.length; i++) {
    const struct explained_edge *step = &explained->steps.items[i];
    text_add(&text, "%s%s %s %s", i ? ", " : "", explained->events.items[step->from].name,
             step->label, explained->events.items[step->to].name);
  }
  assert_string_equal(text.bytes ? text.bytes : "", expected);
  text_free(&text);
}

static void forbidden_by_a_cycle(void **unused) {
  (void)unused;
  struct explanation explanation = ask("sc", NULL, sb, "P0:r0=0 /\\ P1:r0=0");
  assert_int_equal(explanation.verdict, EXPLAINED_FORBIDDEN);
  assert_int_equal(explanation.executions, 1);
  assert_int_equal(explanation.cases.length, 1);
  assert_true(text_starts(explanation.cases.items[0].axiom, "acyclic sequential-consistency (sc:"));
  expect_steps(&explanation.cases.items[0], "c po d, d fr e, e po f, f fr c");
  assert_string_equal(explanation.cases.items[0].events.items[2].label, "P0: W x=1");
  explanation_clear(&explanation);
}

static void allowed_by_a_witness(void **unused) {
  (void)unused;
  struct explanation explanation = ask("tso", NULL, sb, "P0:r0=0 /\\ P1:r0=0");
  assert_int_equal(explanation.verdict, EXPLAINED_ALLOWED);
  assert_int_equal(explanation.cases.length, 1);
  assert_null(explanation.cases.items[0].axiom);
  assert_int_equal(explanation.cases.items[0].events.length, 6);
  explanation_clear(&explanation);
}

static void values_that_nobody_writes(void **unused) {
  (void)unused;
  struct explanation explanation = ask("sc", NULL, sb, "P0:r0=7");
  assert_int_equal(explanation.verdict, EXPLAINED_FORBIDDEN);
  assert_int_equal(explanation.executions, 0);
  assert_int_equal(explanation.cases.length, 0);
  explanation_clear(&explanation);
}

/* Steps end at the well-known relations, whatever names the model gives to unions of them. */
static void relations_are_taken_apart(void **unused) {
  static const char model[] =
      "let com = (rf | fr | co) let prog = po & (M * M) let both = (prog ; [R] ; com)+ \\ id\n"
      "irreflexive both ; both as mine";
  (void)unused;
  struct explanation explanation = ask(NULL, model, sb, "P0:r0=0 /\\ P1:r0=0");
  assert_int_equal(explanation.verdict, EXPLAINED_FORBIDDEN);
  assert_string_equal(explanation.cases.items[0].axiom, "irreflexive mine (m:2)");
  expect_steps(&explanation.cases.items[0], "c po d, d fr e, e po f, f fr c");
  explanation_clear(&explanation);
}

/* Two axioms, each of which forbids something, and what the model shows. */
static void axioms_are_told_apart(void **unused) {
  static const char model[] =
      "empty rf & (IW * R) as no-initial-reads\nacyclic po | rf | fr | co as sc\n"
      "let first = po & (W * R) show first";
  (void)unused;
  struct explanation explanation = ask(NULL, model, sb, "P0:r0=0");
  assert_int_equal(explanation.verdict, EXPLAINED_FORBIDDEN);
  assert_int_equal(explanation.executions, 2);
  assert_int_equal(explanation.cases.length, 1);
  assert_int_equal(explanation.cases.items[0].executions, 2);
  assert_int_equal(explanation.cases.items[0].steps.length, 1);
  assert_string_equal(explanation.cases.items[0].steps.items[0].label, "rf");
  unsigned shown = 0;
  for (size_t i = 0; i < explanation.cases.items[0].edges.length; i++)
    shown += text_equal(explanation.cases.items[0].edges.items[i].label, "first");
  assert_int_equal(shown, 2);
  explanation_clear(&explanation);
}

/* A race, of an execution that does not end so; not every flag is one. */
static void undefined_by_a_flag(void **unused) {
  static const char model[] = "acyclic po | rf | fr | co as sc\nflag ~empty rf & ext as data-race";
  (void)unused;
  struct explanation explanation = ask(NULL, model, sb, "P0:r0=0 /\\ P1:r0=0");
  assert_int_equal(explanation.verdict, EXPLAINED_UNDEFINED);
  assert_string_equal(explanation.flag, "data-race");
  assert_int_equal(explanation.cases.length, 1);
  assert_null(explanation.cases.items[0].axiom);
  explanation_clear(&explanation);
  static const char harmless[] = "acyclic po | rf | fr | co as sc\nflag ~empty rf & ext as noted";
  explanation = ask(NULL, harmless, sb, "P0:r0=0 /\\ P1:r0=0");
  assert_int_equal(explanation.verdict, EXPLAINED_FORBIDDEN);
  explanation_clear(&explanation);
}

static void limits_are_told(void **unused) {
  const struct judge_options one = { .candidates_max = 1 };
  (void)unused;
  struct explanation explanation = ask_within("sc", NULL, sb, "P0:r0=0 /\\ P1:r0=0", &one);
  assert_int_equal(explanation.verdict, EXPLAINED_UNKNOWN);
  assert_true(explanation.incomplete);
  explanation_clear(&explanation);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(forbidden_by_a_cycle, no_leaks),
    cmocka_unit_test_teardown(allowed_by_a_witness, no_leaks),
    cmocka_unit_test_teardown(values_that_nobody_writes, no_leaks),
    cmocka_unit_test_teardown(relations_are_taken_apart, no_leaks),
    cmocka_unit_test_teardown(axioms_are_told_apart, no_leaks),
    cmocka_unit_test_teardown(undefined_by_a_flag, no_leaks),
    cmocka_unit_test_teardown(limits_are_told, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
