/* Text from functions that only know how to print.
 *
 *   struct printing printing;
 *   mutant_print(printing_begin(&printing), ...);
 *   use(printing_end(&printing));
 *   printing_free(&printing);
 */
#ifndef BASE_PRINTING_H
#define BASE_PRINTING_H

#include <stdio.h>

struct printing {
  FILE *out;
  char *text;
  size_t length;
};

FILE *printing_begin(struct printing *printing);
/* The text, NUL-terminated; `length` leaves the NUL out. */
char *printing_end(struct printing *printing);
void printing_free(struct printing *printing);
/* Ends and releases it.  Returns a copy of the text, to be released by memory_free. */
char *printing_take(struct printing *printing);

#endif
