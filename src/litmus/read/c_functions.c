/* The functions of C-like dialects: C11's <stdatomic.h> and OpenCL C 2.0's; the Linux kernel's are
 * in c_kernel.c.
 *
 * An operation without an order is memory_order_seq_cst, one without a scope is at
 * memory_scope_device (OpenCL C 3.0, 6.15.12). Every atomic access has the tag A, and in OpenCL the
 * tag of its scope.  atomic_compare_exchange reads what `expected` points to first, and writes
 * there what it found if that was another value; the weak one may do so whatever it found. */
#include "litmus/read/dialect_c.h"

#include <string.h>
#include "base/memory.h"

/* ---- orders, scopes ---- */

bool c_comma(struct c_reading *reading) { return cursor_expect(reading->cursor, ",", "\",\""); }

static bool read_order(struct c_reading *reading, enum order *order) {
  static const struct {
    const char *word;
    enum order order;
  } orders[] = { { "memory_order_relaxed", ORDER_RELAXED },
                 { "memory_order_acquire", ORDER_ACQUIRE },
                 { "memory_order_release", ORDER_RELEASE },
                 { "memory_order_acq_rel", ORDER_ACQ_REL },
                 { "memory_order_seq_cst", ORDER_SC } };
  struct span word;
  if (!cursor_word(reading->cursor, &word))
    return cursor_expected(reading->cursor, "a memory order");
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    if (span_is(reading->cursor, word, orders[i].word)) {
      *order = orders[i].order;
      return true;
    }
  if (span_is(reading->cursor, word, "memory_order_consume"))
    return cursor_fail(reading->cursor, word, "unsupported: memory_order_consume");
  return cursor_fail(reading->cursor, word, "expected a memory order, found \"%.*s\"",
                     SPAN(reading->cursor, word));
}

static const struct {
  const char *word, *tag;
  enum scope scope;
} scopes[] = { { "memory_scope_work_item", "WI", SCOPE_NONE },
               { "memory_scope_work_group", "WG", SCOPE_CTA },
               { "memory_scope_device", "DV", SCOPE_GPU },
               { "memory_scope_all_svm_devices", "ALL", SCOPE_SYSTEM },
               { "memory_scope_all_devices", "ALL", SCOPE_SYSTEM } };
enum { DEVICE = 2 };

/* ", SCOPE" where it is written. */
static bool read_scope(struct c_reading *reading, struct c_manner *manner) {
  struct span word;
  if (!reading->opencl) {
    manner->scope = SCOPE_SYSTEM;
    return true;
  }
  unsigned which = DEVICE;
  if (cursor_accept(reading->cursor, ",")) {
    if (!cursor_word(reading->cursor, &word))
      return cursor_expected(reading->cursor, "a memory scope");
    for (which = 0; which < sizeof scopes / sizeof *scopes; which++)
      if (span_is(reading->cursor, word, scopes[which].word)) break;
    if (which == sizeof scopes / sizeof *scopes)
      return cursor_fail(reading->cursor, word, "expected a memory scope, found \"%.*s\"",
                         SPAN(reading->cursor, word));
  }
  manner->scope = scopes[which].scope;
  manner->tags |= c_tags(reading, scopes[which].tag);
  return true;
}

struct c_manner c_default_manner(struct c_reading *reading) {
  struct c_manner manner = {
    .order = ORDER_SC, .fail_order = ORDER_SC, .scope = SCOPE_SYSTEM, .tags = c_tags(reading, "A")
  };
  if (!reading->opencl) return manner;
  manner.scope = scopes[DEVICE].scope;
  manner.tags |= c_tags(reading, scopes[DEVICE].tag);
  return manner;
}

