/* The names of a test.
 *
 * Locations and registers start at zero where the initial state does not say otherwise; the public
 * suites rely on it.  A register that is read, and neither declared nor written, is an error: it
 * would quietly read zero.  An undeclared location that a single load names is an error as well.
 * Published tests do have two loads of a location that no thread writes. */
#include "litmus/read/reading.h"
#include "litmus/read/names.h"

#include <string.h>
#include "litmus/tags.h"

void *reader_grown(void *items, unsigned count, size_t size) {
  bool full = (count & (count - 1)) == 0;
  return full ? memory_resize(items, count ? 2 * (size_t)count : 1, size) : items;
}

void reader_note(struct reader *reader, const char *text) {
  struct program *program = reader->program;
  for (unsigned i = 0; i < program->note_count; i++)
    if (text_equal(program->notes[i], text)) return;
  program->notes = reader_grown(program->notes, program->note_count, sizeof *program->notes);
  program->notes[program->note_count++] = memory_copy_text(text, strlen(text));
}

/* ---- locations ---- */

int reader_find_location(const struct reader *reader, struct span name) {
  const struct program *program = reader->program;
  for (unsigned i = 0; i < program->location_count; i++)
    if (span_is(&reader->cursor, name, program->locations[i].name)) return (int)i;
  return -1;
}

int reader_location(struct reader *reader, struct span name) {
  int location = reader_find_location(reader, name);
  if (location < 0)
    cursor_fail(&reader->cursor, name,
                "unknown location \"%.*s\": neither the initial state nor the code names it",
                SPAN(&reader->cursor, name));
  return location;
}

static int new_location(struct reader *reader, struct span name) {
  struct program *program = reader->program;
  if (program->location_count == LOCATIONS_MAX) {
    cursor_fail(&reader->cursor, name, "more than %d locations", LOCATIONS_MAX);
    return -1;
  }
  unsigned index = program->location_count;
  program->locations = reader_grown(program->locations, index, sizeof *program->locations);
  program->locations[index] = (struct location){ .name = span_copy(&reader->cursor, name),
                                                 .physical = index,
                                                 .generic = index };
  return (int)program->location_count++;
}

int reader_own_location(struct reader *reader, const char *name) {
  struct source own = { "", name, strlen(name) };
  const struct source *source = reader->cursor.source;
  reader->cursor.source = &own;
  int location = reader_address(reader, (struct span){ 0, own.length }, true);
  reader->cursor.source = source;
  return location;
}

int reader_pointed_location(struct reader *reader, struct span name) {
  int location = reader_find_location(reader, name);
  if (location < 0 && (location = new_location(reader, name)) >= 0)
    reader->location_pointed[location] = true;
  return location;
}

int reader_declare_location(struct reader *reader, struct span name) {
  int location = reader_find_location(reader, name);
  if (location < 0) location = new_location(reader, name);
  else if (!reader->location_pointed[location]) location = -1;
  if (location >= 0) reader->location_pointed[location] = false;
  if (location < 0)
    cursor_fail(&reader->cursor, name, "location \"%.*s\" is declared twice",
                SPAN(&reader->cursor, name));
  else reader->location_known[location] = true;
  return location;
}

int reader_known_location(struct reader *reader, struct span name) {
  int location = reader_find_location(reader, name);
  if (location < 0) return reader_declare_location(reader, name);
  reader->location_known[location] = true;
  return location;
}

int reader_address(struct reader *reader, struct span name, bool writes) {
  int location = reader_find_location(reader, name);
  if (location < 0) location = new_location(reader, name);
  if (location < 0) return -1;
  struct span *first_read = &reader->location_read[location];
  if (writes || first_read->length) reader->location_known[location] = true;
  if (!writes && first_read->length == 0) *first_read = name;
  return location;
}

bool reader_check_locations(struct reader *reader) {
  const struct program *program = reader->program;
  for (unsigned i = 0; i < program->location_count; i++)
    if (!reader->location_known[i] && !reader->location_pointed[i])
      return cursor_fail(&reader->cursor, reader->location_read[i],
                         "unknown location \"%.60s\": nothing else names it, and the initial state "
                         "does not declare it",
                         program->locations[i].name);
  return true;
}

/* ---- registers ---- */

