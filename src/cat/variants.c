/* herd7's variants, which a model may test for: if "lkmmv2" then ... else ...
 *
 * A variant names a way in which herd7 makes events, or a feature of an architecture.  Here it
 * holds if this program does so, or if the user chooses it.  This program does as cos-opt, and as
 * lkmmv2, which marks full read-modify-writes of the kernel instead of adding fences.  Variants of
 * page tables, instruction fetch and tagged memory never hold.  Any other name is refused: a
 * misspelt one would pass as off. */
#include "cat/variants.h"

#include <strings.h>
#include "cat/compiler.h"

/* Those that may be chosen: only the model's text, and whether full fences are events, depend on
 * them.  The first two hold, unless lkmmv1 is chosen in place of lkmmv2. */
static const char *const choosable[] = { "cos-opt", "lkmmv2", "lkmmv1", "ets2", "ets3", "exs",
                                         "eis",     "eos",    "dic",    "idc",  NULL };
enum { HOLDING = 2 };
static const char *const others[] = {
  "mixed",     "vmsa",   "kvm",  "ets",  "memtag",  "mte",         "tagmem", "ifetch",
  "self",      "sve",    "sme",  "neon", "morello", "shadowstack", "deps",   "instances",
  "instance",  "s128",   "d128", "nv2",  "asl",     "telechat",    "oota",   "cutoff",
  "unaligned", "strict", "warn", "exp",  NULL
};

/* The index of the name in a list that ends with NULL, or -1; in letters of any case. */
static int index_in(const char *const *list, const char *name) {
  for (int i = 0; list[i]; i++)
    if (strcasecmp(list[i], name) == 0) return i;
  return -1;
}

bool cat_variant_may_be_chosen(const char *name) { return index_in(choosable, name) >= 0; }

void cat_variant_names(struct text *out) {
  for (const char *const *name = choosable; *name; name++)
    text_add(out, "%s%s", out->length ? ", " : "", *name);
}

bool cat_variant_is_chosen(const char *const *chosen, const char *name) {
  return chosen && index_in(chosen, name) >= 0;
}

bool cat_compile_variant(struct cat_compiler *c, const struct cat_expression *condition,
                         bool *holds) {
  int index = index_in(choosable, condition->name);
  if (index < 0 && index_in(others, condition->name) < 0)
    return cat_compiler_fail(c, condition, "\"%s\" is no variant of herd7", condition->name);
  bool is_new = strcasecmp(condition->name, "lkmmv2") == 0;
  bool replaced = is_new && cat_variant_is_chosen(c->chosen, "lkmmv1");
  c->builder.code->asks_for_lkmmv2 |= is_new;
  *holds = cat_variant_is_chosen(c->chosen, condition->name) ||
           (index >= 0 && index < HOLDING && !replaced);
  return true;
}
