/* The functions of C-like dialects: C11's <stdatomic.h>, OpenCL C 2.0's, and the Linux kernel's.
 *
 * C11 and OpenCL: an operation without an order is memory_order_seq_cst, one without a scope is at
 * memory_scope_device (OpenCL C 3.0, 6.15.12).  Every atomic access has the tag A, and in OpenCL the tag of its scope.
 * The kernel's are what linux-kernel.def says, with the tags of its bell file in both spellings that models use (Once
 * and ONCE).  atomic_compare_exchange reads what `expected` points to first, and writes there what it found if that was
 * another value. */
#include "litmus/dialect_c.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/tags.h"

uint64_t reader_tag(struct reader *reader, const char *name) {
  struct program *program = reader->program;
  const char *known = tag_known_name(name);
  if (!known) known = name; /* a base name of the models, such as A */
  for (unsigned i = 0; i < program->tag_count; i++)
    if (text_equal(program->tags[i], known)) return (uint64_t)1 << i;
  program->tags[program->tag_count] = known;
  return (uint64_t)1 << program->tag_count++;
}

/* The bits of names between blanks. */
static uint64_t tags(struct c_reading *reading, const char *names) {
  static const char *const all[] = {
      "A", "ONCE", "Once", "ACQUIRE", "Acquire", "RELEASE", "Release", "MB", "Mb", "NORETURN", "Noreturn", "Wmb", "Rmb",
      "Barrier", "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Before-atomic", "After-atomic", "After-spinlock",
      "After-unlock-lock", "After-srcu-read-unlock", "LKR", "LKW", "UL", "GLOBAL", "LOCAL", "WI", "WG", "DV", "ALL", "F"};
  uint64_t bits = 0;
  for (const char *at = names; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      if (strlen(all[i]) == length && memcmp(all[i], at, length) == 0) bits |= reader_tag(reading->reader, all[i]);
    at += length;
  }
  return bits;
}

/* ---- instructions ---- */

struct instruction *c_instruction(struct c_reading *reading, enum opcode opcode) {
  struct instruction *made = instruction_new(reading->reader, reading->thread, (struct span){reading->cursor->at, 1});
  if (made) made->opcode = opcode;
  return made;
}

struct operand c_constant(int64_t number) { return (struct operand){.kind = OPERAND_CONSTANT, .number = number}; }

struct operand c_register(int index) { return (struct operand){.kind = OPERAND_REGISTER, .index = (unsigned)index}; }

/* "__t1" and so on; such names are the compiler's in C. */
int c_temporary(struct c_reading *reading) {
  char *name = memory_format("__t%u", ++reading->temporaries);
  struct reader *reader = reading->reader;
  struct source source = {"", name, strlen(name)}, *held = (struct source *)reader->cursor.source;
  reader->cursor.source = &source;
  int index = reader_register(reader, reading->thread, (struct span){0, source.length}, REGISTER_DECLARED);
  reader->cursor.source = held;
  memory_free(name);
  return index;
}

struct operand c_compute(struct c_reading *reading, enum arithmetic arithmetic, struct operand left,
                         struct operand right) {
  if (left.kind == OPERAND_CONSTANT && right.kind == OPERAND_CONSTANT)
    return c_constant(arithmetic_apply(arithmetic, left.number, right.number, 0));
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : c_instruction(reading, OP_COMPUTE);
  if (!made) return c_constant(0);
  made->arithmetic = arithmetic;
  made->left = left;
  made->value = right;
  made->destination = destination;
  return c_register(destination);
}

void c_assign(struct c_reading *reading, int destination, struct operand value) {
  struct thread *thread = &reading->reader->program->threads[reading->thread];
  struct instruction *last = thread->length ? &thread->instructions[thread->length - 1] : NULL;
  bool fresh = last && value.kind == OPERAND_REGISTER && last->destination == (int)value.index &&
               memcmp(thread->registers[value.index].name, "__t", 3) == 0;
  if (fresh && (last->opcode == OP_COMPUTE || last->opcode == OP_LOAD || last->opcode == OP_RMW)) {
    last->destination = destination; /* the value was made for this */
    return;
  }
  struct instruction *move = c_instruction(reading, OP_COMPUTE);
  if (!move) return;
  move->arithmetic = ARITHMETIC_MOVE;
  move->value = value;
  move->destination = destination;
}

