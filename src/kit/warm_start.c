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
#include "engine/machine_search.h"
#include "base/memory.h"
#include "base/sparse.h"
#include "abstract/waits.h"
#include "machine/alternatives.h"
#include "engine/cluster.h"
#include "machine/cold_start.h"
#include "reduce/dead_values.c"
#include "reduce/deferred_evictions.h"
#include "reduce/orbit.h"
#include "machine/properties.h"
#include "machine/successors.h"
#include "reduce/symmetry.h"
#include "machine/times.h"
#include "machine/warm_start.h"
#include "machine/warps.h"

/* States of the phantoms, each once, end to end. */
struct states {
  struct dictionary seen;
  VECTOR(slot_t) all;
  unsigned width;
};

struct warming {
  struct machine *machine; /* the one to warm */
  struct machine phantoms; /* shares the contents; its cores are phantoms, so it remembers its steps
                              for itself */
  struct memo memo;
  struct search_options limits;
  double seconds;                 /* that the phantoms' searches took */
  enum search_end end;            /* the limit that one of them hit, or SEARCH_COMPLETE */
  struct dictionary started;      /* initial states so far */
  struct states quiet[LINES_MAX]; /* what each line can be left as; all lines together in the first
                                     where they share */
  struct states *gathered;        /* by the search under way */
  pthread_mutex_t lock;           /* of what is gathered */
};

static void states_add(struct states *states, const slot_t *state) {
  uintptr_t *known = dictionary_at(&states->seen, state, states->width * sizeof *state);
  if ((*known)++) return;
  for (unsigned i = 0; i < states->width; i++) vector_push(states->all, state[i]);
}

static size_t states_count(const struct states *states) {
  return states->all.length / states->width;
}
static const slot_t *states_at(const struct states *states, size_t i) {
  return states->all.items + i * states->width;
}

static void states_free(struct states *states) {
  dictionary_free(&states->seen);
  vector_free(states->all);
}

static void reach(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  (void)label;
  (void)kind;
  if (to) states_add(context, to);
}

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
  states_add(warming->gathered, state);
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

/* What the limits leave after some time; never nothing, which would mean no limit. */
static struct search_options limits_after(const struct search_options *limits, double seconds) {
  enum { LEAST_MS = 1 };
  struct search_options left = *limits;
  if (left.seconds_max == 0) return left;
  left.seconds_max -= seconds;
  if (left.seconds_max < LEAST_MS * 1e-3) left.seconds_max = LEAST_MS * 1e-3;
  return left;
}

static void search_phantoms(struct warming *warming, struct states *quiet) {
  struct model model = { .width = warming->phantoms.model.width,
                         .initial = first_state,
                         .successors = phantom_steps,
                         .broken = gather_quiet,
                         .worker_new = phantom_worker,
                         .worker_free = phantom_worker_free,
                         .self = warming };
  struct search_options options = limits_after(&warming->limits, warming->seconds);
  options.stop_at = 0;
  options.depth_max = 0;
  quiet->width = model.width;
  warming->gathered = quiet;
  struct search_result result = search_run(&model, &options);
  warming->seconds += result.seconds;
  if (warming->end == SEARCH_COMPLETE) warming->end = result.end;
  search_result_clear(&result);
}

/* --- what evictions make of it --- */

/* All states that the phantoms can reach from `start`. */
static void explore(const struct machine *phantoms, const slot_t *start, struct states *states) {
  struct worker worker = { .machine = phantoms };
  slot_t state[WIDTH_MAX];
  states->width = phantoms->model.width;
  states_add(states, start);
  for (size_t i = 0; i < states_count(states); i++) {
    memcpy(state, states_at(states, i),
           states->width * sizeof *state); /* the list moves as it grows */
    machine_successors(&phantoms->model, &worker, state, reach, states);
  }
}

