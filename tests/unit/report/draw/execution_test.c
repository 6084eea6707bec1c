/* Layouts of execution graphs, by geometry, over graphs that a generator makes: no two edges run on
 * each other, none crosses a box, and no label lies on another, on a box or on an edge. */
#include "report/draw/execution_layout.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/printing.h"
#include "base/text.h"
#include "report/draw/execution_svg.h"

enum { GRAPHS = 300, PARTS = 24 };

struct rectangle {
  double left, top, right, bottom;
};

/* A straight part of a line. */
struct line_part {
  struct execution_point a, b;
  size_t line;
};

static unsigned generated;

static unsigned below(unsigned limit) {
  generated = generated * 1103515245 + 12345;
  return (generated >> 16) % limit;
}

static char *copy(const char *text) { return memory_copy_text(text, strlen(text)); }

static void add_event(struct execution_graph *graph, unsigned column) {
  static const char *const texts[] = { "R x=0", "W[release,gpu] y=1", "F[sc,sys]",
                                       "RMW[acq_rel,cluster] LongTag z=12 to 13" };
  char *name = memory_format("e%zu", graph->events.length);
  vector_push(graph->events,
              (struct execution_node){ name, copy(texts[below(4)]), copy("about it"), column });
}

static void add_edge(struct execution_graph *graph, unsigned from, unsigned to, const char *label,
                     enum execution_style style) {
  vector_push(graph->edges, (struct execution_edge){ from, to, copy(label), style, below(6) == 0 });
}

/* Threads with their program order, and edges between any two events. */
static struct execution_graph graph_of(unsigned seed, unsigned columns, unsigned edges) {
  static const char *const labels[] = { "rf", "co", "fr", "synchronises", "morally-strong & rf" };
  struct execution_graph graph = { .title = copy("a graph"), .thick = copy("the cycle") };
  generated = seed;
  for (unsigned c = 0; c < columns; c++) vector_push(graph.columns, memory_format("P%u", c));
  for (unsigned i = below(4); i > 0; i--) add_event(&graph, EXECUTION_INITIAL);
  for (unsigned c = 0; c < columns; c++)
    for (unsigned i = 0, length = 1 + below(6); i < length; i++) {
      unsigned event = (unsigned)graph.events.length;
      add_event(&graph, c);
      if (i) add_edge(&graph, event - 1, event, "po", EXECUTION_THIN);
    }
  for (unsigned i = 0, count = (unsigned)graph.events.length; i < edges; i++) {
    unsigned label = below(5);
    add_edge(&graph, below(count), below(count), labels[label],
             (enum execution_style)(EXECUTION_SOLID + label));
  }
  return graph;
}

/* --- geometry --- */

static bool meet(struct rectangle a, struct rectangle b) {
  return fmin(a.right, b.right) - fmax(a.left, b.left) > 0.5 &&
         fmin(a.bottom, b.bottom) - fmax(a.top, b.top) > 0.5;
}

static struct rectangle box_rectangle(const struct execution_box *box) {
  return (struct rectangle){ box->x, box->y, box->x + box->width, box->y + box->height };
}

static struct rectangle label_rectangle(const struct execution_line *line) {
  double width = 0;
  for (unsigned i = 0; i < line->label.count; i++)
    width = fmax(width, svg_text_width(line->label.items[i], SVG_SMALL_SIZE));
  double left = line->label_left ? line->label_x - width : line->label_x;
  double last = line->label_y + EXECUTION_LABEL_LINE * (line->label.count - 1.0);
  return (struct rectangle){ left, line->label_y - 7, left + width, last + 2 };
}

static bool is_within(struct execution_point point, struct rectangle in) {
  return point.x > in.left + 0.5 && point.x < in.right - 0.5 && point.y > in.top + 0.5 &&
         point.y < in.bottom - 0.5;
}

static double distance(struct execution_point p, const struct line_part *part) {
  double dx = part->b.x - part->a.x, dy = part->b.y - part->a.y, square = dx * dx + dy * dy;
  double at = square > 0 ? ((p.x - part->a.x) * dx + (p.y - part->a.y) * dy) / square : 0;
  at = fmin(1, fmax(0, at));
  return hypot(p.x - part->a.x - at * dx, p.y - part->a.y - at * dy);
}

