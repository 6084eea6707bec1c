/* A PTX file as data: its variables, and its functions as instructions in the order of the file. */
#ifndef EXTRACT_MODULE_H
#define EXTRACT_MODULE_H

#include <stdint.h>
#include "base/diagnostic.h"
#include "base/vector.h"

/* State spaces; SPACE_NONE: none is written, so the address is generic. */
enum ptx_space { SPACE_NONE, SPACE_GLOBAL, SPACE_SHARED, SPACE_CONST, SPACE_LOCAL, SPACE_PARAM };
const char *space_name(enum ptx_space space);

struct variable {
  char *name;
  enum ptx_space space;
  unsigned element;  /* bytes of an element, or of the whole */
  uint64_t bytes;    /* of all elements; 0: not known (an array of another file) */
  uint8_t *contents; /* initial bytes; NULL: zeros */
  bool has_address;  /* an initial value is an address, which `contents` lacks */
  struct span span;
};

struct ptx_register {
  char *name;
  unsigned bits; /* 1: a predicate */
};

enum ptx_operand_kind {
  PTX_REGISTER,
  PTX_NUMBER,
  PTX_VARIABLE, /* the address of a variable or parameter */
  PTX_SPECIAL,  /* %tid.x */
  PTX_NAME,     /* of a label or of a function */
  PTX_SINK,     /* _ */
  PTX_LIST      /* {a,b}, (a,b) or a|b: the next `count` operands of the pool */
};

struct ptx_operand {
  enum ptx_operand_kind kind;
  bool in_memory; /* [a] or [a+4] */
  bool negated;   /* !p */
  unsigned index; /* of the register or variable */
  unsigned count; /* of a list */
  int64_t number; /* the number, or what is added to the register or variable */
  struct span span;
};

enum { NO_GUARD = -1 };

struct ptx_instruction {
  struct span mnemonic;
  int guard; /* a register, or NO_GUARD */
  bool guard_negated;
  unsigned first, count; /* its operands in the pool; elements of lists count */
  unsigned target;       /* of bra: an instruction */
};

struct ptx_label {
  struct span span;
  unsigned at; /* an instruction; the number of all: the end */
};

struct function {
  char *name;
  bool is_entry, has_body;
  struct span span;
  unsigned cta[3], clusters[3]; /* .reqntid, .reqnctapercluster; 0: not said */
  VECTOR(unsigned) parameters;  /* variables */
  VECTOR(unsigned) results;
  VECTOR(struct ptx_register) registers;
  VECTOR(struct ptx_operand) operands;
  VECTOR(struct ptx_instruction) code;
  VECTOR(struct ptx_label) labels;
};

struct module {
  struct source source; /* the caller's text */
  VECTOR(struct variable) variables;
  VECTOR(struct function) functions;
};

/* Reads the text of a file; NULL with a diagnostic.  The text must outlive the module. */
struct module *module_read(struct source source, struct diagnostic *error);
void module_free(struct module *module); /* NULL is fine */

#endif