/* Takes out the quiet states that evictions alone make of others. */
static void drop_evicted(struct machine *phantoms, struct states *quiet) {
  struct states left = { .width = quiet->width };
  struct dictionary made = { 0 };
  phantoms->cores_rest = true;
  for (size_t i = 0; i < states_count(quiet); i++) {
    struct states after = { 0 };
    explore(phantoms, states_at(quiet, i), &after);
    for (size_t j = 1; j < states_count(&after); j++)
      (*dictionary_at(&made, states_at(&after, j), quiet->width * sizeof(slot_t)))++;
    states_free(&after);
  }
  phantoms->cores_rest = false;
  for (size_t i = 0; i < states_count(quiet); i++)
    if (!dictionary_find(&made, states_at(quiet, i), quiet->width * sizeof(slot_t)))
      states_add(&left, states_at(quiet, i));
  dictionary_free(&made);
  states_free(quiet);
  *quiet = left;
}

/* What a lazy eviction makes of a quiet state. */
static void evict_each(const struct machine *phantoms, const slot_t *state,
                       struct dictionary *made) {
  slot_t after[WIDTH_MAX];
  memcpy(after, state, phantoms->model.width * sizeof *after);
  for (unsigned i = 0; i < phantoms->shape.controller_count; i++) {
    slot_t *slot = &after[controller_slot(phantoms, i)], local = *slot;
    const struct controller_kind *kind =
        &phantoms->shape.system->kinds[phantoms->shape.controllers[i].kind];
    const struct moves *moves = controller_moves(phantoms, i, local);
    for (unsigned m = 0; m < moves->count; m++) {
      const struct internal *internal = &kind->internals[moves->items[m].internal];
      if (!internal->promises.deferred || internal->promises.deferred_if_alone) continue;
      if (!deferred_promise_is_kept(phantoms, i, local, moves->items[m].internal,
                                    moves->items[m].at))
        continue;
      *slot = controller_steps(phantoms, i, local, INPUT_INTERNAL, internal->event,
                               moves->items[m].at, UINT32_MAX, 0, 0)
                  ->items[0]
                  .local;
      (*dictionary_at(made, after, phantoms->model.width * sizeof *after))++;
      *slot = local;
    }
  }
}

/* Takes out the quiet states that a lazy eviction makes of others: it is tried again before the
 * next event of its line. */
static void drop_lazily_evicted(struct machine *phantoms, struct states *quiet) {
  struct states left = { .width = quiet->width };
  struct dictionary made = { 0 };
  for (size_t i = 0; i < states_count(quiet); i++) evict_each(phantoms, states_at(quiet, i), &made);
  for (size_t i = 0; i < states_count(quiet); i++)
    if (!dictionary_find(&made, states_at(quiet, i), quiet->width * sizeof(slot_t)))
      states_add(&left, states_at(quiet, i));
  dictionary_free(&made);
  states_free(quiet);
  *quiet = left;
}

/* Fills `quiet` with the states in which the loads of these lines can leave the caches. */
static void warm_lines(struct warming *warming, unsigned lines, struct states *quiet) {
  struct machine *phantoms = &warming->phantoms;
  for (unsigned sm = 0; sm < phantoms->shape.sms; sm++) phantoms->wanted[sm] &= (uint8_t)lines;
  search_phantoms(warming, quiet);
  if (warming->machine->has_focus) drop_evicted(phantoms, quiet);
  else if (phantoms->shape.system->promises.loads_apart && !phantoms->options.no_deferred_evictions)
    drop_lazily_evicted(phantoms, quiet);
}