/* The orders that an _explicit function is given, and its scope. */
static bool read_manner(struct c_reading *reading, bool explicit, bool two,
                        struct c_manner *manner) {
  *manner =
      (struct c_manner){ .order = ORDER_SC, .fail_order = ORDER_SC, .tags = c_tags(reading, "A") };
  if (explicit && (!c_comma(reading) || !read_order(reading, &manner->order))) return false;
  if (explicit && two && (!c_comma(reading) || !read_order(reading, &manner->fail_order)))
    return false;
  return read_scope(reading, manner);
}

/* ---- C11 and OpenCL ---- */

enum { EXPLICIT = 1 << 8, WEAK = 1 << 9 }; /* beside what a function's number says otherwise */

static bool atomic_load(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner;
  return c_expression(reading, &pointer) &&
         read_manner(reading, which & EXPLICIT, false, &manner) &&
         c_load_as(reading, pointer, &manner, value);
}

static bool atomic_store(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, stored;
  struct c_manner manner;
  value->kind = OPERAND_NONE;
  return c_expression(reading, &pointer) && c_comma(reading) && c_expression(reading, &stored) &&
         read_manner(reading, which & EXPLICIT, false, &manner) &&
         c_store_as(reading, pointer, &manner, stored);
}

static bool atomic_fetch(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by;
  struct c_manner manner;
  if (!c_expression(reading, &pointer) || !c_comma(reading) || !c_expression(reading, &by) ||
      !read_manner(reading, which & EXPLICIT, false, &manner))
    return false;
  return c_rmw(reading, pointer, &manner, (enum arithmetic)(which & 0xff), by, value) != NULL;
}

/* Fails or not, as it likes: where it fails it has read anything; where it does not, it has found
 * what it expected. */
static bool weak_compare_exchange(struct c_reading *reading, struct operand pointer,
                                  const struct c_manner *manner, const struct operand expected[2],
                                  struct operand desired, struct operand *value) {
  struct c_manner failure = *manner;
  struct operand old;
  int succeeded = c_temporary(reading),
      branch = c_branch_if_zero(reading, (struct operand){ .kind = OPERAND_NONE });
  failure.order = manner->fail_order;
  if (succeeded < 0 || branch < 0) return false;
  struct instruction *made = c_rmw(reading, pointer, manner, ARITHMETIC_CAS, desired, &old);
  if (!made) return false;
  made->left = expected[1];
  made->must_succeed = true;
  c_assign(reading, succeeded, operand_constant(1));
  int jump = c_goto(reading);
  if (jump < 0) return false;
  c_land(reading, branch);
  if (!c_load_as(reading, pointer, &failure, &old) || !c_store(reading, expected[0], old))
    return false;
  c_assign(reading, succeeded, operand_constant(0));
  c_land(reading, jump);
  c_join(reading, branch);
  *value = c_compute(reading, ARITHMETIC_MOVE, operand_constant(0), operand_register(succeeded));
  return true;
}

static bool atomic_compare_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, expected_at, desired, expected, old;
  struct c_manner manner;
  if (!c_expression(reading, &pointer) || !c_comma(reading) ||
      !c_expression(reading, &expected_at) || !c_comma(reading) ||
      !c_expression(reading, &desired) || !read_manner(reading, which & EXPLICIT, true, &manner) ||
      !c_load(reading, expected_at, &expected))
    return false;
  if (which & WEAK) {
    const struct operand both[] = { expected_at, expected };
    return weak_compare_exchange(reading, pointer, &manner, both, desired, value);
  }
  struct instruction *made = c_rmw(reading, pointer, &manner, ARITHMETIC_CAS, desired, &old);
  if (!made) return false;
  made->left = expected;
  made->may_fail = true;
  *value = c_compute(reading, ARITHMETIC_EQ, old, expected);
  int branch =
      c_branch_if_zero(reading, c_compute(reading, ARITHMETIC_EQ, *value, operand_constant(0)));
  if (branch < 0 || !c_store(reading, expected_at, old)) return false;
  c_land(reading, branch);
  c_join(reading, branch);
  return true;
}

