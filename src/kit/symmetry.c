/* Symmetry of the most general client: a reduction, off with --no-symmetry and with --no-reduction.
 *
 * The client asks the same of every SM that has as many threads, and of every line, and a table
 * names neither an SM nor a line: so to exchange SMs, threads of an SM, and lines takes steps to
 * steps, and broken states to broken states.  Of the states that such permutations make of each
 * other (an orbit) one is explored (Ip and Dill, "Better verification through symmetry", 1996).
 *
 * Which one, orbit.c says.  It goes by contents alone, not by the numbers of interned contents, so
 * it is the same in every run.
 *
 * A system whose data are only moved and compared (values_alike) has its values exchanged too.
 *
 * What names SMs, threads or lines in a local state or a message is known here, field by field; the
 * fields that are a system's own (flag, count) must not.  tests/unit/models/symmetry_test.c holds
 * every system to that: the orbits that the reduced search stands for have, together, exactly the
 * states that the full search finds. */
#include <string.h>
#include "base/memory.h"
#include "machine/history.h"
#include "machine/history_private.h"
#include "reduce/orbit.h"
#include "reduce/symmetry.h"

/* --- the permutations --- */

/* The next arrangement of 0..count-1 in the order of dictionaries; false after the last. */
static bool next_arrangement(uint8_t *items, unsigned count) {
  unsigned i = count, j = count;
  if (count < 2) return false;
  for (i = count - 1; i > 0 && items[i - 1] >= items[i];) i--;
  if (i == 0) return false;
  while (items[--j] <= items[i - 1]) {
  }
  uint8_t swap = items[i - 1];
  items[i - 1] = items[j];
  items[j] = swap;
  for (unsigned a = i, b = count - 1; a < b; a++, b--) {
    swap = items[a];
    items[a] = items[b];
    items[b] = swap;
  }
  return true;
}

static void first_arrangement(uint8_t *items, unsigned count) {
  for (unsigned i = 0; i < count; i++) items[i] = (uint8_t)i;
}

/* Of cores, and of what follows from them; the identity. */
static struct permutation first_permutation(const struct machine *machine, unsigned values) {
  struct permutation p = { .values = values };
  first_arrangement(p.sm, CORES_MAX);
  first_arrangement(p.line, LINES_MAX);
  first_arrangement(p.core, machine->shape.core_count);
  return p;
}

static bool on_gpms(const struct machine *machine) {
  return machine->shape.placement.topology.gpms > 0;
}

/* Does the arrangement of cores take the cores of an SM to those of one SM, and which, and leave
 * those from `moved` on alone? Which GPM an SM belongs to tells it from others, so there only
 * threads of an SM are exchanged.  An SM without a thread stays where it is. */
static bool keeps_sms(const struct machine *machine, unsigned moved, struct permutation *p) {
  bool known[CORES_MAX] = { false };
  uint8_t last[CORES_MAX];
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    unsigned from = machine->shape.sm_of_core[core], to = machine->shape.sm_of_core[p->core[core]];
    if (core >= moved && p->core[core] != core) return false;
    if (on_gpms(machine) && from != to) return false;
    if (known[from] && p->sm[from] != to) return false;
    if (known[from] && machine->shape.system->threads_in_order && p->core[core] < last[from])
      return false;
    last[from] = p->core[core];
    known[from] = true;
    p->sm[from] = (uint8_t)to;
  }
  for (unsigned a = 0; a < machine->shape.sms; a++) {
    if (!known[a]) p->sm[a] = (uint8_t)a;
    for (unsigned b = 0; b < a; b++)
      if (p->sm[a] == p->sm[b]) return false;
  }
  return true;
}

static unsigned permuted_bank(const struct machine *machine, const struct permutation *p,
                              unsigned bank) {
  unsigned line = 0;
  while (line + 1 < machine->shape.lines && machine->shape.placement.bank_of_line[line] != bank)
    line++;
  return machine->shape.placement.bank_of_line[p->line[line]];
}

static unsigned permuted_index(const struct machine *machine, const struct permutation *p,
                               const struct controller *controller) {
  switch (machine->shape.system->kinds[controller->kind].instances) {
  case ONE_PER_SM: return p->sm[controller->index];
  case ONE_PER_BANK: return permuted_bank(machine, p, controller->index);
  case ONE_PER_CORE: return p->core[controller->index];
  default: return controller->index;
  }
}

