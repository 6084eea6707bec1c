/* Checking the names at start-up shows a misspelt one to every command, not only to `run`. */
#include "verify/claimed_models.h"

#include <string.h>
#include "base/diagnostic.h"
#include "base/memory.h"
#include "base/vector.h"
#include "protocol/record.h"

static bool is_model(const char *name, size_t length) {
  for (const char *const *known = cat_model_names(); *known; known++)
    if (strlen(*known) == length && !strncmp(*known, name, length)) return true;
  return false;
}

static void check_names(const struct system *system, const char *of, const char *names,
                        struct findings *findings) {
  for (const char *at = names ? names + strspn(names, " ") : ""; *at;) {
    size_t length = strcspn(at, " ");
    if (!is_model(at, length)) {
      struct nearest nearest = { at, length, NULL, 0 };
      char near[NEAREST_ROOM];
      for (const char *const *known = cat_model_names(); *known; known++)
        text_offer(&nearest, *known);
      unsigned line = 0;
      const char *file = system_file(system, &line);
      findings_add(findings, file, line, "%s%s%s: claims %.*s, which is no memory model%s",
                   system->name, *of ? ":" : "", of, (int)length, at,
                   text_suggestion(&nearest, near));
    }
    at += length;
    at += strspn(at, " ");
  }
}

bool claimed_models_check(const struct system *system, struct diagnostic *error) {
  struct findings findings = { { 0 } };
  for (unsigned core = 0; core < CORE_KINDS; core++)
    check_names(system, "", system->claims[core].memory_models, &findings);
  for (unsigned i = 0; i < VARIANTS_MAX && system->variants[i].name; i++)
    check_names(system, system->variants[i].name, system->variants[i].memory_models, &findings);
  return findings_told(&findings, error);
}

/* Returns the model's place in the list, where it is added when new; -1 on error. */
static int place_of(struct claimed_models *list, const char *name, struct diagnostic *error) {
  for (size_t i = 0; i < list->length; i++)
    if (cat_model_is(list->items[i], name)) return (int)i;
  struct cat_model *model = cat_model_load_as(name, &list->choices, error);
  if (!model) return -1;
  vector_push(*list, model);
  return (int)list->length - 1;
}

static bool add(struct claimed_models *list, const char *name, struct model_set *set,
                struct diagnostic *error) {
  if (set->count == CLAIMED_MAX)
    return diagnostic_plain(error, "expected at most %d memory models", CLAIMED_MAX);
  int place = place_of(list, name, error);
  if (place >= 0) set->models[set->count++] = (unsigned)place;
  return place >= 0;
}

bool claimed_models_of(struct claimed_models *list, const struct setting *setting,
                       struct model_set *set, struct diagnostic *error) {
  bool good = true;
  const char *at = setting_claims(setting);
  for (; good && *(at += strspn(at, " ")); at += strcspn(at, " ")) {
    char *name = memory_copy_text(at, strcspn(at, " "));
    good = add(list, name, set, error);
    memory_free(name);
  }
  return good;
}

bool claimed_models_named(struct claimed_models *list, const char *const *names,
                          struct model_set *set, struct diagnostic *error) {
  for (; *names; names++)
    if (!add(list, *names, set, error)) return false;
  return true;
}

void claimed_models_clear(struct claimed_models *list) {
  for (size_t i = 0; i < list->length; i++) cat_model_free(list->items[i]);
  vector_free(*list);
}