/* The register's name as the architecture spells it; false where it has one spelling only. */
static bool respell(const struct reader *reader, struct span name, char spelt[16]) {
  const struct dialect *dialect = reader->dialect;
  return dialect->register_name && dialect->register_name(&reader->cursor, name, spelt);
}

int reader_find_register(const struct reader *reader, unsigned thread, struct span name) {
  const struct thread *owner = &reader->program->threads[thread];
  char spelt[16];
  bool respelt = respell(reader, name, spelt);
  for (unsigned i = 0; i < owner->register_count; i++)
    if (respelt ? text_equal(spelt, owner->registers[i].name)
                : span_is(&reader->cursor, name, owner->registers[i].name))
      return (int)i;
  return -1;
}

static int new_register(struct reader *reader, unsigned thread, struct span name) {
  struct thread *owner = &reader->program->threads[thread];
  char spelt[16];
  if (owner->register_count == REGISTERS_MAX) {
    cursor_fail(&reader->cursor, name, "more than %d registers in P%u", REGISTERS_MAX, owner->id);
    return -1;
  }
  owner->registers =
      reader_grown(owner->registers, owner->register_count, sizeof *owner->registers);
  owner->registers[owner->register_count] =
      (struct reg){ .name = respell(reader, name, spelt) ? memory_copy_text(spelt, strlen(spelt))
                                                         : span_copy(&reader->cursor, name) };
  return (int)owner->register_count++;
}

int reader_register(struct reader *reader, unsigned thread, struct span name,
                    enum register_use use) {
  if (reader_find_location(reader, name) >= 0) {
    cursor_fail(&reader->cursor, name, "expected a register, but \"%.*s\" is a location",
                SPAN(&reader->cursor, name));
    return -1;
  }
  int index = reader_find_register(reader, thread, name);
  if (index < 0) index = new_register(reader, thread, name);
  if (index < 0) return -1;
  struct span *first_read = &reader->register_read[thread][index];
  if (use != REGISTER_READ) reader->register_known[thread][index] = true;
  else if (first_read->length == 0) *first_read = name;
  return index;
}

int reader_own_register(struct reader *reader, unsigned thread, const char *name,
                        enum register_use use) {
  struct source own = { "", name, strlen(name) };
  const struct source *source = reader->cursor.source;
  reader->cursor.source = &own;
  int index = reader_register(reader, thread, (struct span){ 0, own.length }, use);
  reader->cursor.source = source;
  return index;
}

bool reader_check_registers(struct reader *reader) {
  for (unsigned t = 0; t < reader->program->thread_count; t++) {
    const struct thread *thread = &reader->program->threads[t];
    for (unsigned i = 0; i < thread->register_count; i++)
      if (!reader->register_known[t][i])
        return cursor_fail(&reader->cursor, reader->register_read[t][i],
                           "register \"%.60s\" of P%u is read, but nothing writes it and the "
                           "initial state does not declare it",
                           thread->registers[i].name, thread->id);
  }
  return true;
}

/* ---- threads and tags ---- */

bool reader_accept_thread(struct cursor *cursor, int64_t *id, struct span *span) {
  struct cursor ahead = *cursor;
  cursor_skip(&ahead);
  size_t start = ahead.at;
  if (ahead.at < ahead.limit && ahead.source->text[ahead.at] == 'P') ahead.at++;
  size_t digits = ahead.at;
  for (*id = 0; ahead.at < ahead.limit && ahead.at - digits < 10; ahead.at++) {
    char c = ahead.source->text[ahead.at];
    if (c < '0' || c > '9') break;
    *id = *id * 10 + (c - '0');
  }
  *span = (struct span){ start, ahead.at - start };
  if (ahead.at == digits || !cursor_accept(&ahead, ":")) return false;
  cursor->at = ahead.at;
  return true;
}

uint64_t reader_tag(struct reader *reader, const char *name) {
  struct program *program = reader->program;
  const char *known = tag_known_name(name);
  if (!known) known = name;
  for (unsigned i = 0; i < program->tag_count; i++)
    if (text_equal(program->tags[i], known)) return (uint64_t)1 << i;
  program->tags[program->tag_count] = known;
  return (uint64_t)1 << program->tag_count++;
}

