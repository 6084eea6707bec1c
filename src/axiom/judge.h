/* The axiomatic side: which outcomes of a program does a memory model allow?
 *
 * A model is a `.cat` file.  The judge unfolds the program into events, builds candidate executions
 * (reads-from, coherence), prunes them while they are built, evaluates the model on each, and
 * gathers the outcomes of those that are consistent.  The answer is exact: outcome for outcome,
 * unless `bounded` says that a loop was cut. */
#ifndef AXIOM_JUDGE_H
#define AXIOM_JUDGE_H

#include <stdbool.h>
#include <stdint.h>
#include "base/diagnostic.h"
#include "base/text.h"
#include "litmus/outcome.h"
#include "litmus/program.h"

struct cat_model;

/* Loads a model by name ("ptx-6.0": an embedded memmodels/NAME.cat) or by path (anything with a '/'
 * or ending in
 * ".cat").  NULL on error.  A path's includes are looked for beside it, then among the embedded
 * models. */
struct cat_model *cat_model_load(const char *name_or_path, struct diagnostic *error);
/* The same with variants of herd7, up to a NULL, that the model may test for: if "lkmmv2". */
struct cat_model *cat_model_load_as(const char *name_or_path, const char *const *variants,
                                    struct diagnostic *error);
void cat_model_free(struct cat_model *model);
const char *cat_model_name(const struct cat_model *model); /* "ptx-6.0" */
bool cat_model_is(const struct cat_model *model,
                  const char *name_or_path); /* was it loaded by that? */
bool cat_model_is_embedded(const struct cat_model *model);
/* Of models with one name those that were read from files are called by their paths. */
void cat_models_tell_apart(struct cat_model *const *models, size_t count);
const char *cat_model_title(const struct cat_model *model); /* the string in its first lines */
bool cat_model_knows_transactions(const struct cat_model *model); /* it speaks of stxn or of TXN */

/* The embedded models' names, sorted, NULL-terminated. */
const char *const *cat_model_names(void);

enum { UNROLL_DEFAULT = 2 };

struct judge_options {
  unsigned unroll;         /* times a backward jump is taken, at most; 0 means UNROLL_DEFAULT */
  uint64_t candidates_max; /* 0: no limit; else give up (inconclusive) after so many */
  double seconds_max;      /* 0: no limit */
  bool outcomes_only; /* count nothing from the beginning; else only where executions are many */
};

struct judgement {
  struct outcome_set
      *allowed;       /* outcomes of consistent executions; meets the filter, if there is one */
  bool undefined;     /* a consistent execution has a race, or raises a flag that means so */
  const char **flags; /* names of the flags raised, NULL-terminated; owned by the judgement */
  bool bounded;       /* a loop was cut at the bound: outcomes may be missing */
  bool uncounted;  /* `times` in `allowed` stand for some executions only: more were not counted */
  bool incomplete; /* a limit was hit: outcomes may be missing */
  char *nothing;   /* why no outcome is allowed, in words; NULL: one is, or may be missing */
  uint64_t candidates, consistent; /* executions inspected, and accepted */
  double seconds;
};

/* Has the model something to say of the program?  Of transactions only those have that know them.
 */
bool judge_applies(const struct cat_model *model, const struct program *program);

/* Does the model speak of what no test of the program's dialect has, and of nothing else that would
 * tell it from other dialects?  Or does the program (in LISA) have annotations that the model has
 * not?  Appends what.  (Of tags that the dialect lacks `judge` makes an error, unless the model is
 * embedded, or a `try` names them.) */
bool judge_is_foreign(const struct cat_model *model, const struct program *program,
                      struct text *why);

/* Judges a program.  false on error (a feature that the model needs and the program's dialect
 * lacks, say). */
bool judge_program(const struct cat_model *model, const struct program *program,
                   const struct judge_options *options, struct judgement *judgement,
                   struct diagnostic *error);
/* Of a program that waits at no barrier and has no run that ends: what never ends, in words; to be
 * released by memory_free. */
char *nothing_never_ends(const struct program *program);
void judgement_clear(struct judgement *judgement);

#endif
