#include "report/draw/automaton_layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "report/draw/svg.h"

enum {
  BOX_GAP = 12,  /* between boxes */
  PLACE_GAP = 4, /* between arrows in a box */
  TRACK_FIRST = 20 /* from the boxes to the nearest track */,
  TRACK_GAP = 11,
  MARGIN = 10,
  HIGH = 1300,       /* a higher drawing is as wide as it may be */
  LABEL_WIDEST = 470 /* of others */
};

/* --- the order --- */

/* By distance from the start state; then those that it does not reach. */
static void put_order(struct automaton_layout *layout) {
  const struct automaton *automaton = layout->automaton;
  unsigned count = 0, seen = 1u << automaton->start;
  layout->boxes[count++] = (struct automaton_box){ .state = automaton->start, .reached = true };
  for (unsigned at = 0; at < count; at++)
    for (unsigned i = 0; i < automaton->arrow_count; i++) {
      const struct automaton_arrow *arrow = &automaton->arrows[i];
      if (arrow->from != layout->boxes[at].state || arrow->outcome != AUTOMATON_MOVES ||
          seen >> arrow->to & 1)
        continue;
      seen |= 1u << arrow->to;
      layout->boxes[count++] = (struct automaton_box){ .state = arrow->to, .reached = true };
    }
  for (unsigned s = 0; s < automaton->state_count; s++)
    if (!(seen >> s & 1)) layout->boxes[count++] = (struct automaton_box){ .state = s };
}

static unsigned rank_of(const struct automaton_layout *layout, unsigned state) {
  unsigned rank = 0;
  while (layout->boxes[rank].state != state) rank++;
  return rank;
}

/* Arrows in the order of drawing: by box; then moves by target, what stays, what stalls. */
static uint64_t place_key(const struct automaton_layout *layout,
                          const struct automaton_arrow *arrow) {
  return (uint64_t)rank_of(layout, arrow->from) << 32 | (uint64_t)arrow->outcome << 16 |
         (uint64_t)rank_of(layout, arrow->to) << 8 | (arrow->variant ? 2 : 0) |
         (arrow->inferred ? 1 : 0);
}

static void put_places(struct automaton_layout *layout) {
  const struct automaton *automaton = layout->automaton;
  layout->places = memory_new(automaton->arrow_count + 1, sizeof *layout->places);
  for (unsigned i = 0; i < automaton->arrow_count; i++) {
    unsigned at = i;
    uint64_t key = place_key(layout, &automaton->arrows[i]);
    for (; at && place_key(layout, layout->places[at - 1].arrow) > key; at--)
      layout->places[at] = layout->places[at - 1];
    layout->places[at] = (struct automaton_place){ .arrow = &automaton->arrows[i] };
  }
}

/* --- heights --- */

/* Labels one behind the other.  A line breaks between them, or within one that is longer than a
 * line. */
static void put_lines(struct automaton_place *place, unsigned characters) {
  struct text line = { 0 };
  for (unsigned i = 0; i < place->arrow->label_count; i++) {
    const struct automaton_label *label = &place->arrow->labels[i];
    const char *end = i + 1 < place->arrow->label_count ? ";" : "";
    char *text = *label->guard ? memory_format("%s [%s]%s", label->events, label->guard, end)
                               : memory_format("%s%s", label->events, end);
    if (line.length && line.length + 1 + strlen(text) > characters) {
      lines_add(&place->lines, line.bytes, characters);
      text_free(&line);
      line = (struct text){ 0 };
    }
    text_add(&line, "%s%s", line.length ? " " : "", text);
    memory_free(text);
  }
  if (line.length) lines_add(&place->lines, line.bytes, characters);
  text_free(&line);
}

static void put_heights(struct automaton_layout *layout) {
  unsigned characters = (unsigned)(layout->label_width / (SVG_TEXT_SIZE * SVG_CHARACTER));
  double y = 1;
  unsigned next = 0;
  for (unsigned b = 0; b < layout->automaton->state_count; b++) {
    struct automaton_box *box = &layout->boxes[b];
    box->y = y;
    y += AUTOMATON_HEADER;
    for (; next < layout->automaton->arrow_count && layout->places[next].arrow->from == box->state;
         next++) {
      struct automaton_place *place = &layout->places[next];
      lines_clear(&place->lines);
      put_lines(place, characters);
      place->y = y;
      place->height = place->lines.count * AUTOMATON_LINE + PLACE_GAP;
      y += place->height;
    }
    box->height = y - box->y + 2;
    y += 2 + BOX_GAP;
  }
  layout->height = y;
}

double automaton_layout_exit(const struct automaton_place *place) {
  return place->y + PLACE_GAP / 2. + AUTOMATON_LINE / 2.;
}

double automaton_layout_entry(const struct automaton_layout *layout, unsigned state) {
  return layout->boxes[rank_of(layout, state)].y + AUTOMATON_HEADER / 2.;
}