static struct instruction *access(struct c_reading *reading, enum opcode opcode, struct operand pointer) {
  if (pointer.kind == OPERAND_CONSTANT) {
    cursor_fail(reading->cursor, (struct span){reading->cursor->at, 1}, "expected a pointer, found a number");
    return NULL;
  }
  struct instruction *made = c_instruction(reading, opcode);
  if (made) made->address = pointer;
  return made;
}

static bool load(struct c_reading *reading, struct operand pointer, enum order order, enum scope scope, uint64_t bits,
                 struct operand *value) {
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : access(reading, OP_LOAD, pointer);
  if (!made) return false;
  made->order = order;
  made->scope = scope;
  made->tags = bits;
  made->destination = destination;
  *value = c_register(destination);
  return true;
}

static bool store(struct c_reading *reading, struct operand pointer, struct operand value, enum order order,
                  enum scope scope, uint64_t bits) {
  struct instruction *made = access(reading, OP_STORE, pointer);
  if (!made) return false;
  made->order = order;
  made->scope = scope;
  made->tags = bits;
  made->value = value;
  return true;
}

bool c_load(struct c_reading *reading, struct operand pointer, struct operand *value) {
  return load(reading, pointer, ORDER_WEAK, SCOPE_NONE, 0, value);
}

bool c_store(struct c_reading *reading, struct operand pointer, struct operand value) {
  return store(reading, pointer, value, ORDER_WEAK, SCOPE_NONE, 0);
}

static unsigned length(const struct c_reading *reading) {
  return reading->reader->program->threads[reading->thread].length;
}

int c_branch_if_zero(struct c_reading *reading, struct operand condition) {
  struct instruction *made = c_instruction(reading, OP_BRANCH);
  if (!made) return -1;
  made->comparison = COMPARE_EQ;
  made->left = condition;
  made->value = c_constant(0);
  return (int)length(reading) - 1;
}

int c_goto(struct c_reading *reading) { return c_instruction(reading, OP_GOTO) ? (int)length(reading) - 1 : -1; }

static struct instruction *instruction_at(struct c_reading *reading, int index) {
  return &reading->reader->program->threads[reading->thread].instructions[index];
}

void c_land(struct c_reading *reading, int jump) { instruction_at(reading, jump)->target = length(reading); }

void c_join(struct c_reading *reading, int branch) { instruction_at(reading, branch)->join = length(reading); }

/* ---- orders, scopes ---- */

static bool comma(struct c_reading *reading) { return cursor_expect(reading->cursor, ",", "\",\""); }

static bool read_order(struct c_reading *reading, enum order *order) {
  static const struct { const char *word; enum order order; } orders[] = {
      {"memory_order_relaxed", ORDER_RELAXED}, {"memory_order_acquire", ORDER_ACQUIRE},
      {"memory_order_release", ORDER_RELEASE}, {"memory_order_acq_rel", ORDER_ACQ_REL},
      {"memory_order_seq_cst", ORDER_SC}};
  struct span word;
  if (!cursor_word(reading->cursor, &word)) return cursor_expected(reading->cursor, "a memory order");
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
    if (span_is(reading->cursor, word, orders[i].word)) {
      *order = orders[i].order;
      return true;
    }
  if (span_is(reading->cursor, word, "memory_order_consume"))
    return cursor_fail(reading->cursor, word, "unsupported: memory_order_consume");
  return cursor_fail(reading->cursor, word, "expected a memory order, found \"%.*s\"", SPAN(reading->cursor, word));
}

/* What an atomic operation is done with. */
struct manner { enum order order, fail_order; enum scope scope; uint64_t bits; };

static const struct { const char *word, *tag; enum scope scope; } scopes[] = {
    {"memory_scope_work_item", "WI", SCOPE_NONE}, {"memory_scope_work_group", "WG", SCOPE_CTA},
    {"memory_scope_device", "DV", SCOPE_GPU}, {"memory_scope_all_svm_devices", "ALL", SCOPE_SYSTEM},
    {"memory_scope_all_devices", "ALL", SCOPE_SYSTEM}};

/* ", SCOPE" where it is written. */
static bool read_scope(struct c_reading *reading, struct manner *manner) {
  struct span word;
  if (!reading->opencl) {
    manner->scope = SCOPE_SYSTEM;
    return true;
  }
  unsigned which = 2;
  if (cursor_accept(reading->cursor, ",")) {
    if (!cursor_word(reading->cursor, &word)) return cursor_expected(reading->cursor, "a memory scope");
    for (which = 0; which < sizeof scopes / sizeof *scopes; which++)
      if (span_is(reading->cursor, word, scopes[which].word)) break;
    if (which == sizeof scopes / sizeof *scopes)
      return cursor_fail(reading->cursor, word, "expected a memory scope, found \"%.*s\"", SPAN(reading->cursor, word));
  }
  manner->scope = scopes[which].scope;
  manner->bits |= tags(reading, scopes[which].tag);
  return true;
}