static void permute_places(const struct machine *machine, struct permutation *p) {
  for (unsigned i = 0; i < machine->shape.controller_count; i++) {
    const struct controller *controller = &machine->shape.controllers[i];
    p->controller[i] = (uint8_t)(machine->shape.first_of_kind[controller->kind] +
                                 permuted_index(machine, p, controller));
    p->slot[controller_slot(machine, i)] = (uint8_t)controller_slot(machine, p->controller[i]);
  }
  for (unsigned i = 0; i < machine->shape.core_count; i++)
    p->slot[core_slot(machine, i)] = (uint8_t)core_slot(machine, p->core[i]);
  for (unsigned i = 0; i < machine->shape.channel_count; i++) {
    const struct channel *channel = &machine->shape.channels[i];
    unsigned from = channel->from < 0 ? 0 : p->controller[channel->from];
    unsigned to = machine->shape.channel_of[channel->network][from][p->controller[channel->to]];
    p->slot[channel_slot(machine, i)] = (uint8_t)channel_slot(machine, to);
  }
  if (machine->has_history) p->slot[history_slot(machine)] = (uint8_t)history_slot(machine);
}

static unsigned permuted_micro(const struct machine *machine, const struct permutation *p,
                               unsigned index) {
  const struct micro *micro = &machine->lowered[0].micros[index];
  return micro->kind == MICRO_FENCE ? index : client_micro_on(machine, micro, p->line[micro->line]);
}

static bool add_permutation(struct machine *machine, const struct permutation *arranged,
                            struct symmetry **symmetry) {
  unsigned count = (*symmetry)->count;
  if (count == PERMUTATIONS_MAX) return false;
  *symmetry =
      memory_resize(*symmetry, 1, sizeof **symmetry + (count + 1) * sizeof(struct permutation));
  struct permutation *p = &(*symmetry)->items[(*symmetry)->count++];
  *p = *arranged;
  permute_places(machine, p);
  for (unsigned i = 0; i < machine->lowered[0].length; i++)
    p->micro[i] = (uint16_t)permuted_micro(machine, p, i);
  return true;
}

/* All permutations of the first `moved` cores, of values, and maybe of lines: false where they are
 * too many.  `orders` counts the arrangements of lines and of values. */
static bool gather_permutations(struct machine *machine, unsigned moved, bool of_lines,
                                struct symmetry **symmetry, unsigned *orders) {
  struct permutation p = first_permutation(machine, machine->shape.system->promises.values_alike);
  (*symmetry)->count = 0;
  do {
    if (!keeps_sms(machine, moved, &p)) continue;
    orders[POINTS_LINES] = 0;
    first_arrangement(p.line, machine->shape.lines);
    do {
      orders[POINTS_LINES]++;
      orders[POINTS_VALUES] = 0;
      first_arrangement(p.value, p.values);
      do {
        orders[POINTS_VALUES]++;
        if (!add_permutation(machine, &p, symmetry)) return false;
      } while (next_arrangement(p.value, p.values));
    } while (of_lines && next_arrangement(p.line, machine->shape.lines));
  } while (next_arrangement(p.core, machine->shape.core_count));
  orders[POINTS_SMS] = (*symmetry)->count / orders[POINTS_LINES] / orders[POINTS_VALUES];
  return true;
}

/* The last cores stay where they are while there are too many permutations: what is left is a
 * group. */
static void gather_all(struct machine *machine, struct symmetry **symmetry, unsigned *orders) {
  const struct machine_options *options = &machine->options;
  bool homes = on_gpms(machine) &&
               !machine->shape.placement.topology.no_homes; /* a line's home tells it from others */
  bool of_lines = !machine->one_line && !options->alone && !homes;
  unsigned moved = machine->shape.core_count;
  while (!gather_permutations(machine, moved, of_lines, symmetry, orders) &&
         !gather_permutations(machine, moved, false, symmetry, orders))
    moved--;
}

static bool may_be_symmetric(const struct machine *machine) {
  const struct machine_options *options = &machine->options;
  if (machine->shape.system->asymmetric &&
      machine->shape.system->asymmetric(&machine->shape.setting))
    return false;
  if (!machine->shape.is_client || options->no_symmetry ||
      (options->no_reduction && !options->keep_symmetry))
    return false;
  return machine->lowered[0].length <= MICROS_MAX &&
         machine->shape.system->promises.values_alike <= VALUES_MAX;
}

