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
 * Faults are planted for each.  Section 3 of Abdulla, Haziza, Holik (VMCAI 2013) has the method.
 *
 * builds: plain */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "abstract/sm_apart.h"
#include "abstract/sm_machines.h"
#include "abstract/sm_marks.h"
#include "abstract/sm_put.h"
#include "abstract/view_table.h"
#include "base/memo.h"
#include "machine/channel.h"
#include "machine/cold_start.h"
#include "machine/properties.h"
#include "machine/successors.h"
#include "protocol/step.h"
#include "reduce/permutation.h"
#include "tests/unit/sanitized.h"
#include "plant.h"
#include "walk.h"

enum { SIZES = NODES_MAX + 1, KEPT_SETS = 1 << CORES_MAX, PLANTED_STATES = 3000 };
#define OF_FEW_SMS (~(uint64_t)(CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW)))

/* The checks, and which of them failed. */
enum sm_view_check { CHECK_PARTS = 1, CHECK_STEP = 2, CHECK_BROKEN = 4 };

/* What is explored, and what was found. */
struct sm_view_run {
  struct setting setting;
  struct view_parts parts;
  struct sm_machines machines;
  const struct sm_frame *whole; /* the machine that is explored */
  struct view_table table[SIZES];
  struct memo targets; /* by size, view and target */
  uint32_t random;
  unsigned broken_nodes; /* k + 1 */
  unsigned failed;       /* set of checks */
  uint64_t states, steps, broken;
  /* The state at hand. */
  struct apart apart;
  uint32_t before[KEPT_SETS]; /* its views, by the SMs kept */
  unsigned actor;
  const slot_t *state;
  struct steps next;
};

/* --- the steps of views --- */

/* A view that is put, and what its states show. */
struct sm_view_put {
  struct sm_view_run *run;
  const struct sm_frame *frame;
  struct view view;
  uint32_t number;
  unsigned nodes;
  bool steps, owner_is_bystander; /* steps: note targets; else what is broken */
  uint64_t broken;
};

static uint64_t key_of(unsigned nodes, uint32_t number) { return (uint64_t)nodes << 32 | number; }

static uint32_t number_of(struct view_table *table, const struct view *view) {
  uint32_t number = view_table_find(table, view);
  return number == NO_VIEW ? view_table_add(table, view) : number;
}

/* Did a step exceed a limit of the kit?  Then nothing is said of it. */
static bool has_overflowed(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (local_at(machine, state[controller_slot(machine, i)])->broken & CLAIM(PROPERTY_OVERFLOW))
      return true;
  return false;
}

static void note_target(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct sm_view_put *put = context;
  struct view_table *table = &put->run->table[put->nodes];
  struct bystander_list others = { 0 };
  struct apart apart;
  struct view view;
  (void)label, (void)kind;
  if (!to || has_overflowed(put->frame->machine, to)) return;
  assert_int_equal(sm_apart(put->frame, to, put->nodes, &apart), APART);
  for (unsigned sm = put->nodes; sm < put->frame->sms; sm++)
    assert_true(bystanders_add(put->frame, &others, apart.marks[sm]));
  assert_true(view_of(table, put->frame, apart.hubs, &others, apart.node, put->nodes,
                      (1u << put->nodes) - 1, &view));
  memo_add(&put->run->targets, key_of(put->nodes, put->number), number_of(table, &view), 1);
}

static void on_put(void *context, const slot_t *state) {
  struct sm_view_put *put = context;
  const struct machine *machine = put->frame->machine;
  uint8_t slots[WIDTH_MAX];
  if (!put->steps) {
    uint64_t broken = machine_broken(&machine->model, NULL, state, STEP_PROGRESS);
    if (put->owner_is_bystander) broken &= ~(uint64_t)CLAIM(PROPERTY_OWN);
    put->broken |= broken;
    return;
  }
  unsigned count = sm_frame_slots_of(put->frame, put->nodes, slots);
  machine_successors_of(machine, state, slots, count, note_target, put);
}

