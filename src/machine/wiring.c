/* Wiring: the controllers of a machine, and the channels between them.
 *
 * A kind of controller has one instance, or one for each core, SM, bank or GPM, as its record says.
 * A network has channels to each controller whose table takes one of its messages.  An unordered
 * network has one bag there.  An ordered one has a queue from each controller that may send to it:
 * networks[].senders, or by default every other kind.  Networks of one virtual network have a
 * single queue, whose head may be for any controller (machine_options.virtual_network).
 *
 * In a machine of GPMs only neighbours are linked.  A message to a GPM with another index in
 * another GPU takes two hops.  A network with a course leads to homes, or from them (enum course);
 * it has queues only where some line has its home. */
#include <string.h>
#include "machine/machine_private.h"
#include "machine/wiring.h"

static unsigned instances_of(const struct machine *machine, const struct controller_kind *kind) {
  switch (kind->instances) {
  case ONE_PER_SM: return machine->shape.sms;
  case ONE_PER_BANK: return machine->shape.placement.banks;
  case ONE_PER_CORE: return machine->shape.core_count;
  case ONE_PER_GPM:
    return machine->shape.placement.topology.gpus * machine->shape.placement.topology.gpms;
  default: return 1;
  }
}

static bool add_controllers(struct machine *machine, struct diagnostic *error) {
  const struct system *system = machine->shape.system;
  unsigned count = 0;
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct controller_kind *kind = &system->kinds[k];
    unsigned lines =
        machine->shape.lines + (kind->extra_line_per_core ? machine->shape.core_count : 0);
    machine->shape.first_of_kind[k] = count;
    machine->shape.local_size[k] = sizeof(struct local) + lines * sizeof(struct line);
    machine->shape.tables[k] = kind->table;
    for (unsigned i = 0; i < instances_of(machine, kind); i++, count++) {
      if (count == CONTROLLERS_MAX)
        return diagnostic_plain(error, "%s: too many controllers", system->name);
      machine->shape.controllers[count] = (struct controller){ count, k, i };
    }
    machine->shape.first_of_kind[k + 1] = count;
  }
  machine->shape.controller_count = count;
  return true;
}

/* `to`: NO_ONE in the queue of a virtual network. */
static bool new_channel(struct machine *machine, unsigned network, int from, unsigned to,
                        struct diagnostic *error) {
  if (machine->shape.channel_count == CHANNELS_MAX || machine->shape.core_count +
                                                              machine->shape.controller_count +
                                                              machine->shape.channel_count + 2 >=
                                                          WIDTH_MAX)
    return diagnostic_plain(error, "%s: too many channels for one state vector",
                            machine->shape.system->name);
  machine->shape.channels[machine->shape.channel_count++] = (struct channel){ network, to, from };
  return true;
}

static bool add_channel(struct machine *machine, unsigned network, int from, unsigned to,
                        struct diagnostic *error) {
  if (!new_channel(machine, network, from, to, error)) return false;
  for (unsigned f = 0; f < machine->shape.controller_count; f++)
    if (from < 0 || (unsigned)from == f)
      machine->shape.channel_of[network][f][to] = (uint8_t)(machine->shape.channel_count - 1);
  return true;
}

/* Does a kind take some message of the network, by its table's alphabet? */
static bool takes_from(const struct machine *machine, unsigned kind, unsigned network) {
  const struct system *system = machine->shape.system;
  for (unsigned event = 0; event < system->event_count; event++)
    if (system->messages[event].name && shape_network_of(&machine->shape, event) == network &&
        system->kinds[kind].table.alphabet >> event & 1)
      return true;
  return false;
}

static enum channel_order order_of(const struct machine *machine, const struct network *network) {
  int other =
      network->instead_where ? machine->shape.setting.values[network->instead_where - 1] : 0;
  return other ? network->instead[other - 1] : network->order;
}

/* Is the controller part of a GPM?  A bank of an LLC, say, is below all GPMs. */
static bool has_gpm(const struct machine *machine, const struct controller *controller) {
  int instances = (int)machine->shape.system->kinds[controller->kind].instances;
  return instances == ONE_PER_SM || instances == ONE_PER_GPM;
}

/* The GPM of a controller that has one. */
static unsigned gpm_of(const struct machine *machine, const struct controller *controller) {
  bool of_sm = machine->shape.system->kinds[controller->kind].instances == ONE_PER_SM;
  return of_sm ? machine->shape.placement.gpm_of_sm[controller->index] : controller->index;
}

int machine_gpm_of(const struct machine *machine, unsigned controller) {
  const struct controller *asked = &machine->shape.controllers[controller];
  return has_gpm(machine, asked) ? (int)gpm_of(machine, asked) : -1;
}

/* May one controller send to the other?  In a machine of GPMs: within its own GPM, to and from
 * those without a GPM, and to other GPMs by the network's course. */
