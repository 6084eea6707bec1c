/* A subject: everything that determines a machine, so that it can be built again (for a trace,
 * say). */
#ifndef RUN_SUBJECT_H
#define RUN_SUBJECT_H

#include "base/text.h"
#include "machine/machine.h"

struct subject {
  struct setting setting;
  const struct program *program; /* NULL: the most general client */
  struct placement placement;    /* of the program */
  struct client client;
  struct machine_options options;
};

struct machine *subject_machine(const struct subject *subject, struct diagnostic *error);

/* Lists the reductions that single options switch off; returns how many. */
enum { REDUCTIONS = 4 };
unsigned subject_reductions_off(const struct machine_options *options,
                                const char *names[REDUCTIONS]);
/* Adds "reductions without symmetry or deferred evictions, all addresses together"; `lines`: of
 * the client. */
void subject_add_reductions(struct text *text, const struct machine_options *options,
                            unsigned lines);

/* Does the program (or NULL) run transactions that the system lacks? */
bool subject_lacks_transactions(const struct setting *setting, const struct program *program);

#endif