void symmetry_find(struct machine *machine) {
  if (!may_be_symmetric(machine)) return;
  struct symmetry *symmetry = memory_new(1, sizeof *symmetry);
  unsigned orders[POINT_CLASSES] = { 0, 1, 1 };
  gather_all(machine, &symmetry, orders);
  symmetry->by_signature = symmetry->count > FEW_PERMUTATIONS;
  symmetry_make_group(machine, symmetry, orders);
  if (!symmetry->by_signature) memcpy(orders, (unsigned[]){ symmetry->count, 1, 1 }, sizeof orders);
  symmetry_find_points(machine, symmetry, orders);
  machine->symmetry = symmetry;
  if (symmetry->count > 1) return;
  symmetry_free(machine);
}

void symmetry_free(struct machine *machine) {
  if (machine->symmetry) {
    symmetry_free_points(machine->symmetry);
    symmetry_free_group(machine->symmetry);
  }
  memory_free(machine->symmetry);
  machine->symmetry = NULL;
}

bool machine_tells_apart(const struct machine *machine) { return machine->tells_apart; }

unsigned machine_symmetries(const struct machine *machine) {
  return machine->symmetry ? machine->symmetry->count : 1;
}

uint64_t machine_orbit_states(const struct machine *machine) { return machine->orbit_states; }

/* --- what they make of a content --- */

static void permute_value(const struct permutation *p, int64_t *value) {
  if (*value >= 1 && *value <= p->values) *value = 1 + p->value[*value - 1];
}

static void permute_data(const struct permutation *p, struct data *data) {
  for (unsigned word = 0; word < WORDS_MAX; word++) permute_value(p, &data->word[word]);
}

static void permute_request(const struct permutation *p, struct request *request) {
  if (request->core == NO_ONE) return;
  permute_value(p, &request->value);
  permute_value(p, &request->expected);
  request->core = p->core[request->core];
  request->line = p->line[request->line];
}

static void permute_message(const struct machine *machine, const struct permutation *p,
                            struct message *message) {
  bool no_line = machine->shape.system->messages[message->type].no_line;
  message->from = p->controller[message->from];
  message->to = p->controller[message->to];
  if (message->requester != NO_ONE) message->requester = p->controller[message->requester];
  permute_request(p, &message->request);
  message->line = p->line[message->line];
  if (no_line) message->line = message->request.line = 0;
  permute_data(p, &message->data);
}

static uint8_t permuted_set(const struct permutation *p, uint8_t sms) {
  uint8_t set = 0;
  for (unsigned sm = 0; sm < CORES_MAX; sm++)
    if (sms >> sm & 1) set |= (uint8_t)(1u << p->sm[sm]);
  return set;
}

static void permute_line(const struct permutation *p, struct line *line) {
  line->sharers = permuted_set(p, line->sharers);
  line->held = permuted_set(p, line->held);
  if (line->owner != NO_ONE) line->owner = p->sm[line->owner];
  if (line->writer != NO_ONE) line->writer = p->core[line->writer];
  for (unsigned i = 0; i < line->waiting; i++) permute_request(p, &line->queue[i]);
  permute_data(p, &line->data);
  permute_data(p, &line->buffer);
  permute_data(p, &line->memory);
}

/* From `local` to `to`, which is a copy of it. */
static void permute_local(const struct machine *machine, const struct permutation *p, unsigned kind,
                          const struct local *local, struct local *to) {
  bool has_times_of_cores = !machine->shape.system->kinds[kind].shows.second_clock;
  for (unsigned core = 0; core < machine->shape.core_count; core++) {
    if (has_times_of_cores) to->stall[p->core[core]] = local->stall[core];
    to->pending[p->core[core]] = local->pending[core];
  }
  for (unsigned line = 0; line < machine->shape.lines; line++)
    to->line[p->line[line]] = local->line[line];
  for (unsigned core = 0;
       machine->shape.system->kinds[kind].extra_line_per_core && core < machine->shape.core_count;
       core++)
    to->line[machine->shape.lines + p->core[core]] = local->line[machine->shape.lines + core];
  for (unsigned i = 0; i < local_lines(machine, kind); i++) permute_line(p, &to->line[i]);
}

enum content_class {
  CLASS_CORE,
  CLASS_HISTORY,
  CLASS_KIND,
  CLASS_BAG = CLASS_KIND + KINDS_MAX,
  CLASS_QUEUE
};

