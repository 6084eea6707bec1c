/* herd7's variants, which a model may test for: if "lkmmv2" then ... else ...
 *
 * A variant names a way in which herd7 makes events, or a feature of an architecture.  Here it
 * holds if this program does so (cos-opt; lkmmv2, which marks full read-modify-writes of the kernel
 * instead of adding fences) or if the user chooses it.  Variants of page tables, instruction fetch
 * and tagged memory never hold.  Any other name is refused: a misspelt one would pass as off. */
#include "cat/variants.h"

#include <strings.h>

static const struct cat_variant {
  const char *name;
  bool holds;         /* unless lkmmv1 is chosen in its place */
  bool may_be_chosen; /* only the model's text, and whether full fences are events, depend on it */
} variants[] = {
  { "cos-opt", true, true },  { "lkmmv2", true, true },      { "lkmmv1", false, true },
  { "ets2", false, true },    { "ets3", false, true },       { "exs", false, true },
  { "eis", false, true },     { "eos", false, true },        { "dic", false, true },
  { "idc", false, true },     { "mixed", false, false },     { "vmsa", false, false },
  { "kvm", false, false },    { "ets", false, false },       { "memtag", false, false },
  { "mte", false, false },    { "tagmem", false, false },    { "ifetch", false, false },
  { "self", false, false },   { "sve", false, false },       { "sme", false, false },
  { "neon", false, false },   { "morello", false, false },   { "shadowstack", false, false },
  { "deps", false, false },   { "instances", false, false }, { "instance", false, false },
  { "s128", false, false },   { "d128", false, false },      { "nv2", false, false },
  { "asl", false, false },    { "telechat", false, false },  { "oota", false, false },
  { "cutoff", false, false }, { "unaligned", false, false }, { "strict", false, false },
  { "warn", false, false },   { "exp", false, false },
};
enum { VARIANTS = sizeof variants / sizeof *variants };

static const struct cat_variant *variant_find(const char *name) {
  for (size_t i = 0; i < VARIANTS; i++)
    if (strcasecmp(variants[i].name, name) == 0) return &variants[i];
  return NULL;
}

bool cat_variant_may_be_chosen(const char *name) {
  const struct cat_variant *variant = variant_find(name);
  return variant && variant->may_be_chosen;
}

void cat_variant_names(struct text *out) {
  for (size_t i = 0; i < VARIANTS; i++)
    if (variants[i].may_be_chosen) text_add(out, "%s%s", out->length ? ", " : "", variants[i].name);
}

bool cat_variant_is_chosen(const char *const *chosen, const char *name) {
  while (chosen && *chosen && strcasecmp(*chosen, name)) chosen++;
  return chosen && *chosen;
}

bool cat_compile_variant(struct cat_compiler *c, const struct cat_expression *condition,
                         bool *holds) {
  const struct cat_variant *variant = variant_find(condition->name);
  if (!variant)
    return diagnostic_at(c->error, condition->source, condition->span,
                         "\"%s\" is no variant of herd7", condition->name);
  bool is_old = cat_variant_is_chosen(c->chosen, "lkmmv1");
  bool is_new = strcasecmp(variant->name, "lkmmv2") == 0;
  c->builder.code->asks_for_lkmmv2 |= is_new;
  *holds =
      cat_variant_is_chosen(c->chosen, variant->name) || (variant->holds && !(is_new && is_old));
  return true;
}
