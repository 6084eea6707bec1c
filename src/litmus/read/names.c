/* The names of a test: its locations, and each thread's registers.
 *
 * Both start at zero where the initial state does not say otherwise, and the public suites rely on
 * it.  But a register that is read, and neither declared nor written anywhere, is a slip of the pen
 * that would quietly read zero: an error.  So is a location that is not declared and that one load
 * alone names (two loads of a location that nobody writes do occur in published tests). */
#include <string.h>
#include "base/memory.h"
#include "litmus/read/assembly.h"

/* Room for one more in an array that grows by doubling. */
static void *grown(void *items, unsigned count, size_t size) {
  bool full = (count & (count - 1)) == 0;
  return full ? memory_resize(items, count ? 2 * (size_t)count : 1, size) : items;
}

int location_find(const struct reader *reader, struct span name) {
  const struct program *program = reader->program;
  for (unsigned i = 0; i < program->location_count; i++)
    if (span_is(&reader->cursor, name, program->locations[i].name)) return (int)i;
  return -1;
}

int reader_location(struct reader *reader, struct span name) {
  int location = location_find(reader, name);
  if (location < 0)
    cursor_fail(&reader->cursor, name,
                "unknown location \"%.*s\": neither the initial state nor the code names it",
                SPAN(&reader->cursor, name));
  return location;
}

int reader_declare_location(struct reader *reader, struct span name) {
  struct program *program = reader->program;
  if (location_find(reader, name) >= 0) {
    cursor_fail(&reader->cursor, name, "location \"%.*s\" is declared twice",
                SPAN(&reader->cursor, name));
    return -1;
  }
  if (program->location_count == LOCATIONS_MAX) {
    cursor_fail(&reader->cursor, name, "more than %d locations", LOCATIONS_MAX);
    return -1;
  }
  unsigned index = program->location_count;
  program->locations = grown(program->locations, index, sizeof *program->locations);
  program->locations[index] = (struct location){ .name = span_copy(&reader->cursor, name),
                                                 .physical = index,
                                                 .generic = index };
  return (int)program->location_count++;
}

int reader_address(struct reader *reader, struct span name, bool writes) {
  int location = location_find(reader, name);
  if (location < 0) location = reader_declare_location(reader, name);
  if (location < 0) return -1;
  struct span *first_read = &reader->location_read[location];
  if (writes || first_read->length) reader->location_known[location] = true;
  if (!writes && first_read->length == 0) *first_read = name;
  return location;
}

bool locations_check(struct reader *reader) {
  const struct program *program = reader->program;
  for (unsigned i = 0; i < program->location_count; i++)
    if (!reader->location_known[i])
      return cursor_fail(&reader->cursor, reader->location_read[i],
                         "unknown location \"%.60s\": nothing else names it, and the initial state "
                         "does not declare it",
                         program->locations[i].name);
  return true;
}

bool thread_accept(struct cursor *cursor, int64_t *id, struct span *span) {
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

/* The register's own name, where the architecture gives it several (assembly.h). */
static struct cursor normalised(const struct reader *reader, struct span *name,
                                struct source *source, char text[16]) {
  const struct dialect *dialect = dialect_find(reader->program->dialect);
  struct cursor cursor = reader->cursor;
  if (!dialect || !dialect->assembly ||
      !dialect->assembly->register_name(&reader->cursor, *name, text))
    return cursor;
  *source = (struct source){ reader->cursor.source->name, text, strlen(text) };
  *name = (struct span){ 0, source->length };
  cursor.source = source;
  return cursor;
}

int register_find(const struct reader *reader, unsigned thread, struct span name) {
  const struct thread *owner = &reader->program->threads[thread];
  struct source source;
  char text[16];
  struct cursor cursor = normalised(reader, &name, &source, text);
  for (unsigned i = 0; i < owner->register_count; i++)
    if (span_is(&cursor, name, owner->registers[i].name)) return (int)i;
  return -1;
}

static int register_new(struct reader *reader, unsigned thread, struct span name) {
  struct thread *owner = &reader->program->threads[thread];
  if (owner->register_count == REGISTERS_MAX) {
    cursor_fail(&reader->cursor, name, "more than %d registers in P%u", REGISTERS_MAX, owner->id);
    return -1;
  }
  owner->registers = grown(owner->registers, owner->register_count, sizeof *owner->registers);
  struct source source;
  char text[16];
  struct cursor cursor = normalised(reader, &name, &source, text);
  owner->registers[owner->register_count] = (struct reg){ .name = span_copy(&cursor, name) };
  return (int)owner->register_count++;
}

int reader_register(struct reader *reader, unsigned thread, struct span name,
                    enum register_use use) {
  if (location_find(reader, name) >= 0) {
    cursor_fail(&reader->cursor, name, "expected a register, but \"%.*s\" is a location",
                SPAN(&reader->cursor, name));
    return -1;
  }
  int index = register_find(reader, thread, name);
  if (index < 0) index = register_new(reader, thread, name);
  if (index < 0) return -1;
  struct span *first_read = &reader->register_read[thread][index];
  if (use != REGISTER_READ) reader->register_known[thread][index] = true;
  else if (first_read->length == 0) *first_read = name;
  return index;
}

bool registers_check(struct reader *reader) {
  for (unsigned t = 0; t < reader->program->thread_count; t++) {
    const struct thread *thread = &reader->program->threads[t];
    for (unsigned i = 0; i < thread->register_count; i++)
      if (!reader->register_known[t][i])
        return cursor_fail(&reader->cursor, reader->register_read[t][i],
                           "register \"%.60s\" of P%u is read, but nothing writes it and the "
                           "initial state does not "
                           "declare it",
                           thread->registers[i].name, thread->id);
  }
  return true;
}