uint64_t reader_tags(struct reader *reader, const char *names) {
  uint64_t bits = 0;
  for (const char *at = names; *at; at += strspn(at, " ")) {
    static const char *const base_names[] = { "A", "F", "ACQ", "REL", NULL };
    char name[32] = "";
    size_t length = strcspn(at, " ");
    memcpy(name, at, length);
    const char *base = text_among(name, base_names);
    bits |= reader_tag(reader, base ? base : name);
    at += length;
  }
  return bits;
}

/* ---- types ---- */

/* Those of assembly dialects are the first of C's. */
static const struct {
  const char *word;
  struct type type;
} types[] = { { "int", { 4, true } },
              { "uint64_t", { 8, false } },
              { "int64_t", { 8, true } },
              { "uint32_t", { 4, false } },
              { "int32_t", { 4, true } },
              { "uint16_t", { 2, false } },
              { "int16_t", { 2, true } },
              { "uint8_t", { 1, false } },
              { "int8_t", { 1, true } },
              { "unsigned", { 4, false } },
              { "signed", { 4, true } },
              { "char", { 1, true } },
              { "short", { 2, true } },
              { "long", { 8, true } },
              { "uint", { 4, false } },
              { "ulong", { 8, false } },
              { "intptr_t", { 8, true } },
              { "uintptr_t", { 8, false } },
              { "size_t", { 8, false } },
              { "u8", { 1, false } },
              { "u16", { 2, false } },
              { "u32", { 4, false } },
              { "u64", { 8, false } },
              { "s8", { 1, true } },
              { "s16", { 2, true } },
              { "s32", { 4, true } },
              { "s64", { 8, true } },
              { "atomic_int", { 4, true } },
              { "atomic_uint", { 4, false } },
              { "atomic_long", { 8, true } },
              { "atomic_t", { 4, true } },
              { "atomic64_t", { 8, true } },
              { "_Atomic", { 0, false } },
              { "void", { 0, false } },
              { "volatile", { 0, false } },
              { "const", { 0, false } },
              { "static", { 0, false } },
              { "struct", { 0, false } },
              { "bool", { 0, false } },
              { "_Bool", { 0, false } },
              { "spinlock_t", { 0, false } },
              { "mtx_t", { 0, false } },
              { "global", { 0, false } },
              { "local", { 0, false } },
              { "private", { 0, false } },
              { "__global", { 0, false } },
              { "__local", { 0, false } },
              { "mutex", { 0, false } },
              { "restrict", { 0, false } },
              { "__restrict", { 0, false } },
              { "register", { 0, false } },
              { "__private", { 0, false } },
              { "uchar", { 1, false } },
              { "ushort", { 2, false } },
              { "atomic_bool", { 1, false } },
              { "atomic_char", { 1, true } },
              { "atomic_schar", { 1, true } },
              { "atomic_uchar", { 1, false } },
              { "atomic_short", { 2, true } },
              { "atomic_ushort", { 2, false } },
              { "atomic_ulong", { 8, false } },
              { "atomic_llong", { 8, true } },
              { "atomic_ullong", { 8, false } },
              { "atomic_intptr_t", { 8, true } },
              { "atomic_uintptr_t", { 8, false } },
              { "atomic_size_t", { 8, false } },
              { "ptrdiff_t", { 8, true } },
              { "atomic_ptrdiff_t", { 8, true } },
              { "atomic_int8_t", { 1, true } },
              { "atomic_uint8_t", { 1, false } },
              { "atomic_int16_t", { 2, true } },
              { "atomic_uint16_t", { 2, false } },
              { "atomic_int32_t", { 4, true } },
              { "atomic_uint32_t", { 4, false } },
              { "atomic_int64_t", { 8, true } },
              { "atomic_uint64_t", { 8, false } } };
enum { IN_ASSEMBLY = 9, IN_C = sizeof types / sizeof *types };

static const struct type *find_type(const struct cursor *cursor, struct span word, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (span_is(cursor, word, types[i].word)) return &types[i].type;
  return NULL;
}

const struct type *type_in_assembly(const struct cursor *cursor, struct span word) {
  return find_type(cursor, word, IN_ASSEMBLY);
}

const struct type *type_in_c(const struct cursor *cursor, struct span word) {
  return find_type(cursor, word, IN_C);
}
