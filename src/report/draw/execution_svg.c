#include "report/draw/execution_svg.h"

#include <math.h>
#include "base/printing.h"
#include "base/text.h"
#include "report/draw/execution_layout.h"

enum {
  MARGIN = 16,
  WIDTH_MIN = 460, /* so that titles have room */
  TITLE_LINE = 20, /* heights of lines of text */
  WORDS_LINE = 15,
  BETWEEN = 26, /* two graphs */
  PARAGRAPH_LINES_MAX = 6,
  SAMPLE = 44 /* width of a line in the legend */
};

static const struct {
  const char *line, *head, *text, *pattern;
} looks[EXECUTION_STYLES] = {
  [EXECUTION_THIN] = { "line ink-0", "head fill-0", "small fill-0", "" },
  [EXECUTION_SOLID] = { "line ink-1", "head fill-1", "small fill-1", "" },
  [EXECUTION_DASHED] = { "line ink-2 dashed", "head fill-2", "small fill-2", " dashed" },
  [EXECUTION_DASH_DOT] = { "line ink-3 dash-dot", "head fill-3", "small fill-3", " dash-dot" },
  [EXECUTION_DOTTED] = { "line ink-4 dotted", "head fill-4", "small fill-4", " dotted" },
  [EXECUTION_LONG_DASH] = { "line ink-4 long-dash", "head fill-4", "small fill-4", " long-dash" },
  [EXECUTION_DASH_DOT_DOT] = { "line ink-4 dash-dot-dot", "head fill-4", "small fill-4",
                               " dash-dot-dot" }
};

/* A graph, its place in the drawing, and all text around it in lines. */
struct figure {
  const struct execution_graph *graph;
  struct execution_layout layout;
  struct text_lines title, words, notes;
  double width, y;
};

/* --- in words --- */

static void tell_event(struct text *words, const struct execution_node *event) {
  text_add(words, " %s: %s;", event->name, event->about ? event->about : event->text);
}

static void tell_edges(struct text *words, const struct execution_graph *graph, bool in_cycle) {
  for (size_t i = 0; i < graph->edges.length; i++) {
    const struct execution_edge *edge = &graph->edges.items[i];
    if (edge->in_cycle != in_cycle) continue;
    text_add(words, " %s from %s to %s;", edge->label, graph->events.items[edge->from].name,
             graph->events.items[edge->to].name);
  }
}

static void tell(struct text *words, const struct execution_graph *graph) {
  text_add(words, "%s.", graph->title);
  for (size_t i = 0; i < graph->lines.length; i++) text_add(words, " %s", graph->lines.items[i]);
  if (!graph->events.length) return;
  text_add(words, " Events:");
  for (size_t i = 0; i < graph->events.length; i++) tell_event(words, &graph->events.items[i]);
  if (graph->thick) {
    text_add(words, " %s:", graph->thick);
    tell_edges(words, graph, true);
  }
  text_add(words, " Other edges:");
  tell_edges(words, graph, false);
  text_add(words, "\n");
}

/* --- parts --- */

static void draw_event(struct svg *svg, const struct figure *figure, unsigned index) {
  const struct execution_node *event = &figure->graph->events.items[index];
  const struct execution_box *box = &figure->layout.boxes[index];
  double y = figure->y + box->y;
  double base = y + (box->height - box->lines.count * EXECUTION_TEXT_LINE) / 2 + 11.5;
  svg_open_with(svg, "event", event->about, "data-event=\"%s\"", event->name);
  svg_rectangle(svg, event->column == EXECUTION_INITIAL ? "plain-box" : "box", MARGIN + box->x, y,
                box->width, box->height, event->column == EXECUTION_INITIAL ? 10 : 3);
  for (unsigned i = 0; i < box->lines.count; i++)
    svg_text(svg, NULL, SVG_START, MARGIN + box->x + EXECUTION_BOX_PADDING,
             base + i * EXECUTION_TEXT_LINE, box->lines.items[i]);
  svg_close(svg);
}

/* A corner from a level piece to an upright one, or back, is round. */
static void add_corner(struct text *path, struct execution_point before, struct execution_point at,
                       struct execution_point after) {
  double in = fmin(4, hypot(at.x - before.x, at.y - before.y) / 2);
  double out = fmin(4, hypot(after.x - at.x, after.y - at.y) / 2);
  double in_length = hypot(at.x - before.x, at.y - before.y);
  double out_length = hypot(after.x - at.x, after.y - at.y);
  if (in_length == 0 || out_length == 0) return;
  text_add(path, "L%.1f %.1f", at.x + (before.x - at.x) * in / in_length,
           at.y + (before.y - at.y) * in / in_length);
  text_add(path, "Q%.1f %.1f %.1f %.1f", at.x, at.y, at.x + (after.x - at.x) * out / out_length,
           at.y + (after.y - at.y) * out / out_length);
}

static bool is_straight(struct execution_point a, struct execution_point b) {
  return a.x == b.x || a.y == b.y;
}

