/* See stepper.h.  A run is kept whole: its states, the labels of its steps, and what each state
 * breaks.  Steps are found again from their labels wherever words or rows are asked for. */
#include "run/stepper.h"

#include <string.h>
#include "base/memory.h"
#include "machine/outcomes.h"
#include "machine/warm_start.h"

struct choice {
  uint32_t label;
  size_t to; /* of `targets` */
};

struct row_set {
  char *text;
  VECTOR(const struct row *) rows;
};

struct stepper {
  struct subject subject;
  struct machine *machine;
  const struct model *model;
  void *worker;
  uint64_t claims; /* the properties that are announced */
  uint64_t random;
  VECTOR(slot_t) starts; /* end to end */
  bool knows_starts;     /* all of them, or as many as a limit allowed */
  /* the run, with steps that were undone; [i]: after i steps */
  VECTOR(slot_t) states;
  VECTOR(uint32_t) labels; /* [i]: of the step to state i + 1 */
  VECTOR(uint64_t) broken;
  unsigned position;
  /* the steps of the state at hand */
  VECTOR(struct choice) choices;
  VECTOR(slot_t) targets;
  bool blocked;
  VECTOR(struct row_set) breakpoints;
};

void stepper_options(struct machine_options *options) {
  options->no_reduction = options->no_deferred_evictions = options->no_dead_values = true;
  options->no_ample = options->no_symmetry = options->no_clusters = options->together = true;
}

/* --- the state at hand --- */

static void push_state(const struct stepper *stepper, const slot_t *state, slot_t *to) {
  memcpy(to, state, stepper->model->width * sizeof *state);
}

static const slot_t *state_at(const struct stepper *stepper, unsigned position) {
  return stepper->states.items + (size_t)position * stepper->model->width;
}

struct gathering {
  struct stepper *stepper;
  unsigned kinds;
};

static void gather(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct gathering *gathering = context;
  struct stepper *stepper = gathering->stepper;
  if (kind == STEP_BLOCKED || !to) {
    stepper->blocked = true;
    return;
  }
  gathering->kinds |= kind;
  vector_push(stepper->choices, (struct choice){ label, stepper->targets.length });
  vector_reserve(stepper->targets, stepper->targets.length + stepper->model->width);
  push_state(stepper, to, stepper->targets.items + stepper->targets.length);
  stepper->targets.length += stepper->model->width;
}

/* Finds the steps of the state at hand, and what it breaks. */
static void arrive(struct stepper *stepper) {
  struct gathering gathering = { stepper, 0 };
  const slot_t *state = stepper_state(stepper);
  stepper->choices.length = stepper->targets.length = 0;
  stepper->blocked = false;
  stepper->model->successors(stepper->model, stepper->worker, state, gather, &gathering);
  uint64_t broken = stepper->model->broken(stepper->model, NULL, state, gathering.kinds);
  if (stepper->position == stepper->broken.length)
    vector_push(stepper->broken, broken & stepper->claims);
}

/* Adds a step, and drops those that were undone. */
static void append(struct stepper *stepper, uint32_t label, const slot_t *to) {
  unsigned width = stepper->model->width, length = stepper->position;
  vector_reserve(stepper->states, (size_t)(length + 2) * width);
  push_state(stepper, to, stepper->states.items + (size_t)(length + 1) * width);
  stepper->states.length = (size_t)(length + 2) * width;
  stepper->labels.length = length;
  vector_push(stepper->labels, label);
  stepper->broken.length = length + 1;
  stepper->position++;
  arrive(stepper);
}

/* --- beginning --- */

static void begin_in(struct stepper *stepper, const slot_t *state) {
  stepper->position = 0;
  stepper->labels.length = stepper->broken.length = 0;
  vector_reserve(stepper->states, stepper->model->width);
  stepper->states.length = stepper->model->width;
  push_state(stepper, state, stepper->states.items);
  arrive(stepper);
}

