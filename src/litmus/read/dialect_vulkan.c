/* The Vulkan dialect, as the Dat3M suites write it ("VULKAN" or "Vulkan").
 *
 *   { x=0; y aliases x; }   { ssw 0 1; }                          y is another reference to the
 * memory of x P0@sg 0, wg 0, qf 0 | ... ld[.nonpriv|.vis.S].scN r, x
 * ld.atom[.acq].S.scN[.semscM...][.semvis] r, x st[.nonpriv|.av.S].scN x, v
 * st.atom[.rel].S.scN[.semscM...][.semav] x, v
 *   rmw.atom[.acq|.rel|.acq_rel].S.scN[.semscM...][.semav][.semvis][.OP] r, x, v      without OP:
 * an exchange membar.{acq,rel,acq_rel}.S[.semscM...][.semav][.semvis]       avdevice   visdevice
 *   cbar[.acq|.rel|.acq_rel].S[.semscM...][.semav][.semvis] instance [, id [, quorum]]
 *   beq, bne, blt, ble, bgt, bge r, v, L   goto L   add, sub, mul, div, and, or, xor r, a, b
 *
 * S is sg, wg, qf or dv.  Source: the Vulkan specification, appendix "Memory Model", and Khronos'
 * Alloy text of it: an atomic, available or visible access is non-private, and an atomic one is
 * made available or visible at its scope; a release is on the write of a read-modify-write and an
 * acquire on its read.  A control barrier with semantics is one event that is also a fence (F). */
#include "litmus/read/dialect.h"
#include "litmus/listing.h"

#include <string.h>

enum { PLACE_MAX = 1 << 20, PARTS_MAX = 16 };

struct vulkan_reading {
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  struct span parts[PARTS_MAX];
  unsigned count;
  struct instruction *instruction;
  uint64_t seen; /* parts that were understood */
};

static bool read_parts(struct vulkan_reading *reading, struct span *whole) {
  struct cursor *cursor = reading->cursor;
  cursor_skip(cursor);
  whole->start = cursor->at;
  do {
    if (reading->count == PARTS_MAX)
      return cursor_expected(cursor, "an instruction with fewer parts");
    size_t start = cursor->at;
    struct span *part = &reading->parts[reading->count++];
    if (!cursor_word(cursor, part) || part->start != start)
      return cursor_fail(cursor, (struct span){ start, 1 }, "expected an instruction");
  } while (cursor->at < cursor->limit && cursor->source->text[cursor->at] == '.' && ++cursor->at);
  whole->length = cursor->at - whole->start;
  return true;
}

/* Does the mnemonic have this part?  It counts as understood. */
static bool has(struct vulkan_reading *reading, const char *word) {
  for (unsigned i = 1; i < reading->count; i++)
    if (span_is(reading->cursor, reading->parts[i], word)) {
      reading->seen |= (uint64_t)1 << i;
      return true;
    }
  return false;
}

static bool all_understood(const struct vulkan_reading *reading) {
  for (unsigned i = 1; i < reading->count; i++)
    if (!(reading->seen >> i & 1))
      return cursor_fail(reading->cursor, reading->parts[i],
                         "\"%.*s\" has no place in this instruction",
                         SPAN(reading->cursor, reading->parts[i]));
  return true;
}

static void tag(struct vulkan_reading *reading, const char *name, bool read_half, bool write_half) {
  uint64_t bit = reader_tag(reading->reader, name);
  if (read_half) reading->instruction->tags |= bit;
  if (write_half) reading->instruction->write_tags |= bit;
}

static void tag_both(struct vulkan_reading *reading, const char *name) {
  tag(reading, name, true, true);
}

/* The scope, where there is one. */
static bool read_scope(struct vulkan_reading *reading, bool needed) {
  static const struct {
    const char *word, *tag;
    enum scope scope;
  } scopes[] = { { "sg", "SG", SCOPE_CTA },
                 { "wg", "WG", SCOPE_CTA },
                 { "qf", "QF", SCOPE_GPU },
                 { "dv", "DV", SCOPE_SYSTEM } };
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    if (has(reading, scopes[i].word)) {
      reading->instruction->scope = scopes[i].scope;
      tag_both(reading, scopes[i].tag);
      return true;
    }
  return !needed ||
         cursor_fail(reading->cursor, reading->parts[0], "expected a scope (sg, wg, qf or dv)");
}

