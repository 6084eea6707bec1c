#include "report/draw/execution_layout.h"

#include <math.h>
#include <stdlib.h>
#include "base/text.h"
#include "report/draw/svg.h"

/* Spaces, in points. */
enum {
  TRACK = 10,       /* between two edges in a gap */
  LANE = 9,         /* between two edges beside a column */
  GAP = 24,         /* the least between two rows */
  STUB = 15,        /* the least between a box and the first lane: an arrow's head fits */
  TARGET_SLOT = 11, /* at the side of a box for an edge that ends there */
  LABEL_LINES_MAX = 4
};

enum side { LEFT, RIGHT };
enum route_kind { DOWN, BESIDE, ACROSS };

/* How an edge goes. */
struct route {
  enum route_kind kind;
  enum side from_side, to_side;
  bool passes;        /* some column: in gap `gap` */
  unsigned lane, gap; /* lane: from 0, the nearest to the column */
  double from_y, to_y, track_y;
};

/* How much text is on a line, and how wide the curves in a gutter are. */
struct measures {
  unsigned characters, label_characters;
  double curve;
};

struct layout_column {
  double x, width;                 /* of its boxes */
  double stub[2], lanes[2];        /* widths beside it */
  double inner_x[2];               /* where curves of the gutters begin */
  unsigned lane_count[2], load[2]; /* load: edges that end or begin at its side */
};

struct laying {
  struct execution_layout *layout;
  const struct execution_graph *graph;
  struct measures measures;
  unsigned columns, rows, initial_rows;
  struct layout_column *column;
  struct route *routes; /* [lines] */
  double *row_y, *row_height;
  double *gap_y, *gap_label; /* [rows + 1]; gap_label: height of labels in it */
  unsigned *gap_tracks;
};

static struct execution_line *line_of(const struct laying *laying, size_t index) {
  return &laying->layout->lines.items[index];
}

static struct execution_box *box_of(const struct laying *laying, unsigned event) {
  return &laying->layout->boxes[event];
}

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }

/* --- lines: edges between the same events --- */

static struct execution_line *find_line(struct execution_layout *layout, unsigned from,
                                        unsigned to) {
  for (size_t i = 0; i < layout->lines.length; i++)
    if (layout->lines.items[i].from == from && layout->lines.items[i].to == to)
      return &layout->lines.items[i];
  return NULL;
}

static void join_edges(struct execution_layout *layout) {
  const struct execution_graph *graph = layout->graph;
  for (unsigned i = 0; i < graph->edges.length; i++) {
    const struct execution_edge *edge = &graph->edges.items[i];
    struct execution_line *line = find_line(layout, edge->from, edge->to);
    if (!line) {
      vector_push(layout->lines, (struct execution_line){ edge->from, edge->to, .first = i });
      line = &layout->lines.items[layout->lines.length - 1];
    }
    const struct execution_edge *first = &graph->edges.items[line->first];
    if (edge->in_cycle > first->in_cycle ||
        (edge->in_cycle == first->in_cycle && first->style == EXECUTION_THIN &&
         edge->style != EXECUTION_THIN))
      line->first = i;
    line->in_cycle |= edge->in_cycle;
  }
}

static bool is_labelled(const struct laying *laying, const struct execution_line *line) {
  return line->in_cycle || laying->graph->edges.items[line->first].style != EXECUTION_THIN;
}

static bool is_of(const struct execution_edge *edge, const struct execution_line *line) {
  return edge->from == line->from && edge->to == line->to;
}

/* Does an edge before this one, or the line's first, have the same ends and label? */
static bool is_told(const struct laying *laying, const struct execution_line *line,
                    unsigned index) {
  const struct execution_edge *edges = laying->graph->edges.items;
  bool told = text_equal(edges[index].label, edges[line->first].label);
  for (unsigned i = 0; i < index; i++)
    told |= is_of(&edges[i], line) && text_equal(edges[index].label, edges[i].label);
  return told;
}

