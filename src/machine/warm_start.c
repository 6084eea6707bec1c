/* Warm starts (DESIGN.md, decision 8): the initial states are all quiescent states that loads,
 * evictions and clock ticks can reach from cold.  Most stale-copy outcomes need a line that was
 * cached before the test begins.
 *
 * Phantom cores, one to an SM, load any line for ever, on the same controllers; every state of
 * theirs in which nothing is outstanding becomes an initial state, with the program's cores at
 * their start.  What the phantoms leave behind must be what any earlier program could have left:
 * they keep nothing.
 *
 * Where evictions are deferred (persistent_set.c) lines share nothing, and two short cuts are
 * exact.  Each line is warmed alone, and the initial states are all combinations.  And a state that
 * evictions alone make of another is left out: the deferred evictions make it again, when a core
 * asks for the line.  Where lines share something that loads and evictions do not touch
 * (system.promises.loads_apart), they are warmed alone, too: what is quiet of all lines is quiet of
 * each, and one line's loads can be run after another's.  What a lazy eviction makes of another
 * state is then left out, since it is tried before the line's next event.
 *
 * With logical time, loads and evictions alone can push time ahead for ever (a block that is loaded
 * again takes the bank's mnow as its version).  Kept as ranks, the states are finite all the same,
 * and all of them are found; kept as shifted numbers, they are not, and each SM loads each line
 * that its program asks for once at most: that gives every mixture of leases, expired copies and
 * evicted blocks, but not every distance between them.  Rank it is for whoever wants them all. */
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

struct warming {
  struct machine *machine; /* the one to warm */
  struct machine phantoms; /* shares the contents; its cores are phantoms, so it remembers its steps
                              for itself */
  struct memo memo;
  struct search_options limits;
  double seconds;                     /* that the phantoms' searches took */
  enum search_end end;                /* the limit that one of them hit, or SEARCH_COMPLETE */
  struct dictionary started;          /* initial states so far */
  struct state_list quiet[LINES_MAX]; /* what each line can be left as; all lines together in the
                                     first where they share */
  struct state_list *gathered;        /* by the search under way */
  pthread_mutex_t lock;               /* of what is gathered */
};

/* --- what the phantoms' loads leave behind --- */

static void first_state(const struct model *model, void *worker, step_visitor *visit,
                        void *context) {
  const struct warming *warming = model->self;
  slot_t cold[WIDTH_MAX];
  (void)worker;
  cold_state(&warming->phantoms, cold);
  visit(context, cold, 0, STEP_ENVIRONMENT);
}

static void phantom_steps(const struct model *model, void *worker, const slot_t *state,
                          step_visitor *visit, void *context) {
  const struct warming *warming = model->self;
  machine_successors(&warming->phantoms.model, worker, state, visit, context);
}

static uint64_t gather_quiet(const struct model *model, void *worker, const slot_t *state,
                             unsigned steps) {
  struct warming *warming = model->self;
  (void)worker, (void)steps;
  if (!machine_idle(&warming->phantoms, state)) return 0;
  pthread_mutex_lock(&warming->lock);
  state_list_add(warming->gathered, state);
  pthread_mutex_unlock(&warming->lock);
  return 0;
}

static void *phantom_worker(const struct model *model) {
  const struct warming *warming = model->self;
  struct worker *worker = memory_new(1, sizeof *worker);
  worker->machine = &warming->phantoms;
  return worker;
}

static void phantom_worker_free(const struct model *model, void *worker) {
  (void)model;
  memory_free(worker);
}

static void search_phantoms(struct warming *warming, struct state_list *quiet) {
  struct model model = { .width = warming->phantoms.model.width,
                         .initial = first_state,
                         .successors = phantom_steps,
                         .broken = gather_quiet,
                         .worker_new = phantom_worker,
                         .worker_free = phantom_worker_free,
                         .self = warming };
  struct search_options options = search_options_after(&warming->limits, warming->seconds);
  options.stop_at = 0;
  options.depth_max = 0;
  quiet->width = model.width;
  warming->gathered = quiet;
  struct search_result result = search_run(&model, &options);
  warming->seconds += result.seconds;
  if (warming->end == SEARCH_COMPLETE) warming->end = result.end;
  search_result_clear(&result);
}

/* Fills `quiet` with the states in which the loads of these lines can leave the caches. */
static void warm_lines(struct warming *warming, unsigned lines, struct state_list *quiet) {
  struct machine *phantoms = &warming->phantoms;
  for (unsigned sm = 0; sm < phantoms->shape.sms; sm++)
    phantoms->requests.wanted[sm] &= (uint8_t)lines;
  search_phantoms(warming, quiet);
  reductions_drop_warmed(warming->machine, phantoms, quiet);
}

/* The program's cores, on what the phantoms left in the controllers. */
static void start_as(struct warming *warming, const slot_t *warm, unsigned fresh) {
  struct machine *machine = warming->machine;
  slot_t state[WIDTH_MAX];
  cold_state(machine, state);
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    state[controller_slot(machine, i)] = warm[controller_slot(&warming->phantoms, i)];
  warps_take_over(machine, state, fresh);
  reductions_canonicalise(machine, state);
  if (machine->shape.system->time == TIME_LOGICAL) times_normalise(machine, state);
  if ((*dictionary_at(&warming->started, state, machine->model.width * sizeof *state))++) return;
  for (unsigned i = 0; i < machine->model.width; i++)
    vector_push(machine->initial.states, state[i]);
}

