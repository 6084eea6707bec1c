#include "report/draw/svg.h"

#include <math.h>
#include <stdarg.h>
#include "base/printing.h"
#include "base/text.h"

/* The style of a drawing on white paper; a page may add to it. */
const char svg_style[] =
    ".drawing{font-family:'DejaVu Sans Mono','Liberation Mono',Menlo,Consolas,monospace;"
    "font-size:12px;fill:#1b1b1b}\n"
    ".drawing .small{font-size:10px}\n"
    ".drawing .title{font-size:15px;font-weight:bold}\n"
    ".drawing .bold{font-weight:bold}\n"
    ".drawing .faint{fill:#5c5c5c}\n"
    ".drawing .bad{fill:#a8000b}\n"
    ".drawing .good{fill:#0b6b2b}\n"
    /* lines */
    ".drawing .line{fill:none;stroke:#1b1b1b;stroke-width:1.2}\n"
    ".drawing .thin{fill:none;stroke:#8a8a8a;stroke-width:.8}\n"
    ".drawing .dashed{stroke-dasharray:5 3}\n"
    ".drawing .dotted{stroke-dasharray:1.5 3}\n"
    ".drawing .dash-dot{stroke-dasharray:8 3 1.5 3}\n"
    ".drawing .long-dash{stroke-dasharray:12 4}\n"
    ".drawing .dash-dot-dot{stroke-dasharray:8 3 1.5 3 1.5 3}\n"
    ".drawing .thick{stroke-width:2.4}\n"
    ".drawing .bad-line{fill:none;stroke:#a8000b;stroke-width:2.4}\n"
    ".drawing .bad-line.dotted{stroke-dasharray:3 3}\n"
    ".drawing .head{fill:#1b1b1b;stroke:none}\n"
    ".drawing .ink-0{stroke:#6a6a6a}.drawing .fill-0{fill:#6a6a6a}\n"
    ".drawing .ink-1{stroke:#0b6b2b}.drawing .fill-1{fill:#0b6b2b}\n"
    ".drawing .ink-2{stroke:#1f4fa8}.drawing .fill-2{fill:#1f4fa8}\n"
    ".drawing .ink-3{stroke:#9a4b00}.drawing .fill-3{fill:#9a4b00}\n"
    ".drawing .ink-4{stroke:#6b2c91}.drawing .fill-4{fill:#6b2c91}\n"
    ".drawing .bad-head{fill:#a8000b;stroke:none}\n"
    /* boxes */
    ".drawing .paper{fill:#fff;stroke:none}\n"
    ".drawing .box{fill:#f4f6f9;stroke:#1b1b1b;stroke-width:1.2}\n"
    ".drawing .box.thick{stroke-width:2.4}\n"
    ".drawing .plain-box{fill:#fff;stroke:#8a8a8a;stroke-width:.8}\n"
    ".drawing .note-box{fill:#fff8dc;stroke:#8a6d00;stroke-width:1}\n"
    ".drawing .bad-box{fill:#ffe9e7;stroke:#a8000b;stroke-width:2.4}\n"
    ".drawing .band{fill:#fff;stroke:#dfe3e8;stroke-width:.8}\n"
    ".drawing .named-box{fill:#fff8dc;stroke:#1b1b1b;stroke-width:2.6}\n"
    ".drawing .fold-box{fill:#f2f2f2;stroke:#8a8a8a;stroke-width:.8;stroke-dasharray:2 3}\n"
    ".drawing .open{fill:#fff;stroke:#1b1b1b;stroke-width:1.2}\n"
    /* heat, from never to most */
    ".drawing .bar{fill:#3b6ea5;stroke:none}\n"
    ".drawing .heat-0{fill:#fff}.drawing .heat-1{fill:#e3eefa}.drawing .heat-2{fill:#bcd7f0}"
    ".drawing .heat-3{fill:#8fbbe3}.drawing .heat-4{fill:#5c9bd1}\n";

void svg_escape(FILE *out, const char *text) {
  for (; *text; text++) switch (*text) {
    case '&': fputs("&amp;", out); break;
    case '<': fputs("&lt;", out); break;
    case '>': fputs("&gt;", out); break;
    case '"': fputs("&quot;", out); break;
    case '\'': fputs("&#39;", out); break;
    default:
      if ((unsigned char)*text >= ' ' || *text == '\n' || *text == '\t') fputc(*text, out);
    }
}

double svg_text_width(const char *text, unsigned size) {
  unsigned characters = 0;
  for (; *text; characters++) text += text_utf8_length(text) ? text_utf8_length(text) : 1;
  return characters * size * SVG_CHARACTER;
}

static void put_classes(struct svg *svg, const char *classes) {
  if (classes) fprintf(svg->out, " class=\"%s\"", classes);
}

/* A coordinate to a tenth of a point. */
static double tenth(double value) {
  double rounded = round(value * 10) / 10;
  return rounded == 0 ? 0 : rounded; /* not -0 */
}

