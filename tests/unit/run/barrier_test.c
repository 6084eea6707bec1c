/* A thread alone at a barrier: each memory model's answer, and that of the machines which claim
 * it. Then the threads that meet: the judge and the machine of atomic memory agree on every
 * program.  Reductions see the states that a barrier leads to.
 *
 * builds: plain asan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "axiom/judge.h"
#include "base/memory.h"
#include "engine/machine_search.h"
#include "litmus/read/reader.h"
#include "run/subject.h"
#include "run/suite.h"
#include "machine/reduction.h"
#include "tests/unit/sanitized.h"
#include "run/effort.h"
#include "run/placements.h"
#include "run/reached.h"

/* The threads are in CTAs of their own, so each is alone at its barrier. */
static const char sb[] =
    "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    " st.relaxed.sys x, 1 | st.relaxed.sys y, 1 ;\n"
    " bar.cta.sync 0 | bar.cta.sync 0 ;\n ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n"
    "exists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char mp[] =
    "PTX MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak x, 1 | ld.weak r0, y ;\n"
    " bar.cta.sync 0 | bar.cta.sync 0 ;\n st.weak y, 1 | ld.weak r1, x ;\n"
    "exists (P1:r0 == 1 /\\ P1:r1 == 0)\n";
/* Each completes the barrier by itself, since the quorum is one, and still fences. */
static const char late[] =
    "PTX late\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
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
  if (!model || !judge_program(model, program, &(struct judge_options){ 0 }, &judgement, &error))
    fail_msg("%s: %s", name, error.message);
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
    if (suite_answer(program, &judgement) != answer)
      fail_msg("%s on %s: not %s", name, program->name, suite_answer_name(answer));
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

static struct outcome_set *reached_by(const struct setting *setting, const struct program *program,
                                      bool cold) {
  struct diagnostic error = { NULL };
  struct placements placements;
  if (!placements_list(setting, program, &(struct effort){ 0 }, &placements, &error))
    fail_msg("%s", error.message);
  struct outcome_set *outcomes = outcome_set_new(program->observable_count);
  for (unsigned p = 0; p < placements.count; p++) {
    struct subject subject = { .setting = *setting,
                               .program = program,
                               .placement = placements.items[p],
                               .options = { .cold = cold } };
    struct machine *machine = subject_machine(&subject, &error);
    if (!machine) fail_msg("%s", error.message);
    struct reached *reached = reached_by_search(machine, &(struct search_options){ .threads = 1 });
    assert_true(reached_all(reached));
    reached_add_observed(outcomes, program, reached->everything);
    reached_free(reached);
    machine_free(machine);
  }
  memory_free(placements.items);
  return outcomes;
}

/* Every outcome that a machine reaches is allowed by each memory model that it claims. */
static void compare(const struct setting *setting, const struct program *program) {
  struct outcome_set *outcomes = reached_by(setting, program, program->thread_count > 2);
  char names[128];
  snprintf(names, sizeof names, "%s", setting_claims(setting));
  char *rest = NULL;
  for (char *name = strtok_r(names, " ", &rest); name; name = strtok_r(NULL, " ", &rest)) {
    struct judgement judgement = judged(name, program);
    bool within = judgement.undefined || outcome_set_within(outcomes, judgement.allowed, NULL);
    if (!within)
      fail_msg("%s with %s cores on %s: not as %s has it", setting->system->name,
               core_kind_name(setting->core), program->name, name);
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

/* --- threads that meet --- */

/* Compares sc's judge with sc's machine; returns the number of outcomes. */
static size_t meet_as(enum barrier_reading reading, const char *text) {
  struct setting setting;
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&setting, "sc", &error));
  struct program *program = read_program(text);
  program->barriers = reading;
  struct outcome_set *reached = reached_by(&setting, program, false);
  struct judgement judgement = judged("sc", program);
  if (!outcome_set_within(reached, judgement.allowed, NULL))
    fail_msg("the machine reaches what the judge forbids:\n%s", text);
  if (!outcome_set_within(judgement.allowed, reached, NULL))
    fail_msg("the judge allows what the machine never does:\n%s", text);
  size_t outcomes = outcome_set_size(reached);
  judgement_clear(&judgement);
  outcome_set_free(reached);
  program_free(program);
  return outcomes;
}

static size_t meet_alike(const char *text) { return meet_as(BARRIERS_BY_CTA, text); }

#define OF_TWO "PTX two\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
#define OF_THREE "PTX three\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
#define OF_FOUR                    \
  "PTX four\n{ x=0; f=0; g=0; }\n" \
  " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 | P3@cta 0,gpu 0 ;\n"

