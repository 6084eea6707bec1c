/* PTX: loads, stores, atomics and reductions (ISA 9.7.9, 9.7.13.5, 9.7.13.6).
 *
 * A vector access is one access for each element, in no order (8.2.4).  volatile and mmio are
 * relaxed.sys (8.4).  Cache operators and hints mean nothing to the memory model. */
#include "litmus/read/ptx_memory.h"
#include "litmus/read/ptx_operands.h"
#include "litmus/read/ptx_parts.h"

#include <string.h>
#include "litmus/read/names.h"

enum { ELEMENTS_MAX = 8, VECTOR_BYTES = 32 };
enum {
  LOADS = 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_ACQUIRE,
  STORES = 1u << ORDER_WEAK | 1u << ORDER_RELAXED | 1u << ORDER_RELEASE,
  REDUCTIONS = 1u << ORDER_RELAXED | 1u << ORDER_RELEASE,
  ATOMICS = REDUCTIONS | 1u << ORDER_ACQUIRE | 1u << ORDER_ACQ_REL
};

/* ---- order and scope ---- */

/* The orders that the mnemonic names, a bit each. */
static unsigned take_orders(struct assembling *a) {
  unsigned orders = 0;
  for (enum order order = ORDER_WEAK; order <= ORDER_SC; order++)
    if (ptx_has(a, order_name(order))) orders |= 1u << order;
  return orders;
}

/* One of `allowed`, or `otherwise` where none is written. */
static bool read_order(struct assembling *a, unsigned allowed, enum order otherwise,
                       const char *what) {
  unsigned orders = take_orders(a);
  if (orders & (orders - 1)) return ptx_fail(a, "this instruction has two orders; write one");
  a->instruction->order = orders ? (enum order)__builtin_ctz(orders) : otherwise;
  if (!orders || orders & allowed) return true;
  return cursor_fail(a->cursor, ptx_part(a, order_name(a->instruction->order)),
                     "\"%s\" has no place here: expected %s", order_name(a->instruction->order),
                     what);
}

/* A scope behind a strong order, and none behind a weak one. */
static bool read_scope(struct assembling *a) {
  struct instruction *i = a->instruction;
  if (!ptx_take_scope(a, &i->scope)) return false;
  if (i->order == ORDER_WEAK && i->scope != SCOPE_NONE)
    return cursor_fail(a->cursor, ptx_part(a, scope_name(i->scope)),
                       "a weak access has no scope: leave out .%s, or write .relaxed.%s",
                       scope_name(i->scope), scope_name(i->scope));
  return i->order == ORDER_WEAK || i->scope != SCOPE_NONE || ptx_miss_scope(a);
}

/* ---- what means nothing ---- */

/* Takes .ca, .cg and so on, of loads or of stores; true where there is one. */
static bool take_cache_operators(struct assembling *a) {
  static const char *const of_loads[] = { "ca", "cg", "cs", "lu", "cv", NULL };
  static const char *const of_stores[] = { "wb", "cg", "cs", "wt", NULL };
  bool any = false;
  for (const char *const *word = a->instruction->opcode == OP_STORE ? of_stores : of_loads; *word;
       word++)
    any |= ptx_has(a, *word);
  return any;
}

/* Takes .L1::evict_last, .L2::128B and so on. */
static bool take_hints(struct assembling *a) {
  bool any = false;
  for (unsigned i = 1; i < a->count; i++) {
    const char *text = a->cursor->source->text + a->parts[i].start;
    if (a->parts[i].length < 4 || text[0] != 'L' || memcmp(text + 2, "::", 2) != 0) continue;
    a->seen |= (uint64_t)1 << i;
    any = true;
  }
  return any;
}

static bool read_hints(struct assembling *a) {
  bool operators = take_cache_operators(a), hints = take_hints(a);
  if (operators && a->instruction->order != ORDER_WEAK)
    return ptx_fail(a, "cache operators (.ca, .cg, ...) stand on weak accesses only; leave it out");
  if (operators || hints)
    reader_note(a->reader, "cache operators and hints mean nothing to a memory model");
  return true;
}