static char *path_of(const struct figure *figure, const struct execution_line *line) {
  struct text path = { 0 };
  size_t count = line->points.length;
  struct execution_point *points = memory_new(count, sizeof *points);
  for (size_t i = 0; i < count; i++)
    points[i] = (struct execution_point){ line->points.items[i].x + MARGIN,
                                          line->points.items[i].y + figure->y };
  text_add(&path, "M%.1f %.1f", points[0].x, points[0].y);
  for (size_t i = 1; i < count; i++) {
    struct execution_point a = points[i - 1], b = points[i];
    double middle = (a.x + b.x) / 2;
    if (!is_straight(a, b))
      text_add(&path, "C%.1f %.1f %.1f %.1f %.1f %.1f", middle, a.y, middle, b.y, b.x, b.y);
    else if (i + 1 < count && is_straight(b, points[i + 1]) &&
             (a.x == b.x) != (b.x == points[i + 1].x))
      add_corner(&path, a, b, points[i + 1]);
    else text_add(&path, "L%.1f %.1f", b.x, b.y);
  }
  memory_free(points);
  return path.bytes;
}

static void open_edge(struct svg *svg, const struct figure *figure,
                      const struct execution_line *line) {
  const struct execution_graph *graph = figure->graph;
  const char *from = graph->events.items[line->from].name;
  const char *to = graph->events.items[line->to].name;
  struct text labels = { 0 };
  struct printing printing;
  struct text title = { 0 };
  for (size_t i = 0; i < graph->edges.length; i++) {
    const struct execution_edge *edge = &graph->edges.items[i];
    if (edge->from != line->from || edge->to != line->to) continue;
    text_add(&labels, "%s%s", labels.length ? "@" : "", edge->label);
    text_add(&title, "%s%s", title.length ? ", " : "", edge->label);
  }
  text_add(&title, " from %s to %s", from, to);
  svg_escape(printing_begin(&printing), labels.bytes);
  svg_open_with(svg, "edge", title.bytes, "data-from=\"%s\" data-to=\"%s\" data-labels=\"%s\"%s",
                from, to, printing_end(&printing), line->in_cycle ? " data-cycle=\"1\"" : "");
  printing_free(&printing);
  text_free(&labels);
  text_free(&title);
}

static void draw_edge(struct svg *svg, const struct figure *figure,
                      const struct execution_line *line) {
  enum execution_style style = figure->graph->edges.items[line->first].style;
  char *path = path_of(figure, line);
  char *thick = memory_format("bad-line%s", looks[style].pattern);
  struct execution_point end = line->points.items[line->points.length - 1];
  struct execution_point before = line->points.items[line->points.length - 2];
  open_edge(svg, figure, line);
  svg_path(svg, line->in_cycle ? thick : looks[style].line, "%s", path);
  svg_arrow_head(svg, line->in_cycle ? "bad-head" : looks[style].head, end.x + MARGIN,
                 end.y + figure->y, before.x + MARGIN, before.y + figure->y);
  for (unsigned i = 0; i < line->label.count; i++)
    svg_text(svg, line->in_cycle ? "small bad bold" : looks[style].text,
             line->label_left ? SVG_END : SVG_START, MARGIN + line->label_x,
             figure->y + line->label_y + i * EXECUTION_LABEL_LINE, line->label.items[i]);
  svg_close(svg);
  memory_free(thick);
  memory_free(path);
}

static double draw_lines(struct svg *svg, const char *classes, const struct text_lines *lines,
                         double y, double height) {
  for (unsigned i = 0; i < lines->count; i++, y += height)
    svg_text(svg, classes, SVG_START, MARGIN, y + height - 4, lines->items[i]);
  return y;
}

static unsigned characters(double width, double size) {
  return (unsigned)((width - 2 * MARGIN) / (size * SVG_CHARACTER));
}

/* --- the legend --- */

struct legend {
  struct svg *svg; /* NULL: it is only measured */
  double x, y, width;
};

static void add_entry(struct legend *legend, const char *line, const char *head, const char *label,
                      const char *words) {
  char *words_too = memory_format("%s%s%s", label, words ? ": " : "", words ? words : "");
  struct text_lines lines = { 0 };
  lines_add(&lines, words_too, characters(legend->width - SAMPLE - 8, SVG_SMALL_SIZE));
  const char *text = lines.count ? lines.items[0] : "";
  double width = SAMPLE + 8 + svg_text_width(text, SVG_SMALL_SIZE) + 22;
  if (legend->x > MARGIN && legend->x + width > legend->width - MARGIN + 22)
    legend->x = MARGIN, legend->y += WORDS_LINE;
  if (legend->svg) {
    svg_line(legend->svg, line, legend->x, legend->y + 8, legend->x + SAMPLE - 4, legend->y + 8);
    svg_arrow_head(legend->svg, head, legend->x + SAMPLE, legend->y + 8, legend->x, legend->y + 8);
    svg_text(legend->svg, "small", SVG_START, legend->x + SAMPLE + 6, legend->y + 11.5, text);
  }
  legend->x += width;
  lines_clear(&lines);
  memory_free(words_too);
}

