/* A message that is taken is the oldest of those under way that have its identity.
 *
 * A step matters if the violation depends on it.  The search starts from the last change of the
 * broken line on every lifeline.  For an outcome or a deadlock it starts from the last change of
 * each lifeline.  A step depends on the last steps that changed what it changes.  It also depends
 * on the step that sent its message. */
#include "report/run_chart.h"

#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "base/text.h"
#include "machine/lifelines.h"
#include "machine/violation.h"
#include "report/names.h"

/* A text as one that the caller owns; `text` becomes empty. */
static char *taken(struct text *text) {
  char *bytes = text->bytes ? text->bytes : memory_copy_text("", 0);
  *text = (struct text){ 0 };
  return bytes;
}

/* Splits a text into lines without their indentation. */
static char **lines_of(const char *text, unsigned *count) {
  char **lines = NULL;
  *count = 0;
  for (const char *at = text ? text : ""; *at;) {
    at += strspn(at, " ");
    size_t length = strcspn(at, "\n");
    lines = memory_resize(lines, *count + 1, sizeof *lines);
    lines[(*count)++] = memory_copy_text(at, length);
    at += length + (at[length] == '\n');
  }
  return lines;
}

/* --- messages --- */

static void add_event(struct chart *chart, struct lifeline_event *event, unsigned step) {
  struct chart_message message = { .from = event->from,
                                   .to = event->to,
                                   .sent = step,
                                   .taken = step,
                                   .text = taken(&event->text),
                                   .identity = event->identity };
  message.kind = event->kind == LIFELINE_ISSUES    ? CHART_REQUEST
                 : event->kind == LIFELINE_ANSWERS ? CHART_ANSWER
                                                   : CHART_MESSAGE;
  if (event->kind == LIFELINE_SENDS) message.taken = CHART_NEVER;
  if (event->kind == LIFELINE_TAKES) {
    message.sent = 0;
    chart_take_message(chart, message);
  } else {
    chart_add_message(chart, message);
  }
}

/* --- steps --- */

/* A line for each change: "I => IS, data none => 0" has two. */
static char *changes_in_lines(struct text *text) {
  char *lines = taken(text);
  for (char *at = lines; (at = strstr(at, ", "));) {
    memmove(at, at + 1, strlen(at));
    *at = '\n';
  }
  return lines;
}

static struct chart_step step_of(struct lifeline_step *step) {
  struct chart_step drawn = { .lifeline = step->taker,
                              .text = taken(&step->text),
                              .row_count = step->row_count,
                              .change_count = step->change_count };
  drawn.rows = memory_new(step->row_count + 1, sizeof *drawn.rows);
  drawn.changes = memory_new(step->change_count + 1, sizeof *drawn.changes);
  for (unsigned i = 0; i < step->row_count; i++) {
    struct text cite = { 0 };
    row_cite(&cite, step->rows[i].row);
    drawn.rows[i] = (struct chart_row){ taken(&step->rows[i].text), cite.bytes };
  }
  for (unsigned i = 0; i < step->change_count; i++) {
    struct lifeline_change *change = &step->changes[i];
    drawn.changes[i] = (struct chart_change){ change->lifeline, change->place.bytes,
                                              changes_in_lines(&change->text), change->of_state };
    change->place = (struct text){ 0 };
  }
  return drawn;
}

static void add_states(struct chart *chart, const struct machine *machine,
                       const struct trace *trace) {
  chart->states =
      memory_new((size_t)(trace->length + 1) * chart->lifeline_count, sizeof *chart->states);
  for (unsigned i = 0; i <= trace->length; i++)
    for (unsigned lifeline = 0; lifeline < chart->lifeline_count; lifeline++) {
      struct text state = { 0 };
      lifelines_add_state(&state, machine, trace_state(trace, i), lifeline);
      chart->states[i * chart->lifeline_count + lifeline] = taken(&state);
    }
}

static void add_steps(struct chart *chart, const struct machine *machine,
                      const struct trace *trace) {
  chart->step_count = trace->length;
  chart->steps = memory_new(trace->length + 1, sizeof *chart->steps);
  for (unsigned i = 0; i < trace->length; i++) {
    struct lifeline_step step = lifeline_step_of(machine, trace_state(trace, i), trace->labels[i],
                                                 trace_state(trace, i + 1));
    for (unsigned e = 0; e < step.event_count; e++) add_event(chart, &step.events[e], i + 1);
    chart->steps[i] = step_of(&step);
    lifeline_step_clear(&step);
  }
}

/* --- what matters --- */

static bool same_place(const char *a, const char *b) { return a && b && text_equal(a, b); }

/* Does the step change that place of the lifeline?  NULL: any. */
static bool changes(const struct chart_step *step, unsigned lifeline, const char *place) {
  for (unsigned i = 0; i < step->change_count; i++)
    if (step->changes[i].lifeline == lifeline &&
        (!place || same_place(step->changes[i].place, place)))
      return true;
  return false;
}

