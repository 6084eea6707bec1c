/* Is every run serialisable?  The conflict graph of transactions, kept finite.
 *
 * Method: serialisation graph testing, over the versions that memory really held.  Source:
 * Bernstein, Hadzilacos and Goodman, Concurrency Control and Recovery in Database Systems, 1987,
 * 2.3 and 4.4.  A transaction comes after:
 *   - the transaction whose write it read;
 *   - the writer of a version that it overwrites, and the readers of that version;
 *   - the earlier transactions of its thread.
 * The committed ones are serialisable exactly when this graph has no cycle.  For opacity (Guerraoui
 * and Kapalka, 2008) attempts that were given up stay, as transactions that only read.  For strict
 * serialisability a transaction also comes after all transactions that had ended when it began.
 *
 * Snapshot isolation (Cerone and Gotsman, Analysing Snapshot Isolation, PODC 2016, Theorem 9)
 * allows cycles, if two edges from a reader to an overwriting writer follow each other in each.  So
 * a transaction has two nodes then.  Such an edge leads from a start to an end, any other one from
 * an end to a start, and a start comes before its end.
 *
 * Invariant: an edge leads to the transaction that acts.  So no edge ever leads to a finished one
 * (committed, with all writes in memory).  Nodes are live transactions; an edge between them
 * represents a path through finished ones.  No cycle is missed, and none is made up.
 *
 * A write is known by its core and word.  Two commits of a thread that have yet to write one word
 * cannot be distinguished: PROPERTY_NEVER.  Only getm-lex:unordered has such commits (T-CoWW-2).
 *
 * docs/internals/serialisability.md has the argument, and validation, real time and graphs that are
 * merged. */
#include "machine/history_graph.h"
#include <string.h>

static history_nodes node_set_of(unsigned node) { return (history_nodes)1 << node; }
/* With snapshots, the end of the transaction whose start is `node`; else the same node. */
static unsigned end_of(const struct history_graph *graph, unsigned node) {
  return graph->snapshots ? node + HISTORY_NODES_MAX : node;
}
static unsigned start_of(unsigned node) { return node % HISTORY_NODES_MAX; }
#define EACH(item, set)                                                                         \
  for (history_nodes left_ = (set); left_ && ((item) = (unsigned)__builtin_ctzll(left_), true); \
       left_ &= left_ - 1)

/* A core's running attempt is its first node.  Reads that count only if the attempt fails belong to
 * its last node. */
static unsigned running(unsigned core) { return core; }
static unsigned seeing(unsigned core) { return HISTORY_NODES_MAX - CORES_MAX + core; }
static unsigned core_of(unsigned node) { return node % CORES_MAX; }

static void add_edges(struct history_graph *graph, history_nodes nodes, unsigned node) {
  unsigned other;
  EACH(other, nodes) graph->before[other] |= node_set_of(node);
}

static history_nodes predecessors(const struct history_graph *graph, unsigned node) {
  history_nodes nodes = 0;
  unsigned other;
  EACH(other, graph->live) if (graph->before[other] >> node & 1) nodes |= node_set_of(other);
  return nodes;
}

static void replace(history_nodes *set, unsigned node, history_nodes by) {
  if (*set >> node & 1) *set = (*set & ~node_set_of(node)) | by;
}

/* Replaces `node` in all sets but edges and readers. */
static void replace_before(struct history_graph *graph, unsigned node, history_nodes by) {
  replace(&graph->before_ended, node, by);
  for (unsigned core = 0; core < CORES_MAX; core++) {
    replace(&graph->before_core[core], node, by);
    replace(&graph->before_begun[core], node, by);
  }
  for (unsigned word = 0; word < HISTORY_WORDS; word++) {
    replace(&graph->version[word].before_writer, node, by);
    replace(&graph->version[word].before_readers, node, by);
  }
}

