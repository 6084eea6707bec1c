/* The Linux kernel's functions: what linux-kernel.def says, with the tags of its bell file in both
 * spellings that models use (Once and ONCE).  The order of an access is what the models without
 * tags see of it.
 *
 * A read-side critical section of SRCU begins with a load of the srcu_struct and ends with a store
 * to it of what the load gave, so that data dependencies say which end belongs to which beginning;
 * a grace period is a fence that has a location and reads and writes nothing. */
#include "litmus/read/dialect_c.h"

enum { ONCE, ACQUIRE, RELEASE, FULL, NORETURN, SRCU_LOCK, SRCU_UNLOCK };

static struct c_manner manner_of(struct c_reading *reading, int which) {
  static const struct {
    const char *tags;
    enum order order;
  } manners[] = { { "ONCE Once", ORDER_RELAXED },         { "ACQUIRE Acquire", ORDER_ACQUIRE },
                  { "RELEASE Release", ORDER_RELEASE },   { "MB Mb", ORDER_SC },
                  { "NORETURN Noreturn", ORDER_RELAXED }, { "Srcu-lock", ORDER_RELAXED },
                  { "Srcu-unlock", ORDER_RELAXED } };
  return (struct c_manner){ .order = manners[which].order,
                            .fail_order = ORDER_RELAXED,
                            .scope = SCOPE_SYSTEM,
                            .tags = c_tags(reading, manners[which].tags) };
}

/* READ_ONCE(*x), rcu_dereference(*x) */
static bool kernel_load(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = manner_of(reading, which);
  return c_lvalue(reading, &pointer) && c_load_as(reading, pointer, &manner, value);
}

static bool kernel_load_at(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = manner_of(reading, which);
  return c_expression(reading, &pointer) && c_load_as(reading, pointer, &manner, value);
}

static bool kernel_store_to(struct c_reading *reading, int which, struct operand pointer,
                            struct operand *value) {
  struct operand stored;
  struct c_manner manner = manner_of(reading, which);
  value->kind = OPERAND_NONE;
  return c_comma(reading) && c_expression(reading, &stored) &&
         c_store_as(reading, pointer, &manner, stored);
}

static bool kernel_store(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  return c_lvalue(reading, &pointer) && kernel_store_to(reading, which, pointer, value);
}

static bool kernel_store_at(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  return c_expression(reading, &pointer) && kernel_store_to(reading, which, pointer, value);
}

static bool kernel_fence(struct c_reading *reading, int which, struct operand *value) {
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
  value->kind = OPERAND_NONE;
  return c_fence(reading, &(struct c_manner){ .order = fences[which].order,
                                              .scope = SCOPE_SYSTEM,
                                              .tags = c_tags(reading, fences[which].tags) });
}

/* smp_store_mb: a store and a full fence. */
static bool kernel_store_mb(struct c_reading *reading, int which, struct operand *value) {
  return kernel_store(reading, ONCE, value) && kernel_fence(reading, which, value);
}

/* A grace period of one srcu_struct. */
static bool synchronize_srcu(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  (void)which;
  value->kind = OPERAND_NONE;
  if (!c_expression(reading, &pointer)) return false;
  struct instruction *made = c_access(reading, OP_FENCE, pointer);
  if (!made) return false;
  made->order = ORDER_SC;
  made->scope = SCOPE_SYSTEM;
  made->tags = c_tags(reading, "Sync-srcu");
  return true;
}

static bool kernel_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by;
  if (!c_expression(reading, &pointer) || !c_comma(reading) || !c_expression(reading, &by))
    return false;
  struct c_manner manner = manner_of(reading, which);
  return c_rmw(reading, pointer, &manner, ARITHMETIC_MOVE, by, value) != NULL;
}

/* Where it writes nothing it is a read that orders nothing: `once` for the kernel's older models,
 * which go by the tags with small letters; the newer ones find out by themselves what has failed.
 */
static void set_failing(struct c_reading *reading, struct instruction *made, int which) {
  static const char *const tags[] = { "ONCE Once", "ACQUIRE Once", "RELEASE Once", "MB Once" };
  made->may_fail = true;
  made->fail_tags = c_tags(reading, tags[which]);
}

static bool kernel_compare_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, expected, by;
  if (!c_expression(reading, &pointer) || !c_comma(reading) || !c_expression(reading, &expected) ||
      !c_comma(reading) || !c_expression(reading, &by))
    return false;
  struct c_manner manner = manner_of(reading, which);
  struct instruction *made = c_rmw(reading, pointer, &manner, ARITHMETIC_CAS, by, value);
  if (!made) return false;
  made->left = expected;
  set_failing(reading, made, which);
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

