/* The invariants of a state, deadlock, and the outcome of a final state.
 *
 * Each slot has a view that its content determines.  Summaries of local states are remembered.
 * coherence_join joins the views. */
#include <string.h>
#include "machine/run_step.h"
#include "base/memory.h"
#include "machine/audit.h"
#include "machine/channel.h"
#include "machine/cold_start.h"
#include "protocol/observed.h"
#include "machine/history.h"
#include "machine/kept.h"
#include "machine/machine_private.h"
#include "machine/outcomes.h"
#include "machine/properties.h"
#include "machine/reduction.h"

bool coherence_line_is_broken(const struct machine *machine, const struct line *line) {
  for (unsigned word = 0; word < machine->shape.words; word++)
    if (line->data.age[word] == AGE_BROKEN) return true;
  return false;
}

static bool is_broken(const struct machine *machine, const struct local *local) {
  for (unsigned line = 0; line < machine->shape.lines; line++)
    if (coherence_line_is_broken(machine, &local->line[line])) return true;
  return false;
}

/* Does a request wait, or is an answer owed?  The states of the table do not count. */
static bool has_outstanding(const struct machine *machine, unsigned controller,
                            const struct local *local) {
  unsigned kind = machine->shape.controllers[controller].kind;
  for (unsigned core = 0; core < CORES_MAX; core++)
    if (local->pending[core]) return true;
  for (unsigned i = 0; i < shape_local_lines(&machine->shape, kind); i++) {
    const struct line *line = &local->line[i];
    if (line->waiting || line->fetching || line->reads || line->writes || line->held) return true;
  }
  return false;
}

static uint8_t counted_from_one(unsigned time) { return time == NO_TIME ? 0 : (uint8_t)(time + 1); }

static struct times_of_line times_of(const struct machine *machine,
                                     const struct controller_kind *kind, const struct local *local,
                                     unsigned line) {
  struct times_of_line times = { 0,
                                 kind->version ? counted_from_one(kind->version(local, line)) : 0 };
  bool leased = machine->shape.system->time == TIME_LOGICAL && controller_kind_has_copies(kind) &&
                kind->lease != NO_LEASE;
  if (leased && data_is_stale(&local->line[line].data))
    times.overwritten = counted_from_one(local->line[line].time[kind->lease]);
  return times;
}

static struct summary *compute_summary(const struct machine *machine, unsigned controller,
                                       uint32_t number) {
  const struct controller_kind *kind = kind_of(machine, controller);
  const struct local *local = local_at(machine, number);
  struct summary *summary = machine_keep(machine, sizeof *summary);
  summary->broken = local->broken;
  if (is_broken(machine, local)) summary->broken |= CLAIM(PROPERTY_SWMR_LOGICAL);
  summary->idle =
      !has_outstanding(machine, controller, local) && (!kind->idle || kind->idle(local));
  for (unsigned line = 0; line < machine->shape.lines; line++) {
    const struct line *l = &local->line[line];
    bool stable = kind->table.stable >> controller_kind_state_of_line(kind, local, line) & 1;
    if (!stable) summary->idle = false;
    if (!stable || l->waiting || l->fetching || l->reads || l->writes || l->held)
      summary->busy |= (uint8_t)(1u << line);
    summary->times[line] = times_of(machine, kind, local, line);
    enum permission permission = controller_kind_permission(kind, local, line);
    if (permission == PERMISSION_NONE) continue;
    machine_note_seen(machine, permission == PERMISSION_WRITE ? SEEN_WRITABLE : SEEN_READABLE);
    if (permission == PERMISSION_WRITE) summary->writers |= (uint8_t)(1u << line);
    else summary->readers |= (uint8_t)(1u << line);
    if (data_is_stale(&l->data)) summary->stale |= (uint8_t)(1u << line);
    /* In a transient state a missing word may be a store that is not performed yet. */
    if (stable && data_lacks(&l->data, machine->shape.words_of_line[line]))
      summary->broken |= machine->shape.system->invariants &
                         (CLAIM(PROPERTY_DATA_VALUE) | CLAIM(PROPERTY_VALUE_LOGICAL));
  }
  return summary;
}

