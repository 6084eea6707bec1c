/* Building a machine: its controllers, its channels, the lowered program, its initial states. */
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "kit/export.h"
#include "kit/inside.h"

/* --- controllers and channels --- */

static unsigned instances_of(const struct machine *machine, const struct controller_kind *kind) {
  switch (kind->instances) {
  case ONE_PER_SM: return machine->sms;
  case ONE_PER_BANK: return machine->placement.banks;
  case ONE_PER_CORE: return machine->core_count;
  case ONE_PER_GPM: return machine->placement.topology.gpus * machine->placement.topology.gpms;
  default: return 1;
  }
}

static bool add_controllers(struct machine *machine, struct diagnostic *error) {
  const struct system *system = machine->system;
  unsigned count = 0;
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct controller_kind *kind = &system->kinds[k];
    unsigned lines = machine->lines + (kind->extra_line_per_core ? machine->core_count : 0);
    machine->first_of_kind[k] = count;
    machine->local_size[k] = sizeof(struct local) + lines * sizeof(struct line);
    machine->tables[k] = kind->table;
    for (unsigned i = 0; i < instances_of(machine, kind); i++, count++) {
      if (count == CONTROLLERS_MAX) return diagnose_plain(error, "%s: too many controllers", system->name);
      machine->controllers[count] = (struct controller){ count, k, i };
    }
    machine->first_of_kind[k + 1] = count;
  }
  machine->controller_count = count;
  return true;
}

static bool add_channel(struct machine *machine, unsigned network, int from, unsigned to, struct diagnostic *error) {
  if (machine->channel_count == CHANNELS_MAX ||
      machine->core_count + machine->controller_count + machine->channel_count + 2 >= WIDTH_MAX)
    return diagnose_plain(error, "%s: too many channels for one state vector", machine->system->name);
  machine->channels[machine->channel_count] = (struct channel){ network, to, from };
  for (unsigned f = 0; f < machine->controller_count; f++)
    if (from < 0 || (unsigned)from == f) machine->channel_of[network][f][to] = (uint8_t)machine->channel_count;
  machine->channel_count++;
  return true;
}

/* The kinds that take some message of a network, by their tables' alphabets. */
static bool takes_from(const struct machine *machine, unsigned kind, unsigned network) {
  const struct system *system = machine->system;
  for (unsigned event = 0; event < system->event_count; event++)
    if (system->messages[event].name && system->messages[event].network == network &&
        system->kinds[kind].table.alphabet >> event & 1) return true;
  return false;
}

static enum channel_order order_of(const struct machine *machine, const struct network *network) {
  bool other = network->instead_where && machine->setting.values[network->instead_where - 1];
  return other ? network->instead : network->order;
}

/* The GPM that a controller belongs to, in a machine of such. */
static unsigned gpm_of(const struct machine *machine, const struct controller *controller) {
  bool of_sm = machine->system->kinds[controller->kind].instances == ONE_PER_SM;
  return of_sm ? machine->placement.gpm_of_sm[controller->index] : controller->index;
}

/* May one controller send to the other?  In a machine of GPMs: to those of its own GPM; to another GPM of its GPU; or to the GPM
 * of its index in another GPU. */
static bool are_linked(const struct machine *machine, const struct controller *from, const struct controller *to) {
  unsigned gpms = machine->placement.topology.gpms;
  if (!gpms || from->number == to->number) return from->number != to->number;
  unsigned a = gpm_of(machine, from), b = gpm_of(machine, to);
  if (from->kind != to->kind) return a == b;
  if (machine->system->kinds[from->kind].instances != ONE_PER_GPM) return false;
  return gpm_used(&machine->placement, a) && gpm_used(&machine->placement, b) && (a / gpms == b / gpms || a % gpms == b % gpms);
}

static bool sends_on(const struct machine *machine, const struct controller *from, const struct controller *to,
                     unsigned network) {
  unsigned senders = machine->system->networks[network].senders;
  return (senders ? senders >> from->kind & 1 : from->kind != to->kind) && are_linked(machine, from, to);
}

