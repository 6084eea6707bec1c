/* A stream into memory, which never fails (memory.h). */
#include "base/printing.h"

#include <stdbool.h>
#include <stdlib.h>
#include "base/memory.h"

FILE *printing_begin(struct printing *printing) {
  *printing = (struct printing){ 0 };
  printing->out = open_memstream(&printing->text, &printing->length);
  if (!printing->out) memory_exhausted(1, BUFSIZ);
  return printing->out;
}

char *printing_end(struct printing *printing) {
  bool failed = ferror(printing->out);
  if (fclose(printing->out) || failed) memory_exhausted(1, printing->length);
  return printing->text;
}

void printing_free(struct printing *printing) { free(printing->text); }

char *printing_take(struct printing *printing) {
  const char *text = printing_end(printing);
  char *copy = memory_copy_text(text, printing->length);
  printing_free(printing);
  return copy;
}
