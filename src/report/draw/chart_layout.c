#include "report/draw/chart_layout.h"

#include <math.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"

enum {
  ROOMY = 200, /* a gap between lifelines, and bounds of it */
  NARROW = 92,
  LIFELINES_WIDE = 780, /* of all lifelines, if the gap is not at its least */
  SIDE = 350,           /* the width of the column at the side */
  PADDING = 8,          /* above and below what a band holds */
  LANE = 6,             /* between two lanes, and to the lifeline */
  ARROW = 24,           /* of an arrow with its label above */
  DEPARTURE = 9,        /* of a message that leaves */
  HEADER_EVERY = 22     /* bands between two headers */
};

static unsigned characters(double width) {
  double count = floor(width / (SVG_SMALL_SIZE * SVG_CHARACTER));
  return count < 4 ? 4 : (unsigned)count;
}

static unsigned title_characters(double width) {
  return (unsigned)floor(width / (SVG_TEXT_SIZE * SVG_CHARACTER));
}

double chart_layout_x(const struct chart_layout *layout, unsigned lifeline) {
  return CHART_LEFT + (lifeline + .5) * layout->gap;
}

const struct chart_band *chart_layout_band(const struct chart_layout *layout, unsigned step) {
  for (unsigned i = 0; i < layout->band_count; i++)
    if (layout->bands[i].first <= step && step <= layout->bands[i].last) return &layout->bands[i];
  return NULL;
}

/* --- boxes --- */

static void box_add(struct chart_layout *layout, struct chart_box *box, const char *text) {
  /* 6: what a box leaves free beside its text; the lanes are seen beside the box */
  lines_add(&box->lines, text, characters(layout->gap - 20));
  box->height = box->lines.count * CHART_LINE + 6;
}

static void add_box(struct chart_layout *layout, struct chart_band *band,
                    const struct chart_change *change) {
  struct text text = { 0 };
  band->boxes = memory_resize(band->boxes, band->box_count + 1, sizeof *band->boxes);
  struct chart_box *box = &band->boxes[band->box_count++];
  *box = (struct chart_box){ .lifeline = change->lifeline, .of_state = change->of_state };
  text_add(&text, "%s%s%s", change->place ? change->place : "", change->place ? ": " : "",
           change->text);
  box_add(layout, box, text.bytes);
  text_free(&text);
}

/* Stacks the boxes of each lifeline from `y` on; returns the height of the highest stack. */
static double stack_boxes(struct chart_band *band, double y, unsigned lifelines) {
  double highest = 0;
  for (unsigned lifeline = 0; lifeline < lifelines; lifeline++) {
    double at = 0;
    for (unsigned i = 0; i < band->box_count; i++) {
      if (band->boxes[i].lifeline != lifeline) continue;
      band->boxes[i].y = y + at;
      at += band->boxes[i].height + 4;
    }
    if (at > highest) highest = at;
  }
  return highest;
}

/* --- bands --- */

static void add_words(struct chart_band *band, const struct chart_step *step) {
  unsigned width = characters(SIDE - 20);
  lines_add(&band->words, step->text, width);
  band->head_lines = band->words.count;
  for (unsigned i = 0; i < step->row_count; i++) {
    lines_add(&band->words, step->rows[i].text, width);
    if (!step->rows[i].cite) continue;
    struct text cite = { 0 };
    text_add(&cite, "[%s]", step->rows[i].cite);
    lines_add(&band->words, cite.bytes, width);
    text_free(&cite);
  }
}

static bool comes_in(const struct chart_message *message, unsigned step) {
  return message->taken == step && message->kind != CHART_ANSWER;
}

static bool goes_out(const struct chart_message *message, unsigned step) {
  return message->sent == step && message->kind != CHART_REQUEST;
}

/* The arrows of a step, and the height that they need. */
static void place_arrows(struct chart_layout *layout, struct chart_band *band, double top) {
  const struct chart *chart = layout->chart;
  double input = 0, output = 0;
  band->input_y = top;
  for (unsigned i = 0; i < chart->message_count; i++)
    if (comes_in(&chart->messages[i], band->first)) {
      input += ARROW;
      layout->arrows[i].y = top + input - 6;
    }
  double boxes = stack_boxes(band, top + input + (input > 0 ? 2 : 0), chart->lifeline_count);
  band->output_y = top + input + boxes + (boxes > 0 ? 2 : 0);
  for (unsigned i = 0; i < chart->message_count; i++) {
    if (!goes_out(&chart->messages[i], band->first)) continue;
    bool answers = chart->messages[i].kind == CHART_ANSWER;
    output += answers ? ARROW : DEPARTURE;
    layout->arrows[i].from_y = band->output_y + output - 6;
    if (answers) layout->arrows[i].y = layout->arrows[i].from_y;
  }
  band->height = band->output_y + output - band->y;
}

