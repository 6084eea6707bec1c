/* What a proof says stands on the page as the command prints it.  Beside that are tables of its
 * properties and audits, a plot of its growth, and its run, to be stepped. */
#include "report/page/proof_page.h"

#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/any_sms_report.h"
#include "report/draw/plot.h"
#include "report/liveness_report.h"
#include "report/names.h"
#include "report/page/run_page.h"
#include "report/page/system_tables.h"
#include "report/proof_text.h"
#include "report/run_chart.h"

/* --- what was asked --- */

/* Begins the section of a model; returns its id, to be released by memory_free. */
static char *begin(struct page *page, const struct setting *setting, const char *verdict,
                   const char *command) {
  char *name = setting_name(setting), *id = page_id(page, name);
  char *title = memory_format("%s: %s", name, verdict);
  page_section_begin(page, id, title);
  if (command) page_command(page, command);
  memory_free(title);
  memory_free(name);
  return id;
}

static void put_client(struct page *page, const struct subject *subject) {
  page_markup(page, "<p>");
  subject_print(page_text_begin(page), subject);
  page_text_end(page);
  page_markup(page, ".</p>\n");
}

/* All that the command prints, folded. */
static FILE *text_begin(struct page *page, const char *title, bool open) {
  page_fold_begin(page, NULL, title, open);
  page_markup(page, "<pre tabindex=\"0\">");
  return page_text_begin(page);
}

static void text_end(struct page *page) {
  page_text_end(page);
  page_markup(page, "</pre>\n");
  page_fold_end(page);
}

/* --- properties --- */

static const char *word_of(const struct proof *proof, unsigned property) {
  if (proof->result.broken >> property & 1)
    return property == PROPERTY_OVERFLOW ? "a limit of ours was met" : "BROKEN";
  if (proof_undecided(proof) >> property & 1) return "undecided";
  return proof->result.end == SEARCH_COMPLETE ? "holds" : "not broken yet";
}

static void put_properties(struct page *page, const struct proof *proof) {
  static const char *const heads[] = { "property", "claimed", "verdict", NULL };
  page_table_begin(page, "Properties", heads);
  for (unsigned i = 0; i < PROPERTIES; i++) {
    bool claimed = proof->claimed >> i & 1;
    if (!claimed && !(proof->result.broken >> i & 1)) continue;
    page_row_begin(page);
    page_cell(page, "%s", proof_property_title(proof, (enum property)i));
    page_cell(page, claimed ? "yes" : "no");
    page_cell(page, "%s", word_of(proof, i));
    page_row_end(page);
  }
  page_table_end(page);
}

/* --- counts --- */

static void put_counts(struct page *page, const struct proof *proof) {
  const struct search_result *result = &proof->result;
  page_facts_begin(page);
  page_fact(page, "states", "%" PRIu64, result->states);
  if (proof->machine && machine_symmetries(proof->machine) > 1)
    page_fact(page, "they stand for", "%" PRIu64 " states, by %u renamings", proof->represented,
              machine_symmetries(proof->machine));
  page_fact(page, "transitions", "%" PRIu64, result->transitions);
  page_fact(page, "depth", "%u", result->depth);
  page_fact(page, "the search", "%s", search_end_text(result->end));
  page_facts_end(page);
}

static void put_growth(struct page *page, const struct proof *proof) {
  const struct search_result *result = &proof->result;
  unsigned count = result->depth + 1;
  if (result->states < 2) return;
  if (count > SEARCH_LEVELS_KEPT) count = SEARCH_LEVELS_KEPT;
  struct plot plot = { "states found at each depth", "depth", "states", result->levels, count };
  page_picture_begin(page, "States found at each depth");
  plot_svg(page->out, SVG_IN_PAGE, &plot);
  page_picture_end(page);
  if (result->depth >= SEARCH_LEVELS_KEPT)
    page_paragraph(page, "Deeper levels than %d are not drawn.", SEARCH_LEVELS_KEPT - 1);
}

/* --- audits --- */

