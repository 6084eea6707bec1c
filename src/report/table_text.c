/* Counts go by rows as the source has them: a row for several cells counts once for each. Marks
 * tell apart rows that the source does not count, and rows of variants. */
#include "report/table_text.h"

#include <string.h>

static void put_set(FILE *out, const char *const *names, uint64_t set) {
  const char *separator = "";
  for (unsigned i = 0; i < 64; i++)
    if (set >> i & 1) {
      fprintf(out, "%s%s", separator, names[i]);
      separator = ", ";
    }
}

static void put_state_names(FILE *out, const struct table *table, bool stable) {
  uint32_t all = table->state_count == 32 ? ~0u : (1u << table->state_count) - 1;
  put_set(out, table->states, stable ? all & table->stable : all & ~table->stable);
}

/* --- counts --- */

/* Returns whether they are equal. */
static bool put_count(FILE *out, const char *what, unsigned ours, unsigned published) {
  fprintf(out, "| %s | %u | %u |%s\n", what, ours, published, ours == published ? "" : " differs");
  return ours == published;
}

static void put_transitions(FILE *out, const struct transition_counts *counts) {
  fprintf(out, "%u of the source, %u inferred", counts->of_source, counts->inferred);
  if (counts->of_variants) fprintf(out, ", %u of variants alone", counts->of_variants);
}

static bool put_published_transitions(FILE *out, const struct published_count *published,
                                      const struct transition_counts *counts) {
  if (!published->transitions) return true;
  if (published->of_transient)
    return put_count(out, "transitions from or to a transient state", counts->transient,
                     published->transitions);
  return put_count(out, "transitions", counts->of_source, published->transitions);
}

static void put_published(FILE *out, const struct published_count *published, unsigned stable,
                          unsigned transient, const struct transition_counts *counts) {
  fprintf(out, "| | here | %s |\n|---|---|---|\n", published->source);
  bool agree = put_count(out, "stable states", stable, published->states_stable);
  agree &= put_count(out, "transient states", transient, published->states_transient);
  agree &= put_published_transitions(out, published, counts);
  if (agree) fputs("\nThe counts agree.\n\n", out);
  else
    fprintf(out, "\nWhy they differ: %s\n\n",
            published->difference ? published->difference : "the record does not say");
}

static void put_counts(FILE *out, const struct table *table,
                       const struct published_count *published) {
  unsigned stable = (unsigned)__builtin_popcount(table->stable);
  unsigned transient = table->state_count - stable;
  struct transition_counts counts = table_transitions(table);
  fprintf(out, "States: %u stable (", stable);
  put_state_names(out, table, true);
  fprintf(out, ") + %u transient", transient);
  if (transient) {
    fputs(" (", out);
    put_state_names(out, table, false);
    fputc(')', out);
  }
  fputs(". Transitions: ", out);
  put_transitions(out, &counts);
  fputs(".\n\n", out);
  if (published->source) put_published(out, published, stable, transient, &counts);
}

/* --- rows --- */

/* The events with which a row can fire: none if the row says NEVER, and none that the controller
 * raises itself if the row stalls. */
static uint64_t events_that_fire(const struct controller_kind *kind, const struct row *row) {
  uint64_t events = row->kind == ROW_NEVER ? 0 : row->on;
  for (unsigned i = 0; i < kind->internal_count && row->kind == ROW_STALL; i++)
    events &= ~(1ull << kind->internals[i].event);
  return events;
}

struct table_cells {
  unsigned fired, all;
};

static struct table_cells cells_of(const struct system *system, const struct coverage *coverage,
                                   unsigned kind, unsigned index) {
  const struct row *row = &system->kinds[kind].table.rows[index];
  uint64_t events = events_that_fire(&system->kinds[kind], row);
  struct table_cells cells = { 0, (unsigned)(__builtin_popcount(row->in) *
                                             __builtin_popcountll(events)) };
  for (unsigned s = 0; s < STATES_MAX; s++)
    cells.fired += (unsigned)__builtin_popcountll(coverage->fired[kind][index][s] & events);
  return cells;
}

static void put_coverage(FILE *out, const struct system *system, const struct coverage *coverage,
                         unsigned kind, unsigned index) {
  struct table_cells cells = cells_of(system, coverage, kind, index);
  if (cells.all) fprintf(out, " %u of %u |", cells.fired, cells.all);
  else fputs(" |", out);
}

static const char *mark_of(const struct row *row) {
  bool inferred = row->marks & MARK_INFERRED;
  if (row->marks & MARK_VARIANT) return inferred ? " (variant, inferred)" : " (variant)";
  return inferred ? " (inferred)" : "";
}

static void put_actions(FILE *out, const struct row *row, bool marked) {
  struct text text = { 0 };
  row_add_actions(&text, row, marked);
  fputs(text.length ? text.bytes : "", out);
  text_free(&text);
}

/* Without the number, and without the end of the line. */
static void put_cells(FILE *out, const struct table *table, const struct row *row) {
  put_set(out, table->states, row->in);
  fputs(" | ", out);
  put_set(out, table->events, row->on);
  fprintf(out, " | %s | ", row->when ? row->when_name : "");
  if (row->kind == ROW_NEVER) fputs("*never*", out);
  else if (row->kind == ROW_STALL) fputs("*stall*", out);
  else if (row->next == SAME) fputs("same", out);
  else put_set(out, table->states, row->next);
  fputs(" | ", out);
  put_actions(out, row, true);
  fprintf(out, " | %s%s |", row->source, mark_of(row));
}

void table_row_print(FILE *out, const struct system *system, const struct row *row) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    if (row < table->rows || row >= table->rows + table->row_count) continue;
    fprintf(out, "| %s | ", system->kinds[k].name);
    put_cells(out, table, row);
  }
}