static void label_line(const struct laying *laying, struct execution_line *line,
                       unsigned characters) {
  const struct execution_edge *edges = laying->graph->edges.items;
  struct text label = { 0 };
  lines_clear(&line->label);
  if (!is_labelled(laying, line)) return;
  text_add(&label, "%s", edges[line->first].label);
  for (unsigned i = 0; i < laying->graph->edges.length; i++)
    if (is_of(&edges[i], line) && !is_told(laying, line, i))
      text_add(&label, ", %s", edges[i].label);
  lines_add(&line->label, label.bytes, characters);
  lines_limit(&line->label, LABEL_LINES_MAX);
  text_free(&label);
}

static double label_width(const struct execution_line *line) {
  double width = 0;
  for (unsigned i = 0; i < line->label.count; i++)
    width = fmax(width, svg_text_width(line->label.items[i], SVG_SMALL_SIZE));
  return width;
}

/* --- the grid --- */

/* The column with which an initial write has the most edges, each taken place weighing two. */
static unsigned initial_column(const struct laying *laying, unsigned event, const unsigned *taken) {
  int best_score = INT32_MIN;
  unsigned best = 0;
  for (unsigned c = 0; c < laying->columns; c++) {
    int score = -2 * (int)taken[c];
    for (size_t i = 0; i < laying->layout->lines.length; i++) {
      const struct execution_line *line = line_of(laying, i);
      unsigned other = line->from == event ? line->to : line->from;
      if (line->from != event && line->to != event) continue;
      score += laying->graph->events.items[other].column == c;
    }
    if (score > best_score) best_score = score, best = c;
  }
  return best;
}

/* Gives the initial writes, or all other events, their columns and rows. */
static void place_some(struct laying *laying, bool initial) {
  const struct execution_graph *graph = laying->graph;
  unsigned *taken = memory_new(laying->columns + 1, sizeof *taken);
  for (unsigned e = 0; e < graph->events.length; e++) {
    struct execution_box *box = box_of(laying, e);
    unsigned column = graph->events.items[e].column;
    if ((column == EXECUTION_INITIAL) != initial) continue;
    box->column = initial ? initial_column(laying, e, taken) : column;
    box->row = laying->initial_rows + taken[box->column]++;
    laying->rows = larger(laying->rows, box->row + 1);
  }
  memory_free(taken);
}

static void place_in_grid(struct laying *laying) {
  place_some(laying, true);
  laying->initial_rows = laying->rows;
  place_some(laying, false);
}

/* --- routes --- */

static bool is_initial(const struct laying *laying, unsigned event) {
  return box_of(laying, event)->row < laying->initial_rows;
}

/* The side for an edge within a column: outside, or the one with fewer edges. */
static enum side side_beside(const struct laying *laying, unsigned column) {
  const unsigned *load = laying->column[column].load;
  if (column + 1 == laying->columns) return RIGHT;
  if (column == 0) return LEFT;
  return load[LEFT] < load[RIGHT] ? LEFT : RIGHT;
}

static void choose_kind(struct laying *laying, size_t index) {
  const struct execution_line *line = line_of(laying, index);
  const struct execution_box *from = box_of(laying, line->from), *to = box_of(laying, line->to);
  struct route *route = &laying->routes[index];
  if (from->column != to->column) {
    bool right = to->column > from->column;
    route->kind = ACROSS;
    route->from_side = right ? RIGHT : LEFT;
    route->to_side = right ? LEFT : RIGHT;
    route->passes = abs((int)to->column - (int)from->column) > 1;
    laying->column[from->column].load[route->from_side]++;
    laying->column[to->column].load[route->to_side]++;
  } else {
    bool next =
        to->row == from->row + 1 && is_initial(laying, line->from) == is_initial(laying, line->to);
    route->kind = next ? DOWN : BESIDE;
  }
}

/* Where an edge that passes columns would best do so: near the end at the fuller side, so that the
 * steep part of it is where there is room. */
