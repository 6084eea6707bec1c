/* The Linux kernel's functions, as linux-kernel.def has them, with the tags of its bell file in
 * both spellings that models use (Once and ONCE).  Models without tags see the order of an access.
 *
 * A read-side critical section of SRCU begins with a load of the srcu_struct and ends with a store
 * of the loaded value to it.  So data dependencies tell which end belongs to which beginning.  A
 * grace period is a fence with a location; it reads and writes nothing. */
#include "litmus/read/c_expression.h"
#include "litmus/read/names.h"

#include <stdio.h>
#include <string.h>

static struct c_manner manner_of(struct c_reading *c) {
  return (struct c_manner){ .order = c->row->order,
                            .fail_order = ORDER_RELAXED,
                            .scope = SCOPE_SYSTEM,
                            .tags = reader_tags(c->reader, c->row->tags) };
}

/* ---- loads, stores and fences ---- */

enum { LVALUE = 1 }; /* the function is a macro that is given an lvalue */

static bool read_pointer(struct c_reading *c, struct operand *pointer) {
  return (c->row->which & LVALUE ? c_lvalue : c_expression)(c, pointer);
}

/* READ_ONCE(*x), atomic_read(x).  spin_is_locked has the tags RL and RU, as the lock is taken or
 * not: no model treats them differently. */
static bool kernel_load(struct c_reading *c) {
  struct operand pointer;
  struct c_manner manner = manner_of(c);
  return read_pointer(c, &pointer) && c_load_as(c, pointer, &manner, &c->result);
}

/* WRITE_ONCE(*x, 1), atomic_set(x, 1) */
static bool kernel_store(struct c_reading *c) {
  struct operand pointer, stored;
  if (!read_pointer(c, &pointer)) return false;
  struct c_manner manner = manner_of(c);
  return cursor_expect(c->cursor, ",", "\",\"") && c_expression(c, &stored) &&
         c_store_as(c, pointer, &manner, stored);
}

static bool kernel_fence(struct c_reading *c) {
  struct c_manner manner = manner_of(c);
  return c_fence(c, &manner);
}

/* smp_store_mb(*x, 1): a store and a full fence. */
static bool kernel_store_mb(struct c_reading *c) {
  static const struct c_function store = { .which = LVALUE, ORDER_RELAXED, "ONCE Once" };
  const struct c_function *fence = c->row;
  c->row = &store;
  bool good = kernel_store(c);
  c->row = fence;
  return good && kernel_fence(c);
}

/* A grace period of one srcu_struct. */
static bool synchronize_srcu(struct c_reading *c) {
  struct operand pointer;
  if (!c_expression(c, &pointer)) return false;
  struct instruction *made = c_access(c, OP_FENCE, pointer);
  if (!made) return false;
  made->order = c->row->order;
  made->scope = SCOPE_SYSTEM;
  made->tags = reader_tags(c->reader, c->row->tags);
  return true;
}

/* ---- read-modify-writes ---- */

static bool kernel_exchange(struct c_reading *c) {
  struct operand arguments[2];
  if (!c_arguments(c, 2, arguments)) return false;
  struct c_manner manner = manner_of(c);
  return c_rmw(c, arguments[0], &manner, ARITHMETIC_MOVE, arguments[1], &c->result);
}

/* A read-modify-write that may write nothing, and then is a read that orders nothing.  `expected`
 * is its left operand.  The read has the tag Once for the kernel's older models, which go by such
 * tags; newer models find out by themselves that it failed. */
static bool kernel_failing_rmw(struct c_reading *c, const struct operand arguments[3],
                               enum arithmetic arithmetic, unsigned expected, struct operand *old) {
  char tags[32];
  struct c_manner manner = manner_of(c);
  struct instruction *made =
      c_rmw(c, arguments[0], &manner, arithmetic, arguments[3 - expected], old);
  if (!made) return false;
  snprintf(tags, sizeof tags, "%.*s Once", (int)strcspn(c->row->tags, " "), c->row->tags);
  made->left = arguments[expected];
  made->may_fail = true;
  made->fail_tags = reader_tags(c->reader, tags);
  return true;
}

static bool kernel_compare_exchange(struct c_reading *c) {
  struct operand arguments[3];
  return c_arguments(c, 3, arguments) &&
         kernel_failing_rmw(c, arguments, ARITHMETIC_CAS, 1, &c->result);
}