static void start_from(struct warming *warming, const slot_t *warm) {
  for (unsigned fresh = warps_fresh_sets(warming->machine); fresh-- > 0;)
    start_as(warming, warm, fresh);
}

/* Puts one line as it is in `from` into the controllers of `state`. */
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

static void combine(struct warming *warming, const slot_t *state, unsigned line) {
  if (line == warming->machine->shape.lines) {
    start_from(warming, state);
    return;
  }
  for (size_t i = 0; i < state_list_count(&warming->quiet[line]); i++) {
    slot_t next[WIDTH_MAX];
    memcpy(next, state, warming->phantoms.model.width * sizeof *state);
    put_line(&warming->phantoms, next, state_list_at(&warming->quiet[line], i), line);
    combine(warming, next, line + 1);
  }
}

static void make_phantoms(struct warming *warming) {
  struct machine *phantoms = &warming->phantoms;
  slot_t state[WIDTH_MAX];
  *phantoms = *warming->machine;
  phantoms->rolls_over = false; /* all copies would be gone */
  memo_start(&warming->memo);
  reductions_keep_warmup(phantoms);
  phantoms->memo = &warming->memo;
  phantoms->shape.is_client = true;
  phantoms->requests.alphabet = LOAD;
  phantoms->shape.plain_stores = 0;
  phantoms->requests.scopes = 0;
  phantoms->shape.setting.core = CORE_IO;
  phantoms->shape.core_count = phantoms->shape.sms;
  for (unsigned i = 0; i < phantoms->shape.sms; i++)
    phantoms->shape.sm_of_core[i] = phantoms->shape.cta_of_core[i] = (uint8_t)i;
  phantoms->shape.outdates = false; /* threads may start afresh, whom an older copy serves: what
                                 outdates for them, start_as gives up */
  phantoms->shape.has_barriers = phantoms->has_focus = phantoms->has_history = false;
  phantoms->model.self = phantoms;
  phantoms->model.width = barrier_slot(phantoms);
  phantoms->requests.once = phantoms->shape.system->time == TIME_LOGICAL && !phantoms->shape.rank;
  cold_state(warming->machine, state);
  for (unsigned sm = 0; sm < phantoms->shape.sms; sm++)
    phantoms->requests.wanted[sm] =
        (uint8_t)(phantoms->requests.once ? program_lines_wanted(warming->machine, state, sm)
                                          : ~0u);
  memset(phantoms->lowered, 0, sizeof phantoms->lowered);
  client_alphabet_make(phantoms);
}

static void warm_apart(struct warming *warming) {
  slot_t cold[WIDTH_MAX];
  for (unsigned line = 0; line < warming->machine->shape.lines; line++) {
    memset(warming->phantoms.requests.wanted, 0xff, sizeof warming->phantoms.requests.wanted);
    memo_end(&warming->memo); /* what phantoms may ask for has changed */
    memo_start(&warming->memo);
    warm_lines(warming, 1u << line, &warming->quiet[line]);
  }
  cold_state(&warming->phantoms, cold);
  combine(warming, cold, 0);
}

static void warm_together(struct warming *warming) {
  warm_lines(warming, ~0u, &warming->quiet[0]);
  for (size_t i = 0; i < state_list_count(&warming->quiet[0]); i++)
    start_from(warming, state_list_at(&warming->quiet[0], i));
}

static void warm(struct warming *warming) {
  slot_t cold[WIDTH_MAX];
  if (warming->machine->options.cold) {
    unsigned starts =
        warming->machine->shape.is_client ? warming->machine->shape.system->promises.starts : 0;
    do {
      cold_state(&warming->phantoms, cold);
      start_from(warming, cold);
    } while (++warming->phantoms.shape.start < starts);
  } else if (warming->machine->has_focus || warming->machine->shape.system->promises.loads_apart) {
    warm_apart(warming);
  } else {
    warm_together(warming);
  }
}

static struct search_result warm_now(struct machine *machine, const struct search_options *limits) {
  struct warming *warming = memory_new(1, sizeof *warming);
  warming->machine = machine;
  warming->limits = *limits;
  warming->limits.visited = VISITED_CONCURRENT; /* exact, whatever follows */
  warming->limits.spill = NULL;                 /* and what is spilled */
  warming->limits.processes = false;            /* each process for itself */
  warming->limits.sample = 0;                   /* and whole, or not at all */
  warming->limits.checkpoint = NULL; /* what is saved is the search from the initial states */
  pthread_mutex_init(&warming->lock, NULL);
  make_phantoms(warming);
  warm(warming);
  struct search_result result = { .end = warming->end, .seconds = warming->seconds };
  machine->initial.found = true;
  lowered_free(&warming->phantoms.lowered[0]);
  memo_end(&warming->memo);
  dictionary_free(&warming->started);
  for (unsigned line = 0; line < LINES_MAX; line++) state_list_free(&warming->quiet[line]);
  pthread_mutex_destroy(&warming->lock);
  memory_free(warming);
  return result;
}

struct search_result warm_once(struct machine *machine, const struct search_options *limits) {
  if (machine->initial.found) return (struct search_result){ .end = SEARCH_COMPLETE };
  return warm_now(machine, limits);
}

enum search_end machine_warm(struct machine *machine, const struct search_options *limits) {
  return warm_once(machine, limits).end;
}

void machine_initial(const struct model *model, void *data, step_visitor *visit, void *context) {
  struct machine *machine = model->self;
  struct worker *worker = data;
  warm_once(machine, &(struct search_options){ .threads = 1 });
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