static bool kernel_operation(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by = operand_constant(1);
  enum arithmetic arithmetic = (enum arithmetic)(which >> OPERATION_BITS & 0xf);
  if (!(which & INCREMENT) && (!c_expression(reading, &by) || !c_comma(reading))) return false;
  if (!c_expression(reading, &pointer)) return false;
  struct c_manner manner = manner_of(reading, which & SILENT ? NORETURN : which & 7);
  if (!c_rmw(reading, pointer, &manner, arithmetic, by, value)) return false;
  if (which & SILENT) value->kind = OPERAND_NONE;
  else if (which & NEW) *value = c_compute(reading, arithmetic, *value, by);
  if (which & IS_ZERO) *value = c_compute(reading, ARITHMETIC_EQ, *value, operand_constant(0));
  if (which & IS_NEGATIVE) *value = c_compute(reading, ARITHMETIC_LT, *value, operand_constant(0));
  return true;
}

/* atomic_add_unless(X, V, U): 1 where it added. */
static bool kernel_add_unless(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by, unless, old;
  if (!c_expression(reading, &pointer) || !c_comma(reading) || !c_expression(reading, &by) ||
      !c_comma(reading) || !c_expression(reading, &unless))
    return false;
  struct c_manner manner = manner_of(reading, which);
  struct instruction *made = c_rmw(reading, pointer, &manner, ARITHMETIC_ADD, by, &old);
  if (!made) return false;
  made->left = unless;
  set_failing(reading, made, which);
  *value = c_compute(reading, ARITHMETIC_NE, old, unless);
  return true;
}

enum { TRIES = 1 };

/* spin_lock: reads 0, or the execution does not count, and writes 1.  spin_trylock: writes 1 where
 * it reads 0; where it reads 1 it orders nothing. */
static bool kernel_lock(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, old;
  value->kind = OPERAND_NONE;
  if (!c_expression(reading, &pointer)) return false;
  struct c_manner manner = manner_of(reading, ACQUIRE);
  struct instruction *made =
      c_rmw(reading, pointer, &manner, ARITHMETIC_CAS, operand_constant(1), &old);
  if (!made) return false;
  made->left = operand_constant(0);
  made->tags |= c_tags(reading, "LKR");
  made->write_tags |= c_tags(reading, "LKW");
  made->must_succeed = !(which & TRIES);
  if (!(which & TRIES)) return true;
  made->may_fail = true;
  made->fail_tags = c_tags(reading, "LF");
  *value = c_compute(reading, ARITHMETIC_EQ, old, operand_constant(0));
  return true;
}

/* spin_is_locked: a read that orders nothing (RL or RU, as the lock is taken or not; no model
 * treats them differently). */
static bool kernel_is_locked(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = { .order = ORDER_RELAXED,
                             .scope = SCOPE_SYSTEM,
                             .tags = c_tags(reading, "RL RU") };
  (void)which;
  return c_expression(reading, &pointer) && c_load_as(reading, pointer, &manner, value);
}

static bool kernel_unlock(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct c_manner manner = manner_of(reading, RELEASE);
  (void)which;
  manner.tags |= c_tags(reading, "UL");
  value->kind = OPERAND_NONE;
  return c_expression(reading, &pointer) &&
         c_store_as(reading, pointer, &manner, operand_constant(0));
}

#define OPERATION(arithmetic) ((int)(arithmetic) << OPERATION_BITS)
#define FOUR(name, read, flags)                                              \
  { name, read, FULL | (flags) }, { name "_relaxed", read, ONCE | (flags) }, \
      { name "_acquire", read, ACQUIRE | (flags) }, {                        \
    name "_release", read, RELEASE | (flags)                                 \
  }

const struct c_function c_kernel_functions[] = {
  { "READ_ONCE", kernel_load, ONCE },
  { "WRITE_ONCE", kernel_store, ONCE },
  { "rcu_dereference", kernel_load, ONCE },
  { "rcu_assign_pointer", kernel_store, RELEASE },
  { "smp_store_release", kernel_store_at, RELEASE },
  { "smp_load_acquire", kernel_load_at, ACQUIRE },
  { "atomic_read", kernel_load_at, ONCE },
  { "atomic_set", kernel_store_at, ONCE },
  { "atomic_read_acquire", kernel_load_at, ACQUIRE },
  { "atomic_set_release", kernel_store_at, RELEASE },
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
  { "srcu_read_lock", kernel_load_at, SRCU_LOCK },
  { "srcu_read_unlock", kernel_store_at, SRCU_UNLOCK },
  { "srcu_down_read", kernel_load_at, SRCU_LOCK },
  { "srcu_up_read", kernel_store_at, SRCU_UNLOCK },
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
