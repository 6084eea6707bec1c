/* Warm starts (DESIGN.md, decision 8): all quiescent states that loads, evictions and clock ticks
 * reach from the cold state.  Most stale-copy outcomes need a line that is cached at the start.
 *
 * A warming machine has the same controllers, and one core for each SM, which loads any line for
 * ever.  Each of its quiescent states becomes an initial state, with the program's cores at their
 * start.  Its cores keep nothing, so they represent any earlier program.
 *
 * Lines that share nothing are warmed one by one, and all combinations are initial states.  This
 * holds where evictions are persistent (persistent_sets.c).  It also holds if lines share only
 * state that loads and evictions do not touch (promises.loads_apart).  A quiescent state is
 * quiescent on each line, and loads of one line can run after those of another.  Reductions then
 * drop warmed states that evictions make again (drop_warmed).
 *
 * In logical time, loads and evictions can push time ahead for ever.  As ranks, the states are
 * finite and all are found.  Otherwise each SM loads each line of its program at most once.  That
 * gives every mixture of leases, expired copies and evicted blocks, but not all distances. */
#include <string.h>
#include "base/memory.h"
#include "machine/client_alphabet.h"
#include "machine/cold_start.h"
#include "machine/machine_private.h"
#include "machine/program_lines.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/state_list.h"
#include "machine/successors.h"
#include "machine/times.h"
#include "machine/warm_start.h"
#include "machine/warps.h"

struct warmup {
  struct machine *machine; /* the one to warm */
  struct machine warming;  /* shares the contents; remembers steps of its own */
  struct memo memo;        /* of the warming machine */
  struct search_options limits;
  double seconds;                     /* of all searches so far */
  enum search_end end;                /* the first limit that was hit, or SEARCH_COMPLETE */
  struct dictionary started;          /* initial states so far */
  struct state_list quiet[LINES_MAX]; /* warmed states by line; all in the first if together */
  struct state_list *gathered;        /* by the search under way */
  pthread_mutex_t lock;               /* of `gathered` */
};

/* --- the warming machine --- */

static void first_state(const struct model *model, void *worker, step_visitor *visit,
                        void *context) {
  const struct warmup *warmup = model->self;
  slot_t cold[WIDTH_MAX];
  (void)worker;
  cold_state(&warmup->warming, cold);
  visit(context, cold, 0, STEP_ENVIRONMENT);
}

static void warming_steps(const struct model *model, void *worker, const slot_t *state,
                          step_visitor *visit, void *context) {
  const struct warmup *warmup = model->self;
  machine_successors(&warmup->warming.model, worker, state, visit, context);
}

static uint64_t gather_quiet(const struct model *model, void *worker, const slot_t *state,
                             unsigned steps) {
  struct warmup *warmup = model->self;
  (void)worker, (void)steps;
  if (!machine_idle(&warmup->warming, state)) return 0;
  pthread_mutex_lock(&warmup->lock);
  state_list_add(warmup->gathered, state);
  pthread_mutex_unlock(&warmup->lock);
  return 0;
}

static void *warming_worker(const struct model *model) {
  const struct warmup *warmup = model->self;
  struct worker *worker = memory_new(1, sizeof *worker);
  worker->machine = &warmup->warming;
  return worker;
}

static void warming_worker_free(const struct model *model, void *worker) {
  (void)model;
  memory_free(worker);
}

static void search_warming(struct warmup *warmup, struct state_list *quiet) {
  struct model model = { .width = warmup->warming.model.width,
                         .initial = first_state,
                         .successors = warming_steps,
                         .broken = gather_quiet,
                         .worker_new = warming_worker,
                         .worker_free = warming_worker_free,
                         .self = warmup };
  struct search_options options = search_options_after(&warmup->limits, warmup->seconds);
  options.stop_at = 0;
  options.depth_max = 0;
  quiet->width = model.width;
  warmup->gathered = quiet;
  struct search_result result = search_run(&model, &options);
  warmup->seconds += result.seconds;
  if (warmup->end == SEARCH_COMPLETE) warmup->end = result.end;
  search_result_clear(&result);
}

