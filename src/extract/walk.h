/* Runs one thread of the test along its kernel, with symbols in place of what memory holds.
 *
 * Each register is known (a number or an address), or it is loaded: its value comes from memory,
 * and the extracted code computes it.  Code with known values vanishes.  Code is emitted by blocks,
 * each for a step and the known values of the registers that are live there.  So a loop that counts
 * known numbers unrolls, and a loop that waits for a loaded value closes on itself.
 *
 * Behind a branch on r == 3 the loaded r is 3, for what is computed of it, up to where ways meet.
 *
 * A counter of a loop whose end depends on loaded values would never close.  After WIDEN_AFTER
 * rounds it counts as loaded where the loop begins, and the walk starts anew. */
#ifndef EXTRACT_WALK_H
#define EXTRACT_WALK_H

#include "extract/code.h"
#include "extract/geometry.h"
#include "extract/live.h"
#include "extract/objects.h"

enum value_kind {
  VALUE_UNSET,   /* nothing wrote it */
  VALUE_KNOWN,   /* a number */
  VALUE_ADDRESS, /* an object and an offset */
  VALUE_LOADED,  /* in a register of the extracted code */
  VALUE_LOST     /* computed in a way that cannot be followed */
};

struct value {
  enum value_kind kind;
  unsigned object;
  uint64_t number; /* the number, or the offset */
  unsigned from;   /* the step that gave a loaded or lost value */
  bool holds;      /* of a loaded value: on this way it can only be `number` */
};

/* A predicate that says whether a loaded register is, or is not, a number. */
struct compared_register {
  unsigned predicate, index;
  uint64_t number;
  bool equal;
};

/* A parameter of a kernel, as --param gave it. */
struct bound_parameter {
  const struct function *kernel;
  unsigned variable;
  uint64_t offset;
  struct asked_parameter *asked;
  unsigned object; /* of a location */
};

/* A CTA or cluster of a launch, by its number in the grid. */
struct launched {
  const struct function *kernel;
  unsigned gpu, number;
};
struct launches {
  struct launched *items;
  size_t length, room;
};

/* What all threads of the test share. */
struct extraction {
  const struct module *module;
  struct asked_test *request;
  struct diagnostic *error;
  struct text *notes;
  struct objects objects;
  VECTOR(struct bound_parameter) parameters;
  VECTOR(const struct function *) kernels; /* of each thread that is asked for */
  struct launches ctas, clusters;          /* those of threads, in their order */
};

/* A register and its value. */
struct live_value {
  unsigned index;
  struct value value;
};

struct block {
  unsigned step;
  VECTOR(struct live_value) known; /* the registers that are live and set, in their order */
  bool started;
  int parent;     /* the block that led here first, or -1 */
  unsigned forks; /* branches on loaded values on the way here */
};

struct walk {
  struct extraction *extraction;
  const struct asked_thread *asked;
  const struct function *kernel;
  struct geometry geometry;
  unsigned cta, cluster; /* their numbers in the test */
  struct ptx_steps steps;
  struct live live;
  struct value *values; /* of each register */
  VECTOR(struct block) blocks;
  VECTOR(struct live_value) widened;         /* `index` counts as loaded at the step `from` */
  VECTOR(struct compared_register) compared; /* in the block in work */
  bool starts_anew;
  struct code code;
  /* in work: */
  unsigned block, forks;
  unsigned at; /* a step */
  const struct ptx_step *step;
  int guard; /* a loaded predicate under which the step runs, or NO_GUARD */
  bool guard_negated;
};

/* Makes walk->code; false with a diagnostic. */
bool walk_run(struct walk *walk);
void walk_clear(struct walk *walk);

#endif
