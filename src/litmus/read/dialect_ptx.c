/* The PTX dialect: as compilers print it (ptx_*.c), and as the Dat3M suites write it.
 *
 *   ld.acquire.gpu.global.u32 %r1, [x+4];    st.weak x, 1    atom.add.u32 %r1, [x], 1
 *   red.release.gpu.add.u32 [x], 1           fence.acq_rel.cluster           membar.gl
 *   bar.sync 0      barrier.cluster.arrive   @%p1 bra L      setp.eq.s32 %p1, %r1, 0
 *   bar.cta.{sync,arrive} instance [, id [, quorum]]                (Dat3M's)
 *   goto L     b{eq,ne,lt,le,gt,ge} a, b, L     tld, suld, cold, sust, suatom, sured  (Dat3M's)
 *   txbegin    txcommit    txabort    txcancel     (ours: transactions have no standard dialect)
 *
 * Semantics: "Parallel Thread Execution ISA" 9.1, chapter 8 (Memory Consistency Model); Lustig,
 * Sahasrabuddhe, Giroux, ASPLOS'19.  docs/dialects.md has a row for each instruction.  Forms that
 * ptxas would refuse are noted in program.beyond. */
#include "litmus/read/assembly.h"
#include "litmus/read/names.h"
#include "litmus/read/scope_tree.h"
#include "litmus/read/code.h"
#include "litmus/read/ptx_compute.h"
#include "litmus/read/ptx_fences.h"
#include "litmus/read/ptx_guard.h"
#include "litmus/read/ptx_memory.h"
#include "litmus/read/ptx_parts.h"
#include "litmus/read/ptx_pointers.h"

/* OWN_CLUSTER: from here on are clusters of CTAs that name none. */
enum { NUMBER_MAX = INT32_MAX / 2, OWN_CLUSTER = 1 << 30 };

static bool read_old_branch(struct assembling *a) {
  return assembly_branch(a) && ptx_beyond(a, "write setp and @p bra");
}

static bool read_old_goto(struct assembling *a) {
  return assembly_goto(a) && ptx_beyond(a, "write bra");
}

static bool read_transaction(struct assembling *a) {
  return assembly_more(a, (enum opcode)a->which) && ptx_beyond(a, "PTX has no transactions");
}

static bool unknown_instruction(struct assembling *a) {
  return cursor_expected_at(a->cursor, a->parts[0], "an instruction of PTX");
}

static const struct mnemonic mnemonics[] = {
  { "ld", ptx_load, PROXY_GENERIC },
  { "tld", ptx_load, PROXY_TEXTURE },
  { "suld", ptx_load, PROXY_SURFACE },
  { "cold", ptx_load, PROXY_CONSTANT },
  { "st", ptx_store, PROXY_GENERIC },
  { "sust", ptx_store, PROXY_SURFACE },
  { "atom", ptx_atom, PROXY_GENERIC },
  { "suatom", ptx_atom, PROXY_SURFACE },
  { "red", ptx_red, PROXY_GENERIC },
  { "sured", ptx_red, PROXY_SURFACE },
  { "fence", ptx_fence, 0 },
  { "membar", ptx_membar, 0 },
  { "bar", ptx_bar, 0 },
  { "barrier", ptx_barrier, 0 },
  { "mov", ptx_move, 0 },
  { "cvta", ptx_move, 0 },
  { "cvt", ptx_convert, 0 },
  { "setp", ptx_compare, 0 },
  { "selp", ptx_select, 0 },
  { "mul", ptx_wide, 0 },
  { "mad", ptx_wide, 0 },
  { "rem", ptx_remainder, 0 },
  { "min", ptx_extreme, ARITHMETIC_LT },
  { "max", ptx_extreme, ARITHMETIC_GT },
  { "shl", ptx_shift, ARITHMETIC_SHIFT_LEFT },
  { "shr", ptx_shift, ARITHMETIC_SHIFT_RIGHT },
  { "neg", ptx_unary, ARITHMETIC_SUB },
  { "not", ptx_unary, ARITHMETIC_XOR },
  { "bra", ptx_branch, 0 },
  { "ret", ptx_leave, 0 },
  { "exit", ptx_leave, 0 },
  { "nanosleep", ptx_nothing, 0 },
  { "prefetch", ptx_nothing, 0 },
  { "prefetchu", ptx_nothing, 0 },
  { "applypriority", ptx_nothing, 0 },
  { "createpolicy", ptx_nothing, 0 },
  ASSEMBLY_ROWS(ptx_compute, read_old_branch, read_old_goto),
  { "txbegin", read_transaction, OP_TX_BEGIN },
  { "txcommit", read_transaction, OP_TX_COMMIT },
  { "txabort", read_transaction, OP_TX_ABORT },
  { "txcancel", read_transaction, OP_TX_CANCEL },
  { NULL, unknown_instruction },
};

