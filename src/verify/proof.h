/* A proof under the most general client: every thread may issue any operation to any address,
 * for ever. A system is proved at a configuration if every claimed invariant holds in every
 * reachable state. */
#ifndef VERIFY_PROOF_H
#define VERIFY_PROOF_H

#include "run/coverage.h"

#include "abstract/waits.h"
#include "abstract/waits_solve.h"
#include "run/counterexample.h"
#include "run/coverage.h"
#include "run/effort.h"
#include "run/subject.h"
#include "verify/audit.h"

struct proof {
  struct subject subject;
  uint64_t claimed;            /* properties whose violation ends the search */
  struct search_result result; /* its trace is in the counterexample */
  /* states of the search that took most memory, of all placements and addresses */
  uint64_t largest;
  uint64_t represented; /* states explored, and their images by symmetry */
  const char *lossy;    /* how the search may have lost states; NULL: it is exact */
  struct counterexample *counterexample;
  struct machine *machine; /* without a counterexample: the last one, which tells its reductions */
  unsigned placements;     /* of SMs and homes on GPMs, all searched; 0: GPMs do not matter */
  unsigned placement;      /* number of a single placement that was chosen; 0: none was */
  /* one address filled its part of a channel, so it could not represent all */
  bool addresses_share_channels;
  unsigned journal_length; /* searches in the journal at the end (proof_is_in_parts) */
  bool journal_failed;     /* ... and something could not be written to it */
  /* each address explored by itself (abstract/per_address.c), which leaves deadlock among several
   * open ... */
  bool each;
  bool deadlock_decided; /* ... unless `waits` decides it */
  /* over all placements; if some are left, the counterexample is a run to a state with one, and
   * no violation */
  struct waits_found waits;
  struct waits *left; /* the waits that are left; NULL: none */
  bool audited, audits_unasked;
  struct audits audits;
  bool exercised; /* `exercise` covers all searches: none was resumed */
  bool strict;    /* a row that never fired, or a vacuous claim, is a failure */
  bool known;     /* it fails, and a baseline lists all of its failures (verify/baseline.h) */
  struct baseline *baseline; /* that its failures were compared with; the caller's; or NULL */
  bool stale;                /* an entry of the baseline is stale, and that is a failure */
  struct exercise exercise;
};

void proof_clear(struct proof *proof);
/* The machine that was searched, or the counterexample's; NULL: neither was kept. */
const struct machine *proof_machine(const struct proof *proof);
/* Claimed properties that are broken, without overflows, which are limits of ours. */
uint64_t proof_broken(const struct proof *proof);
/* 0: proved, or all failures are known; 1: an invariant is broken, or a variant that should lose
 * one does not; 3: inconclusive. */
int proof_status(const struct proof *proof);
/* The properties that the variant's record says it loses, as far as they were asked.  Per-address
 * exploration leaves out deadlock among addresses, unless waits decide it. */
uint64_t proof_losses(const struct proof *proof);
/* Did all invariants hold that the variant's record says are lost, under a client large enough? */
bool proof_misses_violation(const struct proof *proof);
/* Does the proof have the record's own core and parameters, evictions and warm start? Any of
 * these may mend a variant. */
bool proof_is_as_recorded(const struct proof *proof);

/* The properties that the proof leaves undecided. Where opacity is claimed, one graph has all
 * attempts (machine/history.c). A cycle in it need not be one of committed transactions. */
uint64_t proof_undecided(const struct proof *proof);

/* --- its searches --- */

/* Proves a client. If it is not placed on the GPMs of its topology, every placement is searched.
 * With effort->each, every address that differs from earlier ones by its home. The figures are
 * sums. Returns false, with an error, where a machine cannot be built. */
bool proof_run(const struct setting *setting, const struct client *client,
               const struct effort *effort, struct proof *proof, struct diagnostic *error);
/* Does the proof consist of several searches? Then effort->checkpoint names a journal. */
bool proof_is_in_parts(const struct client *client, const struct effort *effort);

#endif
