/* Warm starts (DESIGN.md, decision 8): the initial states are all quiescent states that loads, evictions and clock ticks
 * can reach from cold.  Most stale-copy outcomes need a line that was cached before the test begins.
 *
 * Phantom cores, one to an SM, load any line for ever, on the same controllers; every state of theirs in which nothing is
 * outstanding becomes an initial state, with the program's cores at their start.  What the phantoms leave behind must be
 * what any earlier program could have left: they keep nothing.
 *
 * With logical time, loads and evictions alone can push time ahead for ever (a block that is loaded again takes the bank's mnow
 * as its version).  Kept as ranks, the states are finite all the same, and all of them are found; kept as shifted numbers, they
 * are not, and each SM loads each line that its program asks for once at most: that gives every mixture of leases, expired copies
 * and evicted blocks, but not every distance between them.  Rank it is for whoever wants them all. */
#include <string.h>
#include "base/memory.h"
#include "base/sparse.h"
#include "kit/inside.h"

struct warming {
  struct machine *machine;   /* the one to warm */
  struct machine phantoms;   /* shares the contents; its cores are phantoms, so it remembers its steps for itself */
  struct memo memo;
  struct dictionary seen, started;
  VECTOR(slot_t) states;
};

static bool is_new(struct dictionary *seen, const slot_t *state, unsigned width) {
  uintptr_t *known = dictionary_at(seen, state, width * sizeof *state);
  return !(*known)++;
}

static void reach(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct warming *warming = context;
  unsigned width = warming->phantoms.model.width;
  (void)label;
  (void)kind;
  if (!to || !is_new(&warming->seen, to, width)) return;
  for (unsigned i = 0; i < width; i++) vector_push(warming->states, to[i]);
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
  if (!is_new(&warming->started, state, machine->model.width)) return;
  for (unsigned i = 0; i < machine->model.width; i++) vector_push(machine->initials, state[i]);
}

static void make_phantoms(struct warming *warming) {
  struct machine *phantoms = &warming->phantoms;
  *phantoms = *warming->machine;
  memo_start(&warming->memo);
  phantoms->memo = &warming->memo;
  phantoms->is_client = true;
  phantoms->alphabet = LOAD;
  phantoms->setting.core = CORE_IO;
  phantoms->core_count = phantoms->sms;
  for (unsigned i = 0; i < phantoms->sms; i++) phantoms->sm_of_core[i] = (uint8_t)i;
  phantoms->has_barriers = false;
  slot_t state[WIDTH_MAX];
  cold_state(warming->machine, state);
  for (unsigned sm = 0; sm < phantoms->sms; sm++) phantoms->wanted[sm] = (uint8_t)lines_wanted(warming->machine, state, sm);
  phantoms->once = phantoms->system->time == TIME_LOGICAL && !phantoms->rank;
  phantoms->model.self = phantoms;
  phantoms->model.width = barrier_slot(phantoms);
  memset(phantoms->lowered, 0, sizeof phantoms->lowered);
  client_alphabet(phantoms);
}

void machine_warm(struct machine *machine) {
  struct warming *warming = memory_new(1, sizeof *warming);
  warming->machine = machine;
  make_phantoms(warming);
  unsigned width = warming->phantoms.model.width;
  slot_t state[WIDTH_MAX];
  cold_state(&warming->phantoms, state);
  if (machine->options.cold) {
    start_from(warming, state);
  } else {
    struct worker worker = { .machine = &warming->phantoms };
    reach(warming, state, 0, STEP_ENVIRONMENT);
    for (size_t at = 0; at < warming->states.length; at += width) {
      memcpy(state, warming->states.items + at, width * sizeof *state);
      if (machine_idle(&warming->phantoms, state)) start_from(warming, state);
      machine_successors(&warming->phantoms.model, &worker, state, reach, warming);
    }
  }
  lowered_free(&warming->phantoms.lowered[0]);
  memo_end(&warming->memo);
  dictionary_free(&warming->seen);
  dictionary_free(&warming->started);
  vector_free(warming->states);
  memory_free(warming);
}