static double best_gap(const struct laying *laying, size_t index) {
  const struct execution_line *line = line_of(laying, index);
  const struct execution_box *from = box_of(laying, line->from), *to = box_of(laying, line->to);
  const struct route *route = &laying->routes[index];
  double at_from = laying->column[from->column].load[route->from_side];
  double at_to = laying->column[to->column].load[route->to_side];
  return (from->row * at_from + to->row * at_to) / (at_from + at_to) + 0.5;
}

/* The gap for an edge that passes columns: between its ends, near the best one, where few edges
 * are. */
static void choose_gap(struct laying *laying, size_t index) {
  const struct execution_line *line = line_of(laying, index);
  unsigned a = box_of(laying, line->from)->row, b = box_of(laying, line->to)->row;
  unsigned first = (a < b ? a : b) + (a != b), last = (a < b ? b : a) + (a == b);
  double best = best_gap(laying, index), best_cost = INFINITY;
  for (unsigned gap = first; gap <= last; gap++) {
    double cost = laying->gap_tracks[gap] / 2.0 + fabs(gap - best);
    if (cost >= best_cost) continue;
    best_cost = cost;
    laying->routes[index].gap = gap;
  }
  laying->gap_tracks[laying->routes[index].gap]++;
}

static unsigned top_of(const struct laying *laying, size_t index) {
  const struct execution_line *line = line_of(laying, index);
  unsigned a = box_of(laying, line->from)->row, b = box_of(laying, line->to)->row;
  return a < b ? a : b;
}

static unsigned span_of(const struct laying *laying, size_t index) {
  const struct execution_line *line = line_of(laying, index);
  return (unsigned)abs((int)box_of(laying, line->from)->row - (int)box_of(laying, line->to)->row);
}

/* Do two edges beside the same column, on the same side, have a row in common? */
static bool clash(const struct laying *laying, size_t a, size_t b) {
  const struct route *one = &laying->routes[a], *other = &laying->routes[b];
  return other->kind == BESIDE && one->from_side == other->from_side &&
         box_of(laying, line_of(laying, a)->from)->column ==
             box_of(laying, line_of(laying, b)->from)->column &&
         top_of(laying, a) <= top_of(laying, b) + span_of(laying, b) &&
         top_of(laying, b) <= top_of(laying, a) + span_of(laying, a);
}

/* Is b's lane given before a's?  Shorter edges are nearer to the column. */
static bool is_before(const struct laying *laying, size_t b, size_t a) {
  unsigned long_a = span_of(laying, a), long_b = span_of(laying, b);
  return long_b < long_a || (long_b == long_a && b < a);
}

static void choose_lane(struct laying *laying, size_t index) {
  struct route *route = &laying->routes[index];
  bool free = false;
  for (route->lane = 0; !free; route->lane += !free) {
    free = true;
    for (size_t i = 0; i < laying->layout->lines.length; i++)
      if (i != index && is_before(laying, i, index) && clash(laying, index, i) &&
          laying->routes[i].lane == route->lane)
        free = false;
  }
  unsigned *count = &laying->column[box_of(laying, line_of(laying, index)->from)->column]
                         .lane_count[route->from_side];
  *count = larger(*count, route->lane + 1);
}

static void choose_routes(struct laying *laying) {
  size_t count = laying->layout->lines.length;
  for (size_t i = 0; i < count; i++) choose_kind(laying, i);
  for (size_t i = 0; i < count; i++) {
    struct route *route = &laying->routes[i];
    if (route->kind == ACROSS && route->passes) choose_gap(laying, i);
    if (route->kind == BESIDE)
      route->from_side = route->to_side =
          side_beside(laying, box_of(laying, line_of(laying, i)->from)->column);
  }
  for (unsigned span = 0; span < laying->rows; span++)
    for (size_t i = 0; i < count; i++)
      if (laying->routes[i].kind == BESIDE && span_of(laying, i) == span) choose_lane(laying, i);
}

/* --- ports: where edges touch a side of a box --- */

struct port {
  size_t line;
  bool is_target;
  double order, height;
};

/* Rows and gaps on one scale. */
static double row_order(unsigned row) { return 2.0 * row + 1; }