/* An unordered network needs one bag for each taker; an ordered one a queue for each pair. */
static bool add_channels(struct machine *machine, struct diagnostic *error) {
  memset(machine->channel_of, NO_CHANNEL, sizeof machine->channel_of);
  for (unsigned n = 0; n < machine->system->network_count; n++) {
    machine->order[n] = order_of(machine, &machine->system->networks[n]);
    for (unsigned to = 0; to < machine->controller_count; to++) {
      if (!takes_from(machine, machine->controllers[to].kind, n)) continue;
      bool bag = machine->order[n] == UNORDERED;
      if (bag && !add_channel(machine, n, -1, to, error)) return false;
      for (unsigned from = 0; !bag && from < machine->controller_count; from++)
        if (sends_on(machine, &machine->controllers[from], &machine->controllers[to], n) &&
            !add_channel(machine, n, (int)from, to, error)) return false;
    }
  }
  return true;
}

/* --- the program --- */

static bool lower_program(struct machine *machine, struct diagnostic *error) {
  for (unsigned core = 0; core < machine->core_count; core++) {
    if (!lower_thread(machine, &machine->program->threads[core], &machine->lowered[core], error)) return false;
    core_liveness(machine, core);
    future_lines(machine, core);
    for (unsigned i = 0; i < machine->lowered[core].length; i++)
      machine->has_barriers |= machine->lowered[core].micros[i].kind == MICRO_BARRIER;
  }
  return true;
}

struct micros { struct micro *items; size_t length, room; };

static bool marks_transaction(const struct machine *machine, unsigned event) {
  const struct system *system = machine->system;
  return event >= EVENT_OWN && (event == system->transactions.begin || event == system->transactions.commit);
}

static bool transaction_stores(const struct machine *machine, unsigned event) {
  return event >= EVENT_OWN && event == machine->system->transactions.store;
}

static void add_requests(const struct machine *machine, enum event event, enum scope scope, struct micros *micros) {
  bool acquires = event == EVENT_LOAD_ACQUIRE || event == EVENT_FENCE;
  bool releases = event == EVENT_STORE_RELEASE || event == EVENT_FENCE;
  bool writes = event == EVENT_STORE || event == EVENT_STORE_RELEASE || event == EVENT_ATOMIC ||
                transaction_stores(machine, event);
  bool has_line = event != EVENT_FENCE && !marks_transaction(machine, event);
  for (unsigned line = 0; line < (has_line ? machine->lines : 1); line++)
    for (unsigned value = 0; value < (writes ? machine->client.values : 1); value++) {
      struct micro micro = micro_access(event, releases, acquires);
      micro.kind = has_line ? MICRO_ACCESS : MICRO_FENCE;
      micro.line = (uint8_t)line;
      micro.scope = (uint8_t)scope;
      micro.value = (struct operand){ .kind = OPERAND_CONSTANT, .number = value };
      micro.arithmetic = ARITHMETIC_MOVE;
      vector_push(*micros, micro);
    }
}

/* A weak access, which has no scope, is among the requests where scopes are told apart, too. */
static bool has_scope(const struct machine *machine, unsigned event, unsigned scope) {
  bool weak = event == EVENT_LOAD || event == EVENT_STORE || event >= EVENT_OWN;
  if (!machine->scopes) return scope == SCOPE_NONE;
  return scope == SCOPE_NONE ? weak : machine->scopes >> scope & 1;
}

/* The most general client's alphabet: every request at every line in every scope, with every value where it writes one. */
void client_alphabet(struct machine *machine) {
  struct micros micros = { 0 };
  for (unsigned event = EVENT_LOAD; event < machine->system->event_count; event++)
    for (unsigned scope = SCOPE_NONE; scope <= SCOPE_SYSTEM; scope++)
      if (machine->alphabet >> event & 1 && has_scope(machine, event, scope))
        add_requests(machine, (enum event)event, (enum scope)scope, &micros);
  machine->lowered[0] = (struct lowered){ micros.items, (unsigned)micros.length };
}

/* --- the cold state --- */

static void clear_names(const struct machine *machine, unsigned kind, struct local *local) {
  for (unsigned i = 0; i < (machine->local_size[kind] - sizeof *local) / sizeof(struct line); i++)
    local->line[i].owner = local->line[i].writer = NO_ONE;
}

/* No timestamp is a time until a model says so: 0 is a time. */
static void clear_times(const struct machine *machine, unsigned kind, struct local *local) {
  if (machine->system->time != TIME_LOGICAL) return;
  local->clock = NO_TIME;
  memset(local->stall, NO_TIME, sizeof local->stall);
  for (unsigned i = 0; i < (machine->local_size[kind] - sizeof *local) / sizeof(struct line); i++)
    memset(local->line[i].time, NO_TIME, sizeof local->line[i].time);
}

