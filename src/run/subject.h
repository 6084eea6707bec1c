/* A subject: all that says what one machine is, so that it can be built again (for a trace, say).
 */
#ifndef RUN_SUBJECT_H
#define RUN_SUBJECT_H

#include "base/text.h"
#include "kit/machine.h"

struct subject {
  struct setting setting;
  const struct program *program; /* NULL: the most general client */
  struct placement placement;    /* of the program */
  struct client client;
  struct machine_options options;
};

struct machine *subject_machine(const struct subject *subject, struct diagnostic *error);

/* The names of reductions that were told to be off, each by itself; how many there are. */
enum { REDUCTIONS = 4 };
unsigned subject_reductions_off(const struct machine_options *options,
                                const char *names[REDUCTIONS]);
/* "reductions without symmetry or deferred evictions, all addresses together"; of a client with so
 * many lines. */
void subject_add_reductions(struct text *text, const struct machine_options *options,
                            unsigned lines);

/* Does the program (NULL: there is none) run transactions, which the system does not? */
bool subject_lacks_transactions(const struct setting *setting, const struct program *program);

#endif