static void place_step(struct chart_layout *layout, struct chart_band *band) {
  const struct chart_step *step = &layout->chart->steps[band->first - 1];
  for (unsigned i = 0; i < step->change_count; i++) add_box(layout, band, &step->changes[i]);
  add_words(band, step);
  place_arrows(layout, band, band->y + PADDING);
  double words = band->words.count * CHART_LINE + PADDING;
  if (band->height < words) band->height = words;
  if (band->height < 2 * CHART_BADGE + PADDING) band->height = 2 * CHART_BADGE + PADDING;
  band->height += PADDING;
}

static void place_folded(struct chart_band *band) {
  struct text text = { 0 };
  unsigned count = band->last - band->first + 1;
  text_add(&text, count > 1 ? "steps %u to %u do not matter here" : "step %u does not matter here",
           band->first, band->last);
  lines_add(&band->words, text.bytes, 80);
  text_free(&text);
  band->height = 24;
}

/* What is broken stands below the step that breaks it, or else below the last one. */
static unsigned broken_below(const struct chart *chart) {
  return chart->breaks ? chart->breaks : chart->step_count;
}

static double place_broken(struct chart_layout *layout, double y) {
  if (!layout->broken.count) return y;
  layout->broken_y = y + 6;
  return y + layout->broken.count * CHART_LINE + 26;
}

static void place_bands(struct chart_layout *layout, double y) {
  const struct chart *chart = layout->chart;
  unsigned since_header = 0;
  layout->bands = memory_new(chart->step_count + 1, sizeof *layout->bands);
  if (!chart->step_count) y = place_broken(layout, y);
  for (unsigned step = 1; step <= chart->step_count;) {
    struct chart_band *band = &layout->bands[layout->band_count++];
    *band = (struct chart_band){ .first = step, .last = step, .y = y };
    if (since_header++ == HEADER_EVERY) {
      band->has_header = true;
      band->y += CHART_HEADER;
      since_header = 1;
    }
    band->folded = !chart_shows(chart, step, layout->fold);
    while (band->folded && band->last < chart->step_count &&
           !chart_shows(chart, band->last + 1, true))
      band->last++;
    if (band->folded) place_folded(band);
    else place_step(layout, band);
    y = band->y + band->height;
    if (band->last >= broken_below(chart) && band->first <= broken_below(chart))
      y = place_broken(layout, y);
    step = band->last + 1;
  }
  layout->end_y = y + PADDING;
}

/* --- states at both ends --- */

static double place_states(struct chart_layout *layout, struct chart_box **boxes, unsigned state,
                           double y) {
  const struct chart *chart = layout->chart;
  double highest = 0;
  *boxes = memory_new(chart->lifeline_count, sizeof **boxes);
  for (unsigned i = 0; i < chart->lifeline_count; i++) {
    const char *text = chart->states ? chart->states[state * chart->lifeline_count + i] : "";
    struct chart_box *box = &(*boxes)[i];
    *box = (struct chart_box){ .lifeline = i, .y = y };
    if (*text) box_add(layout, box, text);
    if (box->height > highest) highest = box->height;
  }
  return y + highest + PADDING;
}

/* --- lanes --- */

static bool is_level(const struct chart_message *message) {
  return message->kind != CHART_MESSAGE || message->sent == message->taken;
}

/* Do two messages of one sender, on one side of it, lie side by side for some time? */
static bool overlap(const struct chart_message *a, const struct chart_message *b) {
  return a->from == b->from && (a->to > a->from) == (b->to > b->from) && a->sent <= b->taken &&
         b->sent <= a->taken;
}

static unsigned lane_of(const struct chart_layout *layout, const unsigned *lanes,
                        unsigned message) {
  const struct chart_message *messages = layout->chart->messages;
  unsigned lane = 0;
  for (bool again = true; again;) {
    again = false;
    for (unsigned i = 0; i < message; i++)
      if (layout->arrows[i].drawn && !is_level(&messages[i]) && lanes[i] == lane &&
          overlap(&messages[i], &messages[message]))
        lane++, again = true;
  }
  return lane;
}

static bool is_folded(const struct chart_layout *layout, unsigned step) {
  return step >= 1 && step <= layout->chart->step_count && chart_layout_band(layout, step)->folded;
}

/* A message has no arrow if all of it lies in folded steps. */
static bool is_drawn(const struct chart_layout *layout, const struct chart_message *message) {
  bool leaves_unseen = message->sent == 0 || is_folded(layout, message->sent);
  bool comes_unseen = message->taken == CHART_NEVER || is_folded(layout, message->taken);
  return !(leaves_unseen && comes_unseen);
}

