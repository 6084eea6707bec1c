/* What became of mutants, noted in a journal as soon as it is known, so that a run that was ended
 * can go on where it was. */
#ifndef MUTATION_MUTATION_JOURNAL_H
#define MUTATION_MUTATION_JOURNAL_H

#include "mutation/mutation.h"
#include "mutation/probe.h"

struct fate_log;

/* See journal_open. */
struct fate_log *fate_log_open(const char *resume, const char *checkpoint,
                               const struct mutation *mutation, const struct probes *probes,
                               struct diagnostic *error);
/* Does the log know what becomes of the mutant?  Then it is in `fate`.  From any thread, as is
 * noting. */
bool fate_log_recall(const struct fate_log *log, struct mutant_fate *fate);
void fate_log_note(struct fate_log *log, const struct mutant_fate *fate);
bool fate_log_close(struct fate_log *log); /* false: something could not be noted */

#endif
