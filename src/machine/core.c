/* The window of a core (core.h has the rules).
 *
 * An entry keeps its place until it is complete, since requests in flight name it by that place.
 * `order` lists the entries in program order. */
#include <string.h>
#include "machine/faults.h"
#include "machine/machine_private.h"

static const struct lowered *code_of(const struct machine *machine, unsigned core) {
  return &machine->lowered[core_code(machine, core)];
}

static unsigned register_count(const struct machine *machine, unsigned core) {
  return core_is_free(machine, core) ? 0 : machine->program->threads[core].register_count;
}

unsigned core_window(const struct machine *machine) {
  if (machine->shape.setting.core == CORE_IO) return 1;
  return machine->shape.is_client ? CLIENT_WINDOW : WINDOW_MAX;
}

const struct micro *core_micro(const struct machine *machine, unsigned core, unsigned micro) {
  return &code_of(machine, core)->micros[micro];
}

size_t core_size(const struct machine *machine, unsigned core) {
  unsigned copies = machine->shape.system->transactions.begin ? 2 : 1;
  return sizeof(struct core) + copies * register_count(machine, core) * sizeof(int64_t);
}

/* The last entry that will write a register; -1: none. */
static int producer_of(const struct machine *machine, unsigned core, const struct core *state,
                       int reg) {
  for (unsigned i = state->entries; i-- > 0;)
    if (core_micro(machine, core, state->entry[state->order[i]].micro)->destination == reg)
      return state->order[i];
  return -1;
}

/* The value of a barrier's operand (named id, quorum). */
static int64_t core_operand(const struct core *state, int kind, int64_t number, unsigned index) {
  return kind == OPERAND_REGISTER ? state->registers[index] : kind == OPERAND_CONSTANT ? number : 0;
}

static int64_t operand(const struct core *state, const struct operand *operand) {
  return core_operand(state, (int)operand->kind, operand->number, operand->index);
}

static bool awaited(const struct machine *machine, unsigned core, const struct core *state,
                    const struct operand *operand) {
  return operand->kind == OPERAND_REGISTER &&
         producer_of(machine, core, state, (int)operand->index) >= 0;
}

/* Runs arithmetic or a jump; false: a register is not there yet. */
static bool run_local(const struct machine *machine, unsigned core, struct core *state,
                      const struct micro *micro) {
  if (micro->kind == MICRO_GOTO) {
    state->pc = (uint16_t)micro->target;
    return true;
  }
  if (awaited(machine, core, state, &micro->left) || awaited(machine, core, state, &micro->value))
    return false;
  int64_t left = operand(state, &micro->left), value = operand(state, &micro->value);
  if (micro->kind == MICRO_BRANCH) {
    state->pc = (uint16_t)(comparison_apply(micro->comparison, left, value) ? micro->target
                                                                            : state->pc + 1u);
    return true;
  }
  if (producer_of(machine, core, state, micro->destination) >= 0) return false;
  if (micro->destination >= 0)
    state->registers[micro->destination] = arithmetic_apply(micro->arithmetic, left, value, 0);
  state->pc++;
  return true;
}

static bool is_request(const struct micro *micro, unsigned event) {
  return event && micro->event == event;
}

/* A marker of transactions with a destination counts its passes there. */
static bool counts(const struct micro *micro) {
  return micro->kind == MICRO_FENCE && micro->destination >= 0;
}

/* Does the marker give up the transaction, and not only the attempt?  Then the thread goes on at
 * its target. */
static bool cancels(const struct machine *machine, const struct micro *micro) {
  return is_request(micro, machine->shape.system->transactions.abort) && micro->target;
}

/* Saves the registers at the begin of a transaction.  None is awaited, since a marker is decoded by
 * itself. */
static void save_registers(const struct machine *machine, unsigned core, struct core *state) {
  unsigned count = register_count(machine, core);
  memcpy(state->registers + count, state->registers, count * sizeof *state->registers);
  state->attempt = (uint16_t)(state->pc + 1);
}

static void drop_registers(const struct machine *machine, unsigned core, struct core *state) {
  unsigned count = register_count(machine, core);
  memset(state->registers + count, 0, count * sizeof *state->registers);
  state->attempt = 0;
}

