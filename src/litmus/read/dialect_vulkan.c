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
#include "litmus/read/assembly.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"

enum { PLACE_MAX = 1 << 20, PAIRS_MAX = 256 };

/* ---- parts of a mnemonic ---- */

/* true when the mnemonic has this part, which then counts as understood. */
static bool has(struct assembling *a, const char *word) {
  for (unsigned i = 1; i < a->count; i++)
    if (span_is(a->cursor, a->parts[i], word)) {
      a->seen |= (uint64_t)1 << i;
      return true;
    }
  return false;
}

static bool all_understood(struct assembling *a) {
  for (unsigned i = 1; i < a->count; i++)
    if (!(a->seen >> i & 1))
      return cursor_fail(a->cursor, a->parts[i], "\"%.*s\" has no place in this instruction",
                         SPAN(a->cursor, a->parts[i]));
  return true;
}

static void tag(struct assembling *a, const char *name, bool read_half, bool write_half) {
  uint64_t bit = reader_tag(a->reader, name);
  if (read_half) a->instruction->tags |= bit;
  if (write_half) a->instruction->write_tags |= bit;
}

static void tag_both(struct assembling *a, const char *name) { tag(a, name, true, true); }

static bool read_scope(struct assembling *a, bool needed) {
  static const struct {
    const char *word, *tag;
    enum scope scope;
  } scopes[] = { { "sg", "SG", SCOPE_CTA },
                 { "wg", "WG", SCOPE_CTA },
                 { "qf", "QF", SCOPE_GPU },
                 { "dv", "DV", SCOPE_SYSTEM } };
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    if (has(a, scopes[i].word)) {
      a->instruction->scope = scopes[i].scope;
      tag_both(a, scopes[i].tag);
      return true;
    }
  return !needed || cursor_fail(a->cursor, a->parts[0], "expected a scope (sg, wg, qf or dv)");
}

/* The order, and on fences its tags. */
static void read_order(struct assembling *a, enum order otherwise) {
  bool fence = a->instruction->opcode == OP_FENCE || a->instruction->opcode == OP_BARRIER;
  bool both = has(a, "acq_rel"), acquires = has(a, "acq") || both, releases = has(a, "rel") || both;
  a->instruction->order = both       ? ORDER_ACQ_REL
                          : acquires ? ORDER_ACQUIRE
                          : releases ? ORDER_RELEASE
                                     : otherwise;
  if (fence && acquires) tag_both(a, "ACQ");
  if (fence && releases) tag_both(a, "REL");
}

static void read_semantics(struct assembling *a) {
  static const char *const words[] = { "semsc0", "semsc1", "semsc2", "semsc3" };
  static const char *const names[] = { "SEMSC0", "SEMSC1", "SEMSC2", "SEMSC3" };
  bool rmw = a->instruction->opcode == OP_RMW;
  for (unsigned i = 0; i < 4; i++)
    if (has(a, words[i])) tag_both(a, names[i]);
  if (has(a, "semav")) tag(a, "SEMAV", !rmw, true);
  if (has(a, "semvis")) tag(a, "SEMVIS", true, !rmw);
}

static bool read_class(struct assembling *a) {
  static const char *const words[] = { "sc0", "sc1", "sc2", "sc3" };
  static const char *const names[] = { "SC0", "SC1", "SC2", "SC3" };
  for (unsigned i = 0; i < 4; i++)
    if (has(a, words[i])) {
      tag_both(a, names[i]);
      return true;
    }
  return cursor_fail(a->cursor, a->parts[0], "expected a storage class (sc0 to sc3)");
}

static bool read_manner(struct assembling *a) {
  bool reads = a->instruction->opcode != OP_STORE, writes = a->instruction->opcode != OP_LOAD;
  bool rmw = reads && writes, atomic = has(a, "atom");
  bool available = has(a, "av"), visible = has(a, "vis");
  if ((available && !writes) || (visible && !reads))
    return cursor_fail(a->cursor, a->parts[0], "expected av on a store and vis on a load");
  if (rmw && !atomic) return cursor_fail(a->cursor, a->parts[0], "expected atom");
  if (atomic) tag_both(a, "ATOM");
  if (atomic) tag_both(a, "A");
  if (has(a, "nonpriv") || atomic || available || visible) tag_both(a, "NONPRIV");
  if (writes && (atomic || available)) tag(a, "AV", !rmw, true);
  if (reads && (atomic || visible)) tag(a, "VIS", true, !rmw);
  if (!read_scope(a, atomic || available || visible) || !read_class(a)) return false;
  read_order(a, atomic ? ORDER_RELAXED : ORDER_WEAK);
  read_semantics(a);
  return true;
}

