#include "report/draw/automaton_svg.h"

#include <math.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/draw/automaton_layout.h"

enum { TOP = 44, HEADING = 34, LEGEND_LINE = 16 };

/* A heat class by how much fired. */
static const char *heat_of(unsigned fired, unsigned cells) {
  static const char *const heats[] = { "heat-0", "heat-1", "heat-2", "heat-3", "heat-4" };
  return heats[cells && fired ? (fired * 3 + cells - 1) / cells + 1 : 0];
}

static double text_y(double y, unsigned line) { return y + 14 + line * AUTOMATON_LINE; }

/* --- boxes --- */

static void put_start(struct svg *svg, double y) {
  svg_circle(svg, "head", 8, y, 5);
  svg_line(svg, "line", 8, y, AUTOMATON_LEFT - 6, y);
  svg_arrow_head(svg, "head", AUTOMATON_LEFT - 1, y, 8, y);
}

static void put_box(struct svg *svg, const struct automaton_layout *layout,
                    const struct automaton_box *box, double top) {
  const struct automaton *automaton = layout->automaton;
  bool stable = automaton->stable >> box->state & 1, start = box->state == automaton->start;
  double y = top + box->y;
  const char *name = automaton->states[box->state];
  svg_rectangle(svg, stable ? "box thick" : "plain-box dashed", AUTOMATON_LEFT, y,
                layout->box_width, box->height, stable ? 0 : 9);
  if (start) put_start(svg, y + AUTOMATON_HEADER / 2.);
  svg_text(svg, "bold", SVG_START, AUTOMATON_LEFT + AUTOMATON_INDENT, y + 15, name);
  svg_text_format(svg, "small faint", SVG_START,
                  AUTOMATON_LEFT + AUTOMATON_INDENT + svg_text_width(name, SVG_TEXT_SIZE) + 10,
                  y + 15, "%s%s%s", stable ? "stable" : "transient", start ? ", start" : "",
                  box->reached ? "" : ", no arrow from the start leads here");
}

/* --- arrows --- */

static const char *mark_of(const struct automaton_arrow *arrow) {
  if (arrow->variant) return arrow->inferred ? " *+" : " +";
  return arrow->inferred ? " *" : "";
}

static void put_outcome(struct svg *svg, const struct automaton_layout *layout,
                        const struct automaton_arrow *arrow, double y) {
  double x = AUTOMATON_LEFT + layout->box_width - layout->outcome_width - AUTOMATON_INDENT;
  if (layout->automaton->covered) {
    if (arrow->cells && !arrow->fired) svg_text(svg, "small bold", SVG_START, x, y, "never");
    else if (arrow->cells)
      svg_text_format(svg, "small", SVG_START, x, y, "%u/%u", arrow->fired, arrow->cells);
    x += AUTOMATON_COVERED;
  }
  if (arrow->outcome == AUTOMATON_MOVES)
    svg_text_format(svg, "bold", SVG_START, x, y, "\u2192 %s%s",
                    layout->automaton->states[arrow->to], mark_of(arrow));
  else
    svg_text_format(svg, arrow->outcome == AUTOMATON_STALLS ? "bold bad" : "faint", SVG_START, x, y,
                    "%s%s", arrow->outcome == AUTOMATON_STALLS ? "stalls" : "stays",
                    mark_of(arrow));
}

static void put_line_to_track(struct svg *svg, const struct automaton_layout *layout,
                              const struct automaton_place *place, double top) {
  const struct automaton_track *track = &layout->tracks[place->arrow->to];
  double y = top + automaton_layout_exit(place);
  bool never = layout->automaton->covered && place->arrow->cells && !place->arrow->fired;
  const char *solid = never ? "thin" : "line", *dashed = never ? "thin dashed" : "line dashed";
  svg_line(svg, place->arrow->inferred ? dashed : solid, AUTOMATON_LEFT + layout->box_width, y,
           track->x, y);
  svg_circle(svg, "head", track->x, y, 2.6);
}

static void put_place(struct svg *svg, const struct automaton_layout *layout,
                      const struct automaton_place *place, double top) {
  static const char *const classes[] = { "arrow", "arrow stays", "arrow stalls" };
  const struct automaton_arrow *arrow = place->arrow;
  const char *const *states = layout->automaton->states;
  svg_open_with(svg, classes[arrow->outcome], arrow->title,
                "data-row=\"%s\" data-from=\"%s\" data-to=\"%s\"", arrow->rows, states[arrow->from],
                states[arrow->to]);
  if (layout->automaton->covered && arrow->cells)
    svg_rectangle(svg, heat_of(arrow->fired, arrow->cells), AUTOMATON_LEFT + 3, top + place->y + 1,
                  layout->box_width - layout->outcome_width + AUTOMATON_COVERED - AUTOMATON_INDENT -
                      12,
                  place->height - 1, 0);
  for (unsigned i = 0; i < place->lines.count; i++)
    svg_text(svg, NULL, SVG_START, AUTOMATON_LEFT + AUTOMATON_INDENT, text_y(top + place->y, i),
             place->lines.items[i]);
  put_outcome(svg, layout, arrow, text_y(top + place->y, 0));
  if (arrow->outcome == AUTOMATON_MOVES) put_line_to_track(svg, layout, place, top);
  svg_close(svg);
}

