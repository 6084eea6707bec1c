#include "report/draw/chart_svg.h"

#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/draw/chart_layout.h"

/* --- lifelines --- */

static void put_header(struct svg *svg, const struct chart_layout *layout, double y) {
  const struct chart *chart = layout->chart;
  for (unsigned i = 0; i < chart->lifeline_count; i++) {
    double x = chart_layout_x(layout, i), width = layout->gap - 18;
    svg_rectangle(svg, "box", x - width / 2, y, width, CHART_HEADER - 8,
                  chart->is_core[i] ? 11 : 0);
    svg_text(svg, "bold", SVG_MIDDLE, x, y + 15, chart->lifelines[i]);
  }
}

static void put_lifelines(struct svg *svg, const struct chart_layout *layout) {
  for (unsigned i = 0; i < layout->chart->lifeline_count; i++)
    svg_line(svg, "thin", chart_layout_x(layout, i), layout->start_y - 8, chart_layout_x(layout, i),
             layout->end_y);
}

/* --- boxes --- */

static void put_box(struct svg *svg, const struct chart_layout *layout, const struct chart_box *box,
                    const char *classes) {
  double width = layout->gap - 14, x = chart_layout_x(layout, box->lifeline) - width / 2;
  if (!box->lines.count) return;
  svg_rectangle(svg, classes, x, box->y, width, box->height, 0);
  for (unsigned i = 0; i < box->lines.count; i++)
    svg_text(svg, i == 0 && box->of_state ? "small bold" : "small", SVG_START, x + 4,
             box->y + (i + 1) * CHART_LINE, box->lines.items[i]);
}

static void put_states(struct svg *svg, const struct chart_layout *layout,
                       const struct chart_box *boxes, const char *word) {
  for (unsigned i = 0; i < layout->chart->lifeline_count; i++)
    put_box(svg, layout, &boxes[i], "plain-box");
  svg_text(svg, "small faint", SVG_START, 8, boxes[0].y + CHART_LINE, word);
}

/* --- arrows --- */

/* A label above the arrow.  It begins at the sender's side, and stays among the lifelines. */
static void put_label(struct svg *svg, const struct chart_layout *layout, const char *classes,
                      double from_x, double to_x, double y, const char *text) {
  double width = svg_text_width(text, SVG_SMALL_SIZE), x = fmin(from_x, to_x) + 8;
  double right = layout->side - 6, middle = (from_x + to_x) / 2 - width / 2;
  if (fabs(to_x - from_x) < layout->gap * 1.5) x = middle;
  if (x + width > right) x = right - width;
  if (x < CHART_LEFT) x = CHART_LEFT;
  svg_rectangle(svg, "paper", x - 2, y - 13, width + 4, 11, 0);
  svg_text(svg, classes, SVG_START, x, y - 4, text);
}

static void put_arrow(struct svg *svg, const struct chart_layout *layout, unsigned number) {
  const struct chart_message *message = &layout->chart->messages[number];
  const struct chart_arrow *arrow = &layout->arrows[number];
  if (!arrow->drawn) return;
  double from_x = chart_layout_x(layout, message->from), to_x = chart_layout_x(layout, message->to);
  bool dashed = message->kind == CHART_ANSWER;
  const char *line = dashed ? "line dashed" : "line";
  if (message->taken == CHART_NEVER)
    svg_open_with(svg, "message", message->text, "data-sent=\"%u\"", message->sent);
  else
    svg_open_with(svg, "message", message->text, "data-sent=\"%u\" data-taken=\"%u\"",
                  message->sent, message->taken);
  if (arrow->x != from_x) { /* it goes down in its lane */
    if (arrow->begins_above) svg_circle(svg, "open", arrow->x, arrow->from_y, 3);
    else {
      svg_circle(svg, "head", from_x, arrow->from_y, 2.5);
      svg_line(svg, line, from_x, arrow->from_y, arrow->x, arrow->from_y);
    }
    svg_line(svg, line, arrow->x, arrow->from_y + (arrow->begins_above ? 3 : 0), arrow->x,
             arrow->y - (arrow->ends_open ? 3 : 0));
  }
  if (arrow->ends_open) {
    svg_circle(svg, "open", arrow->x, arrow->y, 3);
  } else {
    svg_line(svg, line, arrow->x, arrow->y, to_x, arrow->y);
    svg_arrow_head(svg, "head", to_x, arrow->y, arrow->x, arrow->y);
  }
  svg_close(svg);
}

