/* The names of integer types: those of assembly dialects are the first of C's. */
#include "litmus/read/types.h"

static const struct {
  const char *word;
  struct type type;
} types[] = {
  { "int", { 4, true } },        { "uint64_t", { 8, false } },    { "int64_t", { 8, true } },
  { "uint32_t", { 4, false } },  { "int32_t", { 4, true } },      { "uint16_t", { 2, false } },
  { "int16_t", { 2, true } },    { "uint8_t", { 1, false } },     { "int8_t", { 1, true } },
  { "unsigned", { 4, false } },  { "signed", { 4, true } },       { "char", { 1, true } },
  { "short", { 2, true } },      { "long", { 8, true } },         { "uint", { 4, false } },
  { "ulong", { 8, false } },     { "intptr_t", { 8, true } },     { "uintptr_t", { 8, false } },
  { "size_t", { 8, false } },    { "u8", { 1, false } },          { "u16", { 2, false } },
  { "u32", { 4, false } },       { "u64", { 8, false } },         { "s8", { 1, true } },
  { "s16", { 2, true } },        { "s32", { 4, true } },          { "s64", { 8, true } },
  { "atomic_int", { 4, true } }, { "atomic_uint", { 4, false } }, { "atomic_long", { 8, true } },
  { "atomic_t", { 4, true } },   { "atomic64_t", { 8, true } },   { "_Atomic", { 0, false } },
  { "void", { 0, false } },      { "volatile", { 0, false } },    { "const", { 0, false } },
  { "static", { 0, false } },    { "struct", { 0, false } },      { "bool", { 0, false } },
  { "_Bool", { 0, false } },     { "spinlock_t", { 0, false } },  { "mtx_t", { 0, false } },
  { "global", { 0, false } },    { "local", { 0, false } },       { "private", { 0, false } },
  { "__global", { 0, false } },  { "__local", { 0, false } }
};
enum { IN_ASSEMBLY = 9, IN_C = sizeof types / sizeof *types };

static const struct type *find(const struct cursor *cursor, struct span word, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (span_is(cursor, word, types[i].word)) return &types[i].type;
  return NULL;
}

const struct type *type_in_assembly(const struct cursor *cursor, struct span word) {
  return find(cursor, word, IN_ASSEMBLY);
}

const struct type *type_in_c(const struct cursor *cursor, struct span word) {
  return find(cursor, word, IN_C);
}
