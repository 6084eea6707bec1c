/* The PTX dialect, as the Dat3M suites write it: reading.  (Printing: litmus/ptx_printer.c.)
 *
 *   ld.weak r, x    ld.relaxed.S r, x    ld.acquire.S r, x
 *   st.weak x, v    st.relaxed.S x, v    st.release.S x, v
 *   atom.O.S.{add,sub,mul,div,and,or,xor,exch} r, x, v
 *   atom.O.S.cas r, x, expected, new
 *   red.O.S.OP x, v
 *   tld, suld, cold    sust    suatom    sured    (the same through other proxies)
 *   fence.{acq_rel,sc}.S     fence.proxy.{generic,texture,surface,constant,alias}
 *   bar.cta.{sync,arrive} instance [, id [, quorum]]
 *   ld r, v    mov r, v    {add,sub,mul,div,and,or,xor} r, a, b
 *   goto L     b{eq,ne,lt,le,gt,ge} a, b, L
 *   txbegin    txcommit    txabort    txcancel     (ours: transactions have no standard dialect)
 *
 * S is cta, gpu or sys; v, a, b are constants or registers.  Semantics: "PTX ISA" 8, chapter Memory
 * Consistency Model, and Lustig, Sahasrabuddhe, Giroux, ASPLOS'19.  An order and its scope are
 * always written: a weak access with a scope, or a strong one without, is an error.  Words of PTX
 * that this reader lacks are "unsupported". */
#include "litmus/read/assembly.h"
#include "litmus/read/names.h"
#include "litmus/read/code.h"

/* Parts of a mnemonic; PTX has 16 named barriers a CTA. */
enum { PTX_PARTS_MAX = 6, BARRIERS = 16, NUMBER_MAX = INT32_MAX };

/* ---- parts of a mnemonic ---- */

/* The part at `index`, or the empty span at the end of the mnemonic. */
static struct span part_at(const struct assembling *a, unsigned index) {
  if (index < a->count) return a->parts[index];
  return (struct span){ a->mnemonic.start + a->mnemonic.length, 0 };
}

static bool part_is(const struct assembling *a, unsigned index, const char *text) {
  return span_is(a->cursor, part_at(a, index), text);
}

static bool part_is_one_of(const struct assembling *a, unsigned index, const char *const *words) {
  for (; *words; words++)
    if (part_is(a, index, *words)) return true;
  return false;
}

/* Fails at a part, as unsupported where PTX has that word. */
static bool part_expected(const struct assembling *a, unsigned index, const char *what) {
  static const char *const ptx_words[] = {
    "volatile", "mmio", "cluster", "global", "shared", "param",      "const", "local",
    "min",      "max",  "inc",     "dec",    "u32",    "s32",        "b32",   "u64",
    "s64",      "b64",  "v2",      "v4",     "ca",     "cg",         "cs",    "cv",
    "wb",       "wt",   "nc",      "warp",   "async",  "noComplete", NULL
  };
  struct span span = part_at(a, index);
  if (span.length == 0) return cursor_fail(a->cursor, span, "expected %s here", what);
  if (part_is_one_of(a, index, ptx_words))
    return cursor_fail(a->cursor, span, "unsupported: \".%.*s\" (expected %s)",
                       SPAN(a->cursor, span), what);
  return cursor_expected_at(a->cursor, span, what);
}

static bool ends_at(const struct assembling *a, unsigned index) {
  return a->count <= index || part_expected(a, index, "nothing more in this instruction");
}

static bool read_scope(const struct assembling *a, unsigned index) {
  for (enum scope scope = SCOPE_CTA; scope <= SCOPE_SYSTEM; scope++)
    if (part_is(a, index, scope_name(scope))) {
      a->instruction->scope = scope;
      return true;
    }
  return part_expected(a, index, "a scope (cta, gpu or sys)");
}

/* One of `orders`, a bit each, at part 1; behind it a scope, unless it is weak. */
static bool read_order(const struct assembling *a, unsigned orders, const char *what) {
  for (enum order order = ORDER_WEAK; orders >> order; order++) {
    if (!(orders & 1u << order) || !part_is(a, 1, order_name(order))) continue;
    a->instruction->order = order;
    if (order != ORDER_WEAK) return read_scope(a, 2);
    return a->count <= 2 || cursor_fail(a->cursor, part_at(a, 2), "a weak access has no scope");
  }
  return part_expected(a, 1, what);
}

