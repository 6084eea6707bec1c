/* Mutants: a suite that looks at a fault's effect kills it; any other lets it live, and says so.
 * AddressSanitizer leaves out long cases, whose code the others cover. In `make test` the probes of
 * nhcc and lrcc are only tests, since clients take longer (sanitized.h).
 *
 * builds: plain asan */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "engine/machine_search.h"
#include "base/memory.h"
#include "base/source_load.h"
#include "base/sparse.h"
#include "litmus/read/reader.h"
#include "run/coverage.h"
#include "mutation/probe_list.h"
#include "mutation/mutation.h"
#include "tests/unit/sanitized.h"
#include "run/suite.h"
#include "run/effort.h"
#include "mutation/probe_selection.h"
#include "run/placements.h"
#include "mutation/survivors.h"
#include "run/subject.h"
#include "machine/clients.h"
#include "machine/mutant.h"

#define HEADER "{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
static const char sb[] = "PTX SB+F\n" HEADER " st.weak x, 1 | st.weak y, 1 ;\n fence.sc.sys | "
                         "fence.sc.sys ;\n ld.weak r0, y | ld.weak r0, x ;\n"
                         "exists (P0:r0 == 0 /\\ P1:r0 == 0)\n";
static const char own[] = "PTX own\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.weak x, 1 ;\n ld.weak r0, x "
                          ";\nexists (P0:r0 == 0)\n";
static const char mp[] = "PTX MP\n" HEADER " st.weak x, 1 | ld.weak r0, y ;\n st.weak y, 1 | "
                         "ld.weak r1, x ;\nexists (P1:r0 == 1 /\\ P1:r1 == 0)\n";

static const char three[] =
    "PTX three\n{ x=0; y=0; z=0; }\n P0@cta 0,gpu 0 ;\n"
    " ld.weak r0, x ;\n ld.weak r1, y ;\n ld.weak r2, z ;\nexists (P0:r0 == 1)\n";

/* A sample has room for small tests, and for no client. */
static struct effort effort_on_tests(void) {
  return (struct effort){ .threads = 2, .memory_max = test_is_whole() ? 256 << 20 : 256 << 10 };
}

static struct mutation mutants_in(const struct setting *setting, const char *only,
                                  const char *const *texts, unsigned count) {
  struct test tests[2] = { { 0 } };
  struct suite suite = { tests, count, 0 };
  struct mutation mutation;
  struct diagnostic error = { NULL };
  struct effort effort = effort_on_tests();
  for (unsigned i = 0; i < count; i++) {
    tests[i] =
        (struct test){ .path = (char *)"t",
                       .program = litmus_read_text("t", texts[i], strlen(texts[i]), &error) };
    assert_non_null(tests[i].program);
  }
  struct mutation_choice choice = { .all_tests = true, .only = only };
  if (!mutation_run(setting, &suite, &choice, &effort, &mutation, &error))
    fail_msg("%s", error.message);
  /* the tests end here */
  for (unsigned i = 0; i < mutation.count; i++) mutation.results[i].test = NULL;
  for (unsigned i = 0; i < count; i++) program_free(tests[i].program);
  return mutation;
}

static struct mutation some_mutants_of(const char *name, const char *only, const char *const *texts,
                                       unsigned count) {
  struct setting setting;
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&setting, name, &error));
  return mutants_in(&setting, only, texts, count);
}

/* Mutants of nhcc's L1 that lose a store, where nhcc claims nothing of its steps. */
static struct mutation unclaimed_mutants(const char *const *texts, unsigned count) {
  static struct system unclaimed;
  struct setting setting;
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&setting, "nhcc", &error));
  unclaimed = *setting.system;
  for (unsigned kind = 0; kind < KINDS_MAX; kind++) unclaimed.kinds[kind].keeps = NULL;
  setting.system = &unclaimed;
  return mutants_in(&setting, "I|IA/STORE:", texts, count);
}