static bool atomic_thread_fence(struct c_reading *reading, int which, struct operand *value) {
  struct c_manner manner = { .scope = SCOPE_SYSTEM };
  (void)which;
  value->kind = OPERAND_NONE;
  return read_order(reading, &manner.order) && read_scope(reading, &manner) &&
         c_fence(reading, &manner);
}

/* CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE */
static bool read_flags(struct c_reading *reading, uint64_t *bits) {
  do {
    struct span word;
    if (!cursor_word(reading->cursor, &word))
      return cursor_expected(reading->cursor, "CLK_GLOBAL_MEM_FENCE or another");
    bool global = span_is(reading->cursor, word, "CLK_GLOBAL_MEM_FENCE");
    if (!global && !span_is(reading->cursor, word, "CLK_LOCAL_MEM_FENCE"))
      return cursor_fail(reading->cursor, word,
                         "expected CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE");
    *bits |= c_tags(reading, global ? "GLOBAL" : "LOCAL");
  } while (cursor_accept(reading->cursor, "|"));
  return true;
}

static bool work_item_fence(struct c_reading *reading, int which, struct operand *value) {
  struct c_manner manner = { .scope = SCOPE_NONE };
  (void)which;
  value->kind = OPERAND_NONE;
  return read_flags(reading, &manner.tags) && c_comma(reading) &&
         read_order(reading, &manner.order) && read_scope(reading, &manner) &&
         c_fence(reading, &manner);
}

static bool barrier(struct c_reading *reading, int which, struct operand *value) {
  struct c_manner manner = { .tags = 0 };
  (void)which;
  value->kind = OPERAND_NONE;
  if (!read_flags(reading, &manner.tags)) return false;
  if (cursor_peek(reading->cursor) == ',' && !read_scope(reading, &manner)) return false;
  struct instruction *made = c_instruction(reading, OP_BARRIER);
  if (!made) return false;
  made->tags = manner.tags | c_tags(reading, "F WG");
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
  { NULL, NULL, 0 }
};

static const struct c_function *find(const struct c_reading *reading,
                                     const struct c_function *table, struct span name) {
  for (; table->name; table++)
    if (span_is(reading->cursor, name, table->name)) return table;
  return NULL;
}

/* A barrier is known by its label: the same label, the same barrier.  Its number is where the label
 * stands first. */
static unsigned barrier_instance(struct c_reading *reading, struct span label) {
  char *key =
      memory_format("barrier %.*s", (int)label.length, reading->cursor->source->text + label.start);
  uintptr_t *slot = dictionary_at(&reading->reader->labels, key, strlen(key));
  memory_free(key);
  if (!*slot) *slot = label.start + 1;
  return (unsigned)(*slot - 1);
}

/* atomic_fetch_add(1, x) is the kernel's; C11's takes the pointer first. */
static bool is_kernels_fetch(const struct c_reading *reading, const struct c_function *function) {
  return function->read == atomic_fetch && !reading->opencl &&
         cursor_starts_number(reading->cursor);
}

bool c_call(struct c_reading *reading, struct span name, struct span label, struct operand *value) {
  bool kernel_barrier = !reading->opencl && span_is(reading->cursor, name, "barrier");
  const struct c_function *function = kernel_barrier ? NULL : find(reading, standard, name);
  if (!function && !reading->opencl) function = find(reading, c_kernel_functions, name);
  *value = (struct operand){ .kind = OPERAND_NONE };
  if (function && !cursor_expect(reading->cursor, "(", "\"(\"")) return false;
  if (function && is_kernels_fetch(reading, function))
    function = find(reading, c_kernel_functions, name);
  if (!function)
    return cursor_fail(reading->cursor, name, "unsupported: the function \"%.*s\"",
                       SPAN(reading->cursor, name));
  if (!function->read(reading, function->which, value)) return false;
  struct thread *thread = c_thread(reading);
  if (function->read == barrier)
    thread->instructions[thread->length - 1].barrier_instance = barrier_instance(reading, label);
  return cursor_expect(reading->cursor, ")", "\")\"");
}
