/* Breaks lines at spaces.  A column is a character of UTF-8. */
#include "base/wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { FURTHER_IN = 2 };

static unsigned columns_of_terminal(FILE *out) {
  const char *asked = getenv("COLUMNS");
  unsigned long columns = asked ? strtoul(asked, NULL, 10) : 0;
  struct winsize size;
  if (!columns && ioctl(fileno(out), TIOCGWINSZ, &size) == 0) columns = size.ws_col;
  if (!columns || columns > 10000) return WRAP_USUAL;
  return columns < WRAP_LEAST ? WRAP_LEAST : (unsigned)columns;
}

unsigned wrap_width(FILE *out) {
  int file = fileno(out);
  return file >= 0 && isatty(file) ? columns_of_terminal(out) : WRAP_USUAL;
}

static bool begins_character(char byte) { return ((unsigned char)byte & 0xc0) != 0x80; }

static unsigned columns_of(const char *text, size_t length) {
  unsigned columns = 0;
  for (size_t i = 0; i < length; i++) columns += begins_character(text[i]);
  return columns;
}

/* The bytes of a line up to the break.  All of it: it fits, or has nowhere to break. */
static size_t break_of(const char *line, size_t length, unsigned width) {
  unsigned columns = 0;
  size_t wide = 0, narrow = 0, i = strspn(line, " ");
  if (columns_of(line, length) <= width) return length;
  for (columns = (unsigned)i; i < length; i++) {
    if (line[i] == ' ' && line[i - 1] != ' ') {
      if (columns > width && (wide || narrow)) break;
      if (line[i + 1] == ' ') wide = i;
      narrow = i;
      if (columns > width) break;
    }
    columns += begins_character(line[i]);
  }
  return wide ? wide : narrow ? narrow : length;
}

static void print_line(FILE *out, unsigned width, int indent, const char *line, size_t length) {
  size_t spaces = strspn(line, " ");
  bool further = false;
  if (spaces > length) spaces = length;
  line += spaces;
  length -= spaces;
  indent += (int)spaces;
  fprintf(out, "%*s", (int)spaces, "");
  for (;;) {
    unsigned used = (unsigned)(indent + (further ? FURTHER_IN : 0));
    size_t part = break_of(line, length, width > used ? width - used : 1);
    fprintf(out, "%.*s\n", (int)part, line);
    line += part;
    length -= part;
    for (; length && *line == ' '; length--) line++;
    if (!length) return;
    further = true;
    fprintf(out, "%*s", indent + FURTHER_IN, "");
  }
}

void wrap_print(FILE *out, unsigned width, const char *head, const char *text) {
  int indent = (int)columns_of(head, strlen(head));
  fputs(head, out);
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    if (at != text) fprintf(out, "%*s", indent, "");
    print_line(out, width, indent, at, length);
    at += length + (at[length] == '\n');
  }
  if (!*text) fputc('\n', out);
}
