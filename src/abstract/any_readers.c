/* See any_readers.h. */
#include "abstract/any_readers.h"

#include <string.h>
#include "base/memory.h"
#include "machine/cold_start.h"
#include "machine/outcomes.h"
#include "machine/properties.h"
#include "machine/reduction.h"
#include "machine/times.h"
#include "machine/warps.h"

/* A state at rest of the machine of `frame`, whose threads have not begun. */
struct warm_state {
  const struct sm_frame *frame;
  unsigned nodes;
  slot_t state[WIDTH_MAX];
};

struct any_readers {
  bool is_cold;
  struct any_sms *warming, *running;
  VECTOR(struct warm_state) warmed;
  struct dictionary known; /* of `warmed` */
  struct outcome_set *everything;
};

/* --- starts --- */

static void note_warmed(void *context, const struct sm_frame *frame, const slot_t *state) {
  struct any_readers *readers = context;
  struct warm_state warmed;
  if (!machine_idle(frame->machine, state)) return;
  memset(&warmed, 0, sizeof warmed);
  warmed.frame = frame;
  warmed.nodes = any_sms_looked_at(readers->warming);
  memcpy(warmed.state, state, frame->machine->model.width * sizeof *state);
  if (!(*dictionary_at(&readers->known, &warmed, sizeof warmed))++)
    vector_push(readers->warmed, warmed);
}

/* The same content in another machine. */
static slot_t content_in(const struct machine *machine, const struct machine *from, slot_t number) {
  union local_copy copy;
  size_t length = intern_copy(from->contents, number, &copy);
  return intern_add(machine->contents, &copy, length);
}

/* Lets the program's threads begin. */
static void start_as(struct any_readers *readers, const struct warm_state *warmed,
                     const struct sm_frame *frame, unsigned fresh) {
  const struct machine *machine = frame->machine;
  uint8_t warmed_by[CORES_MAX];
  slot_t state[WIDTH_MAX];
  cold_state(machine, state);
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    unsigned slot = controller_slot(machine, i);
    state[slot] = content_in(machine, warmed->frame->machine, warmed->state[slot]);
  }
  for (unsigned sm = 0; sm < machine->shape.sms; sm++)
    warmed_by[sm] = (uint8_t)shape_first_core(&machine->shape, sm);
  warps_take_over(machine, state, fresh, warmed_by, NO_TIME);
  reductions_canonicalise(machine, state);
  if (sm_frame_is_timed(frame)) times_normalise(machine, state);
  any_sms_add_start(readers->running, frame, warmed->nodes, state);
}

static void add_starts(void *context, struct any_sms *running) {
  struct any_readers *readers = context;
  const struct sm_frame *frame = any_sms_frame(running, 2);
  slot_t cold[WIDTH_MAX];
  cold_state(frame->machine, cold);
  if (readers->is_cold) any_sms_add_start(running, frame, 2, cold);
  for (size_t i = 0; i < readers->warmed.length; i++) {
    const struct warm_state *warmed = &readers->warmed.items[i];
    frame = any_sms_frame(running, warmed->frame->sms);
    if (!frame) {
      any_sms_add_start(running, NULL, warmed->nodes, NULL);
      return;
    }
    for (unsigned fresh = warps_fresh_sets(frame->machine); fresh-- > 0;)
      start_as(readers, warmed, frame, fresh);
  }
}

static void add_cold(void *context, struct any_sms *warming) {
  const struct sm_frame *frame = any_sms_frame(warming, 2);
  slot_t cold[WIDTH_MAX];
  (void)context;
  cold_state(frame->machine, cold);
  any_sms_add_start(warming, frame, 2, cold);
}

/* --- ends --- */

static void note_outcome(void *context, const struct sm_frame *frame, const slot_t *state) {
  struct any_readers *readers = context;
  int64_t outcome[OUTCOME_WIDTH_MAX];
  if (!machine_finished(frame->machine, state) || !machine_quiet(frame->machine, state)) return;
  machine_gather_outcome(frame->machine, state, outcome);
  outcome_set_add(readers->everything, outcome, 1);
}

/* --- the proof --- */

/* Do lines share nothing, or only a clock that ticks for all SMs at once?  Then a reader of several
 * lines is, to all others, several readers of one line each. */
static bool lines_are_apart(const struct setting *setting) {
  return setting->system->promises.lines_apart ||
         (setting->system->time == TIME_REMAINING && setting_lines_share_clock(setting));
}

bool any_readers_keep_to_line(const struct setting *setting) { return lines_are_apart(setting); }

struct any_readers *any_readers_new(const struct setting *setting, const struct program *program,
                                    const struct placement *placement,
                                    const struct machine_options *options,
                                    const struct any_sms_options *any_options) {
  static const struct client none = { .lines = 1, .values = 1 };
  struct any_readers *readers = memory_new(1, sizeof *readers);
  struct any_sms_options any = *any_options;
  struct machine_options reading = *options, running = *options;
  running.keeps_to_line = reading.keeps_to_line = lines_are_apart(setting);
  readers->is_cold = options->cold;
  reading.only_readers = true;
  any.threads = 1;
  any.program = program;
  any.placement = placement;
  any.looks_alone = true;
  any.context = readers;
  any.note = note_warmed;
  any.start = add_cold;
  readers->warming = any_sms_new(setting, &none, &reading, &any);
  any.note = note_outcome;
  any.start = add_starts;
  readers->running = any_sms_new(setting, &none, &running, &any);
  readers->everything = outcome_set_new(machine_outcome_width(program));
  return readers;
}

void any_readers_free(struct any_readers *readers) {
  if (!readers) return;
  any_sms_free(readers->warming);
  any_sms_free(readers->running);
  vector_free(readers->warmed);
  dictionary_free(&readers->known);
  outcome_set_free(readers->everything);
  memory_free(readers);
}

bool any_readers_prove(struct any_readers *readers, struct any_readers_result *result,
                       struct diagnostic *error) {
  *result = (struct any_readers_result){ .everything = NULL };
  if (!readers->is_cold && !any_sms_prove(readers->warming, 1, &result->warming, error))
    return false;
  if (!any_sms_prove(readers->running, 1, &result->running, error)) return false;
  result->everything = readers->everything;
  readers->everything = NULL;
  return true;
}

struct any_sms *any_readers_running(struct any_readers *readers) {
  return readers->running;
}
