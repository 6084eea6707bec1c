/* Single-fault mutants of a system's tables, and what kills them. */
#ifndef MUTATION_MUTATION_H
#define MUTATION_MUTATION_H

#include "mutation/survivors.h"
#include "run/effort.h"
#include "run/suite.h"
#include "machine/mutant.h"

enum killer { SURVIVED, KILLED_AT_START, KILLED_BY_TEST, KILLED_BY_PROOF };

/* How far a survivor's fault showed: its row was not reached, its row changed nothing, or it
 * changed something. */
enum survival {
  SURVIVES_UNREACHED, /* in no probe did its row fire */
  SURVIVES_UNCHANGED, /* every probe has the states, steps and outcomes of the baseline */
  SURVIVES_CHANGED    /* some probe has not, and no claim breaks */
};

struct mutant_result {
  struct mutant mutant;
  char *text; /* the fault in words */
  enum killer killer;
  unsigned probe;          /* KILLED_BY_...: the probe, */
  struct setting setting;  /* and its setting */
  const struct test *test; /* KILLED_BY_TEST */
  enum property property;
  unsigned steps;               /* of the shortest run to the violation */
  bool endless;                 /* KILLED_BY_TEST, not by a property: no run ends */
  bool stuck;                   /* not by a property: less liveness than due ... */
  enum progress_level progress; /* ... this level */
  char *fault;                  /* KILLED_AT_START */
  enum survival survival;       /* SURVIVED */
  uint64_t differs;             /* settings in which a probe differs, as a set of probe.near */
  const char *reason;           /* of a survivor; NULL: none */
  bool open;                    /* a limit was hit before anything killed it */
};

struct mutation {
  struct setting setting;
  struct mutant_result *results;
  unsigned count;
  bool clients; /* tried only on clients, without looking at reasons */
  struct survivors reasons;
};

/* `all_tests`: tests beyond the budget, too. `clients`: only clients, a report that looks at no
 * reasons; then the suite is empty. `only`: mutants whose text contains a line of it (NULL:
 * all). `checkpoint` and `resume` name a journal (NULL: none). */
struct mutation_choice {
  bool all_tests, clients;
  const char *only, *checkpoint, *resume;
};

/* Tries every mutant on the tests on which the system is right, and on small general clients.
 * Reasons are written for the system as it is, on the tests within the budget; a reason whose
 * mutant is killed is stale only there. Returns false on error. */
bool mutation_run(const struct setting *setting, const struct suite *suite,
                  const struct mutation_choice *choice, const struct effort *effort,
                  struct mutation *mutation, struct diagnostic *error);
void mutation_clear(struct mutation *mutation);
struct mutation_totals {
  unsigned killed[4], survival[3], unexplained, open;
  /* survivors whose reason names another killer; whose reason is all, as a limit was hit */
  unsigned elsewhere, argued;
};
struct mutation_totals mutation_totals(const struct mutation *mutation);
/* 0: every survivor has a reason, or reasons do not count; 1: one has none, or a reason is
 * stale; 3: a limit was hit. */
int mutation_status(const struct mutation *mutation);

#endif