static void gather_start(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct stepper *stepper = context;
  (void)label, (void)kind;
  vector_reserve(stepper->starts, stepper->starts.length + stepper->model->width);
  push_state(stepper, to, stepper->starts.items + stepper->starts.length);
  stepper->starts.length += stepper->model->width;
}

static struct stepper *open_machine(const struct subject *subject, struct machine *machine) {
  struct stepper *stepper = memory_new(1, sizeof *stepper);
  stepper->subject = *subject;
  stepper->machine = machine;
  stepper->model = machine_model(machine);
  stepper->worker = stepper->model->worker_new(stepper->model);
  stepper->claims = setting_invariants(&subject->setting) | setting_losses(&subject->setting);
  machine_cold_starts(machine, gather_start, stepper);
  stepper_seed(stepper, 1);
  return stepper;
}

struct stepper *stepper_new(const struct subject *subject, struct diagnostic *error) {
  struct machine *machine = subject_machine(subject, error);
  if (!machine) return NULL;
  struct stepper *stepper = open_machine(subject, machine);
  stepper_begin(stepper, 0);
  return stepper;
}

struct stepper *stepper_of_run(struct counterexample *run) {
  struct stepper *stepper = open_machine(&run->subject, run->machine);
  const struct trace *trace = run->trace;
  run->machine = NULL;
  begin_in(stepper, trace->states);
  for (unsigned i = 0; i < trace->length; i++)
    append(stepper, trace->labels[i], trace_state(trace, i + 1));
  return stepper;
}

static void delete_rows(struct row_set *set) {
  memory_free(set->text);
  vector_free(set->rows);
}

void stepper_free(struct stepper *stepper) {
  if (!stepper) return;
  for (size_t i = 0; i < stepper->breakpoints.length; i++)
    delete_rows(&stepper->breakpoints.items[i]);
  stepper->model->worker_free(stepper->model, stepper->worker);
  machine_free(stepper->machine);
  vector_free(stepper->starts);
  vector_free(stepper->states);
  vector_free(stepper->labels);
  vector_free(stepper->broken);
  vector_free(stepper->choices);
  vector_free(stepper->targets);
  vector_free(stepper->breakpoints);
  memory_free(stepper);
}

const struct subject *stepper_subject(const struct stepper *stepper) { return &stepper->subject; }
struct machine *stepper_machine(const struct stepper *stepper) {
  return stepper->machine;
}

/* --- the run --- */

struct trace stepper_trace(const struct stepper *stepper) {
  uint64_t broken = stepper_broken(stepper);
  return (struct trace){ .length = stepper->position,
                         .width = stepper->model->width,
                         .states = stepper->states.items,
                         .labels = stepper->labels.items,
                         .property = broken ? (unsigned)__builtin_ctzll(broken) : PROPERTIES };
}

const slot_t *stepper_state(const struct stepper *stepper) {
  return state_at(stepper, stepper->position);
}

unsigned stepper_position(const struct stepper *stepper) { return stepper->position; }

unsigned stepper_length(const struct stepper *stepper) { return (unsigned)stepper->labels.length; }

uint64_t stepper_broken(const struct stepper *stepper) {
  unsigned at = stepper->position;
  uint64_t before = at ? stepper->broken.items[at - 1] : 0;
  return stepper->broken.items[at] & ~before;
}

unsigned stepper_undo(struct stepper *stepper, unsigned steps) {
  if (steps > stepper->position) steps = stepper->position;
  stepper->position -= steps;
  arrive(stepper);
  return steps;
}

unsigned stepper_redo(struct stepper *stepper, unsigned steps) {
  unsigned undone = stepper_length(stepper) - stepper->position;
  if (steps > undone) steps = undone;
  stepper->position += steps;
  arrive(stepper);
  return steps;
}

/* --- start states --- */

unsigned stepper_starts(const struct stepper *stepper) {
  return (unsigned)(stepper->starts.length / stepper->model->width);
}

bool stepper_starts_in(const struct stepper *stepper, unsigned start) {
  return !memcmp(stepper_start_state(stepper, start), stepper->states.items,
                 stepper->model->width * sizeof(slot_t));
}

