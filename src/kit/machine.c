/* A machine's life: what it is built from, the model that it is to the explorer, and what can be
 * asked of it.
 *
 * Which controllers and channels it has: wiring.c.  Where it starts: cold_start.c, warm_start.c.
 * What it does: successors.c. */
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "machine/barrier.h"
#include "reduce/dead_values.c"
#include "machine/describe.h"
#include "machine/export.h"
#include "machine/machine_private.h"
#include "machine/mutant.h"
#include "reduce/orbit.h"
#include "abstract/per_address.h"
#include "machine/properties.h"
#include "machine/successors.h"
#include "reduce/symmetry.h"
#include "machine/warm_start.h"
#include "machine/wiring.h"

/* --- the program --- */

static bool lower_program(struct machine *machine, struct diagnostic *error) {
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    if (!lower_thread(machine, &machine->program->threads[core], &machine->lowered[core], error))
      return false;
    core_liveness(machine, core);
    dead_values_future_lines(machine, core);
    for (unsigned i = 0; i < machine->lowered[core].length; i++)
      machine->shape.has_barriers |= machine->lowered[core].micros[i].kind == MICRO_BARRIER;
  }
  return true;
}

struct micros {
  struct micro *items;
  size_t length, room;
};

static bool marks_transaction(const struct machine *machine, unsigned event) {
  const struct system *system = machine->shape.system;
  return event >= EVENT_OWN &&
         (event == system->transactions.begin || event == system->transactions.commit ||
          event == system->transactions.abort);
}

static bool transaction_stores(const struct machine *machine, unsigned event) {
  return event >= EVENT_OWN && event == machine->shape.system->transactions.store;
}

/* In an audit an atomic's result depends on what it finds, and is one of the client's values: a bit
 * is flipped, or 0 is compared with and 0 or 1 written, so that neither to write always nor never
 * is right. */
enum { AUDITED_ATOMICS = 3 };
static void ask_atomic(struct micro *micro, unsigned which) {
  micro->arithmetic = which == 1 ? ARITHMETIC_XOR : ARITHMETIC_CAS;
  micro->value = operand_constant(which > 0);
}

static void add_requests(const struct machine *machine, enum event event, enum scope scope,
                         struct micros *micros) {
  bool acquires = event == EVENT_LOAD_ACQUIRE || event == EVENT_FENCE;
  bool releases = event == EVENT_STORE_RELEASE || event == EVENT_FENCE;
  bool writes = event == EVENT_STORE || event == EVENT_STORE_RELEASE || event == EVENT_ATOMIC ||
                transaction_stores(machine, event);
  bool has_line = event != EVENT_FENCE && !marks_transaction(machine, event);
  unsigned words = has_line ? machine->shape.lines * machine->shape.words : 1,
           values = writes ? machine->client.values : 1;
  bool audited = machine->options.audit && event == EVENT_ATOMIC && values == 2;
  if (audited) values = AUDITED_ATOMICS;
  for (unsigned i = 0; i < words * values; i++) {
    struct micro micro = lower_micro_access(event, releases, acquires);
    micro.kind = has_line ? MICRO_ACCESS : MICRO_FENCE;
    micro.line = (uint8_t)(i / values / machine->shape.words);
    micro.word = (uint8_t)(i / values % machine->shape.words);
    micro.scope = (uint8_t)scope;
    micro.value = operand_constant(i % values);
    micro.arithmetic = ARITHMETIC_MOVE;
    if (audited) ask_atomic(&micro, i % values);
    vector_push(*micros, micro);
  }
}

/* A weak access, which has no scope, is among the requests where scopes are told apart, too. */
static bool has_scope(const struct machine *machine, unsigned event, unsigned scope) {
  bool weak = event == EVENT_LOAD || event == EVENT_STORE || event >= EVENT_OWN;
  if (!machine->scopes || (machine->shape.system->unscoped >> event & 1))
    return scope == SCOPE_NONE;
  return scope == SCOPE_NONE ? weak : machine->scopes >> scope & 1;
}

/* The most general client's alphabet: every request at every word in every scope, with every value
 * where it writes one. */
