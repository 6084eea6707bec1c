#include "report/draw/plot.h"

#include <inttypes.h>
#include <math.h>

enum { LEFT = 84, RIGHT = 16, TOP = 34, BOTTOM = 44, HEIGHT = 190, MOST_WIDE = 900 };

struct scale {
  double least, greatest; /* of the axis, as logarithms if it is logarithmic */
  bool logarithmic;
};

static struct scale scale_of(const struct plot *plot) {
  uint64_t least = UINT64_MAX, greatest = 1;
  for (unsigned i = 0; i < plot->count; i++) {
    if (plot->values[i] && plot->values[i] < least) least = plot->values[i];
    if (plot->values[i] > greatest) greatest = plot->values[i];
  }
  if (least > greatest) least = greatest;
  if (greatest / least < 100) return (struct scale){ 0, (double)greatest, false };
  return (struct scale){ floor(log10((double)least)), ceil(log10((double)greatest)), true };
}

/* The height of a value above the axis. */
static double height_of(const struct scale *scale, uint64_t value) {
  if (!value) return 0;
  double at = scale->logarithmic ? log10((double)value) : (double)value;
  double height = HEIGHT * (at - scale->least) / (scale->greatest - scale->least);
  return height < 1 ? 1 : height; /* a bar of one state is seen, too */
}

/* "12,345": thousands apart. */
static void put_number(char room[32], uint64_t number) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%" PRIu64, number), at = 0;
  for (int i = 0; i < length; i++) {
    if (i && (length - i) % 3 == 0) room[at++] = ',';
    room[at++] = digits[i];
  }
  room[at] = 0;
}

static void put_tick(struct svg *svg, const struct scale *scale, uint64_t value, double right) {
  char label[32];
  double y = TOP + HEIGHT - height_of(scale, value);
  put_number(label, value);
  svg_line(svg, "thin", LEFT, y, right, y);
  svg_text(svg, "small", SVG_END, LEFT - 6, y + 3.5, label);
}

/* A power of ten each, or the whole and its halves. */
static void put_value_axis(struct svg *svg, const struct scale *scale, double right) {
  if (scale->logarithmic) {
    int step = (int)ceil((scale->greatest - scale->least) / 6);
    for (double power = scale->least; power <= scale->greatest; power += step)
      put_tick(svg, scale, (uint64_t)llround(pow(10, power)), right);
    return;
  }
  put_tick(svg, scale, (uint64_t)scale->greatest, right);
  if (scale->greatest >= 2) put_tick(svg, scale, (uint64_t)scale->greatest / 2, right);
}

static void put_places(struct svg *svg, const struct plot *plot, double bar) {
  unsigned step = 1;
  while (bar > 0 && step * bar < 32) step = step == 1 ? 2 : step == 2 ? 5 : step * 2;
  for (unsigned i = 0; i < plot->count; i += step)
    svg_text_format(svg, "small", SVG_MIDDLE, LEFT + (i + .5) * bar, TOP + HEIGHT + 14, "%u", i);
}

static void put_bars(struct svg *svg, const struct plot *plot, const struct scale *scale,
                     double bar) {
  for (unsigned i = 0; i < plot->count; i++) {
    char number[32], title[96];
    double height = height_of(scale, plot->values[i]);
    if (height == 0) continue;
    put_number(number, plot->values[i]);
    snprintf(title, sizeof title, "%s %u: %s %s", plot->x, i, number, plot->y);
    svg_open(svg, NULL, title);
    svg_rectangle(svg, "bar", LEFT + i * bar + (bar > 4), TOP + HEIGHT - height,
                  bar - (bar > 4 ? 2 : 0), height, 0);
    svg_close(svg);
  }
}

void plot_svg(FILE *out, enum svg_place place, const struct plot *plot) {
  struct scale scale = scale_of(plot);
  double bar = plot->count ? (double)(MOST_WIDE - LEFT - RIGHT) / plot->count : 0;
  if (bar > 26) bar = 26;
  double inner = bar * plot->count < 200 ? 200 : bar * plot->count;
  double width = LEFT + inner + RIGHT, title = svg_text_width(plot->title, SVG_TEXT_SIZE) + 24;
  if (width < title) width = title;
  struct svg svg = svg_begin(out, place, width, TOP + HEIGHT + BOTTOM, plot->title, NULL);
  svg_text(&svg, "bold", SVG_START, 12, 18, plot->title);
  put_value_axis(&svg, &scale, LEFT + inner);
  put_bars(&svg, plot, &scale, bar);
  svg_line(&svg, "line", LEFT, TOP + HEIGHT, LEFT + inner, TOP + HEIGHT);
  put_places(&svg, plot, bar);
  svg_text(&svg, "small", SVG_MIDDLE, LEFT + inner / 2, TOP + HEIGHT + 32, plot->x);
  svg_text_format(&svg, "small", SVG_END, LEFT - 6, TOP + HEIGHT + 32, "%s%s", plot->y,
                  scale.logarithmic ? ", log." : "");
  svg_end(&svg);
}
