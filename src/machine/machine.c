/* Builds a machine, and fills in the model that the search sees.
 *
 * wiring.c adds controllers and channels.  cold_start.c and warm_start.c find initial states, and
 * successors.c shows steps. */
#include <string.h>
#include "base/hash.h"
#include "base/memory.h"
#include "machine/barrier.h"
#include "machine/client_alphabet.h"
#include "machine/describe.h"
#include "machine/describe_step.h"
#include "machine/export.h"
#include "machine/kept.h"
#include "machine/machine_private.h"
#include "machine/mutant.h"
#include "machine/outcomes.h"
#include "machine/program_lines.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/successors.h"
#include "machine/warm_start.h"
#include "machine/wiring.h"
#include "protocol/record.h"

/* --- the program --- */

/* Gives readers their alphabet.  They want all lines, at all times. */
static void make_readers(struct machine *machine) {
  machine->requests.alphabet = LOAD;
  memset(machine->requests.wanted, 0xff, sizeof machine->requests.wanted);
  client_alphabet_make(machine, machine->program->thread_count);
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    if (!core_is_free(machine, core)) continue;
    for (unsigned pc = 0; pc <= LINES_MAX; pc++)
      machine->flow.future[core][pc] = machine->flow.accessed[core][pc] = UINT8_MAX;
    if (shape_first_core(&machine->shape, machine->shape.sm_of_core[core]) != core)
      machine->requests.wanted[core] = 0; /* one thread warms the caches of its SM */
  }
}

static bool lower_program(struct machine *machine, struct diagnostic *error) {
  const uint64_t stores = STORE | ATOMIC | STORE_RELEASE;
  for (unsigned core = 0; core < machine->program->thread_count; core++) {
    if (!lower_thread(&machine->shape, machine->program, &machine->program->threads[core],
                      &machine->lowered[core], error))
      return false;
    core_liveness(machine, core);
    program_lines_find(machine, core);
    for (unsigned i = 0; i < machine->lowered[core].length; i++) {
      const struct micro *micro = &machine->lowered[core].micros[i];
      machine->shape.has_barriers |= micro->kind == MICRO_BARRIER;
      if (micro->kind == MICRO_ACCESS && stores >> micro->event & 1)
        machine->shape.plain_stores |= 1u << micro->line;
    }
  }
  if (machine->options.readers) make_readers(machine);
  return true;
}

/* --- the model --- */

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
  reductions_open_thread(worker);
  if (machine->reached.outcomes)
    worker->outcomes = outcome_set_new(machine_outcome_width(machine->program));
  return worker;
}

static void machine_worker_free(const struct model *model, void *data) {
  struct machine *machine = model->self;
  struct worker *worker = data;
  if (worker->outcomes) outcome_set_merge(machine->reached.outcomes, worker->outcomes);
  machine->reached.sum += worker->sum;
  outcome_set_free(worker->outcomes);
  machine->reductions.represented += worker->orbit_states;
  reductions_close_thread(worker);
  memory_free(worker);
}

static const char *machine_property_name(const struct model *model, unsigned property) {
  const struct machine *machine = model->self;
  if (property == PROPERTY_OWN && machine->shape.system->own_invariant.name)
    return machine->shape.system->own_invariant.name;
  return property_name((enum property)property);
}

/* --- building --- */

/* Switches off the options that others exclude. */
static void settle_options(struct machine_options *options) {
  /* Reductions rely on promises of the record (promises.h).  A mutant may break them. */
  if (options->mutant && !options->reduce_mutant) options->no_reduction = true;
  if (options->audit) options->no_clusters = true; /* audit_answer marks cores of any cluster */
  if (options->readers) options->no_ample = options->no_clusters = true;
  if (options->no_reduction)
    options->no_deferred_evictions = options->no_dead_values = options->no_ample = true;
}