void machine_client_alphabet(struct machine *machine) {
  struct micros micros = { 0 };
  for (unsigned event = EVENT_LOAD; event < machine->shape.system->event_count; event++)
    for (unsigned scope = SCOPE_NONE; scope <= SCOPE_SYSTEM; scope++)
      if (machine->alphabet >> event & 1 && has_scope(machine, event, scope))
        add_requests(machine, (enum event)event, (enum scope)scope, &micros);
  machine->lowered[0] = (struct lowered){ micros.items, (unsigned)micros.length };
}

/* --- life --- */

static uint64_t machine_fingerprint(const struct model *model, void *worker, const slot_t *state) {
  const struct machine *machine = model->self;
  (void)worker;
  uint64_t hash = 0;
  for (unsigned i = 0; i < model->width; i++)
    hash = hash_combine(hash, intern_hash(machine->contents, state[i]));
  return hash;
}

static void *machine_worker_new(const struct model *model) {
  const struct machine *machine = model->self;
  struct worker *worker = memory_new(1, sizeof *worker);
  worker->machine = machine;
  worker->orbit = machine->symmetry ? orbit_new() : NULL;
  if (machine->outcomes)
    worker->outcomes = outcome_set_new(machine_outcome_width(machine->program));
  return worker;
}

static void machine_worker_free(const struct model *model, void *data) {
  struct machine *machine = model->self;
  struct worker *worker = data;
  if (worker->outcomes) outcome_set_merge(machine->outcomes, worker->outcomes);
  machine->sum += worker->sum;
  outcome_set_free(worker->outcomes);
  machine->orbit_states += worker->orbit_states;
  memory_free(worker->orbit);
  memory_free(worker);
}

static const char *machine_property_name(const struct model *model, unsigned property) {
  const struct machine *machine = model->self;
  if (property == PROPERTY_OWN && machine->shape.system->own_invariant.name)
    return machine->shape.system->own_invariant.name;
  return property_name((enum property)property);
}

static struct machine *allocate(const struct setting *setting,
                                const struct machine_options *options) {
  static const struct machine_options defaults;
  struct machine *machine = memory_new(1, sizeof *machine);
  machine->shape.setting = *setting;
  machine->shape.system = setting->system;
  machine->options = options ? *options : defaults;
  /* Reductions rest on what a record promises of its table (lazy, deferred: system.h); a mutant's
   * need not keep it. */
  if (machine->options.mutant && !machine->options.reduce_mutant)
    machine->options.no_reduction = true;
  if (machine->options.audit)
    machine->options.no_clusters = true; /* what a step comes to is told to cores anywhere */
  if (machine->options.no_reduction)
    machine->options.no_deferred_evictions = machine->options.no_dead_values =
        machine->options.no_ample = true;
  machine->contents = intern_new();
  intern_add(machine->contents, "", 0); /* EMPTY */
  machine->memo = memory_new(1, sizeof *machine->memo);
  memo_start(machine->memo);
  machine->kept = memory_new(1, sizeof *machine->kept);
  pthread_mutex_init(&machine->kept->lock, NULL);
  machine->model = (struct model){ .initial = machine_initial,
                                   .successors = machine_successors,
                                   .broken = machine_broken,
                                   .fingerprint = machine_fingerprint,
                                   .describe_state = machine_describe_state,
                                   .describe_step = machine_describe_step,
                                   .property_name = machine_property_name,
                                   .worker_new = machine_worker_new,
                                   .worker_free = machine_worker_free,
                                   .families = 1,
                                   .family = machine_family,
                                   .numbers = machine_numbers,
                                   .content = machine_content,
                                   .number = machine_number,
                                   .write_worker = machine_write_worker,
                                   .read_worker = machine_read_worker,
                                   .self = machine };
  return machine;
}

static bool port_only_loads_observe(const struct machine *machine) {
  const struct controller_kind *port = &machine->shape.system->kinds[0];
  for (unsigned i = 0; i < port->internal_count; i++)
    if (port->internals[i].promises.deferred && !port->internals[i].promises.only_loads_observe)
      return false;
  return true;
}

/* That a message may be taken at once is argued of the order that its network has (another: see
 * network.instead_where). */
static uint64_t prompt_messages(const struct machine *machine) {
  const struct system *system = machine->shape.system;
  uint64_t prompt = 0;
  for (unsigned event = 0; event < system->event_count; event++) {
    const struct message_kind *kind = &system->messages[event];
    unsigned network = machine_network_of(machine, event);
    bool may_be = machine->prompt_commutes ? kind->promises.commutes != NULL
                                           : kind->promises.ample && !machine->options.no_ample;
    if (may_be && machine->shape.order[network] == system->networks[kind->network].order)
      prompt |= 1ull << event;
  }
  return prompt;
}