/* The policy operand of .L2::cache_hint, where it is written. */
static bool read_policy(struct assembling *a) {
  struct operand policy;
  if (!ptx_names(a, "L2::cache_hint")) return true;
  if (!assembly_comma(a)) return false;
  struct span word = cursor_next_word(a->cursor);
  a->cursor->at = word.start + word.length;
  return word.length || ptx_value(a, false, &policy);
}

/* ---- loads and stores ---- */

/* volatile and mmio; true in *strong where one is written. */
static bool read_volatile(struct assembling *a, bool *strong) {
  bool is_volatile = ptx_has(a, "volatile"), mmio = ptx_has(a, "mmio");
  struct instruction *i = a->instruction;
  *strong = is_volatile || mmio;
  if (!*strong) return true;
  if (mmio && !(ptx_has(a, "relaxed") && ptx_has(a, "sys")))
    return ptx_fail(a, "expected .mmio.relaxed.sys: mmio has no other order or scope");
  if (is_volatile && (mmio || take_orders(a)))
    return ptx_fail(a, "volatile has no order of its own: it is .relaxed.sys; leave one out");
  if (!ptx_take_scope(a, &i->scope)) return false;
  if (i->scope != SCOPE_NONE)
    return ptx_fail(a, "volatile has no scope of its own: it is .relaxed.sys; leave one out");
  i->order = ORDER_RELAXED;
  i->scope = SCOPE_SYSTEM;
  return true;
}

static bool read_manner(struct assembling *a, unsigned orders, const char *what) {
  bool strong;
  if (!read_volatile(a, &strong)) return false;
  if (strong) return read_hints(a);
  unsigned start = (unsigned)a->seen;
  if (!read_order(a, orders, ORDER_WEAK, what)) return false;
  if (start == (unsigned)a->seen && !ptx_is_typed(a))
    return cursor_fail(a->cursor, a->mnemonic, "expected %s here", what);
  return read_scope(a) && read_hints(a);
}

/* ld.global.nc and ld.const go by a proxy of their own. */
static bool read_special_path(struct assembling *a) {
  struct instruction *i = a->instruction;
  if (ptx_has(a, "nc")) {
    if (i->opcode == OP_STORE || i->order != ORDER_WEAK || !ptx_names(a, "global") ||
        ptx_names(a, "weak"))
      return ptx_fail(a, "nc stands on weak loads of .global only; leave it out");
    i->proxy = PROXY_TEXTURE;
    reader_note(a->reader, "ld.global.nc is outside the memory model (PTX ISA 8.1): it is judged "
                           "as a weak load of the texture proxy");
  }
  if (ptx_has(a, "const")) {
    if (i->opcode == OP_STORE) return ptx_fail(a, "constant memory cannot be written");
    if (i->order != ORDER_WEAK) return ptx_fail(a, "loads of .const are weak; leave out the order");
    i->proxy = PROXY_CONSTANT;
  }
  return ptx_take_space(a);
}

static unsigned take_vector(struct assembling *a) {
  return ptx_has(a, "v2") ? 2 : ptx_has(a, "v4") ? 4 : ptx_has(a, "v8") ? 8 : 1;
}

/* {a, b} or a: destinations of a load, values of a store. */
static bool read_elements(struct assembling *a, unsigned count, struct instruction *elements) {
  bool loads = a->instruction->opcode == OP_LOAD, names = a->instruction->size == 8;
  if (count > 1 && !cursor_expect(a->cursor, "{", "\"{\" and the registers of the vector"))
    return false;
  for (unsigned k = 0; k < count; k++) {
    if (k && !assembly_comma(a)) return false;
    if (loads ? !ptx_destination(a) : !ptx_value(a, names, &a->instruction->value)) return false;
    elements[k].destination = a->instruction->destination;
    elements[k].value = a->instruction->value;
  }
  return count == 1 || cursor_expect(a->cursor, "}", "\"}\" behind the registers of the vector");
}

