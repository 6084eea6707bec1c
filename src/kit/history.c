/* Is every run serialisable?  The conflict graph of the transactions, kept small.
 *
 * Source: conflict serialisability as serialisation graph testing decides it (Bernstein, Hadzilacos
 * and Goodman, Concurrency Control and Recovery in Database Systems, 1987, 2.3 and 4.4), over the
 * versions that memory really held: a transaction comes after the one whose write it read, before
 * the one that overwrites what it read, after the one that it overwrites, and after the earlier
 * ones of its thread.  The committed ones are serialisable exactly when this graph has no cycle.
 *
 * A run never ends, so most of the graph must be forgotten.  An edge always leads to whoever acts:
 * so none ever leads to a transaction that has finished (committed, and all its writes in memory),
 * and all that matters of it is who comes before it. Live ones are the running attempts and
 * those that have committed and are not yet written in full.  Kept is, for each of them, which live
 * ones it comes before by a path through finished ones alone; for each word, the live ones before
 * the last writer and before those who read its value; for each core, the live ones before its last
 * transaction.  When one finishes, whoever came before it comes before all that it came before; if
 * it came before itself, there is a cycle.  When an attempt is given up it goes, and its edges with
 * it.  That is exact: no cycle is missed and none made up, and it is finite.
 *
 * Validation by value: that a word holds what was read, though it was overwritten in between, is as
 * good as having read it then.  So the reads of what commits count when they are validated.  Those
 * of an attempt that fails count when they were made, for opacity.  That memory does hold what is
 * told as read again is not left to the table (step_observe_again): of what commits otherwise
 * nobody can say when it has read (PROPERTY_NEVER).
 *
 * Opacity (Guerraoui and Kapalka, 2008): attempts that were given up are kept as transactions that
 * only read.
 *
 * Real time (strict serialisability): a transaction also comes after all those whose thread had
 * been told of their end when it began, whatever their thread.  Such an edge, too, leads to whoever
 * acts.  Of those that have ended it is kept who comes before them, or is one of them and not yet
 * written; of who has begun, what that was then.  It begins when its thread has been told so, and
 * ends likewise; an attempt that was given up (where it is kept) ends when its thread begins anew.
 *
 * Where a system claims opacity, or real time, its graph is the only one, for it has all edges of
 * the others: without a cycle in it there is none in them.  Where a variant is known to lose one of
 * the two there are two graphs, without and with it, to tell them apart.
 *
 * Of graphs that come to the same one stands for all: numbers are handed out in order, and what
 * comes before something that lasts comes before all that this comes before, said or not.
 *
 * Plain accesses are not part of the order (weak isolation), but a plain write ends a version:
 * later readers did not read from the transaction before it.
 *
 * A write is known by its core and its word.  Where several commits of one thread have yet to write
 * a word, and one of them does, nobody can tell which: that must not be (PROPERTY_NEVER), though a
 * system in which they keep their order would do no harm.  None here has it but getm-lex:unordered,
 * whose later one may overtake the earlier (T-CoWW-2).
 *
 * A thread is told that its attempt has committed only once that has, and is told nothing else then
 * (PROPERTY_NEVER, too): else nobody would miss what it wrote, and what it read would stand in no
 * order; or it would begin anew, and do twice what is done. So it is told to begin anew only once
 * the attempt has been given up: seen of one that has read. */
#include "machine/history.h"
#include "machine/history_private.h"
#include <string.h>
#include "machine/machine_private.h"

/* A core's running attempt, and those of its committed transactions that are not yet written in
 * full. */
enum {
  LIVE_PER_CORE = 4,
  LIVE_MAX = CORES_MAX * LIVE_PER_CORE,
  HISTORY_WORDS = LINES_MAX * WORDS_MAX
};
typedef uint32_t live_set;

struct version {
  live_set readers;          /* who read it */
  live_set before_readers;   /* who comes before finished ones that did, or before an earlier
                                plain-ended version's */
  live_set before_writer;    /* who comes before its finished writer */
  uint8_t writer, unused[3]; /* 1 + its live writer; 0: finished, or none */
};

