/* The base names, and the memory of a model's code. */
#include "cat/code.h"

#include <string.h>
#include "base/text.h"
#include "cat/reader.h"

const struct cat_base_name cat_base_names[BASE_COUNT] = {
#define BASE(symbol, name, is_set, level) { name, is_set, level },
  CAT_BASE_NAMES(BASE)
#undef BASE
};

const struct cat_tag *cat_code_tag(const struct cat_code *code, const char *name) {
  for (size_t i = 0; i < code->tags.length; i++)
    if (text_equal(code->tags.items[i].name, name)) return &code->tags.items[i];
  return NULL;
}

bool cat_flag_undefines(const struct cat_code *code, size_t flag) {
  const char *name = code->flags.items[flag];
  return strstr(name, "race") || strstr(name, "racy") || strstr(name, "undefined") ||
         code->undefined >> flag & 1;
}

void cat_code_prune_nothing(struct cat_code *code) {
  code->uniproc = code->atomic = false;
  code->bound.length = 0;
  memset(code->early, 0, sizeof code->early);
}

void cat_code_free(struct cat_code *code) {
  cat_tree_free(&code->library);
  for (unsigned i = 0; code->labels && i < code->slot_count; i++) memory_free(code->labels[i]);
  memory_free(code->labels);
  for (unsigned i = 0; i < LEVELS_MAX; i++) vector_free(code->level[i]);
  for (size_t i = 0; i < code->fixpoints.length; i++) {
    vector_free(code->fixpoints.items[i].body);
    vector_free(code->fixpoints.items[i].names);
  }
  for (size_t i = 0; i < code->choices.length; i++) vector_free(code->choices.items[i].among);
  vector_free(code->bound);
  vector_free(code->showing);
  vector_free(code->fixpoints);
  vector_free(code->choices);
  vector_free(code->tests);
  vector_free(code->flags);
  vector_free(code->flag_tests);
  vector_free(code->tags);
  vector_free(code->presences);
  vector_free(code->absent);
  vector_free(code->shown);
  vector_free(code->enumerated);
  vector_free(code->total);
  vector_free(code->within);
}