static struct mutation mutants_of(const char *name, const char *const *texts, unsigned count) {
  return some_mutants_of(name, NULL, texts, count);
}

static const struct mutant_result *fate_of(const struct mutation *mutation, const char *part) {
  for (unsigned i = 0; i < mutation->count; i++)
    if (strstr(mutation->results[i].text, part)) return &mutation->results[i];
  fail_msg("no mutant \"%s\"", part);
  return NULL;
}

/* A test sees what no invariant sees: here, that a store does nothing. */
static void killed_by_what_sees_it(void **state) {
  (void)state;
  struct mutation mutation = unclaimed_mutants((const char *const[]){ own, mp }, 2);
  const struct mutant_result *lost = fate_of(&mutation, "I|IA/STORE: without st");
  assert_int_equal(lost->killer, KILLED_BY_TEST);
  assert_int_equal(lost->property, PROPERTY_OUTCOME);
  assert_int_equal(mutation_totals(&mutation).killed[SURVIVED], 0);
  assert_int_equal(mutation_status(&mutation), 0);
  mutation_clear(&mutation);
}

/* Without tests, what only outcomes show survives without a reason. */
static void survivors_need_reasons(void **state) {
  (void)state;
  struct mutation mutation = unclaimed_mutants(NULL, 0);
  const struct mutant_result *lost = fate_of(&mutation, "I|IA/STORE: without st");
  assert_int_equal(lost->killer, SURVIVED);
  assert_int_equal(lost->survival, SURVIVES_CHANGED);
  assert_null(lost->reason);
  assert_true(mutation_totals(&mutation).unexplained > 0);
  assert_int_equal(mutation_status(&mutation), 1);
  mutation_clear(&mutation);
}

static struct mutation under_clients(const char *name, const char *only) {
  struct setting setting;
  struct suite none = { NULL, 0, 0 };
  struct mutation mutation;
  struct diagnostic error = { NULL };
  struct effort effort = { .threads = 2, .memory_max = 256 << 20 };
  struct mutation_choice choice = { .clients = true, .only = only };
  assert_true(setting_parse(&setting, name, &error));
  if (!mutation_run(&setting, &none, &choice, &effort, &mutation, &error))
    fail_msg("%s", error.message);
  return mutation;
}

/* Under only clients the same survives, and needs no reason. */
static void clients_alone_need_none(void **state) {
  (void)state;
  struct mutation mutation = under_clients("incoherent-l1", "V/STORE:");
  const struct mutant_result *slower = fate_of(&mutation, "V/STORE: to I instead of V");
  assert_int_equal(slower->killer, SURVIVED);
  assert_int_equal(slower->survival, SURVIVES_CHANGED);
  assert_int_equal(mutation.reasons.count, 0);
  assert_int_equal(mutation_totals(&mutation).unexplained, 0);
  assert_int_equal(mutation_status(&mutation), 0);
  mutation_clear(&mutation);
}

/* Data that is not taken shows where a store leaves part of it: in a line of two words. */
static void clients_of_two_words(void **state) {
  (void)state;
  struct mutation mutation = under_clients("rfo", "all_in: without take_data");
  assert_int_equal(mutation.count, 1);
  assert_int_equal(mutation.results[0].killer, KILLED_BY_PROOF);
  assert_int_equal(mutation.results[0].property, PROPERTY_DATA_VALUE);
  mutation_clear(&mutation);
}

/* A step that changes nothing is no way out: a buffer that drains into itself is a deadlock. */
static void going_nowhere(void **state) {
  (void)state;
  struct mutation mutation = mutants_of("tso", (const char *const[]){ sb, mp }, 2);
  const struct mutant_result *stuck = fate_of(&mutation, "without drain");
  assert_int_not_equal(stuck->killer, SURVIVED);
  assert_int_equal(stuck->property, PROPERTY_DEADLOCK);
  assert_int_not_equal(fate_of(&mutation, "M/FENCE when empty: when not empty")->killer, SURVIVED);
  mutation_clear(&mutation);
}

