#include "report/draw/chart.h"

#include "base/memory.h"

static void free_texts(char **texts, unsigned count) {
  for (unsigned i = 0; i < count; i++) memory_free(texts[i]);
  memory_free(texts);
}

static void step_clear(struct chart_step *step) {
  memory_free(step->text);
  for (unsigned i = 0; i < step->row_count; i++) {
    memory_free(step->rows[i].text);
    memory_free(step->rows[i].cite);
  }
  memory_free(step->rows);
  for (unsigned i = 0; i < step->change_count; i++) {
    memory_free(step->changes[i].place);
    memory_free(step->changes[i].text);
  }
  memory_free(step->changes);
}

void chart_clear(struct chart *chart) {
  memory_free(chart->title);
  memory_free(chart->newest);
  free_texts(chart->broken, chart->broken_count);
  free_texts(chart->states, chart->states ? (chart->step_count + 1) * chart->lifeline_count : 0);
  free_texts(chart->lifelines, chart->lifeline_count);
  for (unsigned i = 0; i < chart->step_count; i++) step_clear(&chart->steps[i]);
  memory_free(chart->steps);
  memory_free(chart->is_core);
  for (unsigned i = 0; i < chart->message_count; i++) memory_free(chart->messages[i].text);
  memory_free(chart->messages);
  *chart = (struct chart){ 0 };
}

bool chart_shows(const struct chart *chart, unsigned step, bool fold) {
  return !fold || chart->steps[step - 1].matters || (chart->loop && step >= chart->loop);
}

void chart_add_message(struct chart *chart, struct chart_message message) {
  chart->messages =
      memory_resize(chart->messages, chart->message_count + 1, sizeof *chart->messages);
  chart->messages[chart->message_count++] = message;
}

void chart_take_message(struct chart *chart, struct chart_message message) {
  for (unsigned i = 0; i < chart->message_count; i++) {
    struct chart_message *sent = &chart->messages[i];
    if (sent->taken != CHART_NEVER || sent->identity != message.identity) continue;
    sent->taken = message.taken;
    memory_free(message.text);
    return;
  }
  chart_add_message(chart, message);
}