static void mark_last_change(struct chart *chart, unsigned before, unsigned lifeline,
                             const char *place) {
  for (unsigned i = before; i-- > 0;)
    if (changes(&chart->steps[i], lifeline, place)) {
      chart->steps[i].matters = true;
      return;
    }
}

static void mark_roots(struct chart *chart, bool of_all) {
  const struct chart_step *last = &chart->steps[chart->breaks - 1];
  chart->steps[chart->breaks - 1].matters = true;
  for (unsigned lifeline = 0; lifeline < chart->lifeline_count; lifeline++) {
    if (of_all) mark_last_change(chart, chart->breaks, lifeline, NULL);
    for (unsigned i = 0; i < last->change_count; i++)
      if (last->changes[i].place)
        mark_last_change(chart, chart->breaks, lifeline, last->changes[i].place);
  }
}

static void mark_senders(struct chart *chart, unsigned step) {
  for (unsigned i = 0; i < chart->message_count; i++) {
    const struct chart_message *message = &chart->messages[i];
    if (message->taken == step + 1 && message->sent) chart->steps[message->sent - 1].matters = true;
  }
}

static void mark_what_matters(struct chart *chart, bool of_all) {
  if (!chart->breaks) {
    for (unsigned i = 0; i < chart->step_count; i++) chart->steps[i].matters = true;
    return;
  }
  mark_roots(chart, of_all);
  for (unsigned i = chart->breaks; i-- > 0;) {
    const struct chart_step *step = &chart->steps[i];
    if (!step->matters) continue;
    mark_senders(chart, i);
    for (unsigned c = 0; c < step->change_count; c++)
      mark_last_change(chart, i, step->changes[c].lifeline, step->changes[c].place);
    if (step->lifeline != CHART_ALL && !step->change_count)
      mark_last_change(chart, i, step->lifeline, NULL);
  }
}

/* --- whole runs --- */

static struct chart chart_of(const struct machine *machine, const struct trace *trace,
                             struct violation *violation) {
  struct chart chart = { .lifeline_count = lifelines_count(machine), .breaks = violation->step };
  chart.lifelines = memory_new(chart.lifeline_count, sizeof *chart.lifelines);
  chart.is_core = memory_new(chart.lifeline_count, sizeof *chart.is_core);
  for (unsigned i = 0; i < chart.lifeline_count; i++) {
    struct text name = { 0 };
    lifelines_add_name(&name, machine, i);
    chart.is_core[i] = lifelines_is_core(machine, i);
    chart.lifelines[i] = taken(&name);
  }
  chart.broken = lines_of(violation->text.bytes, &chart.broken_count);
  violation_clear(violation);
  struct text newest = { 0 };
  lifelines_add_newest(&newest, machine, trace_state(trace, trace->length));
  chart.newest = newest.bytes;
  add_steps(&chart, machine, trace);
  add_states(&chart, machine, trace);
  return chart;
}

static char *title_of(const struct subject *subject, const char *what) {
  struct printing printing;
  FILE *out = printing_begin(&printing);
  subject_print(out, subject);
  fprintf(out, ": %s", what);
  return printing_take(&printing);
}

/* Names the end of the run: "swmr is broken". */
static char *end_of(const struct counterexample *counterexample) {
  const struct model *model = machine_model(counterexample->machine);
  unsigned property = counterexample->trace->property;
  if (property >= PROPERTIES) return memory_format("a run");
  if (property == PROPERTY_WITNESS) return memory_format("the outcome is reached");
  if (property == PROPERTY_OUTCOME) return memory_format("a forbidden outcome is reached");
  if (property == PROPERTY_DEADLOCK) return memory_format("deadlock");
  return memory_format("%s is broken", model->property_name(model, property));
}

struct chart chart_of_run(const struct counterexample *counterexample) {
  unsigned property = counterexample->trace->property;
  struct violation violation = { 0 };
  if (property < PROPERTIES)
    violation = violation_of(counterexample->machine, counterexample->trace);
  struct chart chart = chart_of(counterexample->machine, counterexample->trace, &violation);
  char *end = end_of(counterexample);
  chart.title = title_of(&counterexample->subject, end);
  memory_free(end);
  mark_what_matters(&chart, property == PROPERTY_WITNESS || property == PROPERTY_OUTCOME ||
                                property == PROPERTY_DEADLOCK);
  return chart;
}

struct chart chart_of_lasso(const struct liveness_answer *answer) {
  const struct lasso *lasso = answer->progress.lasso;
  struct violation why = violation_of_lasso(answer->machine, &lasso->trace, lasso->loop);
  struct chart chart = chart_of(answer->machine, &lasso->trace, &why);
  chart.breaks = 0;
  chart.loop = lasso->loop < lasso->trace.length ? lasso->loop + 1 : 0;
  chart.title = title_of(&answer->subject, chart.loop ? "it goes on for ever without what must come"
                                                      : "it ends without what must come");
  mark_what_matters(&chart, false);
  return chart;
}
