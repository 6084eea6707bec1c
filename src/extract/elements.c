/* Names of places in memory. */
#include "extract/elements.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- which objects fall into locations ---- */

static bool overlap(const struct ptx_access *a, const struct ptx_access *b) {
  bool same = a->offset == b->offset && a->bytes == b->bytes;
  return !same && a->offset < b->offset + b->bytes && b->offset < a->offset + a->bytes;
}

/* No vectors, and no two accesses overlap in part. */
static bool falls_apart(const struct object *object) {
  for (size_t i = 0; i < object->accesses.length; i++) {
    if (object->accesses.items[i].elements > 1) return false;
    for (size_t k = 0; k < i; k++)
      if (overlap(&object->accesses.items[i], &object->accesses.items[k])) return false;
  }
  return true;
}

/* The bytes of each access, where all have the same and begin at multiples of it; else 0. */
static unsigned stride_of(const struct object *object) {
  unsigned bytes = object->accesses.length ? object->accesses.items[0].bytes : 0;
  for (size_t i = 0; bytes && i < object->accesses.length; i++) {
    const struct ptx_access *each = &object->accesses.items[i];
    if (each->bytes != bytes || each->offset % bytes) return 0;
  }
  return bytes;
}

/* ---- places ---- */

static void add_place(struct places *places, unsigned object, int64_t offset, unsigned bytes,
                      bool writes) {
  for (size_t i = 0; i < places->items.length; i++) {
    struct named_place *each = &places->items.items[i];
    if (each->object != object || each->offset != offset) continue;
    each->writes |= writes;
    if (bytes > each->bytes) each->bytes = bytes;
    return;
  }
  struct named_place new = { .object = object, .offset = offset, .bytes = bytes, .writes = writes };
  vector_push(places->items, new);
}

static int by_place(const void *a, const void *b) {
  const struct named_place *x = a, *y = b;
  if (x->object != y->object) return x->object < y->object ? -1 : 1;
  return (x->offset > y->offset) - (x->offset < y->offset);
}

static bool is_taken(const struct places *places, const struct objects *objects, const char *name) {
  for (size_t i = 0; i < objects->items.length; i++)
    if (text_equal(objects->items.items[i].name, name)) return true;
  for (size_t i = 0; i < places->items.length; i++)
    if (places->items.items[i].name && text_equal(places->items.items[i].name, name)) return true;
  return false;
}

static char *name_part(const struct places *places, const struct objects *objects,
                       const struct named_place *place) {
  const struct object *object = &objects->items.items[place->object];
  unsigned stride = stride_of(object);
  char *name = stride ? memory_format("%s_%lld", object->name, (long long)place->offset / stride)
                      : memory_format("%s_at%lld", object->name, (long long)place->offset);
  while (is_taken(places, objects, name)) {
    char *longer = memory_format("%s_", name);
    memory_free(name);
    name = longer;
  }
  return name;
}

static bool is_single(const struct places *places, const struct named_place *place) {
  for (size_t i = 0; i < places->items.length; i++)
    if (places->items.items[i].object == place->object && &places->items.items[i] != place)
      return false;
  return true;
}

unsigned elements_unit(const struct object *object) {
  unsigned unit = 1;
  for (size_t i = 0; i < object->accesses.length; i++)
    if (object->accesses.items[i].bytes > unit) unit = object->accesses.items[i].bytes;
  return unit;
}

uint64_t elements_count(const struct object *object) {
  uint64_t end = 0, unit = elements_unit(object);
  for (size_t i = 0; i < object->accesses.length; i++) {
    const struct ptx_access *each = &object->accesses.items[i];
    uint64_t behind = (uint64_t)each->offset + (uint64_t)each->bytes * each->elements;
    if (behind > end) end = behind;
  }
  return (end + unit - 1) / unit;
}

/* A part of a location with several elements, or of one that is accessed by several sizes. */
static void name_within(const struct object *object, struct named_place *place) {
  unsigned unit = elements_unit(object);
  if (place->offset % unit == 0 && elements_count(object) > 1)
    place->name = memory_format("%s[%lld]", object->name, (long long)place->offset / unit);
  else if (place->offset == 0) place->name = memory_format("%s", object->name);
  if (place->offset)
    place->address = memory_format("%s+%lld", object->name, (long long)place->offset);
  else place->address = memory_format("%s", object->name);
}

static void name_place(const struct places *places, const struct objects *objects,
                       struct named_place *place) {
  const struct object *object = &objects->items.items[place->object];
  place->is_whole = !falls_apart(object);
  if (place->is_whole) {
    name_within(object, place);
    return;
  }
  bool plain = place->offset == 0 && is_single(places, place);
  place->name = plain ? memory_format("%s", object->name) : name_part(places, objects, place);
  place->address = memory_format("%s", place->name);
}

void elements_name(struct places *places, const struct objects *objects) {
  for (size_t i = 0; i < objects->items.length; i++) {
    const struct object *object = &objects->items.items[i];
    for (size_t k = 0; k < object->accesses.length; k++) {
      const struct ptx_access *each = &object->accesses.items[k];
      for (unsigned e = 0; e < each->elements; e++)
        add_place(places, (unsigned)i, each->offset + e * each->bytes, each->bytes, each->writes);
    }
  }
  if (places->items.length)
    qsort(places->items.items, places->items.length, sizeof *places->items.items, by_place);
  for (size_t i = 0; i < places->items.length; i++)
    name_place(places, objects, &places->items.items[i]);
}

const struct named_place *elements_find(const struct places *places, unsigned object,
                                        int64_t offset) {
  for (size_t i = 0; i < places->items.length; i++) {
    const struct named_place *each = &places->items.items[i];
    if (each->object == object && each->offset == offset) return each;
  }
  return NULL;
}

/* "[1]" or "+4" behind a name: the distance in bytes. */
static int64_t distance_at(const char *text, unsigned stride, size_t *length) {
  char *end;
  *length = 0;
  if (*text != '[' && *text != '+') return 0;
  long long number = strtoll(text + 1, &end, 10);
  if (end == text + 1 || (*text == '[' && *end != ']')) return 0;
  *length = (size_t)(end - text) + (*text == '[');
  return *text == '[' ? number * (long long)stride : number;
}

const struct named_place *elements_named(const struct places *places, const struct objects *objects,
                                         const char *text, size_t *length) {
  size_t word = 0, more;
  while (isalnum((unsigned char)text[word]) || text[word] == '_') word++;
  *length = word;
  for (size_t i = 0; i < objects->items.length; i++) {
    const struct object *object = &objects->items.items[i];
    if (strlen(object->name) != word || memcmp(object->name, text, word)) continue;
    int64_t offset = distance_at(text + word, elements_unit(object), &more);
    const struct named_place *place = elements_find(places, (unsigned)i, offset);
    if (place) *length = word + more;
    return place && place->name ? place : NULL;
  }
  return NULL;
}

void elements_clear(struct places *places) {
  for (size_t i = 0; i < places->items.length; i++) {
    memory_free(places->items.items[i].name);
    memory_free(places->items.items[i].address);
  }
  vector_free(places->items);
}
