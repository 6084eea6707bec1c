#include "cli/virtual_networks.h"

#include <string.h>
#include "cli/output.h"

/* Puts the network of this name in the virtual network `number`, from 1 on. */
static bool join(const char *name, size_t length, unsigned number, const struct system *system,
                 struct machine_options *options) {
  for (unsigned n = 0; n < system->network_count; n++) {
    const char *other = system->networks[n].name;
    if (strlen(other) != length || memcmp(other, name, length)) continue;
    if (options->virtual_network[n])
      return cli_complain("--virtual-networks: %s: named twice", other), false;
    options->virtual_network[n] = (uint8_t)number;
    return true;
  }
  return cli_complain("--virtual-networks: %s has no network \"%.*s\"; turnsole prove lists them "
                      "(capacities)",
                      system->name, (int)length, name),
         false;
}

bool cli_virtual_networks(const char *list, const struct system *system,
                          struct machine_options *options) {
  if (!list) return true;
  memset(options->virtual_network, 0, sizeof options->virtual_network);
  unsigned number = 1;
  for (const char *at = list; *at; at++) {
    size_t length = strcspn(at, "+ ");
    if (length && !join(at, length, number, system, options)) return false;
    at += length;
    if (*at == ' ') number++;
    if (!*at) break;
  }
  options->no_reduction = options->no_clusters = options->unwatched = true;
  return true;
}