/* An empty line that is written back for ever breaks no invariant, but the machine never comes to
 * rest. It goes on so after a thread has ended its program. */
static void lost_progress(void **state) {
  (void)state;
  static const char released[] =
      "PTX released\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.release.sys x, 1 ;\n ld.weak r0, x ;\n"
      "exists (P0:r0 == 0)\n";
  struct mutation mutation =
      some_mutants_of("lrcc", "OI/PutAck: to D", (const char *const[]){ released }, 1);
  assert_int_equal(mutation.count, 1);
  assert_int_equal(mutation.results[0].killer, KILLED_BY_TEST);
  assert_true(mutation.results[0].stuck);
  assert_int_equal(mutation.results[0].progress, PROGRESS_NONE);
  mutation_clear(&mutation);
}

/* Every line of a survivors.tsv names an existing mutant. */
static void lines_name(const struct system *system, const struct dictionary *mutants) {
  struct survivors survivors = survivors_read(system);
  for (unsigned i = 0; i < survivors.count; i++) {
    const char *text = survivors.items[i].text;
    if (!dictionary_find(mutants, text, strlen(text)))
      fail_msg("%s: \"%s\" is no mutant", survivors.path, text);
  }
  survivors_clear(&survivors);
}

/* survivors.tsv names mutants by their text, so texts are unique. */
static void texts_name(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    struct dictionary seen = { NULL };
    for (unsigned i = 0; i < mutant_count(*system); i++) {
      char *text = NULL;
      size_t length;
      struct mutant mutant = mutant_at(*system, i);
      FILE *memory = open_memstream(&text, &length);
      mutant_print(memory, *system, &mutant);
      fclose(memory);
      if ((*dictionary_at(&seen, text, length))++)
        fail_msg("%s: two mutants are called \"%s\"", (*system)->name, text);
      free(text);
    }
    lines_name(*system, &seen);
    dictionary_free(&seen);
  }
}

/* The result of a kept run: its mutants and survivors are those of the tables and reasons. */
static void kept_result_fits(const struct system *system) {
  struct diagnostic none = { NULL };
  size_t length;
  char *path = memory_format("results/mutants/%s.txt", system->name),
       *text = source_load(path, &length, &none);
  char *total = memory_format("\n%s: %u mutant", system->name, mutant_count(system));
  struct survivors reasons = survivors_read(system);
  unsigned survivors = 0;
  diagnostic_clear(&none);
  if (text && !strstr(text, total))
    fail_msg("%s: it is not of %u mutants", path, mutant_count(system));
  for (char *at = text; text && (at = strstr(at, "\n  survived  ")); at++) survivors++;
  if (text && survivors != reasons.count)
    fail_msg("%s: %u survivors, %u reasons", path, survivors, reasons.count);
  for (unsigned i = 0; text && i < reasons.count; i++) {
    char *name = memory_format("\n  survived  %s: ", reasons.items[i].text),
         *at = strstr(text, name);
    char *reason = memory_format(": %s\n", reasons.items[i].reason);
    char *said = at ? strstr(at, reason) : NULL;
    if (!said || memchr(at + 1, '\n', (size_t)(said - at - 1)))
      fail_msg("%s: not as the reasons have it:%s", path, name);
    memory_free(name);
    memory_free(reason);
  }
  survivors_clear(&reasons);
  memory_free(total);
  memory_free(text);
  memory_free(path);
}

static void kept_results_fit(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) kept_result_fits(*system);
}

/* A nearby variant claims what its record says: those of gtsc-sc that reset times claim less. */
static void variants_are_near(void **state) {
  (void)state;
  struct setting setting;
  struct diagnostic error = { NULL };
  assert_true(setting_parse(&setting, "gtsc-sc", &error));
  struct nearby_settings near = nearby_settings_of(&setting);
  unsigned overflowing = 0, less = 0;
  for (unsigned i = 0; i < near.count; i++) {
    char *name = setting_name(&near.items[i]);
    bool claims_it = setting_invariants(&near.items[i]) & CLAIM(PROPERTY_VALUE_LOGICAL);
    overflowing += !strcmp(name, "gtsc-sc:overflow");
    less += !claims_it;
    memory_free(name);
  }
  assert_int_equal(overflowing, 1);
  assert_int_equal(less, 2); /* and gtsc-sc:kernel */
}

