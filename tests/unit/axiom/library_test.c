/* The cat files of memmodels/lib: their names in tests of a dialect that has the fences, and in
 * tests of one that does not. */
#include "asking.h"

#include "cat/embedded.h"

static const char x86[] = "X86 t\n{}\n P0 ;\n MOV [x],$1 ;\n MFENCE ;\n MOV EAX,[y] ;\n"
                          "exists (true)";
static const char aarch64[] = "AArch64 t\n{ 0:X1=x; 0:X3=y; }\n P0 ;\n LDAR W0,[X1] ;\n"
                              " CBNZ W0,L ;\n L: ;\n DMB ST ;\n ISB ;\n DSB LD ;\n DMB ISH ;\n"
                              " LDR W2,[X3] ;\nexists (true)";
static const char ppc[] = "PPC t\n{ 0:r1=x; 0:r3=y; }\n P0 ;\n lwz r0,0(r1) ;\n lwsync ;\n"
                          " lwz r2,0(r3) ;\nexists (true)";
static const char riscv[] = "RISCV t\n{ 0:x6=x; 0:x8=y; }\n P0 ;\n lw x5,0(x6) ;\n fence r,rw ;\n"
                            " fence.tso ;\n lw x7,0(x8) ;\nexists (true)";
static const char c[] = "C t\n{}\nP0(atomic_int *x, int *y) { int r = atomic_load(x); "
                        "int s = *y; *y = 2; }\nexists (true)";

static const struct {
  const char *file, *relation, *test;
  bool holds;
} names[] = {
  { "x86fences", "[W] ; mfence ; [R]", x86, true },
  { "x86fences", "sfence | lfence", x86, false },
  { "x86fences", "mfence", ppc, false },
  { "armfences", "[R] ; dmb.st ; [R]", aarch64, true },
  { "armfences", "[R] ; dmb.ish ; [R]", aarch64, true },
  { "armfences", "[R] ; ctrlisb ; [R]", aarch64, true },
  { "armfences", "dmb | dsb.st", aarch64, false },
  { "aarch64fences", "[dmb.full]", aarch64, true },
  { "aarch64fences", "[dmb.st]", aarch64, true },
  { "aarch64fences", "[dsb.ld]", aarch64, true },
  { "aarch64fences", "[dmb.ld | dsb.st | dsb.full]", aarch64, false },
  { "aarch64fences", "[dmb.full]", x86, false },
  { "ppcfences", "[R] ; lwsync ; [R]", ppc, true },
  { "ppcfences", "sync | eieio | isync | ctrlisync", ppc, false },
  { "mipsfences", "sync", ppc, false },
  { "riscvfences", "[R] ; fence.r.rw ; [R]", riscv, true },
  { "riscvfences", "[R] ; fence.tso ; [R]", riscv, true },
  { "riscvfences", "[R] ; fence ; [R]", riscv, true },
  { "riscvfences", "fence.w.w | fence.rw.rw", riscv, false },
  { "riscvfences", "fence", aarch64, false },
  { "fences", "[dmb.st]", aarch64, true },
  { "fences", "ctrlcfence", aarch64, true },
  { "fences", "mfence", x86, true },
  { "fences", "lwsync", ppc, true },
  { "filters", "RW(po)", c, true },
  { "filters", "WR(po)", c, false },
  { "filters", "AP(po) & RM(po)", c, true },
  { "filters", "AA(po) | PA(po)", c, false },
  { "filters", "MM(po) & MW(po) & PP(po)", c, true },
  { "stdlib", "fencerel(MFENCE)", x86, true },
};

static void files_of_the_library(void **unused) {
  (void)unused;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char *model =
        memory_format("include \"%s.cat\"\nacyclic po-loc | rf | co | fr " ATOMIC "\nempty (%s)",
                      names[i].file, names[i].relation);
    bool holds = ask(model, names[i].test) == '-';
    if (holds != names[i].holds) fail_msg("%s: %s", names[i].file, names[i].relation);
    memory_free(model);
  }
}

/* Every file is tried above, and goes with tests of every dialect. */
static void all_files(void **unused) {
  static const char ptx[] = "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.weak r0, x ;\nexists (true)";
  static const char *const tests[] = { x86, aarch64, ppc, riscv, c, ptx };
  (void)unused;
  for (const struct embedded_text *file = embedded_library; file->name; file++) {
    bool tried = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
      tried |= text_equal(names[i].file, file->name);
    if (!tried) fail_msg("%s", file->name);
    char *model =
        memory_format("include \"%s.cat\"\nacyclic po-loc | rf | co | fr " ATOMIC, file->name);
    for (size_t t = 0; t < sizeof tests / sizeof *tests; t++)
      assert_int_equal(ask(model, tests[t]), 'A');
    memory_free(model);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(files_of_the_library),
    cmocka_unit_test(all_files),
  };
  return cmocka_run_group_tests_name("library", tests, NULL, no_leaks);
}
