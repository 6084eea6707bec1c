/* See sm_machines.h.
 *
 * Ample sets and representatives look at all SMs at once, so these machines have none. */
#include "abstract/sm_machines.h"

/* A client of so many SMs, of which `whole` have all threads, and the others one. */
static struct client client_of(const struct sm_machines *machines, unsigned sms, unsigned whole) {
  struct client client = machines->client;
  unsigned nodes = whole, threads = machines->threads;
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

static struct machine *new_machine(struct sm_machines *machines, unsigned sms, bool wide,
                                   struct diagnostic *error) {
  struct machine_options options = options_of(&machines->options);
  struct client client = client_of(machines, sms, wide ? sms : machines->nodes);
  if (!machines->program) return machine_new_client(&machines->setting, &client, &options, error);
  options.readers = sms;
  return machine_new(&machines->setting, machines->program, machines->placement, &options, error);
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
static bool build(struct sm_machines *machines, unsigned sms, bool wide, struct diagnostic *error) {
  struct sm_machine *made = wide ? &machines->wide[sms] : &machines->sized[sms];
  const char *why;
  struct machine *machine = new_machine(machines, sms, wide, error);
  if (!machine) return false;
  struct sm_frame *frame = sm_frame_new(machines->parts, machine, &why);
  if (frame) {
    widen_bags(machines, machine, frame);
    *made = (struct sm_machine){ machine, frame };
    return true;
  }
  machine_free(machine);
  return diagnostic_plain(error, "%s cannot be %s for any number of %s: %s",
                          machines->setting.system->name, machines->program ? "asked" : "proved",
                          machines->program ? "readers" : "SMs", why);
}

const struct sm_frame *sm_machines_frame(struct sm_machines *machines, unsigned sms) {
  struct diagnostic error = { NULL };
  if (sms > machines->most) return NULL;
  if (!machines->sized[sms].frame && !build(machines, sms, false, &error)) {
    diagnostic_clear(&error);
    machines->most = sms - 1;
  }
  return machines->sized[sms].frame;
}

const struct sm_frame *sm_machines_wide_frame(struct sm_machines *machines, unsigned sms) {
  struct diagnostic error = { NULL };
  if (sms > machines->most || sms * machines->threads > CORES_MAX) return NULL;
  if (!machines->wide[sms].frame && !build(machines, sms, true, &error)) diagnostic_clear(&error);
  return machines->wide[sms].frame;
}

bool sm_machines_begin(struct sm_machines *machines, struct diagnostic *error) {
  machines->most = machines->nodes + CORES_MAX - machines->nodes * machines->threads;
  if (machines->program) machines->most = CORES_MAX - machines->program->thread_count;
  return build(machines, machines->nodes, false, error);
}

static void free_machines(struct sm_machine *all) {
  for (unsigned i = 0; i <= CORES_MAX; i++) {
    if (all[i].frame) sm_frame_free(all[i].frame);
    machine_free(all[i].machine);
    all[i] = (struct sm_machine){ NULL };
  }
}

void sm_machines_end(struct sm_machines *machines) {
  free_machines(machines->sized);
  free_machines(machines->wide);
}

static size_t held_by(const struct sm_machine *all) {
  size_t held = 0;
  for (unsigned i = 0; i <= CORES_MAX; i++)
    if (all[i].frame)
      held += intern_held(all[i].machine->contents) + memo_held(all[i].machine->memo) +
              intern_held(all[i].frame->maps) + memo_held(&all[i].frame->memo) +
              memo_held(&all[i].frame->maps_of_times);
  return held;
}

size_t sm_machines_held(const struct sm_machines *machines) {
  return held_by(machines->sized) + held_by(machines->wide);
}