/* Does the row whose guard has this name fire on the machine? */
static bool fires_on(const struct subject *subject, const char *when_name) {
  struct diagnostic error = { NULL };
  struct machine *machine = subject_machine(subject, &error);
  struct search_result result =
      machine_search(machine, &(struct search_options){ .threads = 1, .states_max = 20000 });
  struct coverage *fired = memory_new(1, sizeof *fired);
  coverage_add(fired, machine, subject->setting.system);
  bool fires = false;
  for (unsigned k = 0; k < KINDS_MAX && subject->setting.system->kinds[k].name; k++)
    for (unsigned r = 0; r < subject->setting.system->kinds[k].table.row_count; r++) {
      const char *when = subject->setting.system->kinds[k].table.rows[r].when_name;
      fires |= when && !strcmp(when, when_name) && fired->fired[k][r][0];
    }
  memory_free(fired);
  search_result_clear(&result);
  machine_free(machine);
  return fires;
}

/* An acquire waits for several other L2s where a GPU has three; sw-hier's GPUs have two. */
static void clients_on_more_gpms(void **state) {
  (void)state;
  struct setting setting;
  struct probe_list list = { 0 };
  struct diagnostic error = { NULL };
  unsigned of_two = 0, of_three = 0;
  assert_true(setting_parse(&setting, "sw-hier", &error));
  probe_list_add_clients(&list, &setting, &(struct effort){ .threads = 1 });
  for (size_t i = 0; i < list.length; i++) {
    const struct client *client = &list.items[i].subject.client;
    if (!client->placed || client->lines < 2) continue;
    if (client->topology.gpms == 2) of_two += fires_on(&list.items[i].subject, "not_last_cache");
    else of_three += fires_on(&list.items[i].subject, "not_last_cache");
  }
  memory_free(list.items);
  assert_int_equal(of_two, 0);
  assert_int_equal(of_three, 1);
}

/* Spare probes are tried where they are asked for, and nowhere else. */
static void left_out_by_setting(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct test test = { .path = (char *)"t",
                       .program = litmus_read_text("t", mp, strlen(mp), &error) };
  struct effort effort = { .threads = 2, .memory_max = 256 << 20 };
  struct setting setting;
  struct probes made;
  assert_true(setting_parse(&setting, "no-l1", &error));
  assert_true(probes_make(&setting, &(struct suite){ &test, 1, 0 }, true, &effort, &made, &error));
  struct probes probes = { .spare = made.items, .spare_count = made.count };
  struct mutant mutant = mutant_at(setting.system, 0);
  const struct mutant *suspects[] = { &mutant };
  probes_widen(&probes, suspects, 1, 0, &effort);
  assert_int_equal(probes.count, 0);
  probes_widen(&probes, suspects, 1, 1 << 1, &effort);
  unsigned beside = probes.count;
  assert_int_not_equal(beside, 0);
  probes_widen(&probes, suspects, 1, 1 << 0, &effort);
  assert_true(probes.count > beside);
  for (unsigned i = 0; i < probes.count; i++) assert_int_equal(probes.items[i].near, i < beside);
  probes_clear(&probes);
  program_free(test.program);
}

/* Counts the probes of the test, from cold, in this setting or a nearby one, on GPUs of so many
 * GPMs. */
static unsigned placements_tried(const struct probes *probes, unsigned near, unsigned gpms) {
  unsigned count = 0;
  for (unsigned i = 0; i < probes->count + probes->spare_count; i++) {
    const struct probe *probe =
        i < probes->count ? &probes->items[i] : &probes->spare[i - probes->count];
    const struct machine_options *options = &probe->subject.options;
    count += probe->test && probe->near == near && options->cold && !options->no_reduction &&
             probe->subject.placement.topology.gpms == gpms;
  }
  return count;
}