static void test_meeting(void **state) {
  (void)state;
  static const struct {
    const char *text;
    unsigned outcomes;
  } tried[] = {
    /* an arrival without a thread that waits for it holds up no thread */
    { OF_TWO " bar.cta.arrive 0, 1, 2 | bar.cta.sync 0, 2, 2 ;\n bar.cta.arrive 0, 2, 2 | "
             "ld.relaxed.sys r0, x ;\n"
             "exists (P1:r0 == 0)\n",
      1 },
    /* without a quorum, all threads of the instance are waited for, whatever they name */
    { OF_TWO
      " bar.cta.sync 0, 1 | bar.cta.sync 0, 2 ;\n | ld.relaxed.sys r0, x ;\nexists (P1:r0 == 0)\n",
      0 },
    { OF_TWO " bar.cta.sync 0, 1, 1 | bar.cta.sync 0, 2, 1 ;\n | ld.relaxed.sys r0, x ;\nexists "
             "(P1:r0 == 0)\n",
      1 },
    /* a thread that comes after a complete round waits for the next */
    { OF_THREE " bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;\n | "
               "ld.relaxed.sys r0, x | ;\n"
               "exists (P1:r0 == 0)\n",
      0 },
    /* two rounds, each of the first two threads */
    { OF_THREE " st.relaxed.sys x, 1 | bar.cta.sync 0, 0, 2 | bar.cta.arrive 0, 0, 2 ;\n"
               " bar.cta.arrive 0, 0, 2 | ld.relaxed.sys r0, x | bar.cta.arrive 0, 0, 2 ;\nexists "
               "(P1:r0 == 0)\n",
      2 },
    /* a thread that comes twice may complete a round by itself; if no thread is left behind, it did
     * not */
    { OF_TWO " st.relaxed.sys y, 1 | bar.cta.arrive 0, 0, 2 ;\n bar.cta.sync 0, 0, 2 | "
             "bar.cta.arrive 0, 0, 2 ;\n"
             " bar.cta.sync 0, 0, 2 | ld.relaxed.sys r0, y ;\nexists (P1:r0 == 0)\n",
      1 },
    /* rounds complete in order: P3 comes after P0 and P1, so it waits for P2 */
    { OF_FOUR " bar.cta.arrive 0, 0, 2 | bar.cta.arrive 0, 0, 2 | st.relaxed.sys x, 1 | "
              "ld.relaxed.sys r0, f ;\n"
              " st.relaxed.sys f, 1 | st.relaxed.sys g, 1 | bar.cta.arrive 0, 0, 2 | "
              "ld.relaxed.sys r1, g ;\n"
              " | | | bar.cta.sync 0, 0, 2 ;\n | | | ld.relaxed.sys r2, x ;\n"
              "exists (P3:r0 == 1 /\\ P3:r1 == 1 /\\ P3:r2 == 0)\n",
      7 },
  };
  for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
    size_t outcomes = meet_alike(tried[i].text);
    if (outcomes != tried[i].outcomes)
      fail_msg("%zu outcomes, not %u, of\n%s", outcomes, tried[i].outcomes, tried[i].text);
  }
}

