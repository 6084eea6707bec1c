/* A cycle in the conflict graph of a run's transactions.  For snapshot isolation, one in which no
 * two edges from a reader to an overwriting writer follow each other.
 *
 * The run is at hand, so the graph need not be finite (history_graph.c): each attempt has a node of
 * its own, and each edge the events that it comes from.  A search from each node finds a shortest
 * cycle. */
#include "machine/violation_history.h"

#include <string.h>
#include "base/memory.h"
#include "machine/names.h"
#include "protocol/observed.h"

enum { ATTEMPTS_MAX = 48, WORDS = LINES_MAX * WORDS_MAX, NOBODY = -1 };

enum reason { NO_EDGE, READS_FROM, OVERWRITES, READ_BEFORE, SAME_THREAD, ENDED_BEFORE };

struct conflict {
  enum reason reason;
  unsigned word, first, second; /* the steps of both events, from 1 on */
};

struct attempt {
  unsigned core, begin, end; /* steps, from 1 on; end 0: it goes on */
  bool committed, dropped;   /* dropped: it does not count */
  uint16_t unwritten;
};

struct version {
  int writer;
  unsigned written;            /* the step */
  unsigned read[ATTEMPTS_MAX]; /* the step of each attempt's read; 0: none */
};

struct conflicts {
  const struct play *play;
  bool attempts_count; /* opacity: attempts that do not commit count, too */
  bool real_time, snapshots;
  struct attempt attempts[ATTEMPTS_MAX];
  unsigned count;
  int running[CORES_MAX], last[CORES_MAX];
  struct version versions[WORDS];
  struct conflict edges[ATTEMPTS_MAX][ATTEMPTS_MAX];
};

static void add_edge(struct conflicts *c, int from, int to, struct conflict edge) {
  if (from == NOBODY || to == NOBODY || from == to) return;
  struct conflict *known = &c->edges[from][to];
  bool stronger = c->snapshots && known->reason == READ_BEFORE;
  if (known->reason == NO_EDGE || stronger) *known = edge;
}

/* The core's running attempt; a new one comes after the last that committed. */
static int attempt_of(struct conflicts *c, unsigned core, unsigned step) {
  if (c->running[core] != NOBODY || c->count == ATTEMPTS_MAX) return c->running[core];
  int attempt = (int)c->count++;
  c->attempts[attempt] = (struct attempt){ .core = core, .begin = step };
  c->running[core] = attempt;
  int last = c->last[core];
  if (last != NOBODY)
    add_edge(c, last, attempt, (struct conflict){ SAME_THREAD, 0, c->attempts[last].begin, step });
  if (c->real_time)
    for (int i = 0; i < attempt; i++)
      if (c->attempts[i].committed && c->attempts[i].end && c->attempts[i].end < step)
        add_edge(c, i, attempt, (struct conflict){ ENDED_BEFORE, 0, c->attempts[i].end, step });
  return attempt;
}

static void on_read(struct conflicts *c, int attempt, unsigned word, unsigned step) {
  struct version *version = &c->versions[word];
  if (attempt == NOBODY) return;
  add_edge(c, version->writer, attempt,
           (struct conflict){ READS_FROM, word, version->written, step });
  if (!version->read[attempt]) version->read[attempt] = step;
}

static void on_write(struct conflicts *c, unsigned core, unsigned word, unsigned step) {
  struct version *version = &c->versions[word];
  int writer = NOBODY;
  for (unsigned i = 0; i < c->count && writer == NOBODY; i++)
    if (c->attempts[i].core == core && c->attempts[i].unwritten >> word & 1) writer = (int)i;
  if (writer == NOBODY) return;
  c->attempts[writer].unwritten &= (uint16_t) ~(1u << word);
  add_edge(c, version->writer, writer,
           (struct conflict){ OVERWRITES, word, version->written, step });
  for (unsigned i = 0; i < c->count; i++)
    if (version->read[i])
      add_edge(c, (int)i, writer, (struct conflict){ READ_BEFORE, word, version->read[i], step });
  *version = (struct version){ .writer = writer, .written = step };
}

