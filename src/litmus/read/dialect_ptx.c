/* The PTX dialect, as the Dat3M suites write it: reading.  (Printing: dialect_ptx_print.c.)
 *
 *   ld.weak r, x      ld.relaxed.S r, x    ld.acquire.S r, x      and tld, suld, cold: the other
 * proxies st.weak x, v      st.relaxed.S x, v    st.release.S x, v      and sust
 *   atom.O.S.{add,sub,mul,div,and,or,xor,exch} r, x, v            and suatom; atom.O.S.cas r, x,
 * expected, new red.O.S.OP x, v                                               and sured
 *   fence.{acq_rel,sc}.S     fence.proxy.{generic,texture,surface,constant,alias}
 *   bar.cta.{sync,arrive} instance [, id [, quorum]]
 *   ld r, v    mov r, v    {add,sub,mul,div,and,or,xor} r, a, b    goto L    b{eq,ne,lt,le,gt,ge}
 * a, b, L txbegin    txcommit    txabort    txcancel   (ours: the markers of transactions; they
 * have no standard dialect)
 *
 * S is cta, gpu or sys; v, a, b are constants or registers.  Semantics: "PTX ISA" 8, chapter Memory
 * Consistency Model, and Lustig, Sahasrabuddhe, Giroux, ASPLOS'19.  An order and its scope are
 * always written: a weak access with a scope, or a strong one without, is an error.  What PTX has
 * and this reader lacks says "unsupported". */
#include "litmus/read/dialect.h"
#include "litmus/ptx_printer.h"

/* The parts of a mnemonic, between its dots. */
enum { PARTS_MAX = 6 };
struct ptx_mnemonic {
  struct span whole, parts[PARTS_MAX];
  unsigned count;
};

static bool read_mnemonic(struct cursor *cursor, struct ptx_mnemonic *mnemonic) {
  mnemonic->count = 0;
  cursor_skip(cursor);
  mnemonic->whole.start = cursor->at;
  do {
    size_t start = cursor->at;
    if (mnemonic->count == PARTS_MAX)
      return cursor_expected(cursor, "an instruction with fewer parts");
    struct span *part = &mnemonic->parts[mnemonic->count++];
    if (!cursor_word(cursor, part) || part->start != start)
      return cursor_fail(cursor, (struct span){ start, 1 }, "expected an instruction");
  } while (cursor->at < cursor->limit && cursor->source->text[cursor->at] == '.' && ++cursor->at);
  mnemonic->whole.length = cursor->at - mnemonic->whole.start;
  return true;
}

/* One instruction being read. */
struct ptx_reading {
  struct reader *reader;
  struct cursor *cursor;
  unsigned thread;
  struct ptx_mnemonic mnemonic;
  struct instruction *instruction;
};

/* The part at `index`, or the empty span at the end of the mnemonic. */
static struct span part_at(const struct ptx_reading *reading, unsigned index) {
  const struct ptx_mnemonic *mnemonic = &reading->mnemonic;
  if (index < mnemonic->count) return mnemonic->parts[index];
  return (struct span){ mnemonic->whole.start + mnemonic->whole.length, 0 };
}

static bool part_is(const struct ptx_reading *reading, unsigned index, const char *text) {
  return span_is(reading->cursor, part_at(reading, index), text);
}

static bool part_is_one_of(const struct ptx_reading *reading, unsigned index,
                           const char *const *words) {
  for (; *words; words++)
    if (part_is(reading, index, *words)) return true;
  return false;
}

/* Fails at a part: "expected a scope (cta, gpu or sys), found ...", or unsupported where PTX has
 * that word. */
