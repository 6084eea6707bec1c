/* Explanations as graphs of executions.
 *
 * An initial write is drawn where an edge other than co touches it, or the cycle does.  That it is
 * first in co is always so; a note below the graph names those that are left out. */
#include "report/judge_drawing.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/printing.h"
#include "base/text.h"
#include "report/draw/execution_svg.h"
#include "report/judge_text.h"

struct adapting {
  const struct program *program;
  const struct explained *explained;
  struct execution_graph *graph;
  unsigned *index; /* by event: its index in the graph */
  bool *drawn;     /* by event */
};

static char *copy(const char *text) { return memory_copy_text(text, strlen(text)); }

/* A label, which may be an expression of several lines, in one line. */
static char *one_line(const char *label) {
  struct text line = { 0 };
  text_add(&line, "%s", "");
  for (; *label; label++) {
    bool space = strchr(" \t\n\r", *label) != NULL;
    if (!space) text_add_bytes(&line, label, 1);
    else if (line.length && line.bytes[line.length - 1] != ' ') text_add(&line, " ");
  }
  return line.bytes;
}

/* --- events --- */

static void find_drawn(struct adapting *adapting) {
  const struct explained *explained = adapting->explained;
  for (size_t i = 0; i < explained->events.length; i++)
    adapting->drawn[i] = explained->events.items[i].thread >= 0;
  for (size_t i = 0; i < explained->edges.length; i++) {
    const struct explained_edge *edge = &explained->edges.items[i];
    if (text_equal(edge->label, "co")) continue;
    adapting->drawn[edge->from] = adapting->drawn[edge->to] = true;
  }
  for (size_t i = 0; i < explained->steps.length; i++)
    adapting->drawn[explained->steps.items[i].from] =
        adapting->drawn[explained->steps.items[i].to] = true;
}

/* The label without "P0: ", which the column says. */
static const char *short_label(const struct explained_event *event) {
  const char *colon = event->thread >= 0 ? strstr(event->label, ": ") : NULL;
  return colon ? colon + 2 : event->label;
}

static void add_event(struct adapting *adapting, size_t e) {
  const struct explained_event *event = &adapting->explained->events.items[e];
  char *about =
      event->line ? memory_format("%s, line %u", event->label, event->line) : copy(event->label);
  adapting->index[e] = (unsigned)adapting->graph->events.length;
  vector_push(adapting->graph->events,
              (struct execution_node){ .name = copy(event->name),
                                       .text = copy(short_label(event)),
                                       .about = about,
                                       .column = event->thread < 0 ? EXECUTION_INITIAL
                                                                   : (unsigned)event->thread });
}

static void add_events(struct adapting *adapting) {
  const struct explained *explained = adapting->explained;
  struct text note = { 0 };
  for (size_t e = 0; e < explained->events.length; e++)
    if (adapting->drawn[e]) add_event(adapting, e);
    else
      text_add(&note, "%s%s: %s",
               note.length ? "; " : "Not drawn, but first in co: ", explained->events.items[e].name,
               explained->events.items[e].label);
  if (note.length) vector_push(adapting->graph->notes, note.bytes);
}

/* --- relations --- */

static const struct {
  const char *label, *words;
  enum execution_style style;
} known[] = { { "po", "program order", EXECUTION_THIN },
              { "rf", "reads from", EXECUTION_SOLID },
              { "co", "coherence order", EXECUTION_DASHED },
              { "fr", "from read: to later writes", EXECUTION_DASH_DOT },
              /* the parts of these between threads and within one */
              { "rfe", "reads from, other thread", EXECUTION_SOLID },
              { "rfi", "reads from, own thread", EXECUTION_SOLID },
              { "coe", "coherence order, other thread", EXECUTION_DASHED },
              { "coi", "coherence order, own thread", EXECUTION_DASHED },
              { "fre", "from read, other thread", EXECUTION_DASH_DOT },
              { "fri", "from read, own thread", EXECUTION_DASH_DOT } };

