/* Loading memory models: the embedded ones by name, any other by path. */
#include "cat/model.h"

#include <string.h>
#include "base/text.h"
#include "cat/code.h"
#include "cat/compile.h"
#include "cat/embedded.h"
#include "cat/tree.h"
#include "cat/parser.h"
#include "cat/reader.h"

struct cat_model {
  struct cat_tree tree;
  struct cat_code code;
  char *name, *asked; /* "sc"; "sc" or "models/of/mine/sc.cat" */
};

/* A model without a check would allow everything.  Only included files may do without one. */
static bool checks_something(const struct cat_model *model, struct diagnostic *error) {
  if (model->code.tests.length) return true;
  return diagnostic_of_file(error,
                            "%s: this memory model has no check (acyclic, irreflexive, empty, "
                            "...): it would allow everything",
                            model->name);
}

static struct cat_model *compile(struct cat_model *model, bool parsed, const char *const *variants,
                                 struct diagnostic *error) {
  if (parsed && cat_compile(&model->tree, variants, &model->code, error)) return model;
  cat_model_free(model);
  return NULL;
}

static struct cat_model *blank(const char *asked, const char *name, size_t length) {
  struct cat_model *model = memory_new(1, sizeof *model);
  model->asked = memory_copy_text(asked, strlen(asked));
  model->name = memory_copy_text(name, length);
  return model;
}

static bool names_path(const char *name_or_path) {
  return strchr(name_or_path, '/') || text_ends(name_or_path, ".cat");
}

struct cat_model *cat_model_load(const char *name_or_path, struct diagnostic *error) {
  return cat_model_load_as(name_or_path, &(struct cat_choices){ 0 }, error);
}

struct cat_model *cat_model_load_as(const char *name_or_path, const struct cat_choices *choices,
                                    struct diagnostic *error) {
  const char *slash = strrchr(name_or_path, '/');
  const char *base = slash ? slash + 1 : name_or_path;
  struct cat_model *model =
      blank(name_or_path, base, strlen(base) - (text_ends(base, ".cat") ? 4 : 0));
  bool parsed = cat_parse_model(name_or_path, names_path(name_or_path), choices->folders,
                                &model->tree, error);
  model = compile(model, parsed, choices->variants, error);
  if (model) model->code.takes_foreign_tests = !names_path(name_or_path);
  if (!model || checks_something(model, error)) return model;
  cat_model_free(model);
  return NULL;
}

struct cat_model *cat_model_from_text(const char *name, const char *text,
                                      struct diagnostic *error) {
  struct cat_model *model = blank(name, name, strlen(name));
  return compile(model, cat_parse_text(name, text, &model->tree, error), NULL, error);
}

void cat_model_free(struct cat_model *model) {
  if (!model) return;
  cat_code_free(&model->code);
  cat_tree_free(&model->tree);
  memory_free(model->asked);
  memory_free(model->name);
  memory_free(model);
}

void cat_model_try_every_order(struct cat_model *model) {
  if (model->code.coherence == COHERENCE_PARTIAL) model->code.coherence = COHERENCE_ANY_PARTIAL;
}

void cat_model_prune_nothing(struct cat_model *model) {
  cat_code_prune_nothing(&model->code);
  if (model->code.coherence == COHERENCE_LAST) model->code.coherence = COHERENCE_TOTAL;
}

const char *cat_model_name(const struct cat_model *model) { return model->name; }

const char *cat_model_title(const struct cat_model *model) { return model->tree.title; }

const struct cat_code *cat_model_code(const struct cat_model *model) { return &model->code; }

bool cat_model_is(const struct cat_model *model, const char *name_or_path) {
  return text_equal(model->asked, name_or_path);
}

bool cat_model_is_embedded(const struct cat_model *model) { return !names_path(model->asked); }

void cat_models_tell_apart(struct cat_model *const *models, size_t count) {
  bool *shared = memory_new(count, sizeof *shared);
  for (size_t i = 0; i < count; i++)
    for (size_t j = 0; j < count; j++)
      shared[i] |= j != i && text_equal(models[j]->name, models[i]->name);
  for (size_t i = 0; i < count; i++) {
    if (!shared[i] || !names_path(models[i]->asked)) continue;
    memory_free(models[i]->name);
    models[i]->name = memory_copy_text(models[i]->asked, strlen(models[i]->asked));
  }
  memory_free(shared);
}

bool cat_model_knows_transactions(const struct cat_model *model) {
  return model->code.used[BASE_STXN] || model->code.used[BASE_TXN];
}

enum { NAMES_MAX = 256 };

const char *const *cat_model_names(void) {
  static const char *names[NAMES_MAX + 1];
  for (unsigned i = 0; embedded_models[i].name && i < NAMES_MAX; i++)
    names[i] = embedded_models[i].name;
  return names;
}
