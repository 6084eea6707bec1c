/* C-like dialects: C11 and the Linux kernel's C ("C"), and OpenCL C ("OPENCL"), as herd7 and Dat3M
 * write them.
 *
 *   { int x = 1; [y] = 0; z; int *p = &x; 0:r1 = 2; atomic_t v = ATOMIC_INIT(0); }
 *   P0 (atomic_int* x, volatile int* y) {
 *     int r0 = atomic_load_explicit(x, memory_order_acquire); if (r0) *y = 1; }
 *   P1@wg 0, dev 0 (global atomic_int* x) { B1: barrier(CLK_GLOBAL_MEM_FENCE); }
 *
 * A thread's parameters are the locations that it names.  A location has the tag NAL if some thread
 * takes it as a pointer to a non-atomic object.  In OpenCL every location is GLOBAL or LOCAL.  C11
 * has no places: each thread is a work-group of its own on one device.
 */
#include "litmus/read/c_exits.h"
#include "litmus/read/c_statement.h"
#include "litmus/read/c_type.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"

enum { PLACE_MAX = 1 << 20 };

/* ---- threads ---- */

/* "@wg 0, dev 0" */
static bool read_place(struct cursor *cursor, struct place *place) {
  static const char missing[] = "a place (@wg 0, dev 0)";
  return reader_level(cursor, "wg", missing, PLACE_MAX, "the number of a work-group",
                      &place->cta) &&
         cursor_expect(cursor, ",", "\",\" and a device") &&
         reader_level(cursor, "dev", "dev", PLACE_MAX, "the number of a device", &place->gpu);
}

static bool read_parameter(struct c_reading *c) {
  struct cursor *cursor = c->cursor;
  struct span name;
  struct c_type type;
  c_type(cursor, &type);
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a parameter");
  if (cursor_peek(cursor) == '[')
    return cursor_fail(cursor, name, "unsupported: a parameter that is an array (write *%.*s)",
                       SPAN(cursor, name));
  struct reader *reader = c->reader;
  int index = reader_known_location(reader, name);
  if (index < 0) return false;
  c->parameters |= (uint64_t)1 << index;
  c->atomics |= (uint64_t)type.is_object << index;
  struct location *location = &reader->program->locations[index];
  if (!location->type.bytes && !location->elements) {
    location->type = type.pointed;
    location->initial = type_shows(type.pointed, location->initial);
  }
  if (!type.atomic) location->tags |= reader_tag(reader, "NAL");
  if (c->opencl) location->tags |= reader_tag(reader, type.local ? "LOCAL" : "GLOBAL");
  return true;
}

static bool read_parameters(struct c_reading *c) {
  struct cursor *cursor = c->cursor;
  if (!cursor_expect(cursor, "(", "\"(\" and the thread's parameters")) return false;
  if (cursor_accept(cursor, ")")) return true;
  do {
    if (!read_parameter(c)) return false;
  } while (cursor_accept(cursor, ","));
  return cursor_expect(cursor, ")", "\",\" or \")\"");
}

/* Moves to a thread's name where one comes next, perhaps behind "static void" and the like. */
static bool starts_thread(struct cursor *cursor, int64_t *id) {
  static const struct cursor_word before[] = { { "static", 0 },   { "inline", 0 }, { "void", 0 },
                                               { "__kernel", 0 }, { "kernel", 0 }, { NULL, 0 } };
  struct cursor ahead = *cursor;
  struct span word = cursor_next_word(&ahead);
  for (; cursor_lookup(cursor, word, before) >= 0; word = cursor_next_word(&ahead))
    ahead.at += word.length;
  if (word.length < 2 || word.length > 8 || cursor->source->text[word.start] != 'P') return false;
  *id = 0;
  for (size_t i = 1; i < word.length; i++) {
    char c = cursor->source->text[word.start + i];
    if (c < '0' || c > '9') return false;
    *id = *id * 10 + (c - '0');
  }
  cursor->at = word.start;
  return true;
}

static bool declare_registers(struct reader *reader, unsigned thread) {
  for (size_t i = 0; i < reader->initial_registers.length; i++) {
    const struct initial_register *entry = &reader->initial_registers.items[i];
    if (entry->thread != reader->program->threads[thread].id) continue;
    int index = reader_register(reader, thread, entry->name, REGISTER_DECLARED);
    if (index < 0) return false;
    reader->program->threads[thread].registers[index].initial = entry->value;
  }
  return true;
}

static bool read_thread(struct reader *reader, int64_t id) {
  struct cursor *cursor = &reader->cursor;
  unsigned index = reader->program->thread_count;
  struct span word;
  cursor_word(cursor, &word);
  if (!reader_thread(reader, id, word)) return false;
  struct c_reading c = { .reader = reader,
                         .cursor = cursor,
                         .thread = index,
                         .opencl = reader->dialect == &dialect_opencl };
  if (c.opencl && (!cursor_expect(cursor, "@", "\"@\" and a place (@wg 0, dev 0)") ||
                   !read_place(cursor, &reader->program->threads[index].place)))
    return false;
  bool good = declare_registers(reader, index) && read_parameters(&c) &&
              cursor_expect(cursor, "{", "\"{\" and the thread's statements") && c_block(&c);
  if (good) c_exits_land(&c, EXIT_RETURN);
  vector_free(c.exits);
  return good;
}

static bool read_threads(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  int64_t id;
  while (starts_thread(cursor, &id))
    if (!read_thread(reader, id)) return false;
  return true;
}

static bool read_code(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  cursor->is_c = true;
  bool good = read_threads(reader);
  cursor->is_c = false;
  if (!good) return false;
  if (!reader->program->thread_count)
    return cursor_expected(cursor, "a thread (P0 and its parameters)");
  for (size_t i = 0; i < reader->initial_registers.length; i++)
    if (program_thread(reader->program, reader->initial_registers.items[i].thread) < 0)
      return cursor_fail(cursor, reader->initial_registers.items[i].thread_span,
                         "there is no such thread");
  return reader_check_registers(reader);
}

static struct type read_type(struct cursor *cursor, unsigned *size) {
  struct c_type type;
  c_type(cursor, &type);
  *size = 0; /* accesses are as large as the objects that they name */
  return type.integer;
}

const struct dialect dialect_c = { .name = "C",
                                   .read_code = read_code,
                                   .read_type = read_type,
                                   .addresses = true,
                                   .is_c = true,
                                   .halves_in_order = true };

const struct dialect dialect_opencl = { .name = "OPENCL",
                                        .read_code = read_code,
                                        .read_type = read_type,
                                        .addresses = true,
                                        .is_c = true,
                                        .halves_in_order = true };