/* Is the line's memory behind this controller? */
bool is_home(const struct machine *machine, const struct controller *controller, unsigned line) {
  switch (machine->system->kinds[controller->kind].instances) {
  case ONE_PER_BANK: return machine->placement.bank_of_line[line] == controller->index;
  case ONE_PER_GPM: return machine->placement.home_of_line[line] == controller->index;
  default: return true;
  }
}

static void initial_memory(const struct machine *machine, const struct controller *controller, struct local *local) {
  for (unsigned line = 0; line < machine->lines; line++)
    for (unsigned word = 0; word < machine->words && is_home(machine, controller, line); word++)
      local->line[line].memory.age[word] = AGE_NEWEST;
  if (!machine->program) return;
  for (unsigned i = 0; i < machine->program->location_count; i++) {
    const struct location *location = &machine->program->locations[i];
    unsigned line = machine->placement.line_of_location[i];
    if (location->physical != i || !is_home(machine, controller, line)) continue;
    local->line[line].memory.word[machine->placement.word_of_location[i]] = location->initial;
  }
}

/* The memory lies behind the last kind of controller. */
static bool holds_memory(const struct machine *machine, unsigned kind) {
  return kind + 1 == KINDS_MAX || !machine->system->kinds[kind + 1].name;
}

uint32_t cold_local(const struct machine *machine, unsigned controller) {
  unsigned k = machine->controllers[controller].kind;
  const struct controller_kind *kind = &machine->system->kinds[k];
  struct local *local = memory_new(1, machine->local_size[k]);
  clear_names(machine, k, local);
  clear_times(machine, k, local);
  for (unsigned line = 0; line < machine->lines; line++) local->line[line].state = (uint8_t)kind->start_state;
  if (holds_memory(machine, k)) initial_memory(machine, &machine->controllers[controller], local);
  if (kind->start) kind->start(machine, local);
  uint32_t number = intern_add(machine->contents, local, machine->local_size[k]);
  memory_free(local);
  return number;
}

void cold_state(const struct machine *machine, slot_t *state) {
  union core_copy core;
  for (unsigned i = 0; i < machine->core_count; i++) {
    core_start(machine, i, &core.core);
    state[core_slot(machine, i)] = intern_add(machine->contents, &core, core_size(machine, i));
  }
  for (unsigned i = 0; i < machine->controller_count; i++) state[controller_slot(machine, i)] = cold_local(machine, i);
  uint32_t empty = intern_add(machine->contents, "", 0);
  for (unsigned i = 0; i < machine->channel_count; i++) state[channel_slot(machine, i)] = empty;
  if (machine->has_barriers) state[barrier_slot(machine)] = empty;
  if (machine->has_focus) focus_set(machine, state, NO_FOCUS);
  if (machine->has_history) state[history_slot(machine)] = history_start(machine);
}

/* --- life --- */

static uint64_t machine_fingerprint(const struct model *model, void *worker, const slot_t *state) {
  const struct machine *machine = model->self;
  (void)worker;
  uint64_t hash = 0;
  for (unsigned i = 0; i < model->width; i++) hash = hash_combine(hash, intern_hash(machine->contents, state[i]));
  return hash;
}

static void *machine_worker_new(const struct model *model) {
  const struct machine *machine = model->self;
  struct worker *worker = memory_new(1, sizeof *worker);
  worker->machine = machine;
  worker->orbit = machine->symmetry ? orbit_new() : NULL;
  if (machine->outcomes) worker->outcomes = outcome_set_new(machine_outcome_width(machine->program));
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
  if (property == PROPERTY_OWN && machine->system->invariant_name) return machine->system->invariant_name;
  return property_name((enum property)property);
}

