/* A program, and any number of readers: SMs that only load and evict.  What outcomes are there?
 *
 * Method: that of any_sms.h.  The program's SMs have names, so they are part of what each view
 * holds; a view has one reader, and bystanders are readers.  docs/internals/any-number.md has the
 * argument.
 *
 * The program starts in any state at rest that loads of all SMs reach, those of its own included.
 * The views of these states are found first, by machines whose threads have not begun. */
#ifndef ABSTRACT_ANY_READERS_H
#define ABSTRACT_ANY_READERS_H

#include "abstract/any_sms.h"
#include "litmus/outcome.h"

struct any_readers;

struct any_readers_result {
  struct any_sms_result warming, running; /* `warming` is proved where the start is cold */
  struct outcome_set *everything; /* outcomes over all registers and locations (outcomes.h) */
};

/* `any`: the limits and the properties count.  The program and the placement must outlive it. */
struct any_readers *any_readers_new(const struct setting *setting, const struct program *program,
                                    const struct placement *placement,
                                    const struct machine_options *options,
                                    const struct any_sms_options *any);
/* Does each reader keep to one line?  Where lines share nothing, that is as good. */
bool any_readers_keep_to_line(const struct setting *setting);
void any_readers_free(struct any_readers *readers);

/* Finds all views of one reader.  The outcomes are complete if both parts are proved; they belong
 * to the caller.  false, with an error: the system cannot be asked in this way. */
bool any_readers_prove(struct any_readers *readers, struct any_readers_result *result,
                       struct diagnostic *error);

/* The proof of the running program, to compare its views with those of searches, and for
 * reports. */
struct any_sms *any_readers_running(struct any_readers *readers);

#endif
