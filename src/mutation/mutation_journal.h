/* What became of mutants, noted in a journal as soon as it is known, so that a run that was ended
 * can go on where it was. */
#ifndef MUTATION_MUTATION_JOURNAL_H
#define MUTATION_MUTATION_JOURNAL_H

#include "mutation/mutation.h"
#include "mutation/probe_selection.h"

struct mutation_journal;

/* See journal_open. */
struct mutation_journal *mutation_journal_open(const char *resume, const char *checkpoint,
                                               const struct mutation *mutation,
                                               const struct probes *probes,
                                               struct diagnostic *error);
/* Does the log know what becomes of the mutant?  Then it is in `fate`.  From any thread, as is
 * noting. */
bool mutation_journal_find(const struct mutation_journal *log, struct mutant_result *result);
void mutation_journal_add(struct mutation_journal *log, const struct mutant_result *result);
bool mutation_journal_close(struct mutation_journal *log); /* false: something could not be noted */

#endif