/* Edges up a lane come first, nearest lane first; then those across, by their other end; then those
 * down a lane, farthest first.  So no edge crosses another at the box where both begin. */
static double port_order(const struct laying *laying, size_t index, bool is_target) {
  const struct route *route = &laying->routes[index];
  const struct execution_line *line = line_of(laying, index);
  unsigned own = box_of(laying, is_target ? line->to : line->from)->row;
  unsigned other = box_of(laying, is_target ? line->from : line->to)->row;
  if (route->kind == ACROSS) return route->passes ? 2.0 * route->gap : row_order(other);
  double far = row_order(laying->rows + 1);
  if (own == other) return 2 * far + is_target;
  return own > other ? -far + route->lane : 2 * far - 1 - route->lane;
}

static int by_order(const void *one, const void *other) {
  const struct port *a = one, *b = other;
  if (a->order != b->order) return a->order < b->order ? -1 : 1;
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  return a->is_target - b->is_target;
}

/* The ports at a side of a box, from top to bottom; `ports` has room for all. */
static unsigned ports_of(const struct laying *laying, unsigned event, enum side side,
                         struct port *ports) {
  unsigned count = 0;
  for (size_t i = 0; i < laying->layout->lines.length; i++) {
    const struct execution_line *line = line_of(laying, i);
    const struct route *route = &laying->routes[i];
    if (route->kind == DOWN) continue;
    if (line->from == event && route->from_side == side)
      ports[count++] = (struct port){ i, false, port_order(laying, i, false),
                                      line->label.count * EXECUTION_LABEL_LINE + 6 };
    if (line->to == event && route->to_side == side)
      ports[count++] = (struct port){ i, true, port_order(laying, i, true), TARGET_SLOT };
  }
  qsort(ports, count, sizeof *ports, by_order);
  return count;
}

static double ports_height(const struct port *ports, unsigned count) {
  double height = 0;
  for (unsigned i = 0; i < count; i++) height += ports[i].height;
  return height;
}

static struct port *new_ports(const struct laying *laying) {
  return memory_new(2 * laying->layout->lines.length + 1, sizeof(struct port));
}

/* --- sizes --- */

static void measure_box(struct laying *laying, unsigned event, struct port *ports) {
  const struct execution_node *shown = &laying->graph->events.items[event];
  struct execution_box *box = box_of(laying, event);
  char *text = memory_format("%s: %s", shown->name, shown->text);
  lines_clear(&box->lines);
  lines_add(&box->lines, text, laying->measures.characters);
  memory_free(text);
  box->width = 0;
  for (unsigned i = 0; i < box->lines.count; i++)
    box->width = fmax(box->width, svg_text_width(box->lines.items[i], SVG_TEXT_SIZE));
  box->width += 2 * EXECUTION_BOX_PADDING;
  box->height = box->lines.count * EXECUTION_TEXT_LINE + 9;
  for (enum side side = LEFT; side <= RIGHT; side++)
    box->height = fmax(box->height, ports_height(ports, ports_of(laying, event, side, ports)) + 6);
}

static void measure_column(struct laying *laying, unsigned index) {
  struct layout_column *column = &laying->column[index];
  column->width = svg_text_width(laying->graph->columns.items[index], SVG_TEXT_SIZE) + 8;
  for (unsigned e = 0; e < laying->graph->events.length; e++)
    if (box_of(laying, e)->column == index)
      column->width = fmax(column->width, box_of(laying, e)->width);
  for (enum side side = LEFT; side <= RIGHT; side++) {
    column->stub[side] = 4;
    column->lanes[side] = column->lane_count[side] * LANE;
  }
  for (size_t i = 0; i < laying->layout->lines.length; i++) {
    const struct execution_line *line = line_of(laying, i);
    const struct route *route = &laying->routes[i];
    if (route->kind == DOWN) continue;
    double *at_source = &column->stub[route->from_side], *at_target = &column->stub[route->to_side];
    if (box_of(laying, line->from)->column == index)
      *at_source = fmax(*at_source, fmax(STUB, label_width(line) + 9));
    if (box_of(laying, line->to)->column == index) *at_target = fmax(*at_target, STUB);
  }
}

