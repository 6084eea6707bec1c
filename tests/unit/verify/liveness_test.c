/* Liveness of the real machines, against hand-made expectations.  Every lasso is one, and is the
 * same for any number of threads.  A request that is dropped is found, though another thread spins.
 *
 * builds: plain asan tsan */
#include "liveness_support.h"

#include <stdlib.h>
#include <string.h>
#include "run/suite.h"
#include "tests/unit/reference_set.h"
#include "tests/unit/sanitized.h"
#include "verify/liveness.h"
#include "machine/mutant.h"

/* --- programs --- */

static const struct {
  const char *path;
  enum progress_level level;
} programs[] = {
  { "tests/progress/Lock-unfair+acqrel.sys.litmus", PROGRESS_POSSIBLE },
  { "tests/progress/Lock-turns+acqrel.sys.litmus", PROGRESS_GUARANTEED },
  { "tests/progress/Abort-each-other+acqrel.sys.litmus", PROGRESS_POSSIBLE },
  { "tests/progress/Abort-in-order+acqrel.sys.litmus", PROGRESS_GUARANTEED },
  { "tests/progress/Deadlock-spinning+acqrel.sys.litmus", PROGRESS_NONE },
};

static void programs_have_the_progress_that_they_have(void **unused) {
  (void)unused;
  const char *const systems_tried[] = { "sc", "tso", "no-l1", "wt", "mesi", "tc-weak" };
  for (unsigned s = 0; s < sizeof systems_tried / sizeof *systems_tried; s++)
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; i++) {
      struct setting setting = setting_of(systems_tried[s], NULL);
      struct program *program = program_of(programs[i].path);
      struct subject subject = subject_of(&setting, program);
      subject.options.cold = subject.options.no_evictions =
          true; /* small; nothing here needs warm caches */
      if (level_of(&subject, FAIRNESS_USUAL) != programs[i].level)
        fail_msg("%s on %s", programs[i].path, systems_tried[s]);
      program_free(program);
    }
}

/* --- a line that is never refreshed --- */

static struct mutant mutant_named(const struct system *system, const char *part) {
  for (unsigned i = 0; i < mutant_count(system); i++) {
    struct mutant mutant = mutant_at(system, i);
    char *text = mutant_text(system, &mutant);
    bool found = strstr(text, part) != NULL;
    memory_free(text);
    if (found) return mutant;
  }
  fail_msg("no mutant \"%s\"", part);
  return (struct mutant){ 0 };
}

static void a_spinning_reader_needs_the_tick(void **unused) {
  (void)unused;
  const char *const systems_tried[] = { "rcc-sc", "rcc-wo", "tardis", "gtsc-sc", "gtsc-rc" };
  struct program *program = program_of("litmus/spin/Spin-alone+rlx.litmus");
  for (unsigned s = 0; s < sizeof systems_tried / sizeof *systems_tried; s++) {
    struct setting without = setting_of(systems_tried[s], "tick=0"),
                   with = setting_of(systems_tried[s], "tick=1");
    struct subject subject = subject_of(&without, program);
    subject.options.cold = true; /* small; the loop fetches the copy */
    assert_int_equal(level_of(&subject, FAIRNESS_USUAL), PROGRESS_POSSIBLE);
    assert_int_equal(setting_progress(&without).threads, PROGRESS_POSSIBLE);
    subject.options.no_evictions = true; /* then nothing drops the copy */
    assert_int_equal(level_of(&subject, FAIRNESS_USUAL), PROGRESS_NONE);
    subject.setting = with;
    assert_int_equal(level_of(&subject, FAIRNESS_USUAL), PROGRESS_GUARANTEED);
    assert_int_equal(setting_progress(&with).threads, PROGRESS_GUARANTEED);
    bool of_warps = s >= 3;
    struct mutant mutant = mutant_named(with.system, of_warps ? "TICK: without advance_warp"
                                                              : "TICK: without advance_clock");
    subject.options.mutant = &mutant;
    assert_int_equal(level_of(&subject, FAIRNESS_USUAL), PROGRESS_NONE);
  }
  program_free(program);
}

/* --- excuses in records --- */

static enum liveness_verdict verdict_of(struct setting setting,
                                        struct progress_claim (*record)(const struct setting *),
                                        const char *path) {
  struct system system = *setting.system;
  system.progress = record;
  setting.system = &system;
  struct test test = { .path = (char *)path, .program = program_of(path) };
  struct suite suite = { &test, 1, 0 };
  struct liveness_question question = { .level = PROGRESS_GUARANTEED };
  struct effort effort = { .threads = 1, .machine = { .cold = true } };
  struct liveness_matrix *matrix = liveness_matrix_run(&suite, &setting, 1, &question, &effort);
  enum liveness_verdict verdict = matrix->cells[0].verdict;
  liveness_matrix_free(matrix);
  program_free(test.program);
  return verdict;
}