/* Removes `node`, a start or an end, from all sets; `nodes` takes its place there. */
static void remove_half(struct history_graph *graph, unsigned node, history_nodes nodes) {
  unsigned other;
  EACH(other, graph->live) replace(&graph->before[other], node, 0);
  replace_before(graph, node, nodes);
  for (unsigned word = 0; word < HISTORY_WORDS; word++) {
    struct history_version *version = &graph->version[word];
    if (version->readers >> node & 1) version->before_readers |= nodes;
    version->readers &= ~node_set_of(node);
    if (version->writer && end_of(graph, version->writer - 1u) == node) {
      version->before_writer |= nodes;
      version->writer = 0;
    }
  }
  graph->before[node] = 0;
  graph->live &= ~node_set_of(node);
}

/* Removes an attempt that leaves nothing. */
static void remove_node(struct history_graph *graph, unsigned node) {
  remove_half(graph, node, 0);
  if (graph->snapshots) remove_half(graph, end_of(graph, node), 0);
}

/* The nodes before `node` come before all nodes after it, and `node` leaves.  Returns them. */
static history_nodes contract(struct history_graph *graph, unsigned node) {
  history_nodes nodes = predecessors(graph, node) & ~node_set_of(node);
  if (graph->before[node] >> node & 1) graph->cyclic = 1;
  unsigned other;
  EACH(other, nodes) graph->before[other] |= graph->before[node] & ~node_set_of(node);
  remove_half(graph, node, nodes);
  return nodes;
}

static void finish(struct history_graph *graph, unsigned node) {
  history_nodes nodes = contract(graph, node);
  if (graph->snapshots) nodes = contract(graph, end_of(graph, node));
  graph->before_core[core_of(node)] |= nodes;
  graph->unwritten[node] = 0;
}

/* Returns `node`.  A new node comes after the earlier ones of its thread, and after those that had
 * ended when it began. */
static unsigned make_live(struct history_graph *graph, unsigned node) {
  if (graph->live >> node & 1) return node;
  graph->live |= node_set_of(node) | node_set_of(end_of(graph, node));
  if (graph->snapshots) graph->before[node] |= node_set_of(end_of(graph, node));
  add_edges(graph, graph->before_core[core_of(node)] | graph->before_begun[core_of(node)], node);
  for (unsigned other = core_of(node) + CORES_MAX; other < HISTORY_NODES_MAX; other += CORES_MAX)
    if (graph->unwritten[other]) graph->before[end_of(graph, other)] |= node_set_of(node);
  return node;
}

static unsigned attempt_of(struct history_graph *graph, unsigned core) {
  return make_live(graph, running(core));
}

static void on_read(struct history_graph *graph, unsigned node, unsigned word) {
  struct history_version *version = &graph->version[word];
  add_edges(graph, version->before_writer, node);
  if (version->writer && version->writer - 1u != node)
    add_edges(graph, node_set_of(end_of(graph, version->writer - 1u)), node);
  version->readers |= node_set_of(node);
}

static void rename_half(struct history_graph *graph, unsigned node, unsigned to) {
  unsigned other;
  graph->live = (graph->live & ~node_set_of(node)) | node_set_of(to);
  graph->before[to] = graph->before[node];
  graph->before[node] = 0;
  EACH(other, graph->live) replace(&graph->before[other], node, node_set_of(to));
  replace_before(graph, node, node_set_of(to));
  for (unsigned word = 0; word < HISTORY_WORDS; word++) {
    struct history_version *version = &graph->version[word];
    replace(&version->readers, node, node_set_of(to));
  }
}

static void rename_node(struct history_graph *graph, unsigned node, unsigned to) {
  rename_half(graph, node, to);
  if (graph->snapshots) rename_half(graph, end_of(graph, node), end_of(graph, to));
  for (unsigned word = 0; word < HISTORY_WORDS; word++)
    if (graph->version[word].writer == node + 1) graph->version[word].writer = (uint8_t)(to + 1);
}

/* Returns whether the core's attempt misread, and clears that, since the attempt is over. */
static bool clear_misread(struct history_graph *graph, unsigned core) {
  bool misread = graph->misread >> core & 1;
  graph->misread &= (uint8_t) ~(1u << core);
  return misread;
}