static void put_arrow_label(struct svg *svg, const struct chart_layout *layout, unsigned number) {
  const struct chart_message *message = &layout->chart->messages[number];
  const struct chart_arrow *arrow = &layout->arrows[number];
  if (!arrow->drawn || arrow->ends_open) return;
  put_label(svg, layout, "small", arrow->x, chart_layout_x(layout, message->to), arrow->y,
            message->text);
}

/* --- steps --- */

/* Does the text about what is broken name the step: "step 12"? */
static bool is_named(const struct chart *chart, unsigned step) {
  char name[24];
  int length = snprintf(name, sizeof name, "step %u", step);
  for (unsigned i = 0; i < chart->broken_count; i++)
    for (const char *at = chart->broken[i]; (at = strstr(at, name)); at++)
      if (at[length] < '0' || at[length] > '9') return true;
  return false;
}

static void put_octagon(struct svg *svg, const char *classes, double x, double y, double r) {
  double h = r * .414;
  svg_path(svg, classes, "M%g %gL%g %gL%g %gL%g %gL%g %gL%g %gL%g %gL%g %gZ", x - h, y - r, x + h,
           y - r, x + r, y - h, x + r, y + h, x + h, y + r, x - h, y + r, x - r, y + h, x - r,
           y - h);
}

/* The number of a step: in a circle.  Of the step that breaks the property it is in an octagon; of
 * one that the text about it names, the circle is heavy. */
static void put_badge(struct svg *svg, const struct chart *chart, double y, unsigned step) {
  enum { X = 24 };
  bool breaks = step == chart->breaks, named = is_named(chart, step);
  if (breaks) put_octagon(svg, "bad-box", X, y, CHART_BADGE + 2);
  else svg_circle(svg, named ? "named-box" : "plain-box", X, y, CHART_BADGE);
  svg_text_format(svg,
                  breaks  ? "small bold bad"
                  : named ? "small bold"
                          : "small",
                  SVG_MIDDLE, X, y + 3.5, "%u", step);
}

/* What the signs mean, at the bottom. */
static void put_key(struct svg *svg, const struct chart_layout *layout) {
  const double y = layout->height - 12;
  put_octagon(svg, "bad-box", 16, y - 4, 7);
  svg_text(svg, "small", SVG_START, 28, y, "breaks the property");
  svg_circle(svg, "named-box", 172, y - 4, 6);
  svg_text(svg, "small", SVG_START, 184, y, "named in the box");
  svg_line(svg, "line dashed", 300, y - 4, 326, y - 4);
  svg_text(svg, "small", SVG_START, 332, y, "answer");
  svg_circle(svg, "open", 386, y - 4, 3);
  svg_text(svg, "small", SVG_START, 394, y, "end out of sight");
}

static void put_words(struct svg *svg, const struct chart_layout *layout,
                      const struct chart_band *band) {
  for (unsigned i = 0; i < band->words.count; i++)
    svg_text(svg,
             i < band->head_lines           ? "small bold"
             : *band->words.items[i] == '[' ? "small faint"
                                            : "small",
             SVG_START, layout->side + 10, band->y + 19 + i * CHART_LINE, band->words.items[i]);
}

static void put_step(struct svg *svg, const struct chart_layout *layout,
                     const struct chart_band *band) {
  bool breaks = band->first == layout->chart->breaks;
  svg_open_with(svg, breaks ? "step breaks" : "step", NULL, "data-step=\"%u\"", band->first);
  svg_rectangle(svg, breaks ? "bad-box" : "band", 2, band->y + 1, layout->width - 4,
                band->height - 2, 0);
  for (unsigned i = 0; i < layout->chart->lifeline_count; i++)
    svg_line(svg, "thin", chart_layout_x(layout, i), band->y + 1, chart_layout_x(layout, i),
             band->y + band->height - 1);
  put_badge(svg, layout->chart, band->y + 18, band->first);
  put_words(svg, layout, band);
  svg_close(svg);
}

