/* Puts the fault of a step into words: cell, rows, limit, file and line.
 *
 * A step keeps its first fault (struct why).  A counterexample's last step has the fault to print.
 * A search of all states keeps the least fault of all steps, so that the number of threads does not
 * change the message. */
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "machine/faults.h"
#include "machine/machine_private.h"
#include "protocol/crash_handler.h"

/* A NEVER or a reply to no core often follows from another fault, so it ranks behind the others. */
static unsigned rank_of(const struct why *why) {
  bool follows = why->fault == WHY_NEVER || why->fault == WHY_REPLY_UNASKED;
  return why->fault + (follows ? 256u : 0);
}

static bool is_less(const struct noted_why *a, const struct noted_why *b) {
  unsigned rank = rank_of(&a->why), other = rank_of(&b->why);
  return rank != other ? rank < other : memcmp(a, b, sizeof *a) < 0;
}

void machine_note_why(const struct machine *machine, unsigned kind, const struct why *why) {
  struct noted_why noted = { (uint8_t)kind, *why };
  pthread_mutex_lock(&machine->kept->lock);
  if (!machine->kept->why.why.fault || is_less(&noted, &machine->kept->why))
    machine->kept->why = noted;
  pthread_mutex_unlock(&machine->kept->lock);
}

/* "broadcast.c:51 "fill" (nobody)": a row with its guard. */
static void add_guarded(struct text *text, const struct row *row) {
  row_cite(text, row);
  if (row->when) text_add(text, " (%s%s)", row->negated ? "not " : "", row->when_name);
}

/* Why no row of the cell holds: its guards, or the alphabet. */
static void add_gap(struct text *text, const struct table *table, const struct why *why) {
  const char *separator = "; none of these guards holds: ";
  for (unsigned i = 0; i < table->row_count; i++) {
    if (!row_covers(&table->rows[i], why->state, why->event)) continue;
    text_add(text, "%s", separator);
    add_guarded(text, &table->rows[i]);
    separator = ", ";
  }
  if (*separator == ';')
    text_add(text, ": the alphabet of the table lacks %s",
             why->event < table->event_count ? table->events[why->event] : "this event");
}

static void add_overlap(struct text *text, const struct table *table, const struct why *why) {
  text_add(text, "two rows hold: ");
  add_guarded(text, &table->rows[why->row]);
  text_add(text, " and ");
  add_guarded(text, &table->rows[why->other]);
}

static const char *cell_of_why(const struct table *table, const struct why *why, char *room,
                               size_t size) {
  snprintf(room, size, "%s/%s", why->state < table->state_count ? table->states[why->state] : "?",
           why->event < table->event_count ? table->events[why->event] : "?");
  return room;
}

/* "action keep of ", "the guard open of ", or nothing where neither is known. */
static void add_function(struct text *text, const struct row *row, unsigned running) {
  size_t length;
  if (running == RUNNING_GUARD) text_add(text, "the guard %s of ", row->when_name);
  if (running >= table_row_action_count(row)) return;
  const char *name = row_action_name(row, running, &length);
  text_add(text, "action ");
  text_add_bytes(text, name, length);
  text_add(text, " of ");
}

/* ", in action use of broadcast.c:66 "fill", cell I/DATA" */
static void add_row(struct text *text, const struct table *table, const struct why *why,
                    const char *cell) {
  if (why->row >= table->row_count) {
    text_add(text, ", in cell %s", cell);
    return;
  }
  const struct row *row = &table->rows[why->row];
  text_add(text, ", in ");
  add_function(text, row, why->action);
  row_cite(text, row);
  text_add(text, ", cell %s", cell);
}

static void add_limit(struct text *text, enum limit limit) {
  static const struct {
    const char *what, *name;
    unsigned most;
  } limits[] = {
    [LIMIT_SENDS] = { "messages of one step", "SENDS_MAX", SENDS_MAX },
    [LIMIT_REPLIES] = { "answers of one step", "REPLIES_MAX", REPLIES_MAX },
    [LIMIT_PERFORMED] = { "stores performed by one step", "PERFORMED_MAX", PERFORMED_MAX },
    [LIMIT_CHOICES] = { "free choices of one step", "CHOICES_MAX", CHOICES_MAX },
    [LIMIT_INSERTS] = { "fresh times of one step", "INSERTS_MAX", INSERTS_MAX },
    [LIMIT_OBSERVED] = { "transactions' events of one step", "OBSERVED_MAX", OBSERVED_MAX },
    [LIMIT_SIGNALS] = { "events that one step raises on all lines", "SIGNALS_MAX", SIGNALS_MAX },
    [LIMIT_QUEUE] = { "requests that wait on a line", "QUEUE_MAX", QUEUE_MAX },
    [LIMIT_REPLAYS] = { "requests that one step replays", "twice QUEUE_MAX", 2 * QUEUE_MAX },
    [LIMIT_TIME] = { "times", "TIME_MAX", TIME_MAX },
    [LIMIT_CHANNEL] = { NULL, NULL, 0 }
  };
  if (!limits[limit].what)
    text_add(text, "a limit of turnsole: more messages of one step than an empty channel of that "
                   "network holds");
  else
    text_add(text, "a limit of turnsole: more than %u %s (%s)", limits[limit].most,
             limits[limit].what, limits[limit].name);
}