static unsigned free_entry(const struct core *state) {
  unsigned i = 0;
  while (state->entry[i].used) i++;
  return i;
}

/* Takes a register's value, or notes the entry that will give it. */
static void capture(const struct machine *machine, unsigned core, const struct core *state,
                    const struct operand *operand_, int64_t *value, uint8_t *awaits) {
  int producer = operand_->kind == OPERAND_REGISTER
                     ? producer_of(machine, core, state, (int)operand_->index)
                     : -1;
  *awaits = (uint8_t)(producer + 1);
  *value = producer >= 0 ? 0 : operand(state, operand_);
}

static bool decode(const struct machine *machine, unsigned core, struct core *state,
                   const struct micro *micro) {
  if (state->entries >= core_window(machine)) return false;
  if (micro->destination >= 0 && producer_of(machine, core, state, micro->destination) >= 0)
    return false;
  if (micro->kind == MICRO_BARRIER && (awaited(machine, core, state, &micro->barrier_id) ||
                                       awaited(machine, core, state, &micro->quorum)))
    return false;
  unsigned place = free_entry(state);
  struct core_entry *entry = &state->entry[place];
  *entry = (struct core_entry){ .micro = state->pc, .used = 1 };
  if (is_request(micro, machine->shape.system->transactions.begin))
    save_registers(machine, core, state);
  capture(machine, core, state, &micro->value, &entry->value, &entry->awaits);
  capture(machine, core, state, &micro->left, &entry->left, &entry->awaits_left);
  if (micro->kind == MICRO_BARRIER) {
    entry->value = operand(state, &micro->barrier_id);
    entry->left = operand(state, &micro->quorum);
  }
  state->order[state->entries++] = (uint8_t)place;
  state->pc++;
  return true;
}

/* Dead-value elimination: registers that nothing will read become 0. */
static void clear_dead_registers(const struct machine *machine, unsigned core, struct core *state) {
  for (unsigned r = 0; r < register_count(machine, core); r++)
    if (!(machine->flow.live[core][state->pc] >> r & 1)) state->registers[r] = 0;
  for (unsigned r = 0; state->attempt && r < register_count(machine, core); r++)
    if (!(machine->flow.live[core][state->attempt - 1] >> r & 1))
      state->registers[register_count(machine, core) + r] = 0;
}

/* Local steps depend on nothing but the pc and the registers.  Once these repeat, the thread loops
 * for ever.  Method: Brent's cycle detection (1980), which compares with a copy taken at each power
 * of two.  Sooner or later the copy lies on the cycle, with a whole turn ahead.  Short runs are not
 * checked. */
enum { LOCAL_STEPS_FEW = 256, LOCAL_STEPS_MAX = 1 << 20 };

struct local_run {
  unsigned steps;
  uint16_t pc;
  int64_t registers[REGISTERS_MAX];
};

/* Counts a local step; false: the thread loops, or is not followed any longer. */
static bool goes_on(const struct machine *machine, unsigned core, struct core *state,
                    struct local_run *run) {
  size_t bytes = register_count(machine, core) * sizeof *state->registers;
  if (++run->steps < LOCAL_STEPS_FEW) return true;
  if (run->steps > LOCAL_STEPS_FEW && run->pc == state->pc &&
      !memcmp(run->registers, state->registers, bytes))
    state->hung = 1;
  else if (run->steps == LOCAL_STEPS_MAX) state->overflows = 1;
  if ((run->steps & (run->steps - 1)) == 0) {
    run->pc = state->pc;
    memcpy(run->registers, state->registers, bytes);
  }
  return !state->hung && !state->overflows;
}

static void advance(const struct machine *machine, unsigned core, struct core *state) {
  const struct lowered *code = code_of(machine, core);
  struct local_run run;
  run.steps = 0;
  while (!state->hung && !state->overflows && state->pc < code->length) {
    const struct micro *micro = &code->micros[state->pc];
    bool local =
        micro->kind == MICRO_COMPUTE || micro->kind == MICRO_BRANCH || micro->kind == MICRO_GOTO;
    if (!(local ? run_local(machine, core, state, micro) : decode(machine, core, state, micro)))
      break;
    if (!local) run.steps = 0;
    else if (!goes_on(machine, core, state, &run)) break;
  }
  if (machine->reductions.drops_dead_values) clear_dead_registers(machine, core, state);
}