struct history_graph {
  live_set live;
  live_set before[LIVE_MAX];       /* [a]: those that a comes before */
  live_set before_core[CORES_MAX]; /* who comes before the core's last; (real time) until its thread
                                      has been told of its end */
  live_set before_ended;           /* who comes before one that has ended, or is one */
  live_set before_begun[CORES_MAX]; /* who did when the core's attempt began */
  uint16_t unwritten[LIVE_MAX];     /* of the committed: words */
  struct version version[HISTORY_WORDS];
  bool cyclic : 1, strange : 1, full : 1;
  uint8_t committed; /* cores: that their transaction has committed their threads are still to be
                        told */
  uint8_t unused;
  uint8_t misread; /* cores: what their attempt has read was not there when it was to count */
};
_Static_assert(CORES_MAX <= 8, "a graph has a bit for each core");

/* What a graph has beside the committed and the order of each thread. */
struct graph_kind {
  bool aborted, real_time;
};

static live_set one(unsigned a) { return (live_set)1 << a; }
#define EACH(item, set)                                                                  \
  for (live_set left_ = (set); left_ && ((item) = (unsigned)__builtin_ctz(left_), true); \
       left_ &= left_ - 1)

/* Running attempts have the first numbers, by core; what they have seen before it is validated is a
 * node of its own, the last. */
static unsigned running(unsigned core) { return core; }
static unsigned seeing(unsigned core) { return LIVE_MAX - CORES_MAX + core; }
static unsigned core_of(unsigned a) { return a % CORES_MAX; }

static void comes_before(struct history_graph *graph, live_set who, unsigned a) {
  unsigned b;
  EACH(b, who) graph->before[b] |= one(a);
}

static live_set who_comes_before(const struct history_graph *graph, unsigned a) {
  live_set who = 0;
  unsigned b;
  EACH(b, graph->live) if (graph->before[b] >> a & 1) who |= one(b);
  return who;
}

static void replace(live_set *set, unsigned a, live_set by) {
  if (*set >> a & 1) *set = (*set & ~one(a)) | by;
}

static void replace_in_order(struct history_graph *graph, unsigned a, live_set by) {
  replace(&graph->before_ended, a, by);
  for (unsigned core = 0; core < CORES_MAX; core++) {
    replace(&graph->before_core[core], a, by);
    replace(&graph->before_begun[core], a, by);
  }
}

/* Takes `a` out; `who` stands where it stood. */
static void take_out(struct history_graph *graph, unsigned a, live_set who) {
  unsigned b;
  EACH(b, graph->live) replace(&graph->before[b], a, 0);
  replace_in_order(graph, a, who);
  for (unsigned word = 0; word < HISTORY_WORDS; word++) {
    struct version *version = &graph->version[word];
    replace(&version->before_writer, a, who);
    replace(&version->before_readers, a, who);
    if (version->readers >> a & 1) version->before_readers |= who;
    version->readers &= ~one(a);
    if (version->writer == a + 1) {
      version->before_writer |= who;
      version->writer = 0;
    }
  }
  graph->before[a] = 0;
  graph->unwritten[a] = 0;
  graph->live &= ~one(a);
}

static void finish(struct history_graph *graph, unsigned a) {
  live_set who = who_comes_before(graph, a) & ~one(a);
  if (graph->before[a] >> a & 1) graph->cyclic = 1;
  unsigned b;
  EACH(b, who) graph->before[b] |= graph->before[a] & ~one(a);
  graph->before_core[core_of(a)] |= who;
  take_out(graph, a, who);
}

/* `a`, of a core; when it is new, after all that its thread did before, and that had ended when it
 * began. */
static unsigned made_live(struct history_graph *graph, unsigned a) {
  if (graph->live >> a & 1) return a;
  graph->live |= one(a);
  comes_before(graph, graph->before_core[core_of(a)] | graph->before_begun[core_of(a)], a);
  for (unsigned b = core_of(a) + CORES_MAX; b < LIVE_MAX; b += CORES_MAX)
    if (graph->unwritten[b]) graph->before[b] |= one(a);
  return a;
}

static unsigned attempt_of(struct history_graph *graph, unsigned core) {
  return made_live(graph, running(core));
}