/* The addresses of elements behind the first, which is that of the instruction. */
static bool place_elements(struct assembling *a, unsigned count, struct instruction *elements) {
  static const char *const names[] = { "",         "element1", "element2", "element3",
                                       "element4", "element5", "element6", "element7" };
  const struct operand base = a->instruction->address;
  for (unsigned k = 0; k < count; k++) {
    int64_t distance = (int64_t)k * a->instruction->size;
    elements[k].address = base;
    elements[k].address.number += base.kind == OPERAND_LOCATION ? distance : 0;
    if (k && base.kind == OPERAND_REGISTER &&
        !assembly_before(a, names[k], ARITHMETIC_ADD, base, operand_constant(distance),
                         &elements[k].address))
      return false;
  }
  return true;
}

/* One access for each element, which are in no order. */
static bool add_elements(struct assembling *a, unsigned count, const struct instruction *elements) {
  const struct thread *thread = &a->reader->program->threads[a->thread];
  const struct instruction common = *a->instruction;
  unsigned first = thread->length - 1;
  for (unsigned k = 0; k < count; k++) {
    if (k && !assembly_more(a, common.opcode)) return false;
    struct instruction *i = a->instruction;
    unsigned line = i->line, column = i->column;
    *i = common;
    i->line = line;
    i->column = column;
    i->destination = elements[k].destination;
    i->value = elements[k].value;
    i->address = elements[k].address;
    if (k) i->unsequenced_from = first + 1, i->unsequenced_until = thread->length;
  }
  return true;
}

static bool read_access(struct assembling *a, enum opcode opcode, unsigned orders,
                        const char *what) {
  struct ptx_type type;
  struct instruction elements[ELEMENTS_MAX];
  if (!assembly_more(a, opcode)) return false;
  a->instruction->proxy = (enum proxy)a->which;
  if (a->which != PROXY_GENERIC) ptx_beyond(a, "write ld, st or atom");
  if (!read_manner(a, orders, what) || !read_special_path(a) || !ptx_take_type(a, &type))
    return false;
  if (type.is_predicate) return ptx_fail(a, "a predicate has no place in memory; store 0 or 1");
  if (type.is_float && type.bytes == 2) return ptx_fail(a, "expected .b16: ld and st have no .f16");
  unsigned count = take_vector(a);
  if (count > 1 && !type.bytes) return ptx_fail(a, "expected a type behind the vector (.v2.u32)");
  if (count * type.bytes > VECTOR_BYTES) return ptx_fail(a, "a vector has at most 32 bytes");
  a->instruction->size = type.bytes;
  a->instruction->sign_extends = type.has_sign;
  bool loads = opcode == OP_LOAD;
  if (!type.bytes) ptx_beyond(a, "write a type (.u32)");
  return (loads ? read_elements(a, count, elements) : ptx_address(a)) && assembly_comma(a) &&
         (loads ? ptx_address(a) : read_elements(a, count, elements)) && read_policy(a) &&
         place_elements(a, count, elements) && add_elements(a, count, elements);
}

/* "ld r, v" without modifiers is a move of Dat3M's. */
static bool is_move(const struct assembling *a) { return a->count == 1 && !ptx_is_typed(a); }

static bool read_old_move(struct assembling *a) {
  if (!assembly_more(a, OP_COMPUTE) || !assembly_operands(a, "d") || !assembly_comma(a))
    return false;
  ptx_beyond(a, "write mov");
  struct span word = cursor_next_word(a->cursor);
  if (word.length && reader_find_location(a->reader, word) >= 0)
    return ptx_fail(a, "a load from memory says its order: ld.weak, ld.relaxed or ld.acquire");
  return assembly_operands(a, "v");
}

bool ptx_load(struct assembling *a) {
  if (a->which == PROXY_GENERIC && is_move(a)) return read_old_move(a);
  return read_access(a, OP_LOAD, LOADS, "the order of a load (weak, relaxed or acquire)");
}