/* Labels of straight edges stand in the gap, within the right half of the column. */
static void label_down(struct laying *laying) {
  for (size_t i = 0; i < laying->layout->lines.length; i++) {
    struct execution_line *line = line_of(laying, i);
    if (laying->routes[i].kind != DOWN) continue;
    const struct execution_box *from = box_of(laying, line->from);
    double room = laying->column[from->column].width / 2 - 6;
    label_line(laying, line, (unsigned)(room / (SVG_SMALL_SIZE * SVG_CHARACTER)));
    double *height = &laying->gap_label[from->row + 1];
    *height = fmax(*height, line->label.count * EXECUTION_LABEL_LINE);
  }
}

/* The rows that a curve in a gutter goes up or down at most; 0: it has no curve. */
static unsigned gutter_drop(const struct laying *laying, unsigned right_column) {
  unsigned most = 0;
  for (size_t i = 0; i < laying->layout->lines.length; i++) {
    const struct execution_line *line = line_of(laying, i);
    const struct execution_box *from = box_of(laying, line->from), *to = box_of(laying, line->to);
    if ((from->column < right_column) == (to->column < right_column)) continue;
    most = larger(most, larger(1, span_of(laying, i)));
  }
  return most;
}

/* The width in which the curves of a gutter run: more where they are steep. */
static double gutter_width(const struct laying *laying, unsigned right_column) {
  unsigned drop = gutter_drop(laying, right_column);
  return drop ? laying->measures.curve * (1 + (drop < 8 ? drop - 1 : 7) / 10.0) : 20;
}

/* Sets x of all columns; returns the width. */
static double place_columns(struct laying *laying) {
  double x = 2;
  for (unsigned c = 0; c < laying->columns; c++) {
    struct layout_column *column = &laying->column[c];
    if (c > 0) x += gutter_width(laying, c);
    column->inner_x[LEFT] = x;
    column->x = x += column->lanes[LEFT] + column->stub[LEFT];
    x += column->width + column->stub[RIGHT] + column->lanes[RIGHT];
    column->inner_x[RIGHT] = x;
    laying->layout->column_x[c] = column->x + column->width / 2;
  }
  return x + 2;
}

static double measure(struct laying *laying, struct measures measures) {
  struct port *ports = new_ports(laying);
  laying->measures = measures;
  for (size_t i = 0; i < laying->layout->lines.length; i++)
    label_line(laying, line_of(laying, i), measures.label_characters);
  for (unsigned e = 0; e < laying->graph->events.length; e++) measure_box(laying, e, ports);
  for (unsigned c = 0; c < laying->columns; c++) measure_column(laying, c);
  memory_free(ports);
  return place_columns(laying);
}

/* The most generous measures that fit. */
static void measure_all(struct laying *laying) {
  static const struct measures tried[] = { { 30, 18, 84 }, { 24, 18, 70 }, { 20, 18, 56 },
                                           { 18, 14, 44 }, { 18, 10, 36 }, { 18, 8, 28 },
                                           { 14, 8, 24 },  { 11, 6, 24 } };
  double widest = laying->columns <= 4 ? EXECUTION_WIDTH_MAX : 280.0 * laying->columns;
  for (size_t i = 0; i < sizeof tried / sizeof *tried; i++) {
    laying->layout->width = measure(laying, tried[i]);
    if (laying->layout->width <= widest) break;
  }
  label_down(laying);
}

/* --- positions --- */

