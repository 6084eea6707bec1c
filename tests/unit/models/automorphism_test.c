/* Threads that are alike (alike.c): without other reductions the states that the reduced search
 * stands for are, in number, those of the full one, and both end in the same outcomes, as often;
 * with all reductions the outcomes are the same, too, and so is what is broken.  On every record
 * and every kind of core that it has, in every placement, locations that share a line among them.
 * Which programs are found to be alike is said by hand; and a table that names an SM is found out.
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "kit/placement.h"
#include "litmus/program.h"
#include "plant.h"
#include "reach.h"
#include "search/search.h"
#include "tests/unit/sanitized.h"

enum { STATES_MAX_HERE = 20000, STATES_MAX_OF_SAMPLE = 4000 };

/* What a search says that exchanging threads must not change. */
struct alike_told {
  bool whole;
  unsigned symmetries;
  uint64_t states, stand_for, broken;
  struct outcome_set *outcomes;
};

struct alike {
  const struct setting *setting;
  const struct program *program;
  uint64_t states_max;
  unsigned compared, differ, most; /* the largest group */
  uint64_t states, explored;
};

static struct alike_told search_with(const struct alike *comparison,
                                     const struct placement *placement,
                                     const struct machine_options *options) {
  struct search_options limits = { .threads = 1, .states_max = comparison->states_max };
  struct diagnostic error = { NULL };
  struct machine *machine =
      machine_new(comparison->setting, comparison->program, placement, options, &error);
  if (!machine) fail_msg("%s", error.message);
  struct alike_told told = { .symmetries = machine_symmetries(machine) };
  struct search_result result = machine_search(machine, &limits);
  told.whole = result.end == SEARCH_COMPLETE;
  told.states = result.states;
  told.stand_for = machine_orbit_states(machine);
  told.broken = result.broken;
  told.outcomes = machine_outcomes(machine);
  search_result_clear(&result);
  machine_free(machine);
  return told;
}

/* An outcome, and how often it was seen, one after the other. */
struct alike_listing {
  uint64_t sum;
  unsigned width;
  bool counts;
};

static void list(void *context, const int64_t *outcome, uint64_t times) {
  struct alike_listing *listing = context;
  for (unsigned i = 0; i < listing->width; i++)
    listing->sum = (listing->sum ^ (uint64_t)outcome[i]) * 0x100000001b3;
  listing->sum = (listing->sum ^ (listing->counts ? times : 1)) * 0x100000001b3;
}

static uint64_t listed(const struct alike *comparison, const struct alike_told *told, bool counts) {
  struct alike_listing listing = { .width = machine_outcome_width(comparison->program),
                                   .counts = counts };
  outcome_set_each(told->outcomes, list, &listing);
  return listing.sum;
}

static bool compare_placement(void *context, const struct placement *placement) {
  static const struct machine_options all = { .no_reduction = true }, reduced = { .alike = true },
                                      exactly = { .no_reduction = true,
                                                  .keep_symmetry = true,
                                                  .alike = true };
  struct alike *comparison = context;
  struct alike_told full = search_with(comparison, placement, &all);
  if (full.whole) {
    struct alike_told exact = search_with(comparison, placement, &exactly),
                      few = search_with(comparison, placement, &reduced);
    bool same = exact.stand_for == full.states && exact.broken == full.broken &&
                listed(comparison, &exact, true) == listed(comparison, &full, true) &&
                few.broken == full.broken &&
                listed(comparison, &few, false) == listed(comparison, &full, false);
    comparison->differ += !same;
    comparison->compared++;
    comparison->states += full.states;
    comparison->explored += exact.states;
    if (exact.symmetries > comparison->most) comparison->most = exact.symmetries;
    outcome_set_free(exact.outcomes);
    outcome_set_free(few.outcomes);
  }
  outcome_set_free(full.outcomes);
  return true;
}

static struct alike compare_text(const struct setting *setting, const char *text, bool sample) {
  struct program *program = program_read(text);
  struct placement_options options = { .banks = setting->system->banks_matter,
                                       .warps = setting->system->sm_is_warp,
                                       .shared_lines = true,
                                       .topology = setting->system->topology };
  struct alike comparison = { .setting = setting,
                              .program = program,
                              .states_max = sample && !test_is_whole() ? STATES_MAX_OF_SAMPLE
                                                                       : STATES_MAX_HERE };
  assert_true(placements_each(program, &options, compare_placement, &comparison));
  program_free(program);
  comparison.program = NULL;
  return comparison;
}

static struct alike compare(const struct setting *setting, const char *shorthand, bool sample) {
  char *text = litmus_of(shorthand, false, "true");
  struct alike comparison = compare_text(setting, text, sample);
  free(text);
  return comparison;
}