/* Puts the view with `times[i]` SMs for the i-th bystander. */
static bool put_with(struct sm_view_put *put, const struct bystander_list *others,
                     const unsigned *times) {
  struct member members[CORES_MAX];
  unsigned count = 0;
  for (unsigned i = 0; i < put->nodes; i++)
    members[count++] = (struct member){ true, put->view.node[i] };
  for (unsigned i = 0; i < others->count; i++)
    for (unsigned j = 0; j < times[i]; j++) {
      if (count == CORES_MAX) return false;
      members[count++] = (struct member){ false, others->items[i].marks };
    }
  put->frame = sm_machines_frame(&put->run->machines, count);
  return put->frame && sm_put(put->frame, put->view.hubs, members, count, on_put, put);
}

/* Puts a bystander of two or more twice, and thrice where there is room. */
static bool put_in_all_ways(struct sm_view_put *put, const struct bystander_list *others,
                            unsigned *times, unsigned from) {
  if (from == others->count) return put_with(put, others, times);
  times[from] = others->items[from].many ? 2 : 1;
  if (!put_in_all_ways(put, others, times, from + 1)) return false;
  if (!others->items[from].many) return true;
  times[from] = 3;
  put_in_all_ways(put, others, times, from + 1);
  return true;
}

static struct sm_view_put put_view(struct sm_view_run *run, unsigned nodes, uint32_t number,
                                   bool steps) {
  struct view_table *table = &run->table[nodes];
  struct sm_view_put put = {
    .run = run, .view = table->views.items[number], .number = number, .nodes = nodes, .steps = steps
  };
  struct bystander_list others = view_table_others_at(table, put.view.others);
  unsigned times[BYSTANDERS_MAX];
  for (unsigned i = 0; i < others.count; i++)
    put.owner_is_bystander |= marks_own(run->whole, others.items[i].marks);
  assert_true(put_in_all_ways(&put, &others, times, 0));
  return put;
}

/* Does a step of the view lead to this one?  Its steps are listed once. */
static bool leads_to(struct sm_view_run *run, unsigned nodes, uint32_t from, uint32_t to) {
  uint64_t key = key_of(nodes, from);
  if (!memo_find(&run->targets, key, NO_VIEW)) {
    memo_add(&run->targets, key, NO_VIEW, 1);
    put_view(run, nodes, from, true);
  }
  return memo_find(&run->targets, key, to) != 0;
}

/* --- a state --- */

static uint32_t view_number(struct sm_view_run *run, const struct apart *apart, unsigned kept) {
  struct view_table *table = &run->table[__builtin_popcount(kept)];
  struct view view;
  assert_true(view_of(table, run->whole, apart->hubs, &(struct bystander_list){ 0 }, apart->node,
                      run->whole->sms, kept, &view));
  return number_of(table, &view);
}

static bool is_view_size(unsigned kept, unsigned least, unsigned most) {
  unsigned size = (unsigned)__builtin_popcount(kept);
  return size >= least && size <= most;
}

/* The sender of the message that a step takes from a bag; NO_SM: it takes none of an SM. */
static unsigned sender_of_taken(const struct sm_frame *frame, const slot_t *from,
                                const slot_t *to) {
  for (unsigned i = 0; i < frame->bag_count; i++) {
    int sent[CORES_MAX] = { 0 };
    for (unsigned side = 0; side < 2; side++) {
      unsigned count;
      const struct message *messages =
          channel_messages(frame->machine, (side ? to : from)[frame->bag[i]], &count);
      for (unsigned m = 0; m < count; m++) {
        int sm = sm_frame_sm_of(&frame->machine->shape, messages[m].from);
        if (sm >= 0) sent[sm] += side ? -1 : 1;
      }
    }
    for (unsigned sm = 0; sm < frame->sms; sm++)
      if (sent[sm] > 0) return sm;
  }
  return NO_SM;
}

/* Some SM acts, such that the view of any SMs with it takes the step, too.  A hub may evict a line
 * for a message that then waits: no message is taken, so any SM may be the one. */