static bool has_third_gpm(const struct placement *placement) {
  for (unsigned line = 0; line < placement->lines; line++)
    if (placement->home_of_line[line] % placement->topology.gpms == 2) return true;
  return false;
}

/* Placements of a program of one thread: none, or all, have a third GPM in a GPU. */
static unsigned all_placements(const struct setting *setting, const struct program *program,
                               bool wider) {
  struct effort effort = { .layouts = true, .wider = wider };
  struct diagnostic error = { NULL };
  struct placements placements;
  if (!placements_list(setting, program, &effort, &placements, &error))
    fail_msg("%s", error.message);
  unsigned count = placements.count;
  for (unsigned i = 0; i < count; i++) assert_int_equal(has_third_gpm(&placements.items[i]), wider);
  memory_free(placements.items);
  return count;
}

/* Placements are limited, more so in nearby settings; as many on GPUs with a GPM more need it. */
static void placements_on_gpms(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct test test = { .path = (char *)"t",
                       .program = litmus_read_text("t", three, strlen(three), &error) };
  struct effort effort = { .threads = 1,
                           .memory_max = 256 << 10,
                           .layouts = true }; /* no clients: they take longer */
  struct setting setting;
  struct probes probes;
  assert_true(setting_parse(&setting, "sw-hier", &error));
  assert_true(
      probes_make(&setting, &(struct suite){ &test, 1, 0 }, false, &effort, &probes, &error));
  assert_true(all_placements(&setting, test.program, false) > 32);
  assert_int_equal(placements_tried(&probes, 0, 2), 32);
  assert_int_equal(placements_tried(&probes, 1, 2), 8);
  assert_true(all_placements(&setting, test.program, true) > 8);
  assert_int_equal(placements_tried(&probes, 0, 3), 8);
  probes_clear(&probes);
  program_free(test.program);
}

static void coverage(void **state) {
  (void)state;
  struct diagnostic error = { NULL };
  struct test test = { .path = (char *)"t",
                       .program = litmus_read_text("t", mp, strlen(mp), &error) };
  struct setting setting;
  assert_true(setting_parse(&setting, "sc", &error));
  struct coverage *fired = coverage_run(&setting, &(struct suite){ &test, 1, 0 }, false,
                                        &(struct effort){ .threads = 2 });
  bool load = false, atomic = false;
  for (unsigned r = 0; r < setting.system->kinds[0].table.row_count; r++)
    for (unsigned s = 0; s < STATES_MAX; s++) {
      load |= fired->fired[0][r][s] & LOAD;
      atomic |= fired->fired[0][r][s] & ATOMIC;
    }
  assert_true(load);
  assert_false(atomic);
  memory_free(fired);
  program_free(test.program);
}

static void nothing_left(void **state) {
  (void)state;
  assert_int_equal(memory_blocks(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(clients_of_two_words), cmocka_unit_test(going_nowhere),
    cmocka_unit_test(texts_name),           cmocka_unit_test(kept_results_fit),
    cmocka_unit_test(variants_are_near),    cmocka_unit_test(clients_on_more_gpms),
    cmocka_unit_test(left_out_by_setting),  cmocka_unit_test(coverage),
    cmocka_unit_test(nothing_left)
  };
  const struct CMUnitTest long_ones[] = {
    cmocka_unit_test(clients_alone_need_none), cmocka_unit_test(killed_by_what_sees_it),
    cmocka_unit_test(survivors_need_reasons),  cmocka_unit_test(lost_progress),
    cmocka_unit_test(placements_on_gpms),      cmocka_unit_test(nothing_left)
  };
  return cmocka_run_group_tests(tests, NULL, NULL) +
         (SANITIZED ? 0 : cmocka_run_group_tests(long_ones, NULL, NULL));
}