void core_start(const struct machine *machine, unsigned core, struct core *state) {
  memset(state, 0, core_size(machine, core));
  if (core_is_free(machine, core)) return;
  for (unsigned r = 0; r < register_count(machine, core); r++)
    state->registers[r] = machine->program->threads[core].registers[r].initial;
  advance(machine, core, state);
}

bool core_finished(const struct machine *machine, unsigned core, const struct core *state) {
  if (core_is_free(machine, core)) return state->entries == 0;
  return state->entries == 0 && state->pc >= machine->lowered[core].length && !state->hung &&
         !state->overflows;
}

static bool same_address(const struct micro *a, const struct micro *b) {
  return a->kind == MICRO_ACCESS && b->kind == MICRO_ACCESS && a->line == b->line &&
         a->word == b->word;
}

/* May `micro` issue while `earlier`, of the same core, is not complete? */
static bool may_pass(const struct machine *machine, const struct micro *micro,
                     const struct micro *earlier, bool issued) {
  if (earlier->blocks || micro->waits) return false;
  if (machine->shape.setting.core == CORE_IO) return false;
  if (machine->shape.setting.core == CORE_GPU) {
    if (!issued || earlier->event == EVENT_LOAD || earlier->event == EVENT_LOAD_ACQUIRE ||
        earlier->event == EVENT_ATOMIC)
      return false;
    return !machine->shape.system->same_address_interlock || !same_address(micro, earlier);
  }
  return !same_address(micro, earlier);
}

bool core_may_issue(const struct machine *machine, unsigned core, const struct core *state,
                    unsigned place) {
  const struct core_entry *entry = &state->entry[place];
  if (!entry->used || entry->issued || entry->awaits || entry->awaits_left || state->overflows)
    return false;
  const struct micro *micro = core_micro(machine, core, entry->micro);
  for (unsigned i = 0; state->order[i] != place; i++) {
    const struct core_entry *earlier = &state->entry[state->order[i]];
    if (!may_pass(machine, micro, core_micro(machine, core, earlier->micro), earlier->issued))
      return false;
  }
  return true;
}

struct request core_request(const struct machine *machine, unsigned core, const struct core *state,
                            unsigned place) {
  const struct core_entry *entry = &state->entry[place];
  const struct micro *micro = core_micro(machine, core, entry->micro);
  return (struct request){ .event = (uint8_t)micro->event,
                           .core = (uint8_t)core,
                           .entry = (uint8_t)place,
                           .line = micro->line,
                           .word = micro->word,
                           .arithmetic = (uint8_t)micro->arithmetic,
                           .time = NO_TIME,
                           .scope = micro->scope,
                           .value = type_holds(micro->moved, entry->value),
                           .expected = micro->arithmetic == ARITHMETIC_CAS
                                           ? type_holds(micro->moved, entry->left)
                                           : entry->left };
}

bool core_is_misled(const struct machine *machine, unsigned core, const struct core *state,
                    const struct reply *answer) {
  if (!machine->shape.system->transactions.begin || answer->restarts || answer->entry >= WINDOW_MAX)
    return false;
  const struct core_entry *entry = &state->entry[answer->entry];
  return entry->issued && core_micro(machine, core, entry->micro)->event != answer->event;
}

static bool is_load(const struct micro *micro) {
  return micro->event == EVENT_LOAD || micro->event == EVENT_LOAD_ACQUIRE;
}

bool core_is_misread(const struct machine *machine, unsigned core, const struct core *state,
                     const struct reply *answer) {
  if (!machine->shape.watches_loads || answer->entry >= WINDOW_MAX) return false;
  const struct core_entry *entry = &state->entry[answer->entry];
  if (!entry->issued || !is_load(core_micro(machine, core, entry->micro))) return false;
  if (answer->reading == READS_UNSEEN)
    return true; /* else a table that answers loads by `reply` would escape the check */
  return answer->reading == READS_AHEAD ||
         (answer->reading == READS_OVERWRITTEN && !entry->overtaken);
}

