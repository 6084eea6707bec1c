/* Models suit a test, or are refused: those of another architecture.  A model with tags that no
 * test of the dialect has is reported. */
#include "support.h"

#include "axiom/applies.h"

/* 'R' refused: the model's first line names another architecture, or it goes by a tag of another;
 * 'w' it goes by what no test of the dialect has; else '-'. */
static char suits(const char *cat, const char *text) {
  struct diagnostic error = { 0 };
  struct cat_model *model = model_of(cat);
  struct program *program = read_program(text);
  struct judgement judgement;
  struct text why = { 0 };
  bool foreign = judge_is_foreign(model, program, &why),
       judged = judge_program(model, program, NULL, &judgement, &error);
  if (judged) judgement_clear(&judgement);
  assert_int_equal(foreign, why.length > 0);
  diagnostic_clear(&error);
  text_free(&why);
  cat_model_free(model);
  program_free(program);
  return !judged ? 'R' : foreign ? 'w' : '-';
}

#define COHERENT " acyclic po-loc | rf | co | fr empty rmw & (fre ; coe)\n"
#define BY(fence) "\"X\"" COHERENT "acyclic fencerel(" fence ") | rf | co | fr\n"

static void models_of_other_dialects(void **unused) {
  static const char ppc[] = "PPC t\n{ 0:r2=x; }\n P0 ;\n lwz r1,0(r2) ;\nexists (0:r1=0)";
  static const char x86[] = "X86 t\n{ x=0; }\n P0 ;\n MOV EAX,[x] ;\nexists (0:EAX=0)";
  static const char x86_64[] = "X86_64 t\n{ x=0; }\n P0 ;\n movq (x),%rax ;\nexists (0:rax=0)";
  static const char vulkan[] =
      "Vulkan t\n{ x=0; }\n P0@sg 0,wg 0,qf 0 ;\n ld.sc0 r0, x ;\nexists (P0:r0==0)";
  static const char lisa[] = "LISA t\n{ }\n P0 ;\n w[] x 1 ;\n r[] r0 x ;\nexists (0:r0=1)\n";
  static const char c[] = "C t\n{}\nP0(atomic_int *x) { int r = atomic_load(x); }\nexists (0:r=0)";
  static const char annotated[] =
      "LISA t\n{ }\n P0 ;\n w[once] x 1 ;\n f[mb] ;\n r[once] r0 x ;\nexists (0:r0=1)\n";
  static const struct {
    const char *cat, *text;
    char said;
  } cases[] = {
    { "AArch64" COHERENT, ppc, 'R' },
    { "\"AArch64\"" COHERENT, ppc, 'R' },
    { "PPC" COHERENT, ppc, '-' },
    { "PPC \"any\"" COHERENT, x86, 'R' },
    { "C RC11" COHERENT, ppc, 'R' },
    { "\"RISC-V\"" COHERENT, ppc, 'R' },
    { "X86 TSO" COHERENT, x86_64, '-' },
    { "X86_64" COHERENT, x86, 'R' },
    { "VULKAN" COHERENT, vulkan, '-' },
    { "Model" COHERENT, ppc, '-' },
    { "\"PPC, more or less\"" COHERENT, x86, '-' },
    { BY("SYNC"), ppc, '-' },
    { BY("DMB.SY"), ppc, 'R' },
    { BY("(DMB.SY | SYNC)"), ppc, 'R' },
    { BY("F"), ppc, '-' },
    { BY("X"), ppc, '-' },
    { BY("(DMB.SY & X)"), x86, 'R' },
    { BY("MFENCE"), x86_64, '-' },
    { BY("DMB.SY"), lisa, '-' },
    { BY("NAL"), c, '-' },
    { BY("NAL"), ppc, 'R' },
    { BY("(NAL | GLOBAL)"), c, 'R' },
    { BY("(NAL | GLOBAL | Mb)"), c, 'R' },
    { BY("(MFENCE | DMB.SY)"), x86, 'R' },
    { "\"X\"" COHERENT "show fencerel(DMB.SY) as dmb flag ~empty [DMB.SY] as barrier\n", ppc, 'R' },
    { "enum a = 'once || 'mb" COHERENT, annotated, '-' },
    { "enum a = 'once" COHERENT, annotated, 'w' },
    { "enum a = 'mb || 'onec" COHERENT, annotated, 'w' },
    { "enum a = 'onec" COHERENT, ppc, '-' },
    { "enum a = 'once" COHERENT, lisa, '-' },
    { BY("Once"), annotated, '-' },
    { "\"X\"" COHERENT "irreflexive sr ; rf\n", ppc, 'w' },
    { "\"X\"" COHERENT "irreflexive sr ; rf\n", lisa, '-' },
  };
  (void)unused;
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
    if (suits(cases[i].cat, cases[i].text) != cases[i].said)
      fail_msg("case %u: not %c: %s", i, cases[i].said, cases[i].cat);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test_teardown(models_of_other_dialects, no_leaks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
