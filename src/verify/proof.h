/* The most general client: every thread may issue any operation to any address, for ever.  A system
 * is proved at a configuration when every invariant that it claims holds in every state that can
 * then be reached. */
#ifndef VERIFY_PROOF_H
#define VERIFY_PROOF_H

#include "kit/waits.h"
#include "verify/audit.h"
#include "run/subject.h"
#include "run/counterexample.h"
#include "verify/exercise.h"

struct proof {
  struct subject subject;
  uint64_t claimed;            /* the properties that end the search when they break */
  struct search_result result; /* its trace has gone into the counterexample */
  uint64_t largest; /* states of the search that took most memory: of placements, or lines, there is
                       one each */
  uint64_t represented; /* states, by symmetry: those that were explored and their images */
  const char *lossy;    /* how the search may have left states out; NULL: it was exact */
  struct counterexample *counterexample;
  struct machine *machine; /* where there is no counterexample: it says what its reductions were (of
                              placements, the last) */
  unsigned placements;   /* of SMs and homes on GPMs that were searched; 0: the system tells no GPM
                            from another */
  unsigned placement;    /* the number of the one that somebody chose; 0: nobody did */
  bool lines_share_room; /* one line would have stood for all, had it not filled its part of a
                            channel that they share */
  unsigned noted;        /* searches that the journal has, in the end (proof_is_in_parts) */
  bool unnoted;          /* and something that it was to have could not be written */
  bool each; /* each line was explored by itself (kit/per_address.c): of deadlocks among several
                nothing is said ... */
  bool deadlock_told; /* ... unless it was told what they wait for: */
  struct waits_found
      waits; /* over all placements; where some are left, in the last that was searched, the
              * counterexample is a run to a state of theirs, and no violation */
  struct waits *left; /* which are; NULL: none */
  bool audited;       /* audits were made: */
  struct audits audits;
  bool exercised; /* `exercise` has all that was searched, as nothing was resumed */
  bool strict;    /* what was not exercised counts as a failure */
  struct exercise exercise;
};

void proof_clear(struct proof *proof);
/* The machine that was searched, or the counterexample's; NULL: neither was kept. */
const struct machine *proof_machine(const struct proof *proof);
/* The properties that are claimed and broken: a limit of the kit that is hit is none of the
 * design's. */
uint64_t proof_broken(const struct proof *proof);
/* Was a row never fired, or a claim empty, in all that was searched? */
bool proof_is_unexercised(const struct proof *proof);
/* 0 proved; 1 an invariant is broken (or, for a variant that loses some, none is by a client that
 * could); 3 inconclusive. */
int proof_status(const struct proof *proof);
/* What the variant's record says that it loses, of what was asked: deadlocks among several lines
 * were not, where each was explored by itself and it was not told what they wait for. */
uint64_t proof_losses(const struct proof *proof);
/* A variant's record says that it loses invariants, all of which held, though the client was large
 * enough. */
bool proof_misses_violation(const struct proof *proof);
/* Is it of the record's own core and parameters, with nothing left out?  Another parameter may mend
 * a variant, and so may evictions that never come. */
bool proof_is_as_recorded(const struct proof *proof);

/* Where opacity is claimed one graph of all attempts is kept (kit/history.c): a cycle in it may be
 * one of committed transactions alone.  The properties of which a proof does not say whether they
 * are broken, for that. */
uint64_t proof_undecided(const struct proof *proof);

#endif
