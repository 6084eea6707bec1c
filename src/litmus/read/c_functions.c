/* The functions of C11's <stdatomic.h> and of OpenCL C 2.0.
 *
 * An operation without an order is memory_order_seq_cst, one without a scope is at
 * memory_scope_device (OpenCL C 3.0, 6.15.12).  Every atomic access has the tag A, and in OpenCL
 * the tag of its scope. */
#include "litmus/read/c_expression.h"
#include "litmus/read/c_functions.h"
#include "litmus/read/c_compare.h"
#include "litmus/read/names.h"

#include <string.h>

/* ---- orders, scopes ---- */

static bool read_order(struct c_reading *c, enum order *order) {
  static const struct cursor_word orders[] = {
    { "memory_order_relaxed", ORDER_RELAXED }, { "memory_order_acquire", ORDER_ACQUIRE },
    { "memory_order_release", ORDER_RELEASE }, { "memory_order_acq_rel", ORDER_ACQ_REL },
    { "memory_order_seq_cst", ORDER_SC },      { NULL, 0 }
  };
  struct span word;
  if (!cursor_word(c->cursor, &word)) return cursor_expected(c->cursor, "a memory order");
  if (span_is(c->cursor, word, "memory_order_consume"))
    return cursor_fail(c->cursor, word,
                       "unsupported: memory_order_consume (write memory_order_acquire)");
  int found = cursor_lookup(c->cursor, word, orders);
  if (found < 0) return cursor_expected_at(c->cursor, word, "a memory order");
  *order = (enum order)found;
  return true;
}

static bool comma_order(struct c_reading *c, enum order *order) {
  return cursor_expect(c->cursor, ",", "\",\"") && read_order(c, order);
}

static void set_scope(struct c_reading *c, struct c_manner *manner, enum scope scope,
                      const char *tag) {
  manner->scope = scope;
  manner->tags |= reader_tags(c->reader, tag);
}

/* ", SCOPE" where it is written. */
static bool read_scope(struct c_reading *c, struct c_manner *manner) {
  static const struct {
    const char *word, *tag;
    enum scope scope;
  } scopes[] = { { "memory_scope_work_item", "WI", SCOPE_NONE },
                 { "memory_scope_work_group", "WG", SCOPE_CTA },
                 { "memory_scope_device", "DV", SCOPE_GPU },
                 { "memory_scope_all_svm_devices", "ALL", SCOPE_SYSTEM },
                 { "memory_scope_all_devices", "ALL", SCOPE_SYSTEM } };
  struct span word;
  bool written = c->opencl && cursor_accept(c->cursor, ",");
  if (!written) {
    set_scope(c, manner, c->opencl ? SCOPE_GPU : SCOPE_SYSTEM, c->opencl ? "DV" : "");
    return true;
  }
  if (!cursor_word(c->cursor, &word)) return cursor_expected(c->cursor, "a memory scope");
  for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
    if (span_is(c->cursor, word, scopes[i].word)) {
      set_scope(c, manner, scopes[i].scope, scopes[i].tag);
      return true;
    }
  return cursor_expected_at(c->cursor, word, "a memory scope");
}

static struct c_manner strongest(struct c_reading *c) {
  return (struct c_manner){ .order = ORDER_SC,
                            .fail_order = ORDER_SC,
                            .tags = reader_tags(c->reader, "A") };
}

struct c_manner c_default_manner(struct c_reading *c) {
  struct c_manner manner = strongest(c);
  set_scope(c, &manner, c->opencl ? SCOPE_GPU : SCOPE_SYSTEM, c->opencl ? "DV" : "");
  return manner;
}

enum { EXPLICIT = 1 << 8, WEAK = 1 << 9 }; /* beside an enum arithmetic */

/* The orders of an _explicit function, `orders` of them, and a scope. */
static bool read_manner(struct c_reading *c, unsigned orders, struct c_manner *manner) {
  bool explicit = c->row->which & EXPLICIT;
  *manner = strongest(c);
  return (!explicit || comma_order(c, &manner->order)) &&
         (!explicit || orders < 2 || comma_order(c, &manner->fail_order)) && read_scope(c, manner);
}

