#include "cli/virtual_networks.h"

#include <stdlib.h>
#include <string.h>
#include "cli/output.h"

enum { ROOM_MAX = 16 };

static int number_of(const struct system *system, const char *name, size_t length) {
  for (unsigned n = 0; n < system->network_count; n++) {
    const char *other = system->networks[n].name;
    if (strlen(other) == length && !memcmp(other, name, length)) return (int)n;
  }
  cli_complain("--virtual-networks: %s has no network \"%.*s\"; prove prints those it has "
               "(capacities)",
               system->name, (int)length, name);
  return -1;
}

/* The room that ends the word; 0: it is none. */
static unsigned room_at(const char *at) {
  char *end;
  unsigned long room = strtoul(at, &end, 10);
  return (*end == ' ' || !*end) && room <= ROOM_MAX ? (unsigned)room : 0;
}

/* Reads a word of the list, "request+ack:2". */
static bool join(const char *word, size_t length, unsigned number, const struct system *system,
                 struct machine_options *options) {
  size_t names = strcspn(word, ": ");
  unsigned room = names < length ? room_at(word + names + 1) : 0;
  if (names < length && !room)
    return cli_complain("--virtual-networks: %.*s: expected a room from 1 to %d behind the ':'",
                        (int)length, word, ROOM_MAX),
           false;
  for (size_t at = 0; at < names; at++) {
    size_t one = strcspn(word + at, "+: ");
    int n = number_of(system, word + at, one);
    if (n < 0) return false;
    if (options->virtual_network[n].number)
      return cli_complain("--virtual-networks: %.*s: named twice", (int)one, word + at), false;
    options->virtual_network[n] = (struct virtual_network){ (uint8_t)number, (uint8_t)room };
    at += one;
  }
  return true;
}

bool cli_virtual_networks(const char *list, const struct system *system,
                          struct machine_options *options) {
  if (!list) return true;
  memset(options->virtual_network, 0, sizeof options->virtual_network);
  unsigned number = 0;
  for (const char *at = list; *at;) {
    size_t length = strcspn(at, " ");
    if (length && !join(at, length, ++number, system, options)) return false;
    at += length + (at[length] == ' ');
  }
  options->no_reduction = options->no_clusters = options->unwatched = true;
  return true;
}