static void forget_reads(struct conflicts *c, int attempt) {
  if (attempt == NOBODY) return;
  for (unsigned word = 0; word < WORDS; word++) c->versions[word].read[attempt] = 0;
  for (unsigned i = 0; i < c->count; i++) {
    if (c->edges[attempt][i].reason == READ_BEFORE) c->edges[attempt][i].reason = NO_EDGE;
    if (c->edges[i][attempt].reason == READS_FROM) c->edges[i][attempt].reason = NO_EDGE;
  }
}

static void on_commit(struct conflicts *c, unsigned core, uint16_t words, unsigned step) {
  int attempt = attempt_of(c, core, step);
  if (attempt == NOBODY) return;
  c->attempts[attempt].committed = true;
  c->attempts[attempt].unwritten = words;
  c->running[core] = NOBODY;
  c->last[core] = attempt;
}

static void on_abort(struct conflicts *c, unsigned core) {
  int attempt = c->running[core];
  if (attempt != NOBODY) c->attempts[attempt].dropped = !c->attempts_count;
  c->running[core] = NOBODY;
}

static void on_end(struct conflicts *c, unsigned core, unsigned step) {
  int last = c->last[core];
  if (last != NOBODY && !c->attempts[last].end) c->attempts[last].end = step;
}

static void take(struct conflicts *c, const struct observed *observed, unsigned step) {
  unsigned core = observed->core;
  switch ((enum history_event)observed->event) {
  case HISTORY_BEGUN: attempt_of(c, core, step); return;
  case HISTORY_UNVALIDATED: forget_reads(c, c->running[core]); return;
  case HISTORY_COMMITTED: on_commit(c, core, observed->words, step); return;
  case HISTORY_ABORTED: on_abort(c, core); return;
  case HISTORY_ENDED: on_end(c, core, step); return;
  case HISTORY_SEEN:
    if (!c->attempts_count) return;
    break;
  default: break;
  }
  bool reads = observed->event == HISTORY_READ || observed->event == HISTORY_SEEN ||
               observed->event == HISTORY_VALIDATED;
  for (unsigned word = 0; word < WORDS; word++) {
    if (!(observed->words >> word & 1)) continue;
    if (reads) on_read(c, attempt_of(c, core, step), word, step);
    else if (observed->event == HISTORY_WROTE) on_write(c, core, word, step);
  }
}

static struct conflicts *conflicts_of(const struct play *play, enum property property) {
  struct conflicts *c = memory_new(1, sizeof *c);
  c->play = play;
  c->real_time = property == PROPERTY_STRICT;
  c->snapshots = property == PROPERTY_SNAPSHOT;
  c->attempts_count =
      property == PROPERTY_OPACITY ||
      (c->real_time && setting_invariants(&play->machine->shape.setting) >> PROPERTY_OPACITY & 1);
  for (unsigned i = 0; i < CORES_MAX; i++) c->running[i] = c->last[i] = NOBODY;
  for (unsigned i = 0; i < WORDS; i++) c->versions[i].writer = NOBODY;
  for (unsigned step = 0; step < play->trace->length; step++) {
    const struct alternative *a = play_alternative(play, step);
    size_t length;
    if (!a || !a->observes) continue;
    const struct observed *events = intern_at(play->machine->contents, a->observed, &length);
    for (size_t i = 0; i < length / sizeof *events; i++) take(c, &events[i], step + 1);
  }
  return c;
}

static bool counts(const struct conflicts *c, unsigned attempt) {
  const struct attempt *a = &c->attempts[attempt];
  return !a->dropped && (a->committed || c->attempts_count);
}

/* May a cycle from `start` go on from `at` to `next`?  `overwritten`: `at` was reached by an edge
 * from a reader, and `start` counts as reached by another one. */
static bool leads(const struct conflicts *c, unsigned at, bool overwritten, unsigned next,
                  unsigned start) {
  enum reason reason = c->edges[at][next].reason;
  if (!counts(c, next) || reason == NO_EDGE) return false;
  return !c->snapshots || reason != READ_BEFORE || (!overwritten && next != start);
}

/* Writes the way from `start` to `end` into `cycle`, and closes it.  `before`: as in cycle_from. */
static unsigned cycle_of(const int *before, unsigned start, unsigned end,
                         unsigned cycle[2 * ATTEMPTS_MAX + 1]) {
  unsigned length = 1;
  for (unsigned way = end; before[way] != NOBODY; way = (unsigned)before[way]) length++;
  cycle[length] = start;
  for (unsigned way = end, i = length; i-- > 0; way = (unsigned)before[way]) cycle[i] = way / 2;
  return length;
}