/* The program's cores, on what the phantoms left in the controllers. */
static void start_as(struct warming *warming, const slot_t *warm, unsigned fresh) {
  struct machine *machine = warming->machine;
  slot_t state[WIDTH_MAX];
  cold_state(machine, state);
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    state[controller_slot(machine, i)] = warm[controller_slot(&warming->phantoms, i)];
  warps_take_over(machine, state, fresh);
  dead_values_drop_lines(machine, state);
  if (machine->shape.system->time == TIME_LOGICAL) times_normalise(machine, state);
  if ((*dictionary_at(&warming->started, state, machine->model.width * sizeof *state))++) return;
  for (unsigned i = 0; i < machine->model.width; i++) vector_push(machine->initials, state[i]);
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
  for (size_t i = 0; i < states_count(&warming->quiet[line]); i++) {
    slot_t next[WIDTH_MAX];
    memcpy(next, state, warming->phantoms.model.width * sizeof *state);
    put_line(&warming->phantoms, next, states_at(&warming->quiet[line], i), line);
    combine(warming, next, line + 1);
  }
}

static void make_phantoms(struct warming *warming) {
  struct machine *phantoms = &warming->phantoms;
  slot_t state[WIDTH_MAX];
  *phantoms = *warming->machine;
  phantoms->rolls_over = false; /* all copies would be gone */
  memo_start(&warming->memo);
  phantoms->symmetry = NULL;
  phantoms->memo = &warming->memo;
  phantoms->shape.is_client = true;
  phantoms->alphabet = LOAD;
  phantoms->scopes = 0;
  phantoms->shape.setting.core = CORE_IO;
  phantoms->shape.core_count = phantoms->shape.sms;
  for (unsigned i = 0; i < phantoms->shape.sms; i++) phantoms->shape.sm_of_core[i] = (uint8_t)i;
  phantoms->shape.outdates = false; /* threads may start afresh, whom an older copy serves: what
                                 outdates for them, start_as gives up */
  phantoms->forgets_lines = false;
  phantoms->shape.has_barriers = phantoms->has_focus = phantoms->has_history = false;
  phantoms->model.self = phantoms;
  phantoms->model.width = barrier_slot(phantoms);
  phantoms->once = phantoms->shape.system->time == TIME_LOGICAL && !phantoms->shape.rank;
  cold_state(warming->machine, state);
  for (unsigned sm = 0; sm < phantoms->shape.sms; sm++)
    phantoms->wanted[sm] =
        (uint8_t)(phantoms->once ? dead_values_lines_wanted(warming->machine, state, sm) : ~0u);
  memset(phantoms->lowered, 0, sizeof phantoms->lowered);
  machine_client_alphabet(phantoms);
}

static void warm_apart(struct warming *warming) {
  slot_t cold[WIDTH_MAX];
  for (unsigned line = 0; line < warming->machine->shape.lines; line++) {
    memset(warming->phantoms.wanted, 0xff, sizeof warming->phantoms.wanted);
    memo_end(&warming->memo); /* what phantoms may ask for has changed */
    memo_start(&warming->memo);
    warm_lines(warming, 1u << line, &warming->quiet[line]);
  }
  cold_state(&warming->phantoms, cold);
  combine(warming, cold, 0);
}

static void warm_together(struct warming *warming) {
  warm_lines(warming, ~0u, &warming->quiet[0]);
  for (size_t i = 0; i < states_count(&warming->quiet[0]); i++)
    start_from(warming, states_at(&warming->quiet[0], i));
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
  machine->warmed = true;
  lowered_free(&warming->phantoms.lowered[0]);
  memo_end(&warming->memo);
  dictionary_free(&warming->started);
  for (unsigned line = 0; line < LINES_MAX; line++) states_free(&warming->quiet[line]);
  pthread_mutex_destroy(&warming->lock);
  memory_free(warming);
  return result;
}

/* --- the search of a machine --- */

static struct search_result warm_once(struct machine *machine,
                                      const struct search_options *limits) {
  if (machine->warmed) return (struct search_result){ .end = SEARCH_COMPLETE };
  return warm_now(machine, limits);
}

enum search_end machine_warm(struct machine *machine, const struct search_options *limits) {
  return warm_once(machine, limits).end;
}

