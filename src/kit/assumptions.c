/* Names the promises that the search uses and that no step is checked for.  The verdict does not
 * rest on a promise whose reduction an option switches off, so that one is not named. */
#include "machine/assumptions.h"

#include <string.h>
#include "base/text.h"
#include "machine/machine_private.h"

struct promise_writer {
  const struct machine *machine;
  void (*visit)(void *context, const char *name, const char *about, const char *without);
  void *context;
};

static void tell(const struct promise_writer *teller, const char *name, struct text *about,
                 const char *without) {
  teller->visit(teller->context, name, about->bytes ? about->bytes : "", without);
  text_free(about);
}

static void tell_plain(const struct promise_writer *teller, const char *name, const char *without) {
  teller->visit(teller->context, name, "", without);
}

static void add_name(struct text *text, const char *kind, const char *name) {
  text_add(text, "%s%s%s%s", text->length ? ", " : "", kind ? kind : "", kind ? " " : "", name);
}

static bool reduces(const struct machine *machine) {
  return !machine->options.no_reduction &&
         (!machine->options.mutant || machine->options.reduce_mutant);
}

/* The kinds' own events of which something is promised. */
static struct text internals_that(const struct machine *machine,
                                  bool (*promised)(const struct internal *internal)) {
  struct text about = { 0 };
  for (unsigned k = 0; k < KINDS_MAX && machine->shape.system->kinds[k].name; k++) {
    const struct controller_kind *kind = &machine->shape.system->kinds[k];
    for (unsigned i = 0; i < kind->internal_count; i++) {
      const char *name = machine->shape.system->events[kind->internals[i].event];
      bool named = i && kind->internals[i - 1].event == kind->internals[i].event &&
                   promised(&kind->internals[i - 1]);
      if (promised(&kind->internals[i]) && !named) add_name(&about, kind->name, name);
    }
  }
  return about;
}

static bool is_deferred(const struct internal *internal) { return internal->promises.deferred; }
static bool is_persistent(const struct internal *internal) { return internal->promises.persistent; }
static bool is_ample(const struct internal *internal) { return internal->promises.ample != NULL; }
static bool is_environment(const struct internal *internal) { return internal->environment; }

static void tell_internals(const struct promise_writer *teller, const char *name,
                           bool (*promised)(const struct internal *internal), const char *without) {
  struct text about = internals_that(teller->machine, promised);
  if (about.length) tell(teller, name, &about, without);
  else text_free(&about);
}

static void tell_ample(const struct promise_writer *teller) {
  const struct machine *machine = teller->machine;
  const char *name = machine->prompt_commutes ? "commutes" : "ample";
  struct text about = { 0 };
  for (unsigned event = 0; event < machine->shape.system->event_count; event++)
    if (machine->prompt >> event & 1)
      add_name(&about, NULL, machine->shape.system->messages[event].name);
  if (about.length) tell(teller, name, &about, machine->prompt_commutes ? "" : "--no-ample");
  else text_free(&about);
  if (!machine->options.no_ample) tell_internals(teller, "ample", is_ample, "--no-ample");
}

static void tell_dead_values(const struct promise_writer *teller) {
  const struct machine *machine = teller->machine;
  struct text about = { 0 };
  for (unsigned k = 0; k < KINDS_MAX && machine->shape.system->kinds[k].name; k++)
    if (machine->shape.system->kinds[k].promises.drop_dead_values)
      add_name(&about, NULL, machine->shape.system->kinds[k].name);
  if (about.length) tell(teller, "drop_dead_values", &about, "--no-dead-values");
  else text_free(&about);
  if (machine->shape.outdates) tell_plain(teller, "outdates", "--no-dead-values");
}

/* Of lines: that one stands for all; or each for itself.  What a step does to others, and where
 * timestamps are plain numbers what it reads of them, is asked of each step. */
static void tell_lines(const struct promise_writer *teller) {
  const struct machine *machine = teller->machine;
  if (machine->options.alone) tell_plain(teller, "per_address", "");
  else if (machine->assumes_ticks) tell_plain(teller, "lines_share_clock", "--no-per-address");
  if (machine->assumes_ticks && machine->shape.system->promises.awaits_clock &&
      !machine->options.no_ample)
    tell_plain(teller, "awaits_clock", "--no-ample");
  if (machine->options.waits && machine->shape.system->promises.loads_apart)
    tell_plain(teller, "loads_apart", "");
}

static void tell_times(const struct promise_writer *teller) {
  const struct machine *machine = teller->machine;
  if (machine->shape.system->time != TIME_LOGICAL) return;
  if (machine->shape.system->promises.past_is_none) tell_plain(teller, "past_is_none", "");
  if (machine->shape.system->promises.clocks_are_now) tell_plain(teller, "clocks_are_now", "");
}

static void tell_values(const struct promise_writer *teller) {
  const struct system *system = teller->machine->shape.system;
  if (system->promises.moves_data)
    tell_plain(teller, "moves_data", teller->machine->tries_data ? "--values 2" : "--values 8");
  if (system->promises.values_alike && teller->machine->symmetry)
    tell_plain(teller, "values_alike", "--no-symmetry");
}

void assumptions_each(const struct machine *machine,
                      void (*visit)(void *context, const char *name, const char *about,
                                    const char *without),
                      void *context) {
  struct promise_writer teller = { machine, visit, context };
  if (reduces(machine)) {
    tell_ample(&teller);
    if (!machine->options.no_deferred_evictions)
      tell_internals(&teller, "deferred", is_deferred, "--no-deferred-evictions");
    if (machine->has_focus)
      tell_internals(&teller, "persistent", is_persistent, "--no-deferred-evictions");
    if (!machine->options.no_dead_values) tell_dead_values(&teller);
    tell_lines(&teller);
  }
  tell_times(&teller);
  tell_values(&teller);
  if (machine->symmetry)
    tell_plain(&teller, "symmetry of SMs, threads and addresses", "--no-symmetry");
  tell_internals(&teller, "environment", is_environment, "");
}