/* Is there, in each channel, room for a message of each line?  Lines share the room of a channel,
 * where that is scarce. */
static bool lines_have_room(const struct machine *machine) {
  for (unsigned i = 0; i < machine->shape.system->network_count; i++)
    if (machine->shape.system->networks[i].capacity < machine->shape.lines) return false;
  return !machine->options.capacity;
}

static bool build(struct machine *machine, struct diagnostic *error) {
  machine->only_loads_observe = port_only_loads_observe(machine);
  if (!system_runs(machine->shape.system, error) || !machine_wire(machine, error)) return false;
  if (machine->shape.is_client) machine_client_alphabet(machine);
  else if (!lower_program(machine, error)) return false;
  machine->has_focus = !machine->shape.is_client && !machine->options.no_deferred_evictions &&
                       machine->shape.system->promises.lines_apart && lines_have_room(machine);
  machine->prompt_commutes = machine->options.waits && !machine->options.no_reduction;
  machine->prompt = prompt_messages(machine);
  machine->has_loop = machine->program && program_has_loop(machine->program);
  machine->has_history = machine->shape.system->transactions.begin != 0;
  machine->rolls_over = machine->shape.system->rollover.event &&
                        machine->shape.setting.values[machine->shape.system->rollover.parameter];
  bool remembers =
      machine->options.no_dead_values || (machine->options.remembers && !machine->shape.is_client);
  machine->shape.outdates = !remembers && machine->shape.system->promises.outdates &&
                            machine->shape.system->promises.outdates(machine);
  machine->forgets_lines = dead_values_in_lines(machine);
  machine->model.width = history_slot(machine) + machine->has_history;
  symmetry_find(machine);
  machine->fired = memory_new(KINDS_MAX * 256 * STATES_MAX, EVENTS_MAX / 8);
  return !machine->options.mutant || mutate_table(machine, machine->options.mutant, error);
}

/* Programs with a loop need ranks, and so does a client that never ends. */
static bool needs_rank(const struct machine *machine) {
  if (machine->shape.system->time != TIME_LOGICAL) return false;
  return machine->shape.is_client || program_has_loop(machine->program) ||
         (machine->shape.system->always_rank &&
          machine->shape.system->always_rank(&machine->shape.setting));
}

/* Where no topology was said, the system's own, with SMs and homes spread over it. */
static void spread(struct placement *placement, struct topology topology) {
  unsigned count = topology.gpus * topology.gpms;
  placement->topology = topology;
  if (!count) return;
  for (unsigned sm = 0; sm < placement->sms; sm++) placement->gpm_of_sm[sm] = (uint8_t)(sm % count);
  for (unsigned line = 0; line < placement->lines; line++)
    placement->home_of_line[line] = (uint8_t)(topology.no_homes ? 0 : line % count);
}

struct machine *machine_new(const struct setting *setting, const struct program *program,
                            const struct placement *placement,
                            const struct machine_options *options, struct diagnostic *error) {
  struct machine *machine = allocate(setting, options);
  machine->program = program;
  machine->shape.placement = *placement;
  if (!placement->topology.gpms) spread(&machine->shape.placement, machine->shape.system->topology);
  machine->shape.lines = placement->lines;
  machine->shape.sms = placement->sms;
  machine->shape.core_count = program->thread_count;
  machine->shape.words = 1;
  for (unsigned i = 0; i < program->location_count; i++) {
    if (placement->word_of_location[i]) machine->shape.words = WORDS_MAX;
    machine->shape.words_of_line[placement->line_of_location[i]] |=
        (uint8_t)(1u << placement->word_of_location[i]);
  }
  memcpy(machine->shape.sm_of_core, placement->sm_of_thread, CORES_MAX);
  machine->shape.rank = needs_rank(machine);
  machine->outcomes = outcome_set_new(machine_outcome_width(program));
  if (build(machine, error)) return machine;
  machine_free(machine);
  return NULL;
}

