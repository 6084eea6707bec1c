/* A message that is taken is the oldest of those under way that have its identity.
 *
 * A step matters if the step that breaks the property depends on it.  What the property is about
 * comes first: the last changes of the line at issue, everywhere; of an outcome or a deadlock, the
 * last changes of each lifeline.  A step that matters depends on the steps that changed what it
 * changes or looks up, and on the sender of the message that it takes. */
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

struct under_way {
  uint64_t identity;
  unsigned message; /* in the chart */
};

struct messages {
  struct chart *chart;
  struct under_way *under_way;
  unsigned under_way_count;
};

static unsigned add_arrow(struct chart *chart, int kind, struct lifeline_event *event,
                          unsigned sent, unsigned arrives) {
  chart->messages =
      memory_resize(chart->messages, chart->message_count + 1, sizeof *chart->messages);
  struct chart_message *message = &chart->messages[chart->message_count];
  *message = (struct chart_message){ .from = event->from,
                                     .to = event->to,
                                     .sent = sent,
                                     .taken = arrives,
                                     .text = taken(&event->text) };
  message->kind = kind;
  return chart->message_count++;
}

/* The arrow of the message that a step takes ends there. */
static void take_message(struct messages *messages, struct lifeline_event *event, unsigned step) {
  for (unsigned i = 0; i < messages->under_way_count; i++) {
    if (messages->under_way[i].identity != event->identity) continue;
    messages->chart->messages[messages->under_way[i].message].taken = step;
    messages->under_way_count--;
    memmove(&messages->under_way[i], &messages->under_way[i + 1],
            (messages->under_way_count - i) * sizeof *messages->under_way);
    return;
  }
  add_arrow(messages->chart, CHART_MESSAGE, event, 0, step);
}

static void send_message(struct messages *messages, struct lifeline_event *event, unsigned step) {
  uint64_t identity = event->identity;
  unsigned message = add_arrow(messages->chart, CHART_MESSAGE, event, step, CHART_NEVER);
  messages->under_way = memory_resize(messages->under_way, messages->under_way_count + 1,
                                      sizeof *messages->under_way);
  messages->under_way[messages->under_way_count++] = (struct under_way){ identity, message };
}

static void add_events(struct messages *messages, struct lifeline_step *step, unsigned number) {
  for (unsigned i = 0; i < step->event_count; i++) {
    struct lifeline_event *event = &step->events[i];
    switch (event->kind) {
    case LIFELINE_ISSUES: add_arrow(messages->chart, CHART_REQUEST, event, number, number); break;
    case LIFELINE_ANSWERS: add_arrow(messages->chart, CHART_ANSWER, event, number, number); break;
    case LIFELINE_SENDS: send_message(messages, event, number); break;
    case LIFELINE_TAKES: take_message(messages, event, number); break;
    }
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
  struct messages messages = { .chart = chart };
  chart->step_count = trace->length;
  chart->steps = memory_new(trace->length + 1, sizeof *chart->steps);
  for (unsigned i = 0; i < trace->length; i++) {
    struct lifeline_step step = lifeline_step_of(machine, trace_state(trace, i), trace->labels[i],
                                                 trace_state(trace, i + 1));
    add_events(&messages, &step, i + 1);
    chart->steps[i] = step_of(&step);
    lifeline_step_clear(&step);
  }
  memory_free(messages.under_way);
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
  const char *text = printing_end(&printing);
  char *title = memory_copy_text(text, printing.length);
  printing_free(&printing);
  return title;
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
