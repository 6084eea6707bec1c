/* A search by clusters and one of the slots agree on programs, too (docs/internals/clusters.md).
 *
 * The test compares states, transitions, broken properties, outcomes and the run to a forbidden
 * ending.  It does so for every record, variant, kind of core and placement, for one thread and
 * two. A sample explores fewer states, and gives variants fewer programs, on one kind of core each
 * (sanitized.h).
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "engine/machine_search.h"
#include "protocol/placement.h"
#include "litmus/program.h"
#include "tests/unit/sanitized.h"
#include "reach.h"
#include "trace_words.h"
#include "machine/outcomes.h"

struct cluster_programs_searched {
  struct search_result result;
  uint64_t sum;
  struct outcome_set *outcomes;
  char *trace;
};

/* Two runs of a program, one of which is by clusters. */
struct cluster_programs_pair {
  const struct question *question;
  struct setting setting;
  const struct program *program;
  unsigned placements;
  unsigned runs; /* that were shown */
};

static struct cluster_programs_searched run_one(const struct cluster_programs_pair *pair,
                                                const struct placement *placement, bool forbids,
                                                bool no_clusters) {
  /* With sums, nothing is known to hold. */
  struct machine_options options = { .cold = pair->question->cold,
                                     .sum = forbids,
                                     .no_clusters = no_clusters };
  struct search_options limits = { .threads = 1 + pair->placements % 2,
                                   .states_max = pair->question->states_max };
  struct outcome_set *nothing = outcome_set_new(pair->program->observable_count);
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new(&pair->setting, pair->program, placement, &options, &error);
  if (!machine) fail_msg("%s", error.message);
  if (forbids) {
    machine_forbid(machine, nothing);
    limits.stop_at = CLAIM(PROPERTY_OUTCOME);
  }
  struct cluster_programs_searched searched = { .result = machine_search(machine, &limits) };
  const struct trace *trace = searched.result.trace;
  if (trace) assert_true(trace_replays(machine_model(machine), trace));
  searched.trace = trace_words(machine_model(machine), trace);
  searched.sum = machine_sum(machine);
  searched.outcomes = machine_outcomes(machine);
  search_result_clear(&searched.result);
  machine_free(machine);
  outcome_set_free(nothing);
  return searched;
}

static bool same(const struct cluster_programs_searched *a,
                 const struct cluster_programs_searched *b) {
  return a->result.states == b->result.states && a->result.transitions == b->result.transitions &&
         a->result.depth == b->result.depth && a->result.broken == b->result.broken &&
         a->result.blocked == b->result.blocked && a->result.end == b->result.end &&
         a->sum == b->sum && !strcmp(a->trace, b->trace) &&
         outcome_set_size(a->outcomes) == outcome_set_size(b->outcomes) &&
         outcome_set_within(a->outcomes, b->outcomes, NULL);
}

static void clear(struct cluster_programs_searched *searched) {
  free(searched->trace);
  outcome_set_free(searched->outcomes);
}

static bool compare_placement(void *context, const struct placement *placement) {
  struct cluster_programs_pair *pair = context;
  for (unsigned forbids = 0; forbids < 2; forbids++) {
    struct cluster_programs_searched clusters = run_one(pair, placement, forbids, false),
                                     slots = run_one(pair, placement, forbids, true);
    if (!same(&clusters, &slots))
      fail_msg("%s, placement %u: %lu states by clusters, %lu by slots:\n%s\n%s",
               pair->question->model, pair->placements, (unsigned long)clusters.result.states,
               (unsigned long)slots.result.states, clusters.trace, slots.trace);
    pair->runs += clusters.trace[0] != '\0';
    clear(&clusters);
    clear(&slots);
  }
  pair->placements++;
  return true;
}

/* How many runs were shown. */
static unsigned compare(const struct question *question, const struct program *program) {
  struct cluster_programs_pair pair = { .question = question,
                                        .setting = setting_of(question),
                                        .program = program };
  struct placement_options options = { .banks = pair.setting.system->banks_matter,
                                       .warps = pair.setting.system->sm_is_warp };
  assert_true(placements_each(program, &options, compare_placement, &pair));
  return pair.runs;
}

/* --- programs --- */

static unsigned compare_text(const struct question *question, const char *text) {
  struct program *program = program_read(text);
  unsigned runs = compare(question, program);
  program_free(program);
  return runs;
}