/* ---- C11 and OpenCL ---- */

static bool atomic_load(struct c_reading *c) {
  struct operand pointer;
  struct c_manner manner;
  return c_expression(c, &pointer) && read_manner(c, 1, &manner) &&
         c_load_as(c, pointer, &manner, &c->result);
}

static bool atomic_store(struct c_reading *c) {
  struct operand arguments[2];
  struct c_manner manner;
  return c_arguments(c, 2, arguments) && read_manner(c, 1, &manner) &&
         c_store_as(c, arguments[0], &manner, arguments[1]);
}

static bool atomic_fetch(struct c_reading *c) {
  struct operand arguments[2];
  struct c_manner manner;
  return c_arguments(c, 2, arguments) && read_manner(c, 1, &manner) &&
         c_rmw(c, arguments[0], &manner, (enum arithmetic)(c->row->which & 0xff), arguments[1],
               &c->result);
}

/* (pointer, what is expected, desired value) */
static bool atomic_compare_exchange(struct c_reading *c) {
  struct c_comparing comparing;
  return c_comparing_operands(c, &comparing) && read_manner(c, 2, &comparing.manner) &&
         (c->row->which & WEAK ? c_compare_weak : c_compare_strong)(c, &comparing, &c->result);
}

/* C11's mutexes, as in herd7: taking one is a read-modify-write that finds it free. */
static bool lock(struct c_reading *c) {
  struct c_manner manner = { .order = ORDER_ACQUIRE,
                             .scope = SCOPE_SYSTEM,
                             .tags = reader_tags(c->reader, "A LK LS") };
  struct operand pointer, old;
  if (!c_expression(c, &pointer)) return false;
  struct instruction *made = c_rmw(c, pointer, &manner, ARITHMETIC_CAS, operand_constant(1), &old);
  if (!made) return false;
  made->left = operand_constant(0);
  made->must_succeed = true;
  return true;
}

static bool unlock(struct c_reading *c) {
  struct c_manner manner = { .order = ORDER_RELEASE,
                             .scope = SCOPE_SYSTEM,
                             .tags = reader_tags(c->reader, "A UL") };
  struct operand pointer;
  return c_expression(c, &pointer) && c_store_as(c, pointer, &manner, operand_constant(0));
}

static bool atomic_thread_fence(struct c_reading *c) {
  struct c_manner manner = { .scope = SCOPE_SYSTEM };
  return read_order(c, &manner.order) && read_scope(c, &manner) && c_fence(c, &manner);
}

/* CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE */
static bool read_flags(struct c_reading *c, uint64_t *bits) {
  do {
    struct span word;
    if (!cursor_word(c->cursor, &word))
      return cursor_expected(c->cursor, "CLK_GLOBAL_MEM_FENCE or another");
    bool global = span_is(c->cursor, word, "CLK_GLOBAL_MEM_FENCE");
    if (!global && !span_is(c->cursor, word, "CLK_LOCAL_MEM_FENCE"))
      return cursor_fail(c->cursor, word, "expected CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE");
    *bits |= reader_tags(c->reader, global ? "GLOBAL" : "LOCAL");
  } while (cursor_accept(c->cursor, "|"));
  return true;
}

static bool work_item_fence(struct c_reading *c) {
  struct c_manner manner = { .scope = SCOPE_NONE };
  return read_flags(c, &manner.tags) && comma_order(c, &manner.order) && read_scope(c, &manner) &&
         c_fence(c, &manner);
}

static bool barrier(struct c_reading *c) {
  struct c_manner manner = { .tags = 0 };
  if (!read_flags(c, &manner.tags)) return false;
  if (cursor_peek(c->cursor) == ',' && !read_scope(c, &manner)) return false;
  struct instruction *made = c_instruction(c, OP_BARRIER);
  if (!made) return false;
  made->tags = manner.tags | reader_tags(c->reader, "F WG");
  return true;
}

