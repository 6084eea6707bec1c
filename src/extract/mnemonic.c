/* The parts of a mnemonic. */
#include "extract/mnemonic.h"

#include <stdlib.h>
#include <string.h>

struct ptx_mnemonic mnemonic_of(const char *text, struct span whole) {
  struct ptx_mnemonic mnemonic = { .text = text, .whole = whole };
  size_t from = whole.start, end = whole.start + whole.length;
  while (from < end && mnemonic.count < PARTS_MOST) {
    size_t to = from;
    while (to < end && text[to] != '.') to++;
    mnemonic.parts[mnemonic.count++] = (struct span){ from, to - from };
    from = to + 1;
  }
  return mnemonic;
}

bool mnemonic_part_is(const struct ptx_mnemonic *mnemonic, unsigned part, const char *word) {
  struct span span = mnemonic->parts[part];
  return part < mnemonic->count && strlen(word) == span.length &&
         memcmp(mnemonic->text + span.start, word, span.length) == 0;
}

bool mnemonic_has(const struct ptx_mnemonic *mnemonic, const char *word) {
  for (unsigned part = 1; part < mnemonic->count; part++)
    if (mnemonic_part_is(mnemonic, part, word)) return true;
  return false;
}

static struct scalar type_of(const struct ptx_mnemonic *mnemonic, unsigned part) {
  struct span span = mnemonic->parts[part];
  const char *word = mnemonic->text + span.start;
  if (mnemonic_part_is(mnemonic, part, "pred")) return (struct scalar){ 'p', 1 };
  if (span.length < 2 || !strchr("usbf", *word)) return (struct scalar){ 0, 0 };
  char *end;
  unsigned long bits = strtoul(word + 1, &end, 10);
  bool good = end == word + span.length &&
              (bits == 8 || bits == 16 || bits == 32 || bits == 64 || bits == 128);
  return good ? (struct scalar){ *word, (unsigned)bits } : (struct scalar){ 0, 0 };
}

struct scalar mnemonic_type(const struct ptx_mnemonic *mnemonic, unsigned which) {
  for (unsigned part = 1; part < mnemonic->count; part++) {
    struct scalar type = type_of(mnemonic, part);
    if (type.kind && which-- == 0) return type;
  }
  return (struct scalar){ 0, 0 };
}

struct scalar mnemonic_last_type(const struct ptx_mnemonic *mnemonic) {
  struct scalar last = { 0, 0 };
  for (unsigned part = 1; part < mnemonic->count; part++) {
    struct scalar type = type_of(mnemonic, part);
    if (type.kind) last = type;
  }
  return last;
}

unsigned mnemonic_elements(const struct ptx_mnemonic *mnemonic) {
  return mnemonic_has(mnemonic, "v2")   ? 2
         : mnemonic_has(mnemonic, "v4") ? 4
         : mnemonic_has(mnemonic, "v8") ? 8
                                        : 1;
}