const slot_t *stepper_start_state(const struct stepper *stepper, unsigned start) {
  return stepper->starts.items + (size_t)start * stepper->model->width;
}

void stepper_begin(struct stepper *stepper, unsigned start) {
  begin_in(stepper, stepper_start_state(stepper, start));
}

enum search_end stepper_find_starts(struct stepper *stepper, const struct search_options *limits) {
  if (stepper->knows_starts) return SEARCH_COMPLETE;
  stepper->knows_starts = true;
  stepper->starts.length = 0;
  enum search_end end = machine_warm(stepper->machine, limits);
  stepper->model->initial(stepper->model, stepper->worker, gather_start, stepper);
  if (!stepper->starts.length) machine_cold_starts(stepper->machine, gather_start, stepper);
  return end;
}

/* --- steps that can be taken --- */

unsigned stepper_choices(const struct stepper *stepper) {
  return (unsigned)stepper->choices.length;
}

bool stepper_is_blocked(const struct stepper *stepper) { return stepper->blocked; }

const slot_t *stepper_target(const struct stepper *stepper, unsigned choice) {
  return stepper->targets.items + stepper->choices.items[choice].to;
}

struct step_parts stepper_parts(const struct stepper *stepper, unsigned choice) {
  return machine_step_parts(stepper->machine, stepper_state(stepper),
                            stepper->choices.items[choice].label, stepper_target(stepper, choice));
}

struct step_parts stepper_parts_taken(const struct stepper *stepper, unsigned step) {
  return machine_step_parts(stepper->machine, state_at(stepper, step), stepper->labels.items[step],
                            state_at(stepper, step + 1));
}

void stepper_take(struct stepper *stepper, unsigned choice) {
  append(stepper, stepper->choices.items[choice].label, stepper_target(stepper, choice));
}

void stepper_seed(struct stepper *stepper, uint64_t seed) { stepper->random = seed; }