/* The same by name, and beside it the number of outcomes by CTA. */
static void test_meeting_by_name(void **state) {
  (void)state;
  static const struct {
    const char *text;
    unsigned by_name, by_cta;
  } tried[] = {
    /* only threads of the same name wait for each other */
    { OF_TWO
      " st.relaxed.sys x, 1 | bar.cta.sync 0, 2 ;\n bar.cta.sync 0, 1 | ld.relaxed.sys r0, x ;\n"
      "exists (P1:r0 == 0)\n",
      2, 0 },
    { OF_TWO
      " st.relaxed.sys x, 1 | bar.cta.sync 0, 2 ;\n bar.cta.sync 0, 2 | ld.relaxed.sys r0, x ;\n"
      "exists (P1:r0 == 0)\n",
      1, 1 },
    /* a barrier without a name differs from all with one */
    { OF_TWO
      " st.relaxed.sys x, 1 | bar.cta.sync 0, 0 ;\n bar.cta.sync 0 | ld.relaxed.sys r0, x ;\n"
      "exists (P1:r0 == 0)\n",
      2, 0 },
    /* a late thread passes after those that completed the round */
    { OF_THREE " st.relaxed.sys x, 1 | bar.cta.sync 0, 0, 2 | bar.cta.sync 0, 0, 2 ;\n"
               " bar.cta.sync 0, 0, 2 | ld.relaxed.sys r0, x | ;\nexists (P1:r0 == 0)\n",
      2, 0 },
    { OF_THREE " bar.cta.arrive 0, 0, 2 | bar.cta.arrive 0, 0, 2 | bar.cta.sync 0, 0, 2 ;\n"
               " | | bar.cta.sync 0, 0, 2 ;\nexists (x == 0)\n",
      0, 1 },
    /* the k-th arrivals meet: a thread cannot complete a round by itself */
    { OF_TWO " st.relaxed.sys x, 1 | bar.cta.sync 0, 0, 2 ;\n bar.cta.sync 0, 0, 2 | "
             "ld.relaxed.sys r0, x ;\n"
             " st.relaxed.sys x, 2 | bar.cta.sync 0, 0, 2 ;\n bar.cta.sync 0, 0, 2 | "
             "ld.relaxed.sys r1, x ;\n"
             "exists (P1:r0 == 0 /\\ P1:r1 == 0)\n",
      2, 2 },
    /* a name from a register and a loaded name: 0 is another name, 1 the same */
    { "PTX reg\n{ x=0; P0:r1=1; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n st.relaxed.sys x, 1 | "
      "bar.cta.sync 0, 1 ;\n"
      " bar.cta.sync 0, r1 | ld.relaxed.sys r0, x ;\nexists (P1:r0 == 0)\n",
      1, 1 },
    { OF_TWO
      " st.relaxed.sys x, 1 | bar.cta.sync 0, 1 ;\n ld.relaxed.sys r1, x | ld.relaxed.sys r0, x ;\n"
      " bar.cta.sync 0, r1 | ;\nexists (P1:r0 == 0)\n",
      1, 1 },
  };
  for (unsigned i = 0; i < sizeof tried / sizeof *tried; i++) {
    size_t by_name = meet_as(BARRIERS_BY_NAME, tried[i].text);
    size_t by_cta = meet_as(BARRIERS_BY_CTA, tried[i].text);
    if (by_name != tried[i].by_name || by_cta != tried[i].by_cta)
      fail_msg("%zu outcomes by name, %zu by CTA, of\n%s", by_name, by_cta, tried[i].text);
  }
}

/* A thread that loads its name is waited for until it names another barrier; machines reach no
 * more than the judge allows. */
static void test_computed_names(void **state) {
  (void)state;
  static const char *const texts[] = {
    OF_THREE " ld.relaxed.sys r1, x | bar.cta.sync 0, 1 | st.relaxed.sys x, 1 ;\n"
             " bar.cta.sync 0, r1 | ld.relaxed.sys r0, y | ;\n st.relaxed.sys y, 1 | | ;\nexists "
             "(P1:r0 == 0 /\\ P0:r1 == 0)\n",
    /* it comes to the other name first, and to this one later */
    OF_THREE " ld.relaxed.sys r1, x | bar.cta.sync 0, 1 | st.relaxed.sys x, 1 ;\n"
             " bar.cta.sync 0, r1 | ld.relaxed.sys r0, y | ;\n ld.relaxed.sys r1, x | | ;\n "
             "bar.cta.sync 0, r1 | | ;\n"
             " st.relaxed.sys y, 1 | | ;\nexists (P1:r0 == 0 /\\ P0:r1 == 0)\n",
  };
  static const char *const systems[] = { "sc", "wt", "tso" };
  for (unsigned i = 0; i < 2; i++)
    for (unsigned s = 0; s < 3; s++) {
      struct setting setting;
      struct diagnostic error = { NULL };
      struct program *program = read_program(texts[i]);
      program->barriers = BARRIERS_BY_NAME;
      assert_true(setting_parse(&setting, systems[s], &error));
      compare(&setting, program);
      struct outcome_set *outcomes = reached_by(&setting, program, true);
      assert_true(outcome_set_size(outcomes) > 1);
      outcome_set_free(outcomes);
      program_free(program);
    }
}

/* Every machine reaches the same number. */
static unsigned dice(uint64_t *seed, unsigned sides) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(*seed >> 33) % sides;
}

enum { PLAIN, NAMED, QUORUM, QUORUM_SYNC, MODES };

static char *add_operation(char *end, uint64_t *seed, unsigned mode, unsigned *loads) {
  unsigned what = dice(seed, 10);
  char location = "xy"[dice(seed, 2)];
  if (what < 3) return end + sprintf(end, " st.relaxed.sys %c, %u", location, 1 + dice(seed, 2));
  if (what < 6) return end + sprintf(end, " ld.relaxed.sys r%u, %c", (*loads)++, location);
  const char *wait = mode == QUORUM_SYNC || dice(seed, 3) ? "sync" : "arrive";
  if (mode == PLAIN) return end + sprintf(end, " bar.cta.%s %u", wait, dice(seed, 3) / 2);
  return end +
         sprintf(end, " bar.cta.%s 0, %u%s", wait, 1 + dice(seed, 2), mode == NAMED ? "" : ", 2");
}