static unsigned class_of(const struct machine *machine, unsigned slot) {
  if (slot < machine->shape.core_count) return CLASS_CORE;
  if (slot < machine->shape.core_count + machine->shape.controller_count)
    return CLASS_KIND + machine->shape.controllers[slot - machine->shape.core_count].kind;
  if (machine->has_history && slot == history_slot(machine)) return CLASS_HISTORY;
  const struct channel *channel =
      &machine->shape.channels[slot - machine->shape.core_count - machine->shape.controller_count];
  return machine->shape.order[channel->network] == UNORDERED ? CLASS_BAG : CLASS_QUEUE;
}

static void sort_bag(struct message *messages, size_t count) {
  for (size_t i = 1; i < count; i++)
    for (size_t j = i; j > 0 && memcmp(&messages[j], &messages[j - 1], sizeof *messages) < 0; j--) {
      struct message swap = messages[j];
      messages[j] = messages[j - 1];
      messages[j - 1] = swap;
    }
}

uint32_t symmetry_permuted_content(const struct machine *machine, const struct permutation *p,
                                   unsigned slot, uint32_t content) {
  unsigned class = class_of(machine, slot);
  union {
    struct core core;
    struct local local;
    struct message messages[CHANNEL_MESSAGES_MAX];
    char bytes[sizeof(union local_copy)];
  } copy;
  size_t length;
  if (class == CLASS_HISTORY) return history_permuted(machine, p->core, p->line, content);
  const void *bytes = intern_at(machine->contents, content, &length);
  memcpy(&copy, bytes, length);
  switch (class) {
  case CLASS_CORE:
    for (unsigned i = 0; i < copy.core.entries; i++) {
      struct core_entry *entry = &copy.core.entry[copy.core.order[i]];
      entry->micro = p->micro[entry->micro];
    }
    break;
  case CLASS_BAG:
  case CLASS_QUEUE:
    for (size_t i = 0; i < length / sizeof *copy.messages; i++)
      permute_message(machine, p, &copy.messages[i]);
    if (class == CLASS_BAG) sort_bag(copy.messages, length / sizeof *copy.messages);
    break;
  default: permute_local(machine, p, class - CLASS_KIND, bytes, &copy.local);
  }
  return intern_add(machine->contents, &copy, length);
}

/* --- a run of representatives as a run --- */

struct symmetry_unfolding {
  const struct machine *machine;
  struct orbit *orbit;
  const slot_t *sought;
  slot_t *found;
  uint32_t label;
  bool done;
};

/* Takes the first step whose target has the sought representative. */
static void compare(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct symmetry_unfolding *unfolding = context;
  const struct machine *machine = unfolding->machine;
  slot_t representative[WIDTH_MAX];
  if (unfolding->done || kind == STEP_BLOCKED) return;
  memcpy(representative, to, machine->model.width * sizeof *to);
  if (machine->symmetry) {
    orbit_of(machine, to, unfolding->orbit);
    orbit_stand_in(machine, unfolding->orbit, representative);
  }
  if (memcmp(representative, unfolding->sought, machine->model.width * sizeof *to)) return;
  memcpy(unfolding->found, to, machine->model.width * sizeof *to);
  unfolding->label = label;
  unfolding->done = true;
}

/* Of messages that must not wait the first goes first, and which is first depends on names: the run
 * may need another order.  And its steps have the labels that they have where nothing goes first,
 * by which a recording is read. */
bool symmetry_unfold(struct machine *machine, struct trace *trace) {
  const struct model *model = &machine->model;
  struct symmetry_unfolding unfolding = { .machine = machine, .orbit = orbit_new() };
  struct worker worker = { .machine = machine, .raw = true };
  slot_t sought[WIDTH_MAX];
  bool found = true;
  machine->prompt = 0;
  for (unsigned i = 0; found && i <= trace->length; i++) {
    slot_t *place = trace->states + (size_t)i * trace->width;
    memcpy(sought, place, trace->width * sizeof *place);
    unfolding.sought = sought;
    unfolding.found = place;
    unfolding.done = false;
    if (i == 0) model->initial(model, &worker, compare, &unfolding);
    else model->successors(model, &worker, place - trace->width, compare, &unfolding);
    found = unfolding.done;
    if (i > 0) trace->labels[i - 1] = unfolding.label;
  }
  memory_free(unfolding.orbit);
  symmetry_free(machine); /* from here on the machine shows what happens as it happens */
  machine->tells_apart = !found;
  return found;
}