const struct summary *machine_summary_of(const struct machine *machine, unsigned controller,
                                         uint32_t number) {
  uint64_t second = PURPOSE(MEMO_SUMMARY, machine->shape.controllers[controller].kind);
  uint64_t known = memo_find(machine->memo, number, second);
  if (known) return (const struct summary *)(uintptr_t)known;
  struct summary *summary = compute_summary(machine, controller, number);
  memo_add(machine->memo, number, second, (uint64_t)(uintptr_t)summary);
  return summary;
}

/* Is a copy in a channel broken? */
static bool broken_in_flight(const struct machine *machine, uint32_t content) {
  unsigned count;
  const struct message *messages = channel_messages(machine, content, &count);
  for (unsigned m = 0; m < count; m++)
    for (unsigned word = 0; word < machine->shape.words; word++)
      if (messages[m].data.age[word] == AGE_BROKEN) return true;
  return false;
}

static bool channels_empty(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    if (state[channel_slot(machine, i)] != EMPTY) return false;
  return true;
}

bool machine_quiet(const struct machine *machine, const slot_t *state) {
  if (machine->has_history && !history_is_quiet(machine, state)) return false;
  if (!channels_empty(machine, state)) return false;
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (!machine_summary_of(machine, i, state[controller_slot(machine, i)])->idle) return false;
  return true;
}

bool machine_idle(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    if (core_at(machine, state, i)->entries) return false;
  return machine_quiet(machine, state);
}

bool machine_finished(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    if (!core_finished(machine, i, core_at(machine, state, i))) return false;
  return true;
}

void coherence_add_slot(const struct machine *machine, struct coherence *coherence, unsigned slot,
                        uint32_t content) {
  struct coherence own = { 0 };
  unsigned controller = slot - machine->shape.core_count,
           channel = controller - machine->shape.controller_count;
  if (content == EMPTY) return;
  if (slot < machine->shape.core_count) {
    const struct core *core = intern_at(machine->contents, content, NULL);
    if (core->astray || core->wrong) own.broken = CLAIM(PROPERTY_NEVER);
    if (core->overflows) own.broken |= CLAIM(PROPERTY_OVERFLOW);
    if (core->misreads) own.broken |= CLAIM(PROPERTY_LOAD_VALUE);
  } else if (controller < machine->shape.controller_count) {
    const struct summary *summary = machine_summary_of(machine, controller, content);
    own = (struct coherence){ summary->broken, summary->readers, summary->writers,
                              .timed = machine->shape.system->time == TIME_LOGICAL };
    memcpy(own.times, summary->times, sizeof own.times);
    if (summary->stale) own.broken |= CLAIM(PROPERTY_DATA_VALUE);
  } else if (channel < machine->shape.channel_count &&
             machine->shape.system->time == TIME_LOGICAL && broken_in_flight(machine, content)) {
    own.broken = CLAIM(PROPERTY_SWMR_LOGICAL);
  } else if (machine->has_history && slot == history_slot(machine)) {
    own.broken = history_broken(machine, content);
  }
  coherence_join(coherence, &own);
}

static uint64_t coherence(const struct machine *machine, const slot_t *state) {
  struct coherence all = { 0 };
  for (unsigned slot = 0; slot < machine->model.width; slot++)
    coherence_add_slot(machine, &all, slot, state[slot]);
  return coherence_broken(&all) | audit_broken(machine, state);
}

unsigned machine_messages_in_flight(const struct machine *machine, const slot_t *state,
                                    struct message *all) {
  unsigned total = 0;
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    unsigned count, slot = channel_slot(machine, i);
    if (state[slot] == EMPTY) continue;
    const struct message *messages = channel_messages(machine, state[slot], &count);
    memcpy(all + total, messages, count * sizeof *messages);
    total += count;
  }
  return total;
}

/* All messages end to end, in `all`; of a single channel, in place. */
static const struct message *end_to_end(const struct flight *flights, unsigned flight_count,
                                        struct message *all, unsigned *count) {
  *count = flight_count ? flights[0].count : 0;
  if (flight_count <= 1) return flight_count ? flights[0].messages : all;
  *count = 0;
  for (unsigned i = 0; i < flight_count; i++) {
    memcpy(all + *count, flights[i].messages, flights[i].count * sizeof *all);
    *count += flights[i].count;
  }
  return all;
}

