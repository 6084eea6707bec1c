/* classes(r), lift and delift of cat. */
#include "asking.h"

static const char sb[] = "AArch64 t\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                         " MOV W0,#1 | MOV W0,#1 ;\n STR W0,[X1] | STR W0,[X3] ;\n"
                         " LDR W2,[X3] | LDR W2,[X1] ;\nexists (0:X2=%u /\\ 1:X2=%u)";

static void must_answer(const char *model, unsigned a, unsigned b, char said) {
  char *test = memory_format(sb, a, b);
  if (ask(model, test) != said) fail_msg("%s: %s", model, test);
  memory_free(test);
}

#define COHERENT "acyclic po-loc | rf | co | fr\n"

/* Threads as classes: what is acyclic between them is atomic. */
static void lifted_relations(void **unused) {
  static const char threads[] = COHERENT "let threads = classes((M \\ IW) * (M \\ IW) & int)\n"
                                         "acyclic lift(threads, rf | co | fr)";
  static const char back[] =
      COHERENT "let threads = classes((M \\ IW) * (M \\ IW) & int)\n"
               "let r = delift(lift(threads, [R] ; fr ; [W]))\nempty ([W] ; r ; [R])";
  (void)unused;
  must_answer(COHERENT "let k = classes(loc & (W * W))", 0, 0, 'A');
  must_answer(COHERENT "acyclic po | rf | co | fr", 0, 0, '-');
  must_answer(threads, 0, 0, '-');
  must_answer(threads, 1, 1, '-');
  must_answer(threads, 1, 0, 'A');
  must_answer(back, 0, 0, '-');
  must_answer(back, 1, 1, 'A');
  must_answer(COHERENT "empty lift(classes-loc(R), fr)", 0, 0, 'A');
  must_answer(COHERENT "empty lift(classes-loc(W), co)", 1, 1, '-');
}

/* The judge refuses the test where r is no equivalence relation. */
static void no_equivalence(void **unused) {
  static const char *const relations[] = { "po", "po | po^-1", "loc & (R * W)" };
  char *test = memory_format(sb, 0, 0);
  (void)unused;
  for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) {
    char *text = memory_format(COHERENT "let k = classes(%s)", relations[i]);
    struct cat_model *model = model_of(text);
    struct program *program = read_program(test);
    struct judgement judgement;
    struct diagnostic error = { 0 };
    assert_false(judge_program(model, program, NULL, &judgement, &error));
    assert_non_null(
        strstr(error.message, "classes(r) is given no equivalence relation (test:2:9)"));
    diagnostic_clear(&error);
    program_free(program);
    cat_model_free(model);
    memory_free(text);
  }
  memory_free(test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(lifted_relations),
    cmocka_unit_test(no_equivalence),
  };
  return cmocka_run_group_tests_name("classes", tests, NULL, no_leaks);
}