/* The style of a label, which the legend learns. */
static enum execution_style style_of(struct execution_graph *graph, const char *label) {
  static const enum execution_style others[] = { EXECUTION_DOTTED, EXECUTION_LONG_DASH,
                                                 EXECUTION_DASH_DOT_DOT };
  unsigned of_model = 0;
  for (size_t i = 0; i < graph->relations.length; i++) {
    const struct execution_relation *relation = &graph->relations.items[i];
    if (text_equal(relation->label, label)) return relation->style;
    of_model += !relation->words;
  }
  struct execution_relation relation = { .label = copy(label), .style = others[of_model % 3] };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (text_equal(known[i].label, label)) {
      relation.words = copy(known[i].words);
      relation.style = known[i].style;
    }
  vector_push(graph->relations, relation);
  return relation.style;
}

static size_t rank_of(const char *label) {
  size_t rank = 0;
  while (rank < sizeof known / sizeof *known && !text_equal(known[rank].label, label)) rank++;
  return rank;
}

static int by_rank(const void *one, const void *other) {
  const struct execution_relation *a = one, *b = other;
  size_t rank_a = rank_of(a->label), rank_b = rank_of(b->label);
  if (rank_a != rank_b) return rank_a < rank_b ? -1 : 1;
  return strcmp(a->label, b->label);
}

static void add_edge(struct adapting *adapting, const struct explained_edge *edge, bool in_cycle) {
  if (!adapting->drawn[edge->from] || !adapting->drawn[edge->to]) return;
  char *label = one_line(edge->label);
  vector_push(adapting->graph->edges,
              (struct execution_edge){ .from = adapting->index[edge->from],
                                       .to = adapting->index[edge->to],
                                       .label = label,
                                       .style = style_of(adapting->graph, label),
                                       .in_cycle = in_cycle });
}

/* A step of the cycle stands for the edges that it is. */
static void add_edges(struct adapting *adapting) {
  const struct explained *explained = adapting->explained;
  for (size_t i = 0; i < explained->edges.length; i++)
    if (!explanation_is_step(explained, &explained->edges.items[i]))
      add_edge(adapting, &explained->edges.items[i], false);
  for (size_t i = 0; i < explained->steps.length; i++)
    add_edge(adapting, &explained->steps.items[i], true);
  struct execution_graph *graph = adapting->graph;
  if (graph->relations.length)
    qsort(graph->relations.items, graph->relations.length, sizeof *graph->relations.items, by_rank);
}

/* --- words --- */

/* Each line that was printed is a paragraph. */
static void add_printed(struct execution_graph *graph, struct printing *printing) {
  char *line = printing_end(printing);
  for (char *end; (end = strchr(line, '\n')); line = end + 1)
    if (end > line) vector_push(graph->lines, memory_copy_text(line, (size_t)(end - line)));
  if (*line) vector_push(graph->lines, copy(line));
  printing_free(printing);
}

static const char *titled(const struct explanation *explanation) {
  if (explanation->verdict == EXPLAINED_UNDEFINED) return "an execution that raises the flag ";
  if (explanation->verdict == EXPLAINED_ALLOWED) return "an execution that ends so";
  return explanation->cases.length ? "" : "no execution to draw";
}

static char *title_of(const struct program *program, const char *model,
                      const struct explanation *explanation, size_t index) {
  const struct explained *explained =
      index < explanation->cases.length ? &explanation->cases.items[index] : NULL;
  char *number = explanation->cases.length > 1
                     ? memory_format(" (%zu of %zu)", index + 1, explanation->cases.length)
                     : copy("");
  char *title =
      explained && explained->axiom
          ? memory_format("%s, %s: forbidden by %s%s", program->name, model, explained->axiom,
                          number)
          : memory_format("%s, %s: %s%s%s", program->name, model, titled(explanation),
                          explanation->verdict == EXPLAINED_UNDEFINED ? explanation->flag : "",
                          number);
  memory_free(number);
  return title;
}