static void on_commit(struct history_graph *graph, unsigned core, uint16_t words) {
  unsigned node = attempt_of(graph, core), to = node + CORES_MAX;
  graph->before_begun[core] = 0;
  graph->committed |= (uint8_t)(1u << core);
  graph->strange |= clear_misread(graph, core);
  if (graph->live >> seeing(core) & 1 && !graph->unwritten[seeing(core)])
    remove_node(graph, seeing(core));
  if (!words) {
    finish(graph, node);
    return;
  }
  while (to < HISTORY_NODES_MAX && graph->live >> to & 1) to += CORES_MAX;
  if (to >= HISTORY_NODES_MAX) {
    graph->full = 1;
    return;
  }
  rename_node(graph, node, to);
  graph->unwritten[to] = words;
}

/* The core's transaction that has yet to write the word; -1: none. */
static int writer_of(struct history_graph *graph, unsigned core, unsigned word) {
  int writer = -1;
  for (unsigned node = core + CORES_MAX; node < HISTORY_NODES_MAX; node += CORES_MAX) {
    if (!(graph->unwritten[node] >> word & 1)) continue;
    graph->strange |= writer >= 0;
    writer = (int)node;
  }
  return writer;
}

static void on_write(struct history_graph *graph, unsigned core, unsigned word) {
  int node = writer_of(graph, core, word);
  struct history_version *version = &graph->version[word];
  if (node < 0) {
    graph->strange = 1; /* no commit has this write, or it comes twice */
    return;
  }
  unsigned end = end_of(graph, (unsigned)node);
  history_nodes own = node_set_of((unsigned)node) | node_set_of(end);
  history_nodes writer = version->writer ? node_set_of(end_of(graph, version->writer - 1u)) : 0;
  add_edges(graph, version->before_writer | (writer & ~own), (unsigned)node);
  add_edges(graph, version->before_readers | (version->readers & ~own), end);
  *version = (struct history_version){ .writer = (uint8_t)(node + 1) };
  graph->unwritten[node] &= (uint16_t) ~(1u << word);
  if (!graph->unwritten[node]) finish(graph, (unsigned)node);
}

/* The writer and the readers of the old version still come before the next writer; with snapshots,
 * before its end. */
static void on_plain_write(struct history_graph *graph, unsigned word) {
  struct history_version *version = &graph->version[word];
  version->before_readers |= version->before_writer;
  version->readers |= version->writer ? node_set_of(end_of(graph, version->writer - 1u)) : 0;
  version->before_writer = 0;
  version->writer = 0;
}

static void on_abort(struct history_graph *graph, unsigned core, bool keeps_aborted) {
  unsigned node = running(core), saw = seeing(core);
  bool sees = graph->live >> saw & 1 && !graph->unwritten[saw];
  graph->before_begun[core] = 0;
  graph->strange |= clear_misread(graph, core) && keeps_aborted;
  if (graph->live >> node & 1) { /* else it had read nothing */
    if (keeps_aborted && !sees) finish(graph, node);
    else remove_node(graph, node);
  }
  if (sees) finish(graph, saw);
}

static void on_end(struct history_graph *graph, unsigned core) {
  graph->before_ended |= graph->before_core[core];
  graph->before_core[core] = 0;
  for (unsigned node = core + CORES_MAX; node < HISTORY_NODES_MAX; node += CORES_MAX)
    if (graph->unwritten[node]) graph->before_ended |= node_set_of(node);
}

/* After all events of a step: a thread that learns of an end has no running attempt, and it learns
 * how that attempt ended. */
void history_graph_check_end(struct history_graph *graph, const struct observed *observed) {
  if (observed->event != HISTORY_ENDED) return;
  bool committed = graph->committed >> observed->core & 1,
       told_committed = observed->words == HISTORY_ENDED_WELL;
  graph->strange |= graph->live >> running(observed->core) & 1 || told_committed != committed;
  graph->committed &= (uint8_t) ~(1u << observed->core);
}

void history_graph_clear(struct history_graph *graph, struct history_graph_kind kind) {
  memset(graph, 0, sizeof *graph);
  graph->snapshots = kind.snapshots;
}

