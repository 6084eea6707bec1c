/* What is printed, as one text: for what knows only how to print.
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
char *printing_end(
    struct printing *printing); /* NUL-terminated; `length` counts what stands before the NUL */
void printing_free(struct printing *printing);

#endif
