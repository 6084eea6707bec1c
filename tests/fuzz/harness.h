/* One run of a fuzzer: it reads the bytes as a test, or as a memory model, and judges the result
 * for a moment.  Nothing is asserted here.  The sanitizers, the fuzzer's clock, and the count of
 * blocks that are still held find faults.
 *
 * tests/fuzz/litmus_fuzzer.c and cat_fuzzer.c give this to libFuzzer (`make fuzz`).
 * tests/unit/axiom/mutation_test.c runs it on damaged seeds in every test run.  Seeds are
 * tests/fuzz/litmus and tests/fuzz/cat, which also keep inputs that a fuzzer once found. */
#ifndef TESTS_FUZZ_HARNESS_H
#define TESTS_FUZZ_HARNESS_H

#include <stdlib.h>
#include <string.h>
#include "axiom/judge.h"
#include "base/memory.h"
#include "litmus/read/reader.h"

enum { FUZZ_LENGTH_MAX = 4096, FUZZ_CANDIDATES = 200 };

static inline void fuzz_judge(const struct cat_model *model, const struct program *program) {
  const struct judge_options options = { .unroll = 1,
                                         .candidates_max = FUZZ_CANDIDATES,
                                         .seconds_max = 0.2 };
  struct diagnostic error = { 0 };
  struct judgement judgement;
  if (judge_program(model, program, &options, &judgement, &error)) judgement_clear(&judgement);
  diagnostic_clear(&error);
}

static inline void fuzz_litmus(const uint8_t *bytes, size_t length) {
  struct diagnostic error = { 0 };
  if (length > FUZZ_LENGTH_MAX) return;
  struct program *program = litmus_read_text("fuzz", (const char *)bytes, length, &error);
  diagnostic_clear(&error);
  struct cat_model *model = program ? cat_model_load("sc", &error) : NULL;
  if (model) fuzz_judge(model, program);
  cat_model_free(model);
  program_free(program);
}

/* Not with `include`, which would read files. */
static inline void fuzz_cat(const uint8_t *bytes, size_t length) {
  static const char test[] = "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                             " st.release.sys x, 1 | atom.relaxed.sys.add r0, x, 1 ;\n"
                             " fence.sc.sys | ld.acquire.sys r1, y ;\n st.weak y, 1 | bar.cta.sync "
                             "0 ;\nexists (P1:r1 == 0)\n";
  struct diagnostic error = { 0 };
  if (length > FUZZ_LENGTH_MAX) return;
  char *text = memory_copy_text((const char *)bytes, length);
  struct cat_model *model =
      strstr(text, "include") ? NULL : cat_model_from_text("fuzz", text, &error);
  diagnostic_clear(&error);
  struct program *program = model ? litmus_read_text("fuzz", test, sizeof test - 1, &error) : NULL;
  if (program) fuzz_judge(model, program);
  program_free(program);
  cat_model_free(model);
  memory_free(text);
}

#endif
