/* What a CI server is told of a run or a proof: each failure, and each known one, with its place.
 * annotations.h and sarif.h write them. */
#ifndef REPORT_ALERTS_H
#define REPORT_ALERTS_H

#include "report/place.h"
#include "run/counterexample.h"

struct alert {
  const char *rule;                 /* a name of alert_rules */
  const char *known;                /* why it is expected; NULL: it is not */
  bool in_baseline;                 /* `known` is the file of --baseline */
  bool inconclusive;                /* neither a failure nor a pass */
  char *subject;                    /* "mesi on MP"; owned */
  char *message;                    /* lines; owned */
  struct report_place place;        /* of the test, of the protocol's record, or of a row; owned */
  const struct counterexample *run; /* NULL: none was looked for, or found */
};

struct alerts {
  struct alert *items;
  size_t length, room;
};

/* The rules: properties by property_name, and the other reasons to fail.  NULL ends them. */
struct alert_rule {
  const char *name, *about;
};
extern const struct alert_rule alert_rules[];
unsigned alert_rule_index(const struct alert *alert);

void alerts_add(struct alerts *alerts, struct alert alert); /* takes its texts */
void alerts_clear(struct alerts *alerts);
/* "mesi: data-value is broken by step 9 of 9:" and the facts, as lines.  memory_free. */
char *alert_of_run(const char *subject, const struct counterexample *run);

#endif