static void place_lanes(struct chart_layout *layout) {
  const struct chart *chart = layout->chart;
  unsigned *lanes = memory_new(chart->message_count + 1, sizeof *lanes);
  double most = layout->gap / 2 - LANE;
  for (unsigned i = 0; i < chart->message_count; i++) {
    const struct chart_message *message = &chart->messages[i];
    struct chart_arrow *arrow = &layout->arrows[i];
    arrow->drawn = is_drawn(layout, message);
    if (!arrow->drawn) continue;
    arrow->x = chart_layout_x(layout, message->from);
    if (is_level(message)) {
      arrow->from_y = arrow->y;
      continue;
    }
    lanes[i] = lane_of(layout, lanes, i);
    double away = (lanes[i] + 1) * LANE;
    arrow->x += (message->to > message->from ? 1 : -1) * (away < most ? away : most);
    arrow->begins_above = message->sent == 0 || is_folded(layout, message->sent);
    arrow->ends_open = message->taken == CHART_NEVER || is_folded(layout, message->taken);
    if (message->sent == 0) arrow->from_y = layout->start_y;
    else if (arrow->begins_above) arrow->from_y = chart_layout_band(layout, message->sent)->y + 20;
    if (message->taken == CHART_NEVER) arrow->y = layout->end_y - 4;
    else if (arrow->ends_open) arrow->y = chart_layout_band(layout, message->taken)->y + 6;
  }
  memory_free(lanes);
}

/* --- the whole --- */

static void add_in_flight(struct chart_layout *layout) {
  const struct chart *chart = layout->chart;
  for (unsigned i = 0; i < chart->message_count; i++) {
    const struct chart_message *message = &chart->messages[i];
    struct text text = { 0 };
    if (message->taken != CHART_NEVER) continue;
    text_add(&text, "in flight at the end: %s from %s to %s, sent in step %u", message->text,
             chart->lifelines[message->from], chart->lifelines[message->to], message->sent);
    lines_add(&layout->in_flight, text.bytes, characters(layout->width - CHART_LEFT - 20));
    text_free(&text);
  }
}

struct chart_layout chart_layout_of(const struct chart *chart, bool fold) {
  struct chart_layout layout = { .chart = chart, .fold = fold };
  unsigned lifelines = chart->lifeline_count ? chart->lifeline_count : 1;
  layout.gap = fmin(ROOMY, fmax(NARROW, (double)LIFELINES_WIDE / lifelines));
  layout.side = CHART_LEFT + lifelines * layout.gap + 12;
  layout.width = layout.side + SIDE; /* wide enough for the key */
  layout.arrows = memory_new(chart->message_count + 1, sizeof *layout.arrows);
  add_in_flight(&layout);
  for (unsigned i = 0; i < chart->broken_count; i++)
    lines_add(&layout.broken, chart->broken[i], characters(layout.width - CHART_LEFT - 40));
  if (layout.broken.count && chart->newest) {
    struct text text = { 0 };
    text_add(&text, "newest values (seen by the checker alone): %s", chart->newest);
    lines_add(&layout.broken, text.bytes, characters(layout.width - CHART_LEFT - 40));
    text_free(&text);
  }
  lines_add(&layout.title, chart->title, title_characters(layout.width - 20));
  layout.header_y = 16 + layout.title.count * 17;
  layout.start_y = layout.header_y + CHART_HEADER;
  place_bands(&layout, place_states(&layout, &layout.start, 0, layout.start_y + 4));
  layout.in_flight_y = place_states(&layout, &layout.end, chart->step_count, layout.end_y);
  layout.height = layout.in_flight_y + layout.in_flight.count * CHART_LINE + CHART_KEY;
  place_lanes(&layout);
  return layout;
}

static void clear_boxes(struct chart_box *boxes, unsigned count) {
  for (unsigned i = 0; i < count; i++) lines_clear(&boxes[i].lines);
  memory_free(boxes);
}

void chart_layout_clear(struct chart_layout *layout) {
  clear_boxes(layout->start, layout->chart->lifeline_count);
  clear_boxes(layout->end, layout->chart->lifeline_count);
  for (unsigned i = 0; i < layout->band_count; i++) {
    clear_boxes(layout->bands[i].boxes, layout->bands[i].box_count);
    lines_clear(&layout->bands[i].words);
  }
  lines_clear(&layout->title);
  lines_clear(&layout->broken);
  lines_clear(&layout->in_flight);
  memory_free(layout->bands);
  memory_free(layout->arrows);
}
