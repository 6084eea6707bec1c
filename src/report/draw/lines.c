#include "report/draw/lines.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"

static void add(struct text_lines *lines, const char *text, size_t length) {
  lines->items = memory_resize(lines->items, lines->count + 1, sizeof *lines->items);
  lines->items[lines->count++] = memory_copy_text(text, length);
}

/* The bytes of the next line, at most so many characters; `*after`: where the one after begins. */
static size_t next_length(const char *text, unsigned characters, const char **after) {
  const char *at = text, *space = NULL, *hyphen = NULL;
  for (unsigned i = 0; i < characters && *at && *at != '\n'; i++) {
    if (*at == ' ' && at > text) space = at;
    unsigned bytes = text_utf8_length(at);
    bool joins = (*at == '-' || *at == '_') && at > text;
    at += bytes ? bytes : 1;
    if (joins) hyphen = at;
  }
  if (*at && *at != '\n' && *at != ' ' && (space || hyphen)) at = space ? space : hyphen;
  *after = at + (*at == ' ' || *at == '\n');
  return (size_t)(at - text);
}

void lines_add(struct text_lines *lines, const char *text, unsigned characters) {
  if (characters < 1) characters = 1;
  while (*text) {
    const char *after;
    size_t length = next_length(text, characters, &after);
    add(lines, text, length);
    text = after;
  }
}

void lines_limit(struct text_lines *lines, unsigned count) {
  if (lines->count <= count) return;
  while (lines->count >= count) memory_free(lines->items[--lines->count]);
  add(lines, "\u2026", strlen("\u2026"));
}

void lines_clear(struct text_lines *lines) {
  for (unsigned i = 0; i < lines->count; i++) memory_free(lines->items[i]);
  memory_free(lines->items);
  *lines = (struct text_lines){ 0 };
}