static void put_searches(struct page *page, const struct audit *audit) {
  uint64_t states = 0;
  unsigned whole = 0;
  for (unsigned i = 0; i < audit->count; i++) {
    states += audit->searches[i].states;
    whole += audit->searches[i].end == SEARCH_COMPLETE;
  }
  if (audit->programs) page_cell(page, "%u programs", audit->programs);
  else page_cell(page, "%u, %u of them whole", audit->count, whole);
  if (audit->count) page_cell_number(page, states);
  else page_cell(page, "-");
}

static void put_audits(struct page *page, const struct proof *proof) {
  static const char *const heads[] = { "audit", "searches", "states", "found", NULL };
  if (!proof->audited) {
    page_paragraph(page, "No audits were made.");
    return;
  }
  page_table_begin(page, "Audits: without reductions, and without the environment's help", heads);
  for (enum audit_kind kind = 0; kind < AUDITS; kind++) {
    const struct audit *audit = &proof->audits.items[kind];
    if (!audit->count && !audit->programs && !audit_lacks(audit)) continue;
    page_row_begin(page);
    page_cell(page, "%s", audit_name(kind));
    put_searches(page, audit);
    bool found = audit->broken || audit->violations || (audit->count && audit->found < audit->due);
    if (found) page_cell(page, "BROKEN");
    else if (audit_lacks(audit)) page_cell(page, "nothing; not all, as %s", audit_lacks(audit));
    else page_cell(page, "nothing");
    page_row_end(page);
  }
  page_table_end(page);
}

/* --- runs --- */

static void put_lasso(struct page *page, const char *id, const struct liveness_answer *answer) {
  char *own = memory_format("%s/lasso", id);
  struct chart chart = chart_of_lasso(answer);
  page_run(page, &(struct run_page){ .id = own,
                                     .chart = &chart,
                                     .system = answer->subject.setting.system,
                                     .machine = answer->machine,
                                     .trace = &answer->progress.lasso->trace });
  chart_clear(&chart);
  memory_free(own);
}

static void put_counterexample(struct page *page, const char *id,
                               const struct counterexample *counterexample) {
  char *own = memory_format("%s/run", id);
  page_counterexample(page, own, NULL, counterexample);
  memory_free(own);
}

/* --- the whole --- */

void page_proof(struct page *page, const char *command, const struct proof *proof) {
  const struct system *system = proof->subject.setting.system;
  char *id = begin(page, &proof->subject.setting, proof_verdict_text(proof), command);
  put_client(page, &proof->subject);
  if (proof->counterexample) put_counterexample(page, id, proof->counterexample);
  if (proof->audits.stuck) put_lasso(page, id, proof->audits.stuck);
  put_properties(page, proof);
  put_counts(page, proof);
  put_growth(page, proof);
  put_audits(page, proof);
  proof_print(text_begin(page, "What the proof rests on, and all else that prove prints", false),
              proof, false);
  text_end(page);
  memory_free(page_table_of_system(page, system));
  page_section_end(page);
  memory_free(id);
}

void page_any_sms_proof(struct page *page, const char *command, const struct any_sms_proof *proof) {
  char *id = begin(page, &proof->subject.setting, any_sms_verdict_name(proof), command);
  any_sms_print(text_begin(page, "All that prove prints", true), proof, false);
  text_end(page);
  if (proof->violation && proof->violation->counterexample)
    put_counterexample(page, id, proof->violation->counterexample);
  page_section_end(page);
  memory_free(id);
}

void page_liveness(struct page *page, const char *command, const struct liveness_answer *answer,
                   const struct liveness_question *question) {
  bool fails = answer->progress.lasso != NULL;
  char *id =
      begin(page, &answer->subject.setting,
            fails ? "less progress than asked" : "no failure to progress was found", command);
  put_client(page, &answer->subject);
  if (fails) put_lasso(page, id, answer);
  liveness_print(text_begin(page, "All that prove prints", !fails), answer, question);
  text_end(page);
  page_section_end(page);
  memory_free(id);
}
