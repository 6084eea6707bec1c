/* The tables as documents, beside the counts that a paper publishes of them.
 *
 * Counts go by rows as the source has them: a row that stands for several cells counts once for each; rows that the
 * source does not count are told apart by their mark. */
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

static void put_count(FILE *out, const char *what, unsigned ours, unsigned published) {
  fprintf(out, "| %s | %u | %u |%s\n", what, ours, published, ours == published ? "" : " differs");
}

static void put_counts(FILE *out, const struct table *table, const struct published_count *published) {
  unsigned stable = (unsigned)__builtin_popcount(table->stable);
  unsigned transient = table->state_count - stable;
  unsigned counted = table_transitions(table, false), all = table_transitions(table, true);
  fprintf(out, "States: %u stable (", stable);
  put_state_names(out, table, true);
  fprintf(out, ") + %u transient", transient);
  if (transient) {
    fputs(" (", out);
    put_state_names(out, table, false);
    fputc(')', out);
  }
  fprintf(out, ". Transitions: %u, and %u more that the source does not count.\n\n", counted, all - counted);
  if (!published->source) return;
  fprintf(out, "| | here | %s |\n|---|---|---|\n", published->source);
  put_count(out, "stable states", stable, published->states_stable);
  put_count(out, "transient states", transient, published->states_transient);
  put_count(out, "transitions", counted, published->transitions);
  if (published->difference) fprintf(out, "\nWhy they differ: %s\n\n", published->difference);
  else fputs("\nThe counts agree.\n\n", out);
}

/* --- rows --- */

static unsigned cells_fired(const struct coverage *coverage, unsigned kind, unsigned row) {
  unsigned count = 0;
  for (unsigned s = 0; s < STATES_MAX; s++) count += (unsigned)__builtin_popcountll(coverage->fired[kind][row][s]);
  return count;
}

static void put_coverage(FILE *out, const struct coverage *coverage, const struct row *row, unsigned kind, unsigned index) {
  unsigned cells = (unsigned)(__builtin_popcount(row->in) * __builtin_popcountll(row->on));
  if (!coverage) return;
  if (row->kind == ROW_NEVER) fputs(" |", out);
  else fprintf(out, " %u of %u |", cells_fired(coverage, kind, index), cells);
}

static void put_row(FILE *out, const struct table *table, unsigned kind, unsigned index, const struct coverage *coverage) {
  const struct row *row = &table->rows[index];
  fprintf(out, "| %u | ", index);
  put_set(out, table->states, row->in);
  fputs(" | ", out);
  put_set(out, table->events, row->on);
  fprintf(out, " | %s | ", row->when ? row->when_name : "");
  if (row->kind == ROW_NEVER) fputs("*never*", out);
  else if (row->kind == ROW_STALL) fputs("*stall*", out);
  else if (row->next == SAME) fputs("same", out);
  else put_set(out, table->states, row->next);
  bool uncounted = row->kind == ROW_ACT && row->marks & MARK_UNCOUNTED;
  fprintf(out, " | %s | %s%s |", row_action_count(row) ? row->action_names : "", row->source,
          row->marks & MARK_INFERRED ? " (inferred)" : uncounted ? " (not counted)" : "");
  put_coverage(out, coverage, row, kind, index);
  fputc('\n', out);
}

static void put_unfired(FILE *out, const struct table *table, unsigned kind, const struct coverage *coverage) {
  unsigned fired = 0, cells = 0;
  for (unsigned r = 0; r < table->row_count; r++) {
    const struct row *row = &table->rows[r];
    if (row->kind == ROW_NEVER) continue;
    fired += cells_fired(coverage, kind, r);
    cells += (unsigned)(__builtin_popcount(row->in) * __builtin_popcountll(row->on));
  }
  fprintf(out, "\nFired: %u of %u cells. Not fired:", fired, cells);
  const char *separator = " ";
  for (unsigned r = 0; r < table->row_count; r++)
    for (unsigned s = 0; s < table->state_count; s++)
      for (unsigned e = 0; e < table->event_count; e++) {
        const struct row *row = &table->rows[r];
        if (row->kind == ROW_NEVER || !(row->in >> s & 1) || !(row->on >> e & 1)) continue;
        if (coverage->fired[kind][r][s] >> e & 1) continue;
        fprintf(out, "%s%s/%s (row %u)", separator, table->states[s], table->events[e], r);
        separator = ", ";
      }
  fputs(fired == cells ? " none.\n" : ".\n", out);
}

void table_markdown(FILE *out, const struct system *system, const struct coverage *coverage) {
  fprintf(out, "# %s\n\n%s. Source: %s.\n\nNot modelled: %s\n", system->name, system->title, system->source,
          system->not_modelled);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    fprintf(out, "\n## %s\n\n", system->kinds[k].name);
    put_counts(out, table, &system->published[k]);
    fprintf(out, "| row | in | on | when | next | actions | source |%s\n|---|---|---|---|---|---|---|%s\n",
            coverage ? " fired |" : "", coverage ? "---|" : "");
    for (unsigned r = 0; r < table->row_count; r++) put_row(out, table, k, r, coverage);
    if (coverage) put_unfired(out, table, k, coverage);
  }
}

/* --- Graphviz --- */

static void put_edges(FILE *out, const struct table *table, unsigned kind, const struct row *row) {
  for (unsigned s = 0; s < table->state_count; s++) {
    if (!(row->in >> s & 1)) continue;
    unsigned to = row->next == SAME ? s : (unsigned)__builtin_ctz(row->next);
    fprintf(out, "    \"%u/%s\" -> \"%u/%s\" [label=\"", kind, table->states[s], kind, table->states[to]);
    put_set(out, table->events, row->on);
    if (row->when) fprintf(out, " [%s]", row->when_name);
    if (row_action_count(row)) fprintf(out, "\\n%s", row->action_names);
    fprintf(out, "\"%s];\n", row->marks & MARK_INFERRED ? ", style=dashed" : "");
  }
}

void table_dot(FILE *out, const struct system *system) {
  fprintf(out, "digraph \"%s\" {\n  rankdir=LR;\n  node [fontname=\"Helvetica\"];\n", system->name);
  fputs("  edge [fontname=\"Helvetica\", fontsize=9];\n", out);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    const char *name = system->kinds[k].name;
    fprintf(out, "  subgraph \"cluster_%s\" {\n    label=\"%s %s\";\n", name, system->name, name);
    for (unsigned s = 0; s < table->state_count; s++)
      fprintf(out, "    \"%u/%s\" [label=\"%s\"%s];\n", k, table->states[s], table->states[s],
              table->stable >> s & 1 ? ", shape=doublecircle" : ", shape=ellipse, style=dashed");
    for (unsigned r = 0; r < table->row_count; r++)
      if (table->rows[r].kind == ROW_ACT) put_edges(out, table, k, &table->rows[r]);
    fputs("  }\n", out);
  }
  fputs("}\n", out);
}