/* A stale copy excuses no loop that acquires, and no loop on one SM, where nothing is stale. */
static void excuses_are_narrow(void **unused) {
  (void)unused;
  struct setting old = setting_of("lrcc:old-acquires", NULL), lrcc = setting_of("lrcc", NULL);
  const char *spin = "litmus/spin/Spin+acqrel.sys.litmus",
             *relaxed = "litmus/spin/Spin-alone+rlx.litmus";
  const char *beside = "tests/progress/Acquire-beside-stores+acq.sys.litmus";
  assert_int_equal(verdict_of(lrcc, progress_with_stale_copies, spin), LIVENESS_HOLDS);
  assert_int_equal(verdict_of(lrcc, progress_with_stale_copies, relaxed), LIVENESS_AS_RECORDED);
  assert_int_equal(verdict_of(old, progress_with_stale_copies, spin), LIVENESS_VIOLATION);
  assert_int_equal(verdict_of(old, progress_with_endless_leases, spin), LIVENESS_AS_RECORDED);
  assert_int_equal(verdict_of(lrcc, progress_with_endless_leases, beside), LIVENESS_VIOLATION);
  assert_int_equal(verdict_of(lrcc, lrcc.system->progress, beside), LIVENESS_AS_RECORDED);
}

/* A variant that may deadlock, or do what must never happen, leaves threads waiting. */
static void who_deadlocks_is_excused(void **unused) {
  (void)unused;
  struct setting printed = setting_of("tc-strong:printed", NULL),
                 whole = setting_of("tc-strong", "printed=1");
  const char *spin = "litmus/spin/Spin+acqrel.sys.litmus";
  assert_int_equal(verdict_of(printed, printed.system->progress, spin), LIVENESS_AS_RECORDED);
  assert_int_equal(verdict_of(whole, whole.system->progress, spin), LIVENESS_VIOLATION);
}

/* A home within a GPU that does not keep what it fetched for others fetches anew for its atomic.
 * As long as other loads join every fetch, it never has the word.  With these mutants liveness is
 * only possible. */
static void words_are_kept_for_atomics(void **unused) {
  (void)unused;
  static const struct {
    const char *system, *mutant;
  } faults[] = { { "hmg", "I|V/DATA when for_gpms_late: without install" },
                 { "sw-hier", "-/DATA when for_gpms: without install" } };
  struct program *program = program_of("tests/progress/Spin-at+rlx.gpu.litmus");
  for (unsigned i = 0; i < 2; i++) {
    struct setting setting = setting_of(faults[i].system, NULL);
    struct placements placements;
    struct diagnostic error = { NULL };
    struct mutant mutant = mutant_named(setting.system, faults[i].mutant);
    if (!placements_list(&setting, program, &(struct effort){ 0 }, &placements, &error))
      fail_msg("%s", error.message);
    unsigned kept_waiting = 0;
    for (unsigned p = 0; p < placements.count; p++) {
      struct subject subject = { .setting = setting,
                                 .program = program,
                                 .placement = placements.items[p],
                                 .options = { .cold = true } };
      assert_int_equal(level_of(&subject, FAIRNESS_USUAL), PROGRESS_GUARANTEED);
      subject.options.mutant = &mutant;
      kept_waiting += level_of(&subject, FAIRNESS_USUAL) == PROGRESS_POSSIBLE;
    }
    assert_true(kept_waiting > 0);
    memory_free(placements.items);
  }
  program_free(program);
}

/* A home within a GPU answers once a load that stores overtake (answer-once). Its own SMs get the
 * answer; of other GPMs, only the first load does.  It takes three SMs to lose one of these. */
static void who_is_answered_once(void **unused) {
  (void)unused;
  static const char text[] = "PTX three\n\"three\"\n{ x=0; }\n"
                             " P0@cta 0,gpu 0       | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
                             " ld.relaxed.sys r0, x | ld.weak r0, x  | st.weak x, 1   ;\n"
                             "exists (true)\n";
  static const char *const systems_tried[] = { "hmg:answer-once", "sw-hier:answer-once" };
  static const char *const faults[] = { NULL, "too_old_to_keep: without serve_sms",
                                        "more_wait: without note_again" };
  struct diagnostic error = { NULL };
  struct program *program = litmus_read_text("three", text, sizeof text - 1, &error);
  for (unsigned i = 0; i < 2; i++)
    for (unsigned f = 0; f < sizeof faults / sizeof *faults; f++) {
      struct setting setting = setting_of(systems_tried[i], NULL);
      struct mutant mutant;
      if (faults[f]) mutant = mutant_named(setting.system, faults[f]);
      struct placements placements;
      if (!placements_list(&setting, program, &(struct effort){ 0 }, &placements, &error))
        fail_msg("%s", error.message);
      unsigned lost = 0;
      for (unsigned p = 0; p < placements.count; p++) {
        struct subject subject = {
          .setting = setting,
          .program = program,
          .placement = placements.items[p],
          .options = { .cold = true, .no_evictions = true, .mutant = faults[f] ? &mutant : NULL }
        };
        lost += level_of(&subject, FAIRNESS_USUAL) < PROGRESS_GUARANTEED;
      }
      if (!lost != !faults[f])
        fail_msg("%s, %s: lost in %u placements", systems_tried[i],
                 faults[f] ? faults[f] : "itself", lost);
      memory_free(placements.items);
    }
  program_free(program);
}