void core_overtake(const struct machine *machine, unsigned core, struct core *state, unsigned line,
                   unsigned word) {
  for (unsigned i = 0; i < state->entries; i++) {
    struct core_entry *entry = &state->entry[state->order[i]];
    const struct micro *micro = core_micro(machine, core, entry->micro);
    if (entry->issued && is_load(micro) && micro->line == line && micro->word == word)
      entry->overtaken = 1;
  }
}

void core_complete(const struct machine *machine, unsigned core, struct core *state, unsigned place,
                   int64_t value) {
  if (place >= WINDOW_MAX || !state->entry[place].issued) {
    state->astray = 1;
    machine_note_why(machine, KINDS_MAX, &(struct why){ .fault = WHY_REPLY_UNASKED });
    return;
  }
  const struct micro *micro = core_micro(machine, core, state->entry[place].micro);
  value = type_holds(micro->loaded, value); /* a sum at the home may be wider */
  if (is_request(micro, machine->shape.system->transactions.begin)) state->backs_off = 0;
  if (is_request(micro, machine->shape.system->transactions.commit)) {
    if (machine->shape.is_client) state->pc = 0;
    else drop_registers(machine, core, state);
  } else if (machine->shape.is_client && machine->shape.system->transactions.begin) {
    state->pc++;
  }
  if (!core_is_free(machine, core) && micro->destination >= 0)
    state->registers[micro->destination] =
        counts(micro) ? state->registers[micro->destination] + 1 : value;
  unsigned at = 0;
  while (state->order[at] != place) at++;
  for (; at + 1u < state->entries; at++) state->order[at] = state->order[at + 1];
  state->order[--state->entries] = 0;
  memset(&state->entry[place], 0, sizeof state->entry[place]);
  for (unsigned i = 0; i < WINDOW_MAX; i++) {
    struct core_entry *entry = &state->entry[i];
    if (entry->awaits == place + 1) {
      entry->value = value;
      entry->awaits = 0;
    }
    if (entry->awaits_left == place + 1) {
      entry->left = value;
      entry->awaits_left = 0;
    }
  }
  if (!core_is_free(machine, core)) advance(machine, core, state);
}

void core_restart(const struct machine *machine, unsigned core, struct core *state) {
  unsigned count = register_count(machine, core);
  unsigned begin = state->attempt;
  if (!machine->shape.is_client && !begin) {
    state->astray = 1;
    return;
  }
  const struct micro *asked =
      state->entries ? core_micro(machine, core, state->entry[state->order[0]].micro) : NULL;
  memset(state->entry, 0, sizeof state->entry);
  memset(state->order, 0, sizeof state->order);
  state->entries = 0;
  state->pc = 0;
  if (machine->shape.is_client) return;
  memcpy(state->registers, state->registers + count, count * sizeof *state->registers);
  state->pc = (uint16_t)(begin - 1);
  state->backs_off = machine->options.back_off;
  if (asked && cancels(machine, asked)) {
    drop_registers(machine, core, state);
    state->backs_off = 0;
    if (counts(asked)) state->registers[asked->destination]++;
    state->pc = (uint16_t)asked->target;
  }
  advance(machine, core, state);
}

bool core_runs_transaction(const struct machine *machine, unsigned core, const struct core *state) {
  if (!state->attempt) return false;
  return !state->entries ||
         !is_request(core_micro(machine, core, state->entry[state->order[0]].micro),
                     machine->shape.system->transactions.begin);
}

bool core_in_transaction(const struct machine *machine, const struct core *state) {
  return machine->shape.is_client && machine->shape.system->transactions.begin && state->pc;
}

/* May the client take up this operation?  Its transactions begin, make at least one access, and
 * commit or are given up. */
static bool client_may(const struct machine *machine, const struct core *state,
                       const struct micro *micro) {
  const struct system *system = machine->shape.system;
  if (!system->transactions.begin) return true;
  if (micro->event == system->transactions.begin) return state->pc == 0;
  if (micro->event == system->transactions.commit) return state->pc > 1;
  if (micro->event == system->transactions.abort) return state->pc > 0;
  bool inside =
      micro->event == system->transactions.load || micro->event == system->transactions.store;
  return inside ? state->pc > 0 && state->pc <= CLIENT_ACCESSES : state->pc == 0;
}