/* Fills `quiet` with the quiescent states that loads of these lines reach. */
static void warm_lines(struct warmup *warmup, unsigned lines, struct state_list *quiet) {
  struct machine *warming = &warmup->warming;
  for (unsigned sm = 0; sm < warming->shape.sms; sm++)
    warming->requests.wanted[sm] &= (uint8_t)lines;
  search_warming(warmup, quiet);
  reductions_drop_warmed(warmup->machine, warming, quiet);
}

/* --- initial states --- */

/* Adds the initial state of a warmed one: its controllers, with the program's cores. */
static void start_as(struct warmup *warmup, const slot_t *warm, unsigned fresh) {
  struct machine *machine = warmup->machine;
  slot_t state[WIDTH_MAX];
  cold_state(machine, state);
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    state[controller_slot(machine, i)] = warm[controller_slot(&warmup->warming, i)];
  /* a warming core has its SM's number; 0 is the earliest time, so as good as none */
  warps_take_over(machine, state, fresh, warmup->warming.shape.sm_of_core, 0);
  reductions_canonicalise(machine, state);
  if (machine->shape.system->time == TIME_LOGICAL) times_normalise(machine, state);
  if ((*dictionary_at(&warmup->started, state, machine->model.width * sizeof *state))++) return;
  for (unsigned i = 0; i < machine->model.width; i++)
    vector_push(machine->initial.states, state[i]);
}

static void start_from(struct warmup *warmup, const slot_t *warm) {
  for (unsigned fresh = warps_fresh_sets(warmup->machine); fresh-- > 0;)
    start_as(warmup, warm, fresh);
}

/* Copies one line of all controllers. */
static void put_line(const struct machine *machine, slot_t *state, const slot_t *from,
                     unsigned line) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    slot_t *slot = &state[controller_slot(machine, i)];
    union local_copy copy;
    size_t length = intern_copy(machine->contents, *slot, &copy);
    struct local *local = &copy.local;
    local->line[line] = local_at(machine, from[controller_slot(machine, i)])->line[line];
    *slot = intern_add(machine->contents, &copy, length);
  }
}

/* Starts from all combinations of the warmed states of `line` and those after it. */
static void combine(struct warmup *warmup, const slot_t *state, unsigned line) {
  if (line == warmup->machine->shape.lines) {
    start_from(warmup, state);
    return;
  }
  for (size_t i = 0; i < state_list_count(&warmup->quiet[line]); i++) {
    slot_t next[WIDTH_MAX];
    memcpy(next, state, warmup->warming.model.width * sizeof *state);
    put_line(&warmup->warming, next, state_list_at(&warmup->quiet[line], i), line);
    combine(warmup, next, line + 1);
  }
}

static void make_warming(struct warmup *warmup) {
  struct machine *warming = &warmup->warming;
  slot_t state[WIDTH_MAX];
  *warming = *warmup->machine;
  warming->rolls_over = false; /* a rollover drops all copies */
  memo_start(&warmup->memo);
  reductions_keep_warmup(warming);
  warming->memo = &warmup->memo;
  warming->shape.is_client = true;
  warming->requests.alphabet = LOAD;
  warming->shape.plain_stores = 0;
  warming->requests.scopes = 0;
  warming->shape.setting.core = CORE_IO;
  warming->shape.core_count = warming->shape.sms;
  for (unsigned i = 0; i < warming->shape.sms; i++)
    warming->shape.sm_of_core[i] = warming->shape.cta_of_core[i] = (uint8_t)i;
  warming->shape.outdates = false; /* an older copy may serve a thread that starts afresh */
  warming->shape.has_barriers = warming->has_confined_line = warming->has_history = false;
  warming->model.self = warming;
  warming->model.width = barrier_slot(warming);
  warming->requests.once = warming->shape.system->time == TIME_LOGICAL && !warming->shape.rank;
  cold_state(warmup->machine, state);
  for (unsigned sm = 0; sm < warming->shape.sms; sm++)
    warming->requests.wanted[sm] =
        (uint8_t)(warming->requests.once ? program_lines_wanted(warmup->machine, state, sm) : ~0u);
  memset(warming->lowered, 0, sizeof warming->lowered);
  client_alphabet_make(warming, 0);
}