static void check_step(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct sm_view_run *run = context;
  struct apart apart;
  if (!to || has_overflowed(run->whole->machine, to)) return;
  gather(&run->next, to, label, kind);
  run->steps++;
  unsigned actor = run->actor == NO_SM ? sender_of_taken(run->whole, run->state, to) : run->actor;
  if (sm_apart(run->whole, to, run->whole->sms, &apart) != APART) {
    run->failed |= CHECK_PARTS;
    return;
  }
  unsigned may_act = actor == NO_SM ? (1u << run->whole->sms) - 1 : 1u << actor;
  for (unsigned kept = 1; kept < 1u << run->whole->sms; kept++) {
    if (!(kept & may_act) || !is_view_size(kept, 1, 2)) continue;
    unsigned size = (unsigned)__builtin_popcount(kept);
    uint32_t after = view_number(run, &apart, kept);
    if (after != run->before[kept] && !leads_to(run, size, run->before[kept], after))
      may_act &= ~kept;
  }
  if (!may_act) run->failed |= CHECK_STEP;
}

/* The slots of one SM are asked at a time, so it is known who acts. */
static void check_steps(struct sm_view_run *run) {
  const struct sm_frame *frame = run->whole;
  uint8_t slots[WIDTH_MAX];
  for (unsigned kept = 1; kept < 1u << frame->sms; kept++)
    if (is_view_size(kept, 1, 2)) run->before[kept] = view_number(run, &run->apart, kept);
  for (unsigned sm = 0; sm < frame->sms; sm++) {
    run->actor = sm;
    machine_successors_of(frame->machine, run->state, frame->sm[sm].slot, frame->sm[sm].count,
                          check_step, run);
  }
  run->actor = NO_SM;
  unsigned count = sm_frame_slots_of(frame, 0, slots);
  machine_successors_of(frame->machine, run->state, slots, count, check_step, run);
}

/* Is each broken property broken in some view? */
static void check_broken(struct sm_view_run *run, uint64_t broken) {
  for (unsigned kept = 1; broken && kept < 1u << run->whole->sms; kept++)
    if (is_view_size(kept, run->broken_nodes, run->broken_nodes))
      broken &=
          ~put_view(run, run->broken_nodes, view_number(run, &run->apart, kept), false).broken;
  if (broken) run->failed |= CHECK_BROKEN;
}

/* --- round trip --- */

struct sm_view_trip {
  struct sm_view_run *run;
  const struct sm_frame *frame;
  const struct apart *apart;
  const slot_t *state;
  bool same, found;
};

static bool same_parts(const struct sm_frame *frame, const struct apart *a, const struct apart *b) {
  return a->hubs == b->hubs && !memcmp(a->node, b->node, frame->sms * sizeof *a->node);
}

static void on_trip(void *context, const slot_t *state) {
  struct sm_view_trip *trip = context;
  struct apart apart;
  trip->same &= sm_apart(trip->frame, state, trip->frame->sms, &apart) == APART &&
                same_parts(trip->frame, &apart, trip->apart);
  trip->found |= !memcmp(state, trip->state, trip->frame->machine->model.width * sizeof *state);
}

/* Of equal nodes one order is put, so another state may stand for this one. */
static bool round_trip(const struct sm_frame *frame, const slot_t *state,
                       const struct apart *apart) {
  struct sm_view_trip trip = { .frame = frame, .apart = apart, .state = state, .same = true };
  struct member members[CORES_MAX];
  bool equal = false;
  for (unsigned i = 0; i < frame->sms; i++) {
    members[i] = (struct member){ true, apart->node[i] };
    for (unsigned j = 0; j < i; j++) equal |= apart->node[i] == apart->node[j];
  }
  return sm_put(frame, apart->hubs, members, frame->sms, on_trip, &trip) && trip.same &&
         (trip.found || equal);
}

/* --- exploring --- */

/* Looks at a state; its next states are gathered, unless it is broken. */
static void look_at(struct sm_view_run *run, const slot_t *state) {
  const struct machine *machine = run->whole->machine;
  run->state = state;
  run->next.states.length = 0;
  run->states++;
  if (sm_apart(run->whole, state, run->whole->sms, &run->apart) != APART ||
      !round_trip(run->whole, state, &run->apart)) {
    run->failed |= CHECK_PARTS;
    return;
  }
  uint64_t broken = machine_broken(&machine->model, NULL, state, STEP_PROGRESS) & SAFETY;
  if (broken & OF_FEW_SMS) {
    run->broken++;
    check_broken(run, broken & OF_FEW_SMS);
  }
  if (!broken) check_steps(run);
}