static bool part_expected(const struct ptx_reading *reading, unsigned index, const char *what) {
  static const char *const ptx_words[] = {
    "volatile", "mmio", "cluster", "global", "shared", "param",      "const", "local",
    "min",      "max",  "inc",     "dec",    "u32",    "s32",        "b32",   "u64",
    "s64",      "b64",  "v2",      "v4",     "ca",     "cg",         "cs",    "cv",
    "wb",       "wt",   "nc",      "warp",   "async",  "noComplete", NULL
  };
  struct span span = part_at(reading, index);
  if (span.length == 0) return cursor_fail(reading->cursor, span, "expected %s here", what);
  if (part_is_one_of(reading, index, ptx_words))
    return cursor_fail(reading->cursor, span, "unsupported: \".%.*s\" (expected %s)",
                       SPAN(reading->cursor, span), what);
  return cursor_fail(reading->cursor, span, "expected %s, found \"%.*s\"", what,
                     SPAN(reading->cursor, span));
}

/* The mnemonic ends before `index`. */
static bool ends_at(const struct ptx_reading *reading, unsigned index) {
  if (reading->mnemonic.count <= index) return true;
  return part_expected(reading, index, "nothing more in this instruction");
}

static bool read_scope(const struct ptx_reading *reading, unsigned index) {
  for (enum scope scope = SCOPE_CTA; scope <= SCOPE_SYSTEM; scope++)
    if (part_is(reading, index, scope_name(scope))) {
      reading->instruction->scope = scope;
      return true;
    }
  return part_expected(reading, index, "a scope (cta, gpu or sys)");
}

/* One of the orders in `orders` (a bit each) at `index`; a scope after it unless it is weak. */
static bool read_order(const struct ptx_reading *reading, unsigned index, unsigned orders,
                       const char *what) {
  for (enum order order = ORDER_WEAK; order <= ORDER_SC; order++) {
    if (!(orders & 1u << order) || !part_is(reading, index, order_name(order))) continue;
    reading->instruction->order = order;
    if (order != ORDER_WEAK) return read_scope(reading, index + 1);
    if (reading->mnemonic.count <= index + 1) return true;
    return cursor_fail(reading->cursor, part_at(reading, index + 1), "a weak access has no scope");
  }
  return part_expected(reading, index, what);
}

static bool read_comma(const struct ptx_reading *reading) {
  return cursor_expect(reading->cursor, ",", "\",\"");
}

static bool read_destination(const struct ptx_reading *reading) {
  return destination_read(reading->reader, reading->thread, reading->instruction);
}

static bool read_address(const struct ptx_reading *reading) {
  return address_read(reading->reader, reading->instruction);
}

/* A constant or a register. */
static bool read_operand(const struct ptx_reading *reading, struct operand *operand) {
  return operand_read(reading->reader, reading->thread, operand);
}

static bool read_comma_operand(const struct ptx_reading *reading, struct operand *operand) {
  return read_comma(reading) && read_operand(reading, operand);
}

static bool read_load(const struct ptx_reading *reading, int proxy) {
  struct instruction *load = reading->instruction;
  load->opcode = OP_LOAD;
  load->proxy = (enum proxy)proxy;
  return read_order(reading, 1, 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE,
                    "the order of a load (weak, relaxed or acquire)") &&
         ends_at(reading, 3) && read_destination(reading) && read_comma(reading) &&
         read_address(reading);
}

static bool read_store(const struct ptx_reading *reading, int proxy) {
  struct instruction *store = reading->instruction;
  store->opcode = OP_STORE;
  store->proxy = (enum proxy)proxy;
  return read_order(reading, 1, 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_RELEASE,
                    "the order of a store (weak, relaxed or release)") &&
         ends_at(reading, 3) && read_address(reading) && read_comma_operand(reading, &store->value);
}

/* The operation of a read-modify-write; `exchanges`: exch and cas too. */
static bool read_operation(const struct ptx_reading *reading, unsigned index, bool exchanges) {
  if (exchanges && part_is(reading, index, "exch")) return true; /* ARITHMETIC_MOVE, which is 0 */
  for (enum arithmetic a = ARITHMETIC_ADD; a <= ARITHMETIC_CAS; a++)
    if (part_is(reading, index, arithmetic_name(a)) && (exchanges || a != ARITHMETIC_CAS)) {
      reading->instruction->arithmetic = a;
      return true;
    }
  return part_expected(reading, index,
                       exchanges ? "an operation (add, sub, mul, div, and, or, xor, exch or cas)"
                                 : "an operation (add, sub, mul, div, and, or or xor)");
}