/* ---- instructions ---- */

static bool read_load(struct assembling *a) {
  return assembly_more(a, OP_LOAD) && read_manner(a) && assembly_operands(a, "dx");
}

static bool read_store(struct assembling *a) {
  return assembly_more(a, OP_STORE) && read_manner(a) && assembly_operands(a, "xv");
}

static bool read_rmw(struct assembling *a) {
  if (!assembly_more(a, OP_RMW)) return false;
  for (enum arithmetic how = ARITHMETIC_ADD; how < ARITHMETIC_CAS; how++)
    if (has(a, arithmetic_name(how))) a->instruction->arithmetic = how;
  return read_manner(a) && assembly_operands(a, "dxv");
}

static bool read_membar(struct assembling *a) {
  if (!assembly_more(a, OP_FENCE)) return false;
  read_order(a, ORDER_RELAXED);
  read_semantics(a);
  return read_scope(a, true);
}

static bool read_cbar(struct assembling *a) {
  struct instruction *barrier = assembly_more(a, OP_BARRIER);
  int64_t instance;
  if (!barrier) return false;
  tag_both(a, "CBAR");
  read_order(a, ORDER_RELAXED);
  if (barrier->order != ORDER_RELAXED) tag_both(a, "F");
  read_semantics(a);
  if (!read_scope(a, true) ||
      !cursor_number_within(a->cursor, 0, PLACE_MAX, "the barrier's number", &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (!cursor_accept(a->cursor, ",")) return true;
  if (!assembly_value(a, &barrier->barrier_id)) return false;
  return !cursor_accept(a->cursor, ",") || assembly_value(a, &barrier->barrier_quorum);
}

static bool read_device(struct assembling *a) {
  if (!assembly_row_fence(a)) return false;
  a->instruction->scope = SCOPE_NONE;
  return true;
}

static const struct mnemonic mnemonics[] = {
  { "ld", read_load, 0 },
  { "st", read_store, 0 },
  { "rmw", read_rmw, 0 },
  { "membar", read_membar, 0 },
  { "cbar", read_cbar, 0 },
  { "avdevice", read_device, ORDER_RELAXED, "AVDEVICE" },
  { "visdevice", read_device, ORDER_RELAXED, "VISDEVICE" },
  ASSEMBLY_ROWS(assembly_compute, assembly_branch, assembly_goto),
  { NULL, NULL, 0 }
};

/* ---- places, references, ssw ---- */

static bool read_level(struct cursor *cursor, const char *word, unsigned *number) {
  return reader_level(cursor, word, "a place (@sg 0, wg 0, qf 0)", PLACE_MAX, "a number", number);
}

static bool read_place(struct cursor *cursor, struct place *place) {
  if (!cursor_expect(cursor, "@", "\"@\" and a place (@sg 0, wg 0, qf 0)") ||
      !read_level(cursor, "sg", &place->subgroup) || !cursor_expect(cursor, ",", "\",\"") ||
      !read_level(cursor, "wg", &place->cta) || !cursor_expect(cursor, ",", "\",\"") ||
      !read_level(cursor, "qf", &place->family))
    return false;
  return !cursor_accept(cursor, ",") || read_level(cursor, "dv", &place->gpu);
}

static bool read_alias(struct reader *reader, unsigned location) {
  int target = assembly_alias(reader, location, "\"=\", \";\" or a reference (aliases x)");
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
  struct cursor *cursor = &reader->cursor;
  if (!read_synchronisation(cursor, pairs, &count) || !assembly_read(reader)) return false;
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
                                        .mnemonics = mnemonics,
                                        .read_place = read_place,
                                        .parts_max = PARTS_MAX,
                                        .check = all_understood,
                                        .halves_in_order = true };