/* atomic_add_unless(X, V, U): 1 where it added. */
static bool kernel_add_unless(struct c_reading *c) {
  struct operand arguments[3], old;
  if (!c_arguments(c, 3, arguments) || !kernel_failing_rmw(c, arguments, ARITHMETIC_ADD, 2, &old))
    return false;
  c->result = c_compute(c, ARITHMETIC_NE, old, arguments[2]);
  return true;
}

/* atomic_add(V, X), atomic_inc(X): an enum arithmetic and these.  INCREMENT: by 1.  It returns the
 * old value unless it is silent, or returns the new value or a test of that. */
enum {
  INCREMENT = 1 << 8,
  SILENT = 1 << 9,
  NEW = 1 << 10,
  IS_ZERO = 1 << 11,
  IS_NEGATIVE = 1 << 12
};

static bool kernel_operation(struct c_reading *c) {
  struct operand pointer, by = operand_constant(1);
  int which = c->row->which;
  enum arithmetic arithmetic = (enum arithmetic)(which & 0xff);
  if (!(which & INCREMENT) && (!c_expression(c, &by) || !cursor_expect(c->cursor, ",", "\",\"")))
    return false;
  if (!c_expression(c, &pointer)) return false;
  struct c_manner manner = manner_of(c);
  if (!c_rmw(c, pointer, &manner, arithmetic, by, &c->result)) return false;
  if (which & SILENT) c->result = operand_none();
  else if (which & NEW) c->result = c_compute(c, arithmetic, c->result, by);
  if (which & IS_ZERO) c->result = c_compute(c, ARITHMETIC_EQ, c->result, operand_constant(0));
  if (which & IS_NEGATIVE) c->result = c_compute(c, ARITHMETIC_LT, c->result, operand_constant(0));
  return true;
}

/* ---- locks ---- */

enum { TRIES = 1 };

/* spin_lock reads 0, or the execution does not count, and writes 1.  spin_trylock writes 1 where it
 * reads 0; where it reads 1 it orders nothing. */
static bool kernel_lock(struct c_reading *c) {
  struct operand pointer, old;
  bool tries = c->row->which & TRIES;
  if (!c_expression(c, &pointer)) return false;
  struct c_manner manner = manner_of(c);
  struct instruction *made = c_rmw(c, pointer, &manner, ARITHMETIC_CAS, operand_constant(1), &old);
  if (!made) return false;
  made->left = operand_constant(0);
  made->tags |= reader_tags(c->reader, "LKR");
  made->write_tags |= reader_tags(c->reader, "LKW");
  made->must_succeed = !tries;
  if (!tries) return true;
  made->may_fail = true;
  made->fail_tags = reader_tags(c->reader, "LF");
  c->result = c_compute(c, ARITHMETIC_EQ, old, operand_constant(0));
  return true;
}

static bool kernel_unlock(struct c_reading *c) {
  struct operand pointer;
  struct c_manner manner = manner_of(c);
  return c_expression(c, &pointer) && c_store_as(c, pointer, &manner, operand_constant(0));
}

/* ---- the table ---- */

/* Manners: an order and its tags. */
#define ONCE ORDER_RELAXED, "ONCE Once"
#define ACQUIRE ORDER_ACQUIRE, "ACQUIRE Acquire"
#define RELEASE ORDER_RELEASE, "RELEASE Release"
#define FULL ORDER_SC, "MB Mb"
#define NORETURN ORDER_RELAXED, "NORETURN Noreturn"
#define FOUR(name, read, which)                                        \
  { name, read, which, FULL }, { name "_relaxed", read, which, ONCE }, \
      { name "_acquire", read, which, ACQUIRE }, {                     \
    name "_release", read, which, RELEASE                              \
  }
#define ADD (int)ARITHMETIC_ADD
#define SUB (int)ARITHMETIC_SUB

