#include "report/colour.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool has_colour(FILE *out) {
  const char *terminal = getenv("TERM");
  return !getenv("NO_COLOR") && terminal && strcmp(terminal, "dumb") && fileno(out) >= 0 &&
         isatty(fileno(out));
}

void colour_put(FILE *out, enum text_colour colour, const char *text) {
  static const char *const codes[] = { "", "\033[32m", "\033[1;31m", "\033[33m", "\033[2m" };
  if (colour == PLAIN || !has_colour(out)) fputs(text, out);
  else fprintf(out, "%s%s\033[0m", codes[colour], text);
}
