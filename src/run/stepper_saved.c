/* See stepper_saved.h.  Reductions clear what no step will read, and add slots, so states of the
 * saved run may be others without them.  Starts are compared by their words.  A step is taken again
 * by its input; of several, the one that is most like it. */
#include "run/stepper_saved.h"

#include <string.h>
#include "base/printing.h"
#include "machine/outcomes.h"

static bool same_states(const struct stepper *a, const slot_t *in_a, const struct stepper *b,
                        const slot_t *in_b) {
  const struct model *of_a = machine_model(stepper_machine(a)),
                     *of_b = machine_model(stepper_machine(b));
  struct printing first, second;
  of_a->describe_state(of_a, printing_begin(&first), in_a);
  of_b->describe_state(of_b, printing_begin(&second), in_b);
  bool same = text_equal(printing_end(&first), printing_end(&second));
  printing_free(&first);
  printing_free(&second);
  return same;
}

/* Begins where the saved run does.  false: there is no such start. */
static bool begin_as(struct stepper *stepper, const struct stepper *saved) {
  struct trace run = stepper_trace(saved);
  for (unsigned i = 0; i < stepper_starts(stepper); i++) {
    if (!same_states(stepper, stepper_start_state(stepper, i), saved, run.states)) continue;
    stepper_begin(stepper, i);
    return true;
  }
  return false;
}

static bool same_texts(const struct text *a, const struct text *b) {
  return text_equal(a->bytes ? a->bytes : "", b->bytes ? b->bytes : "");
}

/* How much a step is like the one that is wanted; 0: it has another input. */
enum { LIKE_INPUT = 1, LIKE_STATE = 2, LIKE_STEP = 4 };

static unsigned likeness(const struct step_parts *a, const struct step_parts *b, bool same_state) {
  if (!same_texts(&a->input, &b->input)) return 0;
  bool same = same_texts(&a->effects, &b->effects) && a->row_count == b->row_count &&
              !memcmp(a->rows, b->rows, a->row_count * sizeof *a->rows);
  return LIKE_INPUT + (same_state ? LIKE_STATE : 0) + (same ? LIKE_STEP : 0);
}

/* Takes the step that is most like a step of the saved run; returns its likeness. */
static unsigned take_as(struct stepper *stepper, const struct stepper *saved, unsigned step) {
  struct trace run = stepper_trace(saved);
  struct step_parts wanted = stepper_parts_taken(saved, step);
  unsigned best = 0, most = 0;
  for (unsigned choice = 0; choice < stepper_choices(stepper); choice++) {
    struct step_parts parts = stepper_parts(stepper, choice);
    bool same =
        same_states(stepper, stepper_target(stepper, choice), saved, trace_state(&run, step + 1));
    unsigned like = likeness(&parts, &wanted, same);
    if (like > most) best = choice, most = like;
    step_parts_clear(&parts);
  }
  step_parts_clear(&wanted);
  if (most) stepper_take(stepper, best);
  return most;
}

/* Does the run end as the saved one does: breaking the same, and with the same outcome? */
static bool ends_as(const struct stepper *stepper, const struct stepper *saved) {
  const struct machine *machine = stepper_machine(stepper), *other = stepper_machine(saved);
  bool is_final = state_is_final(machine, stepper_state(stepper));
  if (stepper_broken(stepper) != stepper_broken(saved) ||
      is_final != state_is_final(other, stepper_state(saved)))
    return false;
  if (!is_final) return true;
  int64_t outcome[OUTCOME_WIDTH_MAX], sought[OUTCOME_WIDTH_MAX];
  machine_gather_outcome(machine, stepper_state(stepper), outcome);
  machine_gather_outcome(other, stepper_state(saved), sought);
  unsigned width = machine_outcome_width(stepper_subject(stepper)->program);
  return !memcmp(outcome, sought, width * sizeof *outcome);
}

enum { SECONDS_FOR_STARTS = 10 };

/* Begins where the saved run does, if that start is found before long. */
static bool find_start(struct stepper *stepper, const struct stepper *saved,
                       const struct search_options *limits) {
  if (begin_as(stepper, saved)) return true;
  struct search_options soon = *limits;
  if (!soon.seconds_max || soon.seconds_max > SECONDS_FOR_STARTS)
    soon.seconds_max = SECONDS_FOR_STARTS;
  stepper_find_starts(stepper, &soon);
  return begin_as(stepper, saved);
}

struct stepper *stepper_saved(struct counterexample *run, const struct search_options *limits,
                              bool *differs) {
  struct stepper *saved = stepper_of_run(run);
  struct subject subject = *stepper_subject(saved);
  struct diagnostic error = { NULL };
  stepper_options(&subject.options);
  struct stepper *stepper = stepper_new(&subject, &error);
  diagnostic_clear(&error);
  *differs = false;
  bool same = stepper && find_start(stepper, saved, limits);
  for (unsigned i = 0; same && i < stepper_position(saved); i++) {
    unsigned like = take_as(stepper, saved, i);
    same = like > 0;
    *differs |= !(like & LIKE_STEP);
  }
  same = same && ends_as(stepper, saved);
  *differs &= same;
  stepper_free(same ? saved : stepper);
  return same ? stepper : saved;
}
