/* The Vulkan dialect, as the Dat3M suites write it ("VULKAN" or "Vulkan").
 *
 *   { x=0; y aliases x; }   { ssw 0 1; }             y is another reference to the memory of x
 *   P0@sg 0, wg 0, qf 0 | ...
 *   ld[.nonpriv|.vis.S].scN r, x                     ld.atom[.acq].S.scN[.semscM...][.semvis] r, x
 *   st[.nonpriv|.av.S].scN x, v                      st.atom[.rel].S.scN[.semscM...][.semav] x, v
 *   rmw.atom[.acq|.rel|.acq_rel].S.scN[.semscM...][.semav][.semvis][.OP] r, x, v
 *   membar.{acq,rel,acq_rel}.S[.semscM...][.semav][.semvis]       avdevice   visdevice
 *   cbar[.acq|.rel|.acq_rel].S[.semscM...][.semav][.semvis] instance [, id [, quorum]]
 *   beq, bne, blt, ble, bgt, bge r, v, L   goto L   add, sub, mul, div, and, or, xor r, a, b
 *
 * S is sg, wg, qf or dv; rmw without OP is an exchange.  Sources: the Vulkan specification,
 * appendix "Memory Model", and Khronos' Alloy text of it.  An atomic, available or visible access
 * is non-private, and an atomic one is made available or visible at its scope.  The write of a
 * read-modify-write releases and its read acquires.  A control barrier with semantics is one event
 * that is also a fence (F). */
#include "litmus/read/columns.h"
#include "litmus/read/dotted.h"

enum { PLACE_MAX = 1 << 20, PAIRS_MAX = 256 };

/* ---- parts of a mnemonic ---- */

/* true when the mnemonic has this part, which then counts as understood. */
static bool has(struct dotted *d, const char *word) {
  for (unsigned i = 1; i < d->count; i++)
    if (span_is(d->cursor, d->parts[i], word)) {
      d->seen |= (uint64_t)1 << i;
      return true;
    }
  return false;
}

static bool all_understood(const struct dotted *d) {
  for (unsigned i = 1; i < d->count; i++)
    if (!(d->seen >> i & 1))
      return cursor_fail(d->cursor, d->parts[i], "\"%.*s\" has no place in this instruction",
                         SPAN(d->cursor, d->parts[i]));
  return true;
}

static void tag(struct dotted *d, const char *name, bool read_half, bool write_half) {
  uint64_t bit = reader_tag(d->reader, name);
  if (read_half) d->instruction->tags |= bit;
  if (write_half) d->instruction->write_tags |= bit;
}

static void tag_both(struct dotted *d, const char *name) { tag(d, name, true, true); }

/* The scope, where there is one. */
static bool read_scope(struct dotted *d, bool needed) {
  static const struct {
    const char *word, *tag;
    enum scope scope;
  } scopes[] = { { "sg", "SG", SCOPE_CTA },
                 { "wg", "WG", SCOPE_CTA },
                 { "qf", "QF", SCOPE_GPU },
                 { "dv", "DV", SCOPE_SYSTEM } };
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    if (has(d, scopes[i].word)) {
      d->instruction->scope = scopes[i].scope;
      tag_both(d, scopes[i].tag);
      return true;
    }
  return !needed || cursor_fail(d->cursor, d->parts[0], "expected a scope (sg, wg, qf or dv)");
}

/* The order, and on fences its tags. */
static void read_order(struct dotted *d, enum order otherwise) {
  bool fence = d->instruction->opcode == OP_FENCE || d->instruction->opcode == OP_BARRIER;
  bool both = has(d, "acq_rel"), acquires = has(d, "acq") || both, releases = has(d, "rel") || both;
  d->instruction->order = both       ? ORDER_ACQ_REL
                          : acquires ? ORDER_ACQUIRE
                          : releases ? ORDER_RELEASE
                                     : otherwise;
  if (fence && acquires) tag_both(d, "ACQ");
  if (fence && releases) tag_both(d, "REL");
}

static void read_semantics(struct dotted *d) {
  static const char *const words[] = { "semsc0", "semsc1", "semsc2", "semsc3" };
  static const char *const names[] = { "SEMSC0", "SEMSC1", "SEMSC2", "SEMSC3" };
  bool rmw = d->instruction->opcode == OP_RMW;
  for (unsigned i = 0; i < 4; i++)
    if (has(d, words[i])) tag_both(d, names[i]);
  if (has(d, "semav")) tag(d, "SEMAV", !rmw, true);
  if (has(d, "semvis")) tag(d, "SEMVIS", true, !rmw);
}

static bool read_class(struct dotted *d) {
  static const char *const words[] = { "sc0", "sc1", "sc2", "sc3" };
  static const char *const names[] = { "SC0", "SC1", "SC2", "SC3" };
  for (unsigned i = 0; i < 4; i++)
    if (has(d, words[i])) {
      tag_both(d, names[i]);
      return true;
    }
  return cursor_fail(d->cursor, d->parts[0], "expected a storage class (sc0 to sc3)");
}

