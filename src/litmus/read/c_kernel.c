/* The Linux kernel's functions, as linux-kernel.def has them, with the tags of its bell file in
 * both spellings that models use (Once and ONCE).  Models without tags see the order of an access.
 *
 * A read-side critical section of SRCU begins with a load of the srcu_struct and ends with a store
 * of the loaded value to it.  So data dependencies tell which end belongs to which beginning.  A
 * grace period is a fence with a location; it reads and writes nothing. */
#include "litmus/read/c_kernel.h"

#include "litmus/read/c_expression.h"

/* Manners; LVALUE: the function is a macro that is given an lvalue. */
enum { ONCE, ACQUIRE, RELEASE, FULL, NORETURN, SRCU_LOCK, SRCU_UNLOCK, MANNERS = 7, LVALUE = 8 };

static struct c_manner manner_of(struct c_reading *c, int which) {
  static const struct {
    const char *tags;
    enum order order;
  } manners[] = { { "ONCE Once", ORDER_RELAXED },         { "ACQUIRE Acquire", ORDER_ACQUIRE },
                  { "RELEASE Release", ORDER_RELEASE },   { "MB Mb", ORDER_SC },
                  { "NORETURN Noreturn", ORDER_RELAXED }, { "Srcu-lock", ORDER_RELAXED },
                  { "Srcu-unlock", ORDER_RELAXED } };
  which &= MANNERS;
  return (struct c_manner){ .order = manners[which].order,
                            .fail_order = ORDER_RELAXED,
                            .scope = SCOPE_SYSTEM,
                            .tags = reader_tags(c->reader, manners[which].tags) };
}

/* READ_ONCE(*x), atomic_read(x) */
static bool kernel_load(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = manner_of(c, which);
  return (which & LVALUE ? c_lvalue : c_expression)(c, &pointer) &&
         c_load_as(c, pointer, &manner, value);
}

/* WRITE_ONCE(*x, 1), atomic_set(x, 1) */
static bool kernel_store(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer, stored;
  *value = operand_none();
  if (!(which & LVALUE ? c_lvalue : c_expression)(c, &pointer)) return false;
  struct c_manner manner = manner_of(c, which);
  return cursor_expect(c->cursor, ",", "\",\"") && c_expression(c, &stored) &&
         c_store_as(c, pointer, &manner, stored);
}

static bool kernel_fence(struct c_reading *c, int which, struct operand *value) {
  static const struct {
    const char *tags;
    enum order order;
  } fences[] = { { "Mb MB", ORDER_SC },
                 { "Rmb", ORDER_ACQUIRE },
                 { "Wmb", ORDER_RELEASE },
                 { "Barrier", ORDER_RELAXED },
                 { "Rcu-lock", ORDER_RELAXED },
                 { "Rcu-unlock", ORDER_RELAXED },
                 { "Sync-rcu", ORDER_SC },
                 { "Before-atomic", ORDER_RELAXED },
                 { "After-atomic", ORDER_RELAXED },
                 { "After-spinlock", ORDER_RELAXED },
                 { "After-unlock-lock", ORDER_RELAXED },
                 { "After-srcu-read-unlock", ORDER_RELAXED } };
  *value = operand_none();
  return c_fence(c, &(struct c_manner){ .order = fences[which].order,
                                        .scope = SCOPE_SYSTEM,
                                        .tags = reader_tags(c->reader, fences[which].tags) });
}

/* smp_store_mb(*x, 1): a store and a full fence. */
static bool kernel_store_mb(struct c_reading *c, int which, struct operand *value) {
  return kernel_store(c, ONCE | LVALUE, value) && kernel_fence(c, which, value);
}

/* A grace period of one srcu_struct. */
static bool synchronize_srcu(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer;
  (void)which;
  *value = operand_none();
  if (!c_expression(c, &pointer)) return false;
  struct instruction *made = c_access(c, OP_FENCE, pointer);
  if (!made) return false;
  made->order = ORDER_SC;
  made->scope = SCOPE_SYSTEM;
  made->tags = reader_tags(c->reader, "Sync-srcu");
  return true;
}

static bool kernel_exchange(struct c_reading *c, int which, struct operand *value) {
  struct operand arguments[2];
  if (!c_arguments(c, 2, arguments)) return false;
  struct c_manner manner = manner_of(c, which);
  return c_rmw(c, arguments[0], &manner, ARITHMETIC_MOVE, arguments[1], value);
}

/* A read-modify-write that may write nothing, and then is a read that orders nothing.  `expected`
 * is its left operand.  The read has the tag Once for the kernel's older models, which go by such
 * tags; newer models find out by themselves that it failed. */