static bool read_rmw_head(const struct ptx_reading *reading, int proxy, bool exchanges) {
  reading->instruction->opcode = OP_RMW;
  reading->instruction->proxy = (enum proxy)proxy;
  return read_order(reading, 1,
                    1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE | 1u << ORDER_RELEASE |
                        1u << ORDER_ACQ_REL,
                    "the order of an atomic (relaxed, acquire, release or acq_rel)") &&
         read_operation(reading, 3, exchanges) && ends_at(reading, 4);
}

static bool read_atom(const struct ptx_reading *reading, int proxy) {
  struct instruction *atom = reading->instruction;
  if (!read_rmw_head(reading, proxy, true) || !read_destination(reading) || !read_comma(reading) ||
      !read_address(reading))
    return false;
  if (atom->arithmetic == ARITHMETIC_CAS && !read_comma_operand(reading, &atom->left)) return false;
  return read_comma_operand(reading, &atom->value);
}

static bool read_red(const struct ptx_reading *reading, int proxy) {
  return read_rmw_head(reading, proxy, false) && read_address(reading) &&
         read_comma_operand(reading, &reading->instruction->value);
}

/* A proxy fence has neither order nor scope, which tells it from the others. */
static bool read_proxy_fence(const struct ptx_reading *reading) {
  for (enum proxy proxy = PROXY_GENERIC; proxy <= PROXY_ALIAS; proxy++)
    if (part_is(reading, 2, proxy_name(proxy))) {
      reading->instruction->proxy = proxy;
      return ends_at(reading, 3);
    }
  return part_expected(reading, 2, "a proxy (generic, texture, surface, constant or alias)");
}

static bool read_fence(const struct ptx_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_FENCE;
  if (part_is(reading, 1, "proxy")) return read_proxy_fence(reading);
  return read_order(reading, 1, 1u << ORDER_ACQ_REL | 1u << ORDER_SC,
                    "the kind of a fence (acq_rel, sc or proxy)") &&
         ends_at(reading, 3);
}

/* PTX has 16 named barriers a CTA.  Quorum: threads that complete it, 1 or more. */
enum { BARRIERS = 16, NUMBER_MAX = INT32_MAX };

static bool read_barrier_operand(const struct ptx_reading *reading, struct operand *operand,
                                 int64_t least, int64_t most, const char *what) {
  if (!read_comma(reading)) return false;
  if (!cursor_starts_number(reading->cursor)) return read_operand(reading, operand);
  operand->kind = OPERAND_CONSTANT;
  return cursor_number_within(reading->cursor, least, most, what, &operand->number);
}