/* ---- instructions ---- */

/* A register move: "ld r, v" or "mov r, v". */
static bool read_move(struct assembling *a) {
  if (!assembly_more(a, OP_COMPUTE) || !ends_at(a, 1) || !assembly_operands(a, "d") ||
      !assembly_comma(a))
    return false;
  struct span word = cursor_next_word(a->cursor);
  if (word.length && reader_find_location(a->reader, word) >= 0)
    return cursor_fail(a->cursor, a->mnemonic,
                       "a load from memory says its order: ld.weak, ld.relaxed or ld.acquire");
  return assembly_operands(a, "v");
}

/* An access through the row's proxy. */
static bool begin(struct assembling *a, enum opcode opcode) {
  if (!assembly_more(a, opcode)) return false;
  a->instruction->proxy = (enum proxy)a->which;
  return true;
}

static bool read_load(struct assembling *a) {
  if (a->count == 1 && part_is(a, 0, "ld")) return read_move(a);
  return begin(a, OP_LOAD) &&
         read_order(a, 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE,
                    "the order of a load (weak, relaxed or acquire)") &&
         ends_at(a, 3) && assembly_operands(a, "dx");
}

static bool read_store(struct assembling *a) {
  return begin(a, OP_STORE) &&
         read_order(a, 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_RELEASE,
                    "the order of a store (weak, relaxed or release)") &&
         ends_at(a, 3) && assembly_operands(a, "xv");
}

/* The operation of a read-modify-write; `exchanges`: exch and cas too. */
static bool read_operation(const struct assembling *a, unsigned index, bool exchanges) {
  if (exchanges && part_is(a, index, "exch")) return true; /* ARITHMETIC_MOVE, which is 0 */
  for (enum arithmetic how = ARITHMETIC_ADD; how <= ARITHMETIC_CAS; how++)
    if (part_is(a, index, arithmetic_name(how)) && (exchanges || how != ARITHMETIC_CAS)) {
      a->instruction->arithmetic = how;
      return true;
    }
  return part_expected(a, index,
                       exchanges ? "an operation (add, sub, mul, div, and, or, xor, exch or cas)"
                                 : "an operation (add, sub, mul, div, and, or or xor)");
}

static bool read_rmw(struct assembling *a, bool exchanges) {
  return begin(a, OP_RMW) &&
         read_order(a,
                    1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE | 1u << ORDER_RELEASE |
                        1u << ORDER_ACQ_REL,
                    "the order of an atomic (relaxed, acquire, release or acq_rel)") &&
         read_operation(a, 3, exchanges) && ends_at(a, 4);
}

static bool read_atom(struct assembling *a) {
  return read_rmw(a, true) &&
         assembly_operands(a, a->instruction->arithmetic == ARITHMETIC_CAS ? "dxlv" : "dxv");
}

static bool read_red(struct assembling *a) {
  return read_rmw(a, false) && assembly_operands(a, "xv");
}

/* A proxy fence has neither order nor scope. */
static bool read_proxy_fence(const struct assembling *a) {
  for (enum proxy proxy = PROXY_GENERIC; proxy <= PROXY_ALIAS; proxy++)
    if (part_is(a, 2, proxy_name(proxy))) {
      a->instruction->proxy = proxy;
      return ends_at(a, 3);
    }
  return part_expected(a, 2, "a proxy (generic, texture, surface, constant or alias)");
}

static bool read_fence(struct assembling *a) {
  if (!assembly_more(a, OP_FENCE)) return false;
  if (part_is(a, 1, "proxy")) return read_proxy_fence(a);
  return read_order(a, 1u << ORDER_ACQ_REL | 1u << ORDER_SC,
                    "the kind of a fence (acq_rel, sc or proxy)") &&
         ends_at(a, 3);
}

static bool read_barrier_operand(struct assembling *a, struct operand *operand, int64_t least,
                                 int64_t most, const char *what) {
  if (!assembly_comma(a)) return false;
  if (!cursor_starts_number(a->cursor)) return assembly_value(a, operand);
  operand->kind = OPERAND_CONSTANT;
  return cursor_number_within(a->cursor, least, most, what, &operand->number);
}