static const char *fault_words(unsigned fault) {
  static const char *const words[] = {
    [FAULT_URGENT] = "an urgent event sends, answers or raises something, or stalls",
    [FAULT_DEFERRED] = "a deferred event sends or answers something",
    [FAULT_REPLAY] = "a replayed request stalls",
    [FAULT_RAISED] = "what is raised on all lines stalls",
    [FAULT_AT_ONCE] =
        "a step that all take at once changes more than its controller, or has a free choice",
    [FAULT_NO_REQUEST] = "it acts for a request, and the step has none",
    [FAULT_NO_MESSAGE] = "it looks at a message, and none was taken",
    [FAULT_UNREPORTED] =
        "memory changes, and no transaction and no plain store is said to write it",
    [FAULT_WAITS_FOR_NOTHING] =
        "a wait begins that only other lines can end, and none of them will",
    [FAULT_DATA] = "with other data another way would have been gone",
    [FAULT_CLAIM] = "with other data this breaks what the model claims of steps",
    [FAULT_UNPERFORMED] = "a word of the home's data changes, and no store is performed",
    [FAULT_UNWRITTEN] = "a store is performed, and its word is not written",
    [FAULT_MISWRITTEN] =
        "a store is performed, and its word becomes another than its request asks for",
    [FAULT_NO_DATA] = "a load is answered out of data that lack its word",
    [FAULT_NOT_READABLE] = "a load is answered out of a copy on which permission says NONE",
    [FAULT_NOT_WRITABLE] =
        "a store is performed in a cache, on a copy on which permission does not say WRITE",
    [FAULT_STALE_ATOMIC] = "an atomic is performed on a word that has been overwritten",
    [FAULT_SHARED] = "a step on one line changes more than that line",
    [FAULT_NOT_APART] = "a step on one line goes another way with other lines beside it",
    [FAULT_ENVIRONMENT] = "an event of the environment, which nobody owes, serves a request",
    [WHY_SECOND_REPLY] = "a second reply to one request",
    [WHY_REPLY_UNASKED] = "a reply to nobody, or to one who has been answered",
    [WHY_EMPTY_QUEUE] = "dequeue of an empty queue, or beyond its end",
    [WHY_NO_CONTROLLER] = "a message to a controller that there is not (or a question about one)",
    [WHY_NO_CHANNEL] =
        "a message by a network that does not lead there from here (.senders, .course)",
    [WHY_NO_MESSAGE_KIND] = "it sends a type that is no message (.messages)",
    [WHY_NO_CORE] = "it asks for the line of a core that does not exist",
    [WHY_NO_WORD] = "a word or a line that there is not",
    [WHY_NO_STATE] = "the line is in a state that the table does not have",
    [WHY_NO_EVENT] = "it raises an event that its table cannot see (alphabet)",
    [WHY_NO_PARAMETER] = "it asks for a parameter that the record does not have (.parameters)",
    [WHY_WRAPS] = "a count wraps: it goes beyond its greatest value, or below its least",
    [WHY_NO_SM] = "it asks a set of SMs for one that there cannot be",
    [WHY_CHOICES] = "a free choice among too many (at most 255), or among a negative number",
    [WHY_UNDEFINED] = UNDEFINED_BEHAVIOUR
  };
  return fault < sizeof words / sizeof *words ? words[fault] : NULL;
}

void why_add(struct text *text, const struct machine *machine, unsigned kind,
             const struct why *why) {
  char room[128];
  const char *words = fault_words(why->fault);
  if (kind >= KINDS_MAX) {
    text_add(text, "%s", words ? words : "");
    return;
  }
  const struct table *table = &machine->shape.tables[kind];
  const char *cell = cell_of_why(table, why, room, sizeof room);
  const struct row *row = why->row < table->row_count ? &table->rows[why->row] : NULL;
  if (why->fault == FAULT_NO_ROW) {
    text_add(text, "cell %s: no row holds", cell);
    add_gap(text, table, why);
  } else if (why->fault == WHY_OVERLAP) {
    text_add(text, "cell %s: ", cell);
    add_overlap(text, table, why);
  } else if (why->fault == WHY_NEVER && row) {
    text_add(text, "NEVER ");
    row_cite(text, row);
    text_add(text, " fired in cell %s", cell);
  } else {
    if (why->fault == WHY_LIMIT) add_limit(text, (enum limit)why->limit);
    else text_add(text, "%s", words ? words : "a fault of the table");
    add_row(text, table, why, cell);
  }
}

bool machine_may_be_wrong(const struct machine *machine) {
  return machine->options.mutant || setting_losses(&machine->shape.setting) & CLAIM(PROPERTY_NEVER);
}

char *machine_least_fault(const struct machine *machine) {
  const struct noted_why *noted = &machine->kept->why;
  struct text text = { 0 };
  if (!noted->why.fault) return NULL;
  text_add(&text, "%s: ",
           noted->kind < KINDS_MAX ? machine->shape.system->kinds[noted->kind].name : "a core");
  why_add(&text, machine, noted->kind, &noted->why);
  return text.bytes;
}