/* The parts of an access's mnemonic. */
static bool read_manner(struct dotted *d) {
  bool reads = d->instruction->opcode != OP_STORE, writes = d->instruction->opcode != OP_LOAD;
  bool rmw = reads && writes, atomic = has(d, "atom");
  bool available = has(d, "av"), visible = has(d, "vis");
  if ((available && !writes) || (visible && !reads))
    return cursor_fail(d->cursor, d->parts[0], "expected av on a store and vis on a load");
  if (rmw && !atomic) return cursor_fail(d->cursor, d->parts[0], "expected atom");
  if (atomic) tag_both(d, "ATOM");
  if (atomic) tag_both(d, "A");
  if (has(d, "nonpriv") || atomic || available || visible) tag_both(d, "NONPRIV");
  if (writes && (atomic || available)) tag(d, "AV", !rmw, true);
  if (reads && (atomic || visible)) tag(d, "VIS", true, !rmw);
  if (!read_scope(d, atomic || available || visible) || !read_class(d)) return false;
  read_order(d, atomic ? ORDER_RELAXED : ORDER_WEAK);
  read_semantics(d);
  return true;
}

/* ---- instructions ---- */

static bool read_load(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_LOAD;
  return read_manner(d) && dotted_operands(d, "dx");
}

static bool read_store(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_STORE;
  return read_manner(d) && dotted_operands(d, "xv");
}

static bool read_rmw(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_RMW;
  for (enum arithmetic a = ARITHMETIC_ADD; a < ARITHMETIC_CAS; a++)
    if (has(d, arithmetic_name(a))) d->instruction->arithmetic = a;
  return read_manner(d) && dotted_operands(d, "dxv");
}

static bool read_membar(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_FENCE;
  read_order(d, ORDER_RELAXED);
  read_semantics(d);
  return read_scope(d, true);
}

static bool read_cbar(struct dotted *d, int unused) {
  struct instruction *barrier = d->instruction;
  int64_t instance;
  (void)unused;
  barrier->opcode = OP_BARRIER;
  tag_both(d, "CBAR");
  read_order(d, ORDER_RELAXED);
  if (barrier->order != ORDER_RELAXED) tag_both(d, "F");
  read_semantics(d);
  if (!read_scope(d, true) ||
      !cursor_number_within(d->cursor, 0, PLACE_MAX, "the barrier's number", &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (!cursor_accept(d->cursor, ",")) return true;
  if (!reader_operand(d->reader, d->thread, &barrier->barrier_id)) return false;
  return !cursor_accept(d->cursor, ",") ||
         reader_operand(d->reader, d->thread, &barrier->barrier_quorum);
}

static bool read_device(struct dotted *d, int visible) {
  d->instruction->opcode = OP_FENCE;
  d->instruction->order = ORDER_RELAXED;
  tag_both(d, visible ? "VISDEVICE" : "AVDEVICE");
  return true;
}

static const struct dotted_row rows[] = { { "ld", read_load, 0 },
                                          { "st", read_store, 0 },
                                          { "rmw", read_rmw, 0 },
                                          { "membar", read_membar, 0 },
                                          { "cbar", read_cbar, 0 },
                                          { "avdevice", read_device, 0 },
                                          { "visdevice", read_device, 1 },
                                          DOTTED_ROWS(dotted_compute, dotted_branch, dotted_goto),
                                          { NULL, NULL, 0 } };

static bool read_instruction(struct reader *reader, unsigned thread) {
  struct dotted d;
  if (!dotted_begin(&d, reader, thread, DOTTED_PARTS_MAX)) return false;
  const struct dotted_row *row = dotted_find(&d, rows);
  if (row) return row->read(&d, row->which) && all_understood(&d);
  return cursor_unsupported(d.cursor, d.mnemonic, "instruction");
}

/* ---- places, references, ssw ---- */

static bool read_level(struct cursor *cursor, const char *word, unsigned *number) {
  int64_t value;
  if (!cursor_accept_word(cursor, word))
    return cursor_expected(cursor, "a place (@sg 0, wg 0, qf 0)");
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
  int target = dotted_alias(reader, location, "\"=\", \";\" or a reference (aliases x)");
  if (target < 0) return false;
  reader->program->locations[location].physical = reader->program->locations[target].physical;
  return true;
}

static void print_alias(struct text *out, const struct program *program, unsigned location) {
  text_add(out, " aliases %s", program->locations[program->locations[location].physical].name);
}

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

static bool read_code(struct reader *reader) {
  int64_t pairs[PAIRS_MAX][2];
  unsigned count;
  static const struct columns columns = { read_place, read_instruction };
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
                                        .read_code = read_code,
                                        .printer = &printer,
                                        .read_alias = read_alias,
                                        .halves_in_order = true };
