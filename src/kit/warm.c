/* Warm starts (DESIGN.md, decision 8): the initial states are all quiescent states that loads, evictions and clock ticks
 * can reach from cold.  Most stale-copy outcomes need a line that was cached before the test begins.
 *
 * Phantom cores, one to an SM, load any line for ever, on the same controllers; every state of theirs in which nothing is
 * outstanding becomes an initial state, with the program's cores at their start.  What the phantoms leave behind must be
 * what any earlier program could have left: they keep nothing.
 *
 * Where evictions are deferred (focus.c) lines share nothing, and two short cuts are exact.  Each line is warmed alone, and
 * the initial states are all combinations.  And a state that evictions alone make of another is left out: the deferred
 * evictions make it again, when a core asks for the line.
 *
 * With logical time, loads and evictions alone can push time ahead for ever (a block that is loaded again takes the bank's mnow
 * as its version).  Kept as ranks, the states are finite all the same, and all of them are found; kept as shifted numbers, they
 * are not, and each SM loads each line that its program asks for once at most: that gives every mixture of leases, expired copies
 * and evicted blocks, but not every distance between them.  Rank it is for whoever wants them all. */
#include <string.h>
#include "base/memory.h"
#include "base/sparse.h"
#include "kit/inside.h"

/* States of the phantoms, each once, end to end. */
struct states { struct dictionary seen; VECTOR(slot_t) all; unsigned width; };

struct warming {
  struct machine *machine;   /* the one to warm */
  struct machine phantoms;   /* shares the contents; its cores are phantoms, so it remembers its steps for itself */
  struct memo memo;
  struct dictionary started; /* initial states so far */
  struct states quiet[LINES_MAX]; /* what each line can be left as; all lines together in the first where they share */
};

static void states_add(struct states *states, const slot_t *state) {
  uintptr_t *known = dictionary_at(&states->seen, state, states->width * sizeof *state);
  if ((*known)++) return;
  for (unsigned i = 0; i < states->width; i++) vector_push(states->all, state[i]);
}

static size_t states_count(const struct states *states) { return states->all.length / states->width; }
static const slot_t *states_at(const struct states *states, size_t i) { return states->all.items + i * states->width; }

static void states_free(struct states *states) {
  dictionary_free(&states->seen);
  vector_free(states->all);
}

static void reach(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  (void)label;
  (void)kind;
  if (to) states_add(context, to);
}

