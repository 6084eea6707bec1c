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
#include "litmus/read/columns.h"
#include "litmus/read/dotted.h"

/* Parts of a mnemonic; PTX has 16 named barriers a CTA. */
enum { PARTS_MAX = 6, BARRIERS = 16, NUMBER_MAX = INT32_MAX };

/* ---- parts of a mnemonic ---- */

/* The part at `index`, or the empty span at the end of the mnemonic. */
static struct span part_at(const struct dotted *d, unsigned index) {
  if (index < d->count) return d->parts[index];
  return (struct span){ d->mnemonic.start + d->mnemonic.length, 0 };
}

static bool part_is(const struct dotted *d, unsigned index, const char *text) {
  return span_is(d->cursor, part_at(d, index), text);
}

static bool part_is_one_of(const struct dotted *d, unsigned index, const char *const *words) {
  for (; *words; words++)
    if (part_is(d, index, *words)) return true;
  return false;
}

/* Fails at a part, as unsupported where PTX has that word. */
static bool part_expected(const struct dotted *d, unsigned index, const char *what) {
  static const char *const ptx_words[] = {
    "volatile", "mmio", "cluster", "global", "shared", "param",      "const", "local",
    "min",      "max",  "inc",     "dec",    "u32",    "s32",        "b32",   "u64",
    "s64",      "b64",  "v2",      "v4",     "ca",     "cg",         "cs",    "cv",
    "wb",       "wt",   "nc",      "warp",   "async",  "noComplete", NULL
  };
  struct span span = part_at(d, index);
  if (span.length == 0) return cursor_fail(d->cursor, span, "expected %s here", what);
  if (part_is_one_of(d, index, ptx_words))
    return cursor_fail(d->cursor, span, "unsupported: \".%.*s\" (expected %s)",
                       SPAN(d->cursor, span), what);
  return cursor_expected_at(d->cursor, span, what);
}

/* The mnemonic ends before `index`. */
static bool ends_at(const struct dotted *d, unsigned index) {
  return d->count <= index || part_expected(d, index, "nothing more in this instruction");
}

static bool read_scope(const struct dotted *d, unsigned index) {
  for (enum scope scope = SCOPE_CTA; scope <= SCOPE_SYSTEM; scope++)
    if (part_is(d, index, scope_name(scope))) {
      d->instruction->scope = scope;
      return true;
    }
  return part_expected(d, index, "a scope (cta, gpu or sys)");
}

/* One of `orders`, a bit each, at part 1; behind it a scope, unless it is weak. */
static bool read_order(const struct dotted *d, unsigned orders, const char *what) {
  for (enum order order = ORDER_WEAK; order <= ORDER_SC; order++) {
    if (!(orders & 1u << order) || !part_is(d, 1, order_name(order))) continue;
    d->instruction->order = order;
    if (order != ORDER_WEAK) return read_scope(d, 2);
    return d->count <= 2 || cursor_fail(d->cursor, part_at(d, 2), "a weak access has no scope");
  }
  return part_expected(d, 1, what);
}

/* ---- instructions ---- */

static bool read_load(struct dotted *d, int proxy) {
  d->instruction->opcode = OP_LOAD;
  d->instruction->proxy = (enum proxy)proxy;
  return read_order(d, 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE,
                    "the order of a load (weak, relaxed or acquire)") &&
         ends_at(d, 3) && dotted_operands(d, "dx");
}

static bool read_store(struct dotted *d, int proxy) {
  d->instruction->opcode = OP_STORE;
  d->instruction->proxy = (enum proxy)proxy;
  return read_order(d, 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_RELEASE,
                    "the order of a store (weak, relaxed or release)") &&
         ends_at(d, 3) && dotted_operands(d, "xv");
}