static void place_rows(struct laying *laying) {
  double y = 0;
  for (unsigned e = 0; e < laying->graph->events.length; e++) {
    double *height = &laying->row_height[box_of(laying, e)->row];
    *height = fmax(*height, box_of(laying, e)->height);
  }
  for (unsigned gap = 0; gap <= laying->rows; gap++) {
    double tracks = laying->gap_tracks[gap] * TRACK;
    y += laying->gap_label[gap] + (laying->gap_label[gap] > 0 ? 4 : 0);
    y += tracks > 0 && laying->gap_label[gap] == 0 ? 4 : 0;
    laying->gap_y[gap] = y;
    y += tracks;
    if (gap == laying->initial_rows) {
      y += gap ? 24 : 14;
      laying->layout->header_y = y;
      y += 8;
    } else if (gap && gap < laying->rows && y - laying->gap_y[gap] + laying->gap_label[gap] < GAP) {
      y = laying->gap_y[gap] - laying->gap_label[gap] + GAP;
    }
    if (gap == laying->rows) break;
    y += gap && tracks > 0 ? 8 : 0;
    laying->row_y[gap] = y;
    y += laying->row_height[gap];
  }
  laying->layout->height = y + 4;
}

static void place_boxes(struct laying *laying) {
  for (unsigned e = 0; e < laying->graph->events.length; e++) {
    struct execution_box *box = box_of(laying, e);
    box->x = laying->column[box->column].x;
    box->width = laying->column[box->column].width;
    box->y = laying->row_y[box->row] + (laying->row_height[box->row] - box->height) / 2;
  }
}

static void place_ports(struct laying *laying) {
  struct port *ports = new_ports(laying);
  for (unsigned e = 0; e < laying->graph->events.length; e++)
    for (enum side side = LEFT; side <= RIGHT; side++) {
      const struct execution_box *box = box_of(laying, e);
      unsigned count = ports_of(laying, e, side, ports);
      double y = box->y + (box->height - ports_height(ports, count)) / 2;
      for (unsigned i = 0; i < count; i++) {
        struct route *route = &laying->routes[ports[i].line];
        y += ports[i].height;
        if (ports[i].is_target) route->to_y = y - TARGET_SLOT / 2.0;
        else route->from_y = y - 3;
      }
    }
  memory_free(ports);
}

/* Where in its gap an edge that passes columns lies, from 0 on. */
static unsigned track_of(const struct laying *laying, size_t index) {
  unsigned above = 0;
  const struct route *routes = laying->routes;
  double own = routes[index].from_y + routes[index].to_y;
  for (size_t i = 0; i < laying->layout->lines.length; i++) {
    if (!routes[i].passes || routes[i].gap != routes[index].gap) continue;
    double other = routes[i].from_y + routes[i].to_y;
    above += other < own || (other == own && i < index);
  }
  return above;
}

static void add_point(struct execution_line *line, double x, double y) {
  vector_push(line->points, (struct execution_point){ x, y });
}

static void draw_down(const struct laying *laying, struct execution_line *line) {
  const struct execution_box *from = box_of(laying, line->from), *to = box_of(laying, line->to);
  double x = laying->layout->column_x[from->column];
  unsigned gap = from->row + 1;
  add_point(line, x, from->y + from->height);
  add_point(line, x, to->y);
  line->label_x = x + 5;
  line->label_y = laying->gap_y[gap] - laying->gap_label[gap] + EXECUTION_LABEL_LINE - 4;
}

static double side_x(const struct layout_column *column, enum side side) {
  return side == LEFT ? column->x : column->x + column->width;
}

static void draw_beside(const struct laying *laying, struct execution_line *line,
                        const struct route *route) {
  const struct layout_column *column = &laying->column[box_of(laying, line->from)->column];
  enum side side = route->from_side;
  double out = column->stub[side] + route->lane * LANE + LANE / 2.0;
  double x = side_x(column, side) + (side == LEFT ? -out : out);
  add_point(line, side_x(column, side), route->from_y);
  add_point(line, x, route->from_y);
  add_point(line, x, route->to_y);
  add_point(line, side_x(column, side), route->to_y);
}