/* ---- places and aliases ---- */

/* "@cta 0,cluster 0,gpu 1": levels in any order.  Without a cluster, a CTA is one of its own. */
static bool read_place(struct cursor *cursor, struct place *place) {
  static const char *const levels[] = { "cta", "cluster", "gpu" };
  unsigned *const numbers[] = { &place->cta, &place->cluster, &place->gpu };
  bool named[3] = { false };
  *place = (struct place){ 0 };
  if (!cursor_expect(cursor, "@", "\"@\" and a place (@cta 0,gpu 0)")) return false;
  do {
    struct span word = cursor_next_word(cursor);
    unsigned level = 0;
    while (level < 3 && !span_is(cursor, word, levels[level])) level++;
    if (level == 3 || named[level])
      return cursor_expected(cursor, "cta, cluster or gpu, each once");
    named[level] = true;
    if (!reader_level(cursor, levels[level], "a place", NUMBER_MAX, "the number of a level",
                      numbers[level]))
      return false;
  } while (cursor_accept(cursor, ","));
  if (!named[0] || !named[2])
    return cursor_expected(cursor, "a place with cta and gpu (@cta 0,gpu 0)");
  if (!named[1]) place->cluster = OWN_CLUSTER + place->cta;
  return true;
}

static bool read_alias_proxy(struct cursor *cursor, enum proxy *proxy) {
  for (*proxy = PROXY_GENERIC; *proxy <= PROXY_CONSTANT; ++*proxy)
    if (cursor_accept_word(cursor, proxy_name(*proxy))) return true;
  return cursor_expected(cursor, "a proxy (generic, texture, surface or constant)");
}

/* "@ PROXY aliases x", or "aliases x" for the generic proxy.  A generic alias is a virtual address
 * of its own for the same memory.  An alias of another proxy has the virtual address that it names
 * (vloc in cat models). */
static bool read_alias(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  enum proxy proxy = PROXY_GENERIC;
  if (cursor_accept(cursor, "@") && !read_alias_proxy(cursor, &proxy)) return false;
  int target = assembly_alias(reader, location, "\"=\", \";\" or an alias (aliases x)");
  if (target < 0) return false;
  struct location *alias = &reader->program->locations[location],
                  *of = &reader->program->locations[target];
  alias->proxy = proxy;
  alias->physical = of->physical;
  if (proxy != PROXY_GENERIC) alias->generic = of->generic;
  return true;
}

/* ---- types ---- */

/* A word behind a dot: a type, or a state space, which means nothing. */
static bool accept_type(struct cursor *cursor, struct type *type) {
  struct span word = cursor_next_word(cursor);
  const struct ptx_type *named = ptx_type_named(cursor, word);
  bool space = span_is(cursor, word, "global") || span_is(cursor, word, "shared");
  bool half = named && named->is_float && named->bytes == 2;
  if (!space && (!named || named->is_predicate || half))
    return cursor_expected(cursor, "a type (.u32) or a state space (.global or .shared)");
  cursor->at = word.start + word.length;
  if (named) *type = (struct type){ (unsigned char)named->bytes, named->has_sign };
  return true;
}

