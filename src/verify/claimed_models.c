/* See claimed_models.h.  Without this check only `run` would notice a misspelt name. */
#include "verify/claimed_models.h"

#include <string.h>
#include "axiom/judge.h"
#include "base/findings.h"

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
