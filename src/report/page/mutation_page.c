#include "report/page/mutation_page.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/mutation_report.h"
#include "report/page/system_tables.h"

/* Survivors without a reason come first, then those with one, then the killed. */
static unsigned rank_of(const struct mutation *mutation, const struct mutant_result *result) {
  if (result->killer != SURVIVED) return 2;
  return result->reason || mutation->clients;
}

static void put_row_of(struct page *page, const struct mutation *mutation,
                       const struct mutant_result *result) {
  static const char *const words[] = { "SURVIVED, unexplained", "survived", "killed" };
  page_row_begin(page);
  page_cell(page, "%s", words[rank_of(mutation, result)]);
  page_cell(page, "%s", result->text);
  page_markup(page, "<td>");
  mutant_fate_print(page_text_begin(page), mutation, result);
  page_text_end(page);
  page_markup(page, "</td>");
  page_row_end(page);
}

static unsigned count_of(const struct mutation *mutation, unsigned rank) {
  unsigned count = 0;
  for (unsigned i = 0; i < mutation->count; i++)
    count += rank_of(mutation, &mutation->results[i]) == rank;
  return count;
}

static void put_mutants(struct page *page, const struct mutation *mutation, unsigned rank,
                        const char *title, bool open) {
  static const char *const heads[] = { "fate", "fault", "by what, or why not", NULL };
  unsigned count = count_of(mutation, rank);
  if (!count) return;
  char *caption = memory_format("%s: %u", title, count);
  page_fold_begin(page, NULL, caption, open);
  page_table_begin(page, title, heads);
  for (unsigned i = 0; i < mutation->count; i++)
    if (rank_of(mutation, &mutation->results[i]) == rank)
      put_row_of(page, mutation, &mutation->results[i]);
  page_table_end(page);
  page_fold_end(page);
  memory_free(caption);
}

void page_mutation(struct page *page, const struct mutation *mutation) {
  char *name = setting_name(&mutation->setting), *id = page_id(page, name);
  char *title = memory_format("Mutants of %s", name);
  page_section_begin(page, id, title);
  page_markup(page, "<p>");
  mutation_totals_print(page_text_begin(page), mutation);
  page_text_end(page);
  page_markup(page, "</p>\n");
  put_mutants(page, mutation, 0, "Survivors without a reason", true);
  put_mutants(page, mutation, 1, "Survivors, and why they may survive", true);
  put_mutants(page, mutation, 2, "Killed", false);
  if (survivors_stale(&mutation->reasons)) {
    page_markup(page, "<pre tabindex=\"0\">");
    stale_reasons_print(page_text_begin(page), &mutation->reasons);
    page_text_end(page);
    page_markup(page, "</pre>\n");
  }
  memory_free(page_table_of_system(page, mutation->setting.system));
  page_section_end(page);
  memory_free(title);
  memory_free(id);
  memory_free(name);
}