static bool read_barrier(struct assembling *a) {
  struct instruction *barrier = assembly_more(a, OP_BARRIER);
  int64_t instance;
  if (!barrier) return false;
  if (!part_is(a, 1, "cta")) return part_expected(a, 1, "cta");
  barrier->barrier_arrives = part_is(a, 2, "arrive");
  if (!barrier->barrier_arrives && !part_is(a, 2, "sync"))
    return part_expected(a, 2, "sync or arrive");
  if (!ends_at(a, 3) ||
      !cursor_number_within(a->cursor, 0, NUMBER_MAX, "the barrier's number", &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (cursor_at_end(a->cursor)) return true;
  if (!read_barrier_operand(a, &barrier->barrier_id, 0, BARRIERS - 1, "a barrier id")) return false;
  return cursor_at_end(a->cursor) ||
         read_barrier_operand(a, &barrier->barrier_quorum, 1, NUMBER_MAX, "a quorum");
}

static bool read_compute(struct assembling *a) { return ends_at(a, 1) && assembly_compute(a); }

static bool read_branch(struct assembling *a) { return ends_at(a, 1) && assembly_branch(a); }

static bool read_goto(struct assembling *a) { return ends_at(a, 1) && assembly_goto(a); }

static bool read_transaction(struct assembling *a) {
  return assembly_more(a, (enum opcode)a->which) && ends_at(a, 1);
}

static bool unknown_instruction(struct assembling *a) {
  static const char *const ptx_words[] = {
    "membar",   "barrier", "bra",        "setp", "selp", "cvt",   "cvta",     "mad", "min",  "max",
    "shl",      "shr",     "not",        "neg",  "rem",  "ldu",   "prefetch", "cp",  "vote", "shfl",
    "mbarrier", "call",    "activemask", "ret",  "exit", "redux", "multimem", NULL
  };
  if (part_is_one_of(a, 0, ptx_words))
    return cursor_unsupported(a->cursor, a->parts[0], "instruction");
  return cursor_expected_at(a->cursor, a->parts[0], "an instruction of PTX");
}

static const struct mnemonic mnemonics[] = {
  { "ld", read_load, PROXY_GENERIC },
  { "tld", read_load, PROXY_TEXTURE },
  { "suld", read_load, PROXY_SURFACE },
  { "cold", read_load, PROXY_CONSTANT },
  { "st", read_store, PROXY_GENERIC },
  { "sust", read_store, PROXY_SURFACE },
  { "atom", read_atom, PROXY_GENERIC },
  { "suatom", read_atom, PROXY_SURFACE },
  { "red", read_red, PROXY_GENERIC },
  { "sured", read_red, PROXY_SURFACE },
  { "fence", read_fence, 0 },
  { "bar", read_barrier, 0 },
  { "mov", read_move, 0 },
  ASSEMBLY_ROWS(read_compute, read_branch, read_goto),
  { "txbegin", read_transaction, OP_TX_BEGIN },
  { "txcommit", read_transaction, OP_TX_COMMIT },
  { "txabort", read_transaction, OP_TX_ABORT },
  { "txcancel", read_transaction, OP_TX_CANCEL },
  { NULL, unknown_instruction },
};

/* ---- places and aliases ---- */

/* "@cta 0,gpu 1" */
static bool read_place(struct cursor *cursor, struct place *place) {
  *place = (struct place){ 0 };
  return cursor_expect(cursor, "@", "\"@\" and a place (@cta 0,gpu 0)") &&
         reader_level(cursor, "cta", "cta", NUMBER_MAX, "the number of a CTA", &place->cta) &&
         cursor_expect(cursor, ",", "\",\" and a GPU") &&
         reader_level(cursor, "gpu", "gpu", NUMBER_MAX, "the number of a GPU", &place->gpu);
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

const struct dialect dialect_ptx = { .name = "PTX",
                                     .read_code = assembly_read,
                                     .printer = &ptx_printer,
                                     .read_alias = read_alias,
                                     .mnemonics = mnemonics,
                                     .read_place = read_place,
                                     .parts_max = PTX_PARTS_MAX,
                                     .halves_in_order = true };