void machine_initial(const struct model *model, void *data, step_visitor *visit, void *context) {
  struct machine *machine = model->self;
  struct worker *worker = data;
  warm_once(machine, &(struct search_options){ .threads = 1 });
  for (size_t i = 0; i * model->width < machine->initials.length; i++) {
    slot_t state[WIDTH_MAX];
    memcpy(state, machine->initials.items + i * model->width, model->width * sizeof *state);
    if (machine->symmetry && !worker->raw) {
      orbit_of(machine, state, worker->orbit);
      orbit_stand_in(machine, worker->orbit, state);
    }
    visit(context, state, (uint32_t)i, STEP_ENVIRONMENT);
  }
}

/* A step that was more than the kit can hold lost something, and whatever is found after it may be
 * for want of that. */
static bool was_too_small(struct search_result *result) {
  if (!(result->broken & CLAIM(PROPERTY_OVERFLOW))) return false;
  result->broken = CLAIM(PROPERTY_OVERFLOW);
  result->end = SEARCH_TOO_SMALL;
  if (result->trace) result->trace->property = PROPERTY_OVERFLOW;
  return true;
}

/* Lines were explored as if they did not share the room of channels (persistent_set.c), and one was
 * full: a record that has too little. */
static void ask_for_room(const struct machine *machine, struct search_result *result) {
  if (machine->has_focus && machine->shape.lines > 1 && result->blocked &&
      result->end == SEARCH_COMPLETE)
    result->broken |= CLAIM(PROPERTY_OVERFLOW);
}

/* Of a program the other reductions go by names; so its runs are found again as they are. */
static bool unfold(struct machine *machine, struct trace *trace) {
  if (machine->shape.is_client) return symmetry_unfold(machine, trace);
  symmetry_free(machine);
  machine->orbit_states = 0;
  return false;
}

struct search_result machine_search(struct machine *machine, const struct search_options *options) {
  struct search_result warmed = warm_once(machine, options);
  if (warmed.end != SEARCH_COMPLETE) return warmed;
  struct search_options left = limits_after(options, warmed.seconds);
  left.remembered = waits_held(machine->options.waits);
  struct clusters *clusters = clusters_new(machine);
  struct model model = clusters ? clusters_model(clusters) : machine->model;
  struct search_result result = search_run(&model, &left);
  if (clusters && result.trace) clusters_unfold(clusters, result.trace);
  clusters_free(clusters);
  if (!machine->symmetry) machine->orbit_states = result.states;
  bool reduced =
      machine->symmetry ||
      machine->prompt_commutes; /* neither is a reduction of those who read a recording */
  if (reduced && result.trace && !unfold(machine, result.trace)) {
    struct search_options again = limits_after(&left, result.seconds);
    again.checkpoint = NULL;      /* what is saved is a search under symmetry */
    search_result_clear(&result); /* what was found may be no run: without symmetry it is */
    return machine_search(machine, &again);
  }
  result.seconds += warmed.seconds;
  ask_for_room(machine, &result);
  was_too_small(&result);
  return result;
}

struct liveness machine_progress(struct machine *machine, const struct search_options *options,
                                 enum progress_level level, enum fairness fairness) {
  struct search_result warmed = warm_once(machine, options);
  if (warmed.end != SEARCH_COMPLETE)
    return (struct liveness){ .search = warmed, .end = warmed.end, .seconds = warmed.seconds };
  struct search_options left = limits_after(options, warmed.seconds);
  struct obligations obligations = machine_obligations(machine, level, fairness);
  struct liveness progress = liveness_check(&machine->model, &obligations, &left);
  progress.seconds += warmed.seconds;
  if (!was_too_small(&progress.search)) return progress;
  struct liveness open = { .search = progress.search,
                           .end = SEARCH_TOO_SMALL,
                           .seconds = progress.seconds };
  progress.search = (struct search_result){ 0 };
  liveness_clear(&progress);
  return open;
}
