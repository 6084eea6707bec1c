/* Pieces of memory that threads of the test access. */
#ifndef EXTRACT_OBJECTS_H
#define EXTRACT_OBJECTS_H

#include "extract/module.h"

struct ptx_access {
  int64_t offset;
  unsigned bytes;    /* of an element */
  unsigned elements; /* of a vector */
  bool writes;
};

struct object {
  char *name;                         /* in the test */
  enum ptx_space space;               /* global of a location that --param names */
  const struct variable *variable;    /* NULL: only --param names it */
  unsigned cta, gpu;                  /* of a shared variable: its CTA */
  uint64_t bytes;                     /* 0: not known */
  VECTOR(struct ptx_access) accesses; /* without repetitions */
};

struct objects {
  VECTOR(struct object) items;
};

/* The index of a variable's object; of a shared one, in that CTA. */
unsigned objects_of_variable(struct objects *objects, const struct variable *variable, unsigned cta,
                             unsigned gpu);
/* Of a location with the name of --param, which may be that of a variable. */
unsigned objects_of_location(struct objects *objects, const struct module *module,
                             const char *name);
void objects_add_access(struct object *object, struct ptx_access access);
void objects_clear(struct objects *objects);

#endif
