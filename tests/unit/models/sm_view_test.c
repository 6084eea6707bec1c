/* Views of SMs (abstract/sm_parts.h) in every record whose states can be taken apart.
 *
 * The test explores 3 SMs, breadth first and on random walks, and with WHOLE also 4.
 *   round trip  A state's parts can be put together to this state.  All states that have these
 *               parts yield them again.
 *   step        A view has the nodes of 1 or 2 SMs; the other SMs are its bystanders.  After each
 *               step, the view of any SMs with the acting one is unchanged, or a step of the view
 *               before leads to it.
 *   exchange    If SMs are exchanged, the nodes are exchanged, and the hubs' part is unchanged.
 *   broken      A broken property is broken in the view of some k + 1 SMs, for views of k SMs.
 *               That is 2 SMs; tc-strong and tc-weak are proved with k = 2, so 3 of 4 SMs.
 * Faults are planted for each.  sm_parts.h cites the method.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "abstract/sm_apart.h"
#include "protocol/step.h"
#include "reduce/permutation.h"
#include "tests/unit/sanitized.h"
#include "plant.h"
#include "sm_view.h"
#include "walk.h"

enum { PLANTED_STATES = 3000 };

/* --- exchanged SMs --- */

static void exchange(const struct machine *machine, const struct permutation *p,
                     const slot_t *state, slot_t *image) {
  for (unsigned slot = 0; slot < machine->model.width; slot++)
    image[p->slot[slot]] = symmetry_permuted_content(machine, p, slot, state[slot]);
}

/* Are the image's parts those of the state, with the nodes exchanged? */
static bool is_exchanged(const struct sm_frame *frame, const struct permutation *p,
                         const slot_t *state, const slot_t *image) {
  struct apart before, after;
  if (sm_apart(frame, state, frame->sms, &before) != APART ||
      sm_apart(frame, image, frame->sms, &after) != APART || before.hubs != after.hubs)
    return false;
  for (unsigned sm = 0; sm < frame->sms; sm++)
    if (after.node[p->sm[sm]] != before.node[sm]) return false;
  return true;
}

/* `only_hubs`: a fault in the exchange, by which the slots of SMs stay. */
struct sm_view_exchange {
  const struct sm_frame *frame;
  bool only_hubs, exact;
};

static bool exchange_all(void *context, const slot_t *state, const struct steps *steps) {
  struct sm_view_exchange *of = context;
  const struct machine *machine = of->frame->machine;
  const struct symmetry *symmetry = machine->reductions.symmetry;
  slot_t image[WIDTH_MAX];
  (void)steps;
  for (unsigned by = 1; by < symmetry->count; by++) {
    exchange(machine, &symmetry->items[by], state, image);
    for (unsigned sm = 0; of->only_hubs && sm < of->frame->sms; sm++)
      for (unsigned i = 0; i < of->frame->sm[sm].count; i++)
        image[of->frame->sm[sm].slot[i]] = state[of->frame->sm[sm].slot[i]];
    of->exact &= is_exchanged(of->frame, &symmetry->items[by], state, image);
  }
  return of->exact;
}

/* true, too, where states cannot be taken apart. */
static bool exchanges(const struct setting *setting, unsigned length, bool only_hubs) {
  const struct client client = { .sms = 3,
                                 .threads = 3,
                                 .lines = 1,
                                 .values = 1,
                                 .sm_of_thread = { 0, 1, 2 },
                                 .topology = setting->system->topology };
  const struct machine_options options = {
    .cold = true, .no_reduction = true, .keep_symmetry = true, .together = true
  };
  struct view_parts parts;
  const char *why;
  uint32_t random = 1;
  if (client.topology.gpms) return true;
  struct machine *machine = machine_of_client(setting, &client, &options);
  view_parts_begin(&parts);
  struct sm_frame *frame = sm_frame_new(&parts, machine, &why);
  struct sm_view_exchange of = { frame, only_hubs, true };
  if (frame) {
    assert_int_equal(machine_symmetries(machine), 6);
    walk_randomly(machine, length, &random, exchange_all, &of);
    sm_frame_free(frame);
  }
  view_parts_end(&parts);
  machine_free(machine);
  return of.exact;
}

/* --- every record --- */

static void in_each_setting(void (*visit)(const struct setting *setting, const char *name)) {
  for (const struct system *const *system = systems(); *system; system++)
    for (unsigned variant = 0; variant <= VARIANTS_MAX; variant++) {
      const struct variant *chosen = variant ? &(*system)->variants[variant - 1] : NULL;
      char name[128];
      if (chosen && !chosen->name) break;
      snprintf(name, sizeof name, "%s%s%s", (*system)->name, chosen ? ":" : "",
               chosen ? chosen->name : "");
      struct setting setting = setting_named(name);
      visit(&setting, name);
    }
}

static unsigned explored;
static uint64_t broken_states;

static void hold(const struct setting *setting, const char *name, unsigned sms, uint32_t states,
                 unsigned length) {
  struct sm_view_run run;
  if (!sm_view_explore(&run, setting, sms, states, length)) return;
  if (run.failed)
    fail_msg("%s, %u SMs: checks %x failed after %lu states", name, sms, run.failed,
             (unsigned long)run.states);
  explored++;
  broken_states += run.broken;
}

static void hold_setting(const struct setting *setting, const char *name) {
  unsigned sms = sm_view_is_proved_by_two(setting) ? 4 : 3, length = test_sample(500, 700, 1000);
  hold(setting, name, sms, length, length);
  if (test_is_whole()) hold(setting, name, 7 - sms, 300, 300);
}

