/* Conditions and observed cells in the forms that herd7's files have. */
#include "support.h"

#include <stdlib.h>
#include <string.h>
#include "litmus/herd_log.h"

#define AARCH64 "AArch64 t\n{ int v[2] = {2,3}; d=0; 0:X1=d; 1:X1=d; }\n P0 | P1 ;\n"
#define CODE AARCH64 " MOV W0,#1 | LDR W2,[X1] ;\n STR W0,[X1] | ;\n"

static char *proposition(const struct program *program) {
  char *text;
  size_t length;
  FILE *out = open_memstream(&text, &length);
  proposition_print(out, program);
  fclose(out);
  return text;
}

static void must_mean(const char *condition, const char *meaning) {
  char *text = memory_format(CODE "%s\n", condition);
  struct program *program = must_read(text);
  char *said = proposition(program);
  assert_string_equal(said, meaning);
  assert_int_equal(program->warnings.length, 0);
  free(said);
  program_free(program);
  memory_free(text);
}

static void quantifiers(void **state) {
  (void)state;
  must_mean("not exists (1:X2=1)", "~exists (1:X2=1)");
  must_mean("~ exists 1:X2=1", "~exists (1:X2=1)");
  must_mean("(1:X2=1 \\/ d=1)", "exists (1:X2=1 \\/ [d]=1)");
  must_mean("observed 1:X2=1; d=1; and 1:X2=0;", "exists (1:X2=1 /\\ [d]=1 \\/ 1:X2=0)");
  must_mean("observed and d=1;", "exists (true \\/ [d]=1)");
  must_refuse(CODE "not forall (d=1)", "expected locations, filter, exists, ~exists or forall");
  must_refuse(CODE "observed d=1", "expected \";\"");
  must_refuse(CODE "observed d=1; and d;", "expected a comparison");
  must_refuse(CODE "exists (d=1) (d=0)", "there is a condition already");
  must_refuse("C t\n{}\nP0(int *d) { *d = 1; }\nnot (d=1)", "expected locations, filter, exists");
  struct program *program = must_read("C t\n{}\nP0(int *d) { *d = 1; }\nnot exists (d=1)");
  assert_int_equal(program->quantifier, QUANTIFIER_NOT_EXISTS);
  program_free(program);
}

static char *shown(const struct program *program, const int64_t *outcome) {
  char *said;
  size_t length;
  FILE *out = open_memstream(&said, &length);
  outcome_print(out, program, outcome);
  fclose(out);
  return said;
}

static void must_print(const char *parts, const int64_t *outcome, const char *state) {
  char *text = memory_format(CODE "%s\n", parts);
  struct program *program = must_read(text);
  char *said = shown(program, outcome);
  assert_string_equal(said, state);
  free(said);
  program_free(program);
  memory_free(text);
}

static void arrays(void **state) {
  (void)state;
  const int64_t outcome[] = { 1, 7, 8 };
  must_print("locations [v;]", outcome + 1, "v={7,8};");
  must_print("locations [d; v;]\nexists (v[1]=8)", outcome, "[d]=1; v={7,8};");
  must_print("exists (1:X2=1 /\\ v={7,8})", outcome, "1:X2=1; v={7,8};");
  must_print("locations [v[1];]", outcome + 2, "v[1]=8;");
  must_refuse(CODE "locations [d[0];]", "\"d\" is no array");
  struct program *ptx = must_read("PTX t\n{ .global .u32 v[2] = {2,3}; w=0; }\n P0@cta 0,gpu 0 ;\n"
                                  " st.relaxed.gpu.u32 [v], 7 ;\nlocations [w; v;]");
  char *said = shown(ptx, outcome);
  assert_string_equal(said, "v={1,7}; [w]=8;");
  free(said);
  program_free(ptx);
  struct program *program = must_read(CODE "locations [v; 1:X2;]");
  char *text = printed(program);
  assert_non_null(strstr(text, "locations [P1:X2; v;]"));
  free(text);
  program_free(program);
}

/* A condition of this test warns so, or with NULL does not warn. */
static void must_warn(const char *test, const char *warning) {
  struct program *program = must_read(test);
  const char *said = program->warnings.bytes;
  if (!warning) assert_null(said);
  else if (!said || strcmp(said, warning) != 0) fail_msg("expected \"%s\", not %s", warning, said);
  program_free(program);
}

#define UNWRITTEN(place, reg, more) \
  "test:" place ": warning: nothing writes the register " reg " of P0, so it holds 0" more "\n"

static void registers_that_nothing_writes(void **state) {
  (void)state;
  must_warn(CODE "exists (0:X9=0)", UNWRITTEN("6:11", "X9", ""));
  must_warn(CODE "locations [0:X9;]\nexists (0:X9=0)", UNWRITTEN("6:14", "X9", ""));
  must_warn(CODE "exists (0:X0=1 /\\ 0:W1=d)", NULL);
  must_warn("X86 t\n{}\n P0 ;\n MOV EAX,[x] ;\nexists (0:EBX=0)", UNWRITTEN("5:11", "EBX", ""));
  must_warn("X86_64 t\n{}\n P0 ;\n movl (x),%eax ;\n movl %eax,(y) ;\nexists (0:rbx=0)",
            UNWRITTEN("6:11", "rbx", ""));
  must_warn("RISCV t\n{ 0:x6=x; }\n P0 ;\n lw x5,0(x6) ;\nexists (0:x7=0)",
            UNWRITTEN("5:11", "x7", ""));
  must_warn("PPC t\n{ 0:r2=x; }\n P0 ;\n lwz r1,0(r2) ;\nexists (0:r3=0)",
            UNWRITTEN("5:11", "r3", ""));
  must_warn("LISA t\n{ x=0; }\n P0 ;\n r[] r1 x ;\nexists (0:r3=0)", UNWRITTEN("5:11", "r3", ""));
  must_warn("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:ro=0)",
            UNWRITTEN("5:12", "ro", "; did you mean r0?"));
  must_warn("VULKAN t\n{ x=0; }\n P0@sg 0,wg 0,qf 0 ;\n ld.sc0 r0, x ;\nexists (P0:r1=0)",
            UNWRITTEN("5:12", "r1", ""));
  must_warn("C t\n{}\nP0(int *x) { int first = *x; }\nexists (0:frist=0)",
            UNWRITTEN("4:11", "frist", "; did you mean first?"));
}

static void registers_that_cannot_be(void **state) {
  (void)state;
  struct diagnostic error = { 0 };
  must_refuse(CODE "exists (0:Q9=0)", "P0 has no register \"Q9\"");
  must_refuse("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (P0:commits=0)",
              "P0 has no register \"commits\"");
  struct program *program = must_read(CODE "exists (d=0)");
  assert_null(litmus_read_condition(program, "0:X9=0", &error));
  assert_non_null(strstr(error.message, "P0 has no register \"X9\""));
  diagnostic_clear(&error);
  program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(quantifiers),
    cmocka_unit_test(arrays),
    cmocka_unit_test(registers_that_nothing_writes),
    cmocka_unit_test(registers_that_cannot_be),
    cmocka_unit_test(nothing_is_left),
  };
  return cmocka_run_group_tests_name("forms", tests, NULL, NULL);
}