static struct machine *allocate(const struct setting *setting, const struct machine_options *options) {
  static const struct machine_options defaults;
  struct machine *machine = memory_new(1, sizeof *machine);
  machine->setting = *setting;
  machine->system = setting->system;
  machine->options = options ? *options : defaults;
  /* Reductions rest on what a record promises of its table (lazy, deferred: system.h); a mutant's need not keep it. */
  if (machine->options.mutant && !machine->options.reduce_mutant) machine->options.no_reduction = true;
  machine->contents = intern_new();
  machine->memo = memory_new(1, sizeof *machine->memo);
  memo_start(machine->memo);
  machine->kept = memory_new(1, sizeof *machine->kept);
  pthread_mutex_init(&machine->kept->lock, NULL);
  machine->model = (struct model){ .initial = machine_initial, .successors = machine_successors, .broken = machine_broken,
                                   .fingerprint = machine_fingerprint, .describe_state = machine_describe_state,
                                   .describe_step = machine_describe_step, .property_name = machine_property_name,
                                   .worker_new = machine_worker_new, .worker_free = machine_worker_free,
                                   .families = 1, .family = machine_family, .numbers = machine_numbers,
                                   .content = machine_content, .number = machine_number,
                                   .write_worker = machine_write_worker, .read_worker = machine_read_worker, .self = machine };
  return machine;
}

static bool port_only_loads_tell(const struct machine *machine) {
  const struct controller_kind *port = &machine->system->kinds[0];
  for (unsigned i = 0; i < port->internal_count; i++)
    if (port->internals[i].lazy && !port->internals[i].only_loads_tell) return false;
  return true;
}

static bool build(struct machine *machine, struct diagnostic *error) {
  machine->only_loads_tell = port_only_loads_tell(machine);
  if (!system_check(machine->system, error) || !add_controllers(machine, error) || !add_channels(machine, error)) return false;
  if (machine->is_client) client_alphabet(machine);
  else if (!lower_program(machine, error)) return false;
  machine->has_focus = !machine->is_client && !machine->options.no_reduction && machine->system->lines_apart &&
                       !machine->options.capacity; /* lines share the room of a channel, where that is scarce */
  for (unsigned event = 0; event < machine->system->event_count; event++)
    machine->has_prompt |= machine->system->messages[event].prompt && !machine->options.no_reduction;
  machine->has_loop = machine->program && program_has_loop(machine->program);
  machine->has_history = machine->system->transactions.begin != 0;
  machine->rolls_over = machine->system->rollover != 0;
  machine->model.width = history_slot(machine) + machine->has_history;
  symmetry_find(machine);
  machine->fired = memory_new(KINDS_MAX * 256 * STATES_MAX, EVENTS_MAX / 8);
  return !machine->options.mutant || mutate_table(machine, machine->options.mutant, error);
}

/* Programs with a loop need ranks, and so does a client that never ends. */
static bool needs_rank(const struct machine *machine) {
  if (machine->system->time != TIME_LOGICAL) return false;
  return machine->is_client || program_has_loop(machine->program) ||
         (machine->system->always_rank && machine->system->always_rank(&machine->setting));
}

/* Where no topology was said, the system's own, with SMs and homes spread over it. */
static void spread(struct placement *placement, struct topology topology) {
  unsigned count = topology.gpus * topology.gpms;
  placement->topology = topology;
  if (!count) return;
  for (unsigned sm = 0; sm < placement->sms; sm++) placement->gpm_of_sm[sm] = (uint8_t)(sm % count);
  for (unsigned line = 0; line < placement->lines; line++) placement->home_of_line[line] = (uint8_t)(line % count);
}

struct machine *machine_new(const struct setting *setting, const struct program *program,
                            const struct placement *placement, const struct machine_options *options,
                            struct diagnostic *error) {
  struct machine *machine = allocate(setting, options);
  machine->program = program;
  machine->placement = *placement;
  if (!placement->topology.gpms) spread(&machine->placement, machine->system->topology);
  machine->lines = placement->lines;
  machine->sms = placement->sms;
  machine->core_count = program->thread_count;
  machine->words = 1;
  for (unsigned i = 0; i < program->location_count; i++) {
    if (placement->word_of_location[i]) machine->words = WORDS_MAX;
    machine->words_of_line[placement->line_of_location[i]] |= (uint8_t)(1u << placement->word_of_location[i]);
  }
  memcpy(machine->sm_of_core, placement->sm_of_thread, CORES_MAX);
  machine->rank = needs_rank(machine);
  machine->outcomes = outcome_set_new(machine_outcome_width(program));
  if (build(machine, error)) return machine;
  machine_free(machine);
  return NULL;
}