unsigned client_micro_on(const struct machine *machine, const struct micro *micro, unsigned line) {
  const struct lowered *code = &machine->lowered[0];
  unsigned i = 0;
  for (; i < code->length; i++) {
    const struct micro *other = &code->micros[i];
    if (other->kind == micro->kind && other->event == micro->event && other->line == line &&
        other->word == micro->word && other->scope == micro->scope &&
        other->value.number == micro->value.number)
      break;
  }
  return i;
}

/* Does a reader keep to another line?  Its pc is 1 + the line that it keeps to, or 0. */
static bool keeps_to_other(const struct machine *machine, unsigned core, struct core *state,
                           const struct micro *micro) {
  bool keeps = machine->options.keeps_to_line && !machine->shape.is_client &&
               core >= machine->program->thread_count;
  if (!keeps) return false;
  if (state->pc) return state->pc != micro->line + 1u;
  state->pc = (uint16_t)(micro->line + 1);
  return false;
}

int core_take_up(const struct machine *machine, unsigned core, struct core *state, unsigned index) {
  if (state->entries >= (machine->shape.is_client ? core_window(machine) : 1)) return -1;
  const struct micro *micro = core_micro(machine, core, index);
  if (micro->kind != MICRO_FENCE && !(machine->requests.wanted[core] >> micro->line & 1)) return -1;
  if (keeps_to_other(machine, core, state, micro)) return -1;
  if (machine->requests.once && !machine->shape.system->transactions.begin) {
    if (state->pc >> index & 1) return -1; /* pc holds the operations done */
    state->pc |= (uint16_t)(1u << index);
  }
  if (!client_may(machine, state, micro)) return -1;
  unsigned place = free_entry(state);
  state->entry[place] =
      (struct core_entry){ .micro = (uint16_t)index, .used = 1, .value = micro->value.number };
  state->order[state->entries++] = (uint8_t)place;
  if (!core_may_issue(machine, core, state, place)) return -1;
  state->entry[place].issued = 1;
  return (int)place;
}

static uint64_t reads_of(const struct micro *micro) {
  const struct operand *operands[] = { &micro->left, &micro->value, &micro->barrier_id,
                                       &micro->quorum };
  uint64_t set = counts(micro) ? 1ull << micro->destination : 0;
  for (unsigned i = 0; i < 4; i++)
    if (operands[i]->kind == OPERAND_REGISTER) set |= 1ull << operands[i]->index;
  return set;
}

/* Registers that are live where the transaction that begins at `begin` may be cancelled to.  They
 * have their values of `begin` there. */
static uint64_t live_if_cancelled(const struct machine *machine, unsigned core, unsigned begin) {
  const struct lowered *code = &machine->lowered[core];
  uint64_t live = 0;
  if (!is_request(&code->micros[begin], machine->shape.system->transactions.begin)) return 0;
  for (unsigned pc = begin;
       !is_request(&code->micros[pc], machine->shape.system->transactions.commit); pc++)
    if (cancels(machine, &code->micros[pc]))
      live |= machine->flow.live[core][code->micros[pc].target] | reads_of(&code->micros[pc]);
  return live;
}

void core_liveness(struct machine *machine, unsigned core) {
  const struct lowered *code = &machine->lowered[core];
  uint64_t *live = machine->flow.live[core];
  live[code->length] = ~0ull; /* every register is observed */
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned pc = code->length; pc-- > 0;) {
      const struct micro *micro = &code->micros[pc];
      uint64_t after = micro->kind == MICRO_GOTO     ? live[micro->target]
                       : micro->kind == MICRO_BRANCH ? live[micro->target] | live[pc + 1]
                                                     : live[pc + 1];
      if (micro->destination >= 0) after &= ~(1ull << micro->destination);
      uint64_t now = after | reads_of(micro) | live_if_cancelled(machine, core, pc);
      if (now != live[pc]) {
        live[pc] = now;
        changed = true;
      }
    }
  }
}
