/* Memory models: loading them, their names, and the code that they are compiled to. */
#ifndef CAT_MODEL_H
#define CAT_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include "base/diagnostic.h"

struct cat_code;
struct cat_model;

/* What the user chooses for models from files; both lists end with NULL, or are NULL. */
struct cat_choices {
  const char *const *variants; /* of herd7, that the model may test for: if "lkmmv2" */
  const char *const *folders;  /* where includes are looked for */
};

/* Loads a model by name ("ptx-6.0": an embedded memmodels/NAME.cat) or by path (it has a '/' or
 * ends in ".cat").  NULL on error.  Includes are looked for beside the including file, in the
 * chosen folders, in the library (memmodels/lib), and then among the embedded models. */
struct cat_model *cat_model_load(const char *name_or_path, struct diagnostic *error);
struct cat_model *cat_model_load_as(const char *name_or_path, const struct cat_choices *choices,
                                    struct diagnostic *error);
/* Compiles a text. */
struct cat_model *cat_model_from_text(const char *name, const char *text, struct diagnostic *error);
void cat_model_free(struct cat_model *model);

const char *cat_model_name(const struct cat_model *model);  /* "ptx-6.0" */
const char *cat_model_title(const struct cat_model *model); /* the string in its first lines */
const struct cat_code *cat_model_code(const struct cat_model *model);
/* Was the model loaded by that name or path? */
bool cat_model_is(const struct cat_model *model, const char *name_or_path);
bool cat_model_is_embedded(const struct cat_model *model);
/* Does it use stxn or TXN? */
bool cat_model_knows_transactions(const struct cat_model *model);
/* Gives models from files whose name another model has their paths for names. */
void cat_models_tell_apart(struct cat_model *const *models, size_t count);
/* The embedded models' names, sorted, NULL-terminated. */
const char *const *cat_model_names(void);

/* For tests: makes a model with partial coherence try every partial order, not only the least. */
void cat_model_try_every_order(struct cat_model *model);
/* For tests: makes the search of candidates ask the axioms of complete executions only. */
void cat_model_prune_nothing(struct cat_model *model);

#endif
