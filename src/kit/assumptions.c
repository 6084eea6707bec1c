/* Lists the promises that a search relies on and that no step is checked for.  It leaves out a
 * promise whose reduction an option has switched off: the verdict does not rest on it. */
#include "kit/assumptions.h"

#include <string.h>
#include "base/text.h"
#include "kit/machine_private.h"

/* The visitor of assumptions_each. */
struct promise_writer {
  const struct machine *machine;
  void (*visit)(void *context, const char *name, const char *about, const char *without);
  void *context;
};

/* Visits a promise with subjects, unless there are none.  Releases `about`. */
static void visit_about(const struct promise_writer *writer, const char *name, struct text *about,
                        const char *without) {
  if (about->length) writer->visit(writer->context, name, about->bytes, without);
  text_free(about);
}

static void visit_plain(const struct promise_writer *writer, const char *name,
                        const char *without) {
  writer->visit(writer->context, name, "", without);
}

static void add_name(struct text *text, const char *kind, const char *name) {
  text_add(text, "%s%s%s%s", text->length ? ", " : "", kind ? kind : "", kind ? " " : "", name);
}

static bool reduces(const struct machine *machine) {
  return !machine->options.no_reduction &&
         (!machine->options.mutant || machine->options.reduce_mutant);
}

/* The names of the kinds' own events with a promise: "L1 EVICT, L2 EVICT". */
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

static void visit_internals(const struct promise_writer *writer, const char *name,
                            bool (*promised)(const struct internal *internal),
                            const char *without) {
  struct text about = internals_that(writer->machine, promised);
  visit_about(writer, name, &about, without);
}

static void visit_ample(const struct promise_writer *writer) {
  const struct machine *machine = writer->machine;
  const char *name = machine->prompt_commutes ? "commutes" : "ample";
  struct text about = { 0 };
  for (unsigned event = 0; event < machine->shape.system->event_count; event++)
    if (machine->prompt >> event & 1)
      add_name(&about, NULL, machine->shape.system->messages[event].name);
  visit_about(writer, name, &about, machine->prompt_commutes ? "" : "--no-ample");
  if (!machine->options.no_ample) visit_internals(writer, "ample", is_ample, "--no-ample");
}

static void visit_dead_values(const struct promise_writer *writer) {
  const struct machine *machine = writer->machine;
  struct text about = { 0 };
  for (unsigned k = 0; k < KINDS_MAX && machine->shape.system->kinds[k].name; k++)
    if (machine->shape.system->kinds[k].promises.drop_dead_values)
      add_name(&about, NULL, machine->shape.system->kinds[k].name);
  visit_about(writer, "drop_dead_values", &about, "--no-dead-values");
  if (machine->shape.outdates) visit_plain(writer, "outdates", "--no-dead-values");
}

/* Promises about lines.  Each step is checked for its effects on other lines; without logical time
 * also for its reads of them. */
static void visit_lines(const struct promise_writer *writer) {
  const struct machine *machine = writer->machine;
  if (machine->options.alone) visit_plain(writer, "per_address", "");
  else if (machine->assumes_ticks) visit_plain(writer, "lines_share_clock", "--no-per-address");
  if (machine->assumes_ticks && machine->shape.system->promises.awaits_clock &&
      !machine->options.no_ample)
    visit_plain(writer, "awaits_clock", "--no-ample");
  if (machine->options.waits && machine->shape.system->promises.loads_apart)
    visit_plain(writer, "loads_apart", "");
}

static void visit_times(const struct promise_writer *writer) {
  const struct machine *machine = writer->machine;
  if (machine->shape.system->time != TIME_LOGICAL) return;
  if (machine->shape.system->promises.past_is_none) visit_plain(writer, "past_is_none", "");
  if (machine->shape.system->promises.clocks_are_now) visit_plain(writer, "clocks_are_now", "");
}

static void visit_values(const struct promise_writer *writer) {
  const struct system *system = writer->machine->shape.system;
  if (system->promises.moves_data)
    visit_plain(writer, "moves_data", writer->machine->tries_data ? "--values 2" : "--values 8");
  if (system->promises.values_alike && writer->machine->symmetry)
    visit_plain(writer, "values_alike", "--no-symmetry");
}

void assumptions_each(const struct machine *machine,
                      void (*visit)(void *context, const char *name, const char *about,
                                    const char *without),
                      void *context) {
  struct promise_writer writer = { machine, visit, context };
  if (reduces(machine)) {
    visit_ample(&writer);
    if (!machine->options.no_deferred_evictions)
      visit_internals(&writer, "deferred", is_deferred, "--no-deferred-evictions");
    if (machine->has_focus)
      visit_internals(&writer, "persistent", is_persistent, "--no-deferred-evictions");
    if (!machine->options.no_dead_values) visit_dead_values(&writer);
    visit_lines(&writer);
  }
  visit_times(&writer);
  visit_values(&writer);
  if (machine->symmetry)
    visit_plain(&writer, "symmetry of SMs, threads and addresses", "--no-symmetry");
  visit_internals(&writer, "environment", is_environment, "");
}