/* SplitMix64: Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014. */
static uint64_t next_random(struct stepper *stepper) {
  uint64_t z = stepper->random += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

bool stepper_take_any(struct stepper *stepper) {
  if (!stepper->choices.length) return false;
  stepper_take(stepper, (unsigned)(next_random(stepper) % stepper->choices.length));
  return true;
}

bool stepper_has_ended(const struct stepper *stepper) {
  return !stepper->choices.length || state_is_final(stepper->machine, stepper_state(stepper));
}

/* --- breakpoints --- */

/* Is the text the row's citation, its place or its source, in quotes or not? */
static bool is_called(const struct row *row, const char *text) {
  struct text cited = { 0 };
  row_cite(&cited, row);
  size_t place = strcspn(cited.bytes, " "), length = strlen(text);
  bool same = text_equal(cited.bytes, text) || text_equal(cited.bytes + place + 1, text) ||
              text_equal(row->source, text) ||
              (length == place && !memcmp(cited.bytes, text, place));
  text_free(&cited);
  return same;
}

unsigned stepper_break(struct stepper *stepper, const char *text) {
  const struct shape *shape = machine_shape(stepper->machine);
  struct row_set set = { .text = NULL };
  for (unsigned kind = 0; kind < KINDS_MAX && shape->system->kinds[kind].name; kind++)
    for (unsigned i = 0; i < shape->tables[kind].row_count; i++)
      if (is_called(&shape->tables[kind].rows[i], text))
        vector_push(set.rows, &shape->tables[kind].rows[i]);
  if (!set.rows.length) return 0;
  set.text = memory_format("%s", text);
  vector_push(stepper->breakpoints, set);
  return (unsigned)set.rows.length;
}

unsigned stepper_breakpoints(const struct stepper *stepper) {
  return (unsigned)stepper->breakpoints.length;
}

struct breakpoint stepper_breakpoint(const struct stepper *stepper, unsigned index) {
  const struct row_set *set = &stepper->breakpoints.items[index];
  return (struct breakpoint){ set->text, (unsigned)set->rows.length };
}

void stepper_delete(struct stepper *stepper, unsigned index) {
  struct row_set *items = stepper->breakpoints.items;
  delete_rows(&items[index]);
  memmove(items + index, items + index + 1,
          (--stepper->breakpoints.length - index) * sizeof *items);
}

static bool has_row_of(const struct row_set *set, const struct step_parts *parts) {
  for (size_t i = 0; i < set->rows.length; i++)
    for (unsigned r = 0; r < parts->row_count; r++)
      if (set->rows.items[i] == parts->rows[r]) return true;
  return false;
}

int stepper_hit(const struct stepper *stepper) {
  unsigned at = stepper->position;
  if (!at || !stepper->breakpoints.length) return -1;
  struct step_parts parts =
      machine_step_parts(stepper->machine, state_at(stepper, at - 1), stepper->labels.items[at - 1],
                         state_at(stepper, at));
  int hit = -1;
  for (size_t i = stepper->breakpoints.length; i-- > 0;)
    if (has_row_of(&stepper->breakpoints.items[i], &parts)) hit = (int)i;
  step_parts_clear(&parts);
  return hit;
}

/* --- the shortest way ---
 *
 * The search sees the machine through a model that starts in the state at hand.  Its only property
 * is that the goal is not reached. */

struct way_search {
  const struct stepper *stepper;
  const struct stepper_goal *goal;
};

static void seeking_initial(const struct model *model, void *worker, step_visitor *visit,
                            void *context) {
  const struct way_search *seeking = model->self;
  (void)worker;
  visit(context, stepper_state(seeking->stepper), 0, STEP_ENVIRONMENT);
}

static void seeking_steps(const struct model *model, void *worker, const slot_t *state,
                          step_visitor *visit, void *context) {
  const struct way_search *seeking = model->self;
  const struct model *machine = seeking->stepper->model;
  machine->successors(machine, worker, state, visit, context);
}

static uint64_t seeking_broken(const struct model *model, void *worker, const slot_t *state,
                               unsigned steps) {
  const struct way_search *seeking = model->self;
  const struct stepper_goal *goal = seeking->goal;
  const struct model *machine = seeking->stepper->model;
  if (goal->kind == GOAL_STATE)
    return state_condition_holds(seeking->stepper->machine, &goal->state, state);
  enum property sought = goal->kind == GOAL_OUTCOME ? PROPERTY_WITNESS : goal->property;
  (void)worker;
  return machine->broken(machine, NULL, state, steps) >> sought & 1;
}

static uint64_t seeking_fingerprint(const struct model *model, void *worker, const slot_t *state) {
  const struct way_search *seeking = model->self;
  const struct model *machine = seeking->stepper->model;
  return machine->fingerprint(machine, worker, state);
}

static void *seeking_worker(const struct model *model) {
  const struct way_search *seeking = model->self;
  return seeking->stepper->model->worker_new(seeking->stepper->model);
}

static void seeking_worker_free(const struct model *model, void *worker) {
  const struct way_search *seeking = model->self;
  seeking->stepper->model->worker_free(seeking->stepper->model, worker);
}

struct stepper_way stepper_seek(struct stepper *stepper, const struct stepper_goal *goal,
                                const struct search_options *limits) {
  struct way_search seeking = { stepper, goal };
  struct model model = { .width = stepper->model->width,
                         .initial = seeking_initial,
                         .successors = seeking_steps,
                         .broken = seeking_broken,
                         .fingerprint = seeking_fingerprint,
                         .worker_new = seeking_worker,
                         .worker_free = seeking_worker_free,
                         .self = &seeking };
  struct search_options options = *limits;
  options.stop_at = 1;
  if (goal->kind == GOAL_OUTCOME) machine_seek(stepper->machine, goal->outcome, false);
  struct search_result result = search_run(&model, &options);
  machine_seek(stepper->machine, NULL, false);
  const struct trace *trace = result.trace;
  for (unsigned i = 0; trace && i < trace->length; i++)
    append(stepper, trace->labels[i], trace_state(trace, i + 1));
  struct stepper_way way = { result.end, trace ? trace->length : 0, result.states };
  search_result_clear(&result);
  return way;
}