/* Returns the y below it. */
static double draw_legend(struct svg *svg, const struct execution_graph *graph, double y,
                          double width) {
  struct legend legend = { svg, MARGIN, y, width };
  if (!graph->relations.length && !graph->thick) return y;
  if (svg) svg_open(svg, "legend", "legend");
  for (size_t i = 0; i < graph->relations.length; i++) {
    const struct execution_relation *relation = &graph->relations.items[i];
    add_entry(&legend, looks[relation->style].line, looks[relation->style].head, relation->label,
              relation->words);
  }
  if (graph->thick) add_entry(&legend, "bad-line", "bad-head", "thick", graph->thick);
  if (svg) svg_close(svg);
  return legend.y + WORDS_LINE;
}

/* --- figures --- */

static double figure_height(const struct figure *figure, double width) {
  double height = figure->title.count * TITLE_LINE + figure->words.count * WORDS_LINE +
                  figure->notes.count * WORDS_LINE;
  if (figure->graph->events.length) height += 12 + figure->layout.height + 12;
  return height + draw_legend(NULL, figure->graph, 0, width);
}

/* Breaks the texts of all figures to the width. */
static void break_texts(struct figure *figure, double width) {
  const struct execution_graph *graph = figure->graph;
  lines_add(&figure->title, graph->title, characters(width, SVG_TITLE_SIZE));
  for (size_t i = 0; i < graph->lines.length; i++) {
    struct text_lines paragraph = { 0 };
    lines_add(&paragraph, graph->lines.items[i], characters(width, SVG_TEXT_SIZE));
    lines_limit(&paragraph, PARAGRAPH_LINES_MAX);
    for (unsigned k = 0; k < paragraph.count; k++)
      lines_add(&figure->words, paragraph.items[k], UINT32_MAX);
    lines_clear(&paragraph);
  }
  for (size_t i = 0; i < graph->notes.length; i++)
    lines_add(&figure->notes, graph->notes.items[i], characters(width, SVG_SMALL_SIZE));
}

static void draw_figure(struct svg *svg, struct figure *figure, double y, double width) {
  const struct execution_graph *graph = figure->graph;
  svg_open(svg, "execution", NULL);
  y = draw_lines(svg, "title", &figure->title, y, TITLE_LINE);
  y = draw_lines(svg, NULL, &figure->words, y, WORDS_LINE);
  if (graph->events.length) {
    figure->y = y + 12;
    for (size_t c = 0; c < graph->columns.length; c++)
      svg_text(svg, "bold", SVG_MIDDLE, MARGIN + figure->layout.column_x[c],
               figure->y + figure->layout.header_y, graph->columns.items[c]);
    for (unsigned thick = 0; thick < 2; thick++)
      for (size_t i = 0; i < figure->layout.lines.length; i++)
        if (figure->layout.lines.items[i].in_cycle == thick)
          draw_edge(svg, figure, &figure->layout.lines.items[i]);
    for (unsigned i = 0; i < graph->events.length; i++) draw_event(svg, figure, i);
    y = figure->y + figure->layout.height + 12;
  }
  y = draw_legend(svg, graph, y, width);
  draw_lines(svg, "small faint", &figure->notes, y, WORDS_LINE);
  svg_close(svg);
}

void execution_svg(FILE *out, enum svg_place place, const char *title,
                   const struct execution_graph *graphs, unsigned count) {
  struct figure *figures = memory_new(count + 1, sizeof *figures);
  struct text about = { 0 };
  double width = WIDTH_MIN, height = 2 * MARGIN, y = MARGIN;
  text_add(&about, "%s", count ? "" : title);
  for (unsigned i = 0; i < count; i++) {
    figures[i].graph = &graphs[i];
    figures[i].layout = execution_layout_of(&graphs[i]);
    width = fmax(width, figures[i].layout.width + 2 * MARGIN);
    tell(&about, &graphs[i]);
  }
  for (unsigned i = 0; i < count; i++) {
    break_texts(&figures[i], width);
    height += figure_height(&figures[i], width) + (i ? BETWEEN : 0);
  }
  struct svg svg = svg_begin(out, place, width, height, title, about.bytes);
  for (unsigned i = 0; i < count; i++) {
    if (i) svg_line(&svg, "thin", MARGIN, y - BETWEEN / 2.0, width - MARGIN, y - BETWEEN / 2.0);
    draw_figure(&svg, &figures[i], y, width);
    y += figure_height(&figures[i], width) + BETWEEN;
    execution_layout_clear(&figures[i].layout);
    lines_clear(&figures[i].title);
    lines_clear(&figures[i].words);
    lines_clear(&figures[i].notes);
  }
  svg_end(&svg);
  text_free(&about);
  memory_free(figures);
}
