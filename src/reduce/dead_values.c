/* Dead values: a reduction that clears values which no later step reads.
 *
 * Method: dead-variable elimination (Bozga, Fernandez and Ghirvu 1999).  It clears
 *   - registers that are not live (core.c);
 *   - the fields that a controller's record names (`drop_dead_values`);
 *   - times before every clock, and copies that no renewal can save (times.c);
 *   - edges of a history that a path implies (history.c).
 *
 * It relies on the promises `drop_dead_values` and `outdates` (promises.h).  No step is checked for
 * them. */
#include "machine/assumptions.h"
#include "machine/reduction.h"

static bool begin(struct machine *machine) {
  const struct system *system = machine->shape.system;
  if (machine->options.no_dead_values) return false;
  machine->reductions.drops_dead_values = true;
  bool keeps_old_copies = machine->options.remembers && !machine->shape.is_client;
  machine->shape.outdates =
      !keeps_old_copies && system->promises.outdates && system->promises.outdates(&machine->shape);
  return true;
}

static void clear_dead_fields(struct step *step) {
  const struct controller_kind *kind = &step->shape->system->kinds[step->me->kind];
  if (kind->promises.drop_dead_values) kind->promises.drop_dead_values(step);
}

static void assumptions(const struct assumption_writer *writer) {
  const struct machine *machine = writer->machine;
  struct text about = { 0 };
  for (unsigned k = 0; k < KINDS_MAX && machine->shape.system->kinds[k].name; k++)
    if (machine->shape.system->kinds[k].promises.drop_dead_values)
      assumption_add_name(&about, NULL, machine->shape.system->kinds[k].name);
  assumption_write_about(writer, "drop_dead_values", &about, "--no-dead-values");
  if (machine->shape.outdates) assumption_write(writer, "outdates", "--no-dead-values");
}

REDUCTION(dead_values) = {
  .name = "dead values",
  .order = 40,
  .begin = begin,
  .assumptions = assumptions,
  .canonicalise.local = clear_dead_fields,
};