static void put_boxes(struct svg *svg, const struct chart_layout *layout,
                      const struct chart_band *band) {
  for (unsigned i = 0; i < band->box_count; i++)
    put_box(svg, layout, &band->boxes[i], band->boxes[i].of_state ? "box" : "plain-box");
}

static void put_folded(struct svg *svg, const struct chart_layout *layout,
                       const struct chart_band *band) {
  svg_open(svg, "folded", NULL);
  svg_rectangle(svg, "fold-box", 8, band->y + 3, layout->width - 16, band->height - 6, 0);
  svg_text(svg, "small faint", SVG_START, layout->side + 10, band->y + 16, band->words.items[0]);
  svg_text(svg, "small faint", SVG_MIDDLE, 24, band->y + 15, "...");
  svg_close(svg);
}

static void put_broken(struct svg *svg, const struct chart_layout *layout) {
  bool breaks = layout->chart->breaks > 0;
  double height = layout->broken.count * CHART_LINE + 12;
  if (!layout->broken.count) return;
  svg_open(svg, "broken", NULL);
  svg_rectangle(svg, breaks ? "bad-box" : "note-box", CHART_LEFT - 12, layout->broken_y,
                layout->width - CHART_LEFT, height, 6);
  for (unsigned i = 0; i < layout->broken.count; i++)
    svg_text(svg, "small bold", SVG_START, CHART_LEFT, layout->broken_y + 4 + (i + 1) * CHART_LINE,
             layout->broken.items[i]);
  svg_close(svg);
}

/* A bracket from the first step of the loop to the last one, with an arrow back to the first. */
static void put_loop(struct svg *svg, const struct chart_layout *layout) {
  enum { X = 5 };
  const struct chart *chart = layout->chart;
  if (!chart->loop) return;
  double top = chart_layout_band(layout, chart->loop)->y + 6, bottom = layout->end_y - 8;
  svg_open(svg, "loop", "these steps are repeated for ever");
  svg_path(svg, "line thick", "M%d %gL%d %gL%d %gL%d %g", X + 5, bottom, X, bottom, X, top, X + 1,
           top);
  svg_arrow_head(svg, "head", X + 9, top, X, top);
  svg_text(svg, "small bold", SVG_START, X + 8, bottom + 3, "for ever");
  svg_close(svg);
}

static void put_bands(struct svg *svg, const struct chart_layout *layout) {
  for (unsigned i = 0; i < layout->band_count; i++) {
    const struct chart_band *band = &layout->bands[i];
    if (band->has_header) put_header(svg, layout, band->y - CHART_HEADER + 4);
    if (band->folded) put_folded(svg, layout, band);
    else put_step(svg, layout, band);
  }
}

void chart_svg(FILE *out, enum svg_place place, const struct chart *chart, bool fold) {
  struct chart_layout layout = chart_layout_of(chart, fold);
  struct text about = { 0 };
  for (unsigned i = 0; i < chart->broken_count; i++) text_add(&about, "%s ", chart->broken[i]);
  struct svg svg = svg_begin(out, place, layout.width, layout.height, chart->title, about.bytes);
  text_free(&about);
  for (unsigned i = 0; i < layout.title.count; i++)
    svg_text(&svg, "bold", SVG_START, 10, 20 + i * 17, layout.title.items[i]);
  put_lifelines(&svg, &layout);
  put_header(&svg, &layout, layout.header_y);
  put_states(&svg, &layout, layout.start, "start");
  put_bands(&svg, &layout);
  for (unsigned i = 0; i < chart->message_count; i++) put_arrow(&svg, &layout, i);
  for (unsigned i = 0; i < layout.band_count; i++) put_boxes(&svg, &layout, &layout.bands[i]);
  for (unsigned i = 0; i < chart->message_count; i++) put_arrow_label(&svg, &layout, i);
  put_broken(&svg, &layout);
  put_states(&svg, &layout, layout.end, "end");
  for (unsigned i = 0; i < layout.in_flight.count; i++)
    svg_text(&svg, "small", SVG_START, CHART_LEFT, layout.in_flight_y + (i + 1) * CHART_LINE - 4,
             layout.in_flight.items[i]);
  put_loop(&svg, &layout);
  put_key(&svg, &layout);
  svg_end(&svg);
  chart_layout_clear(&layout);
}