/* The order; release on what writes and on fences, acquire on what reads and on fences. */
static void read_order(struct vulkan_reading *reading, enum order otherwise) {
  bool fence =
      reading->instruction->opcode == OP_FENCE || reading->instruction->opcode == OP_BARRIER;
  bool both = has(reading, "acq_rel"), acquires = has(reading, "acq") || both,
       releases = has(reading, "rel") || both;
  reading->instruction->order = both       ? ORDER_ACQ_REL
                                : acquires ? ORDER_ACQUIRE
                                : releases ? ORDER_RELEASE
                                           : otherwise;
  if (fence && acquires) tag_both(reading, "ACQ");
  if (fence && releases) tag_both(reading, "REL");
}

static void read_semantics(struct vulkan_reading *reading) {
  static const char *const words[] = { "semsc0", "semsc1", "semsc2", "semsc3" };
  static const char *const names[] = { "SEMSC0", "SEMSC1", "SEMSC2", "SEMSC3" };
  bool rmw = reading->instruction->opcode == OP_RMW;
  for (unsigned i = 0; i < 4; i++)
    if (has(reading, words[i])) tag_both(reading, names[i]);
  if (has(reading, "semav")) tag(reading, "SEMAV", !rmw, true);
  if (has(reading, "semvis")) tag(reading, "SEMVIS", true, !rmw);
}

static bool read_class(struct vulkan_reading *reading) {
  static const char *const words[] = { "sc0", "sc1", "sc2", "sc3" };
  static const char *const names[] = { "SC0", "SC1", "SC2", "SC3" };
  for (unsigned i = 0; i < 4; i++)
    if (has(reading, words[i])) {
      tag_both(reading, names[i]);
      return true;
    }
  return cursor_fail(reading->cursor, reading->parts[0], "expected a storage class (sc0 to sc3)");
}

/* What an access says of itself, besides its operands. */
static bool read_manner(struct vulkan_reading *reading) {
  bool reads = reading->instruction->opcode != OP_STORE,
       writes = reading->instruction->opcode != OP_LOAD;
  bool rmw = reads && writes, atomic = has(reading, "atom");
  bool available = has(reading, "av"), visible = has(reading, "vis");
  if ((available && !writes) || (visible && !reads))
    return cursor_fail(reading->cursor, reading->parts[0],
                       "expected av on a store and vis on a load");
  if (rmw && !atomic) return cursor_fail(reading->cursor, reading->parts[0], "expected atom");
  if (atomic) tag_both(reading, "ATOM");
  if (atomic) tag_both(reading, "A");
  if (has(reading, "nonpriv") || atomic || available || visible) tag_both(reading, "NONPRIV");
  if (writes && (atomic || available)) tag(reading, "AV", !rmw, true);
  if (reads && (atomic || visible)) tag(reading, "VIS", true, !rmw);
  if (!read_scope(reading, atomic || available || visible) || !read_class(reading)) return false;
  read_order(reading, atomic ? ORDER_RELAXED : ORDER_WEAK);
  read_semantics(reading);
  return true;
}

/* ---- operands ---- */

static bool comma(struct vulkan_reading *reading) {
  return cursor_expect(reading->cursor, ",", "\",\"");
}

static bool read_destination(struct vulkan_reading *reading) {
  return destination_read(reading->reader, reading->thread, reading->instruction);
}

static bool read_location(struct vulkan_reading *reading) {
  return address_read(reading->reader, reading->instruction);
}

static bool read_value(struct vulkan_reading *reading, struct operand *operand) {
  return operand_read(reading->reader, reading->thread, operand);
}

/* ---- instructions ---- */

static bool read_load(struct vulkan_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_LOAD;
  return read_manner(reading) && read_destination(reading) && comma(reading) &&
         read_location(reading);
}

static bool read_store(struct vulkan_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_STORE;
  return read_manner(reading) && read_location(reading) && comma(reading) &&
         read_value(reading, &reading->instruction->value);
}

