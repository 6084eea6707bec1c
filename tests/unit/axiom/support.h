/* Helpers for tests of the judge: programs and models from texts, and their answers. */
#ifndef TESTS_AXIOM_SUPPORT_H
#define TESTS_AXIOM_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "axiom/judge.h"
#include "base/memory.h"
#include "base/text.h"
#include "litmus/read/reader.h"

static inline struct program *read_program(const char *text) {
  struct diagnostic error = { 0 };
  struct program *program = litmus_read_text("test.litmus", text, strlen(text), &error);
  if (!program) print_error("%s\n%s\n", error.message, text);
  assert_non_null(program);
  return program;
}

static inline struct cat_model *load_model(const char *name) {
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_load(name, &error);
  if (!model) print_error("%s\n", error.message);
  assert_non_null(model);
  return model;
}

static inline void judge_or_fail(const struct cat_model *model, const struct program *program,
                                 const struct judge_options *options, struct judgement *judgement) {
  struct diagnostic error = { 0 };
  bool good = judge_program(model, program, options, judgement, &error);
  if (!good) print_error("%s\n", error.message);
  assert_true(good);
}

/* 'A' allowed, '-' forbidden, '!' undefined: what the model, which is freed, says of the program's
 * condition. */
static inline char answer_of(struct cat_model *model, const char *text) {
  struct program *program = read_program(text);
  struct judgement judgement;
  judge_or_fail(model, program, NULL, &judgement);
  char said = judgement.undefined                                  ? '!'
              : outcome_tally(program, judgement.allowed).positive ? 'A'
                                                                   : '-';
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  return said;
}

static inline char answer(const char *model_name, const char *text) {
  return answer_of(load_model(model_name), text);
}

static inline struct cat_model *model_of(const char *text) {
  struct diagnostic error = { 0 };
  struct cat_model *model = cat_model_from_text("test", text, &error);
  if (!model) print_error("%s\n", error.message);
  assert_non_null(model);
  return model;
}

/* How many outcomes the model, which is consumed, allows. */
static inline unsigned count_outcomes(struct cat_model *model, const char *text) {
  struct program *program = read_program(text);
  struct judgement judgement;
  judge_or_fail(model, program, NULL, &judgement);
  unsigned size = (unsigned)outcome_set_size(judgement.allowed);
  judgement_clear(&judgement);
  cat_model_free(model);
  program_free(program);
  return size;
}
static inline unsigned outcomes_of(const char *name, const char *text) {
  return count_outcomes(load_model(name), text);
}
static inline unsigned outcomes_under(const char *model, const char *text) {
  return count_outcomes(model_of(model), text);
}

/* The judge refuses, with this among its words. */
static inline void refuses_under(const char *name, const char *text, const char *message) {
  struct program *program = read_program(text);
  struct cat_model *model = load_model(name);
  struct diagnostic error = { 0 };
  struct judgement judgement;
  assert_false(judge_program(model, program, NULL, &judgement, &error));
  if (!strstr(error.message, message)) print_error("%s\n", error.message);
  assert_non_null(strstr(error.message, message));
  diagnostic_clear(&error);
  cat_model_free(model);
  program_free(program);
}

static inline bool same_set(const struct outcome_set *a, const struct outcome_set *b) {
  int64_t missing[64];
  return outcome_set_within(a, b, missing) && outcome_set_within(b, a, missing);
}

static inline int no_leaks(void **unused) {
  (void)unused;
  return memory_blocks() ? -1 : 0;
}

#endif
