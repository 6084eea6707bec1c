/* All steps and states stand in the page.  With scripts, one step is the current one: in the chart,
 * in the list and in the table of states it has the class "current".  Elements of step N have
 * data-step="N"; the start is step 0. */
#include "report/page/run_page.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "machine/describe_step.h"
#include "report/draw/chart_svg.h"
#include "report/page/system_tables.h"
#include "report/run_chart.h"

/* --- what is broken --- */

static void put_broken(struct page *page, const struct chart *chart) {
  if (!chart->broken_count) return;
  page_markup(page, "<div class=\"broken\">\n");
  if (chart->breaks) page_paragraph(page, "Broken by step %u:", chart->breaks);
  page_markup(page, "<ul>\n");
  for (unsigned i = 0; i < chart->broken_count; i++) {
    page_markup(page, "<li>");
    page_text(page, chart->broken[i]);
    page_markup(page, "</li>\n");
  }
  page_markup(page, "</ul>\n");
  if (chart->newest && *chart->newest)
    page_paragraph(page, "Newest values at the end: %s.", chart->newest);
  page_markup(page, "</div>\n");
}

/* --- the chart --- */

static unsigned steps_that_matter(const struct chart *chart) {
  unsigned count = 0;
  for (unsigned i = 0; i < chart->step_count; i++) count += chart->steps[i].matters;
  return count;
}

static void put_chart(struct page *page, const struct chart *chart, bool fold) {
  page_markup(page, "<div class=\"chart %s\" role=\"group\" tabindex=\"0\" aria-label=\"%s\">\n",
              fold ? "folded" : "whole",
              fold ? "Chart of the steps that matter" : "Chart of all steps");
  chart_svg(page->out, SVG_IN_PAGE, chart, fold);
  page_markup(page, "</div>\n");
}

/* A box that folds steps needs no script: style sheets look at it. */
static void put_fold_box(struct page *page, const struct run_page *run, unsigned matter) {
  page_markup(page, "<input type=\"checkbox\" class=\"fold\" id=\"");
  page_print(page, "%s/fold", run->id);
  page_markup(page, "\"><label for=\"");
  page_print(page, "%s/fold", run->id);
  page_markup(page, "\">");
  page_print(page, "only the %u of %u %s that matter", matter, run->chart->step_count,
             text_numbered(run->chart->step_count, "step", "steps"));
  page_markup(page, "</label>\n");
}

/* --- steps --- */

static void put_row(struct page *page, const struct run_page *run, const struct chart_row *row,
                    const struct row *fired) {
  char *id = fired ? page_row_of_system(page, run->system, fired) : NULL;
  page_markup(page, "<li class=\"row\">");
  if (id) {
    page_markup(page, "<a href=\"#");
    page_text(page, id);
    page_markup(page, "\">");
  }
  page_text(page, row->text);
  page_markup(page, id ? "</a>" : "");
  if (row->cite) {
    page_markup(page, " <span class=\"cite\">");
    page_text(page, row->cite);
    page_markup(page, "</span>");
  }
  page_markup(page, "</li>\n");
  memory_free(id);
}

static void put_change(struct page *page, const struct chart *chart,
                       const struct chart_change *change) {
  page_markup(page, "<li class=\"change\">");
  page_print(page, "%s%s%s:",
             change->lifeline < chart->lifeline_count ? chart->lifelines[change->lifeline] : "all",
             change->place && *change->place ? " " : "", change->place ? change->place : "");
  for (const char *at = change->text; *at;) { /* lines, behind each other */
    size_t length = strcspn(at, "\n");
    page_print(page, "%s %.*s", at == change->text ? "" : ",", (int)length, at);
    at += length + (at[length] == '\n');
  }
  page_markup(page, "</li>\n");
}

static struct step_parts parts_of(const struct run_page *run, unsigned i) {
  if (!run->machine || !run->trace) return (struct step_parts){ 0 };
  return machine_step_parts(run->machine, trace_state(run->trace, i), run->trace->labels[i],
                            trace_state(run->trace, i + 1));
}

/* Lines of effects, such as messages sent. */
static void put_effects(struct page *page, const char *effects) {
  for (const char *at = effects ? effects : ""; *at;) {
    at += strspn(at, " ");
    size_t length = strcspn(at, "\n");
    page_markup(page, "<li class=\"effect\">");
    page_print(page, "%.*s", (int)length, at);
    page_markup(page, "</li>\n");
    at += length + (at[length] == '\n');
  }
}

