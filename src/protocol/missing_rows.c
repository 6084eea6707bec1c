/* Writes the rows that a table lacks, so that an author can paste them.
 *
 * A table knows the names of states and events, and not the identifiers of their sets: the state
 * "V" may be V, L1(V) or L1_V.  So the rows that there are teach them.  A row that covers one state
 * gives its identifier.  In "L1(I) | L1(V)" the term that has the name "V" in it is V's.  A state
 * that no row shows is written like another: L1(IV), if there is L1(V). */
#include "protocol/missing_rows.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "protocol/system.h"

struct spelt {
  const char *text;
  size_t length; /* 0: not known */
};

/* How an author writes the members of a set: states, or events. */
struct spelling {
  const char *const *names;
  unsigned count;
  unsigned plain;                 /* members below this one are known by their names: LOAD */
  struct spelt of[EVENTS_MAX];    /* the terms of members */
  struct spelt whole[EVENTS_MAX]; /* sets as they are written in some row */
  uint64_t set[EVENTS_MAX];       /* their members */
  unsigned whole_count;
};

static struct spelt trimmed(const char *text, size_t length) {
  while (length && isspace((unsigned char)*text)) text++, length--;
  while (length && isspace((unsigned char)text[length - 1])) length--;
  return (struct spelt){ text, length };
}

/* The part of a text up to a mark outside of parentheses. */
static size_t length_before(const char *text, size_t length, char mark) {
  int depth = 0;
  for (size_t i = 0; i < length; i++) {
    if (text[i] == '(') depth++;
    if (text[i] == ')') depth--;
    if (text[i] == mark && depth == 0) return i;
  }
  return length;
}

/* Where the name stands in the term as a word, in any case; or NULL.  "L1_V" has the word "V". */
static const char *name_in(struct spelt term, const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; length && i + length <= term.length; i++) {
    const char *at = term.text + i;
    bool begins = i == 0 || !isalnum((unsigned char)at[-1]);
    bool ends =
        i + length == term.length || !(isalnum((unsigned char)at[length]) || at[length] == '_');
    if (begins && ends && !strncasecmp(at, name, length)) return at;
  }
  return NULL;
}

static void learn_term(struct spelling *spelling, struct spelt term, uint64_t set, bool alone) {
  unsigned found = spelling->count;
  for (unsigned i = 0; i < spelling->count; i++) {
    if (!(set >> i & 1)) continue;
    bool names_it = alone && !(set & (set - 1));
    if (!names_it && !name_in(term, spelling->names[i])) continue;
    if (found == spelling->count || strlen(spelling->names[i]) > strlen(spelling->names[found]))
      found = i;
  }
  if (found < spelling->count && !spelling->of[found].length) spelling->of[found] = term;
}

static void learn(struct spelling *spelling, struct spelt written, uint64_t set) {
  size_t length = length_before(written.text, written.length, '|');
  bool alone = length == written.length;
  if (spelling->whole_count < EVENTS_MAX && written.length) {
    spelling->whole[spelling->whole_count] = written;
    spelling->set[spelling->whole_count++] = set;
  }
  while (written.length) {
    learn_term(spelling, trimmed(written.text, length), set, alone);
    size_t taken = length < written.length ? length + 1 : length;
    written = (struct spelt){ written.text + taken, written.length - taken };
    length = length_before(written.text, written.length, '|');
  }
}

static void learn_rows(const struct table *table, struct spelling *states,
                       struct spelling *events) {
  for (unsigned i = 0; i < table->row_count; i++) {
    const struct row *row = &table->rows[i];
    if (!row->cells) continue;
    size_t length = strlen(row->cells), comma = length_before(row->cells, length, ',');
    learn(states, trimmed(row->cells, comma), row->in);
    if (comma < length) learn(events, trimmed(row->cells + comma + 1, length - comma - 1), row->on);
  }
}

/* Writes a member like another one whose term has its name in it. */
static void add_alike(struct text *text, const struct spelling *spelling, unsigned member) {
  const char *name = spelling->names[member];
  for (unsigned i = spelling->plain; i < spelling->count && member >= spelling->plain; i++) {
    struct spelt term = spelling->of[i];
    const char *at = term.length ? name_in(term, spelling->names[i]) : NULL;
    if (!at) continue;
    const char *rest = at + strlen(spelling->names[i]);
    text_add_bytes(text, term.text, (size_t)(at - term.text));
    text_add(text, "%s", name);
    text_add_bytes(text, rest, (size_t)(term.text + term.length - rest));
    return;
  }
  text_add(text, "%s", name);
}

static void add_set(struct text *text, const struct spelling *spelling, uint64_t set) {
  for (unsigned i = 0; i < spelling->whole_count; i++)
    if (spelling->set[i] == set) {
      text_add_bytes(text, spelling->whole[i].text, spelling->whole[i].length);
      return;
    }
  const char *separator = "";
  for (unsigned i = 0; i < spelling->count; i++) {
    if (!(set >> i & 1)) continue;
    text_add(text, "%s", separator);
    if (spelling->of[i].length) text_add_bytes(text, spelling->of[i].text, spelling->of[i].length);
    else add_alike(text, spelling, i);
    separator = " | ";
  }
}

/* Adds a row on lines of its own, each of at most 100 columns. */
static void add_wrapped(struct text *text, const char *row) {
  enum { COLUMNS = 100 };
  const char *indent = "\n  ";
  while (strlen(row) + strlen(indent) > COLUMNS) {
    size_t length = COLUMNS - strlen(indent);
    while (length && row[length] != ' ') length--;
    if (!length) break;
    text_add(text, "%s", indent);
    text_add_bytes(text, row, length);
    row += length + 1;
    indent = "\n        ";
  }
  text_add(text, "%s%s", indent, row);
}

unsigned missing_rows_add(struct text *text, const struct table *table,
                          const uint32_t missing[EVENTS_MAX]) {
  struct spelling states = { .names = table->states, .count = table->state_count }, events = {
    .names = table->events, .count = table->event_count, .plain = EVENT_OWN
  };
  unsigned cells = 0;
  uint64_t written = 0;
  learn_rows(table, &states, &events);
  for (unsigned event = 0; event < table->event_count; event++) {
    if (!missing[event] || written >> event & 1) continue;
    uint64_t alike = 0;
    for (unsigned other = event; other < table->event_count; other++)
      if (missing[other] == missing[event]) alike |= 1ull << other;
    written |= alike;
    cells += (unsigned)(__builtin_popcount(missing[event]) * __builtin_popcountll(alike));
    struct text row = { 0 };
    text_add(&row, "NEVER(\"?\", ");
    add_set(&row, &states, missing[event]);
    text_add(&row, ", ");
    add_set(&row, &events, alike);
    text_add(&row, "),");
    add_wrapped(text, row.bytes);
    text_free(&row);
  }
  return cells;
}