bool ptx_store(struct assembling *a) {
  return read_access(a, OP_STORE, STORES, "the order of a store (weak, relaxed or release)");
}

/* ---- atomics ---- */

enum kinds { BITS = 1, UNSIGNED = 2, SIGNED = 4 };
static const struct operation {
  const char *word;
  enum arithmetic arithmetic, of_unsigned; /* of numbers with and without a sign */
  unsigned kinds, sizes;                   /* of types that it takes */
  bool is_ptx;
} operations[] = {
  { "exch", ARITHMETIC_MOVE, ARITHMETIC_MOVE, BITS, 4 | 8, true },
  { "cas", ARITHMETIC_CAS, ARITHMETIC_CAS, BITS, 2 | 4 | 8, true },
  { "add", ARITHMETIC_ADD, ARITHMETIC_ADD, UNSIGNED | SIGNED, 4 | 8, true },
  { "and", ARITHMETIC_AND, ARITHMETIC_AND, BITS, 4 | 8, true },
  { "or", ARITHMETIC_OR, ARITHMETIC_OR, BITS, 4 | 8, true },
  { "xor", ARITHMETIC_XOR, ARITHMETIC_XOR, BITS, 4 | 8, true },
  { "min", ARITHMETIC_MIN, ARITHMETIC_MIN_UNSIGNED, UNSIGNED | SIGNED, 4 | 8, true },
  { "max", ARITHMETIC_MAX, ARITHMETIC_MAX_UNSIGNED, UNSIGNED | SIGNED, 4 | 8, true },
  { "inc", ARITHMETIC_INCREMENT, ARITHMETIC_INCREMENT, UNSIGNED, 4, true },
  { "dec", ARITHMETIC_DECREMENT, ARITHMETIC_DECREMENT, UNSIGNED, 4, true },
  { "sub", ARITHMETIC_SUB, ARITHMETIC_SUB, UNSIGNED | SIGNED, 4 | 8, false },
  { "mul", ARITHMETIC_MUL, ARITHMETIC_MUL, UNSIGNED | SIGNED, 4 | 8, false },
  { "div", ARITHMETIC_DIV, ARITHMETIC_DIV, UNSIGNED | SIGNED, 4 | 8, false },
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

static bool exchanges(const struct operation *operation) {
  return operation->arithmetic == ARITHMETIC_MOVE || operation->arithmetic == ARITHMETIC_CAS;
}

static const struct operation *read_operation(struct assembling *a, bool reduces) {
  const struct operation *found = NULL;
  for (unsigned i = 0; i < OPERATIONS && !found; i++)
    if (ptx_has(a, operations[i].word)) found = &operations[i];
  if (!found)
    ptx_fail(a, reduces
                    ? "expected an operation (add, and, or, xor, min, max, inc or dec)"
                    : "expected an operation (add, and, or, xor, min, max, inc, dec, exch or cas)");
  else if (reduces && exchanges(found))
    return cursor_fail(a->cursor, a->mnemonic,
                       "red has no .%s, which returns what it found: write "
                       "atom.%s",
                       found->word, found->word),
           NULL;
  return found;
}

static bool takes_type(const struct operation *operation, const struct ptx_type *type) {
  unsigned kind = type->is_bits ? BITS : type->has_sign ? SIGNED : UNSIGNED;
  bool adds_signed_64 =
      operation->arithmetic == ARITHMETIC_ADD && kind == SIGNED && type->bytes == 8;
  return operation->kinds & kind && operation->sizes & type->bytes && !adds_signed_64;
}

static bool read_operation_type(struct assembling *a, const struct operation *operation) {
  struct ptx_type type;
  struct instruction *i = a->instruction;
  if (!ptx_take_type(a, &type)) return false;
  if (type.is_float) return ptx_fail(a, "unsupported: floating-point arithmetic; use integers");
  if (take_vector(a) > 1)
    return ptx_fail(a, "unsupported: atomics of vectors; write one for each element");
  if (type.bytes && !operation->is_ptx)
    return cursor_fail(a->cursor, a->mnemonic, "PTX has no atom.%s; write a loop of atom.cas",
                       operation->word);
  if (type.bytes && !takes_type(operation, &type))
    return cursor_fail(a->cursor, a->mnemonic, ".%s does not take this type: expected %s",
                       operation->word,
                       operation->kinds & BITS     ? ".b32 or .b64"
                       : operation->kinds & SIGNED ? ".u32, .s32, .u64 or .s64"
                                                   : ".u32");
  bool minimum = operation->arithmetic == ARITHMETIC_MIN || operation->arithmetic == ARITHMETIC_MAX;
  if (minimum && !type.bytes) return ptx_fail(a, "expected the type of min or max (.u32 or .s32)");
  if (!operation->is_ptx) ptx_beyond(a, "write a loop of atom.cas");
  if (!type.bytes) ptx_beyond(a, "write a type (.u32)");
  i->arithmetic = type.has_sign ? operation->arithmetic : operation->of_unsigned;
  i->size = type.bytes;
  i->sign_extends = type.has_sign;
  if (minimum) i->left = operand_constant(type.bytes);
  return true;
}

/* The defaults of ISA 9.7.13.5 are relaxed and gpu.  Dat3M's forms write both. */
static bool read_atomic_manner(struct assembling *a, bool reduces) {
  bool typed = ptx_is_typed(a);
  uint64_t before = a->seen;
  if (ptx_has(a, "sc"))
    return ptx_fail(a, "atom and red have no .sc; write fence.sc before it and .acquire on it");
  if (!read_order(a, reduces && typed ? REDUCTIONS : ATOMICS, ORDER_RELAXED,
                  reduces ? "relaxed or release: a reduction returns nothing, so that it acquires "
                            "nothing"
                          : "relaxed, acquire, release or acq_rel"))
    return false;
  bool ordered = a->seen != before;
  if (!typed && !ordered)
    return ptx_fail(a, "expected the order of an atomic (relaxed, acquire, release or acq_rel)");
  if (reduces && !(REDUCTIONS >> a->instruction->order & 1))
    ptx_beyond(a, "write atom, since red has no acquire");
  if (!ptx_take_scope(a, &a->instruction->scope)) return false;
  if (!typed && a->instruction->scope == SCOPE_NONE) return ptx_miss_scope(a);
  if (a->instruction->scope == SCOPE_NONE) a->instruction->scope = SCOPE_GPU;
  return true;
}

static bool read_rmw(struct assembling *a, bool reduces) {
  if (!assembly_more(a, OP_RMW)) return false;
  a->instruction->proxy = (enum proxy)a->which;
  a->instruction->reduces = reduces;
  if (a->which != PROXY_GENERIC) ptx_beyond(a, "write atom or red");
  const struct operation *operation = read_operation(a, reduces);
  return operation && read_atomic_manner(a, reduces) && read_operation_type(a, operation) &&
         (!ptx_names(a, "const") || ptx_fail(a, "constant memory cannot be written")) &&
         ptx_take_space(a) && (take_hints(a), true);
}

bool ptx_atom(struct assembling *a) {
  if (!read_rmw(a, false) || !ptx_destination(a) || !assembly_comma(a) || !ptx_address(a) ||
      !assembly_comma(a))
    return false;
  bool swaps = a->instruction->arithmetic == ARITHMETIC_CAS, names = a->instruction->size == 8;
  if (swaps && (!ptx_value(a, names, &a->instruction->left) || !assembly_comma(a))) return false;
  return ptx_value(a, names, &a->instruction->value) && read_policy(a);
}

bool ptx_red(struct assembling *a) {
  return read_rmw(a, true) && ptx_address(a) && assembly_comma(a) &&
         ptx_value(a, false, &a->instruction->value) && read_policy(a);
}