static unsigned compare_shorthand(const struct question *question, const char *shorthand,
                                  bool fenced) {
  char *text = litmus_of(shorthand, fenced, "true");
  unsigned runs = compare_text(question, text);
  free(text);
  return runs;
}

/* A branch may end a thread's requests.  Loops use only the order of times. */
static const char loop[] =
    "C loop\n{ x = 0; y = 0; }\n"
    "P0 (atomic_int* x, atomic_int* y) { atomic_store_explicit(x, 1, memory_order_relaxed);\n"
    "  atomic_store_explicit(y, 1, memory_order_release); }\n"
    "P1 (atomic_int* x, atomic_int* y) { int r0 = atomic_load_explicit(y, memory_order_acquire);\n"
    "  while (r0 == 0) { r0 = atomic_load_explicit(y, memory_order_acquire); }\n"
    "  int r1 = atomic_load_explicit(x, memory_order_relaxed); }\n"
    "exists (1:r1 == 0)\n";

/* A fence that is no request to the port is passed while the window behind it is full.  The branch
 * then decides which lines are wanted. */
static void a_fence_is_passed(void **state) {
  static const char text[] = "PTX fence\n{ x=0; y=0; }\n"
                             " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;\n"
                             " ld.relaxed.sys r0, y | ld.relaxed.sys r0, x ;\n"
                             " st.relaxed.sys x, 1  | ld.relaxed.sys r1, y ;\n"
                             "                      | fence.sc.sys         ;\n"
                             "                      | ld.relaxed.sys r2, y ;\n"
                             "                      | ld.relaxed.sys r3, y ;\n"
                             "                      | ld.relaxed.sys r4, y ;\n"
                             "                      | ld.relaxed.sys r5, y ;\n"
                             "                      | ld.relaxed.sys r6, y ;\n"
                             "                      | ld.relaxed.sys r7, y ;\n"
                             "                      | bne r1, 1, LC1       ;\n"
                             "                      | ld.relaxed.sys r8, x ;\n"
                             "                      | LC1:                 ;\n"
                             "exists (P1:r1 == 0 /\\ P1:r7 == 0)\n";
  (void)state;
  compare_text(
      &(struct question){
          .model = "gtsc-rc:published-ack", .settings = "gpu", .cold = true, .states_max = 20000 },
      text);
  compare_text(
      &(struct question){
          .model = "gtsc-rc", .settings = "gpu", .cold = true, .states_max = 20000 },
      text);
}

static unsigned compare_setting(const char *name, const char *core, bool transactions, bool sample,
                                uint64_t states_max) {
  struct question question = { .model = name, .settings = core, .states_max = states_max };
  unsigned runs = compare_shorthand(&question, "Xx1 Ry | Xx2 & Rx", true);
  if (!sample)
    runs += compare_text(&question, loop) + compare_shorthand(&question, "Wx1 Wy1 | Ry Rx", false);
  if (transactions) runs += compare_shorthand(&question, "B Wx1 C & Ry B Wx2 C | B Rx C", false);
  return runs;
}

static void every_record(void **state) {
  (void)state;
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned variant = 0; variant <= VARIANTS_MAX; variant++)
      for (unsigned kind = 0; kind < CORE_KINDS; kind++) {
        const struct variant *chosen = variant ? &(*system)->variants[variant - 1] : NULL;
        char name[128];
        if ((chosen && !chosen->name) || !(*system)->claims[kind].offered) continue;
        snprintf(name, sizeof name, "%s%s%s", (*system)->name, chosen ? ":" : "",
                 chosen ? chosen->name : "");
        const char *core = core_kind_name((enum core_kind)kind);
        if (chosen && !test_is_whole() && !is_its_turn(*system, kind, variant)) continue;
        bool transactions = (*system)->transactions.begin != 0;
        unsigned runs = 0;
        if (!test_is_whole())
          runs = compare_setting(name, core, transactions, chosen, chosen ? 300 : 800);
        if (test_is_whole() || (!runs && !chosen))
          runs = compare_setting(name, core, transactions, false, 3000);
        if (!runs && !chosen)
          fail_msg("%s, %s cores: no run was short enough to be shown", name, core);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = { cmocka_unit_test(every_record),
                                      cmocka_unit_test(a_fence_is_passed) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