/* GETM's warps refuse each other for ever from any state, unless back-offs grow; KILO TM's do
 * not. */
static void back_off_ends_a_livelock(void **unused) {
  (void)unused;
  static const char *const names[] = { "getm", "getm-lex", "kilotm" };
  struct program *program = program_of("litmus/transactions/T-INC2.litmus");
  for (unsigned i = 0; i < 3; i++) {
    struct setting setting = setting_of(names[i], NULL);
    struct subject subject = subject_of(&setting, program);
    assert_int_equal(level_of(&subject, FAIRNESS_USUAL),
                     i < 2 ? PROGRESS_POSSIBLE : PROGRESS_GUARANTEED);
    subject.options.back_off = true;
    assert_int_equal(level_of(&subject, FAIRNESS_USUAL), PROGRESS_GUARANTEED);
  }
  program_free(program);
}

/* --- faults --- */

/* Some fault loses P0's store while P1 spins: there is always a step, so no deadlock, and no
 * end. */
static void a_lost_request_is_found_beside_a_spinning_thread(void **unused) {
  (void)unused;
  struct setting setting = setting_of("wt", NULL);
  struct program *program = program_of("litmus/spin/Spin-alone+rlx.litmus");
  unsigned unseen = 0;
  for (unsigned i = 0; i < mutant_count(setting.system); i++) {
    struct mutant mutant = mutant_at(setting.system, i);
    struct subject subject = subject_of(&setting, program);
    subject.options = (struct machine_options){ .mutant = &mutant, .cold = true };
    struct diagnostic error = { NULL };
    struct machine *machine = subject_machine(&subject, &error);
    diagnostic_clear(&error);
    if (!machine) continue;
    machine_free(machine);
    struct liveness_answer answer =
        ask(&subject, FAIRNESS_USUAL, (struct search_options){ .threads = 1, .states_max = 20000 });
    bool quiet = !(answer.progress.search.broken &
                   (CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_OVERFLOW)));
    unseen += answer.progress.end == SEARCH_COMPLETE && quiet && answer.progress.impossible != 0;
    liveness_answer_clear(&answer);
  }
  assert_true(unseen > 0);
  program_free(program);
}

/* --- any number of threads --- */

static void lassos_do_not_depend_on_threads(void **unused) {
  (void)unused;
  struct setting setting = setting_of("mesi", NULL);
  struct program *program = program_of("tests/progress/Abort-each-other+acqrel.sys.litmus");
  struct subject subject = subject_of(&setting, program);
  char *first = NULL;
  subject.options.cold = subject.options.no_evictions = true;
  for (unsigned i = 0; i < 4; i++) {
    struct search_options limits = { .threads = 1 + i % 3,
                                     .visited_new = i == 3 ? reference_set_new : NULL };
    struct liveness_answer answer = ask(&subject, FAIRNESS_USUAL, limits);
    const struct model *model = machine_model(answer.machine);
    const struct trace *trace = &answer.progress.lasso->trace;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    fprintf(out, "%u\n", answer.progress.lasso->loop);
    for (unsigned s = 0; s <= trace->length; s++)
      model->describe_state(model, out, trace->states + (size_t)s * trace->width);
    fclose(out);
    if (first) assert_string_equal(text, first);
    else first = text;
    if (text != first) free(text);
    liveness_answer_clear(&answer);
  }
  free(first);
  program_free(program);
}

int main(void) {
  const struct CMUnitTest alone[] = {
    cmocka_unit_test(programs_have_the_progress_that_they_have),
    cmocka_unit_test(a_spinning_reader_needs_the_tick),
    cmocka_unit_test(excuses_are_narrow),
    cmocka_unit_test(who_deadlocks_is_excused),
    cmocka_unit_test(words_are_kept_for_atomics),
    cmocka_unit_test(who_is_answered_once),
    cmocka_unit_test(back_off_ends_a_livelock),
    cmocka_unit_test(a_lost_request_is_found_beside_a_spinning_thread),
  };
  const struct CMUnitTest threaded[] = { cmocka_unit_test(lassos_do_not_depend_on_threads) };
  return (WATCHES_THREADS ? 0 : cmocka_run_group_tests(alone, NULL, NULL)) +
         cmocka_run_group_tests(threaded, NULL, NULL);
}