static struct placement placement_of(const struct client *client, const struct machine *machine) {
  const struct system *system = machine->shape.system;
  bool one_bank = machine->options.share_bank ||
                  (system->one_bank && system->one_bank(&machine->shape.setting));
  struct placement placement = { .sms = client->sms,
                                 .lines = client->lines,
                                 .banks = one_bank ? 1 : client->lines,
                                 .topology = client->topology };
  for (unsigned i = 0; i < client->lines; i++)
    placement.bank_of_line[i] = (uint8_t)(one_bank ? 0 : i);
  memcpy(placement.gpm_of_sm, client->gpm_of_sm, sizeof placement.gpm_of_sm);
  memcpy(placement.home_of_line, client->home_of_line, sizeof placement.home_of_line);
  if (!client->placed)
    spread(&placement, client->topology.gpms ? client->topology : system->topology);
  return placement;
}

/* Where lines share nothing, what happens on one of several is what happens on one alone: a core
 * that is busy elsewhere only asks later, and no property looks at two lines at once.  All are
 * alike (under a client each has a bank of its own, or all have one), so one of them stands for
 * all.
 *
 * Where they share a clock, it still does.  That of all lines ticks whatever they do.  A port's is
 * moved on by answers about other lines: to the one line it is as if the clock moved on by itself,
 * so it is let do that at any time (its ticks).  All that happens on a line among others then
 * happens on the one; more may, as the others might not move the clock on just then: what holds of
 * the one line holds of all, but what it breaks is to be looked for with all of them
 * (verify/proof.c).  Ticks are nobody's progress: in a state of all lines that is stuck, a line
 * that somebody waits for would be stuck but for ticks.
 *
 * Lines do share the room of channels.  So the one line is given its part of it (channel_capacity):
 * where that is never full, no line has more than that in flight, and among all lines no channel is
 * full either.  Where it is, all are explored together (verify/proof.c). */
static void choose_lines(struct machine *machine) {
  const struct machine_options *options = &machine->options;
  const struct system *system = machine->shape.system;
  if (machine->client.lines < 2 || options->no_reduction || options->together || options->alone ||
      options->capacity)
    return;
  bool share_clock = setting_lines_share_clock(&machine->shape.setting);
  machine->assumes_ticks = share_clock && system->time == TIME_LOGICAL &&
                           !options->mutant; /* what kills a mutant must be real */
  machine->one_line = system->promises.lines_apart || machine->assumes_ticks ||
                      (share_clock && system->time == TIME_REMAINING);
  if (machine->one_line) memset(machine->wanted, 1, sizeof machine->wanted);
  unsigned tick = system->promises.tick_parameter;
  if (machine->assumes_ticks)
    machine->shape.setting.values[tick] = system->parameters[tick].greatest;
}

/* Where the system claims something of what loads are told, or its variant is to lose that. */
static bool watches_loads(const struct machine *machine) {
  unsigned asked =
      setting_invariants(&machine->shape.setting) | setting_losses(&machine->shape.setting);
  return asked & CLAIM(PROPERTY_LOAD_VALUE) && !machine->options.unwatched;
}

/* (audit) Where what loads read is claimed, a store that is answered must have been performed. */
static bool watches_stores(const struct machine *machine) {
  return machine->options.audit && !machine->shape.system->transactions.begin;
}

struct machine *machine_new_client(const struct setting *setting, const struct client *client,
                                   const struct machine_options *options,
                                   struct diagnostic *error) {
  struct machine *machine = allocate(setting, options);
  machine->client = *client;
  machine->shape.is_client = true;
  machine->alphabet = machine->shape.system->client;
  memset(machine->wanted, 0xff, sizeof machine->wanted);
  machine->shape.lines = client->lines;
  machine->shape.sms = client->sms;
  machine->shape.words = client->two_words ? 2 : 1;
  memset(machine->shape.words_of_line, (1 << machine->shape.words) - 1,
         sizeof machine->shape.words_of_line);
  machine->shape.core_count = client->threads;
  for (unsigned i = 0; i < client->threads; i++)
    machine->shape.sm_of_core[i] = (uint8_t)client->sm_of_thread[i];
  machine->shape.placement = placement_of(client, machine);
  machine->scopes = machine->shape.system->scopes;
  machine->shape.watches_loads = watches_loads(machine);
  machine->watches_stores = watches_stores(machine);
  machine->tries_data =
      machine->shape.system->promises.moves_data && client->values == 1 && !options->mutant;
  choose_lines(machine);
  machine->options.cold = true; /* the client warms its caches itself */
  machine->shape.rank =
      needs_rank(machine) &&
      !options->check_apart; /* which asks whether steps are equal, for as long as it likes */
  if (build(machine, error) && per_address_begin(machine, error)) return machine;
  machine_free(machine);
  return NULL;
}