static bool is_cycle(const struct explained *explained) {
  size_t count = explained->steps.length;
  return count && explained->steps.items[count - 1].to == explained->steps.items[0].from;
}

static void add_steps(struct execution_graph *graph, const struct explained *explained) {
  struct printing printing;
  fprintf(printing_begin(&printing), "Thick: ");
  explanation_steps_print(printing.out, explained);
  vector_push(graph->lines, one_line(printing_end(&printing)));
  printing_free(&printing);
}

/* How often the axiom forbids, and the steps of the cycle. */
static void add_case_words(struct execution_graph *graph, const struct explained *explained) {
  if (explained->axiom && explained->executions > 1)
    vector_push(graph->lines, memory_format("It forbids %" PRIu64 " of them; this is an example.",
                                            explained->executions));
  if (!explained->steps.length) return;
  graph->thick = copy(is_cycle(explained) ? "the cycle" : "what the axiom forbids");
  add_steps(graph, explained);
}

static struct execution_graph graph_of(const struct program *program, const char *model,
                                       const struct condition *condition,
                                       const struct explanation *explanation, size_t index) {
  struct execution_graph graph = { .title = title_of(program, model, explanation, index) };
  struct printing printing;
  explanation_verdict_print(printing_begin(&printing), program, model, condition, explanation);
  add_printed(&graph, &printing);
  if (index >= explanation->cases.length) return graph;
  const struct explained *explained = &explanation->cases.items[index];
  struct adapting adapting = {
    .program = program,
    .explained = explained,
    .graph = &graph,
    .index = memory_new(explained->events.length + 1, sizeof *adapting.index),
    .drawn = memory_new(explained->events.length + 1, sizeof *adapting.drawn)
  };
  add_case_words(&graph, explained);
  for (unsigned t = 0; t < program->thread_count; t++)
    vector_push(graph.columns, memory_format("P%u", program->threads[t].id));
  find_drawn(&adapting);
  add_events(&adapting);
  add_edges(&adapting);
  memory_free(adapting.index);
  memory_free(adapting.drawn);
  return graph;
}

/* --- drawings --- */

void judge_drawing_add(struct judge_drawing *drawing, const struct program *program,
                       const char *model, const struct condition *condition,
                       const struct explanation *explanation) {
  size_t count = explanation->cases.length ? explanation->cases.length : 1;
  for (size_t i = 0; i < count; i++)
    vector_push(drawing->graphs, graph_of(program, model, condition, explanation, i));
}

void judge_drawing_svg(FILE *out, enum svg_place place, const struct judge_drawing *drawing) {
  size_t count = drawing->graphs.length;
  execution_svg(out, place, count == 1 ? drawing->graphs.items[0].title : "Executions",
                drawing->graphs.items, (unsigned)count);
}

void judge_drawing_clear(struct judge_drawing *drawing) {
  for (size_t i = 0; i < drawing->graphs.length; i++)
    execution_graph_clear(&drawing->graphs.items[i]);
  vector_free(drawing->graphs);
}

void explanation_svg(FILE *out, enum svg_place place, const struct program *program,
                     const char *model, const struct condition *condition,
                     const struct explanation *explanation) {
  struct judge_drawing drawing = { 0 };
  judge_drawing_add(&drawing, program, model, condition, explanation);
  judge_drawing_svg(out, place, &drawing);
  judge_drawing_clear(&drawing);
}

void explanation_case_svg(FILE *out, enum svg_place place, const struct program *program,
                          const char *model, const struct condition *condition,
                          const struct explanation *explanation, size_t index) {
  struct judge_drawing drawing = { 0 };
  vector_push(drawing.graphs, graph_of(program, model, condition, explanation, index));
  judge_drawing_svg(out, place, &drawing);
  judge_drawing_clear(&drawing);
}
