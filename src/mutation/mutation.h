/* Single-fault mutants of a system's tables, and what notices them. */
#ifndef MUTATION_MUTATION_H
#define MUTATION_MUTATION_H

#include "mutation/survivors.h"
#include "run/effort.h"
#include "run/suite.h"

enum killer { SURVIVED, KILLED_AT_START, KILLED_BY_TEST, KILLED_BY_PROOF };

/* What the probes show of a survivor. */
enum survival {
  SURVIVES_UNREACHED, /* in no probe */
  SURVIVES_UNCHANGED, /* every probe has the same states, steps and outcomes as without the fault */
  SURVIVES_CHANGED    /* some has not, and nothing that is claimed breaks */
};

struct mutant_result {
  struct mutant mutant;
  char *text; /* what the fault is */
  enum killer killer;
  unsigned probe;          /* KILLED_BY_...: which one, */
  struct setting setting;  /* and its setting */
  const struct test *test; /* KILLED_BY_TEST */
  enum property property;
  unsigned steps;               /* of the shortest run to it */
  bool endless;                 /* KILLED_BY_TEST, and not by a property: no run ends any longer */
  bool stuck;                   /* not by a property: it has less progress than is due ... */
  enum progress_level progress; /* ... this much */
  char *fault;                  /* KILLED_AT_START */
  enum survival survival;       /* SURVIVED */
  uint64_t differs;   /* the settings in which a probe of it differs, as a set of probe.near */
  const char *reason; /* of a survivor; NULL: none */
  bool open;          /* a limit was hit before something killed it */
};

struct mutation {
  struct setting setting;
  struct mutant_result *results;
  unsigned count;
  bool clients; /* tried on clients alone: reasons are not looked at */
  struct survivors reasons;
};

/* What of it is wanted: `all_tests` of the suite, not those within a budget; or `clients` alone
 * (the suite is empty), which is a report, and looks at no reasons; the mutants whose text has a
 * line of `only` in it (NULL: all).  What becomes of them is noted in `checkpoint`, and what
 * `resume` says of them is not asked again (NULL: neither). */
struct mutation_choice {
  bool all_tests, clients;
  const char *only, *checkpoint, *resume;
};

/* Every mutant against the tests (those on which the system itself is right) and small general
 * clients.  Reasons are written for the system as it is on the tests within the budget: only there
 * is a reason stale whose mutant is killed. */
bool mutation_run(const struct setting *setting, const struct suite *suite,
                  const struct mutation_choice *choice, const struct effort *effort,
                  struct mutation *mutation, struct diagnostic *error);
void mutation_clear(struct mutation *mutation);
struct mutation_totals {
  unsigned killed[4], survival[3], unexplained, open;
  unsigned elsewhere, argued; /* survivors whose reason names what else kills them; of which a limit
                                 was hit, and the reason is all */
};
struct mutation_totals mutation_totals(const struct mutation *mutation);
/* 0 every survivor has a reason, or none are looked at; 1 one has not, or a reason has no survivor;
 * 3 a limit was hit. */
int mutation_status(const struct mutation *mutation);

#endif