/* --- tracks --- */

static void put_extents(struct automaton_layout *layout) {
  memset(layout->tracks, 0, sizeof layout->tracks);
  for (unsigned i = 0; i < layout->automaton->arrow_count; i++) {
    const struct automaton_place *place = &layout->places[i];
    struct automaton_track *track = &layout->tracks[place->arrow->to];
    if (place->arrow->outcome != AUTOMATON_MOVES) continue;
    if (!track->used) track->top = track->bottom = automaton_layout_entry(layout, place->arrow->to);
    track->used = true;
    track->top = fmin(track->top, automaton_layout_exit(place));
    track->bottom = fmax(track->bottom, automaton_layout_exit(place));
  }
}

static bool is_free(const struct automaton_layout *layout, const struct automaton_track *track,
                    double x) {
  for (unsigned s = 0; s < layout->automaton->state_count; s++) {
    const struct automaton_track *other = &layout->tracks[s];
    if (other->x == x && other->top <= track->bottom && other->bottom >= track->top) return false;
  }
  return true;
}

static struct automaton_track *shortest_without_place(struct automaton_layout *layout) {
  struct automaton_track *shortest = NULL;
  for (unsigned s = 0; s < layout->automaton->state_count; s++) {
    struct automaton_track *track = &layout->tracks[s];
    if (!track->used || track->x > 0) continue;
    if (!shortest || track->bottom - track->top < shortest->bottom - shortest->top)
      shortest = track;
  }
  return shortest;
}

/* Places all tracks right of the boxes; the width of the drawing follows. */
static void put_tracks(struct automaton_layout *layout) {
  double first = AUTOMATON_LEFT + layout->box_width + TRACK_FIRST, last = first;
  put_extents(layout);
  for (struct automaton_track *track; (track = shortest_without_place(layout));) {
    double x = first;
    while (!is_free(layout, track, x)) x += TRACK_GAP;
    track->x = x;
    last = fmax(last, x);
  }
  layout->width = last + MARGIN;
}

/* --- widths --- */

static double outcome_width(const struct automaton *automaton) {
  double widest = svg_text_width("stalls *+", SVG_TEXT_SIZE);
  for (unsigned s = 0; s < automaton->state_count; s++)
    widest = fmax(widest, svg_text_width(automaton->states[s], SVG_TEXT_SIZE) +
                              svg_text_width("-> *+", SVG_TEXT_SIZE));
  return widest + (automaton->covered ? AUTOMATON_COVERED : 0);
}

static double label_width_of(const struct automaton_label *label) {
  return svg_text_width(label->events, SVG_TEXT_SIZE) +
         svg_text_width(label->guard, SVG_TEXT_SIZE) + svg_text_width(" [];", SVG_TEXT_SIZE) + 2;
}

static double natural_label_width(const struct automaton *automaton) {
  double widest = 230;
  for (unsigned i = 0; i < automaton->arrow_count; i++)
    for (unsigned l = 0; l < automaton->arrows[i].label_count; l++)
      widest = fmax(widest, label_width_of(&automaton->arrows[i].labels[l]));
  return widest;
}

/* The width at which no arrow's labels need a second line. */
static double single_line_width(const struct automaton *automaton) {
  double widest = 0;
  for (unsigned i = 0; i < automaton->arrow_count; i++) {
    double width = 0;
    for (unsigned l = 0; l < automaton->arrows[i].label_count; l++)
      width +=
          label_width_of(&automaton->arrows[i].labels[l]) + svg_text_width("; ", SVG_TEXT_SIZE);
    widest = fmax(widest, width);
  }
  return widest;
}

static void put_widths(struct automaton_layout *layout, double label_width) {
  layout->label_width = label_width;
  layout->box_width = label_width + layout->outcome_width + 3 * AUTOMATON_INDENT;
  put_heights(layout);
  put_tracks(layout);
}

struct automaton_layout automaton_layout_of(const struct automaton *automaton) {
  struct automaton_layout layout = { .automaton = automaton };
  double label_width = fmin(natural_label_width(automaton), LABEL_WIDEST);
  layout.outcome_width = outcome_width(automaton);
  put_order(&layout);
  put_places(&layout);
  put_widths(&layout, label_width);
  double room = (layout.height > HIGH ? AUTOMATON_WIDEST : AUTOMATON_USUAL) - layout.width;
  if (room > 0)
    put_widths(&layout, fmax(label_width, fmin(label_width + room, single_line_width(automaton))));
  /* Narrower labels change no order of lines, so the tracks need no more places. */
  if (layout.width > AUTOMATON_WIDEST)
    put_widths(&layout, layout.label_width - (layout.width - AUTOMATON_WIDEST));
  return layout;
}

void automaton_layout_clear(struct automaton_layout *layout) {
  for (unsigned i = 0; i < layout->automaton->arrow_count; i++)
    lines_clear(&layout->places[i].lines);
  memory_free(layout->places);
}