static void has_read(struct history_graph *graph, unsigned a, unsigned word) {
  struct version *version = &graph->version[word];
  comes_before(graph, version->before_writer, a);
  if (version->writer) comes_before(graph, one(version->writer - 1u) & ~one(a), a);
  version->readers |= one(a);
}

static void rename_one(struct history_graph *graph, unsigned a, unsigned to) {
  unsigned b;
  graph->live = (graph->live & ~one(a)) | one(to);
  graph->before[to] = graph->before[a];
  graph->before[a] = 0;
  EACH(b, graph->live) replace(&graph->before[b], a, one(to));
  replace_in_order(graph, a, one(to));
  for (unsigned word = 0; word < HISTORY_WORDS; word++) {
    struct version *version = &graph->version[word];
    replace(&version->before_writer, a, one(to));
    replace(&version->before_readers, a, one(to));
    replace(&version->readers, a, one(to));
    if (version->writer == a + 1) version->writer = (uint8_t)(to + 1);
  }
}

/* Has the core's attempt read what was not there?  It is over. */
static bool had_misread(struct history_graph *graph, unsigned core) {
  bool misread = graph->misread >> core & 1;
  graph->misread &= (uint8_t) ~(1u << core);
  return misread;
}

static void has_committed(struct history_graph *graph, unsigned core, uint16_t words) {
  unsigned a = attempt_of(graph, core), to = a + CORES_MAX;
  graph->before_begun[core] = 0;
  graph->committed |= (uint8_t)(1u << core);
  graph->strange |= had_misread(graph, core);
  if (graph->live >> seeing(core) & 1 && !graph->unwritten[seeing(core)])
    take_out(graph, seeing(core), 0);
  if (!words) {
    finish(graph, a);
    return;
  }
  while (to < LIVE_MAX && graph->live >> to & 1) to += CORES_MAX;
  if (to >= LIVE_MAX) {
    graph->full = 1;
    return;
  }
  rename_one(graph, a, to);
  graph->unwritten[to] = words;
}

/* The transaction that a write of the core is of: the one that has yet to write the word; -1: none.
 */
static int writer_of(struct history_graph *graph, unsigned core, unsigned word) {
  int writer = -1;
  for (unsigned a = core + CORES_MAX; a < LIVE_MAX; a += CORES_MAX) {
    if (!(graph->unwritten[a] >> word & 1)) continue;
    graph->strange |= writer >= 0;
    writer = (int)a;
  }
  return writer;
}

static void has_written(struct history_graph *graph, unsigned core, unsigned word) {
  int a = writer_of(graph, core, word);
  struct version *version = &graph->version[word];
  if (a < 0) {
    graph->strange = 1; /* nobody committed it, or it comes twice */
    return;
  }
  live_set direct = version->readers | (version->writer ? one(version->writer - 1u) : 0);
  comes_before(graph,
               version->before_writer | version->before_readers | (direct & ~one((unsigned)a)),
               (unsigned)a);
  *version = (struct version){ .writer = (uint8_t)(a + 1) };
  graph->unwritten[a] &= (uint16_t) ~(1u << word);
  if (!graph->unwritten[a]) finish(graph, (unsigned)a);
}

/* Whoever wrote or read the version before still comes before who will write the word. */
static void plainly_written(struct history_graph *graph, unsigned word) {
  struct version *version = &graph->version[word];
  version->before_readers |= version->before_writer;
  version->readers |= version->writer ? one(version->writer - 1u) : 0;
  version->before_writer = 0;
  version->writer = 0;
}

static void was_aborted(struct history_graph *graph, unsigned core, bool keeps_aborted) {
  unsigned a = running(core), saw = seeing(core);
  bool sees = graph->live >> saw & 1 && !graph->unwritten[saw];
  graph->before_begun[core] = 0;
  graph->strange |= had_misread(graph, core) && keeps_aborted;
  if (graph->live >> a & 1) { /* else it had read nothing */
    if (keeps_aborted && !sees) finish(graph, a);
    else take_out(graph, a, 0);
  }
  if (sees) finish(graph, saw);
}

static void has_ended(struct history_graph *graph, unsigned core) {
  graph->before_ended |= graph->before_core[core];
  graph->before_core[core] = 0;
  for (unsigned a = core + CORES_MAX; a < LIVE_MAX; a += CORES_MAX)
    if (graph->unwritten[a]) graph->before_ended |= one(a);
}