static void put_step(struct page *page, const struct run_page *run, unsigned i) {
  const struct chart *chart = run->chart;
  const struct chart_step *step = &chart->steps[i];
  struct step_parts parts = parts_of(run, i);
  page_markup(page, "<li id=\"");
  page_print(page, "%s/%u", run->id, i + 1);
  page_markup(page, "\" value=\"%u\" data-step=\"%u\"%s><span class=\"input\">", i + 1, i + 1,
              step->matters ? "" : " class=\"minor\"");
  page_text(page, step->text);
  page_markup(page, "</span>%s%s\n<ul>\n",
              chart->breaks == i + 1 ? " <strong class=\"bad\">breaks it</strong>" : "",
              chart->loop == i + 1 ? " <strong>the loop begins</strong>" : "");
  for (unsigned r = 0; r < step->row_count; r++)
    put_row(page, run, &step->rows[r], r < parts.row_count ? parts.rows[r] : NULL);
  put_effects(page, parts.effects.bytes);
  for (unsigned c = 0; c < step->change_count; c++) put_change(page, chart, &step->changes[c]);
  page_markup(page, "</ul></li>\n");
  step_parts_clear(&parts);
}

static void put_steps(struct page *page, const struct run_page *run) {
  page_markup(page, "<ol class=\"steps\" tabindex=\"0\" aria-label=\"Steps\">\n");
  for (unsigned i = 0; i < run->chart->step_count; i++) put_step(page, run, i);
  page_markup(page, "</ol>\n");
  if (run->chart->loop) page_paragraph(page, "It goes on with step %u for ever.", run->chart->loop);
}

/* --- states --- */

static void put_states_of(struct page *page, const struct chart *chart, unsigned step) {
  bool minor = step && !chart->steps[step - 1].matters;
  page_markup(page, "<tr data-step=\"%u\"%s><th scope=\"row\">", step,
              minor ? " class=\"minor\"" : "");
  if (step) page_print(page, "%u", step);
  else page_text(page, "start");
  page_markup(page, "</th>");
  char **states = chart->states + (size_t)step * chart->lifeline_count;
  for (unsigned i = 0; i < chart->lifeline_count; i++) {
    bool same = !step || text_equal(states[i], states[(int)i - (int)chart->lifeline_count]);
    page_markup(page, "<td%s data-of=\"", same ? "" : " class=\"new\"");
    page_text(page, chart->lifelines[i]);
    page_markup(page, "\">");
    page_text(page, states[i]);
    page_markup(page, "</td>");
  }
  page_markup(page, "</tr>\n");
}

static void put_states(struct page *page, const struct run_page *run) {
  const struct chart *chart = run->chart;
  if (!chart->states) return;
  page_markup(page, "<details class=\"states\"><summary>What each holds after each step</summary>\n"
                    "<div class=\"wide\" role=\"group\" tabindex=\"0\" aria-label=\"States\">"
                    "<table>\n<thead><tr><th scope=\"col\">step</th>");
  for (unsigned i = 0; i < chart->lifeline_count; i++) {
    page_markup(page, "<th scope=\"col\">");
    page_text(page, chart->lifelines[i]);
    page_markup(page, "</th>");
  }
  page_markup(page, "</tr></thead>\n<tbody>\n");
  for (unsigned i = 0; i <= chart->step_count; i++) put_states_of(page, chart, i);
  page_markup(page, "</tbody></table></div></details>\n");
}

/* --- the whole --- */

static void put_body(struct page *page, const struct run_page *run) {
  unsigned matter = steps_that_matter(run->chart);
  bool folds = matter && matter < run->chart->step_count;
  if (folds) put_fold_box(page, run, matter);
  page_markup(page, "<div class=\"stage\">\n<div class=\"charts\">\n");
  put_chart(page, run->chart, false);
  if (folds) put_chart(page, run->chart, true);
  page_markup(page, "</div>\n<div class=\"side\">\n");
  put_steps(page, run);
  page_markup(page, "</div>\n</div>\n");
  put_states(page, run);
}

void page_run(struct page *page, const struct run_page *run) {
  page->depth++;
  page_markup(page, "<section class=\"run\" id=\"");
  page_text(page, run->id);
  page_markup(page, "\" data-steps=\"%u\">\n<h%u>", run->chart->step_count, page->depth);
  page_text(page, run->title ? run->title : run->chart->title);
  page_markup(page, "</h%u>\n", page->depth);
  put_broken(page, run->chart);
  if (run->command) page_command(page, run->command);
  put_body(page, run);
  page_section_end(page);
}

void page_counterexample(struct page *page, const char *id, const char *command,
                         const struct counterexample *counterexample) {
  struct chart chart = chart_of_run(counterexample);
  page_run(page, &(struct run_page){ .id = id,
                                     .command = command,
                                     .chart = &chart,
                                     .system = counterexample->subject.setting.system,
                                     .machine = counterexample->machine,
                                     .trace = counterexample->trace });
  chart_clear(&chart);
}
