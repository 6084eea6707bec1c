/* The names in a mangled name (Itanium C++ ABI 5.1): each has its length before it. */
#include "extract/demangle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/text.h"

/* Reads "3foo": the name, or NULL. */
static const char *name_at(const char **at, size_t *length) {
  if (!isdigit((unsigned char)**at)) return NULL;
  char *end;
  *length = strtoul(*at, &end, 10);
  if (strlen(end) < *length) return NULL;
  *at = end + *length;
  return end;
}

/* Of "_ZZ3fooPiE1s", a variable of a function, what follows the function. */
static const char *behind_function(const char *symbol) {
  for (size_t i = strlen(symbol); i-- > 3;) {
    const char *at = symbol + i;
    size_t length;
    if (symbol[i - 1] != 'E' || !name_at(&at, &length)) continue;
    if (!*at || *at == '_') return symbol + i;
  }
  return symbol + 2;
}

char *demangled(const char *symbol) {
  if (!text_starts(symbol, "_Z")) return memory_copy_text(symbol, strlen(symbol));
  const char *at = symbol[2] == 'Z' ? behind_function(symbol) : symbol + 2, *name;
  struct text names = { 0 };
  size_t length;
  bool nested = *at == 'N';
  while (*at == 'N' || *at == 'L' || *at == 'K') at++;
  while ((nested || !names.length) && (name = name_at(&at, &length))) {
    if (names.length) text_add(&names, "::");
    text_add_bytes(&names, name, length);
    while (*at == 'L') at++;
  }
  return names.bytes ? names.bytes : memory_copy_text(symbol, strlen(symbol));
}

char *demangled_last(const char *symbol) {
  char *whole = demangled(symbol), *last = whole;
  for (char *at = whole; *at; at++)
    if (at[0] == ':' && at[1] == ':') last = at + 2;
  char *name = memory_format("%s%s", isdigit((unsigned char)*last) ? "_" : "", last);
  for (char *at = name; *at; at++)
    if (!isalnum((unsigned char)*at)) *at = '_';
  memory_free(whole);
  return name;
}