/* The orders that an _explicit function is given, and its scope. */
static bool read_manner(struct c_reading *reading, bool explicit, bool two, struct manner *manner) {
  *manner = (struct manner){.order = ORDER_SC, .fail_order = ORDER_SC, .bits = tags(reading, "A")};
  if (explicit && (!comma(reading) || !read_order(reading, &manner->order))) return false;
  if (explicit && two && (!comma(reading) || !read_order(reading, &manner->fail_order))) return false;
  return read_scope(reading, manner);
}

/* ---- C11 and OpenCL ---- */

enum { EXPLICIT = 1 << 8, NEW = 1 << 9 }; /* beside what a function's number says otherwise */

static bool atomic_load(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct manner manner;
  return c_expression(reading, &pointer) && read_manner(reading, which & EXPLICIT, false, &manner) &&
         load(reading, pointer, manner.order, manner.scope, manner.bits, value);
}

static bool atomic_store(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, stored;
  struct manner manner;
  value->kind = OPERAND_NONE;
  return c_expression(reading, &pointer) && comma(reading) && c_expression(reading, &stored) &&
         read_manner(reading, which & EXPLICIT, false, &manner) &&
         store(reading, pointer, stored, manner.order, manner.scope, manner.bits);
}

static struct instruction *rmw(struct c_reading *reading, struct operand pointer, enum arithmetic arithmetic,
                               struct operand by, struct operand *old) {
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : access(reading, OP_RMW, pointer);
  if (!made) return NULL;
  made->arithmetic = arithmetic;
  made->value = by;
  made->destination = destination;
  *old = c_register(destination);
  return made;
}

static void set_manner(struct instruction *made, const struct manner *manner) {
  made->order = manner->order;
  made->fail_order = manner->fail_order;
  made->scope = manner->scope;
  made->tags = made->write_tags = manner->bits;
}

static bool atomic_fetch(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by;
  struct manner manner;
  if (!c_expression(reading, &pointer) || !comma(reading) || !c_expression(reading, &by) ||
      !read_manner(reading, which & EXPLICIT, false, &manner))
    return false;
  struct instruction *made = rmw(reading, pointer, (enum arithmetic)(which & 0xff), by, value);
  if (made) set_manner(made, &manner);
  return made != NULL;
}

static bool atomic_compare_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, expected_at, desired, expected, old;
  struct manner manner;
  if (!c_expression(reading, &pointer) || !comma(reading) || !c_expression(reading, &expected_at) || !comma(reading) ||
      !c_expression(reading, &desired) || !read_manner(reading, which & EXPLICIT, true, &manner) ||
      !c_load(reading, expected_at, &expected))
    return false;
  struct instruction *made = rmw(reading, pointer, ARITHMETIC_CAS, desired, &old);
  if (!made) return false;
  set_manner(made, &manner);
  made->left = expected;
  made->may_fail = true;
  *value = c_compute(reading, ARITHMETIC_EQ, old, expected);
  int branch = c_branch_if_zero(reading, c_compute(reading, ARITHMETIC_EQ, *value, c_constant(0)));
  if (branch < 0 || !c_store(reading, expected_at, old)) return false;
  c_land(reading, branch);
  c_join(reading, branch);
  return true;
}

static bool fence(struct c_reading *reading, enum order order, enum scope scope, uint64_t bits) {
  struct instruction *made = c_instruction(reading, OP_FENCE);
  if (!made) return false;
  made->order = order;
  made->scope = scope;
  made->tags = bits;
  return true;
}

static bool atomic_thread_fence(struct c_reading *reading, int which, struct operand *value) {
  struct manner manner = {.scope = SCOPE_SYSTEM};
  (void)which;
  value->kind = OPERAND_NONE;
  return read_order(reading, &manner.order) && read_scope(reading, &manner) &&
         fence(reading, manner.order, manner.scope, manner.bits);
}

/* CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE */
static bool read_flags(struct c_reading *reading, uint64_t *bits) {
  do {
    struct span word;
    if (!cursor_word(reading->cursor, &word)) return cursor_expected(reading->cursor, "CLK_GLOBAL_MEM_FENCE or another");
    bool global = span_is(reading->cursor, word, "CLK_GLOBAL_MEM_FENCE");
    if (!global && !span_is(reading->cursor, word, "CLK_LOCAL_MEM_FENCE"))
      return cursor_fail(reading->cursor, word, "expected CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE");
    *bits |= tags(reading, global ? "GLOBAL" : "LOCAL");
  } while (cursor_accept(reading->cursor, "|"));
  return true;
}

static bool work_item_fence(struct c_reading *reading, int which, struct operand *value) {
  struct manner manner = {.scope = SCOPE_NONE};
  (void)which;
  value->kind = OPERAND_NONE;
  return read_flags(reading, &manner.bits) && comma(reading) && read_order(reading, &manner.order) &&
         read_scope(reading, &manner) && fence(reading, manner.order, manner.scope, manner.bits);
}

static bool barrier(struct c_reading *reading, int which, struct operand *value) {
  struct manner manner = {.bits = 0};
  (void)which;
  value->kind = OPERAND_NONE;
  if (!read_flags(reading, &manner.bits)) return false;
  if (cursor_peek(reading->cursor) == ',' && !read_scope(reading, &manner)) return false;
  struct instruction *made = c_instruction(reading, OP_BARRIER);
  if (!made) return false;
  made->tags = manner.bits | tags(reading, "F WG");
  return true;
}

/* ---- the Linux kernel ---- */

enum { ONCE, ACQUIRE, RELEASE, FULL, NORETURN };

static uint64_t kernel_tags(struct c_reading *reading, int which) {
  static const char *const names[] = {"ONCE Once", "ACQUIRE Acquire", "RELEASE Release", "MB Mb", "NORETURN Noreturn"};
  return tags(reading, names[which]);
}

static enum order kernel_order(int which) {
  static const enum order orders[] = {ORDER_RELAXED, ORDER_ACQUIRE, ORDER_RELEASE, ORDER_SC, ORDER_RELAXED};
  return orders[which];
}

/* READ_ONCE(*x), rcu_dereference(*x) */
static bool kernel_load(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  return c_lvalue(reading, &pointer) &&
         load(reading, pointer, kernel_order(which), SCOPE_SYSTEM, kernel_tags(reading, which), value);
}

static bool kernel_load_at(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  return c_expression(reading, &pointer) &&
         load(reading, pointer, kernel_order(which), SCOPE_SYSTEM, kernel_tags(reading, which), value);
}

static bool kernel_store_to(struct c_reading *reading, int which, struct operand pointer, struct operand *value) {
  struct operand stored;
  value->kind = OPERAND_NONE;
  return comma(reading) && c_expression(reading, &stored) &&
         store(reading, pointer, stored, kernel_order(which), SCOPE_SYSTEM, kernel_tags(reading, which));
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
  static const struct { const char *tags; enum order order; } fences[] = {
      {"Mb MB", ORDER_SC}, {"Rmb", ORDER_ACQUIRE}, {"Wmb", ORDER_RELEASE}, {"Barrier", ORDER_RELAXED},
      {"Rcu-lock", ORDER_RELAXED}, {"Rcu-unlock", ORDER_RELAXED}, {"Sync-rcu", ORDER_SC},
      {"Before-atomic", ORDER_RELAXED}, {"After-atomic", ORDER_RELAXED}, {"After-spinlock", ORDER_RELAXED},
      {"After-unlock-lock", ORDER_RELAXED}, {"After-srcu-read-unlock", ORDER_RELAXED}};
  value->kind = OPERAND_NONE;
  return fence(reading, fences[which].order, SCOPE_SYSTEM, tags(reading, fences[which].tags));
}

static void set_kernel(struct c_reading *reading, struct instruction *made, int which) {
  made->order = which == FULL ? ORDER_SC : kernel_order(which);
  made->fail_order = ORDER_RELAXED;
  made->scope = SCOPE_SYSTEM;
  made->tags = made->write_tags = kernel_tags(reading, which);
}

static bool kernel_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by;
  if (!c_expression(reading, &pointer) || !comma(reading) || !c_expression(reading, &by)) return false;
  struct instruction *made = rmw(reading, pointer, ARITHMETIC_MOVE, by, value);
  if (made) set_kernel(reading, made, which);
  return made != NULL;
}