/* The operation of a read-modify-write; `exchanges`: exch and cas too. */
static bool read_operation(const struct dotted *d, unsigned index, bool exchanges) {
  if (exchanges && part_is(d, index, "exch")) return true; /* ARITHMETIC_MOVE, which is 0 */
  for (enum arithmetic a = ARITHMETIC_ADD; a <= ARITHMETIC_CAS; a++)
    if (part_is(d, index, arithmetic_name(a)) && (exchanges || a != ARITHMETIC_CAS)) {
      d->instruction->arithmetic = a;
      return true;
    }
  return part_expected(d, index,
                       exchanges ? "an operation (add, sub, mul, div, and, or, xor, exch or cas)"
                                 : "an operation (add, sub, mul, div, and, or or xor)");
}

static bool read_rmw(struct dotted *d, int proxy, bool exchanges) {
  d->instruction->opcode = OP_RMW;
  d->instruction->proxy = (enum proxy)proxy;
  return read_order(d,
                    1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE | 1u << ORDER_RELEASE |
                        1u << ORDER_ACQ_REL,
                    "the order of an atomic (relaxed, acquire, release or acq_rel)") &&
         read_operation(d, 3, exchanges) && ends_at(d, 4);
}

static bool read_atom(struct dotted *d, int proxy) {
  return read_rmw(d, proxy, true) &&
         dotted_operands(d, d->instruction->arithmetic == ARITHMETIC_CAS ? "dxlv" : "dxv");
}

static bool read_red(struct dotted *d, int proxy) {
  return read_rmw(d, proxy, false) && dotted_operands(d, "xv");
}

/* A proxy fence has neither order nor scope. */
static bool read_proxy_fence(const struct dotted *d) {
  for (enum proxy proxy = PROXY_GENERIC; proxy <= PROXY_ALIAS; proxy++)
    if (part_is(d, 2, proxy_name(proxy))) {
      d->instruction->proxy = proxy;
      return ends_at(d, 3);
    }
  return part_expected(d, 2, "a proxy (generic, texture, surface, constant or alias)");
}

static bool read_fence(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_FENCE;
  if (part_is(d, 1, "proxy")) return read_proxy_fence(d);
  return read_order(d, 1u << ORDER_ACQ_REL | 1u << ORDER_SC,
                    "the kind of a fence (acq_rel, sc or proxy)") &&
         ends_at(d, 3);
}

static bool read_barrier_operand(struct dotted *d, struct operand *operand, int64_t least,
                                 int64_t most, const char *what) {
  if (!dotted_comma(d)) return false;
  if (!cursor_starts_number(d->cursor)) return reader_operand(d->reader, d->thread, operand);
  operand->kind = OPERAND_CONSTANT;
  return cursor_number_within(d->cursor, least, most, what, &operand->number);
}

