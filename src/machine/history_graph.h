/* Private to the history: the conflict graph of transactions (history_graph.c). */
#ifndef MACHINE_HISTORY_GRAPH_H
#define MACHINE_HISTORY_GRAPH_H

#include "base/text.h"
#include "protocol/observed.h"
#include "machine/machine_private.h"

/* A core has a node for its running attempt, and for each of its committed transactions that is not
 * yet written in full. */
enum {
  NODES_PER_CORE = 4,
  HISTORY_NODES_MAX = CORES_MAX * NODES_PER_CORE,
  HISTORY_WORDS = LINES_MAX * WORDS_MAX
};
/* A set: bit n is node n.  With snapshots a transaction has two: n is its start, where it reads,
 * and n + HISTORY_NODES_MAX its end, where it writes. */
typedef uint64_t history_nodes;

/* The version of a word that memory holds. */
struct history_version {
  history_nodes readers;        /* live readers; with snapshots, their starts */
  history_nodes before_readers; /* nodes before finished readers, and before plain writes */
  history_nodes before_writer;  /* nodes before the finished writer */
  uint8_t writer, unused[7];    /* 1 + the live writer; 0: finished, or none */
};

struct history_graph {
  history_nodes live;
  history_nodes before[2 * HISTORY_NODES_MAX]; /* [node]: the nodes that it comes before */
  history_nodes before_core[CORES_MAX]; /* nodes before the core's last transaction; with real time,
                                           until its thread is answered */
  history_nodes before_ended;           /* nodes that have ended, or come before one that has */
  history_nodes before_begun[CORES_MAX]; /* before_ended, when the core's attempt began */
  uint16_t unwritten[HISTORY_NODES_MAX]; /* words that a committed transaction has yet to write */
  struct history_version version[HISTORY_WORDS];
  bool snapshots : 1; /* the graph of snapshot isolation */
  bool cyclic : 1;    /* not serialisable; no snapshots */
  bool strange : 1;   /* PROPERTY_NEVER: events that no transaction can have */
  bool full : 1;      /* PROPERTY_OVERFLOW: too few nodes */
  uint8_t committed;  /* cores whose commit is yet to be answered */
  uint8_t unused[5];
  uint8_t misread; /* cores whose attempt read what memory no longer held at validation */
};
_Static_assert(CORES_MAX <= 8, "a graph has a bit for each core");

/* The edges of a graph beyond those of committed transactions. */
struct history_graph_kind {
  bool aborted, real_time; /* opacity; strict serialisability */
  bool snapshots;          /* snapshot isolation: fewer edges */
};

/* Makes it the graph of no transaction. */
void history_graph_clear(struct history_graph *graph, struct history_graph_kind kind);
/* Adds one event. */
void history_graph_take(struct history_graph *graph, const struct observed *observed,
                        struct history_graph_kind kind);
/* Checks a HISTORY_ENDED, after all events of its step. */
void history_graph_check_end(struct history_graph *graph, const struct observed *observed);
/* Replaces a graph by the one of all with the same future. */
void history_graph_canonical(struct history_graph *graph, bool reads_last, bool keeps_aborted);
/* Are all committed transactions written? */
bool history_graph_is_quiet(const struct history_graph *graph);
void history_graph_permute(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                           const struct history_graph *from, struct history_graph *to);
void history_graph_describe(const struct history_graph *graph, struct text *text);

#endif
