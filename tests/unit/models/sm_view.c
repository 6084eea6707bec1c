/* See sm_view.h. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "sm_view.h"
#include "abstract/sm_marks.h"
#include "abstract/sm_put.h"
#include "machine/channel.h"
#include "machine/cold_start.h"
#include "machine/properties.h"
#include "machine/successors.h"

#define OF_FEW_SMS (~(uint64_t)(CLAIM(PROPERTY_DEADLOCK) | CLAIM(PROPERTY_OVERFLOW)))

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
  machine_successors_of(machine, state, slots, count, note_target, put, NULL);
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
                          check_step, run, NULL);
  }
  run->actor = NO_SM;
  unsigned count = sm_frame_slots_of(frame, 0, slots);
  machine_successors_of(frame->machine, run->state, slots, count, check_step, run, NULL);
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

/* Equal nodes are put in one order, so another state may represent this one. */
bool sm_view_round_trip(const struct sm_frame *frame, const slot_t *state,
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

/* Looks at a state; its next states are gathered, unless it breaks a claim. */
static void look_at(struct sm_view_run *run, const slot_t *state) {
  const struct machine *machine = run->whole->machine;
  run->state = state;
  run->next.states.length = 0;
  run->states++;
  if (sm_apart(run->whole, state, run->whole->sms, &run->apart) != APART ||
      !sm_view_round_trip(run->whole, state, &run->apart)) {
    run->failed |= CHECK_PARTS;
    return;
  }
  uint64_t broken = machine_broken(&machine->model, NULL, state, STEP_PROGRESS) & SAFETY;
  if (broken & OF_FEW_SMS) {
    run->broken++;
    check_broken(run, broken & OF_FEW_SMS);
  }
  if (!(broken & setting_invariants(&run->setting))) check_steps(run);
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

void sm_view_end(struct sm_view_run *run) {
  sm_machines_end(&run->machines);
  for (unsigned i = 1; i < SIZES; i++) view_table_end(&run->table[i]);
  view_parts_end(&run->parts);
  memo_end(&run->targets);
  vector_free(run->next.states);
}

bool sm_view_is_proved_by_two(const struct setting *setting) {
  return !strncmp(setting->system->name, "tc-", 3);
}

bool sm_view_begin(struct sm_view_run *run, const struct setting *setting, unsigned sms) {
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
    sm_view_end(run);
    return false;
  }
  run->whole = sm_machines_frame(&run->machines, sms);
  assert_non_null(run->whole);
  sm_apart(run->whole, run->whole->idle, 0, &idle); /* makes NO_MARKS those of nothing */
  run->next.width = run->whole->machine->model.width;
  run->broken_nodes = sm_view_is_proved_by_two(setting) ? 3 : 2;
  return true;
}

bool sm_view_explore(struct sm_view_run *run, const struct setting *setting, unsigned sms,
                     uint32_t states, unsigned length) {
  if (!sm_view_begin(run, setting, sms)) return false;
  go_everywhere(run, states);
  go_randomly(run, length);
  sm_view_end(run);
  return true;
}