/* Threads of two or three operations each, and a condition that shows all loads. */
static void make_program(char *text, uint64_t *seed) {
  unsigned mode = dice(seed, MODES), threads = 2 + dice(seed, 3) / 2, loads[3] = { 0 };
  char *end = text + sprintf(text, "%s", threads == 2 ? OF_TWO : OF_THREE);
  for (unsigned row = 0, rows = 2 + dice(seed, 3) / 2 + (threads == 2); row < rows; row++)
    for (unsigned t = 0; t < threads; t++) {
      end = add_operation(end, seed, mode, &loads[t]);
      end += sprintf(end, t + 1 < threads ? " |" : " ;\n");
    }
  end += sprintf(end, "exists (x == 0 /\\ y == 0");
  for (unsigned t = 0; t < threads; t++)
    for (unsigned r = 0; r < loads[t]; r++) end += sprintf(end, " /\\ P%u:r%u == 0", t, r);
  sprintf(end, ")\n");
}

static void test_random_programs(void **state) {
  (void)state;
  uint64_t seed = 1;
  unsigned ended = 0, ended_by_name = 0, count = SANITIZED ? 60 : 600;
  for (unsigned i = 0; i < count; i++) {
    char text[2048];
    make_program(text, &seed);
    ended += meet_alike(text) > 0;
    ended_by_name += meet_as(BARRIERS_BY_NAME, text) > 0;
  }
  assert_true(ended > count / 4 && ended < count);
  assert_true(ended_by_name > ended && ended_by_name < count);
}

/* --- canonical states --- */

/* The last thread to come lets P0 take a branch, after which no core wants y. */
static const char branch[] = "PTX branch\n{ P0:r1=0; x=0; y=0; z=0; }\n"
                             " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
                             " bar.cta.sync 0 | ld.weak r0, x | st.weak x, 1 ;\n"
                             " ld.weak r3, z | beq r0, 0, LC1 | ;\n"
                             " beq r1, 0, LC0 | ld.weak r1, y | ;\n"
                             " ld.weak r2, y | LC1: | ;\n"
                             " LC0: | bar.cta.sync 0 | ;\n"
                             "exists (P0:r3 == 0)\n";

/* Says that a state breaks PROPERTY_OWN if a reduction would still change it. */
static uint64_t not_canonical(const struct machine *machine, const slot_t *state) {
  slot_t canonical[WIDTH_MAX];
  size_t size = machine->model.width * sizeof *state;
  memcpy(canonical, state, size);
  reductions_canonicalise(machine, canonical);
  return memcmp(canonical, state, size) ? CLAIM(PROPERTY_OWN) : 0;
}

/* A state that is reached by a barrier is canonical, as all others are. */
static void test_canonical(void **state) {
  (void)state;
  struct setting setting;
  struct diagnostic error = { NULL };
  struct placements placements;
  assert_true(setting_parse(&setting, "wt", &error));
  setting.core = CORE_IO;
  struct program *program = read_program(branch);
  if (!placements_list(&setting, program, &(struct effort){ 0 }, &placements, &error))
    fail_msg("%s", error.message);
  for (unsigned p = 0; p < placements.count; p++) {
    struct subject subject = { .setting = setting,
                               .program = program,
                               .placement = placements.items[p],
                               .options = { .cold = true, .note_state = not_canonical } };
    struct machine *machine = subject_machine(&subject, &error);
    if (!machine) fail_msg("%s", error.message);
    struct search_result result = machine_search(machine, &(struct search_options){ .threads = 1 });
    assert_int_equal(result.end, SEARCH_COMPLETE);
    assert_false(result.broken & CLAIM(PROPERTY_OWN));
    search_result_clear(&result);
    machine_free(machine);
  }
  memory_free(placements.items);
  program_free(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_models),          cmocka_unit_test(test_meeting),
    cmocka_unit_test(test_meeting_by_name), cmocka_unit_test(test_computed_names),
    cmocka_unit_test(test_canonical),       cmocka_unit_test(test_random_programs)
  };
  const struct CMUnitTest long_ones[] = { cmocka_unit_test(test_machines) };
  return cmocka_run_group_tests(tests, NULL, NULL) +
         (SANITIZED ? 0 : cmocka_run_group_tests(long_ones, NULL, NULL));
}
