/* Protocol tables: a controller is a list of rows, and the rows are data (DESIGN.md, decision 3).
 *
 *   ROW( "3.5a I/load",  I,      LOAD,  always, IV, gets ),
 *   ROW( "3.5a V/load",  V,      LOAD,  live,   V,  hit ),
 *   STALL( "3.5a",       IV|II,  EVICT, always ),
 *   NEVER( "3.5a",       I,      DATA|RENEW|ACK ),
 *
 * States and events are sets of bits, so that a row may stand for several cells.  In every cell the
 * guards must partition: exactly one row answers.  What can be seen without running (an empty cell,
 * two rows without a guard) is an error at start-up; the rest (a gap or an overlap of guards) is an
 * error the moment it is met. */
#ifndef KIT_TABLE_H
#define KIT_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"

struct step;

typedef bool guard(const struct step *step);
typedef void action(struct step *step);

enum row_kind { ROW_ACT, ROW_STALL, ROW_NEVER };

/* What the source says of a row; a row with neither mark is in the source and counts. */
enum row_mark {
  MARK_INFERRED = 1,  /* not in the source: the model's head says why */
  MARK_UNCOUNTED = 2, /* not among the transitions that the source counts */
  MARK_VARIANT = 4    /* a variant alone reaches it: it is in no count but its own */
};

enum { ROW_ACTIONS_MAX = 8, STATES_MAX = 32, EVENTS_MAX = 40 };

/* A row's next state is one state, or this: stay where you are. */
#define SAME 0u

struct row {
  enum row_kind kind;
  unsigned marks;
  uint32_t in;   /* set of states */
  uint64_t on;   /* set of events */
  guard *when;   /* NULL: always */
  bool negated;  /* a mutant's guard */
  uint32_t next; /* one bit, or SAME */
  action *actions[ROW_ACTIONS_MAX];
  const char *source, *when_name, *action_names; /* as written */
  unsigned line;                                 /* in this file: */
  const char *file;
};

#define ROW_AS(marks_, source_, in_, on_, when_, next_, ...)                               \
  {                                                                                        \
    .kind = ROW_ACT, .marks = (marks_), .in = (in_), .on = (on_), .when = (when_),         \
    .next = (next_), .actions = { __VA_ARGS__ }, .source = (source_), .when_name = #when_, \
    .action_names = #__VA_ARGS__, .line = __LINE__, .file = __FILE__                       \
  }
#define ROW(source_, ...) ROW_AS(0, source_, __VA_ARGS__)
#define INFERRED(source_, ...) ROW_AS(MARK_INFERRED | MARK_UNCOUNTED, source_, __VA_ARGS__)
#define UNCOUNTED(source_, ...) ROW_AS(MARK_UNCOUNTED, source_, __VA_ARGS__)
/* A variant's: what it does otherwise than the source; what the source says or weighs beside its
 * table. */
#define VARIANT(source_, ...) \
  ROW_AS(MARK_VARIANT | MARK_INFERRED | MARK_UNCOUNTED, source_, __VA_ARGS__)
#define VARIANT_OF_SOURCE(source_, ...) ROW_AS(MARK_VARIANT | MARK_UNCOUNTED, source_, __VA_ARGS__)
/* A stall may have actions; what the event's message blocks is its channel's business. */
#define STALL(source_, in_, on_, when_, ...)                                               \
  {                                                                                        \
    .kind = ROW_STALL, .marks = MARK_UNCOUNTED, .in = (in_), .on = (on_), .when = (when_), \
    .actions = { __VA_ARGS__ }, .source = (source_), .when_name = #when_,                  \
    .action_names = #__VA_ARGS__, .line = __LINE__, .file = __FILE__                       \
  }
#define NEVER(source_, in_, on_)                                                               \
  {                                                                                            \
    .kind = ROW_NEVER, .marks = MARK_UNCOUNTED, .in = (in_), .on = (on_), .source = (source_), \
    .when_name = "always", .action_names = "", .line = __LINE__, .file = __FILE__              \
  }

/* Impossible only where the guard holds. */
#define NEVER_WHEN(source_, in_, on_, when_)                                               \
  {                                                                                        \
    .kind = ROW_NEVER, .marks = MARK_UNCOUNTED, .in = (in_), .on = (on_), .when = (when_), \
    .source = (source_), .when_name = #when_, .action_names = "", .line = __LINE__,        \
    .file = __FILE__                                                                       \
  }

#define always ((guard *)0)

struct table {
  const struct row *rows;
  unsigned row_count;
  const char *const *states; /* names, by bit */
  unsigned state_count;
  uint32_t stable;           /* the stable states; the others are transient */
  const char *const *events; /* names, by bit */
  unsigned event_count;
  uint64_t alphabet; /* the events that this controller can see */
};

/* A table of arrays, which have as many elements as they say. */
#define ARRAY_COUNT(array_) (sizeof(array_) / sizeof *(array_))
#define TABLE(rows_, states_, stable_, events_, alphabet_)                      \
  {                                                                             \
    rows_, ARRAY_COUNT(rows_), states_, ARRAY_COUNT(states_), stable_, events_, \
        ARRAY_COUNT(events_), alphabet_                                         \
  }

enum { NO_ROW = -1, ROW_OVERLAP = -2 };

/* The row that answers `event` in `state`, by its guards; NO_ROW for a gap, ROW_OVERLAP for two
 * that both would. */
int table_row(const struct table *table, unsigned state, unsigned event, const struct step *step);

/* The start-up check: false with all faults found, a line each, named by cell and by the rows'
 * places. */
bool table_check(const struct table *table, const char *name, struct diagnostic *error);
void table_findings(const struct table *table, const char *name, struct findings *findings);

unsigned table_row_action_count(const struct row *row);

/* Transitions: one for each (row, state, event).  Each is counted by the source, or uncounted, or a
 * variant's; from or to a transient state are some of those that are no variant's. */
struct transition_counts {
  unsigned counted, uncounted, of_variants, transient;
};
struct transition_counts table_transitions(const struct table *table);

#endif
