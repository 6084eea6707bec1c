/* Helpers for tests of liveness: subjects by name, and what is asked of them. */
#ifndef TESTS_VERIFY_LIVENESS_SUPPORT_H
#define TESTS_VERIFY_LIVENESS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/memory.h"
#include "litmus/read/reader.h"
#include "run/effort.h"
#include "run/placements.h"
#include "run/subject.h"
#include "verify/liveness.h"
#include "machine/fairness.h"

static inline struct setting setting_of(const char *name, const char *assignment) {
  struct setting setting;
  struct diagnostic error = { NULL };
  if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
  if (assignment && !setting_assign(&setting, assignment, &error)) fail_msg("%s", error.message);
  return setting;
}

static inline struct program *program_of(const char *path) {
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_file(path, &error);
  if (!program) fail_msg("%s", error.message);
  return program;
}

/* The last placement: threads apart. */
static inline struct subject subject_of(const struct setting *setting,
                                        const struct program *program) {
  struct placements placements;
  struct diagnostic error = { NULL };
  if (!placements_list(setting, program, &(struct effort){ 0 }, &placements, &error))
    fail_msg("%s", error.message);
  struct subject subject = { .setting = *setting,
                             .program = program,
                             .placement = placements.items[placements.count - 1] };
  memory_free(placements.items);
  return subject;
}

static inline struct liveness_answer ask(const struct subject *subject, enum fairness fairness,
                                         struct search_options limits) {
  struct liveness_question question = { .level = PROGRESS_GUARANTEED, .fairness = fairness };
  struct liveness_answer answer;
  struct diagnostic error = { NULL };
  if (!liveness_ask(subject, &question, &limits, &answer, &error)) fail_msg("%s", error.message);
  struct obligations obligations =
      machine_obligations(answer.machine, PROGRESS_GUARANTEED, fairness);
  if (answer.progress.lasso)
    assert_true(lasso_replays(machine_model(answer.machine), &obligations, answer.progress.lasso));
  return answer;
}

static inline enum progress_level level_of(const struct subject *subject, enum fairness fairness) {
  struct liveness_answer answer = ask(subject, fairness, (struct search_options){ .threads = 1 });
  struct liveness_question question = { .level = PROGRESS_GUARANTEED, .fairness = fairness };
  enum progress_level level = liveness_found(&answer.progress, &question);
  assert_int_equal(answer.progress.end, SEARCH_COMPLETE);
  liveness_answer_clear(&answer);
  return level;
}

#endif
