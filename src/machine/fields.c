/* Shows fields, or compares them by name. */
#include "machine/fields.h"

#include <string.h>

/* A field of a text; `name` ends at '=', or is all of it. */
struct field {
  const char *at;
  size_t name, length;
  bool empty;
};

/* Reads the next field at `*at`, and moves on.  false: there is none. */
static bool next(const char **at, struct field *field) {
  if (!**at) return false;
  bool marked = **at == *FIELD || **at == *EMPTY_FIELD;
  field->empty = **at == *EMPTY_FIELD;
  *at += marked;
  field->at = *at;
  field->length = strcspn(*at, FIELD EMPTY_FIELD);
  const char *equals = memchr(*at, '=', field->length);
  field->name = equals ? (size_t)(equals - *at) : field->length;
  *at += field->length;
  return true;
}

void fields_add(struct text *text, const char *fields, bool empty_too) {
  struct field field;
  const char *separator = "";
  while (next(&fields, &field)) {
    if (!field.length || (field.empty && !empty_too)) continue;
    text_add(text, "%s%.*s", separator, (int)field.length, field.at);
    separator = " ";
  }
}

static bool is_named(const struct field *field) { return field->name < field->length; }

static bool find(const char *fields, const struct field *sought, struct field *found) {
  while (next(&fields, found))
    if (found->name == sought->name && !memcmp(found->at, sought->at, sought->name)) return true;
  return false;
}

static bool same(const struct field *a, const struct field *b) {
  return a->length == b->length && !memcmp(a->at, b->at, a->length);
}

static void add_value(struct text *text, const struct field *field) {
  if (!field) text_add(text, "none");
  else text_add(text, "%.*s", (int)(field->length - field->name - 1), field->at + field->name + 1);
}

static void add_change(struct text *text, const struct field *before, const struct field *after) {
  const struct field *field = after ? after : before;
  if (text->length) text_add(text, ", ");
  if (!is_named(field)) {
    text_add(text, "%s %.*s", after ? "now" : "no longer", (int)field->length, field->at);
    return;
  }
  text_add(text, "%.*s ", (int)field->name, field->at);
  add_value(text, before);
  text_add(text, " => ");
  add_value(text, after);
}

/* Adds the unnamed first fields of both: "I => IV", or "I". */
static bool add_first(struct text *text, const char **before, const char **after) {
  struct field old = { .at = "" }, new = { .at = "" };
  if (**before && !strchr(FIELD EMPTY_FIELD, **before)) next(before, &old);
  if (**after && !strchr(FIELD EMPTY_FIELD, **after)) next(after, &new);
  bool differ = !same(&old, &new);
  if (differ && old.length) text_add(text, "%.*s => ", (int)old.length, old.at);
  text_add(text, "%.*s", (int)new.length, new.at);
  return differ;
}

bool fields_add_changes(struct text *text, const char *before, const char *after) {
  struct text changes = { 0 };
  bool differ = add_first(&changes, &before, &after);
  struct field field, other;
  for (const char *at = before; next(&at, &field);)
    if (!find(after, &field, &other)) add_change(&changes, &field, NULL), differ = true;
    else if (!same(&field, &other)) add_change(&changes, &field, &other), differ = true;
  for (const char *at = after; next(&at, &field);)
    if (!find(before, &field, &other)) add_change(&changes, NULL, &field), differ = true;
  if (differ) text_add(text, "%s", changes.bytes ? changes.bytes : "");
  text_free(&changes);
  return differ;
}