uint64_t machine_own_invariant(const struct machine *machine, const struct local *const *locals,
                               const struct flight *flights, unsigned flight_count) {
  const struct system *system = machine->shape.system;
  if (system->own_invariant.holds && !system->own_invariant.holds(&machine->shape, locals))
    return CLAIM(PROPERTY_OWN);
  if (!system->own_invariant.holds_in_flight) return 0;
  struct message all[CHANNELS_MAX * CHANNEL_MESSAGES_MAX];
  unsigned count;
  const struct message *messages = end_to_end(flights, flight_count, all, &count);
  return system->own_invariant.holds_in_flight(&machine->shape, locals, messages, count)
             ? 0
             : CLAIM(PROPERTY_OWN);
}

static uint64_t invariant_broken(const struct machine *machine, const slot_t *state) {
  if (!machine->shape.system->own_invariant.holds &&
      !machine->shape.system->own_invariant.holds_in_flight)
    return 0;
  const struct local *locals[CONTROLLERS_MAX];
  struct flight flights[CHANNELS_MAX];
  unsigned flight_count = 0;
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    locals[i] = local_at(machine, state[controller_slot(machine, i)]);
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    unsigned slot = channel_slot(machine, i);
    if (state[slot] != EMPTY) flights[flight_count++] = channel_flight(machine, state[slot]);
  }
  return machine_own_invariant(machine, locals, flights, flight_count);
}

/* Does only the program block the cores: at a barrier that never completes, or in an empty loop? */
static bool blocked_by_program(const struct machine *machine, const slot_t *state) {
  if (machine->shape.is_client) return false;
  for (unsigned i = 0; i < machine->shape.core_count; i++) {
    const struct core *core = core_at(machine, state, i);
    if (core_finished(machine, i, core) || core->hung || core->overflows) continue;
    if (!core->entries ||
        core_micro(machine, i, core->entry[core->order[0]].micro)->kind != MICRO_BARRIER)
      return false;
  }
  return true;
}

bool machine_deadlocked(const struct machine *machine, const slot_t *state, unsigned steps) {
  if (steps & STEP_PROGRESS) return false;
  if (steps & STEP_ENVIRONMENT && !machine->options.audit) return false;
  bool issues_help = !machine->shape.is_client && !machine->options.readers;
  if (!machine_quiet(machine, state)) return !(steps & STEP_ISSUE) || !issues_help;
  if (steps & STEP_ISSUE) return false;
  return !machine_finished(machine, state) && !blocked_by_program(machine, state);
}

static bool stands_still(const struct machine *machine, const slot_t *state, unsigned steps) {
  if (steps & (STEP_PROGRESS | STEP_ISSUE) || !machine_quiet(machine, state)) return false;
  return !machine_finished(machine, state) && blocked_by_program(machine, state);
}

uint64_t machine_ending(const struct machine *machine, struct worker *worker, const slot_t *state) {
  if (machine->shape.is_client || machine->options.only_readers ||
      !machine_finished(machine, state) || !machine_quiet(machine, state))
    return 0;
  int64_t outcome[OUTCOME_WIDTH_MAX];
  machine_gather_outcome(machine, state, outcome);
  if (worker && worker->outcomes) outcome_set_add(worker->outcomes, outcome, 1);
  return machine_judge_outcome(machine, outcome);
}

uint64_t machine_broken(const struct model *model, void *data, const slot_t *state,
                        unsigned steps) {
  const struct machine *machine = model->self;
  struct worker *worker = data;
  uint64_t broken = coherence(machine, state) | invariant_broken(machine, state);
  if (worker) worker->orbit_states += reductions_represented(worker);
  if (worker && machine->options.sum) worker->sum += model->fingerprint(model, worker, state);
  if (machine_deadlocked(machine, state, steps)) broken |= CLAIM(PROPERTY_DEADLOCK);
  if (machine->options.note_state) broken |= machine->options.note_state(machine, state);
  if (machine->sought.standstill && stands_still(machine, state, steps))
    broken |= CLAIM(PROPERTY_WITNESS);
  return broken | machine_ending(machine, worker, state);
}