static void every_record(void **state) {
  (void)state;
  in_each_setting(hold_setting);
  assert_true(explored > 20);
  assert_true(broken_states > 0);
}

static void exchange_setting(const struct setting *setting, const char *name) {
  if (!exchanges(setting, test_sample(300, 500, 2000), false))
    fail_msg("%s: the hubs' part names an SM", name);
}

static void every_exchange(void **state) {
  (void)state;
  in_each_setting(exchange_setting);
}

/* --- planted faults --- */

/* Has each row of a kind act once more. */
static void plant_everywhere(struct planted *bug, unsigned kind, action *more) {
  for (unsigned r = 0; r < bug->system.kinds[kind].table.row_count; r++) {
    struct row *row = &bug->rows[kind][r];
    unsigned a = table_row_action_count(row);
    if (row->kind == ROW_ACT && a < ROW_ACTIONS_MAX) row->actions[a] = more;
  }
}

static unsigned failed_checks(struct system *system, unsigned sms) {
  struct setting setting = setting_named("gpu-vi");
  struct sm_view_run run;
  setting.system = system;
  assert_true(sm_view_explore(&run, &setting, sms, PLANTED_STATES, PLANTED_STATES));
  return run.failed;
}

static unsigned failed_with(unsigned kind, action *more, unsigned sms) {
  struct planted *bug = plant_new("gpu-vi");
  if (more) plant_everywhere(bug, kind, more);
  unsigned failed = failed_checks(&bug->system, sms);
  free(bug);
  return failed;
}

static void count_sharers(struct step *step) {
  step->line->flag = (uint8_t)__builtin_popcount(step->line->sharers);
}
static void note_three_sharers(struct step *step) {
  step->line->flag = __builtin_popcount(step->line->sharers) == 3;
}
static void note_if_first(struct step *step) {
  step->line->flag = step->in && step_incoming(step)->from == step_controller_of_sm(step, 0);
}
static void note_least_sharer(struct step *step) {
  step->line->flag = (uint8_t)__builtin_ctz(step->line->sharers | 1u << CORES_MAX);
}
static void name_another(struct step *step) {
  step->line->owner = (uint8_t)((step->me->index + 1) % step->shape->sms);
}

static void hubs_that_count(void **state) {
  (void)state;
  assert_int_equal(failed_with(1, NULL, 3), 0);
  assert_int_equal(failed_with(1, count_sharers, 3), CHECK_STEP);
  assert_int_equal(failed_with(1, note_three_sharers, 3), CHECK_STEP);
  assert_int_equal(failed_with(1, note_three_sharers, 4), CHECK_STEP);
}

static void hubs_that_name_sms(void **state) {
  (void)state;
  assert_int_equal(failed_with(1, note_if_first, 3), CHECK_STEP);
  assert_int_equal(failed_with(1, note_least_sharer, 3), CHECK_STEP);
  struct planted *bug = plant_new("gpu-vi");
  plant_names(bug, 1);
  assert_int_equal(failed_checks(&bug->system, 3), CHECK_STEP);
  free(bug);
}

static void sms_that_name_another(void **state) {
  (void)state;
  assert_int_equal(failed_with(0, name_another, 3), CHECK_PARTS);
}

static bool mix_parts(void *context, const slot_t *state, const struct steps *steps) {
  struct sm_view_run *run = context;
  struct apart apart;
  (void)steps;
  assert_int_equal(sm_apart(run->whole, state, 3, &apart), APART);
  const uint32_t *node = apart.node;
  if (node[0] == node[1] || node[0] == node[2] || node[1] == node[2]) return true;
  run->states++;
  const struct apart mixed = { apart.hubs, { node[1], node[0], node[2] }, { 0 } };
  assert_true(sm_view_round_trip(run->whole, state, &apart));
  assert_false(sm_view_round_trip(run->whole, state, &mixed));
  return true;
}

/* Exchanged nodes do not make the same state. */
static void mixed_parts(void **state) {
  struct setting setting = setting_named("gpu-vi");
  struct sm_view_run run;
  (void)state;
  assert_true(sm_view_begin(&run, &setting, 3));
  walk_randomly(run.whole->machine, PLANTED_STATES, &run.random, mix_parts, &run);
  assert_true(run.states > 0);
  sm_view_end(&run);
}

static void half_exchanges(void **state) {
  struct setting setting = setting_named("gpu-vi");
  (void)state;
  assert_true(exchanges(&setting, PLANTED_STATES, false));
  assert_false(exchanges(&setting, PLANTED_STATES, true));
}

/* An invariant of three SMs cannot be seen in the views of two. */
static bool less_than_three_lines(const struct shape *shape, const struct local *const *locals) {
  unsigned lines = 0;
  for (unsigned sm = 0; sm < shape->sms; sm++)
    lines += locals[shape_l1(shape, sm)]->line[0].state != 0;
  return lines < 3;
}

static void invariants_of_three_sms(void **state) {
  (void)state;
  struct planted *bug = plant_new("gpu-vi");
  bug->system.own_invariant.holds = less_than_three_lines;
  assert_int_equal(failed_checks(&bug->system, 3), CHECK_BROKEN);
  free(bug);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_record),          cmocka_unit_test(every_exchange),
    cmocka_unit_test(hubs_that_count),       cmocka_unit_test(hubs_that_name_sms),
    cmocka_unit_test(sms_that_name_another), cmocka_unit_test(mixed_parts),
    cmocka_unit_test(half_exchanges),        cmocka_unit_test(invariants_of_three_sms)
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
