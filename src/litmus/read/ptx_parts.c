/* The modifiers of a PTX mnemonic, as a set. */
#include "litmus/read/ptx_parts.h"

#include <string.h>
#include "base/memory.h"
#include "litmus/read/names.h"

/* The number of the first part that is this modifier, of those that `seen` lacks; 0: none. */
static unsigned find_part(const struct assembling *a, const char *word, uint64_t seen) {
  for (unsigned i = 1; i < a->count; i++)
    if (!(seen >> i & 1) && span_is(a->cursor, a->parts[i], word)) return i;
  return 0;
}

bool ptx_has(struct assembling *a, const char *word) {
  unsigned part = find_part(a, word, a->seen);
  if (part) a->seen |= (uint64_t)1 << part;
  return part;
}

bool ptx_names(const struct assembling *a, const char *word) { return find_part(a, word, 0); }

struct span ptx_part(const struct assembling *a, const char *word) {
  unsigned part = find_part(a, word, 0);
  return part ? a->parts[part] : a->mnemonic;
}

bool ptx_fail(const struct assembling *a, const char *text) {
  return cursor_fail(a->cursor, a->mnemonic, "%s", text);
}

/* ---- types ---- */

static const struct {
  const char *word;
  struct ptx_type type;
} types[] = {
  { "b8", { .bytes = 1, .is_bits = true } },
  { "b16", { .bytes = 2, .is_bits = true } },
  { "b32", { .bytes = 4, .is_bits = true } },
  { "b64", { .bytes = 8, .is_bits = true } },
  { "u8", { .bytes = 1 } },
  { "u16", { .bytes = 2 } },
  { "u32", { .bytes = 4 } },
  { "u64", { .bytes = 8 } },
  { "s8", { .bytes = 1, .has_sign = true } },
  { "s16", { .bytes = 2, .has_sign = true } },
  { "s32", { .bytes = 4, .has_sign = true } },
  { "s64", { .bytes = 8, .has_sign = true } },
  { "f16", { .bytes = 2, .is_float = true } },
  { "bf16", { .bytes = 2, .is_float = true } },
  { "f32", { .bytes = 4, .is_float = true } },
  { "f64", { .bytes = 8, .is_float = true } },
  { "pred", { .bytes = 8, .is_predicate = true } },
};
enum { TYPES = sizeof types / sizeof *types };

const struct ptx_type *ptx_type_named(const struct cursor *cursor, struct span word) {
  for (int t = 0; t < TYPES; t++)
    if (span_is(cursor, word, types[t].word)) return &types[t].type;
  return NULL;
}

static const struct ptx_type *type_at(const struct assembling *a, unsigned part) {
  return ptx_type_named(a->cursor, a->parts[part]);
}

bool ptx_take_type(struct assembling *a, struct ptx_type *type) {
  *type = (struct ptx_type){ 0 };
  for (unsigned i = 1; i < a->count; i++) {
    const struct ptx_type *found = a->seen >> i & 1 ? NULL : type_at(a, i);
    if (!found) continue;
    a->seen |= (uint64_t)1 << i;
    *type = *found;
    a->reader->has_types = true;
    return true;
  }
  return true;
}

/* ---- state spaces ---- */

static const char *const spaces[] = { "global",          "shared", "shared::cta",
                                      "shared::cluster", "const",  NULL };

bool ptx_take_space(struct assembling *a) {
  for (const char *const *space = spaces; *space; space++)
    if (ptx_has(a, *space)) return true;
  if (ptx_has(a, "param"))
    return ptx_fail(a, "unsupported: .param, for a test has no parameters; name the location "
                       "itself, or make the test with `turnsole ptx`");
  if (ptx_has(a, "local"))
    return ptx_fail(a, "unsupported: .local, the memory of one thread; use a register");
  return true;
}

static bool is_space(const struct assembling *a, unsigned part) {
  for (const char *const *space = spaces; *space; space++)
    if (span_is(a->cursor, a->parts[part], *space)) return true;
  return false;
}

bool ptx_names_space(const struct assembling *a) {
  for (unsigned i = 1; i < a->count; i++)
    if (is_space(a, i)) return true;
  return false;
}

bool ptx_is_typed(const struct assembling *a) {
  if (ptx_names_space(a)) return true;
  for (unsigned i = 1; i < a->count; i++)
    if (type_at(a, i)) return true;
  const char *text = a->cursor->source->text;
  for (size_t at = a->mnemonic.start; at < a->cursor->limit && text[at] != '\n'; at++)
    if (text[at] == '[') return true;
  return false;
}

bool ptx_miss_scope(const struct assembling *a) {
  static const char what[] = "a scope (cta, cluster, gpu or sys)";
  for (unsigned i = 1; i < a->count; i++)
    if (!(a->seen >> i & 1) && !type_at(a, i) && !is_space(a, i))
      return cursor_expected_at(a->cursor, a->parts[i], what);
  return cursor_fail(a->cursor, ptx_part(a, order_name(a->instruction->order)),
                     "expected %s with .%s", what, order_name(a->instruction->order));
}