static bool kernel_compare_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, expected, by;
  if (!c_expression(reading, &pointer) || !comma(reading) || !c_expression(reading, &expected) || !comma(reading) ||
      !c_expression(reading, &by))
    return false;
  struct instruction *made = rmw(reading, pointer, ARITHMETIC_CAS, by, value);
  if (!made) return false;
  set_kernel(reading, made, which);
  made->left = expected;
  made->may_fail = true;
  return true;
}

/* atomic_add(V, X), atomic_inc(X) and those that return the old or the new value */
enum { OPERATION_BITS = 4, INCREMENT = 1 << 10, SILENT = 1 << 11 };

static bool kernel_operation(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, by = c_constant(1);
  enum arithmetic arithmetic = (enum arithmetic)(which >> OPERATION_BITS & 0xf);
  if (!(which & INCREMENT) && (!c_expression(reading, &by) || !comma(reading))) return false;
  if (!c_expression(reading, &pointer)) return false;
  struct instruction *made = rmw(reading, pointer, arithmetic, by, value);
  if (!made) return false;
  set_kernel(reading, made, which & SILENT ? NORETURN : which & 7);
  if (which & SILENT) value->kind = OPERAND_NONE;
  else if (which & NEW) *value = c_compute(reading, arithmetic, *value, by);
  return true;
}

/* spin_lock: reads 0, or the execution does not count, and writes 1. */
static bool kernel_lock(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, old;
  (void)which;
  value->kind = OPERAND_NONE;
  if (!c_expression(reading, &pointer)) return false;
  struct instruction *made = rmw(reading, pointer, ARITHMETIC_CAS, c_constant(1), &old);
  if (!made) return false;
  set_kernel(reading, made, ACQUIRE);
  made->left = c_constant(0);
  made->must_succeed = true;
  made->tags |= tags(reading, "LKR");
  made->write_tags |= tags(reading, "LKW");
  return true;
}

static bool kernel_unlock(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  (void)which;
  value->kind = OPERAND_NONE;
  return c_expression(reading, &pointer) &&
         store(reading, pointer, c_constant(0), ORDER_RELEASE, SCOPE_SYSTEM,
               kernel_tags(reading, RELEASE) | tags(reading, "UL"));
}

/* ---- the tables ---- */

struct function {
  const char *name;
  bool (*read)(struct c_reading *reading, int which, struct operand *value);
  int which;
};

#define FETCH(name, arithmetic)                                            \
  {"atomic_fetch_" name, atomic_fetch, arithmetic},                        \
  {"atomic_fetch_" name "_explicit", atomic_fetch, (arithmetic) | EXPLICIT}

static const struct function standard[] = {
    {"atomic_load", atomic_load, 0}, {"atomic_load_explicit", atomic_load, EXPLICIT},
    {"atomic_store", atomic_store, 0}, {"atomic_store_explicit", atomic_store, EXPLICIT},
    {"atomic_exchange", atomic_fetch, ARITHMETIC_MOVE},
    {"atomic_exchange_explicit", atomic_fetch, (int)ARITHMETIC_MOVE | EXPLICIT},
    FETCH("add", (int)ARITHMETIC_ADD), FETCH("sub", (int)ARITHMETIC_SUB), FETCH("and", (int)ARITHMETIC_AND),
    FETCH("or", (int)ARITHMETIC_OR), FETCH("xor", (int)ARITHMETIC_XOR),
    {"atomic_compare_exchange_strong", atomic_compare_exchange, 0},
    {"atomic_compare_exchange_strong_explicit", atomic_compare_exchange, EXPLICIT},
    {"atomic_thread_fence", atomic_thread_fence, 0}, {"atomic_work_item_fence", work_item_fence, 0},
    {"barrier", barrier, 0}, {"work_group_barrier", barrier, 0},
    {NULL, NULL, 0}};

#define OPERATION(arithmetic) ((int)(arithmetic) << OPERATION_BITS)
#define FOUR(name, read, flags)                                                            \
  {name, read, FULL | (flags)}, {name "_relaxed", read, ONCE | (flags)},                   \
  {name "_acquire", read, ACQUIRE | (flags)}, {name "_release", read, RELEASE | (flags)}