/* ---- the tables ---- */

#define FETCH(name, arithmetic)                                             \
  { "atomic_fetch_" name, atomic_fetch, arithmetic }, {                     \
    "atomic_fetch_" name "_explicit", atomic_fetch, (arithmetic) | EXPLICIT \
  }

static const struct c_function standard[] = {
  { "atomic_load", atomic_load, 0 },
  { "atomic_load_explicit", atomic_load, EXPLICIT },
  { "atomic_store", atomic_store, 0 },
  { "atomic_store_explicit", atomic_store, EXPLICIT },
  { "atomic_exchange", atomic_fetch, ARITHMETIC_MOVE },
  { "atomic_exchange_explicit", atomic_fetch, (int)ARITHMETIC_MOVE | EXPLICIT },
  FETCH("add", (int)ARITHMETIC_ADD),
  FETCH("sub", (int)ARITHMETIC_SUB),
  FETCH("and", (int)ARITHMETIC_AND),
  FETCH("or", (int)ARITHMETIC_OR),
  FETCH("xor", (int)ARITHMETIC_XOR),
  { "atomic_compare_exchange_strong", atomic_compare_exchange, 0 },
  { "atomic_compare_exchange_strong_explicit", atomic_compare_exchange, EXPLICIT },
  { "atomic_compare_exchange_weak", atomic_compare_exchange, WEAK },
  { "atomic_compare_exchange_weak_explicit", atomic_compare_exchange, WEAK | EXPLICIT },
  { "atomic_thread_fence", atomic_thread_fence, 0 },
  { "atomic_work_item_fence", work_item_fence, 0 },
  { "barrier", barrier, 0 },
  { "work_group_barrier", barrier, 0 },
  { NULL }
};

static const struct c_function mutexes[] = { { "lock", lock, 0 },
                                             { "mtx_lock", lock, 0 },
                                             { "unlock", unlock, 0 },
                                             { "mtx_unlock", unlock, 0 },
                                             { NULL } };

static const struct c_function *find(const struct c_reading *c, const struct c_function *table,
                                     struct span name) {
  for (; table->name; table++)
    if (span_is(c->cursor, name, table->name)) return table;
  return NULL;
}

/* The same label names the same barrier.  Its number is the place of the first such label. */
static unsigned barrier_instance(struct c_reading *c, struct span label) {
  char *key =
      memory_format("barrier %.*s", (int)label.length, c->cursor->source->text + label.start);
  uintptr_t *slot = dictionary_at(&c->reader->labels, key, strlen(key));
  memory_free(key);
  if (!*slot) *slot = label.start + 1;
  return (unsigned)(*slot - 1);
}

bool c_call(struct c_reading *c, struct span name, struct span label, struct operand *value) {
  bool kernel_barrier = !c->opencl && span_is(c->cursor, name, "barrier");
  const struct c_function *function = kernel_barrier ? NULL : find(c, standard, name);
  if (!function && !c->opencl) function = find(c, c_kernel_functions, name);
  if (!function && !c->opencl) function = find(c, mutexes, name);
  *value = operand_none();
  if (function && !cursor_expect(c->cursor, "(", "\"(\"")) return false;
  /* atomic_fetch_add(1, x) is the kernel's; C11's takes the pointer first. */
  if (function && function->read == atomic_fetch && !c->opencl && cursor_starts_number(c->cursor))
    function = find(c, c_kernel_functions, name);
  if (!function) return cursor_unsupported(c->cursor, name, "function");
  const struct c_function *outer = c->row; /* whose argument this call is; it has no result yet */
  c->row = function;
  bool good = function->read(c);
  *value = c->result;
  c->row = outer;
  c->result = operand_none();
  if (!good) return false;
  struct thread *thread = c_thread(c);
  if (function->read == barrier)
    thread->instructions[thread->length - 1].barrier_instance = barrier_instance(c, label);
  return cursor_expect(c->cursor, ")", "\")\"");
}
