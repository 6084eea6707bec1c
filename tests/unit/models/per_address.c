#include "per_address.h"
#include "machine/clients.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

struct setting setting_named(const char *name) {
  struct diagnostic error = { NULL };
  struct setting setting;
  if (!setting_parse(&setting, name, &error)) fail_msg("%s", error.message);
  return setting;
}

struct machine *machine_of_client(const struct setting *setting, const struct client *client,
                                  const struct machine_options *options) {
  struct diagnostic error = { NULL };
  struct machine *machine = machine_new_client(setting, client, options, &error);
  if (!machine) fail_msg("%s", error.message);
  return machine;
}

bool alone_is_refused(const struct setting *setting) {
  struct client client = { .sms = 2,
                           .threads = 2,
                           .lines = 2,
                           .values = 1,
                           .sm_of_thread = { 0, 1 },
                           .topology = setting->system->topology };
  struct diagnostic error = { NULL };
  struct machine *machine =
      machine_new_client(setting, &client, &(struct machine_options){ .only_line = 1 }, &error);
  if (machine) machine_free(machine);
  diagnostic_clear(&error);
  return !machine;
}

unsigned first_with_that_home(const struct client *placed, unsigned line) {
  unsigned first = 0;
  if (placed->topology.no_homes) return line; /* whose banks differ */
  while (placed->home_of_line[first] != placed->home_of_line[line]) first++;
  return first;
}

void in_each_placement(const struct client *client,
                       bool (*visit)(void *context, const struct client *placed), void *context) {
  if (client->topology.gpms) client_placements_each(client, visit, context);
  else visit(context, client);
}