static struct model model_of(struct machine *machine) {
  return (struct model){ .initial = machine_initial,
                         .successors = machine_successors,
                         .broken = machine_broken,
                         .fingerprint = machine_fingerprint,
                         .describe_state = machine_describe_state,
                         .describe_briefly = machine_describe_briefly,
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
}

static struct machine *allocate(const struct setting *setting,
                                const struct machine_options *options) {
  static _Atomic uint64_t machines;
  static const struct machine_options defaults;
  struct machine *machine = memory_new(1, sizeof *machine);
  machine->number = ++machines;
  machine->shape.setting = *setting;
  machine->shape.system = setting->system;
  machine->options = options ? *options : defaults;
  machine->shape.is_mutant = machine->options.mutant != NULL;
  machine->shape.one_address = machine->options.only_line != 0;
  settle_options(&machine->options);
  machine->contents = intern_new();
  intern_add(machine->contents, "", 0); /* EMPTY */
  machine->memo = memory_new(1, sizeof *machine->memo);
  memo_start(machine->memo);
  machine_kept_begin(machine);
  machine->model = model_of(machine);
  return machine;
}

static bool port_only_loads_observe(const struct machine *machine) {
  const struct controller_kind *port = &machine->shape.system->kinds[0];
  for (unsigned i = 0; i < port->internal_count; i++)
    if (port->internals[i].promises.deferred && !port->internals[i].promises.only_loads_observe)
      return false;
  return true;
}

static bool build(struct machine *machine, struct diagnostic *error) {
  const struct system *system = machine->shape.system;
  machine->flow.only_loads_observe = port_only_loads_observe(machine);
  if (!system_runs(system, error) || !machine_wire(machine, error)) return false;
  if (machine->shape.is_client) client_alphabet_make(machine, 0);
  else if (!lower_program(machine, error)) return false;
  machine->flow.has_loop = machine->program && program_has_loop(machine->program);
  machine->has_history = system->transactions.begin != 0;
  machine->rolls_over =
      system->rollover.event && machine->shape.setting.values[system->rollover.parameter];
  machine->reductions.symmetries = 1;
  reductions_begin(machine);
  machine->model.width = history_slot(machine) + machine->has_history;
  return !machine->options.mutant || mutant_plant(machine, machine->options.mutant, error);
}

/* Are times ranks?  Programs with a loop need it, and so does a client, which never ends. */
static bool needs_rank(const struct machine *machine) {
  if (machine->shape.system->time != TIME_LOGICAL) return false;
  return machine->shape.is_client || machine->options.readers ||
         program_has_loop(machine->program) ||
         (machine->shape.system->always_rank &&
          machine->shape.system->always_rank(&machine->shape.setting));
}

/* Spreads SMs and homes over a topology. */
static void spread(struct placement *placement, struct topology topology) {
  unsigned count = topology.gpus * topology.gpms;
  placement->topology = topology;
  if (!count) return;
  for (unsigned sm = 0; sm < placement->sms; sm++) placement->gpm_of_sm[sm] = (uint8_t)(sm % count);
  for (unsigned line = 0; line < placement->lines; line++)
    placement->home_of_line[line] = (uint8_t)(topology.no_homes ? 0 : line % count);
}

/* Puts each reader on an SM of its own. */
static void place_readers(struct machine *machine) {
  struct shape *shape = &machine->shape;
  unsigned modules = shape->placement.topology.gpus * shape->placement.topology.gpms;
  for (unsigned i = 0; i < machine->options.readers; i++) {
    unsigned core = shape->core_count++, sm = shape->sms++;
    shape->sm_of_core[core] = (uint8_t)sm;
    shape->cta_of_core[core] = (uint8_t)core;
    if (modules) shape->placement.gpm_of_sm[sm] = (uint8_t)(i % modules);
  }
  shape->placement.sms = shape->sms;
}

static bool has_room_for_readers(const struct machine *machine, struct diagnostic *error) {
  unsigned threads = machine->program->thread_count, readers = machine->options.readers;
  if (readers && machine->shape.system->transactions.begin)
    return diagnostic_plain(error, "%s runs transactions: it takes no readers",
                            machine->shape.system->name);
  if (threads + readers <= CORES_MAX) return true;
  return diagnostic_plain(error,
                          "%s has %u %s: with %u %s there are more than %u threads; ask for fewer "
                          "readers",
                          machine->program->name, threads,
                          text_numbered(threads, "thread", "threads"), readers,
                          text_numbered(readers, "reader", "readers"), CORES_MAX);
}

/* A CTA has the number of its first thread. */
static void number_ctas(struct machine *machine) {
  for (unsigned core = 0; core < machine->program->thread_count; core++) {
    const struct place *own = &machine->program->threads[core].place;
    unsigned first = 0;
    while (!place_same_cta(&machine->program->threads[first].place, own)) first++;
    machine->shape.cta_of_core[core] = (uint8_t)first;
  }
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
  number_ctas(machine);
  bool fits = has_room_for_readers(machine, error);
  if (fits) place_readers(machine);
  machine->shape.rank = needs_rank(machine);
  machine->reached.outcomes = outcome_set_new(machine_outcome_width(program));
  if (fits && build(machine, error)) {
    /* an older copy may serve a thread that starts afresh */
    if (machine->options.only_readers) machine->shape.outdates = false;
    return machine;
  }
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

/* PROPERTY_LOAD_VALUE is checked if the system claims it, or the variant is expected to lose it. */
static bool watches_loads(const struct machine *machine) {
  unsigned asked =
      setting_invariants(&machine->shape.setting) | setting_losses(&machine->shape.setting);
  return asked & CLAIM(PROPERTY_LOAD_VALUE) && !machine->options.unwatched;
}

/* In an audit a store must be performed before its answer, but not in a transaction. */
static bool watches_stores(const struct machine *machine) {
  return machine->options.audit && !machine->shape.system->transactions.begin;
}

struct machine *machine_new_client(const struct setting *setting, const struct client *client,
                                   const struct machine_options *options,
                                   struct diagnostic *error) {
  struct machine *machine = allocate(setting, options);
  machine->client = *client;
  machine->shape.is_client = true;
  machine->requests.alphabet = machine->shape.system->client;
  machine->shape.plain_stores =
      machine->requests.alphabet & (STORE | ATOMIC | STORE_RELEASE) ? ~0u : 0;
  memset(machine->requests.wanted, 0xff, sizeof machine->requests.wanted);
  machine->shape.lines = client->lines;
  machine->shape.sms = client->sms;
  machine->shape.words = client->two_words ? 2 : 1;
  memset(machine->shape.words_of_line, (1 << machine->shape.words) - 1,
         sizeof machine->shape.words_of_line);
  machine->shape.core_count = client->threads;
  for (unsigned i = 0; i < client->threads; i++)
    machine->shape.sm_of_core[i] = machine->shape.cta_of_core[i] = (uint8_t)client->sm_of_thread[i];
  machine->shape.placement = placement_of(client, machine);
  machine->requests.scopes = machine->shape.system->scopes;
  machine->shape.watches_loads = watches_loads(machine);
  machine->watches_stores = watches_stores(machine);
  reductions_shrink(machine);
  machine->options.cold = true; /* the client warms its caches itself */
  machine->shape.rank =
      needs_rank(machine) && !options->check_apart; /* it compares steps, and ends without ranks */
  if (build(machine, error) && reductions_admit(machine, error)) return machine;
  machine_free(machine);
  return NULL;
}

void machine_free(struct machine *machine) {
  if (!machine) return;
  reductions_end(machine);
  machine_kept_end(machine);
  for (unsigned i = 0; i < CORES_MAX; i++) lowered_free(&machine->lowered[i]);
  memory_free(machine->mutated);
  vector_free(machine->initial.states);
  outcome_set_free(machine->reached.outcomes);
  intern_free(machine->contents);
  memo_end(machine->memo);
  memory_free(machine->memo);
  memory_free(machine);
}

bool machine_tells_apart(const struct machine *machine) { return machine->reductions.tells_apart; }

unsigned machine_symmetries(const struct machine *machine) {
  return machine->reductions.symmetries;
}

uint64_t machine_orbit_states(const struct machine *machine) {
  return machine->reductions.represented;
}

bool machine_one_line(const struct machine *machine) { return machine->reductions.one_line; }

bool machine_is_ample(const struct machine *machine) { return machine->reductions.ample != 0; }

bool machine_tries_data(const struct machine *machine) { return machine->reductions.tries_data; }

bool machine_assumes_ticks(const struct machine *machine) {
  return machine->reductions.assumes_ticks;
}

bool machine_lines_apart(const struct machine *machine) { return !machine->kept->not_apart; }

const struct model *machine_model(const struct machine *machine) { return &machine->model; }

void machine_seek_standstill(struct machine *machine) { machine->sought.standstill = true; }

char *machine_waits(const struct machine *machine, const slot_t *state) {
  return barrier_waits(machine, state);
}

uint64_t machine_sum(const struct machine *machine) { return machine->reached.sum; }

const struct shape *machine_shape(const struct machine *machine) { return &machine->shape; }
