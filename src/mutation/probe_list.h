/* Lists of probes, before a search has shown whether the system is right on them. */
#ifndef MUTATION_PROBE_LIST_H
#define MUTATION_PROBE_LIST_H

#include "mutation/probe.h"
#include "run/effort.h"
#include "run/suite.h"

struct probe_list {
  struct probe *items;
  size_t length, room;
};

/* Adds every placement of the tests that the system can run; with `judged`, each with the
 * outcomes that all claimed memory models allow. Returns false on error. */
bool probe_list_add_tests(struct probe_list *list, const struct setting *setting,
                          const struct suite *suite, const struct effort *effort, bool judged,
                          struct diagnostic *error);
/* Adds small general clients with lines of one word. */
void probe_list_add_clients(struct probe_list *list, const struct setting *setting,
                            const struct effort *effort);
/* Adds smaller clients with one line of two words. */
void probe_list_add_clients_of_two_words(struct probe_list *list, const struct setting *setting,
                                         const struct effort *effort);

/* The settings near one: each other kind of core, each parameter one up or down, and the sound
 * variants. Rows that never fire in the setting itself may fire there. */
enum { NEARBY_SETTINGS_MAX = CORE_KINDS + 2 * PARAMETERS_MAX + VARIANTS_MAX };
struct nearby_settings {
  struct setting items[NEARBY_SETTINGS_MAX];
  unsigned count;
};
struct nearby_settings nearby_settings_of(const struct setting *setting);

#endif
