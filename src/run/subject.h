/* A subject: everything that determines a machine, so that it can be built again (for a trace,
 * say). */
#ifndef RUN_SUBJECT_H
#define RUN_SUBJECT_H

#include "base/text.h"
#include "machine/clients.h"
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

/* Names a feature of the program (or NULL) that the system lacks: "transactions" or "barriers of
 * clusters".  NULL: there is none. */
const char *subject_lacks(const struct setting *setting, const struct program *program);

/* --- most general clients of a given size --- */

/* Thread i runs on SM i; further threads run on SM 0. */
struct client client_of_size(unsigned sms, unsigned threads, unsigned lines, unsigned values);
/* Spreads the threads over all SMs in turn. */
void client_spread(struct client *client);
unsigned client_most_threads_of_an_sm(const struct client *client);
/* The client that `prove` searches: each number of `asked`, where that is 0 the number of the
 * variant's record (shown_by).  Last come 2 SMs with one thread each, 1 address, 2 values. */
struct client client_asked(const struct setting *setting, const struct client *asked);

/* --- reduced first, then again without ---
 *
 * A verdict can be an artefact of a reduction. One address that represents all may fill a channel
 * that they share. A mutant may violate a promise that a reduction relies on. Such a search is
 * repeated without the reduction. */

/* Builds the machine of `subject` and calls `search` on it. If a reduction may have caused the
 * verdict, `search` takes the reduction out of `options` (the subject's) and returns false. Then
 * the machine is built and searched again. Returns the last machine, which the caller owns; NULL,
 * with an error, if it cannot be built. */
struct machine *retry_until(struct subject *subject,
                            bool (*search)(void *context, struct machine *machine,
                                           struct machine_options *options),
                            void *context, struct diagnostic *error);

#endif