static struct placement placement_of(const struct client *client, const struct system *system) {
  struct placement placement = { .sms = client->sms, .lines = client->lines, .banks = client->lines,
                                 .topology = client->topology };
  for (unsigned i = 0; i < client->lines; i++) placement.bank_of_line[i] = (uint8_t)i;
  memcpy(placement.gpm_of_sm, client->gpm_of_sm, sizeof placement.gpm_of_sm);
  memcpy(placement.home_of_line, client->home_of_line, sizeof placement.home_of_line);
  if (!client->placed) spread(&placement, client->topology.gpms ? client->topology : system->topology);
  return placement;
}

struct machine *machine_new_client(const struct setting *setting, const struct client *client,
                                   const struct machine_options *options, struct diagnostic *error) {
  struct machine *machine = allocate(setting, options);
  machine->client = *client;
  machine->is_client = true;
  machine->alphabet = machine->system->client;
  memset(machine->wanted, 0xff, sizeof machine->wanted);
  machine->lines = client->lines;
  machine->sms = client->sms;
  machine->words = 1;
  memset(machine->words_of_line, 1, sizeof machine->words_of_line);
  machine->core_count = client->threads;
  for (unsigned i = 0; i < client->threads; i++) machine->sm_of_core[i] = (uint8_t)client->sm_of_thread[i];
  machine->placement = placement_of(client, machine->system);
  machine->scopes = machine->system->scopes;
  /* Where lines share nothing, what happens on one of several is what happens on one alone: a core that is busy elsewhere only
   * asks later, and no property looks at two lines at once.  All are alike, so one of them stands for all. */
  machine->one_line = client->lines > 1 && machine->system->lines_apart && !machine->options.no_reduction &&
                      !machine->options.together && !machine->options.capacity;
  if (machine->one_line) memset(machine->wanted, 1, sizeof machine->wanted);
  machine->options.cold = true; /* the client warms its caches itself */
  machine->rank = needs_rank(machine);
  if (build(machine, error)) return machine;
  machine_free(machine);
  return NULL;
}

#define FREE_LIST(list, release)                          \
  for (__typeof__(list) item = (list), after; item; item = after) { \
    after = item->next;                                   \
    release;                                              \
    memory_free(item);                                    \
  }

