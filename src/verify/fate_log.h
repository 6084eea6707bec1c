/* What became of mutants, noted in a file as soon as it is known, so that a run that was ended can go on where it was. */
#ifndef VERIFY_FATE_LOG_H
#define VERIFY_FATE_LOG_H

#include "verify/mutate.h"
#include "verify/probe.h"

struct fate_log;

/* Takes up the file `resume`, if it is not NULL, and from now on notes in `checkpoint`, if that is not NULL, what it had and what
 * is found; they may be one file.  false, with a diagnostic: one cannot be read or written, or is of another version, of
 * other mutants or of other probes. */
bool fate_log_open(struct fate_log **log, const char *resume, const char *checkpoint, const struct mutation *mutation,
                   const struct probes *probes, struct diagnostic *error);
/* Does the log know what becomes of the mutant?  Then it is in `fate`.  From any thread, as is noting. */
bool fate_log_recall(const struct fate_log *log, struct mutant_fate *fate);
void fate_log_note(struct fate_log *log, const struct mutant_fate *fate);
void fate_log_close(struct fate_log *log); /* also after a failure */

#endif