static void go_everywhere(struct sm_view_run *run, uint32_t states) {
  struct intern *met = intern_new();
  size_t size = run->next.width * sizeof(slot_t);
  slot_t state[WIDTH_MAX];
  cold_state(run->whole->machine, state);
  intern_add(met, state, size);
  for (uint32_t i = 0; i < states && i < intern_count(met) && !run->failed; i++) {
    memcpy(state, intern_at(met, i, NULL), size);
    look_at(run, state);
    for (size_t s = 0; s < count_of(&run->next); s++)
      intern_add(met, state_at(&run->next, s), size);
  }
  intern_free(met);
}

static void go_randomly(struct sm_view_run *run, unsigned length) {
  slot_t state[WIDTH_MAX];
  run->next.states.length = 0;
  for (unsigned i = 0; i < length && !run->failed; i++) {
    size_t count = count_of(&run->next);
    run->random = run->random * 1664525 + 1013904223;
    if (!count) cold_state(run->whole->machine, state);
    else
      memcpy(state, state_at(&run->next, run->random / 65536 % count),
             run->next.width * sizeof *state);
    look_at(run, state);
  }
}

static void end(struct sm_view_run *run) {
  sm_machines_end(&run->machines);
  for (unsigned i = 1; i < SIZES; i++) view_table_end(&run->table[i]);
  view_parts_end(&run->parts);
  memo_end(&run->targets);
  vector_free(run->next.states);
}

static bool is_proved_by_two(const struct setting *setting) {
  return !strncmp(setting->system->name, "tc-", 3);
}

/* false: states of the setting cannot be taken apart. */
static bool begin(struct sm_view_run *run, const struct setting *setting, unsigned sms) {
  struct diagnostic error = { NULL };
  struct apart idle;
  memset(run, 0, sizeof *run);
  run->setting = *setting;
  run->random = 1;
  view_parts_begin(&run->parts);
  memo_start(&run->targets);
  for (unsigned i = 1; i < SIZES; i++) view_table_begin(&run->table[i], i);
  run->machines = (struct sm_machines){
    .setting = *setting,
    .client = { .lines = 1, .values = 1, .topology = setting->system->topology },
    .options = { .cold = true, .together = true },
    .parts = &run->parts,
    .nodes = 1,
    .threads = 1,
  };
  if (!sm_machines_begin(&run->machines, &error)) {
    diagnostic_clear(&error);
    end(run);
    return false;
  }
  run->whole = sm_machines_frame(&run->machines, sms);
  assert_non_null(run->whole);
  sm_apart(run->whole, run->whole->idle, 0, &idle); /* makes NO_MARKS those of nothing */
  run->next.width = run->whole->machine->model.width;
  run->broken_nodes = is_proved_by_two(setting) ? 3 : 2;
  return true;
}

/* Explores; the result says which checks failed.  false: not possible. */
static bool explore(struct sm_view_run *run, const struct setting *setting, unsigned sms,
                    uint32_t states, unsigned length) {
  if (!begin(run, setting, sms)) return false;
  go_everywhere(run, states);
  go_randomly(run, length);
  end(run);
  return true;
}

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
  if (!explore(&run, setting, sms, states, length)) return;
  if (run.failed)
    fail_msg("%s, %u SMs: checks %x failed after %lu states", name, sms, run.failed,
             (unsigned long)run.states);
  explored++;
  broken_states += run.broken;
}

static void hold_setting(const struct setting *setting, const char *name) {
  unsigned sms = is_proved_by_two(setting) ? 4 : 3, length = test_sample(200, 400, 1500);
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
  if (!exchanges(setting, test_sample(100, 300, 2000), false))
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
  assert_true(explore(&run, &setting, sms, PLANTED_STATES, PLANTED_STATES));
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
  assert_true(round_trip(run->whole, state, &apart));
  assert_false(round_trip(run->whole, state, &mixed));
  return true;
}

/* Exchanged nodes do not make the same state. */
static void mixed_parts(void **state) {
  struct setting setting = setting_named("gpu-vi");
  struct sm_view_run run;
  (void)state;
  assert_true(begin(&run, &setting, 3));
  walk_randomly(run.whole->machine, PLANTED_STATES, &run.random, mix_parts, &run);
  assert_true(run.states > 0);
  end(&run);
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