static bool read_barrier(const struct ptx_reading *reading, int unused) {
  (void)unused;
  struct instruction *barrier = reading->instruction;
  barrier->opcode = OP_BARRIER;
  if (!part_is(reading, 1, "cta")) return part_expected(reading, 1, "cta");
  barrier->barrier_arrives = part_is(reading, 2, "arrive");
  if (!barrier->barrier_arrives && !part_is(reading, 2, "sync"))
    return part_expected(reading, 2, "sync or arrive");
  int64_t instance;
  if (!ends_at(reading, 3) ||
      !cursor_number_within(reading->cursor, 0, NUMBER_MAX, "the barrier's number", &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (cursor_at_end(reading->cursor)) return true;
  if (!read_barrier_operand(reading, &barrier->barrier_id, 0, BARRIERS - 1, "a barrier id"))
    return false;
  if (cursor_at_end(reading->cursor)) return true;
  return read_barrier_operand(reading, &barrier->barrier_quorum, 1, NUMBER_MAX, "a quorum");
}

/* A register move: "ld r, v" or "mov r, v". */
static bool read_move(const struct ptx_reading *reading, int unused) {
  (void)unused;
  struct instruction *move = reading->instruction;
  move->opcode = OP_COMPUTE;
  move->arithmetic = ARITHMETIC_MOVE;
  if (!ends_at(reading, 1) || !read_destination(reading) || !read_comma(reading)) return false;
  struct span word = cursor_next_word(reading->cursor);
  if (word.length && location_find(reading->reader, word) >= 0)
    return cursor_fail(reading->cursor, reading->mnemonic.whole,
                       "a load from memory says its order: ld.weak, ld.relaxed or ld.acquire");
  return read_operand(reading, &move->value);
}

static bool read_compute(const struct ptx_reading *reading, int arithmetic) {
  struct instruction *compute = reading->instruction;
  compute->opcode = OP_COMPUTE;
  compute->arithmetic = (enum arithmetic)arithmetic;
  return ends_at(reading, 1) && read_destination(reading) &&
         read_comma_operand(reading, &compute->left) &&
         read_comma_operand(reading, &compute->value);
}

static bool read_branch(const struct ptx_reading *reading, int comparison) {
  struct instruction *branch = reading->instruction;
  branch->opcode = OP_BRANCH;
  branch->comparison = (enum comparison)comparison;
  return ends_at(reading, 1) && read_operand(reading, &branch->left) &&
         read_comma_operand(reading, &branch->value) && read_comma(reading) &&
         jump_read(reading->reader, reading->thread);
}

static bool read_goto(const struct ptx_reading *reading, int unused) {
  (void)unused;
  reading->instruction->opcode = OP_GOTO;
  return ends_at(reading, 1) && jump_read(reading->reader, reading->thread);
}

static bool read_transaction(const struct ptx_reading *reading, int opcode) {
  reading->instruction->opcode = (enum opcode)opcode;
  return ends_at(reading, 1);
}

/* Every instruction by its first part, with what tells it from others read by the same function. */
static const struct {
  const char *word;
  bool (*read)(const struct ptx_reading *reading, int which);
  int which;
} instructions[] = {
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
  { "goto", read_goto, 0 },
  { "add", read_compute, ARITHMETIC_ADD },
  { "sub", read_compute, ARITHMETIC_SUB },
  { "mul", read_compute, ARITHMETIC_MUL },
  { "div", read_compute, ARITHMETIC_DIV },
  { "and", read_compute, ARITHMETIC_AND },
  { "or", read_compute, ARITHMETIC_OR },
  { "xor", read_compute, ARITHMETIC_XOR },
  { "beq", read_branch, COMPARE_EQ },
  { "bne", read_branch, COMPARE_NE },
  { "blt", read_branch, COMPARE_LT },
  { "ble", read_branch, COMPARE_LE },
  { "bgt", read_branch, COMPARE_GT },
  { "bge", read_branch, COMPARE_GE },
  { "txbegin", read_transaction, OP_TX_BEGIN },
  { "txcommit", read_transaction, OP_TX_COMMIT },
  { "txabort", read_transaction, OP_TX_ABORT },
  { "txcancel", read_transaction, OP_TX_CANCEL },
};

static bool unknown_instruction(const struct ptx_reading *reading) {
  static const char *const ptx_words[] = {
    "membar",   "barrier", "bra",        "setp", "selp", "cvt",   "cvta",     "mad", "min",  "max",
    "shl",      "shr",     "not",        "neg",  "rem",  "ldu",   "prefetch", "cp",  "vote", "shfl",
    "mbarrier", "call",    "activemask", "ret",  "exit", "redux", "multimem", NULL
  };
  struct span word = part_at(reading, 0);
  if (part_is_one_of(reading, 0, ptx_words))
    return cursor_fail(reading->cursor, word, "unsupported: the instruction \"%.*s\"",
                       SPAN(reading->cursor, word));
  return cursor_fail(reading->cursor, word, "expected an instruction of PTX, found \"%.*s\"",
                     SPAN(reading->cursor, word));
}

static bool read_instruction(struct reader *reader, unsigned thread) {
  struct ptx_reading reading = { .reader = reader, .cursor = &reader->cursor, .thread = thread };
  if (!read_mnemonic(reading.cursor, &reading.mnemonic)) return false;
  reading.instruction = instruction_new(reader, thread, reading.mnemonic.whole);
  if (!reading.instruction) return false;
  if (reading.mnemonic.count == 1 && part_is(&reading, 0, "ld")) return read_move(&reading, 0);
  for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
    if (part_is(&reading, 0, instructions[i].word))
      return instructions[i].read(&reading, instructions[i].which);
  return unknown_instruction(&reading);
}

static bool accept_keyword(struct cursor *cursor, const char *keyword) {
  struct span word = cursor_next_word(cursor);
  if (!span_is(cursor, word, keyword)) return cursor_expected(cursor, keyword);
  cursor->at += word.length;
  return true;
}

/* "@cta 0,gpu 1" */
static bool read_place(struct reader *reader, struct thread *thread) {
  struct cursor *cursor = &reader->cursor;
  int64_t cta, gpu;
  if (!cursor_expect(cursor, "@", "\"@\" and a place (@cta 0,gpu 0)") ||
      !accept_keyword(cursor, "cta") ||
      !cursor_number_within(cursor, 0, NUMBER_MAX, "the number of a CTA", &cta) ||
      !cursor_expect(cursor, ",", "\",\" and a GPU") || !accept_keyword(cursor, "gpu") ||
      !cursor_number_within(cursor, 0, NUMBER_MAX, "the number of a GPU", &gpu))
    return false;
  thread->place = (struct place){ (unsigned)cta, (unsigned)gpu };
  return true;
}

static bool read_alias_proxy(struct cursor *cursor, enum proxy *proxy) {
  struct span word = cursor_next_word(cursor);
  for (*proxy = PROXY_GENERIC; *proxy <= PROXY_CONSTANT; ++*proxy)
    if (span_is(cursor, word, proxy_name(*proxy))) {
      cursor->at += word.length;
      return true;
    }
  return cursor_expected(cursor, "a proxy (generic, texture, surface or constant)");
}

/* "@ PROXY aliases x", or "aliases x" for the generic proxy.  A generic alias is a virtual address
 * of its own for the same memory; an alias of another proxy stands for the generic address that it
 * names (what cat models call vloc). */
static bool read_alias(struct reader *reader, unsigned location) {
  struct cursor *cursor = &reader->cursor;
  enum proxy proxy = PROXY_GENERIC;
  if (cursor_accept(cursor, "@") && !read_alias_proxy(cursor, &proxy)) return false;
  struct span name;
  struct span word = cursor_next_word(cursor);
  if (!span_is(cursor, word, "aliases"))
    return cursor_expected(cursor, "\"=\", \";\" or an alias (aliases x)");
  cursor->at += word.length;
  if (!cursor_word(cursor, &name)) return cursor_expected(cursor, "a location");
  int target = reader_location(reader, name);
  if (target < 0) return false;
  if ((unsigned)target == location)
    return cursor_fail(cursor, name, "a location cannot alias itself");
  struct location *alias = &reader->program->locations[location],
                  *of = &reader->program->locations[target];
  alias->proxy = proxy;
  alias->physical = of->physical;
  if (proxy != PROXY_GENERIC) alias->generic = of->generic;
  return true;
}

static const struct columns columns = { read_place, read_instruction };

static bool read_code(struct reader *reader) { return columns_read(reader, &columns); }

const struct dialect dialect_ptx = {
  .name = "PTX",
  .read_alias = read_alias,
  .read_code = read_code,
  .printer = &ptx_printer,
  .halves_in_order = true,
};