void machine_free(struct machine *machine) {
  if (!machine) return;
  symmetry_free(machine);
  FREE_LIST(machine->kept->alternatives, memory_free(item->items))
  FREE_LIST(machine->kept->moves, (void)0)
  FREE_LIST(machine->kept->summaries, (void)0)
  for (size_t i = 0; i < machine->kept->blocks.length; i++) memory_free(machine->kept->blocks.items[i]);
  vector_free(machine->kept->blocks);
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

bool machine_lines_apart(const struct machine *machine) { return !machine->kept->not_apart; }

const struct model *machine_model(const struct machine *machine) { return &machine->model; }

/* Field by field: a struct's padding says nothing. */
static uint64_t hash_operand(uint64_t hash, const struct operand *operand) {
  hash = hash_combine(hash, (uint64_t)operand->kind << 32 | operand->index);
  return hash_combine(hash, (uint64_t)operand->number);
}

static uint64_t hash_micro(uint64_t hash, const struct micro *micro) {
  hash = hash_combine(hash, (uint64_t)micro->kind << 32 | (uint64_t)micro->event);
  hash = hash_combine(hash, micro->waits | micro->blocks << 1 | micro->arrives << 2 | micro->line << 8 | micro->word << 16 |
                                (uint64_t)micro->scope << 24);
  hash = hash_combine(hash, (uint64_t)micro->arithmetic << 32 | (uint64_t)micro->comparison);
  hash = hash_combine(hash, (uint64_t)(uint32_t)micro->destination << 32 | micro->target);
  hash = hash_combine(hash, micro->instance);
  hash = hash_operand(hash_operand(hash, &micro->left), &micro->value);
  return hash_operand(hash_operand(hash, &micro->barrier_id), &micro->quorum);
}

static uint64_t hash_placement(uint64_t hash, const struct placement *placement) {
  hash = hash_combine(hash, placement->sms | placement->lines << 8 | placement->banks << 16);
  hash = hash_combine(hash, hash_bytes(placement->sm_of_thread, sizeof placement->sm_of_thread));
  hash = hash_combine(hash, hash_bytes(placement->line_of_location, sizeof placement->line_of_location));
  hash = hash_combine(hash, hash_bytes(placement->word_of_location, sizeof placement->word_of_location));
  hash = hash_combine(hash, placement->topology.gpus | placement->topology.gpms << 8);
  hash = hash_combine(hash, hash_bytes(placement->gpm_of_sm, sizeof placement->gpm_of_sm));
  hash = hash_combine(hash, hash_bytes(placement->home_of_line, sizeof placement->home_of_line));
  return hash_combine(hash, hash_bytes(placement->bank_of_line, sizeof placement->bank_of_line));
}

uint64_t machine_key(const struct machine *machine) {
  uint64_t hash = hash_bytes(machine->system->name, strlen(machine->system->name));
  hash = hash_combine(hash, hash_bytes(machine->setting.values, sizeof machine->setting.values));
  hash = hash_combine(hash, (uint64_t)machine->setting.core << 8 | machine->options.cold | machine->options.no_evictions << 1 |
                                machine->options.no_reduction << 2 | (uint64_t)machine->options.capacity << 16);
  if (machine->options.mutant) hash = hash_combine(hash, hash_bytes(machine->options.mutant, sizeof *machine->options.mutant));
  hash = hash_placement(hash, &machine->placement);
  for (unsigned core = 0; core < machine->core_count; core++) {
    const struct lowered *code = &machine->lowered[core];
    hash = hash_combine(hash, code->length);
    hash = hash_combine(hash, core_size(machine, core));
    for (unsigned i = 0; i < code->length; i++) hash = hash_micro(hash, &code->micros[i]);
    for (unsigned r = 0; machine->program && r < machine->program->threads[core].register_count; r++)
      hash = hash_combine(hash, (uint64_t)machine->program->threads[core].registers[r].initial);
    if (machine->program && machine->has_barriers) {
      const struct place *place = &machine->program->threads[core].place;
      hash = hash_combine(hash, (uint64_t)place->cta << 32 | place->gpu);
    }
  }
  for (unsigned i = 0; machine->program && i < machine->program->location_count; i++) {
    hash = hash_combine(hash, machine->program->locations[i].physical);
    hash = hash_combine(hash, (uint64_t)machine->program->locations[i].initial);
  }
  return hash;
}

void machine_fire(const struct machine *machine, unsigned kind, const struct fired *fired) {
  size_t bit = (((size_t)kind * 256 + fired->row) * STATES_MAX + fired->state) * EVENTS_MAX + fired->event;
  __atomic_fetch_or(&machine->fired[bit / 8], (uint8_t)(1u << bit % 8), __ATOMIC_RELAXED);
}

bool machine_fired(const struct machine *machine, unsigned kind, unsigned row, unsigned state, unsigned event) {
  size_t bit = (((size_t)kind * 256 + row) * STATES_MAX + state) * EVENTS_MAX + event;
  return machine->fired[bit / 8] >> bit % 8 & 1;
}

void machine_seek(struct machine *machine, const struct condition *condition, bool negated) {
  machine->seek = condition;
  machine->seek_negated = negated;
}

void machine_forbid(struct machine *machine, const struct outcome_set *allowed) { machine->allowed = allowed; }

uint64_t machine_sum(const struct machine *machine) { return machine->sum; }

unsigned machine_lines(const struct machine *machine) { return machine->lines; }
unsigned machine_sms(const struct machine *machine) { return machine->sms; }
unsigned machine_cores(const struct machine *machine) { return machine->core_count; }
unsigned machine_l1(const struct machine *machine, unsigned sm) { return machine->first_of_kind[0] + sm; }
unsigned machine_bank(const struct machine *machine, unsigned line) {
  return machine->first_of_kind[1] + machine->placement.bank_of_line[line];
}
const struct placement *machine_placement(const struct machine *machine) { return &machine->placement; }
unsigned machine_gpm(const struct machine *machine, unsigned gpm) {
  unsigned kind = 0;
  while (kind < KINDS_MAX && machine->system->kinds[kind].instances != ONE_PER_GPM) kind++;
  return machine->first_of_kind[kind] + gpm;
}
enum core_kind machine_core(const struct machine *machine) { return machine->setting.core; }
int machine_parameter(const struct machine *machine, unsigned index) { return machine->setting.values[index]; }
unsigned machine_start(const struct machine *machine) { return machine->start; }