static void put_track(struct svg *svg, const struct automaton_layout *layout, unsigned state,
                      double top) {
  const struct automaton_track *track = &layout->tracks[state];
  double x = AUTOMATON_LEFT + layout->box_width;
  double y = top + automaton_layout_entry(layout, state);
  if (!track->used) return;
  svg_open_with(svg, "track", layout->automaton->states[state], "data-to=\"%s\"",
                layout->automaton->states[state]);
  svg_line(svg, "line", track->x, top + track->top, track->x, top + track->bottom);
  svg_line(svg, "line", track->x, y, x + 7, y);
  svg_arrow_head(svg, "head", x + 1, y, track->x, y);
  svg_close(svg);
}

/* --- the whole --- */

static void put_automaton(struct svg *svg, const struct automaton_layout *layout, double y) {
  const struct automaton *automaton = layout->automaton;
  double top = y + HEADING;
  svg_open_with(svg, "automaton", NULL, "data-controller=\"%s\"", automaton->name);
  svg_text(svg, "title", SVG_START, AUTOMATON_LEFT, y + 22, automaton->name);
  for (unsigned i = 0; i < automaton->state_count; i++)
    put_box(svg, layout, &layout->boxes[i], top);
  for (unsigned i = 0; i < automaton->state_count; i++) put_track(svg, layout, i, top);
  for (unsigned i = 0; i < automaton->arrow_count; i++)
    put_place(svg, layout, &layout->places[i], top);
  svg_close(svg);
}

static void add_legend(struct text_lines *lines, const struct automaton *automata, unsigned count) {
  bool inferred = false, variant = false, covered = false;
  for (unsigned i = 0; i < count; i++) {
    covered |= automata[i].covered;
    for (unsigned a = 0; a < automata[i].arrow_count; a++) {
      inferred |= automata[i].arrows[a].inferred;
      variant |= automata[i].arrows[a].variant;
    }
  }
  lines_add(lines, "Heavy frame: stable state. Dashed round frame: transient state.", 100);
  lines_add(lines, "Lines join at dots only; each vertical line leads to one state.", 100);
  if (inferred) lines_add(lines, "* and dashed line: inferred, not in the source.", 100);
  if (variant) lines_add(lines, "+: in variants only.", 100);
  if (covered)
    lines_add(lines,
              "3/4: 3 of 4 cells fired; never: none did (thin line). Darker: a greater part.", 100);
}

/* The legend is below the title. */
static double top_of(const struct text_lines *legend) { return TOP + legend->count * LEGEND_LINE; }

static double heights(const struct automaton_layout *layouts, unsigned count) {
  double height = 0;
  for (unsigned i = 0; i < count; i++) height += HEADING + layouts[i].height;
  return height;
}

static double width_of(const struct automaton_layout *layouts, unsigned count, const char *title) {
  double width = fmax(AUTOMATON_USUAL, svg_text_width(title, SVG_TITLE_SIZE) + AUTOMATON_LEFT + 10);
  for (unsigned i = 0; i < count; i++) width = fmax(width, layouts[i].width);
  return fmin(width, AUTOMATON_WIDEST);
}

void automata_svg(FILE *out, enum svg_place place, const char *title,
                  const struct automaton *automata, unsigned count) {
  struct automaton_layout *layouts = memory_new(count + 1, sizeof *layouts);
  struct text_lines legend = { 0 };
  add_legend(&legend, automata, count);
  for (unsigned i = 0; i < count; i++) layouts[i] = automaton_layout_of(&automata[i]);
  double y = top_of(&legend);
  struct svg svg = svg_begin(out, place, width_of(layouts, count, title),
                             y + heights(layouts, count), title, NULL);
  svg_text(&svg, "title", SVG_START, 8, 24, title);
  for (unsigned i = 0; i < count; i++) {
    put_automaton(&svg, &layouts[i], y);
    y += HEADING + layouts[i].height;
  }
  for (unsigned i = 0; i < legend.count; i++)
    svg_text(&svg, "small faint", SVG_START, 8, TOP + i * LEGEND_LINE, legend.items[i]);
  svg_end(&svg);
  for (unsigned i = 0; i < count; i++) automaton_layout_clear(&layouts[i]);
  lines_clear(&legend);
  memory_free(layouts);
}