static bool are_linked(const struct machine *machine, const struct controller *from,
                       const struct controller *to, enum course course) {
  unsigned gpms = machine->shape.placement.topology.gpms;
  if (!gpms || from->number == to->number) return from->number != to->number;
  if (!has_gpm(machine, from) || !has_gpm(machine, to)) return true;
  unsigned a = gpm_of(machine, from), b = gpm_of(machine, to);
  if (from->kind != to->kind) return a == b;
  if (machine->shape.system->kinds[from->kind].instances != ONE_PER_GPM) return false;
  if (course == COURSE_TO_HOME) return placement_gpm_leads_home(&machine->shape.placement, a, b);
  if (course == COURSE_FROM_HOME) return placement_gpm_leads_home(&machine->shape.placement, b, a);
  return placement_gpm_is_used(&machine->shape.placement, a) &&
         placement_gpm_is_used(&machine->shape.placement, b) &&
         (a / gpms == b / gpms || a % gpms == b % gpms);
}

static bool sends_on(const struct machine *machine, const struct controller *from,
                     const struct controller *to, unsigned network) {
  const struct network *used = &machine->shape.system->networks[network];
  return (used->senders ? used->senders >> from->kind & 1 : from->kind != to->kind) &&
         are_linked(machine, from, to, used->course);
}

static bool add_channels_of(struct machine *machine, unsigned network, struct diagnostic *error) {
  for (unsigned to = 0; to < machine->shape.controller_count; to++) {
    if (!takes_from(machine, machine->shape.controllers[to].kind, network)) continue;
    bool bag = machine->shape.order[network] == UNORDERED;
    if (bag && !add_channel(machine, network, -1, to, error)) return false;
    for (unsigned from = 0; !bag && from < machine->shape.controller_count; from++)
      if (sends_on(machine, &machine->shape.controllers[from], &machine->shape.controllers[to],
                   network) &&
          !add_channel(machine, network, (int)from, to, error))
        return false;
  }
  return true;
}

/* Makes the network part of its virtual network, whose queue may be new. */
static bool add_to_queue(struct machine *machine, unsigned network, struct diagnostic *error) {
  const struct virtual_network *of = machine->options.virtual_network;
  struct shape *shape = &machine->shape;
  const struct channel *channels = shape->channels;
  bool bag = order_of(machine, &shape->system->networks[network]) == UNORDERED;
  unsigned queue = 0;
  while (queue < shape->channel_count && of[channels[queue].network].number != of[network].number)
    queue++;
  if (queue == shape->channel_count && !new_channel(machine, network, -1, NO_ONE, error))
    return false;
  for (unsigned from = 0; from < shape->controller_count; from++)
    for (unsigned to = 0; to < shape->controller_count; to++)
      if (takes_from(machine, shape->controllers[to].kind, network) &&
          (bag || sends_on(machine, &shape->controllers[from], &shape->controllers[to], network)))
        shape->channel_of[network][from][to] = (uint8_t)queue;
  return true;
}

static bool add_channels(struct machine *machine, struct diagnostic *error) {
  memset(machine->shape.channel_of, NO_CHANNEL, sizeof machine->shape.channel_of);
  for (unsigned n = 0; n < machine->shape.system->network_count; n++) {
    const struct network *network = &machine->shape.system->networks[n];
    bool shared = machine->options.virtual_network[n].number;
    machine->shape.order[n] = shared ? FIFO : order_of(machine, network);
    if (!(shared ? add_to_queue : add_channels_of)(machine, n, error)) return false;
  }
  return true;
}

/* Does the controller serve only one line: is it a bank, and has each line its own? */
static bool is_of_one_line(const struct machine *machine, int controller) {
  return controller >= 0 && machine->shape.placement.banks == machine->shape.lines &&
         kind_of(machine, (unsigned)controller)->instances == ONE_PER_BANK;
}

/* The room of one line's messages in a channel.  If one line represents all, each line has an equal
 * share. */
static unsigned share_of_line(const struct machine *machine, const struct channel *channel,
                              unsigned capacity) {
  if (!machine->reductions.one_line || is_of_one_line(machine, (int)channel->to) ||
      is_of_one_line(machine, channel->from))
    return capacity;
  return capacity / machine->shape.lines;
}

static unsigned room_of(const struct machine *machine, const struct channel *channel) {
  const struct network *network = &machine->shape.system->networks[channel->network];
  unsigned own = machine->options.virtual_network[channel->network].room;
  unsigned capacity = own                                              ? own
                      : machine->options.capacity && !network->counted ? machine->options.capacity
                                                                       : network->capacity;
  return share_of_line(machine, channel,
                       capacity < CHANNEL_MESSAGES_MAX ? capacity : CHANNEL_MESSAGES_MAX);
}

bool machine_wire(struct machine *machine, struct diagnostic *error) {
  if (!add_controllers(machine, error) || !add_channels(machine, error)) return false;
  for (unsigned i = 0; i < machine->shape.channel_count; i++)
    machine->shape.channels[i].room = room_of(machine, &machine->shape.channels[i]);
  return true;
}

unsigned machine_port(const struct machine *machine, unsigned core, unsigned line) {
  switch (machine->shape.system->kinds[0].instances) {
  case ONE_PER_SM: return machine->shape.first_of_kind[0] + machine->shape.sm_of_core[core];
  case ONE_PER_BANK:
    return machine->shape.first_of_kind[0] + machine->shape.placement.bank_of_line[line];
  case ONE_PER_CORE: return machine->shape.first_of_kind[0] + core;
  default: return machine->shape.first_of_kind[0];
  }
}
