/* Audits: what `prove` searches beside the client that was asked, to see what a record may hide.
 *
 * A record can leave out what a check rests on, or promise a reduction what its table does not
 * keep. So each audit explores without reductions, follows stores and atomics to their answers
 * (machine_options.audit), and adds one thing that the client may lack: a second thread on an SM, a
 * second word, a second address in the same bank.  One asks for the progress that the record
 * claims. An audit grows from a small client to the one asked, within a bound on states.  A bounded
 * audit that finds nothing is said to be bounded: it proves nothing beyond the states that it
 * counts. */
#ifndef VERIFY_AUDIT_H
#define VERIFY_AUDIT_H

#include "verify/matrix.h"
#include "verify/liveness.h"
#include "run/counterexample.h"
#include "run/suite.h"
#include "run/effort.h"
#include "verify/exercise.h"

enum audit_kind {
  AUDIT_AS_ASKED,    /* the client as asked, unreduced */
  AUDIT_TWO_THREADS, /* two threads on the first SM, beside those of the others */
  AUDIT_TWO_WORDS,   /* lines of two words */
  AUDIT_ONE_BANK,    /* two addresses or more, all in one bank */
  AUDIT_PROGRAMS,    /* small programs, held to the memory models that the record claims */
  AUDIT_PROGRESS,    /* every request is answered, as far as the record claims it */
  AUDITS
};

/* One search of an audit. */
struct audit_search {
  struct client client;
  uint64_t states;
  enum search_end end;
};

enum { RUNGS_MAX = 5 };

/* What an audit came to: its searches, smallest client first. */
struct audit {
  const char *why_not; /* why it does not apply; NULL: it does */
  bool by_record;      /* and that is the record's doing: each verdict says so */
  const char *cut;     /* why it lacks searches, or all; NULL: it lacks none */
  unsigned count;
  struct audit_search searches[RUNGS_MAX];
  uint64_t broken;                /* claimed properties that it breaks */
  enum progress_level found, due; /* AUDIT_PROGRESS */
  /* AUDIT_PROGRAMS: `bounded` in part, `unjudged` not at all */
  unsigned programs, bounded, unjudged, violations;
};

struct audits {
  struct audit items[AUDITS];
  uint64_t bound;                        /* states of each search */
  struct counterexample *counterexample; /* of the first that broke something; the caller's */
  struct matrix *matrix;                 /* AUDIT_PROGRAMS: owned, with the programs of `suite` */
  struct suite suite;
  const struct matrix_cell *forbidden; /* the first cell that is a violation; NULL: none */
  struct liveness_answer *stuck;       /* likewise, of AUDIT_PROGRESS: it holds the lasso */
};

/* The audit's name: "two threads on one SM". */
const char *audit_name(enum audit_kind kind);
/* The least and the greatest bound; between them it is the number of states of the search asked. */
enum { AUDIT_LEAST = 1 << 17, AUDIT_MOST = 1 << 19 };

/* Makes all audits of a client, until one breaks a claim or the effort's time is up.  Adds to
 * `exercise` what its searches saw.  `audits` is cleared by audits_clear, and stays where it is
 * until then, since its matrix points to its suite. */
void audits_make(const struct setting *setting, const struct client *client,
                 const struct effort *effort, uint64_t states, struct exercise *exercise,
                 struct audits *audits);
void audits_clear(struct audits *audits);
/* The properties that audits broke. */
uint64_t audits_broken(const struct audits *audits);
/* Does an audit find fault that no property names: less progress than is claimed, or an outcome
 * that a claimed memory model forbids? */
bool audits_refute(const struct audits *audits);

#endif