struct svg svg_begin(FILE *out, enum svg_place place, double width, double height,
                     const char *title, const char *about) {
  struct svg svg = { .out = out };
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"drawing\" role=\"img\" "
          "width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\">\n<title>",
          tenth(width), tenth(height), tenth(width), tenth(height));
  svg_escape(out, title);
  fputs("</title>\n", out);
  if (about) {
    fputs("<desc>", out);
    svg_escape(out, about);
    fputs("</desc>\n", out);
  }
  if (place == SVG_FILE) fprintf(out, "<style>\n%s</style>\n", svg_style);
  svg_rectangle(&svg, "paper", 0, 0, width, height, 0);
  return svg;
}

void svg_end(struct svg *svg) {
  while (svg->depth) svg_close(svg);
  fputs("</svg>\n", svg->out);
}

static void put_title(struct svg *svg, const char *title) {
  if (!title) return;
  fputs("<title>", svg->out);
  svg_escape(svg->out, title);
  fputs("</title>", svg->out);
}

static void end_opening(struct svg *svg, const char *title) {
  fputc('>', svg->out);
  put_title(svg, title);
  fputc('\n', svg->out);
  svg->depth++;
}

void svg_open(struct svg *svg, const char *classes, const char *title) {
  fputs("<g", svg->out);
  put_classes(svg, classes);
  end_opening(svg, title);
}

void svg_open_with(struct svg *svg, const char *classes, const char *title, const char *attributes,
                   ...) {
  va_list list;
  fputs("<g", svg->out);
  put_classes(svg, classes);
  fputc(' ', svg->out);
  va_start(list, attributes);
  vfprintf(svg->out, attributes, list);
  va_end(list);
  end_opening(svg, title);
}

void svg_close(struct svg *svg) {
  fputs("</g>\n", svg->out);
  svg->depth--;
}

void svg_rectangle(struct svg *svg, const char *classes, double x, double y, double width,
                   double height, double radius) {
  fputs("<rect", svg->out);
  put_classes(svg, classes);
  fprintf(svg->out, " x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"", tenth(x), tenth(y),
          tenth(width), tenth(height));
  if (radius > 0) fprintf(svg->out, " rx=\"%g\"", tenth(radius));
  fputs("/>\n", svg->out);
}

void svg_circle(struct svg *svg, const char *classes, double x, double y, double radius) {
  fputs("<circle", svg->out);
  put_classes(svg, classes);
  fprintf(svg->out, " cx=\"%g\" cy=\"%g\" r=\"%g\"/>\n", tenth(x), tenth(y), tenth(radius));
}

void svg_line(struct svg *svg, const char *classes, double x1, double y1, double x2, double y2) {
  fputs("<line", svg->out);
  put_classes(svg, classes);
  fprintf(svg->out, " x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"/>\n", tenth(x1), tenth(y1), tenth(x2),
          tenth(y2));
}

void svg_path(struct svg *svg, const char *classes, const char *path, ...) {
  va_list list;
  fputs("<path", svg->out);
  put_classes(svg, classes);
  fputs(" d=\"", svg->out);
  va_start(list, path);
  vfprintf(svg->out, path, list);
  va_end(list);
  fputs("\"/>\n", svg->out);
}

void svg_arrow_head(struct svg *svg, const char *classes, double x, double y, double from_x,
                    double from_y) {
  enum { LENGTH = 9, HALF_WIDTH = 4 };
  double dx = x - from_x, dy = y - from_y, length = hypot(dx, dy);
  if (length == 0) return;
  dx /= length, dy /= length;
  double back_x = x - LENGTH * dx, back_y = y - LENGTH * dy;
  svg_path(svg, classes, "M%g %gL%g %gL%g %gZ", tenth(x), tenth(y), tenth(back_x - HALF_WIDTH * dy),
           tenth(back_y + HALF_WIDTH * dx), tenth(back_x + HALF_WIDTH * dy),
           tenth(back_y - HALF_WIDTH * dx));
}

void svg_text(struct svg *svg, const char *classes, enum svg_anchor anchor, double x, double y,
              const char *text) {
  static const char *const anchors[] = { "", " text-anchor=\"middle\"", " text-anchor=\"end\"" };
  fputs("<text", svg->out);
  put_classes(svg, classes);
  fprintf(svg->out, "%s x=\"%g\" y=\"%g\">", anchors[anchor], tenth(x), tenth(y));
  svg_escape(svg->out, text);
  fputs("</text>\n", svg->out);
}

void svg_text_format(struct svg *svg, const char *classes, enum svg_anchor anchor, double x,
                     double y, const char *format, ...) {
  va_list list;
  struct printing printing;
  va_start(list, format);
  vfprintf(printing_begin(&printing), format, list);
  va_end(list);
  svg_text(svg, classes, anchor, x, y, printing_end(&printing));
  printing_free(&printing);
}
