/* The types of C-like dialects: words in any order, _Atomic(int), C++'s atomic<int>, and stars. */
#include "litmus/read/c_type.h"
#include "litmus/read/names.h"

/* "unsigned long int" is 8 bytes without a sign, "short int" is 2 bytes. */
static void add_word(const struct cursor *cursor, struct c_type *type, struct span word) {
  const struct type *named = type_in_c(cursor, word);
  bool kernels = span_is(cursor, word, "atomic_t") || span_is(cursor, word, "atomic64_t");
  bool mutex = span_is(cursor, word, "mutex") || span_is(cursor, word, "mtx_t");
  bool atomic = span_is(cursor, word, "_Atomic") ||
                (word.length > 6 && text_starts(cursor->source->text + word.start, "atomic"));
  type->atomic |= atomic || mutex;
  type->is_object |= atomic && !kernels;
  type->is_void |= span_is(cursor, word, "void");
  type->local |= span_is(cursor, word, "local") || span_is(cursor, word, "__local");
  bool modifies = span_is(cursor, word, "unsigned") || span_is(cursor, word, "signed") ||
                  span_is(cursor, word, "int");
  if (!named->bytes) return;
  if (!type->word.bytes) type->word = *named;
  else if (modifies) type->word.has_sign &= named->has_sign;
  else type->word.bytes = named->bytes;
}

bool c_accept_qualifier(struct cursor *cursor) {
  static const char *const words[] = { "const", "volatile", "restrict", "__restrict", NULL };
  for (const char *const *word = words; *word; word++)
    if (cursor_accept_word(cursor, *word)) return true;
  return false;
}

void c_type_stars(struct cursor *cursor, struct c_type *type) {
  type->stars = 0;
  while (cursor_accept(cursor, "*")) {
    type->stars++;
    while (c_accept_qualifier(cursor)) continue;
  }
  type->integer = type->stars ? (struct type){ 0 } : type->word;
  type->pointed = type->stars == 1 ? type->word : (struct type){ 0 };
}

static bool accept_word(struct cursor *cursor, struct c_type *type) {
  struct span word = cursor_next_word(cursor);
  if (!type_in_c(cursor, word)) return false;
  cursor->at = word.start + word.length;
  add_word(cursor, type, word);
  if (span_is(cursor, word, "struct")) cursor_word(cursor, &word);
  return true;
}

/* Moves behind "_Atomic (" or "atomic <", with or without "std::" before it: returns what ends the
 * type, or NULL, and nothing read. */
static const char *accept_atomic_of(struct cursor *cursor) {
  struct cursor ahead = *cursor;
  if (cursor_accept_word(&ahead, "std") && !cursor_accept(&ahead, "::")) return NULL;
  bool c11 = cursor_accept_word(&ahead, "_Atomic");
  if (!c11 && !cursor_accept_word(&ahead, "atomic")) return NULL;
  if (!cursor_accept(&ahead, c11 ? "(" : "<")) return NULL;
  cursor->at = ahead.at;
  return c11 ? ")" : ">";
}

/* A type that an atomic object holds. */
static bool read_inner(struct cursor *cursor, struct c_type *type, const char *end) {
  if (!accept_word(cursor, type)) return cursor_expected(cursor, "a type");
  while (accept_word(cursor, type)) continue;
  if (cursor_accept(cursor, "*")) type->word = (struct type){ 0 };
  type->atomic = type->is_object = true;
  return cursor_expect(cursor, end, *end == ')' ? "\")\"" : "\">\"");
}

/* Types whose values this program does not have. */
static bool refuse(struct cursor *cursor) {
  static const char *const words[] = { "__int128", "__int128_t", "__uint128_t",
                                       "float",    "double",     NULL };
  struct span word = cursor_next_word(cursor);
  for (const char *const *refused = words; *refused; refused++)
    if (span_is(cursor, word, *refused))
      return cursor_fail(cursor, word,
                         "unsupported: the type %s (values are integers of at most 64 bits; write "
                         "int64_t)",
                         *refused);
  return true;
}

bool c_type(struct cursor *cursor, struct c_type *type) {
  bool found = false, good = true;
  *type = (struct c_type){ 0 };
  for (bool more = true; more && good; found |= more) {
    const char *end = accept_atomic_of(cursor);
    if (end) good = read_inner(cursor, type, end);
    more = end || accept_word(cursor, type);
  }
  if (!good || !refuse(cursor) || !found) return false;
  c_type_stars(cursor, type);
  type->is_void &= !type->stars;
  return true;
}
