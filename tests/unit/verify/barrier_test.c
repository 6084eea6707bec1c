/* A thread alone at a barrier: what each memory model says of it, and that the machines which claim the model agree.
 * builds: plain asan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "axiom/judge.h"
#include "base/memory.h"
#include "litmus/reader.h"
#include "verify/subject.h"
#include "verify/suite.h"
#include "tests/unit/sanitized.h"

/* The threads are in CTAs of their own, so each is alone at its barrier. */
static const char sb[] = "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                         " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n"
                         " bar.cta.sync 0 | bar.cta.sync 0 ;\n ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n"
                         "exists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char mp[] = "PTX MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, y ;\n"
                         " bar.cta.sync 0 | bar.cta.sync 0 ;\n st.weak y, 1 | ld.weak r1, x ;\n"
                         "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
/* P1 may complete the barrier, whose quorum is one, before P0 comes: P0 passes it, and fences all the same. */
static const char late[] = "PTX late\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
                           " st.weak x, 1 | bar.cta.sync 0, 0, 1 | ld.weak r0, y ;\n"
                           " bar.cta.sync 0, 0, 1 | | fence.sc.sys ;\n st.weak y, 1 | | ld.weak r1, x ;\n"
                           "exists (P2:r0 == 1 /\\ P2:r1 == 0)\n";

static struct program *read_program(const char *text) {
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_text("test", text, strlen(text), &error);
  if (!program) fail_msg("%s", error.message);
  return program;
}

static struct judgement judged(const char *name, const struct program *program) {
  struct diagnostic error = { NULL };
  struct judgement judgement;
  struct cat_model *model = cat_model_load(name, &error);
  if (!model || !judge(model, program, &(struct judge_options){ 0 }, &judgement, &error)) fail_msg("%s: %s", name, error.message);
  cat_model_free(model);
  return judgement;
}

static void expect(const char *models, const char *text, enum answer answer) {
  char names[128];
  snprintf(names, sizeof names, "%s", models);
  char *rest = NULL;
  struct program *program = read_program(text);
  for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
    struct judgement judgement = judged(name, program);
    if (answer_of(program, &judgement) != answer) fail_msg("%s on %s: not %s", name, program->name, answer_name(answer));
    judgement_clear(&judgement);
  }
  program_free(program);
}

static void test_models(void **state) {
  (void)state;
  static const char fences[] = "sc tso pso wo xc rcsc rcpc-mca tc-weak";
  expect(fences, sb, ANSWER_FORBIDDEN);
  expect(fences, mp, ANSWER_FORBIDDEN);
  expect(fences, late, ANSWER_FORBIDDEN);
  expect("ptx-6.0 hsa rcpc", sb, ANSWER_ALLOWED);
  expect("ptx-6.0 rcpc", mp, ANSWER_ALLOWED);
  expect("hsa drf0 hrf-direct hrf-indirect", mp, ANSWER_UNDEFINED);
  expect("ptx-6.0 rcpc", late, ANSWER_ALLOWED);
}

/* All that a machine reaches, each memory model that it claims allows. */
static void compare(const struct setting *setting, const struct program *program) {
  struct diagnostic error = { NULL };
  struct placements placements;
  if (!placements_list(setting, program, &(struct effort){ 0 }, &placements, &error)) fail_msg("%s", error.message);
  struct outcome_set *outcomes = outcome_set_new(program->observable_count);
  for (unsigned p = 0; p < placements.count; p++) {
    struct subject subject = { .setting = *setting, .program = program, .placement = placements.items[p],
                               .options = { .cold = program->thread_count > 2 } };
    struct machine *machine = subject_machine(&subject, &error);
    if (!machine) fail_msg("%s", error.message);
    struct reached *reached = reach(machine, &(struct search_options){ .threads = 1 });
    assert_true(reached_all(reached));
    outcomes_add_observed(outcomes, program, reached->everything);
    reached_free(reached);
    machine_free(machine);
  }
  memory_free(placements.items);
  char names[128];
  snprintf(names, sizeof names, "%s", setting_claims(setting));
  char *rest = NULL;
  for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
    struct judgement judgement = judged(name, program);
    bool within = judgement.undefined || outcome_set_within(outcomes, judgement.allowed, NULL);
    if (!within)
      fail_msg("%s with %s cores on %s: not as %s has it", setting->system->name, core_kind_name(setting->core), program->name,
               name);
    judgement_clear(&judgement);
  }
  outcome_set_free(outcomes);
}

static void test_machines(void **state) {
  (void)state;
  const char *const texts[] = { sb, mp, late };
  for (unsigned i = 0; i < 3; i++) {
    struct program *program = read_program(texts[i]);
    for (const struct system *const *system = systems(); *system; system++)
      for (unsigned core = 0; core < CORE_KINDS; core++) {
        struct setting setting;
        struct diagnostic error = { NULL };
        if (!(*system)->claims[core].offered) continue;
        assert_true(setting_parse(&setting, (*system)->name, &error));
        setting.core = (enum core_kind)core;
        compare(&setting, program);
      }
    program_free(program);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(test_models) };
  const struct CMUnitTest long_ones[] = { cmocka_unit_test(test_machines) };
  return cmocka_run_group_tests(tests, NULL, NULL) + (SANITIZED ? 0 : cmocka_run_group_tests(long_ones, NULL, NULL));
}