static const struct {
  const char *program;
  unsigned group;
} programs[] = {
  { "Wx1 Ry | Wy1 Rx", 2 },     /* SB: threads with their locations */
  { "Rx Wy1 | Ry Wx1", 2 },     /* LB */
  { "Xx1 | Xx1", 2 },           /* the same code */
  { "Wx1 | Rx Rx | Rx Rx", 2 }, /* the readers */
  { "Xx1 & Rx | Xx1 & Rx",
    4 }, /* two CTAs, of two threads each: those that exchange, and those that read */
  { "Wx1 Wy1 | Ry Rx", 1 }, /* MP: none */
  { "Wx1 Ry | Wy2 Rx", 1 }, /* other values */
  { "Xx1 | Xx1 | Xx1", 6 },
  { "Rx | Rx | Rx | Rx", 24 }, /* as many permutations as sums are kept of */
};
enum { PROGRAMS = sizeof programs / sizeof *programs, SMALL = 3 };

static void every_record(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned kind = 0; kind < CORE_KINDS; kind++) {
      struct diagnostic error = { NULL };
      struct setting setting;
      unsigned compared = 0;
      if (!(*system)->claims[kind].offered) continue;
      if (!setting_parse(&setting, (*system)->name, &error)) fail_msg("%s", error.message);
      setting.core = (enum core_kind)kind;
      for (unsigned i = 0; i < (test_is_whole() ? PROGRAMS : SMALL); i++) {
        struct alike comparison = compare(&setting, programs[i].program, true);
        if (comparison.differ)
          fail_msg("%s, %s: %u placements differ", (*system)->name, programs[i].program,
                   comparison.differ);
        compared += comparison.compared;
      }
      if (!compared) fail_msg("%s: no placement is small enough", (*system)->name);
    }
}

static void alike_as_said(void **state) {
  static const char *const names[] = { "wt", "mesi", "gtsc-sc" };
  (void)state;
  for (unsigned i = 0; i < PROGRAMS; i++) {
    unsigned compared = 0;
    for (unsigned n = 0; n < sizeof names / sizeof *names; n++) {
      struct diagnostic error = { NULL };
      struct setting setting;
      if (!setting_parse(&setting, names[n], &error)) fail_msg("%s", error.message);
      struct alike comparison = compare(&setting, programs[i].program, false);
      assert_int_equal(comparison.differ, 0);
      if (comparison.compared && comparison.most != programs[i].group)
        fail_msg("%s, %s: %u instead of %u", names[n], programs[i].program, comparison.most,
                 programs[i].group);
      if (programs[i].group == 1) assert_int_equal(comparison.explored, comparison.states);
      else if (comparison.compared) assert_true(comparison.explored < comparison.states);
      compared += comparison.compared;
    }
    if (!compared) fail_msg("%s: no placement is small enough", programs[i].program);
  }
}

/* More of them than there is room for permutations of. */
static void untouched_locations_stay(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "sc", &error)) fail_msg("%s", error.message);
  struct alike comparison = compare_text(&setting,
                                         "PTX unused\n"
                                         "{ x=0; a=0; b=0; c=0; d=0; e=0; }\n"
                                         " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                                         " st.relaxed.sys x, 1 | st.relaxed.sys x, 1 ;\n"
                                         "exists (x=1 /\\ a=0 /\\ b=0 /\\ c=0 /\\ d=0 /\\ e=0)\n",
                                         true);
  assert_int_equal(comparison.differ, 0);
  assert_int_equal(comparison.most, 2);
}

/* Threads of one transaction each, whose history names them. */
static void transactions(void **state) {
  unsigned most = 0;
  (void)state;
  for (const struct system *const *system = systems(); *system; system++) {
    struct diagnostic error = { NULL };
    struct setting setting;
    if (!(*system)->transactions.begin) continue;
    if (!setting_parse(&setting, (*system)->name, &error)) fail_msg("%s", error.message);
    struct alike comparison = compare(&setting, "B Rx Wx1 C | B Rx Wx1 C", false);
    if (comparison.most > most) most = comparison.most;
    if (comparison.differ) fail_msg("%s: %u placements differ", (*system)->name, comparison.differ);
  }
  assert_int_equal(most, 2);
}

static void names_are_noticed(void **state) {
  struct diagnostic error = { NULL };
  struct setting setting;
  (void)state;
  if (!setting_parse(&setting, "mesi", &error)) fail_msg("%s", error.message);
  struct planted *bug = plant_new("mesi");
  plant_names(bug, 1);
  setting.system = &bug->system;
  unsigned differ = 0;
  for (unsigned i = 0; i < SMALL; i++)
    differ += compare(&setting, programs[i].program, true).differ;
  assert_true(differ > 0);
  free(bug);
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(alike_as_said),
                                      cmocka_unit_test(every_record),
                                      cmocka_unit_test(untouched_locations_stay),
                                      cmocka_unit_test(transactions),
                                      cmocka_unit_test(names_are_noticed) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
