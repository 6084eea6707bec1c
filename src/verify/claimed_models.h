/* The memory models that records claim, each one of memmodels/. */
#ifndef VERIFY_CLAIMED_MODELS_H
#define VERIFY_CLAIMED_MODELS_H

#include "axiom/judge.h"
#include "base/diagnostic.h"
#include "protocol/system.h"

/* Returns false, with an error that lists each unknown name that the system or a variant claims. */
bool claimed_models_check(const struct system *system, struct diagnostic *error);

/* Memory models, each loaded once. */
struct claimed_models {
  struct cat_model **items;
  size_t length, room;
  struct cat_choices choices; /* for .cat files */
};
enum { CLAIMED_MAX = 64 };
struct model_set {
  unsigned models[CLAIMED_MAX], count; /* places in the list */
};
/* Adds the models that the setting claims, or the NULL-terminated `names`, to the list and to
 * `set`. Returns false, with an error, where one cannot be loaded. */
bool claimed_models_of(struct claimed_models *list, const struct setting *setting,
                       struct model_set *set, struct diagnostic *error);
bool claimed_models_named(struct claimed_models *list, const char *const *names,
                          struct model_set *set, struct diagnostic *error);
void claimed_models_clear(struct claimed_models *list);

#endif
