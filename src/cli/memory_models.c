#include "cli/memory_models.h"

#include "cat/variants.h"
#include "base/memory.h"
#include "base/text.h"
#include "cli/messages.h"

bool cli_variants_gather(const struct arguments *arguments, struct name_list *variants) {
  for (size_t i = 0; i < arguments->cat_variants.length; i++) {
    const char *name = arguments->cat_variants.items[i];
    if (cat_variant_may_be_chosen(name)) {
      vector_push(*variants, name);
      continue;
    }
    struct text known = { 0 };
    cat_variant_names(&known);
    cli_complain("--variant %s: expected one of %s", name, known.bytes);
    text_free(&known);
    return false;
  }
  vector_push(*variants, NULL);
  return true;
}

static bool load_each(const struct name_list *names, const char *const *variants,
                      struct memory_models *models) {
  models->items = memory_new(names->length, sizeof *models->items);
  models->count = 0;
  for (size_t i = 0; i < names->length; i++) {
    struct diagnostic error = { NULL };
    struct cat_model *model = cat_model_load_as(names->items[i], variants, &error);
    if (!model) {
      cli_complain_of(&error);
      cli_memory_models_clear(models);
      return false;
    }
    models->items[models->count++] = model;
  }
  cat_models_tell_apart(models->items, models->count);
  return true;
}

bool cli_memory_models_load(const struct arguments *arguments, struct memory_models *models) {
  struct name_list variants = { 0 };
  bool good = cli_variants_gather(arguments, &variants) &&
              load_each(&arguments->memory_models, variants.items, models);
  vector_free(variants);
  return good;
}

void cli_memory_models_clear(struct memory_models *models) {
  for (unsigned i = 0; i < models->count; i++) cat_model_free(models->items[i]);
  memory_free(models->items);
  *models = (struct memory_models){ 0 };
}