/* A shortest way from `start` back to itself, into `cycle`.  Returns its edges; 0: there is none.
 * A place of the way is 2 * attempt, and 1 more where an edge from a reader led to it (with
 * snapshots). */
static unsigned cycle_from(const struct conflicts *c, unsigned start,
                           unsigned cycle[2 * ATTEMPTS_MAX + 1]) {
  int before[2 * ATTEMPTS_MAX];
  unsigned queue[2 * ATTEMPTS_MAX], head = 0, tail = 0;
  for (unsigned i = 0; i < 2 * c->count; i++) before[i] = NOBODY;
  queue[tail++] = 2 * start;
  while (head < tail) {
    unsigned at = queue[head++];
    for (unsigned next = 0; next < c->count; next++) {
      if (!leads(c, at / 2, at % 2, next, start)) continue;
      if (next == start) return cycle_of(before, start, at, cycle);
      bool overwritten = c->snapshots && c->edges[at / 2][next].reason == READ_BEFORE;
      unsigned place = 2 * next + overwritten;
      if (before[place] != NOBODY) continue;
      before[place] = (int)at;
      queue[tail++] = place;
    }
  }
  return 0;
}

/* "P0's transaction of step 3" */
static void add_attempt(struct text *text, const struct conflicts *c, unsigned attempt) {
  const struct attempt *a = &c->attempts[attempt];
  name_add_core(text, c->play->machine, a->core);
  text_add(text, "'s %s of step %u", a->committed ? "transaction" : "attempt", a->begin);
}

static void add_reason(struct text *text, const struct conflicts *c, const struct conflict *edge) {
  const char *word = name_of_word(c->play->machine, edge->word / WORDS_MAX, edge->word % WORDS_MAX);
  switch (edge->reason) {
  case READS_FROM:
    text_add(text, "which reads %s (step %u) as it wrote it (step %u)", word, edge->second,
             edge->first);
    break;
  case OVERWRITES:
    text_add(text, "which overwrites its %s (steps %u and %u)", word, edge->first, edge->second);
    break;
  case READ_BEFORE:
    text_add(text, "which overwrites %s (step %u) after it was read (step %u)", word, edge->second,
             edge->first);
    break;
  case SAME_THREAD: text_add(text, "a later one of the same thread"); break;
  case ENDED_BEFORE:
    text_add(text, "which began in step %u, after it had ended in step %u", edge->second,
             edge->first);
    break;
  case NO_EDGE: break;
  }
}

static void add_relation(struct text *text, const struct conflicts *c,
                         const struct conflict *edge) {
  if (!c->snapshots) text_add(text, " must come before ");
  else text_add(text, " must %s before ", edge->reason == READ_BEFORE ? "start" : "end");
}

void violation_add_cycle(struct text *text, const struct play *play, enum property property) {
  struct conflicts *c = conflicts_of(play, property);
  unsigned shortest[2 * ATTEMPTS_MAX + 1], length = 0;
  for (unsigned i = 0; i < c->count; i++) {
    unsigned cycle[2 * ATTEMPTS_MAX + 1];
    unsigned found = counts(c, i) ? cycle_from(c, i, cycle) : 0;
    if (!found || (length && found >= length)) continue;
    length = found;
    memcpy(shortest, cycle, sizeof shortest);
  }
  text_add(text, "no %s of the transactions explain%s what they read%s\n",
           c->snapshots ? "snapshots" : "order", c->snapshots ? "" : "s",
           length ? ":" : " and write");
  for (unsigned i = 0; i < length; i++) {
    add_attempt(text, c, shortest[i]);
    const struct conflict *edge = &c->edges[shortest[i]][shortest[i + 1]];
    add_relation(text, c, edge);
    add_attempt(text, c, shortest[i + 1]);
    if (c->snapshots) text_add(text, edge->reason == READ_BEFORE ? " ends" : " starts");
    text_add(text, ", ");
    add_reason(text, c, edge);
    text_add(text, "\n");
  }
  memory_free(c);
}
