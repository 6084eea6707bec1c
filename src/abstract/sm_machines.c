/* See sm_machines.h.
 *
 * Ample sets and representatives look at all SMs at once, so these machines have none. */
#include "abstract/sm_machines.h"

/* A client of so many SMs; those beyond the nodes have one thread. */
static struct client client_of(const struct sm_machines *machines, unsigned sms) {
  struct client client = machines->client;
  unsigned nodes = machines->nodes, threads = machines->threads;
  client.sms = sms;
  client.threads = nodes * threads + sms - nodes;
  for (unsigned i = 0; i < client.threads; i++)
    client.sm_of_thread[i] = i < nodes * threads ? i / threads : i - nodes * threads + nodes;
  return client;
}

static struct machine_options options_of(const struct machine_options *asked) {
  struct machine_options options = *asked;
  options.no_ample = options.no_symmetry = true;
  options.no_clusters = true;
  return options;
}

/* Lets each SM fill its own part of a bag. */
static void widen_bags(struct sm_machines *machines, struct machine *machine,
                       const struct sm_frame *frame) {
  for (unsigned i = 0; i < frame->bag_count; i++) {
    struct channel *channel = &machine->shape.channels[frame->bag[i] - channel_slot(machine, 0)];
    machines->bag_room[i] = (uint8_t)channel->room;
    channel->room = CHANNEL_MESSAGES_MAX;
  }
}

/* Makes the machine of so many SMs; the error may say that there is none. */
static bool build(struct sm_machines *machines, unsigned sms, struct diagnostic *error) {
  struct client client = client_of(machines, sms);
  const struct machine_options options = options_of(&machines->options);
  const char *why;
  struct machine *machine = machine_new_client(&machines->setting, &client, &options, error);
  if (!machine) return false;
  struct sm_frame *frame = sm_frame_new(machines->parts, machine, &why);
  if (frame) {
    widen_bags(machines, machine, frame);
    machines->sized[sms].machine = machine;
    machines->sized[sms].frame = frame;
    return true;
  }
  machine_free(machine);
  return diagnostic_plain(error, "%s cannot be proved for any number of SMs: %s",
                          machines->setting.system->name, why);
}

const struct sm_frame *sm_machines_frame(struct sm_machines *machines, unsigned sms) {
  struct diagnostic error = { NULL };
  if (sms > machines->most) return NULL;
  if (!machines->sized[sms].frame && !build(machines, sms, &error)) {
    diagnostic_clear(&error);
    machines->most = sms - 1;
  }
  return machines->sized[sms].frame;
}

bool sm_machines_begin(struct sm_machines *machines, struct diagnostic *error) {
  machines->most = machines->nodes + CORES_MAX - machines->nodes * machines->threads;
  return build(machines, machines->nodes, error);
}

void sm_machines_end(struct sm_machines *machines) {
  for (unsigned i = 0; i <= CORES_MAX; i++) {
    if (machines->sized[i].frame) sm_frame_free(machines->sized[i].frame);
    machine_free(machines->sized[i].machine);
  }
}

size_t sm_machines_held(const struct sm_machines *machines) {
  size_t held = 0;
  for (unsigned i = 0; i <= CORES_MAX; i++)
    if (machines->sized[i].frame)
      held += intern_held(machines->sized[i].machine->contents) +
              intern_held(machines->sized[i].frame->maps);
  return held;
}