struct line_parts {
  const struct execution_layout *layout;
  VECTOR(struct line_part) parts;
};

static struct line_parts parts_of(const struct execution_layout *layout) {
  struct line_parts drawn = { .layout = layout };
  for (size_t i = 0; i < layout->lines.length; i++) {
    const struct execution_line *line = &layout->lines.items[i];
    for (size_t piece = 0; piece + 1 < line->points.length; piece++)
      for (unsigned k = 0; k < PARTS; k++)
        vector_push(drawn.parts, (struct line_part){
                                     execution_line_at(line, piece, k / (double)PARTS),
                                     execution_line_at(line, piece, (k + 1) / (double)PARTS), i });
  }
  return drawn;
}

/* The length of the longest stretch of a line that runs on another: nearer than half a point. */
static double longest_shared(const struct line_parts *drawn, size_t line, size_t other) {
  double longest = 0, length = 0;
  for (size_t i = 0; i < drawn->parts.length; i++) {
    const struct line_part *part = &drawn->parts.items[i];
    struct execution_point middle = { (part->a.x + part->b.x) / 2, (part->a.y + part->b.y) / 2 };
    double nearest = INFINITY;
    if (part->line != line) continue;
    for (size_t k = 0; k < drawn->parts.length; k++)
      if (drawn->parts.items[k].line == other)
        nearest = fmin(nearest, distance(middle, &drawn->parts.items[k]));
    length = nearest < 0.5 ? length + hypot(part->b.x - part->a.x, part->b.y - part->a.y) : 0;
    longest = fmax(longest, length);
  }
  return longest;
}

/* Two straight pieces of one direction that have more than a point in common. */
static bool share_straight(struct execution_point a, struct execution_point b,
                           struct execution_point c, struct execution_point d) {
  bool level = a.y == b.y && c.y == d.y && fabs(a.y - c.y) < 2;
  bool upright = a.x == b.x && c.x == d.x && fabs(a.x - c.x) < 2;
  if (level)
    return fmin(fmax(a.x, b.x), fmax(c.x, d.x)) - fmax(fmin(a.x, b.x), fmin(c.x, d.x)) > 0.5;
  if (upright)
    return fmin(fmax(a.y, b.y), fmax(c.y, d.y)) - fmax(fmin(a.y, b.y), fmin(c.y, d.y)) > 0.5;
  return false;
}

static bool share(const struct execution_line *one, const struct execution_line *other) {
  for (size_t i = 0; i + 1 < one->points.length; i++)
    for (size_t k = 0; k + 1 < other->points.length; k++)
      if (share_straight(one->points.items[i], one->points.items[i + 1], other->points.items[k],
                         other->points.items[k + 1]))
        return true;
  return false;
}

/* --- checks; each counts its faults --- */

static unsigned shared_edges(const struct line_parts *drawn) {
  const struct execution_layout *layout = drawn->layout;
  unsigned faults = 0;
  for (size_t i = 0; i < layout->lines.length; i++)
    for (size_t k = 0; k < layout->lines.length; k++)
      if (i != k) faults += share(&layout->lines.items[i], &layout->lines.items[k]);
  return faults;
}

static unsigned crossed_boxes(const struct line_parts *drawn) {
  unsigned faults = 0;
  for (size_t i = 0; i < drawn->parts.length; i++)
    for (size_t e = 0; e < drawn->layout->graph->events.length; e++)
      faults += is_within(drawn->parts.items[i].a, box_rectangle(&drawn->layout->boxes[e])) ||
                is_within(drawn->parts.items[i].b, box_rectangle(&drawn->layout->boxes[e]));
  return faults;
}

/* The names of the threads stand clear of edges. */
static unsigned crossed_headers(const struct line_parts *drawn) {
  const struct execution_layout *layout = drawn->layout;
  unsigned faults = 0;
  for (size_t c = 0; c < layout->graph->columns.length; c++) {
    double half = svg_text_width(layout->graph->columns.items[c], SVG_TEXT_SIZE) / 2;
    struct rectangle header = { layout->column_x[c] - half, layout->header_y - 9,
                                layout->column_x[c] + half, layout->header_y + 2 };
    for (size_t i = 0; i < drawn->parts.length; i++)
      faults += is_within(drawn->parts.items[i].a, header);
    for (size_t e = 0; e < layout->graph->events.length; e++)
      faults += meet(header, box_rectangle(&layout->boxes[e]));
  }
  return faults;
}

