/* The types of C-like dialects. */
#ifndef LITMUS_READ_C_TYPE_H
#define LITMUS_READ_C_TYPE_H

#include "litmus/cursor.h"
#include "litmus/value.h"

/* A type, as far as it matters. */
struct c_type {
  bool atomic;         /* it says so, or is a mutex */
  bool is_object;      /* atomic in C11's sense, not the kernel's */
  bool local;          /* in OpenCL's local memory */
  bool is_void;        /* void itself, no pointer */
  unsigned stars;      /* of a pointer */
  struct type word;    /* what its words name, without stars; bytes 0: no integer */
  struct type integer; /* bytes 0: it is no integer */
  struct type pointed; /* the integer that a pointer points to */
};
/* Reads the words of a type and its stars; false, and nothing read, where none comes next. */
bool c_type(struct cursor *cursor, struct c_type *type);
/* Reads stars anew, which make another type of the same words: int *p, n. */
void c_type_stars(struct cursor *cursor, struct c_type *type);
/* Reads const, volatile or restrict; false, and nothing read, where none comes next. */
bool c_accept_qualifier(struct cursor *cursor);

#endif