static const struct function kernel[] = {
    {"READ_ONCE", kernel_load, ONCE}, {"WRITE_ONCE", kernel_store, ONCE}, {"rcu_dereference", kernel_load, ONCE},
    {"rcu_assign_pointer", kernel_store, RELEASE}, {"smp_store_release", kernel_store_at, RELEASE},
    {"smp_load_acquire", kernel_load_at, ACQUIRE}, {"atomic_read", kernel_load_at, ONCE},
    {"atomic_set", kernel_store_at, ONCE}, {"atomic_read_acquire", kernel_load_at, ACQUIRE},
    {"atomic_set_release", kernel_store_at, RELEASE},
    {"smp_mb", kernel_fence, 0}, {"smp_rmb", kernel_fence, 1}, {"smp_wmb", kernel_fence, 2},
    {"barrier", kernel_fence, 3}, {"rcu_read_lock", kernel_fence, 4}, {"rcu_read_unlock", kernel_fence, 5},
    {"synchronize_rcu", kernel_fence, 6}, {"synchronize_rcu_expedited", kernel_fence, 6},
    {"smp_mb__before_atomic", kernel_fence, 7}, {"smp_mb__after_atomic", kernel_fence, 8},
    {"smp_mb__after_spinlock", kernel_fence, 9}, {"smp_mb__after_unlock_lock", kernel_fence, 10},
    {"smp_mb__after_srcu_read_unlock", kernel_fence, 11},
    FOUR("xchg", kernel_exchange, 0), FOUR("atomic_xchg", kernel_exchange, 0),
    FOUR("cmpxchg", kernel_compare_exchange, 0), FOUR("atomic_cmpxchg", kernel_compare_exchange, 0),
    {"atomic_add", kernel_operation, OPERATION(ARITHMETIC_ADD) | SILENT},
    {"atomic_sub", kernel_operation, OPERATION(ARITHMETIC_SUB) | SILENT},
    {"atomic_inc", kernel_operation, OPERATION(ARITHMETIC_ADD) | SILENT | INCREMENT},
    {"atomic_dec", kernel_operation, OPERATION(ARITHMETIC_SUB) | SILENT | INCREMENT},
    FOUR("atomic_add_return", kernel_operation, OPERATION(ARITHMETIC_ADD) | NEW),
    FOUR("atomic_sub_return", kernel_operation, OPERATION(ARITHMETIC_SUB) | NEW),
    FOUR("atomic_inc_return", kernel_operation, OPERATION(ARITHMETIC_ADD) | NEW | INCREMENT),
    FOUR("atomic_dec_return", kernel_operation, OPERATION(ARITHMETIC_SUB) | NEW | INCREMENT),
    FOUR("atomic_fetch_add", kernel_operation, OPERATION(ARITHMETIC_ADD)),
    FOUR("atomic_fetch_sub", kernel_operation, OPERATION(ARITHMETIC_SUB)),
    FOUR("atomic_fetch_inc", kernel_operation, OPERATION(ARITHMETIC_ADD) | INCREMENT),
    FOUR("atomic_fetch_dec", kernel_operation, OPERATION(ARITHMETIC_SUB) | INCREMENT),
    {"spin_lock", kernel_lock, 0}, {"spin_unlock", kernel_unlock, 0},
    {NULL, NULL, 0}};

static const struct function *find(const struct c_reading *reading, const struct function *table, struct span name) {
  for (; table->name; table++)
    if (span_is(reading->cursor, name, table->name)) return table;
  return NULL;
}

/* A barrier is known by its label: the same label, the same barrier.  Its number is where the label stands first. */
static unsigned barrier_instance(struct c_reading *reading, struct span label) {
  char *key = memory_format("barrier %.*s", (int)label.length, reading->cursor->source->text + label.start);
  uintptr_t *slot = dictionary_at(&reading->reader->labels, key, strlen(key));
  memory_free(key);
  if (!*slot) *slot = label.start + 1;
  return (unsigned)(*slot - 1);
}

bool c_call(struct c_reading *reading, struct span name, struct span label, struct operand *value) {
  bool kernel_barrier = !reading->opencl && span_is(reading->cursor, name, "barrier");
  const struct function *function = kernel_barrier ? NULL : find(reading, standard, name);
  if (!function && !reading->opencl) function = find(reading, kernel, name);
  *value = (struct operand){.kind = OPERAND_NONE};
  if (!function)
    return cursor_fail(reading->cursor, name, "unsupported: the function \"%.*s\"", SPAN(reading->cursor, name));
  if (!cursor_expect(reading->cursor, "(", "\"(\"") || !function->read(reading, function->which, value)) return false;
  struct thread *thread = &reading->reader->program->threads[reading->thread];
  if (function->read == barrier)
    thread->instructions[thread->length - 1].barrier_instance = barrier_instance(reading, label);
  return cursor_expect(reading->cursor, ")", "\")\"");
}