/* The last node may be taken by a committed transaction: then there are too many. */
static void on_seen(struct history_graph *graph, unsigned core, uint16_t words) {
  unsigned word;
  if (graph->unwritten[seeing(core)]) graph->full = 1;
  else EACH(word, words) on_read(graph, make_live(graph, seeing(core)), word);
}

void history_graph_take(struct history_graph *graph, const struct observed *observed,
                        struct history_graph_kind kind) {
  unsigned word;
  switch ((enum history_event)observed->event) {
  case HISTORY_SEEN:
    if (kind.aborted) on_seen(graph, observed->core, observed->words);
    break;
  case HISTORY_UNVALIDATED:
    clear_misread(graph, observed->core);
    if (graph->live >> running(observed->core) & 1) remove_node(graph, running(observed->core));
    break;
  case HISTORY_VALIDATED:
  case HISTORY_READ:
    EACH(word, observed->words) on_read(graph, attempt_of(graph, observed->core), word);
    break;
  case HISTORY_WROTE: EACH(word, observed->words) on_write(graph, observed->core, word); break;
  case HISTORY_PLAIN: EACH(word, observed->words) on_plain_write(graph, word); break;
  case HISTORY_MISREAD: graph->misread |= (uint8_t)(1u << observed->core); break;
  case HISTORY_COMMITTED: on_commit(graph, observed->core, observed->words); break;
  case HISTORY_ABORTED: on_abort(graph, observed->core, kind.aborted); break;
  case HISTORY_BEGUN:
    if (kind.real_time) graph->before_begun[observed->core] = graph->before_ended;
    break;
  case HISTORY_ENDED:
    if (kind.real_time) on_end(graph, observed->core);
    break;
  }
}

/* --- canonical form: one graph for all with the same future --- */

/* Gives a core's committed transactions its first free nodes, in their order. */
static void compact(struct history_graph *graph, unsigned core) {
  unsigned to = core + CORES_MAX;
  for (unsigned node = to; node < HISTORY_NODES_MAX; node += CORES_MAX) {
    uint16_t words = graph->unwritten[node];
    if (!words) continue;
    if (node != to) {
      rename_node(graph, node, to);
      graph->unwritten[node] = 0;
      graph->unwritten[to] = words;
    }
    to += CORES_MAX;
  }
}

/* Nodes that can only go by finishing: committed transactions; and attempts that are kept, where no
 * read can be taken back. */
static history_nodes lasting_nodes(const struct history_graph *graph, bool reads_last) {
  history_nodes set = 0;
  unsigned node;
  EACH(node, graph->live)
  if (graph->unwritten[start_of(node)] || (reads_last && start_of(node) < CORES_MAX))
    set |= node_set_of(node);
  return set;
}

static history_nodes all_predecessors(const struct history_graph *graph, history_nodes set) {
  history_nodes all = 0;
  unsigned other;
  EACH(other, set) all |= predecessors(graph, other);
  return all;
}

static void close_version(const struct history_graph *graph, history_nodes lasting,
                          struct history_version *version) {
  history_nodes writer = version->writer ? node_set_of(end_of(graph, version->writer - 1u)) : 0;
  version->before_writer |= all_predecessors(graph, version->before_writer & lasting);
  version->before_readers |=
      version->before_writer | all_predecessors(graph, (version->readers | writer) & lasting);
  version->before_readers |= all_predecessors(graph, version->before_readers & lasting);
  version->readers &= ~version->before_readers;
}

void history_graph_canonical(struct history_graph *graph, bool reads_last, bool keeps_aborted) {
  for (unsigned core = 0; core < CORES_MAX; core++) compact(graph, core);
  history_nodes lasting = lasting_nodes(graph, reads_last && keeps_aborted);
  unsigned node;
  for (history_nodes rest = lasting; rest; rest &= rest - 1) {
    unsigned between = (unsigned)__builtin_ctzll(rest);
    EACH(node, predecessors(graph, between)) graph->before[node] |= graph->before[between];
  }
  EACH(node, lasting)
  graph->cyclic |= graph->before[node] >> node & 1; /* found now, else when it finishes */
  graph->before_ended |= all_predecessors(graph, graph->before_ended & lasting);
  for (unsigned core = 0; core < CORES_MAX; core++) {
    graph->before_core[core] |= all_predecessors(graph, graph->before_core[core] & lasting);
    graph->before_begun[core] |= all_predecessors(graph, graph->before_begun[core] & lasting);
    if (reads_last && graph->live >> running(core) & 1)
      graph->before_begun[core] = 0; /* its edges last as long as the attempt */
  }
  for (unsigned word = 0; word < HISTORY_WORDS; word++)
    close_version(graph, lasting, &graph->version[word]);
}

