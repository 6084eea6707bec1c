/* See state_condition.h.  Names are those of traces (names.h). */
#include "machine/state_condition.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "machine/cold_start.h"
#include "machine/describe.h"
#include "machine/fields.h"
#include "machine/machine_private.h"
#include "machine/names.h"
#include "machine/properties.h"
#include "machine/run_step.h"
#include "machine/times.h"

typedef void name_adder(struct text *text, const struct machine *machine, unsigned index);

/* The first of `count` things that is called so; -1: none.  Appends all names to `names`. */
static int named(const struct machine *machine, name_adder *add, unsigned count, const char *name,
                 struct text *names) {
  int found = -1;
  for (unsigned i = count; i-- > 0;) {
    struct text own = { 0 };
    add(&own, machine, i);
    if (text_equal(own.bytes, name)) found = (int)i;
    text_free(&own);
  }
  for (unsigned i = 0; i < count; i++) {
    text_add(names, "%s", names->length ? ", " : "");
    add(names, machine, i);
  }
  return found;
}

/* A line by its name, or by that of one of its locations. */
static int place_named(const struct machine *machine, unsigned controller, const char *name,
                       struct text *names) {
  for (unsigned line = 0; line < machine->shape.lines; line++)
    for (unsigned word = 0; word < machine->shape.words; word++)
      if (text_equal(name_of_word(machine, line, word), name)) return (int)line;
  return named(machine, name_add_place, describe_line_count(machine, controller), name, names);
}

static int table_state_named(const struct table *table, const char *name, struct text *names) {
  for (unsigned i = 0; i < table->state_count; i++)
    if (text_equal(table->states[i], name)) return (int)i;
  for (unsigned i = 0; i < table->state_count; i++)
    text_add(names, "%s%s", i ? ", " : "", table->states[i]);
  return -1;
}

/* Complains of a name that is not among `names`; releases them. */
static bool refuse(struct diagnostic *error, const char *what, const char *name,
                   struct text *names) {
  diagnostic_plain(error, "no %s is called %s; there %s %s", what, name,
                   strchr(names->bytes, ',') ? "are" : "is", names->bytes);
  text_free(names);
  return false;
}

bool state_condition_read(const struct machine *machine, const char *text,
                          struct state_condition *condition, struct diagnostic *error) {
  char controller[64], location[64], state[64], more[2];
  struct text names = { 0 };
  if (sscanf(text, " %63s %63s %63s %1s", controller, location, state, more) != 3)
    return diagnostic_plain(error, "expected CONTROLLER LOCATION STATE, such as L1.0 x V");
  int c = named(machine, name_add_controller, machine->shape.controller_count, controller, &names);
  if (c < 0) return refuse(error, "controller", controller, &names);
  text_free(&names);
  names = (struct text){ 0 };
  int at = place_named(machine, (unsigned)c, location, &names);
  if (at < 0) return refuse(error, "location", location, &names);
  text_free(&names);
  names = (struct text){ 0 };
  int s = table_state_named(&kind_of(machine, (unsigned)c)->table, state, &names);
  if (s < 0) return refuse(error, "state of its table", state, &names);
  *condition = (struct state_condition){ (unsigned)c, (unsigned)at, (unsigned)s };
  return true;
}

bool state_condition_holds(const struct machine *machine, const struct state_condition *condition,
                           const slot_t *state) {
  const struct local *local =
      local_at(machine, state[controller_slot(machine, condition->controller)]);
  return controller_kind_state_of_line(kind_of(machine, condition->controller), local,
                                       condition->at) == condition->state;
}

static void add_core(struct text *text, const struct machine *machine, unsigned core,
                     const slot_t *state) {
  struct text fields = { 0 };
  describe_core(&fields, machine, core, state[core_slot(machine, core)]);
  text_add(text, " on SM %u: ", machine->shape.sm_of_core[core]);
  fields_add(text, fields.bytes ? fields.bytes : "", true);
  text_free(&fields);
}

bool state_describe_part(const struct machine *machine, const slot_t *state, const char *name,
                         struct text *text, struct diagnostic *error) {
  struct text names = { 0 };
  int core = named(machine, name_add_core, machine->shape.core_count, name, &names);
  int controller =
      named(machine, name_add_controller, machine->shape.controller_count, name, &names);
  if (core < 0 && controller < 0) return refuse(error, "core or controller", name, &names);
  text_free(&names);
  text_add(text, "%s", name);
  if (core >= 0) add_core(text, machine, (unsigned)core, state);
  else {
    struct text content = { 0 };
    describe_controller(&content, machine, (unsigned)controller,
                        state[controller_slot(machine, (unsigned)controller)], true);
    text_add(text, ":%s%s", content.length && *content.bytes == ' ' ? "" : " ",
             content.length ? content.bytes : "");
    text_free(&content);
  }
  text_add(text, "\n");
  return true;
}

bool state_is_final(const struct machine *machine, const slot_t *state) {
  return !machine->shape.is_client && machine_finished(machine, state) &&
         machine_quiet(machine, state);
}

bool state_is_cold(const struct machine *machine, const slot_t *state) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++)
    if (state[controller_slot(machine, i)] != cold_local(machine, i)) return false;
  return true;
}