const struct c_function c_kernel_functions[] = {
  { "READ_ONCE", kernel_load, LVALUE, ONCE },
  { "WRITE_ONCE", kernel_store, LVALUE, ONCE },
  { "rcu_dereference", kernel_load, LVALUE, ONCE },
  { "rcu_assign_pointer", kernel_store, LVALUE, RELEASE },
  { "smp_store_release", kernel_store, 0, RELEASE },
  { "smp_load_acquire", kernel_load, 0, ACQUIRE },
  { "atomic_read", kernel_load, 0, ONCE },
  { "atomic_set", kernel_store, 0, ONCE },
  { "atomic_read_acquire", kernel_load, 0, ACQUIRE },
  { "atomic_set_release", kernel_store, 0, RELEASE },
  { "smp_mb", kernel_fence, 0, ORDER_SC, "Mb MB" },
  { "smp_rmb", kernel_fence, 0, ORDER_ACQUIRE, "Rmb" },
  { "smp_wmb", kernel_fence, 0, ORDER_RELEASE, "Wmb" },
  { "barrier", kernel_fence, 0, ORDER_RELAXED, "Barrier" },
  { "rcu_read_lock", kernel_fence, 0, ORDER_RELAXED, "Rcu-lock" },
  { "rcu_read_unlock", kernel_fence, 0, ORDER_RELAXED, "Rcu-unlock" },
  { "synchronize_rcu", kernel_fence, 0, ORDER_SC, "Sync-rcu" },
  { "synchronize_rcu_expedited", kernel_fence, 0, ORDER_SC, "Sync-rcu" },
  { "smp_mb__before_atomic", kernel_fence, 0, ORDER_RELAXED, "Before-atomic" },
  { "smp_mb__after_atomic", kernel_fence, 0, ORDER_RELAXED, "After-atomic" },
  { "smp_mb__after_spinlock", kernel_fence, 0, ORDER_RELAXED, "After-spinlock" },
  { "smp_mb__after_unlock_lock", kernel_fence, 0, ORDER_RELAXED, "After-unlock-lock" },
  { "smp_mb__after_srcu_read_unlock", kernel_fence, 0, ORDER_RELAXED, "After-srcu-read-unlock" },
  { "srcu_read_lock", kernel_load, 0, ORDER_RELAXED, "Srcu-lock" },
  { "srcu_read_unlock", kernel_store, 0, ORDER_RELAXED, "Srcu-unlock" },
  { "srcu_down_read", kernel_load, 0, ORDER_RELAXED, "Srcu-lock" },
  { "srcu_up_read", kernel_store, 0, ORDER_RELAXED, "Srcu-unlock" },
  { "synchronize_srcu", synchronize_srcu, 0, ORDER_SC, "Sync-srcu" },
  { "synchronize_srcu_expedited", synchronize_srcu, 0, ORDER_SC, "Sync-srcu" },
  FOUR("xchg", kernel_exchange, 0),
  FOUR("atomic_xchg", kernel_exchange, 0),
  FOUR("cmpxchg", kernel_compare_exchange, 0),
  FOUR("atomic_cmpxchg", kernel_compare_exchange, 0),
  { "atomic_add", kernel_operation, ADD | SILENT, NORETURN },
  { "atomic_sub", kernel_operation, SUB | SILENT, NORETURN },
  { "atomic_inc", kernel_operation, ADD | SILENT | INCREMENT, NORETURN },
  { "atomic_dec", kernel_operation, SUB | SILENT | INCREMENT, NORETURN },
  FOUR("atomic_add_return", kernel_operation, ADD | NEW),
  FOUR("atomic_sub_return", kernel_operation, SUB | NEW),
  FOUR("atomic_inc_return", kernel_operation, ADD | NEW | INCREMENT),
  FOUR("atomic_dec_return", kernel_operation, SUB | NEW | INCREMENT),
  FOUR("atomic_fetch_add", kernel_operation, ADD),
  FOUR("atomic_fetch_sub", kernel_operation, SUB),
  FOUR("atomic_fetch_inc", kernel_operation, ADD | INCREMENT),
  FOUR("atomic_fetch_dec", kernel_operation, SUB | INCREMENT),
  { "atomic_sub_and_test", kernel_operation, SUB | NEW | IS_ZERO, FULL },
  { "atomic_dec_and_test", kernel_operation, SUB | NEW | INCREMENT | IS_ZERO, FULL },
  { "atomic_inc_and_test", kernel_operation, ADD | NEW | INCREMENT | IS_ZERO, FULL },
  { "atomic_add_negative", kernel_operation, ADD | NEW | IS_NEGATIVE, FULL },
  { "atomic_add_unless", kernel_add_unless, 0, FULL },
  { "smp_store_mb", kernel_store_mb, 0, ORDER_SC, "Mb MB" },
  { "spin_lock", kernel_lock, 0, ACQUIRE },
  { "spin_trylock", kernel_lock, TRIES, ACQUIRE },
  { "spin_is_locked", kernel_load, 0, ORDER_RELAXED, "RL RU" },
  { "spin_unlock", kernel_unlock, 0, ORDER_RELEASE, "RELEASE Release UL" },
  { NULL }
};