static struct type read_type(struct cursor *cursor, unsigned *size) {
  struct type type = { 0 };
  struct span word = cursor_next_word(cursor);
  const struct type *named = type_in_assembly(cursor, word);
  if (named) {
    cursor->at = word.start + word.length;
    type = *named;
  }
  while (cursor_accept(cursor, ".") && accept_type(cursor, &type)) continue;
  *size = type.bytes;
  return type;
}

/* Where the test has types, an access without one has its location's, or 4 bytes. */
static void give_size(const struct program *program, struct instruction *i) {
  if (i->address.kind == OPERAND_NONE || i->size || i->opcode == OP_FENCE) return;
  bool named = i->address.kind == OPERAND_LOCATION;
  unsigned declared = named ? program->locations[i->address.index].size : 0;
  i->size = declared ? declared : 4;
}

/* Where no thread names a cluster, that of a CTA has its number. */
static void number_clusters(const struct program *program) {
  for (unsigned t = 0; t < program->thread_count; t++)
    if (program->threads[t].place.cluster < OWN_CLUSTER) return;
  for (unsigned t = 0; t < program->thread_count; t++)
    program->threads[t].place.cluster -= OWN_CLUSTER;
}

static bool finish(struct reader *reader) {
  struct program *program = reader->program;
  if (reader->dialect->read_place) number_clusters(program);
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned k = 0; k < program->threads[t].length; k++) {
      struct instruction *i = &program->threads[t].instructions[k];
      if (reader->has_types) give_size(program, i);
      bool leaves = i->opcode == OP_GOTO && i->target == INSTRUCTIONS_MAX;
      if (leaves) i->target = program->threads[t].length;
    }
  ptx_fold_pointers(program);
  return ptx_check_barriers(reader);
}

#define PTX_FIELDS                                                                          \
  .name = "PTX", .printer = &ptx_printer, .read_alias = read_alias, .mnemonics = mnemonics, \
  .parts_max = PARTS_MAX, .read_type = read_type, .begin = ptx_begin,                       \
  .parts = ptx_refuse_features, .check = ptx_end, .finish = finish, .is_ptx = true,         \
  .pointers = true, .halves_in_order = true

const struct dialect dialect_ptx = { .read_code = assembly_read,
                                     .read_place = read_place,
                                     PTX_FIELDS };

/* ---- GPU_PTX ---- */

/* x: global, y: shared.  A state space means nothing to the memory model. */
static bool read_memory_map(struct reader *reader) {
  struct cursor *cursor = &reader->cursor;
  for (;;) {
    struct cursor ahead = *cursor;
    struct span name, space;
    if (!cursor_word(&ahead, &name) || !cursor_accept(&ahead, ":")) return true;
    *cursor = ahead;
    if (reader_location(reader, name) < 0) return false;
    if (!cursor_word(cursor, &space) ||
        !(span_is(cursor, space, "global") || span_is(cursor, space, "shared")))
      return cursor_fail(cursor, space, "expected global or shared");
    if (!cursor_accept(cursor, ",")) cursor_accept(cursor, ";");
  }
}

static bool read_gpu_ptx(struct reader *reader) {
  reader_note(reader, "GPU_PTX is of 2015: the memory model holds from sm_70 on (PTX ISA 8.1), and "
                      "membar is read as fence.sc");
  if (!assembly_read(reader)) return false;
  if (cursor_accept_word(&reader->cursor, "scopeTree")) {
    cursor_accept(&reader->cursor, ":");
    if (!scope_tree_read(reader)) return false;
  }
  return read_memory_map(reader);
}

/* The form of Alglave et al., "GPU Concurrency", ASPLOS'15: registers are declared in the initial
 * state, and places in a tree behind the code. */
const struct dialect dialect_gpu_ptx = { .read_code = read_gpu_ptx, PTX_FIELDS };