bool ptx_take_scope(struct assembling *a, enum scope *scope) {
  *scope = SCOPE_NONE;
  for (enum scope s = SCOPE_CTA; s <= SCOPE_CLUSTER; s++)
    if (ptx_has(a, scope_name(s))) {
      if (*scope != SCOPE_NONE)
        return cursor_fail(a->cursor, a->parts[0], "this instruction has two scopes; write one");
      *scope = s;
    }
  return true;
}

/* ---- what is refused ---- */

/* Features of PTX that no memory model here has, with their sections. */
static const struct {
  const char *word, *feature, *instead;
} features[] = {
  { "cp", "asynchronous copies (9.7.9.25)", "write the copy as ld and st" },
  { "mbarrier", "mbarrier objects (9.7.13.15)", "write them as atom and ld.acquire, or bar.sync" },
  { "async", "the async proxy (9.7.9.25.2)", "write the access as one of the generic proxy" },
  { "wgmma", "wgmma (9.7.15)", "leave it out" },
  { "tcgen05", "tcgen05 (9.7.16)", "leave it out" },
  { "multimem", "multimem (9.7.9)", "write one access for each address" },
  { "griddepcontrol", "dependent grids (9.7.13)", "put an acquire or release there" },
  { "mbarrier_init", "fence.mbarrier_init (9.7.13.4)", "write fence.release.cluster" },
  { "tensormap", "the tensormap proxy (9.7.13.4)", "leave it out" },
  { "fabric", "the fabric proxy (9.7.13.4)", "leave it out" },
  { "readonly", "the readonly proxy", "write ld.global.nc" },
  { "sync_restrict", "fences of some locations only (9.7.13.4)", "write the fence without it" },
  { "warp", "bar.warp.sync (9.7.13.2), which the memory model does not mention",
    "write bar.sync between warps" },
  { "discard", "discard, which may drop data", "leave it out" },
  { "b128", "accesses of 128 bits, of which ISA 8.2 says nothing", "write .v2.b64" },
  { "f16x2", "packed types (8.2.5)", "write an access for each half" },
  { "bf16x2", "packed types (8.2.5)", "write an access for each half" },
  { "s16x2", "packed types (8.2.5)", "write an access for each half" },
  { "u16x2", "packed types (8.2.5)", "write an access for each half" },
  { "shfl", "values between lanes (shfl)", "pass them through memory" },
  { "vote", "values between lanes (vote)", "pass them through memory" },
  { "match", "values between lanes (match)", "pass them through memory" },
  { "redux", "values between lanes (redux)", "pass them through memory" },
  { "elect", "elect.sync", "name the thread in the test" },
  { "activemask", "activemask", "name the threads in the test" },
  { "mapa", "addresses in another CTA's shared memory (mapa)", "name the location itself" },
  { "isspacep", "isspacep", "leave it out" },
  { "getctarank", "getctarank", "write the number" },
  { "call", "calls", "write the function's code" },
  { "brx", "jumps through a table (brx)", "write setp and bra" },
  { "tex", "texture instructions; memory models do not hold for them (8.1)", "write ld.global.nc" },
  { "tld4", "texture instructions; memory models do not hold for them (8.1)",
    "write ld.global.nc" },
  { "trap", "trap", "leave it out" },
  { "ldu", "ldu", "write ld" },
  { "alloca", "local memory", "use a register" },
};

/* The word of a part up to its colons. */
static bool is_feature(const struct assembling *a, unsigned part, const char *word) {
  struct span span = a->parts[part];
  const char *text = a->cursor->source->text + span.start;
  size_t length = 0;
  while (length < span.length && text[length] != ':') length++;
  return strlen(word) == length && !memcmp(text, word, length);
}

bool ptx_refuse_features(struct assembling *a) {
  for (size_t f = 0; f < sizeof features / sizeof *features; f++)
    for (unsigned i = 0; i < a->count; i++)
      if (is_feature(a, i, features[f].word))
        return cursor_fail(a->cursor, a->parts[i], "unsupported: %s; %s", features[f].feature,
                           features[f].instead);
  return true;
}

bool ptx_all_understood(struct assembling *a) {
  for (unsigned i = 1; i < a->count; i++)
    if (!(a->seen >> i & 1))
      return cursor_fail(a->cursor, a->parts[i], "\".%.*s\" has no place in \"%.*s\"",
                         SPAN(a->cursor, a->parts[i]), SPAN(a->cursor, a->parts[0]));
  return true;
}

bool ptx_beyond(struct assembling *a, const char *instead) {
  struct program *program = a->reader->program;
  if (!program->beyond)
    program->beyond = memory_format("line %u: \"%.*s\" is no PTX: %s", a->instruction->line,
                                    (int)a->mnemonic.length,
                                    a->cursor->source->text + a->mnemonic.start, instead);
  return true;
}