static bool read_rmw(struct vulkan_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_RMW;
  for (enum arithmetic a = ARITHMETIC_ADD; a < ARITHMETIC_CAS; a++)
    if (has(reading, arithmetic_name(a))) reading->instruction->arithmetic = a;
  return read_manner(reading) && read_destination(reading) && comma(reading) &&
         read_location(reading) && comma(reading) &&
         read_value(reading, &reading->instruction->value);
}

static bool read_membar(struct vulkan_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_FENCE;
  read_order(reading, ORDER_RELAXED);
  read_semantics(reading);
  return read_scope(reading, true);
}

static bool read_cbar(struct vulkan_reading *reading, int unused) {
  struct instruction *barrier = reading->instruction;
  int64_t instance;
  (void)unused;
  barrier->opcode = OP_BARRIER;
  tag_both(reading, "CBAR");
  read_order(reading, ORDER_RELAXED);
  if (barrier->order != ORDER_RELAXED) tag_both(reading, "F");
  read_semantics(reading);
  if (!read_scope(reading, true) ||
      !cursor_number_within(reading->cursor, 0, PLACE_MAX, "the barrier's number", &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (!cursor_accept(reading->cursor, ",")) return true;
  if (!read_value(reading, &barrier->barrier_id)) return false;
  return !cursor_accept(reading->cursor, ",") || read_value(reading, &barrier->barrier_quorum);
}

static bool read_device(struct vulkan_reading *reading, int visible) {
  reading->instruction->opcode = OP_FENCE;
  reading->instruction->order = ORDER_RELAXED;
  tag_both(reading, visible ? "VISDEVICE" : "AVDEVICE");
  return true;
}

static bool read_branch(struct vulkan_reading *reading, int comparison) {
  reading->instruction->opcode = OP_BRANCH;
  reading->instruction->comparison = (enum comparison)comparison;
  return read_value(reading, &reading->instruction->left) && comma(reading) &&
         read_value(reading, &reading->instruction->value) && comma(reading) &&
         jump_read(reading->reader, reading->thread);
}

static bool read_goto(struct vulkan_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_GOTO;
  return jump_read(reading->reader, reading->thread);
}

/* add r, a, b and the other operations on registers */
static bool read_compute(struct vulkan_reading *reading, int arithmetic) {
  reading->instruction->opcode = OP_COMPUTE;
  reading->instruction->arithmetic = (enum arithmetic)arithmetic;
  return read_destination(reading) && comma(reading) &&
         read_value(reading, &reading->instruction->left) && comma(reading) &&
         read_value(reading, &reading->instruction->value);
}

static bool read_instruction(struct reader *reader, unsigned thread) {
  static const struct {
    const char *word;
    bool (*read)(struct vulkan_reading *reading, int which);
    int which;
  } instructions[] = { { "ld", read_load, 0 },
                       { "st", read_store, 0 },
                       { "rmw", read_rmw, 0 },
                       { "membar", read_membar, 0 },
                       { "cbar", read_cbar, 0 },
                       { "avdevice", read_device, 0 },
                       { "visdevice", read_device, 1 },
                       { "beq", read_branch, COMPARE_EQ },
                       { "bne", read_branch, COMPARE_NE },
                       { "blt", read_branch, COMPARE_LT },
                       { "ble", read_branch, COMPARE_LE },
                       { "bgt", read_branch, COMPARE_GT },
                       { "bge", read_branch, COMPARE_GE },
                       { "goto", read_goto, 0 },
                       { "add", read_compute, ARITHMETIC_ADD },
                       { "sub", read_compute, ARITHMETIC_SUB },
                       { "mul", read_compute, ARITHMETIC_MUL },
                       { "div", read_compute, ARITHMETIC_DIV },
                       { "and", read_compute, ARITHMETIC_AND },
                       { "or", read_compute, ARITHMETIC_OR },
                       { "xor", read_compute, ARITHMETIC_XOR } };
  struct vulkan_reading reading = { .reader = reader, .cursor = &reader->cursor, .thread = thread };
  struct span whole;
  if (!read_parts(&reading, &whole)) return false;
  reading.instruction = instruction_new(reader, thread, whole);
  if (!reading.instruction) return false;
  for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
    if (span_is(reading.cursor, reading.parts[0], instructions[i].word))
      return instructions[i].read(&reading, instructions[i].which) && all_understood(&reading);
  return cursor_fail(reading.cursor, whole, "unsupported: the instruction \"%.*s\"",
                     SPAN(reading.cursor, whole));
}

/* ---- places, references, ssw ---- */

static bool read_level(struct cursor *cursor, const char *word, unsigned *number) {
  int64_t value;
  struct span next = cursor_next_word(cursor);
  if (!span_is(cursor, next, word)) return cursor_expected(cursor, "a place (@sg 0, wg 0, qf 0)");
  cursor->at = next.start + next.length;
  if (!cursor_number_within(cursor, 0, PLACE_MAX, "a number", &value)) return false;
  *number = (unsigned)value;
  return true;
}

static bool read_place(struct reader *reader, struct thread *thread) {
  struct cursor *cursor = &reader->cursor;
  struct place *place = &thread->place;
  if (!cursor_expect(cursor, "@", "\"@\" and a place (@sg 0, wg 0, qf 0)") ||
      !read_level(cursor, "sg", &place->subgroup) || !cursor_expect(cursor, ",", "\",\"") ||
      !read_level(cursor, "wg", &place->cta) || !cursor_expect(cursor, ",", "\",\"") ||
      !read_level(cursor, "qf", &place->family))
    return false;
  return !cursor_accept(cursor, ",") || read_level(cursor, "dv", &place->gpu);
}

static bool read_alias(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  struct span word = cursor_next_word(cursor), name;
  if (!span_is(cursor, word, "aliases"))
    return cursor_expected(cursor, "\"=\", \";\" or a reference (aliases x)");
  cursor->at = word.start + word.length;
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a location");
  int target = reader_location(reader, name);
  if (target < 0) return false;
  if ((unsigned)target == location)
    return cursor_fail(cursor, name, "a location cannot alias itself");
  reader->program->locations[location].physical = reader->program->locations[target].physical;
  return true;
}

static void print_alias(struct text *out, const struct program *program, unsigned location) {
  text_add(out, " aliases %s", program->locations[program->locations[location].physical].name);
}

enum { PAIRS_MAX = 256 };

/* { ssw 0 1; ... } */
static bool read_synchronisation(struct cursor *cursor, int64_t (*pairs)[2], unsigned *count) {
  *count = 0;
  if (!cursor_accept(cursor, "{")) return true;
  while (!cursor_accept(cursor, "}")) {
    struct span word = cursor_next_word(cursor);
    if (cursor_accept(cursor, ";")) continue;
    if (!span_is(cursor, word, "ssw"))
      return cursor_expected(cursor, "ssw and two threads, or \"}\"");
    if (*count == PAIRS_MAX) return cursor_fail(cursor, word, "more than %d pairs", PAIRS_MAX);
    cursor->at = word.start + word.length;
    for (unsigned side = 0; side < 2; side++)
      if (!cursor_number_within(cursor, 0, PLACE_MAX, "the number of a thread",
                                &pairs[*count][side]))
        return false;
    ++*count;
  }
  return true;
}

static const struct columns columns = { read_place, read_instruction };

static bool read_code(struct reader *reader) {
  int64_t pairs[PAIRS_MAX][2];
  unsigned count;
  struct cursor *cursor = &reader->cursor;
  if (!read_synchronisation(cursor, pairs, &count) || !columns_read(reader, &columns)) return false;
  for (unsigned i = 0; i < count; i++) {
    int from = program_thread(reader->program, pairs[i][0]),
        to = program_thread(reader->program, pairs[i][1]);
    if (from < 0 || to < 0)
      return cursor_fail(cursor, (struct span){ cursor->at, 1 },
                         "ssw names a thread that is not there");
    reader->program->synchronises[from] |= (uint64_t)1 << to;
  }
  return true;
}

static const struct code_printer printer = { .print_code = listing_print,
                                             .print_alias = print_alias };

const struct dialect dialect_vulkan = { .name = "VULKAN",
                                        .read_alias = read_alias,
                                        .printer = &printer,
                                        .read_code = read_code,
                                        .halves_in_order = true };
