/* Candidates: the machines on which a mutant could be tried, before anybody knows whether the
 * system itself is right there. */
#ifndef MUTATION_PROBE_LIST_H
#define MUTATION_PROBE_LIST_H

#include "mutation/probe.h"
#include "run/effort.h"
#include "run/suite.h"

struct probe_list {
  struct probe *items;
  size_t length, room;
};

/* Every placement of the suite's tests that the setting's system can run; with `judged`, each with
 * what all the memory models claimed allow.  false on error. */
bool probe_list_add_tests(struct probe_list *list, const struct setting *setting,
                          const struct suite *suite, const struct effort *effort, bool judged,
                          struct diagnostic *error);
/* Small general clients, of lines of one word. */
void probe_list_add_clients(struct probe_list *list, const struct setting *setting,
                            const struct effort *effort);
/* And smaller ones, of one line of two. */
void probe_list_add_clients_of_two_words(struct probe_list *list, const struct setting *setting,
                                         const struct effort *effort);

/* The settings beside this one: each other kind of core that is offered, each parameter one up or
 * one down, and the sound variants of the system as it comes, which may claim less than the same
 * parameters without their record.  Rows that fire in none of its own machines may fire there. */
enum { NEARBY_SETTINGS_MAX = CORE_KINDS + 2 * PARAMETERS_MAX + VARIANTS_MAX };
struct nearby_settings {
  struct setting items[NEARBY_SETTINGS_MAX];
  unsigned count;
};
struct nearby_settings nearby_settings_of(const struct setting *setting);

#endif
