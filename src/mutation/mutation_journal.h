/* A journal of the results of mutants, written one by one, so that an interrupted run can be
 * resumed. */
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
/* Finds the result of the mutant that `result` names; false: the journal lacks it. Finding and
 * adding are thread-safe. */
bool mutation_journal_find(const struct mutation_journal *journal, struct mutant_result *result);
void mutation_journal_add(struct mutation_journal *journal, const struct mutant_result *result);
/* false: some result could not be written */
bool mutation_journal_close(struct mutation_journal *journal);

#endif
