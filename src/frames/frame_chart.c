/* Lifelines are GPUs, and the scheduler.  Channels keep their order: a packet that is taken is the
 * oldest of those under way between the two. */
#include "frames/frame_chart.h"

#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "frames/describe.h"
#include "frames/report.h"

/* Between two controllers packets keep their order. */
static struct chart_message packet(unsigned from, unsigned to, unsigned sent, unsigned arrives,
                                   char *text) {
  return (struct chart_message){
    CHART_MESSAGE, from, to, sent, arrives, text, (uint64_t)from << 32 | to
  };
}

/* A line for each piece that changes. */
static char *pieces_in_lines(char *text) {
  for (char *at = text; (at = strstr(at, "; "));) {
    memmove(at, at + 1, strlen(at));
    *at = '\n';
  }
  return text;
}

static void add_step(struct chart *chart, struct compositor_step *taken, unsigned number) {
  struct chart_step *step = &chart->steps[number - 1];
  *step = (struct chart_step){ .lifeline = taken->lifeline,
                               .text = taken->text,
                               .matters = true,
                               .row_count = taken->row != NULL,
                               .change_count = taken->change_count };
  step->rows = memory_new(1, sizeof *step->rows);
  step->rows[0] = (struct chart_row){ taken->row, taken->cite };
  step->changes = memory_new(taken->change_count + 1, sizeof *step->changes);
  for (unsigned i = 0; i < taken->change_count; i++)
    step->changes[i] = (struct chart_change){ taken->changes[i].lifeline, NULL,
                                              pieces_in_lines(taken->changes[i].text), false };
  if (taken->packet)
    chart_take_message(chart, packet(taken->from, taken->lifeline, 0, number, taken->packet));
  for (unsigned i = 0; i < taken->send_count; i++)
    chart_add_message(chart, packet(taken->lifeline, taken->sends[i].lifeline, number, CHART_NEVER,
                                    taken->sends[i].text));
}

static void add_lifelines(struct chart *chart, const struct compositor *compositor) {
  struct printing printing;
  chart->lifeline_count = compositor_lifelines(compositor);
  chart->lifelines = memory_new(chart->lifeline_count, sizeof *chart->lifelines);
  chart->is_core = memory_new(chart->lifeline_count, sizeof *chart->is_core);
  for (unsigned i = 0; i < chart->lifeline_count; i++) {
    compositor_put_lifeline(printing_begin(&printing), compositor, i);
    chart->lifelines[i] = printing_take(&printing);
  }
}

static void add_states(struct chart *chart, const struct compositor *compositor,
                       const struct trace *trace) {
  struct printing printing;
  chart->states =
      memory_new((size_t)(trace->length + 1) * chart->lifeline_count, sizeof *chart->states);
  for (unsigned i = 0; i <= trace->length; i++)
    for (unsigned l = 0; l < chart->lifeline_count; l++) {
      compositor_put_held(printing_begin(&printing), compositor, l, trace_state(trace, i));
      chart->states[i * chart->lifeline_count + l] = printing_take(&printing);
    }
}

struct chart chart_of_frame_run(const struct setting *setting, const struct frame *frame,
                                const struct frame_run *run) {
  const struct trace *trace = run->trace;
  struct chart chart = { .step_count = trace->length };
  struct printing printing;
  frame_run_title_print(printing_begin(&printing), setting, frame, run);
  chart.title = printing_take(&printing);
  if (trace->property != COMPOSES_WITNESS) {
    const struct model *model = &run->compositor->model;
    chart.breaks = trace->length;
    chart.broken = memory_new(1, sizeof *chart.broken);
    chart.broken[chart.broken_count++] =
        memory_format("step %u leads to a state that breaks %s", trace->length,
                      model->property_name(model, trace->property));
  }
  add_lifelines(&chart, run->compositor);
  chart.steps = memory_new(trace->length + 1, sizeof *chart.steps);
  for (unsigned i = 0; i < trace->length; i++) {
    struct compositor_step step = compositor_step_of(run->compositor, trace_state(trace, i),
                                                     trace->labels[i], trace_state(trace, i + 1));
    add_step(&chart, &step, i + 1);
  }
  add_states(&chart, run->compositor, trace);
  return chart;
}