static unsigned overlapping_boxes(const struct execution_layout *layout) {
  unsigned faults = 0;
  for (size_t i = 0; i < layout->graph->events.length; i++) {
    struct rectangle box = box_rectangle(&layout->boxes[i]);
    faults +=
        box.left < 0 || box.top < 0 || box.right > layout->width || box.bottom > layout->height;
    for (size_t k = 0; k < i; k++) faults += meet(box, box_rectangle(&layout->boxes[k]));
  }
  return faults;
}

static unsigned covered_labels(const struct line_parts *drawn) {
  const struct execution_layout *layout = drawn->layout;
  unsigned faults = 0;
  for (size_t i = 0; i < layout->lines.length; i++) {
    const struct execution_line *line = &layout->lines.items[i];
    if (!line->label.count) continue;
    struct rectangle label = label_rectangle(line);
    faults += label.left < 0 || label.top < 0 || label.right > layout->width ||
              label.bottom > layout->height;
    for (size_t k = 0; k < i; k++)
      faults += layout->lines.items[k].label.count &&
                meet(label, label_rectangle(&layout->lines.items[k]));
    for (size_t e = 0; e < layout->graph->events.length; e++)
      faults += meet(label, box_rectangle(&layout->boxes[e]));
    for (size_t k = 0; k < drawn->parts.length; k++)
      faults += is_within(drawn->parts.items[k].a, label);
  }
  return faults;
}

/* A line begins at the edge of its source's box and ends at that of its target's. */
static unsigned loose_ends(const struct execution_layout *layout) {
  unsigned faults = 0;
  for (size_t i = 0; i < layout->lines.length; i++) {
    const struct execution_line *line = &layout->lines.items[i];
    struct execution_point ends[2] = { line->points.items[0],
                                       line->points.items[line->points.length - 1] };
    for (unsigned k = 0; k < 2; k++) {
      struct rectangle box = box_rectangle(&layout->boxes[k ? line->to : line->from]);
      bool at_side = fabs(ends[k].x - box.left) < 0.1 || fabs(ends[k].x - box.right) < 0.1;
      bool at_top = fabs(ends[k].y - box.top) < 0.1 || fabs(ends[k].y - box.bottom) < 0.1;
      bool beside = ends[k].y > box.top && ends[k].y < box.bottom;
      bool above = ends[k].x > box.left && ends[k].x < box.right;
      faults += !((at_side && beside) || (at_top && above));
    }
  }
  return faults;
}

static void check_layout(const struct execution_layout *layout) {
  struct line_parts drawn = parts_of(layout);
  assert_int_equal(shared_edges(&drawn), 0);
  assert_int_equal(crossed_boxes(&drawn), 0);
  assert_int_equal(crossed_headers(&drawn), 0);
  assert_int_equal(overlapping_boxes(layout), 0);
  assert_int_equal(covered_labels(&drawn), 0);
  assert_int_equal(loose_ends(layout), 0);
  vector_free(drawn.parts);
}

static void generated_graphs_are_clear(void **unused) {
  (void)unused;
  for (unsigned seed = 0; seed < GRAPHS; seed++) {
    struct execution_graph graph = graph_of(seed, 1 + seed % 6, seed % 23);
    struct execution_layout layout = execution_layout_of(&graph);
    check_layout(&layout);
    execution_layout_clear(&layout);
    execution_graph_clear(&graph);
  }
}

/* Curves cross, but do not run on each other. */
static void curves_are_apart(void **unused) {
  (void)unused;
  for (unsigned seed = 0; seed < GRAPHS / 10; seed++) {
    struct execution_graph graph = graph_of(seed, 2 + seed % 4, 10);
    struct execution_layout layout = execution_layout_of(&graph);
    struct line_parts drawn = parts_of(&layout);
    for (size_t i = 0; i < layout.lines.length; i++)
      for (size_t k = 0; k < layout.lines.length; k++)
        if (i != k) assert_true(longest_shared(&drawn, i, k) < 40);
    vector_free(drawn.parts);
    execution_layout_clear(&layout);
    execution_graph_clear(&graph);
  }
}