void *machine_keep(const struct machine *machine, size_t bytes) {
  pthread_mutex_lock(&machine->kept->lock);
  void *piece = arena_new(&machine->kept->arena, bytes);
  pthread_mutex_unlock(&machine->kept->lock);
  return piece;
}

void machine_free(struct machine *machine) {
  if (!machine) return;
  symmetry_free(machine);
  arena_free(&machine->kept->arena);
  pthread_mutex_destroy(&machine->kept->lock);
  memory_free(machine->kept);
  for (unsigned i = 0; i < CORES_MAX; i++) lowered_free(&machine->lowered[i]);
  memory_free(machine->mutated);
  memory_free(machine->fired);
  vector_free(machine->initials);
  outcome_set_free(machine->outcomes);
  intern_free(machine->contents);
  memo_end(machine->memo);
  memory_free(machine->memo);
  memory_free(machine);
}

bool machine_one_line(const struct machine *machine) { return machine->one_line; }

bool machine_outdates(const struct machine *machine) { return machine->shape.outdates; }
bool machine_has_barriers(const struct machine *machine) { return machine->shape.has_barriers; }
bool machine_is_ample(const struct machine *machine) { return machine->prompt != 0; }

bool machine_assumes_ticks(const struct machine *machine) { return machine->assumes_ticks; }

bool machine_lines_apart(const struct machine *machine) { return !machine->kept->not_apart; }

const struct model *machine_model(const struct machine *machine) { return &machine->model; }

void machine_fire(const struct machine *machine, unsigned kind, const struct fired *fired) {
  size_t bit =
      (((size_t)kind * 256 + fired->row) * STATES_MAX + fired->state) * EVENTS_MAX + fired->event;
  __atomic_fetch_or(&machine->fired[bit / 8], (uint8_t)(1u << bit % 8), __ATOMIC_RELAXED);
}

bool machine_fired(const struct machine *machine, unsigned kind, unsigned row, unsigned state,
                   unsigned event) {
  size_t bit = (((size_t)kind * 256 + row) * STATES_MAX + state) * EVENTS_MAX + event;
  return machine->fired[bit / 8] >> bit % 8 & 1;
}

unsigned machine_evidence(const struct machine *machine) {
  return __atomic_load_n(&machine->kept->seen, __ATOMIC_RELAXED);
}

void machine_seek(struct machine *machine, const struct condition *condition, bool negated) {
  machine->seek = condition;
  machine->seek_negated = negated;
}

void machine_seek_standstill(struct machine *machine) { machine->seeks_standstill = true; }

char *machine_waits(const struct machine *machine, const slot_t *state) {
  return barrier_waits(machine, state);
}

void machine_forbid(struct machine *machine, const struct outcome_set *allowed) {
  machine->allowed = allowed;
}

uint64_t machine_sum(const struct machine *machine) { return machine->sum; }

unsigned machine_lines(const struct machine *machine) { return machine->shape.lines; }
unsigned machine_words_of_line(const struct machine *machine, unsigned line) {
  return machine->shape.words_of_line[line];
}
unsigned machine_sms(const struct machine *machine) { return machine->shape.sms; }
unsigned machine_cores(const struct machine *machine) { return machine->shape.core_count; }
unsigned machine_sm_of_core(const struct machine *machine, unsigned core) {
  return machine->shape.sm_of_core[core];
}
unsigned machine_l1(const struct machine *machine, unsigned sm) {
  return machine->shape.first_of_kind[0] + sm;
}
unsigned machine_bank(const struct machine *machine, unsigned line) {
  return machine->shape.first_of_kind[1] + machine->shape.placement.bank_of_line[line];
}
const struct placement *machine_placement(const struct machine *machine) {
  return &machine->shape.placement;
}
unsigned machine_gpm(const struct machine *machine, unsigned gpm) {
  return machine->first_on_gpms + gpm;
}
const struct system *machine_system(const struct machine *machine) { return machine->shape.system; }
enum core_kind machine_core(const struct machine *machine) { return machine->shape.setting.core; }
int machine_parameter(const struct machine *machine, unsigned index) {
  return machine->shape.setting.values[index];
}
unsigned machine_start(const struct machine *machine) { return machine->shape.start; }