static bool kernel_failing_rmw(struct c_reading *c, int which, const struct operand arguments[3],
                               enum arithmetic arithmetic, unsigned expected, struct operand *old) {
  static const char *const tags[] = { "ONCE Once", "ACQUIRE Once", "RELEASE Once", "MB Once" };
  struct c_manner manner = manner_of(c, which);
  struct instruction *made =
      c_rmw(c, arguments[0], &manner, arithmetic, arguments[3 - expected], old);
  if (!made) return false;
  made->left = arguments[expected];
  made->may_fail = true;
  made->fail_tags = reader_tags(c->reader, tags[which]);
  return true;
}

static bool kernel_compare_exchange(struct c_reading *c, int which, struct operand *value) {
  struct operand arguments[3];
  return c_arguments(c, 3, arguments) &&
         kernel_failing_rmw(c, which, arguments, ARITHMETIC_CAS, 1, value);
}

/* atomic_add_unless(X, V, U): 1 where it added. */
static bool kernel_add_unless(struct c_reading *c, int which, struct operand *value) {
  struct operand arguments[3], old;
  if (!c_arguments(c, 3, arguments) ||
      !kernel_failing_rmw(c, which, arguments, ARITHMETIC_ADD, 2, &old))
    return false;
  *value = c_compute(c, ARITHMETIC_NE, old, arguments[2]);
  return true;
}

/* atomic_add(V, X), atomic_inc(X) and those that return the old value, the new one, or whether that
 * is 0 or below it */
enum {
  OPERATION_BITS = 4,
  NEW = 1 << 9,
  INCREMENT = 1 << 10,
  SILENT = 1 << 11,
  IS_ZERO = 1 << 12,
  IS_NEGATIVE = 1 << 13
};

static bool kernel_operation(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer, by = operand_constant(1);
  enum arithmetic arithmetic = (enum arithmetic)(which >> OPERATION_BITS & 0xf);
  if (!(which & INCREMENT) && (!c_expression(c, &by) || !cursor_expect(c->cursor, ",", "\",\"")))
    return false;
  if (!c_expression(c, &pointer)) return false;
  struct c_manner manner = manner_of(c, which & SILENT ? NORETURN : which);
  if (!c_rmw(c, pointer, &manner, arithmetic, by, value)) return false;
  if (which & SILENT) *value = operand_none();
  else if (which & NEW) *value = c_compute(c, arithmetic, *value, by);
  if (which & IS_ZERO) *value = c_compute(c, ARITHMETIC_EQ, *value, operand_constant(0));
  if (which & IS_NEGATIVE) *value = c_compute(c, ARITHMETIC_LT, *value, operand_constant(0));
  return true;
}

enum { TRIES = 1 };

/* spin_lock: reads 0, or the execution does not count, and writes 1.  spin_trylock: writes 1 where
 * it reads 0; where it reads 1 it orders nothing. */
static bool kernel_lock(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer, old;
  *value = operand_none();
  if (!c_expression(c, &pointer)) return false;
  struct c_manner manner = manner_of(c, ACQUIRE);
  struct instruction *made = c_rmw(c, pointer, &manner, ARITHMETIC_CAS, operand_constant(1), &old);
  if (!made) return false;
  made->left = operand_constant(0);
  made->tags |= reader_tags(c->reader, "LKR");
  made->write_tags |= reader_tags(c->reader, "LKW");
  made->must_succeed = !(which & TRIES);
  if (!(which & TRIES)) return true;
  made->may_fail = true;
  made->fail_tags = reader_tags(c->reader, "LF");
  *value = c_compute(c, ARITHMETIC_EQ, old, operand_constant(0));
  return true;
}

/* spin_is_locked: a read that orders nothing (RL or RU, as the lock is taken or not; no model
 * treats them differently). */
static bool kernel_is_locked(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = { .order = ORDER_RELAXED,
                             .scope = SCOPE_SYSTEM,
                             .tags = reader_tags(c->reader, "RL RU") };
  (void)which;
  return c_expression(c, &pointer) && c_load_as(c, pointer, &manner, value);
}

static bool kernel_unlock(struct c_reading *c, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = manner_of(c, RELEASE);
  (void)which;
  manner.tags |= reader_tags(c->reader, "UL");
  *value = operand_none();
  return c_expression(c, &pointer) && c_store_as(c, pointer, &manner, operand_constant(0));
}

#define OPERATION(arithmetic) ((int)(arithmetic) << OPERATION_BITS)
#define FOUR(name, read, flags)                                              \
  { name, read, FULL | (flags) }, { name "_relaxed", read, ONCE | (flags) }, \
      { name "_acquire", read, ACQUIRE | (flags) }, {                        \
    name "_release", read, RELEASE | (flags)                                 \
  }