/* A fault that is planted is found. */
static void checks_find_faults(void **unused) {
  (void)unused;
  struct execution_graph graph = graph_of(5, 3, 12);
  struct execution_layout layout = execution_layout_of(&graph);
  struct execution_line *line = &layout.lines.items[layout.lines.length - 1];
  struct execution_line *other = &layout.lines.items[layout.lines.length - 2];
  struct execution_point kept = line->points.items[0];
  line->points.items[0] = other->points.items[0];
  assert_int_not_equal(loose_ends(&layout) + (line->from == other->from), 0);
  line->points.items[0] = kept;
  double x = other->label_x, y = other->label_y;
  other->label_x = line->label_x, other->label_y = line->label_y;
  other->label_left = line->label_left;
  struct line_parts drawn = parts_of(&layout);
  assert_int_not_equal(covered_labels(&drawn), 0);
  other->label_x = x, other->label_y = y;
  double from = layout.boxes[0].x;
  layout.boxes[0].x = -5;
  assert_int_not_equal(overlapping_boxes(&layout), 0);
  layout.boxes[0].x = from;
  layout.boxes[0].y = 0, layout.boxes[0].height = layout.height;
  layout.boxes[0].x = 0, layout.boxes[0].width = layout.width;
  assert_int_not_equal(crossed_boxes(&drawn), 0);
  struct execution_point a = { 0, 5 }, b = { 9, 5 }, c = { 3, 5 }, d = { 20, 5 };
  assert_true(share_straight(a, b, c, d));
  assert_false(share_straight(a, c, b, d));
  vector_free(drawn.parts);
  execution_layout_clear(&layout);
  execution_graph_clear(&graph);
}

/* All edges between the same events are one line, which the cycle makes thick. */
static void parallel_edges_are_one(void **unused) {
  (void)unused;
  struct execution_graph graph = { .title = copy("two") };
  generated = 1;
  vector_push(graph.columns, copy("P0"));
  vector_push(graph.columns, copy("P1"));
  add_event(&graph, 0);
  add_event(&graph, 1);
  add_edge(&graph, 0, 1, "rf", EXECUTION_SOLID);
  add_edge(&graph, 0, 1, "obs", EXECUTION_DOTTED);
  add_edge(&graph, 0, 1, "rf", EXECUTION_SOLID);
  for (unsigned i = 0; i < 3; i++) graph.edges.items[i].in_cycle = i == 1;
  struct execution_layout layout = execution_layout_of(&graph);
  assert_int_equal(layout.lines.length, 1);
  assert_true(layout.lines.items[0].in_cycle);
  assert_string_equal(layout.lines.items[0].label.items[0], "obs, rf");
  execution_layout_clear(&layout);
  execution_graph_clear(&graph);
}

static char *drawn_text(const struct execution_graph *graph, unsigned count) {
  struct printing printing;
  execution_svg(printing_begin(&printing), SVG_FILE, "a <title>", graph, count);
  return printing_end(&printing);
}

static void drawing_is_told_in_words(void **unused) {
  (void)unused;
  struct execution_graph graph = graph_of(3, 2, 4);
  memory_free(graph.edges.items[0].label);
  graph.edges.items[0].label = copy("a & <b>");
  char *text = drawn_text(&graph, 1);
  assert_non_null(strstr(text, "<title>a &lt;title&gt;</title>"));
  assert_non_null(strstr(text, "a &amp; &lt;b&gt; from e"));
  assert_null(strstr(text, "nan"));
  assert_null(strstr(text, "<b>"));
  free(text);
  text = drawn_text(NULL, 0);
  assert_non_null(strstr(text, "</svg>"));
  free(text);
  execution_graph_clear(&graph);
}

/* A graph without events has its words alone. */
static void nothing_to_draw_is_said(void **unused) {
  (void)unused;
  struct execution_graph graph = { .title = copy("no execution to draw") };
  char *text = drawn_text(&graph, 1);
  assert_non_null(strstr(text, ">no execution to draw</text>"));
  assert_null(strstr(text, "class=\"event\""));
  free(text);
  execution_graph_clear(&graph);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(generated_graphs_are_clear), cmocka_unit_test(curves_are_apart),
    cmocka_unit_test(checks_find_faults),         cmocka_unit_test(parallel_edges_are_one),
    cmocka_unit_test(drawing_is_told_in_words),   cmocka_unit_test(nothing_to_draw_is_said),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