/* Of a step, once all that it tells has been taken: who is told of an end has no attempt that runs,
 * and is told of that end. */
static void check_end(struct history_graph *graph, const struct observed *observed) {
  if (observed->event != HISTORY_ENDED) return;
  bool committed = graph->committed >> observed->core & 1,
       told = observed->words == HISTORY_ENDED_WELL;
  graph->strange |= graph->live >> running(observed->core) & 1 || told != committed;
  graph->committed &= (uint8_t) ~(1u << observed->core);
}

/* A core's last committed transaction that there is room for has the number of what its next
 * attempt has seen. */
static void has_seen(struct history_graph *graph, unsigned core, uint16_t words) {
  unsigned word;
  if (graph->unwritten[seeing(core)]) graph->full = 1;
  else EACH(word, words) has_read(graph, made_live(graph, seeing(core)), word);
}

static void take(struct history_graph *graph, const struct observed *observed,
                 struct graph_kind kind) {
  unsigned word;
  switch ((enum history_event)observed->event) {
  case HISTORY_SEEN:
    if (kind.aborted) has_seen(graph, observed->core, observed->words);
    break;
  case HISTORY_UNVALIDATED:
    had_misread(graph, observed->core);
    if (graph->live >> running(observed->core) & 1) take_out(graph, running(observed->core), 0);
    break;
  case HISTORY_VALIDATED:
  case HISTORY_READ:
    EACH(word, observed->words) has_read(graph, attempt_of(graph, observed->core), word);
    break;
  case HISTORY_WROTE: EACH(word, observed->words) has_written(graph, observed->core, word); break;
  case HISTORY_PLAIN: EACH(word, observed->words) plainly_written(graph, word); break;
  case HISTORY_MISREAD: graph->misread |= (uint8_t)(1u << observed->core); break;
  case HISTORY_COMMITTED: has_committed(graph, observed->core, observed->words); break;
  case HISTORY_ABORTED: was_aborted(graph, observed->core, kind.aborted); break;
  case HISTORY_BEGUN:
    if (kind.real_time) graph->before_begun[observed->core] = graph->before_ended;
    break;
  case HISTORY_ENDED:
    if (kind.real_time) has_ended(graph, observed->core);
    break;
  }
}

/* --- one graph for all that come to the same --- */

/* The committed of a core have its first numbers, in their order. */
static void compact(struct history_graph *graph, unsigned core) {
  unsigned to = core + CORES_MAX;
  for (unsigned a = to; a < LIVE_MAX; a += CORES_MAX) {
    uint16_t words = graph->unwritten[a];
    if (!words) continue;
    if (a != to) {
      rename_one(graph, a, to);
      graph->unwritten[a] = 0;
      graph->unwritten[to] = words;
    }
    to += CORES_MAX;
  }
}

/* Who can only go by finishing: the committed; and, where they are kept, attempts of which no read
 * can be taken back. */
static live_set those_that_last(const struct history_graph *graph, bool reads_last) {
  live_set set = 0;
  unsigned a;
  EACH(a, graph->live) if (graph->unwritten[a] || (reads_last && a < CORES_MAX)) set |= one(a);
  return set;
}

static live_set those_before(const struct history_graph *graph, live_set set) {
  live_set all = 0;
  unsigned b;
  EACH(b, set) all |= who_comes_before(graph, b);
  return all;
}

static void close_version(const struct history_graph *graph, live_set lasting,
                          struct version *version) {
  live_set writer = version->writer ? one(version->writer - 1u) : 0;
  version->before_writer |= those_before(graph, version->before_writer & lasting);
  version->before_readers |=
      version->before_writer | those_before(graph, (version->readers | writer) & lasting);
  version->before_readers |= those_before(graph, version->before_readers & lasting);
  version->readers &= ~version->before_readers;
}