static bool read_barrier(struct dotted *d, int unused) {
  (void)unused;
  struct instruction *barrier = d->instruction;
  int64_t instance;
  barrier->opcode = OP_BARRIER;
  if (!part_is(d, 1, "cta")) return part_expected(d, 1, "cta");
  barrier->barrier_arrives = part_is(d, 2, "arrive");
  if (!barrier->barrier_arrives && !part_is(d, 2, "sync"))
    return part_expected(d, 2, "sync or arrive");
  if (!ends_at(d, 3) ||
      !cursor_number_within(d->cursor, 0, NUMBER_MAX, "the barrier's number", &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (cursor_at_end(d->cursor)) return true;
  if (!read_barrier_operand(d, &barrier->barrier_id, 0, BARRIERS - 1, "a barrier id")) return false;
  return cursor_at_end(d->cursor) ||
         read_barrier_operand(d, &barrier->barrier_quorum, 1, NUMBER_MAX, "a quorum");
}

/* A register move: "ld r, v" or "mov r, v". */
static bool read_move(struct dotted *d, int unused) {
  (void)unused;
  d->instruction->opcode = OP_COMPUTE;
  if (!ends_at(d, 1) || !dotted_operands(d, "d") || !dotted_comma(d)) return false;
  struct span word = cursor_next_word(d->cursor);
  if (word.length && reader_find_location(d->reader, word) >= 0)
    return cursor_fail(d->cursor, d->mnemonic,
                       "a load from memory says its order: ld.weak, ld.relaxed or ld.acquire");
  return dotted_operands(d, "v");
}

static bool read_compute(struct dotted *d, int arithmetic) {
  return ends_at(d, 1) && dotted_compute(d, arithmetic);
}

static bool read_branch(struct dotted *d, int comparison) {
  return ends_at(d, 1) && dotted_branch(d, comparison);
}

static bool read_goto(struct dotted *d, int unused) {
  return ends_at(d, 1) && dotted_goto(d, unused);
}

static bool read_transaction(struct dotted *d, int opcode) {
  d->instruction->opcode = (enum opcode)opcode;
  return ends_at(d, 1);
}

static const struct dotted_row rows[] = {
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
  DOTTED_ROWS(read_compute, read_branch, read_goto),
  { "txbegin", read_transaction, OP_TX_BEGIN },
  { "txcommit", read_transaction, OP_TX_COMMIT },
  { "txabort", read_transaction, OP_TX_ABORT },
  { "txcancel", read_transaction, OP_TX_CANCEL },
  { NULL, NULL, 0 },
};

static bool unknown_instruction(const struct dotted *d) {
  static const char *const ptx_words[] = {
    "membar",   "barrier", "bra",        "setp", "selp", "cvt",   "cvta",     "mad", "min",  "max",
    "shl",      "shr",     "not",        "neg",  "rem",  "ldu",   "prefetch", "cp",  "vote", "shfl",
    "mbarrier", "call",    "activemask", "ret",  "exit", "redux", "multimem", NULL
  };
  if (part_is_one_of(d, 0, ptx_words))
    return cursor_unsupported(d->cursor, d->parts[0], "instruction");
  return cursor_expected_at(d->cursor, d->parts[0], "an instruction of PTX");
}

static bool read_instruction(struct reader *reader, unsigned thread) {
  struct dotted d;
  if (!dotted_begin(&d, reader, thread, PARTS_MAX)) return false;
  if (d.count == 1 && part_is(&d, 0, "ld")) return read_move(&d, 0);
  const struct dotted_row *row = dotted_find(&d, rows);
  return row ? row->read(&d, row->which) : unknown_instruction(&d);
}

/* ---- places and aliases ---- */

static bool expect_word(struct cursor *cursor, const char *word) {
  return cursor_accept_word(cursor, word) || cursor_expected(cursor, word);
}

/* "@cta 0,gpu 1" */
static bool read_place(struct reader *reader, struct thread *thread) {
  struct cursor *cursor = &reader->cursor;
  int64_t cta, gpu;
  if (!cursor_expect(cursor, "@", "\"@\" and a place (@cta 0,gpu 0)") ||
      !expect_word(cursor, "cta") ||
      !cursor_number_within(cursor, 0, NUMBER_MAX, "the number of a CTA", &cta) ||
      !cursor_expect(cursor, ",", "\",\" and a GPU") || !expect_word(cursor, "gpu") ||
      !cursor_number_within(cursor, 0, NUMBER_MAX, "the number of a GPU", &gpu))
    return false;
  thread->place = (struct place){ (unsigned)cta, (unsigned)gpu };
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
  int target = dotted_alias(reader, location, "\"=\", \";\" or an alias (aliases x)");
  if (target < 0) return false;
  struct location *alias = &reader->program->locations[location],
                  *of = &reader->program->locations[target];
  alias->proxy = proxy;
  alias->physical = of->physical;
  if (proxy != PROXY_GENERIC) alias->generic = of->generic;
  return true;
}

static bool read_code(struct reader *reader) {
  static const struct columns columns = { read_place, read_instruction };
  return columns_read(reader, &columns);
}

const struct dialect dialect_ptx = { .name = "PTX",
                                     .read_code = read_code,
                                     .printer = &ptx_printer,
                                     .read_alias = read_alias,
                                     .halves_in_order = true };
