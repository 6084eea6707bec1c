/* Names of registers and labels in the code of a thread. */
#ifndef EXTRACT_NAMES_H
#define EXTRACT_NAMES_H

#include "extract/walk.h"

struct thread_names {
  char **registers; /* of those that lines name; else NULL */
  char **labels;    /* of blocks whose label is left */
  char *end;        /* of the label behind the last line; NULL: none is needed */
  size_t register_count, label_count;
};

struct thread_names names_of(const struct walk *walk);
void names_clear(struct thread_names *names);

#endif
