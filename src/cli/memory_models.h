/* The memory models of -m. */
#ifndef CLI_MEMORY_MODELS_H
#define CLI_MEMORY_MODELS_H

#include "axiom/judge.h"
#include "cli/arguments.h"

struct memory_models {
  struct cat_model **items;
  unsigned count;
};
/* false with a complaint. */
bool cli_memory_models_load(const struct arguments *arguments, struct memory_models *models);
void cli_memory_models_clear(struct memory_models *models);
/* The names of --variant, with a NULL behind them; false with a complaint. */
bool cli_variants_gather(const struct arguments *arguments, struct name_list *variants);

#endif
