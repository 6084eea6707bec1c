/* Inside the reader of PTX files. */
#ifndef EXTRACT_PARSING_H
#define EXTRACT_PARSING_H

#include "extract/lexer.h"
#include "extract/module.h"

/* A name that is in force: a register, a range of registers (%r<9>), or a variable. */
struct binding {
  struct span name;
  bool is_register;
  unsigned index; /* the first one of a range */
  unsigned count; /* of a range; 0: no range */
};

struct parsing {
  struct lexer lexer;
  struct module *module;
  struct function *function;       /* NULL outside of functions */
  VECTOR(struct binding) bindings; /* inner ones stand behind outer ones */
};

#endif