static void warm_apart(struct warmup *warmup) {
  slot_t cold[WIDTH_MAX];
  for (unsigned line = 0; line < warmup->machine->shape.lines; line++) {
    memset(warmup->warming.requests.wanted, 0xff, sizeof warmup->warming.requests.wanted);
    memo_end(&warmup->memo); /* `wanted` has changed */
    memo_start(&warmup->memo);
    warm_lines(warmup, 1u << line, &warmup->quiet[line]);
  }
  cold_state(&warmup->warming, cold);
  combine(warmup, cold, 0);
}

static void warm_together(struct warmup *warmup) {
  warm_lines(warmup, ~0u, &warmup->quiet[0]);
  for (size_t i = 0; i < state_list_count(&warmup->quiet[0]); i++)
    start_from(warmup, state_list_at(&warmup->quiet[0], i));
}

static void warm(struct warmup *warmup) {
  slot_t cold[WIDTH_MAX];
  if (warmup->machine->options.cold) {
    unsigned starts =
        warmup->machine->shape.is_client ? warmup->machine->shape.system->promises.starts : 0;
    do {
      cold_state(&warmup->warming, cold);
      start_from(warmup, cold);
    } while (++warmup->warming.shape.start < starts);
  } else if (warmup->machine->has_confined_line ||
             warmup->machine->shape.system->promises.loads_apart) {
    warm_apart(warmup);
  } else {
    warm_together(warmup);
  }
}

static struct search_result warm_now(struct machine *machine, const struct search_options *limits) {
  struct warmup *warmup = memory_new(1, sizeof *warmup);
  warmup->machine = machine;
  warmup->limits = *limits;
  warmup->limits.visited = VISITED_CONCURRENT; /* exact */
  warmup->limits.spill = NULL;
  warmup->limits.processes = false; /* each process finds them all */
  warmup->limits.sample = 0;
  warmup->limits.checkpoint = NULL; /* checkpoints are of the search that follows */
  pthread_mutex_init(&warmup->lock, NULL);
  make_warming(warmup);
  warm(warmup);
  struct search_result result = { .end = warmup->end, .seconds = warmup->seconds };
  machine->initial.found = true;
  lowered_free(&warmup->warming.lowered[0]);
  memo_end(&warmup->memo);
  dictionary_free(&warmup->started);
  for (unsigned line = 0; line < LINES_MAX; line++) state_list_free(&warmup->quiet[line]);
  pthread_mutex_destroy(&warmup->lock);
  memory_free(warmup);
  return result;
}

struct search_result warm_start_once(struct machine *machine, const struct search_options *limits) {
  if (machine->initial.found) return (struct search_result){ .end = SEARCH_COMPLETE };
  return warm_now(machine, limits);
}

enum search_end machine_warm(struct machine *machine, const struct search_options *limits) {
  return warm_start_once(machine, limits).end;
}

void machine_cold_starts(struct machine *machine, step_visitor *visit, void *context) {
  bool cold = machine->options.cold, known = machine->initial.found;
  machine->options.cold = true;
  warm_start_once(machine, &(struct search_options){ .threads = 1 });
  machine->options.cold = cold;
  void *worker = machine->model.worker_new(&machine->model);
  machine_initial(&machine->model, worker, visit, context);
  machine->model.worker_free(&machine->model, worker);
  if (cold || known) return;
  machine->initial.states.length = 0;
  machine->initial.found = false;
}

void machine_initial(const struct model *model, void *data, step_visitor *visit, void *context) {
  struct machine *machine = model->self;
  struct worker *worker = data;
  warm_start_once(machine, &(struct search_options){ .threads = 1 });
  for (size_t i = 0; i * model->width < machine->initial.states.length; i++) {
    slot_t state[WIDTH_MAX];
    memcpy(state, machine->initial.states.items + i * model->width, model->width * sizeof *state);
    if (!worker->raw) {
      reductions_open(worker, state);
      reductions_representative(worker, state);
    }
    visit(context, state, (uint32_t)i, STEP_ENVIRONMENT);
  }
}
