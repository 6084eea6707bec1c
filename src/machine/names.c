/* Appends the names of words, lines, cores and controllers: see names.h. */
#include "machine/names.h"

#include <string.h>
#include "machine/machine_private.h"
#include "machine/outcomes.h"
#include "machine/properties.h"

const char *name_of_word(const struct machine *machine, unsigned line, unsigned word) {
  static const char *const names[WORDS_MAX][LINES_MAX] = { { "a", "b", "c", "d", "e", "f" },
                                                           { "a'", "b'", "c'", "d'", "e'", "f'" } };
  int location = machine->program ? machine_location_in_word(machine, line, word) : -1;
  return location >= 0 ? machine->program->locations[location].name
                       : names[machine->program ? 0 : word][line];
}

void name_add_line(struct text *text, const struct machine *machine, unsigned line) {
  text_add(text, "%s", name_of_word(machine, line, 0));
  if (machine->shape.words > 1 && machine->program &&
      strcmp(name_of_word(machine, line, 0), name_of_word(machine, line, 1)))
    text_add(text, ",%s", name_of_word(machine, line, 1));
}

void name_add_core(struct text *text, const struct machine *machine, unsigned core) {
  const struct program *program = machine->shape.is_client ? NULL : machine->program;
  if (program && core >= program->thread_count)
    text_add(text, "reader %u", core - program->thread_count);
  else text_add(text, "P%u", program ? program->threads[core].id : core);
}

void name_add_controller(struct text *text, const struct machine *machine, unsigned controller) {
  const struct controller_kind *kind = kind_of(machine, controller);
  unsigned index = machine->shape.controllers[controller].index,
           gpms = machine->shape.placement.topology.gpms;
  text_add(text, "%s", kind->name);
  if (kind->instances == ONE_PER_GPM && !machine->shape.placement.topology.no_homes)
    text_add(text, ".%u.%u", index / gpms, index % gpms);
  else if (kind->instances != JUST_ONE) text_add(text, ".%u", index);
}

void name_add_place(struct text *text, const struct machine *machine, unsigned at) {
  if (at < machine->shape.lines) name_add_line(text, machine, at);
  else name_add_core(text, machine, at - machine->shape.lines);
}
