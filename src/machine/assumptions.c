/* Lists the promises that a search relies on and that no check of steps covers.  It leaves out a
 * promise whose reduction an option has switched off: the verdict does not rest on it. */
#include "machine/assumptions.h"

#include <string.h>
#include "machine/reduction.h"

void assumption_write_about(const struct assumption_writer *writer, const char *name,
                            struct text *about, const char *without) {
  if (about->length) writer->visit(writer->context, name, about->bytes, without);
  text_free(about);
}

void assumption_write(const struct assumption_writer *writer, const char *name,
                      const char *without) {
  writer->visit(writer->context, name, "", without);
}

void assumption_add_name(struct text *text, const char *kind, const char *name) {
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
      if (promised(&kind->internals[i]) && !named) assumption_add_name(&about, kind->name, name);
    }
  }
  return about;
}

static bool is_environment(const struct internal *internal) { return internal->environment; }

void assumption_write_internals(const struct assumption_writer *writer, const char *name,
                                bool (*promised)(const struct internal *internal),
                                const char *without) {
  struct text about = internals_that(writer->machine, promised);
  assumption_write_about(writer, name, &about, without);
}

/* Promises about lines.  Each step is checked for its effects on other lines; without logical time
 * also for its reads of them. */
static void visit_lines(const struct assumption_writer *writer) {
  const struct machine *machine = writer->machine;
  if (machine->options.only_line) assumption_write(writer, "per_address", "");
  else if (machine->reductions.assumes_ticks)
    assumption_write(writer, "lines_share_clock", "--no-per-address");
  if (machine->reductions.assumes_ticks && machine->shape.system->promises.awaits_clock &&
      !machine->options.no_ample)
    assumption_write(writer, "awaits_clock", "--no-ample");
  if (machine->options.waits && machine->shape.system->promises.loads_apart)
    assumption_write(writer, "loads_apart", "");
}

static void visit_times(const struct assumption_writer *writer) {
  const struct machine *machine = writer->machine;
  if (machine->shape.system->time != TIME_LOGICAL) return;
  if (machine->shape.system->promises.past_is_none) assumption_write(writer, "past_is_none", "");
  if (machine->shape.system->promises.clocks_are_now)
    assumption_write(writer, "clocks_are_now", "");
}

static void visit_values(const struct assumption_writer *writer) {
  const struct system *system = writer->machine->shape.system;
  if (writer->machine->program) return; /* it has its own values */
  if (system->promises.moves_data)
    assumption_write(writer, "moves_data",
                     writer->machine->reductions.tries_data ? "--values 2" : "--values 8");
  if (system->promises.values_alike && writer->machine->reductions.symmetry)
    assumption_write(writer, "values_alike", "--no-symmetry");
}

void assumptions_each(const struct machine *machine,
                      void (*visit)(void *context, const char *name, const char *about,
                                    const char *without),
                      void *context) {
  struct assumption_writer writer = { machine, visit, context };
  if (reduces(machine)) {
    for (unsigned i = 0; i < machine->reductions.count; i++)
      if (machine->reductions.items[i]->assumptions)
        machine->reductions.items[i]->assumptions(&writer);
    visit_lines(&writer);
  }
  visit_times(&writer);
  visit_values(&writer);
  if (machine->reductions.symmetry)
    assumption_write(&writer, "symmetry of SMs, threads and addresses", "--no-symmetry");
  assumption_write_internals(&writer, "environment", is_environment, "");
}
