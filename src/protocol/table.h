/* Protocol tables: a controller is a list of rows, and the rows are data (DESIGN.md, decision 3).
 *
 *   ROW("3.5a I/load", I, LOAD, always, IV, gets),
 *   ROW("3.5a V/load", V, LOAD, live, V, hit),
 *   STALL("3.5a", IV | II, EVICT, always),
 *   NEVER("3.5a", I, DATA | RENEW | ACK),
 *
 * States and events are sets of bits, so a row may cover several cells.  In every cell the guards
 * must partition: exactly one row holds.  An empty cell, or two rows without a guard, is an error
 * at start-up.  A gap or an overlap of guards is an error when a step meets it. */
#ifndef PROTOCOL_TABLE_H
#define PROTOCOL_TABLE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "base/text.h"

struct step;

typedef bool guard(const struct step *step); /* changes nothing */
typedef void action(struct step *step);

enum row_kind { ROW_ACT, ROW_STALL, ROW_NEVER };

/* The row's relation to the source.  Without a mark it is in the source. */
enum row_mark {
  MARK_INFERRED = 1, /* not in the source: the model's head says why */
  MARK_VARIANT = 2   /* reached in a variant only */
};

enum { ROW_ACTIONS_MAX = 8, STATES_MAX = 32, EVENTS_MAX = 40 };

/* As a next state: the line keeps its state. */
#define SAME 0u

struct row {
  enum row_kind kind;
  unsigned marks;
  uint32_t in;   /* set of states */
  uint64_t on;   /* set of events */
  guard *when;   /* NULL: always */
  bool negated;  /* `when` must not hold (a mutant) */
  uint32_t next; /* one bit, or SAME */
  action *actions[ROW_ACTIONS_MAX];
  const char *source;                   /* the cell of the source */
  const char *when_name, *action_names; /* as written; "*" before the name of a repaired action */
  const char *cells;                    /* `in` and `on` as written: "L1(I) | L1(V), LOAD" */
  unsigned line;                        /* of `file` */
  const char *file;
};

#define ROW_AS(marks_, cells_, source_, in_, on_, when_, next_, ...)                       \
  {                                                                                        \
    .kind = ROW_ACT, .marks = (marks_), .in = (in_), .on = (on_), .when = (when_),         \
    .next = (next_), .actions = { __VA_ARGS__ }, .source = (source_), .when_name = #when_, \
    .action_names = #__VA_ARGS__, .cells = cells_, .line = __LINE__, .file = __FILE__      \
  }
#define ROW(source_, in_, on_, ...) ROW_AS(0, #in_ ", " #on_, source_, in_, on_, __VA_ARGS__)
#define INFERRED(source_, in_, on_, ...) \
  ROW_AS(MARK_INFERRED, #in_ ", " #on_, source_, in_, on_, __VA_ARGS__)
/* Reached in a variant only.  The first departs from the source.  The second follows the source's
 * text, outside its table. */
#define VARIANT(source_, in_, on_, ...) \
  ROW_AS(MARK_VARIANT | MARK_INFERRED, #in_ ", " #on_, source_, in_, on_, __VA_ARGS__)
#define VARIANT_OF_SOURCE(source_, in_, on_, ...) \
  ROW_AS(MARK_VARIANT, #in_ ", " #on_, source_, in_, on_, __VA_ARGS__)
/* An action of a row of the source that departs from what the source prints: it mends a fault.
 * `table` prints it as "action (repaired)".  The star changes nothing but the name as written. */
#define REPAIRED(action_) *action_
/* A stall may have actions.  The channel's order says which messages wait behind it. */
#define STALL(source_, in_, on_, when_, ...)                                                  \
  {                                                                                           \
    .kind = ROW_STALL, .in = (in_), .on = (on_), .when = (when_), .actions = { __VA_ARGS__ }, \
    .source = (source_), .when_name = #when_, .action_names = #__VA_ARGS__,                   \
    .cells = #in_ ", " #on_, .line = __LINE__, .file = __FILE__                               \
  }
#define NEVER(source_, in_, on_)                                                             \
  {                                                                                          \
    .kind = ROW_NEVER, .in = (in_), .on = (on_), .source = (source_), .when_name = "always", \
    .action_names = "", .cells = #in_ ", " #on_, .line = __LINE__, .file = __FILE__          \
  }
/* The same where the guard holds; other rows of the cell have the rest. */
#define NEVER_WHEN(source_, in_, on_, when_)                                            \
  {                                                                                     \
    .kind = ROW_NEVER, .in = (in_), .on = (on_), .when = (when_), .source = (source_),  \
    .when_name = #when_, .action_names = "", .cells = #in_ ", " #on_, .line = __LINE__, \
    .file = __FILE__                                                                    \
  }

#define always ((guard *)0)

struct table {
  const struct row *rows;
  unsigned row_count;
  const char *const *states; /* names, by position of the bit */
  unsigned state_count;
  uint32_t stable;           /* the stable states; the others are transient */
  const char *const *events; /* names, by position of the bit */
  unsigned event_count;
  uint64_t alphabet; /* set of events that this controller can see */
};

/* Rows and states must be arrays, not pointers. */
#define ARRAY_COUNT(array_) (sizeof(array_) / sizeof *(array_))
#define TABLE(rows_, states_, stable_, events_, alphabet_)                      \
  {                                                                             \
    rows_, ARRAY_COUNT(rows_), states_, ARRAY_COUNT(states_), stable_, events_, \
        ARRAY_COUNT(events_), alphabet_                                         \
  }

enum { NO_ROW = -1, ROW_OVERLAP = -2 };

/* The index of this cell's row whose guard holds.  NO_ROW: none holds.  ROW_OVERLAP: two do. */
int table_row(const struct table *table, unsigned state, unsigned event, const struct step *step);

/* Does the row answer this cell, if its guard holds?  false: or there is no such state or event. */
static inline bool row_covers(const struct row *row, unsigned state, unsigned event) {
  return state < STATES_MAX && event < EVENTS_MAX && row->in >> state & 1 && row->on >> event & 1;
}

/* "?" where there is no such state. */
static inline const char *table_state_name(const struct table *table, unsigned state) {
  return state < table->state_count ? table->states[state] : "?";
}

unsigned table_row_action_count(const struct row *row);
/* The name of one of the row's actions as written, with its length; "?" where it is not known. */
const char *row_action_name(const struct row *row, unsigned index, size_t *length);
/* Appends the names of the row's actions: "store, answer".  `marked`: with " (repaired)" behind
 * those that are.  A mutant that lost one has its name still. */
void row_add_actions(struct text *text, const struct row *row, bool marked);

/* The file's base name; "?" without one. */
const char *row_file(const struct row *row);
/* Appends the citation of a row: FILE:LINE "SOURCE", as in: gpu-vi.c:51 "L1 fill". */
void row_cite(struct text *text, const struct row *row);

/* Numbers of transitions.  A transition is a state, an event and a next state that some row has;
 * rows that differ in guards or actions alone are one.  Each is counted once, in the first of
 * these groups that has it. */
struct transition_counts {
  unsigned of_source;
  unsigned inferred;    /* MARK_INFERRED */
  unsigned of_variants; /* MARK_VARIANT */
  unsigned transient;   /* of the first two groups, those from or to a transient state */
};
struct transition_counts table_transitions(const struct table *table);

#endif
