/* Mermaid has no messages under way: a message is drawn where it is taken, and one that nobody
 * takes where it is sent, with a cross.  What is special in its texts is written as an entity. */
#include "report/draw/chart_mermaid.h"

#include <string.h>
#include "base/text.h"

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) {
    if (*text == '\n') fputs("<br/>", out);
    else if (strchr("#;<>\"{}%&", *text)) fprintf(out, "#%d;", *text);
    else if ((unsigned char)*text >= ' ') fputc(*text, out);
  }
}

static void put_message(FILE *out, const struct chart_message *message) {
  static const char *const arrows[] = { "->>", "-->>", "->>" };
  bool lost = message->taken == CHART_NEVER;
  fprintf(out, "    l%u%sl%u: ", message->from, lost ? "-x" : arrows[message->kind], message->to);
  put_text(out, message->text);
  fputs(lost ? " (in flight at the end)\n" : "\n", out);
}

static void put_note(FILE *out, const struct chart_change *change) {
  fprintf(out, "    Note over l%u: ", change->lifeline);
  if (change->place) {
    put_text(out, change->place);
    fputs(": ", out);
  }
  put_text(out, change->text);
  fputc('\n', out);
}

static void put_over_all(FILE *out, const struct chart *chart) {
  fputs("    Note over l0", out);
  if (chart->lifeline_count > 1) fprintf(out, ",l%u", chart->lifeline_count - 1);
  fputs(": ", out);
}

static void put_broken(FILE *out, const struct chart *chart) {
  if (!chart->broken_count) return;
  put_over_all(out, chart);
  for (unsigned i = 0; i < chart->broken_count; i++) {
    if (i) fputs("<br/>", out);
    put_text(out, chart->broken[i]);
  }
  if (chart->newest) {
    fputs("<br/>newest values: ", out);
    put_text(out, chart->newest);
  }
  fputc('\n', out);
}

/* The number of the step, what it is, and the sources of its rows. */
static void put_head(FILE *out, const struct chart *chart, unsigned step) {
  put_over_all(out, chart);
  fprintf(out, "%u. ", step);
  put_text(out, chart->steps[step - 1].text);
  if (step == chart->breaks) fputs(" (THIS BREAKS THE PROPERTY)", out);
  for (unsigned i = 0; i < chart->steps[step - 1].row_count; i++)
    if (chart->steps[step - 1].rows[i].cite) {
      fputs("<br/>", out);
      put_text(out, chart->steps[step - 1].rows[i].cite);
    }
  fputc('\n', out);
}

static void put_step(FILE *out, const struct chart *chart, unsigned step) {
  const struct chart_step *drawn = &chart->steps[step - 1];
  bool breaks = step == chart->breaks;
  if (breaks) fputs("    rect rgb(255, 233, 231)\n", out);
  put_head(out, chart, step);
  for (unsigned i = 0; i < chart->message_count; i++)
    if (chart->messages[i].taken == step && chart->messages[i].kind != CHART_ANSWER)
      put_message(out, &chart->messages[i]);
  for (unsigned i = 0; i < drawn->change_count; i++) put_note(out, &drawn->changes[i]);
  for (unsigned i = 0; i < chart->message_count; i++)
    if (chart->messages[i].sent == step &&
        (chart->messages[i].kind == CHART_ANSWER || chart->messages[i].taken == CHART_NEVER))
      put_message(out, &chart->messages[i]);
  if (breaks) put_broken(out, chart);
  if (breaks) fputs("    end\n", out);
}

/* What the lifelines hold at the start. */
static void put_start(FILE *out, const struct chart *chart) {
  for (unsigned i = 0; chart->states && i < chart->lifeline_count; i++) {
    if (!*chart->states[i]) continue;
    fprintf(out, "    Note over l%u: ", i);
    put_text(out, chart->states[i]);
    fputc('\n', out);
  }
}

void chart_mermaid(FILE *out, const struct chart *chart) {
  fputs("---\ntitle: \"", out);
  for (const char *at = chart->title; *at; at++)
    fputs(*at == '"' ? "'" : *at == '\\' ? "/" : (const char[2]){ *at, 0 }, out);
  fputs("\"\n---\nsequenceDiagram\n", out);
  for (unsigned i = 0; i < chart->lifeline_count; i++)
    fprintf(out, "    %s l%u as %s\n", chart->is_core[i] ? "actor" : "participant", i,
            chart->lifelines[i]);
  put_start(out, chart);
  for (unsigned step = 1; step <= chart->step_count; step++) {
    if (step == chart->loop) fputs("    loop for ever\n", out);
    put_step(out, chart, step);
  }
  if (chart->loop) fputs("    end\n", out);
  if (!chart->breaks) put_broken(out, chart);
}