static void canonical(struct history_graph *graph, bool reads_last, bool keeps_aborted) {
  for (unsigned core = 0; core < CORES_MAX; core++) compact(graph, core);
  live_set lasting = those_that_last(graph, reads_last && keeps_aborted);
  unsigned a;
  for (live_set rest = lasting; rest; rest &= rest - 1) {
    unsigned between = (unsigned)__builtin_ctz(rest);
    EACH(a, who_comes_before(graph, between)) graph->before[a] |= graph->before[between];
  }
  EACH(a, lasting)
  graph->cyclic |=
      graph->before[a] >> a & 1; /* it will be found when it finishes: it may as well be now */
  graph->before_ended |= those_before(graph, graph->before_ended & lasting);
  for (unsigned core = 0; core < CORES_MAX; core++) {
    graph->before_core[core] |= those_before(graph, graph->before_core[core] & lasting);
    graph->before_begun[core] |= those_before(graph, graph->before_begun[core] & lasting);
    if (reads_last && graph->live >> running(core) & 1)
      graph->before_begun[core] = 0; /* its edges last as long as it does */
  }
  for (unsigned word = 0; word < HISTORY_WORDS; word++)
    close_version(graph, lasting, &graph->version[word]);
}

/* --- as a slot of the machine --- */

static unsigned lost_and_told_apart(const struct machine *machine) {
  return setting_losses(&machine->shape.setting) &
         (CLAIM(PROPERTY_OPACITY) | CLAIM(PROPERTY_STRICT));
}
static unsigned graph_count(const struct machine *machine) {
  return lost_and_told_apart(machine) ? 2 : 1;
}
static struct graph_kind kind_of_graph(const struct machine *machine, unsigned graph) {
  unsigned claims = setting_invariants(&machine->shape.setting);
  if (graph) claims |= lost_and_told_apart(machine);
  return (struct graph_kind){ claims >> PROPERTY_OPACITY & 1, claims >> PROPERTY_STRICT & 1 };
}
bool history_keeps_real_time(const struct machine *machine) {
  return kind_of_graph(machine, 0).real_time ||
         (graph_count(machine) == 2 && kind_of_graph(machine, 1).real_time);
}
/* What no model may tell that says reads_last. */
static bool takes_back(unsigned event) {
  return event == HISTORY_SEEN || event == HISTORY_VALIDATED || event == HISTORY_UNVALIDATED;
}

static size_t history_size(const struct machine *machine) {
  return graph_count(machine) * sizeof(struct history_graph);
}

uint32_t history_start(const struct machine *machine) {
  struct history_graph graphs[2];
  memset(graphs, 0, sizeof graphs);
  return intern_add(machine->contents, graphs, history_size(machine));
}

uint32_t history_after(const struct machine *machine, uint32_t content, uint32_t observed) {
  uint64_t first = (uint64_t)content << 32 | observed, second = PURPOSE(MEMO_HISTORY, 0);
  uint64_t known = memo_find(machine->memo, first, second);
  if (known) return (uint32_t)(known - 1);
  struct history_graph graphs[2];
  size_t length, count;
  const struct observed *items = intern_at(machine->contents, observed, &count);
  memcpy(graphs, intern_at(machine->contents, content, &length), history_size(machine));
  for (unsigned g = 0; g < length / sizeof *graphs; g++) {
    struct graph_kind kind = kind_of_graph(machine, g);
    for (size_t i = 0; i < count / sizeof *items; i++) {
      take(&graphs[g], &items[i], kind);
      graphs[g].strange |= machine->shape.system->promises.reads_last && takes_back(items[i].event);
    }
    for (size_t i = 0; i < count / sizeof *items; i++) check_end(&graphs[g], &items[i]);
    if (!machine->options.no_dead_values)
      canonical(&graphs[g], machine->shape.system->promises.reads_last, kind.aborted);
  }
  uint32_t number = intern_add(machine->contents, graphs, length);
  memo_add(machine->memo, first, second, 1 + (uint64_t)number);
  return number;
}

/* What a cycle breaks: of a second graph, what it is there for. */
static enum property property_of(const struct machine *machine, unsigned graph) {
  struct graph_kind kind = kind_of_graph(machine, graph);
  if (graph && lost_and_told_apart(machine) >> PROPERTY_OPACITY & 1) return PROPERTY_OPACITY;
  return kind.real_time ? PROPERTY_STRICT : kind.aborted ? PROPERTY_OPACITY : PROPERTY_SERIALISABLE;
}