static void draw_across(const struct laying *laying, struct execution_line *line,
                        const struct route *route) {
  unsigned from = box_of(laying, line->from)->column, to = box_of(laying, line->to)->column;
  int step = to > from ? 1 : -1;
  const struct layout_column *columns = laying->column;
  add_point(line, side_x(&columns[from], route->from_side), route->from_y);
  add_point(line, columns[from].inner_x[route->from_side], route->from_y);
  if (route->passes) {
    add_point(line, columns[(int)from + step].inner_x[route->to_side], route->track_y);
    add_point(line, columns[(int)to - step].inner_x[route->from_side], route->track_y);
  }
  add_point(line, columns[to].inner_x[route->to_side], route->to_y);
  add_point(line, side_x(&columns[to], route->to_side), route->to_y);
}

static void draw_lines(struct laying *laying) {
  for (size_t i = 0; i < laying->layout->lines.length; i++) {
    struct execution_line *line = line_of(laying, i);
    struct route *route = &laying->routes[i];
    if (route->kind == DOWN) {
      draw_down(laying, line);
      continue;
    }
    if (route->passes)
      route->track_y = laying->gap_y[route->gap] + (track_of(laying, i) + 0.5) * TRACK;
    if (route->kind == BESIDE) draw_beside(laying, line, route);
    else draw_across(laying, line, route);
    line->label_left = route->from_side == LEFT;
    line->label_x = line->points.items[0].x + (line->label_left ? -4 : 4);
    line->label_y = route->from_y - 3 - EXECUTION_LABEL_LINE * (line->label.count - 1.0);
  }
}

struct execution_layout execution_layout_of(const struct execution_graph *graph) {
  struct execution_layout layout = { .graph = graph };
  struct laying laying = { .layout = &layout,
                           .graph = graph,
                           .columns = (unsigned)graph->columns.length };
  layout.boxes = memory_new(graph->events.length + 1, sizeof *layout.boxes);
  layout.column_x = memory_new(laying.columns + 1, sizeof *layout.column_x);
  laying.column = memory_new(laying.columns + 1, sizeof *laying.column);
  join_edges(&layout);
  laying.routes = memory_new(layout.lines.length + 1, sizeof *laying.routes);
  place_in_grid(&laying);
  laying.row_y = memory_new(laying.rows + 1, sizeof *laying.row_y);
  laying.row_height = memory_new(laying.rows + 1, sizeof *laying.row_height);
  laying.gap_y = memory_new(laying.rows + 1, sizeof *laying.gap_y);
  laying.gap_label = memory_new(laying.rows + 1, sizeof *laying.gap_label);
  laying.gap_tracks = memory_new(laying.rows + 1, sizeof *laying.gap_tracks);
  choose_routes(&laying);
  measure_all(&laying);
  place_rows(&laying);
  place_boxes(&laying);
  place_ports(&laying);
  draw_lines(&laying);
  memory_free(laying.column);
  memory_free(laying.routes);
  memory_free(laying.row_y);
  memory_free(laying.row_height);
  memory_free(laying.gap_y);
  memory_free(laying.gap_label);
  memory_free(laying.gap_tracks);
  return layout;
}

void execution_layout_clear(struct execution_layout *layout) {
  for (size_t i = 0; i < layout->graph->events.length; i++) lines_clear(&layout->boxes[i].lines);
  for (size_t i = 0; i < layout->lines.length; i++) {
    lines_clear(&layout->lines.items[i].label);
    vector_free(layout->lines.items[i].points);
  }
  vector_free(layout->lines);
  memory_free(layout->boxes);
  memory_free(layout->column_x);
  *layout = (struct execution_layout){ 0 };
}

struct execution_point execution_line_at(const struct execution_line *line, size_t piece,
                                         double part) {
  struct execution_point a = line->points.items[piece], b = line->points.items[piece + 1];
  if (a.x == b.x || a.y == b.y)
    return (struct execution_point){ a.x + part * (b.x - a.x), a.y + part * (b.y - a.y) };
  /* A cubic curve whose control points lie in the middle of x, at the height of the ends. */
  double rest = 1 - part, middle = (a.x + b.x) / 2;
  double x = rest * rest * rest * a.x + 3 * rest * part * middle + part * part * part * b.x;
  double weight = part * part * (3 - 2 * part);
  return (struct execution_point){ x, a.y + weight * (b.y - a.y) };
}
