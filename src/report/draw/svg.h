/* A writer of SVG.  Units are points (a CSS pixel each); y grows downwards.
 *
 * All text is in one monospaced font, so that a drawing knows how wide it is.  Colours come from
 * classes (svg_style).  No colour is the only sign of anything: shape, dash or a word says the
 * same. */
#ifndef REPORT_DRAW_SVG_H
#define REPORT_DRAW_SVG_H

#include <stdbool.h>
#include <stdio.h>

struct svg {
  FILE *out;
  unsigned depth; /* of open groups */
};

/* A file of its own has its style in it.  Inside a page the page has it once. */
enum svg_place { SVG_FILE, SVG_IN_PAGE };
enum svg_anchor { SVG_START, SVG_MIDDLE, SVG_END };

/* The sizes of text: of the classes "text" (also without a class), "small" and "title". */
enum { SVG_TEXT_SIZE = 12, SVG_SMALL_SIZE = 10, SVG_TITLE_SIZE = 15 };
/* The width of a character in sizes of text, as most monospaced fonts have it. */
#define SVG_CHARACTER 0.602

/* `title` and `about` are read out instead of the drawing; `about` may be NULL. */
struct svg svg_begin(FILE *out, enum svg_place place, double width, double height,
                     const char *title, const char *about);
void svg_end(struct svg *svg);

/* Classes are names of svg_style, separated by spaces; NULL: none. */
void svg_open(struct svg *svg, const char *classes,
              const char *title); /* a group; title: or NULL */
/* The same with attributes, such as data-step="3", as they stand in the file. */
void svg_open_with(struct svg *svg, const char *classes, const char *title, const char *attributes,
                   ...) __attribute__((format(printf, 4, 5)));
void svg_close(struct svg *svg);
void svg_rectangle(struct svg *svg, const char *classes, double x, double y, double width,
                   double height, double radius);
void svg_circle(struct svg *svg, const char *classes, double x, double y, double radius);
void svg_line(struct svg *svg, const char *classes, double x1, double y1, double x2, double y2);
/* `path` is printed into the attribute d: "M%g %gL%g %g". */
void svg_path(struct svg *svg, const char *classes, const char *path, ...)
    __attribute__((format(printf, 3, 4)));
/* The head of an arrow: a filled triangle whose tip is at x, y, and that comes from the direction
 * of (from_x, from_y). */
void svg_arrow_head(struct svg *svg, const char *classes, double x, double y, double from_x,
                    double from_y);
/* A line of text; y is its base line. */
void svg_text(struct svg *svg, const char *classes, enum svg_anchor anchor, double x, double y,
              const char *text);
void svg_text_format(struct svg *svg, const char *classes, enum svg_anchor anchor, double x,
                     double y, const char *format, ...) __attribute__((format(printf, 6, 7)));

/* The width of a text of that size. */
double svg_text_width(const char *text, unsigned size);
/* Prints text with what is special in XML and HTML written as entities; characters that XML does
 * not have are left out. */
void svg_escape(FILE *out, const char *text);

/* The style sheet of all drawings. */
extern const char svg_style[];

#endif