/* All states that the phantoms can reach from `start`. */
static void explore(const struct machine *phantoms, const slot_t *start, struct states *states) {
  struct worker worker = { .machine = phantoms };
  slot_t state[WIDTH_MAX];
  states->width = phantoms->model.width;
  states_add(states, start);
  for (size_t i = 0; i < states_count(states); i++) {
    memcpy(state, states_at(states, i), states->width * sizeof *state); /* the list moves as it grows */
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
    if (!dictionary_find(&made, states_at(quiet, i), quiet->width * sizeof(slot_t))) states_add(&left, states_at(quiet, i));
  dictionary_free(&made);
  states_free(quiet);
  *quiet = left;
}

/* Fills `quiet` with the states in which the loads of these lines can leave the caches. */
static void warm_lines(struct warming *warming, unsigned lines, struct states *quiet) {
  struct machine *phantoms = &warming->phantoms;
  struct states reached = { 0 };
  slot_t cold[WIDTH_MAX];
  for (unsigned sm = 0; sm < phantoms->sms; sm++) phantoms->wanted[sm] &= (uint8_t)lines;
  cold_state(phantoms, cold);
  explore(phantoms, cold, &reached);
  quiet->width = phantoms->model.width;
  for (size_t i = 0; i < states_count(&reached); i++)
    if (machine_idle(phantoms, states_at(&reached, i))) states_add(quiet, states_at(&reached, i));
  states_free(&reached);
  if (warming->machine->has_focus) drop_evicted(phantoms, quiet);
}

/* The program's cores, on what the phantoms left in the controllers. */
static void start_from(struct warming *warming, const slot_t *warm) {
  struct machine *machine = warming->machine;
  slot_t state[WIDTH_MAX];
  cold_state(machine, state);
  for (unsigned i = 0; i < machine->controller_count; i++)
    state[controller_slot(machine, i)] = warm[controller_slot(&warming->phantoms, i)];
  forget_lines(machine, state);
  if (machine->system->time == TIME_LOGICAL) times_normalise(machine, state);
  if ((*dictionary_at(&warming->started, state, machine->model.width * sizeof *state))++) return;
  for (unsigned i = 0; i < machine->model.width; i++) vector_push(machine->initials, state[i]);
}

/* Puts one line as it is in `from` into the controllers of `state`. */
static void put_line(const struct machine *machine, slot_t *state, const slot_t *from, unsigned line) {
  for (unsigned i = 0; i < machine->controller_count; i++) {
    slot_t *slot = &state[controller_slot(machine, i)];
    char copy[sizeof(struct local) + (LINES_MAX + CORES_MAX) * sizeof(struct line)];
    size_t length;
    const void *bytes = intern_at(machine->contents, *slot, &length);
    memcpy(copy, bytes, length);
    struct local *local = (struct local *)copy;
    local->line[line] = local_at(machine, from[controller_slot(machine, i)])->line[line];
    *slot = intern_add(machine->contents, copy, length);
  }
}

static void combine(struct warming *warming, const slot_t *state, unsigned line) {
  if (line == warming->machine->lines) {
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
  memo_start(&warming->memo);
  phantoms->memo = &warming->memo;
  phantoms->is_client = true;
  phantoms->alphabet = LOAD;
  phantoms->setting.core = CORE_IO;
  phantoms->core_count = phantoms->sms;
  for (unsigned i = 0; i < phantoms->sms; i++) phantoms->sm_of_core[i] = (uint8_t)i;
  phantoms->has_barriers = phantoms->has_focus = false;
  phantoms->model.self = phantoms;
  phantoms->model.width = barrier_slot(phantoms);
  phantoms->once = phantoms->system->time == TIME_LOGICAL && !phantoms->rank;
  cold_state(warming->machine, state);
  for (unsigned sm = 0; sm < phantoms->sms; sm++)
    phantoms->wanted[sm] = (uint8_t)(phantoms->once ? lines_wanted(warming->machine, state, sm) : ~0u);
  memset(phantoms->lowered, 0, sizeof phantoms->lowered);
  client_alphabet(phantoms);
}

static void warm_apart(struct warming *warming) {
  slot_t cold[WIDTH_MAX];
  for (unsigned line = 0; line < warming->machine->lines; line++) {
    memset(warming->phantoms.wanted, 0xff, sizeof warming->phantoms.wanted);
    memo_end(&warming->memo); /* what phantoms may ask for has changed */
    memo_start(&warming->memo);
    warm_lines(warming, 1u << line, &warming->quiet[line]);
  }
  cold_state(&warming->phantoms, cold);
  combine(warming, cold, 0);
}

void machine_warm(struct machine *machine) {
  struct warming *warming = memory_new(1, sizeof *warming);
  warming->machine = machine;
  make_phantoms(warming);
  if (machine->options.cold) {
    slot_t state[WIDTH_MAX];
    cold_state(&warming->phantoms, state);
    start_from(warming, state);
  } else if (machine->has_focus) {
    warm_apart(warming);
  } else {
    warm_lines(warming, ~0u, &warming->quiet[0]);
    for (size_t i = 0; i < states_count(&warming->quiet[0]); i++) start_from(warming, states_at(&warming->quiet[0], i));
  }
  lowered_free(&warming->phantoms.lowered[0]);
  memo_end(&warming->memo);
  dictionary_free(&warming->started);
  for (unsigned line = 0; line < LINES_MAX; line++) states_free(&warming->quiet[line]);
  memory_free(warming);
}
