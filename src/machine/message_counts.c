/* A step is named by the counters that it adds to: a list of them, sorted, as an interned content.
 * Most steps send nothing, and few lists occur. */
#include "machine/message_counts.h"

#include "machine/machine_private.h"
#include "machine/properties.h"
#include "machine/wiring.h"

_Static_assert(4 * EVENTS_MAX <= COUNTERS_MAX && COUNTERS_MAX <= UINT8_MAX,
               "each message has four counters, and a byte names one");

static bool counts_crossings(const struct system *system) { return system->topology.gpms; }

/* Counters of one message; bit 0: with data, bit 1: from one GPU to another. */
static unsigned counters_of_each(const struct system *system) {
  return counts_crossings(system) ? 4 : 2;
}

unsigned message_counter_count(const struct system *system) {
  return counters_of_each(system) * system->event_count;
}

struct counted message_counter_at(const struct system *system, unsigned counter) {
  unsigned each = counters_of_each(system), part = counter % each;
  return (struct counted){ counter / each, part & 1, part >> 1 };
}

static bool crosses(const struct machine *machine, const struct message *message) {
  unsigned gpms = machine->shape.placement.topology.gpms;
  if (!counts_crossings(machine->shape.system)) return false;
  int from = machine_gpm_of(machine, message->from), to = machine_gpm_of(machine, message->to);
  return from >= 0 && to >= 0 && (unsigned)from / gpms != (unsigned)to / gpms;
}

static bool has_data(const struct data *data) {
  for (unsigned word = 0; word < WORDS_MAX; word++)
    if (data->age[word] != AGE_NONE) return true;
  return false;
}

static uint8_t counter_of(const struct machine *machine, const struct message *message) {
  unsigned part = has_data(&message->data) | (unsigned)crosses(machine, message) << 1;
  return (uint8_t)(message->type * counters_of_each(machine->shape.system) + part);
}

static void insert_sorted(uint8_t *list, unsigned length, uint8_t counter) {
  for (; length && list[length - 1] > counter; length--) list[length] = list[length - 1];
  list[length] = counter;
}

static uint64_t added(const struct model *model, void *data) {
  const struct machine *machine = model->self;
  const struct worker *worker = data;
  const struct alternative *alternative = worker->about.alternative;
  uint8_t list[SENDS_MAX];
  if (!alternative || !alternative->sends) return 0;
  for (unsigned i = 0; i < alternative->sends; i++) {
    const struct message *message = message_at(machine, alternative->send[i].message);
    insert_sorted(list, i, counter_of(machine, message));
  }
  return 1 + (uint64_t)intern_add(machine->contents, list, alternative->sends);
}

static unsigned amount(const struct model *model, uint64_t name, unsigned counter) {
  const struct machine *machine = model->self;
  size_t length;
  const uint8_t *list = intern_at(machine->contents, (uint32_t)(name - 1), &length);
  unsigned sum = 0;
  for (size_t i = 0; i < length; i++) sum += list[i] == counter;
  return sum;
}

static uint32_t ended(const struct model *model, void *worker, const slot_t *state) {
  (void)worker;
  return machine_finished(model->self, state) && machine_quiet(model->self, state);
}

struct counters message_counters(const struct machine *machine) {
  return (struct counters){ .count = message_counter_count(machine->shape.system),
                            .ended = ended,
                            .added = added,
                            .amount = amount };
}
