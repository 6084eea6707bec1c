/* See clients.h.
 *
 * GPUs and indices are numbered by first use (placement.h), by SMs and then by the homes of lines.
 * SMs with equally many threads can be exchanged, and lines can.  The first placement in dictionary
 * order represents all that differ from it only by such exchanges. */
#include <string.h>
#include "machine/clients.h"
#include "machine/machine.h"

enum { PLACES_MAX = CORES_MAX + LINES_MAX };

struct client_walk {
  struct client client;
  uint8_t gpu[PLACES_MAX], index[PLACES_MAX]; /* of each SM, then of each line's home */
  bool (*visit)(void *context, const struct client *placed);
  void *context;
  bool go_on;
};

static unsigned threads_of(const struct client *client, unsigned sm) {
  unsigned count = 0;
  for (unsigned i = 0; i < client->threads; i++) count += client->sm_of_thread[i] == sm;
  return count;
}

/* Renames by first use: the first name becomes 0, and so on. */
static void renumber(uint8_t *names, unsigned count) {
  uint8_t new[256];
  uint8_t next = 0;
  memset(new, 255, sizeof new);
  for (unsigned i = 0; i < count; i++) {
    if (new[names[i]] == 255) new[names[i]] = next++;
    names[i] = new[names[i]];
  }
}

/* Does an exchange of places from `at` on give a placement that comes first? */
static bool is_beaten(const struct client_walk *walk, uint8_t *order, unsigned at) {
  const struct client *client = &walk->client;
  unsigned count = client->sms + client->lines;
  if (at == count) {
    uint8_t gpu[PLACES_MAX], index[PLACES_MAX];
    for (unsigned i = 0; i < count; i++) {
      gpu[i] = walk->gpu[order[i]];
      index[i] = walk->index[order[i]];
    }
    renumber(gpu, count);
    renumber(index, count);
    int by_gpu = memcmp(gpu, walk->gpu, count);
    return by_gpu < 0 || (by_gpu == 0 && memcmp(index, walk->index, count) < 0);
  }
  unsigned end = at < client->sms ? client->sms : count;
  for (unsigned other = at; other < end; other++) {
    uint8_t swap = order[at];
    if (at < client->sms && threads_of(client, order[other]) != threads_of(client, at)) continue;
    order[at] = order[other];
    order[other] = swap;
    bool beaten = is_beaten(walk, order, at + 1);
    order[other] = order[at];
    order[at] = swap;
    if (beaten) return true;
  }
  return false;
}

static void show(struct client_walk *walk) {
  struct client *client = &walk->client;
  uint8_t order[PLACES_MAX];
  for (unsigned i = 0; i < PLACES_MAX; i++) order[i] = (uint8_t)i;
  if (is_beaten(walk, order, 0)) return;
  for (unsigned sm = 0; sm < client->sms; sm++)
    client->gpm_of_sm[sm] = (uint8_t)(walk->gpu[sm] * client->topology.gpms + walk->index[sm]);
  for (unsigned line = 0; line < client->lines; line++)
    client->home_of_line[line] = (uint8_t)(walk->gpu[client->sms + line] * client->topology.gpms +
                                           walk->index[client->sms + line]);
  walk->go_on = walk->visit(walk->context, client);
}

static void place(struct client_walk *walk, unsigned at, unsigned gpus, unsigned indices) {
  const struct topology *topology = &walk->client.topology;
  if (at == walk->client.sms + (topology->no_homes ? 0 : walk->client.lines)) {
    show(walk);
    return;
  }
  for (unsigned gpu = 0; gpu <= gpus && gpu < topology->gpus; gpu++)
    for (unsigned index = 0; index <= indices && index < topology->gpms && walk->go_on; index++) {
      walk->gpu[at] = (uint8_t)gpu;
      walk->index[at] = (uint8_t)index;
      place(walk, at + 1, gpus + (gpu == gpus), indices + (index == indices));
    }
}

void client_placements_each(const struct client *client,
                            bool (*visit)(void *context, const struct client *placed),
                            void *context) {
  struct client_walk walk = {
    .client = *client, .visit = visit, .context = context, .go_on = true
  };
  walk.client.placed = true;
  place(&walk, 0, 0, 0);
}
