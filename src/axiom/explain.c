/* Explanations for all widths of sets of events. */
#include "axiom/explain.h"

#include <string.h>
#include "axiom/explain_search.h"
#include "axiom/widths.h"

typedef bool explain_width(const struct cat_model *, const struct program *,
                           const struct condition *, const struct judge_options *,
                           struct explanation *, size_t *, struct diagnostic *);
explain_width explain_search_128, explain_search_256, explain_search_512;

static explain_width *const explain_at[WIDTHS] = { explain_search, explain_search_128,
                                                   explain_search_256, explain_search_512 };

bool explanation_make(const struct cat_model *model, const struct program *program,
                      const struct condition *condition, const struct judge_options *options,
                      struct explanation *explanation, struct diagnostic *error) {
  size_t too_many = options ? options->room : 0;
  unsigned width = 0;
  bool good = false;
  do {
    if (!width_for(too_many, program, &width, error)) return false;
    good = explain_at[width](model, program, condition, options, explanation, &too_many, error);
  } while (!good && too_many);
  return good;
}

void explained_clear(struct explained *explained) {
  for (size_t i = 0; i < explained->events.length; i++) {
    memory_free(explained->events.items[i].name);
    memory_free(explained->events.items[i].label);
  }
  for (size_t i = 0; i < explained->edges.length; i++) memory_free(explained->edges.items[i].label);
  for (size_t i = 0; i < explained->steps.length; i++) memory_free(explained->steps.items[i].label);
  memory_free(explained->axiom);
  vector_free(explained->events);
  vector_free(explained->edges);
  vector_free(explained->steps);
}

void explanation_clear(struct explanation *explanation) {
  for (size_t i = 0; i < explanation->cases.length; i++)
    explained_clear(&explanation->cases.items[i]);
  vector_free(explanation->cases);
  memory_free(explanation->flag);
  memory_free(explanation->nothing);
  memset(explanation, 0, sizeof *explanation);
}
