/* Texts in lines of limited width. */
#ifndef REPORT_DRAW_LINES_H
#define REPORT_DRAW_LINES_H

/* Owned. */
struct text_lines {
  char **items;
  unsigned count;
};

/* Appends the text in lines of at most so many characters.  It breaks at spaces and line ends; a
 * word that is too long is cut, behind a hyphen or a low line where it has one. */
void lines_add(struct text_lines *lines, const char *text, unsigned characters);
/* Leaves at most so many lines, from 1 on; the last one is then an ellipsis. */
void lines_limit(struct text_lines *lines, unsigned count);
void lines_clear(struct text_lines *lines);

#endif