const struct c_function c_kernel_functions[] = {
  { "READ_ONCE", kernel_load, ONCE | LVALUE },
  { "WRITE_ONCE", kernel_store, ONCE | LVALUE },
  { "rcu_dereference", kernel_load, ONCE | LVALUE },
  { "rcu_assign_pointer", kernel_store, RELEASE | LVALUE },
  { "smp_store_release", kernel_store, RELEASE },
  { "smp_load_acquire", kernel_load, ACQUIRE },
  { "atomic_read", kernel_load, ONCE },
  { "atomic_set", kernel_store, ONCE },
  { "atomic_read_acquire", kernel_load, ACQUIRE },
  { "atomic_set_release", kernel_store, RELEASE },
  { "smp_mb", kernel_fence, 0 },
  { "smp_rmb", kernel_fence, 1 },
  { "smp_wmb", kernel_fence, 2 },
  { "barrier", kernel_fence, 3 },
  { "rcu_read_lock", kernel_fence, 4 },
  { "rcu_read_unlock", kernel_fence, 5 },
  { "synchronize_rcu", kernel_fence, 6 },
  { "synchronize_rcu_expedited", kernel_fence, 6 },
  { "smp_mb__before_atomic", kernel_fence, 7 },
  { "smp_mb__after_atomic", kernel_fence, 8 },
  { "smp_mb__after_spinlock", kernel_fence, 9 },
  { "smp_mb__after_unlock_lock", kernel_fence, 10 },
  { "smp_mb__after_srcu_read_unlock", kernel_fence, 11 },
  { "srcu_read_lock", kernel_load, SRCU_LOCK },
  { "srcu_read_unlock", kernel_store, SRCU_UNLOCK },
  { "srcu_down_read", kernel_load, SRCU_LOCK },
  { "srcu_up_read", kernel_store, SRCU_UNLOCK },
  { "synchronize_srcu", synchronize_srcu, 0 },
  { "synchronize_srcu_expedited", synchronize_srcu, 0 },
  FOUR("xchg", kernel_exchange, 0),
  FOUR("atomic_xchg", kernel_exchange, 0),
  FOUR("cmpxchg", kernel_compare_exchange, 0),
  FOUR("atomic_cmpxchg", kernel_compare_exchange, 0),
  { "atomic_add", kernel_operation, OPERATION(ARITHMETIC_ADD) | SILENT },
  { "atomic_sub", kernel_operation, OPERATION(ARITHMETIC_SUB) | SILENT },
  { "atomic_inc", kernel_operation, OPERATION(ARITHMETIC_ADD) | SILENT | INCREMENT },
  { "atomic_dec", kernel_operation, OPERATION(ARITHMETIC_SUB) | SILENT | INCREMENT },
  FOUR("atomic_add_return", kernel_operation, OPERATION(ARITHMETIC_ADD) | NEW),
  FOUR("atomic_sub_return", kernel_operation, OPERATION(ARITHMETIC_SUB) | NEW),
  FOUR("atomic_inc_return", kernel_operation, OPERATION(ARITHMETIC_ADD) | NEW | INCREMENT),
  FOUR("atomic_dec_return", kernel_operation, OPERATION(ARITHMETIC_SUB) | NEW | INCREMENT),
  FOUR("atomic_fetch_add", kernel_operation, OPERATION(ARITHMETIC_ADD)),
  FOUR("atomic_fetch_sub", kernel_operation, OPERATION(ARITHMETIC_SUB)),
  FOUR("atomic_fetch_inc", kernel_operation, OPERATION(ARITHMETIC_ADD) | INCREMENT),
  FOUR("atomic_fetch_dec", kernel_operation, OPERATION(ARITHMETIC_SUB) | INCREMENT),
  { "atomic_sub_and_test", kernel_operation, OPERATION(ARITHMETIC_SUB) | FULL | NEW | IS_ZERO },
  { "atomic_dec_and_test", kernel_operation,
    OPERATION(ARITHMETIC_SUB) | FULL | NEW | INCREMENT | IS_ZERO },
  { "atomic_inc_and_test", kernel_operation,
    OPERATION(ARITHMETIC_ADD) | FULL | NEW | INCREMENT | IS_ZERO },
  { "atomic_add_negative", kernel_operation, OPERATION(ARITHMETIC_ADD) | FULL | NEW | IS_NEGATIVE },
  { "atomic_add_unless", kernel_add_unless, FULL },
  { "smp_store_mb", kernel_store_mb, 0 },
  { "spin_lock", kernel_lock, 0 },
  { "spin_trylock", kernel_lock, TRIES },
  { "spin_is_locked", kernel_is_locked, 0 },
  { "spin_unlock", kernel_unlock, 0 },
  { NULL, NULL, 0 }
};