bool history_graph_is_quiet(const struct history_graph *graph) {
  return !((uint32_t)graph->live >> CORES_MAX); /* starts that are no attempt's */
}

/* --- permuting cores and lines --- */

static history_nodes permuted_set(const uint8_t *core, history_nodes set) {
  history_nodes to = 0;
  unsigned node;
  EACH(node, set) to |= node_set_of(node - core_of(node) + core[core_of(node)]);
  return to;
}

static uint16_t permuted_words(const uint8_t *line, uint16_t words) {
  uint16_t to = 0;
  unsigned word;
  EACH(word, words) to |= history_word(line[word / WORDS_MAX], word % WORDS_MAX);
  return to;
}

void history_graph_permute(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                           const struct history_graph *from, struct history_graph *to) {
  memset(to, 0, sizeof *to);
  to->snapshots = from->snapshots;
  to->cyclic = from->cyclic;
  to->committed = (uint8_t)permuted_set(core, from->committed);
  to->misread = (uint8_t)permuted_set(core, from->misread);
  to->strange = from->strange;
  to->full = from->full;
  to->live = permuted_set(core, from->live);
  for (unsigned node = 0; node < 2 * HISTORY_NODES_MAX; node++) {
    if (core_of(node) >= machine->shape.core_count) continue;
    unsigned other = node - core_of(node) + core[core_of(node)];
    to->before[other] = permuted_set(core, from->before[node]);
    if (node < HISTORY_NODES_MAX)
      to->unwritten[other] = permuted_words(line, from->unwritten[node]);
  }
  to->before_ended = permuted_set(core, from->before_ended);
  for (unsigned c = 0; c < machine->shape.core_count; c++) {
    to->before_core[core[c]] = permuted_set(core, from->before_core[c]);
    to->before_begun[core[c]] = permuted_set(core, from->before_begun[c]);
  }
  for (unsigned word = 0; word < machine->shape.lines * WORDS_MAX; word++) {
    const struct history_version *version = &from->version[word];
    to->version[line[word / WORDS_MAX] * WORDS_MAX + word % WORDS_MAX] = (struct history_version){
      .readers = permuted_set(core, version->readers),
      .before_readers = permuted_set(core, version->before_readers),
      .before_writer = permuted_set(core, version->before_writer),
      .writer = version->writer ? (uint8_t)(1 + __builtin_ctzll(permuted_set(
                                                    core, node_set_of(version->writer - 1u))))
                                : 0
    };
  }
}

/* --- in words --- */

static void add_node(struct text *text, const struct history_graph *graph, unsigned node) {
  text_add(text, "P%u%s", core_of(node), start_of(node) < CORES_MAX ? "" : " (committed)");
  if (graph->snapshots) text_add(text, node < HISTORY_NODES_MAX ? " starts" : " ends");
}

void history_graph_describe(const struct history_graph *graph, struct text *text) {
  const char *separator = "";
  unsigned node, other;
  for (history_nodes rest = graph->live; rest; rest &= rest - 1) {
    node = (unsigned)__builtin_ctzll(rest);
    EACH(other, graph->before[node]) {
      if (graph->snapshots && other == node + HISTORY_NODES_MAX) continue;
      text_add(text, "%s", separator);
      add_node(text, graph, node);
      text_add(text, " < ");
      add_node(text, graph, other);
      separator = ", ";
    }
  }
  text_add(text, "%s", graph->cyclic ? "; committed in no order" : "");
}