static void put_row(FILE *out, const struct system *system, unsigned kind, unsigned index,
                    const struct coverage *coverage) {
  const struct table *table = &system->kinds[kind].table;
  fprintf(out, "| %u | ", index);
  put_cells(out, table, &table->rows[index]);
  if (coverage) put_coverage(out, system, coverage, kind, index);
  fputc('\n', out);
}

static void put_unfired(FILE *out, const struct system *system, unsigned kind,
                        const struct coverage *coverage) {
  const struct table *table = &system->kinds[kind].table;
  struct table_cells total = { 0, 0 };
  for (unsigned r = 0; r < table->row_count; r++) {
    struct table_cells cells = cells_of(system, coverage, kind, r);
    total.fired += cells.fired;
    total.all += cells.all;
  }
  fprintf(out, "\nFired: %u of %u cells. Not fired:", total.fired, total.all);
  const char *separator = " ";
  for (unsigned r = 0; r < table->row_count; r++)
    for (unsigned s = 0; s < table->state_count; s++)
      for (unsigned e = 0; e < table->event_count; e++) {
        const struct row *row = &table->rows[r];
        if (!(row->in >> s & 1) || !(events_that_fire(&system->kinds[kind], row) >> e & 1))
          continue;
        if (coverage->fired[kind][r][s] >> e & 1) continue;
        fprintf(out, "%s%s/%s (row %u)", separator, table->states[s], table->events[e], r);
        separator = ", ";
      }
  fputs(total.fired == total.all ? " none.\n" : ".\n", out);
}

void table_markdown(FILE *out, const struct system *system, const struct coverage *coverage) {
  fprintf(out, "# %s\n\n%s. Source: %s.\n\nNot modelled: %s\n", system->name, system->title,
          system->source, system->not_modelled);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    fprintf(out, "\n## %s\n\n", system->kinds[k].name);
    put_counts(out, table, &system->published[k]);
    fprintf(
        out,
        "| row | in | on | when | next | actions | source |%s\n|---|---|---|---|---|---|---|%s\n",
        coverage ? " fired |" : "", coverage ? "---|" : "");
    for (unsigned r = 0; r < table->row_count; r++) put_row(out, system, k, r, coverage);
    if (coverage) put_unfired(out, system, k, coverage);
  }
}

/* --- Graphviz --- */

static void put_label(FILE *out, const struct table *table, const struct row *row,
                      const char *separator) {
  put_set(out, table->events, row->on);
  if (row->when) fprintf(out, " [%s]", row->when_name);
  if (table_row_action_count(row)) fputs(separator, out);
  put_actions(out, row, false);
}

static unsigned next_state(const struct row *row, unsigned state) {
  return row->next == SAME ? state : (unsigned)__builtin_ctz(row->next);
}

static bool acts_in(const struct row *row, unsigned state) {
  return row->kind == ROW_ACT && row->in >> state & 1;
}

static const char *slant(const struct row *row) { return row->marks & MARK_INFERRED ? "<I>" : ""; }
static const char *slant_end(const struct row *row) {
  return row->marks & MARK_INFERRED ? "</I>" : "";
}

/* A state, with the rows that stay in it. */
static void put_node(FILE *out, const struct table *table, unsigned kind, unsigned state) {
  bool stable = table->stable >> state & 1;
  fprintf(out, "    \"%u/%s\" [%s, label=<<B>%s</B>", kind, table->states[state],
          stable ? "peripheries=2" : "style=\"rounded,dashed\"", table->states[state]);
  for (unsigned r = 0; r < table->row_count; r++) {
    const struct row *row = &table->rows[r];
    if (!acts_in(row, state) || next_state(row, state) != state) continue;
    fprintf(out, "<BR/><FONT POINT-SIZE=\"9\">%s", slant(row));
    put_label(out, table, row, ": ");
    fprintf(out, "%s</FONT>", slant_end(row));
  }
  fputs(">];\n", out);
}

static void put_edges(FILE *out, const struct table *table, unsigned kind, const struct row *row) {
  for (unsigned s = 0; s < table->state_count; s++) {
    unsigned to = next_state(row, s);
    if (!acts_in(row, s) || to == s) continue;
    fprintf(out, "    \"%u/%s\" -> \"%u/%s\" [label=<%s", kind, table->states[s], kind,
            table->states[to], slant(row));
    put_label(out, table, row, "<BR/>");
    fprintf(out, "%s>%s];\n", slant_end(row), row->marks & MARK_INFERRED ? ", style=dashed" : "");
  }
}

void table_dot(FILE *out, const struct system *system) {
  fprintf(out,
          "digraph \"%s\" {\n  rankdir=LR;\n  node [fontname=\"Helvetica\", shape=box, "
          "style=rounded];\n",
          system->name);
  fputs("  edge [fontname=\"Helvetica\", fontsize=9];\n  fontname=\"Helvetica\"; labelloc=b; "
        "fontsize=10;\n"
        "  label=\"double frame: a stable state; dashed frame: a transient one; dashed arrow, "
        "slanted text: inferred\";\n",
        out);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    const char *name = system->kinds[k].name;
    fprintf(out, "  subgraph \"cluster_%s\" {\n    label=\"%s %s\"; labelloc=t; fontsize=14;\n",
            name, system->name, name);
    for (unsigned s = 0; s < table->state_count; s++) put_node(out, table, k, s);
    for (unsigned r = 0; r < table->row_count; r++) put_edges(out, table, k, &table->rows[r]);
    fputs("  }\n", out);
  }
  fputs("}\n", out);
}
