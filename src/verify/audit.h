/* Audits: searches that `prove` adds to the one asked, to see what a record may hide.
 *
 * A record can omit what a check relies on, or promise a reduction something that its table
 * violates. So each audit explores without reductions, and follows stores and atomics to their
 * answers (machine_options.audit). It adds one thing that the client may lack: a second thread on
 * an SM, a second word, a second address in the bank. The last one asks for the liveness that the
 * record claims.
 *
 * An audit grows from a small client to the one asked, within a bound on states. A bounded audit
 * proves nothing beyond the states that it counts. */
#ifndef VERIFY_AUDIT_H
#define VERIFY_AUDIT_H

#include "run/counterexample.h"
#include "run/effort.h"
#include "run/suite.h"
#include "run/coverage.h"
#include "verify/liveness.h"
#include "verify/matrix.h"
#include "machine/clients.h"

enum audit_kind {
  AUDIT_AS_ASKED,    /* the client as asked, unreduced */
  AUDIT_TWO_THREADS, /* two threads on the first SM, one on each other SM */
  AUDIT_TWO_WORDS,   /* lines of two words */
  AUDIT_ONE_BANK,    /* two or more addresses in one bank */
  AUDIT_PROGRAMS,    /* small programs, against the memory models that the record claims */
  AUDIT_PROGRESS,    /* the liveness of requests that the record claims */
  AUDITS
};

struct audit_search {
  struct client client;
  uint64_t states;
  enum search_end end;
};

enum { RUNGS_MAX = 5 };

/* The result of an audit: its searches, smallest client first. */
struct audit {
  const char *why_not; /* why it does not apply; NULL: it does */
  bool by_record;      /* because of the record: every verdict says so */
  const char *cut;     /* why it lacks some or all searches; NULL: it lacks none */
  unsigned count;
  struct audit_search searches[RUNGS_MAX];
  uint64_t broken;                /* claimed properties that are broken */
  enum progress_level found, due; /* AUDIT_PROGRESS */
  /* AUDIT_PROGRAMS: all, and those searched in part, those not judged, those violated */
  unsigned programs, bounded, unjudged, violations;
};

struct audits {
  struct audit items[AUDITS];
  uint64_t bound; /* on the states of each search */
  /* of the first audit that broke a property; the caller's */
  struct counterexample *counterexample;
  struct matrix *matrix; /* AUDIT_PROGRAMS: owned, on the tests of `suite` */
  struct suite suite;
  const struct matrix_cell *forbidden; /* the first cell that is a violation; NULL: none */
  struct liveness_answer *stuck; /* AUDIT_PROGRESS: less than claimed, with its lasso; or NULL */
};

/* "two threads on one SM" */
const char *audit_name(enum audit_kind kind);
/* Why an audit has no searches, or lacks some; NULL: it lacks none. */
static inline const char *audit_lacks(const struct audit *audit) {
  return audit->why_not ? audit->why_not : audit->cut;
}
/* The bound is the number of states of the search asked, kept between these. */
enum { AUDIT_LEAST = 1 << 17, AUDIT_MOST = 1 << 19 };

/* Makes the audits of a client until one breaks a claim or the deadline passes. Adds what the
 * searches saw to `exercise`. `audits` must not move until audits_clear, since its matrix points
 * to its suite. */
void audits_make(const struct setting *setting, const struct client *client,
                 const struct effort *effort, uint64_t states, struct exercise *exercise,
                 struct audits *audits);
void audits_clear(struct audits *audits);
/* The properties that audits broke. */
uint64_t audits_broken(const struct audits *audits);
/* Did an audit find a fault without a property: less liveness than claimed, or a forbidden
 * outcome? */
bool audits_refute(const struct audits *audits);

#endif