uint32_t history_broken(const struct machine *machine, uint32_t content) {
  size_t length;
  const struct history_graph *graphs = intern_at(machine->contents, content, &length);
  uint32_t broken = 0;
  for (unsigned g = 0; g < length / sizeof *graphs; g++) {
    if (graphs[g].cyclic) broken |= CLAIM(property_of(machine, g));
    if (graphs[g].full) broken |= CLAIM(PROPERTY_OVERFLOW);
  }
  if (graphs[0].strange) broken |= CLAIM(PROPERTY_NEVER);
  return broken;
}

/* Does a committed transaction still wait to be written? */
bool history_is_quiet(const struct machine *machine, const slot_t *state) {
  const struct history_graph *graph =
      intern_at(machine->contents, state[history_slot(machine)], NULL);
  return !(graph->live >> CORES_MAX);
}

/* --- exchanging cores and lines --- */

static live_set permuted_set(const uint8_t *core, live_set set) {
  live_set to = 0;
  unsigned a;
  EACH(a, set) to |= one(a - core_of(a) + core[core_of(a)]);
  return to;
}

static uint16_t permuted_words(const uint8_t *line, uint16_t words) {
  uint16_t to = 0;
  unsigned word;
  EACH(word, words) to |= history_word(line[word / WORDS_MAX], word % WORDS_MAX);
  return to;
}

static void permute_graph(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                          const struct history_graph *from, struct history_graph *to) {
  memset(to, 0, sizeof *to);
  to->cyclic = from->cyclic;
  to->committed = (uint8_t)permuted_set(core, from->committed);
  to->misread = (uint8_t)permuted_set(core, from->misread);
  to->strange = from->strange;
  to->full = from->full;
  to->live = permuted_set(core, from->live);
  for (unsigned a = 0; a < LIVE_MAX; a++) {
    if (core_of(a) >= machine->shape.core_count) continue;
    unsigned b = a - core_of(a) + core[core_of(a)];
    to->before[b] = permuted_set(core, from->before[a]);
    to->unwritten[b] = permuted_words(line, from->unwritten[a]);
  }
  to->before_ended = permuted_set(core, from->before_ended);
  for (unsigned c = 0; c < machine->shape.core_count; c++) {
    to->before_core[core[c]] = permuted_set(core, from->before_core[c]);
    to->before_begun[core[c]] = permuted_set(core, from->before_begun[c]);
  }
  for (unsigned word = 0; word < machine->shape.lines * WORDS_MAX; word++) {
    const struct version *version = &from->version[word];
    to->version[line[word / WORDS_MAX] * WORDS_MAX + word % WORDS_MAX] = (struct version){
      .readers = permuted_set(core, version->readers),
      .before_readers = permuted_set(core, version->before_readers),
      .before_writer = permuted_set(core, version->before_writer),
      .writer = version->writer
                    ? (uint8_t)(1 + __builtin_ctz(permuted_set(core, one(version->writer - 1u))))
                    : 0
    };
  }
}

uint32_t history_permuted(const struct machine *machine, const uint8_t *core, const uint8_t *line,
                          uint32_t content) {
  struct history_graph graphs[2];
  size_t length;
  const struct history_graph *from = intern_at(machine->contents, content, &length);
  for (unsigned g = 0; g < length / sizeof *from; g++)
    permute_graph(machine, core, line, &from[g], &graphs[g]);
  return intern_add(machine->contents, graphs, length);
}

/* --- in words --- */

static void add_one(struct text *text, unsigned a) {
  text_add(text, "P%u%s", core_of(a), a < CORES_MAX ? "" : " (committed)");
}

void history_describe(const struct machine *machine, struct text *text, uint32_t content) {
  const struct history_graph *graph = intern_at(machine->contents, content, NULL);
  const char *separator = "";
  unsigned a, b;
  for (live_set rest = graph->live; rest; rest &= rest - 1) {
    a = (unsigned)__builtin_ctz(rest);
    EACH(b, graph->before[a]) {
      text_add(text, "%s", separator);
      add_one(text, a);
      text_add(text, " < ");
      add_one(text, b);
      separator = ", ";
    }
  }
  text_add(text, "%s", graph->cyclic ? "; committed in no order" : "");
}
