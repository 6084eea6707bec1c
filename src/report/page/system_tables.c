#include "report/page/system_tables.h"

#include "base/memory.h"
#include "base/text.h"

/* Ids that begin with a '/' are never made of names. */

char *page_table_of_system(struct page *page, const struct system *system) {
  for (size_t i = 0; i < page->systems.length; i++)
    if (page->systems.items[i] == system) return memory_format("/table.%s", system->name);
  vector_push(page->systems, system);
  return memory_format("/table.%s", system->name);
}

/* A machine may have a copy of the row. */
static bool is_same_row(const struct row *a, const struct row *b) {
  return a == b || (a->line == b->line && a->file && b->file && text_equal(a->file, b->file) &&
                    text_equal(a->cells, b->cells) && text_equal(a->source, b->source));
}

char *page_row_of_system(struct page *page, const struct system *system, const struct row *row) {
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    const struct table *table = &system->kinds[k].table;
    for (unsigned r = 0; r < table->row_count; r++) {
      if (!is_same_row(row, &table->rows[r])) continue;
      char *whole = page_table_of_system(page, system);
      char *id = memory_format("%s.%s.%u", whole, system->kinds[k].name, r);
      memory_free(whole);
      return id;
    }
  }
  return NULL;
}

static void put_set(struct page *page, const char *const *names, uint64_t set) {
  const char *separator = "";
  page_markup(page, "<td>");
  for (unsigned i = 0; i < 64; i++) {
    if (!(set >> i & 1)) continue;
    page_print(page, "%s%s", separator, names[i]);
    separator = ", ";
  }
  page_markup(page, "</td>");
}

static void put_next(struct page *page, const struct table *table, const struct row *row) {
  if (row->kind == ROW_NEVER) page_cell(page, "never");
  else if (row->kind == ROW_STALL) page_cell(page, "stall");
  else if (row->next == SAME) page_cell(page, "same");
  else put_set(page, table->states, row->next);
}

static const char *mark_of(const struct row *row) {
  bool inferred = row->marks & MARK_INFERRED;
  if (row->marks & MARK_VARIANT) return inferred ? " (variant, inferred)" : " (variant)";
  return inferred ? " (inferred)" : "";
}

static void put_row(struct page *page, const struct system *system, unsigned kind, unsigned r) {
  const struct table *table = &system->kinds[kind].table;
  const struct row *row = &table->rows[r];
  page_markup(page, "<tr id=\"");
  page_print(page, "/table.%s.%s.%u", system->name, system->kinds[kind].name, r);
  page_markup(page, "\">");
  put_set(page, table->states, row->in);
  put_set(page, table->events, row->on);
  page_cell(page, "%s", row->when ? row->when_name : "");
  put_next(page, table, row);
  struct text actions = { 0 };
  row_add_actions(&actions, row, true);
  page_cell(page, "%s", actions.length ? actions.bytes : "");
  text_free(&actions);
  page_cell(page, "%s:%u %s%s", row_file(row), row->line, row->source, mark_of(row));
  page_markup(page, "</tr>\n");
}

void page_put_system_tables(struct page *page, const struct system *system) {
  static const char *const heads[] = { "in", "on", "when", "next", "actions", "source", NULL };
  char *id = memory_format("/table.%s", system->name);
  char *title = memory_format("Tables of %s", system->name);
  page_section_begin(page, id, title);
  page_paragraph(page, "%s. Source: %s.", system->title, system->source);
  for (unsigned k = 0; k < KINDS_MAX && system->kinds[k].name; k++) {
    char *caption = memory_format("%s of %s", system->kinds[k].name, system->name);
    page_table_begin(page, caption, heads);
    for (unsigned r = 0; r < system->kinds[k].table.row_count; r++) put_row(page, system, k, r);
    page_table_end(page);
    memory_free(caption);
  }
  page_section_end(page);
  memory_free(title);
  memory_free(id);
}
