/* The functions of C-like dialects: C11's <stdatomic.h> and OpenCL C 2.0's, and what they share with the Linux kernel's
 * (c_kernel.c).
 *
 * C11 and OpenCL: an operation without an order is memory_order_seq_cst, one without a scope is at
 * memory_scope_device (OpenCL C 3.0, 6.15.12).  Every atomic access has the tag A, and in OpenCL the tag of its scope.
 * atomic_compare_exchange reads what `expected` points to first, and writes there what it found if that was
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
uint64_t c_tags(struct c_reading *reading, const char *names) {
  static const char *const all[] = {
      "A", "ONCE", "Once", "ACQUIRE", "Acquire", "RELEASE", "Release", "MB", "Mb", "NORETURN", "Noreturn", "Wmb", "Rmb",
      "Barrier", "Rcu-lock", "Rcu-unlock", "Sync-rcu", "Before-atomic", "After-atomic", "After-spinlock",
      "After-unlock-lock", "After-srcu-read-unlock", "Srcu-lock", "Srcu-unlock", "Sync-srcu", "LKR", "LKW", "UL", "GLOBAL", "LOCAL", "WI", "WG", "DV", "ALL", "F"};
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

struct instruction *c_access(struct c_reading *reading, enum opcode opcode, struct operand pointer) {
  if (pointer.kind == OPERAND_CONSTANT) {
    cursor_fail(reading->cursor, (struct span){reading->cursor->at, 1}, "expected a pointer, found a number");
    return NULL;
  }
  struct instruction *made = c_instruction(reading, opcode);
  if (made) made->address = pointer;
  return made;
}

bool c_read(struct c_reading *reading, struct operand pointer, enum order order, enum scope scope, uint64_t bits,
                 struct operand *value) {
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : c_access(reading, OP_LOAD, pointer);
  if (!made) return false;
  made->order = order;
  made->scope = scope;
  made->tags = bits;
  made->destination = destination;
  *value = c_register(destination);
  return true;
}

bool c_write(struct c_reading *reading, struct operand pointer, struct operand value, enum order order,
                  enum scope scope, uint64_t bits) {
  struct instruction *made = c_access(reading, OP_STORE, pointer);
  if (!made) return false;
  made->order = order;
  made->scope = scope;
  made->tags = bits;
  made->value = value;
  return true;
}

bool c_load(struct c_reading *reading, struct operand pointer, struct operand *value) {
  return c_read(reading, pointer, ORDER_WEAK, SCOPE_NONE, 0, value);
}

bool c_store(struct c_reading *reading, struct operand pointer, struct operand value) {
  return c_write(reading, pointer, value, ORDER_WEAK, SCOPE_NONE, 0);
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

bool c_comma(struct c_reading *reading) { return cursor_expect(reading->cursor, ",", "\",\""); }

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
  manner->bits |= c_tags(reading, scopes[which].tag);
  return true;
}

/* The orders that an _explicit function is given, and its scope. */
static bool read_manner(struct c_reading *reading, bool explicit, bool two, struct manner *manner) {
  *manner = (struct manner){.order = ORDER_SC, .fail_order = ORDER_SC, .bits = c_tags(reading, "A")};
  if (explicit && (!c_comma(reading) || !read_order(reading, &manner->order))) return false;
  if (explicit && two && (!c_comma(reading) || !read_order(reading, &manner->fail_order))) return false;
  return read_scope(reading, manner);
}

/* ---- C11 and OpenCL ---- */

enum { EXPLICIT = 1 << 8 }; /* beside what a function's number says otherwise */

static bool atomic_load(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer;
  struct manner manner;
  return c_expression(reading, &pointer) && read_manner(reading, which & EXPLICIT, false, &manner) &&
         c_read(reading, pointer, manner.order, manner.scope, manner.bits, value);
}

static bool atomic_store(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, stored;
  struct manner manner;
  value->kind = OPERAND_NONE;
  return c_expression(reading, &pointer) && c_comma(reading) && c_expression(reading, &stored) &&
         read_manner(reading, which & EXPLICIT, false, &manner) &&
         c_write(reading, pointer, stored, manner.order, manner.scope, manner.bits);
}

struct instruction *c_rmw(struct c_reading *reading, struct operand pointer, enum arithmetic arithmetic,
                               struct operand by, struct operand *old) {
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : c_access(reading, OP_RMW, pointer);
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
  if (!c_expression(reading, &pointer) || !c_comma(reading) || !c_expression(reading, &by) ||
      !read_manner(reading, which & EXPLICIT, false, &manner))
    return false;
  struct instruction *made = c_rmw(reading, pointer, (enum arithmetic)(which & 0xff), by, value);
  if (made) set_manner(made, &manner);
  return made != NULL;
}

static bool atomic_compare_exchange(struct c_reading *reading, int which, struct operand *value) {
  struct operand pointer, expected_at, desired, expected, old;
  struct manner manner;
  if (!c_expression(reading, &pointer) || !c_comma(reading) || !c_expression(reading, &expected_at) || !c_comma(reading) ||
      !c_expression(reading, &desired) || !read_manner(reading, which & EXPLICIT, true, &manner) ||
      !c_load(reading, expected_at, &expected))
    return false;
  struct instruction *made = c_rmw(reading, pointer, ARITHMETIC_CAS, desired, &old);
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

bool c_fence(struct c_reading *reading, enum order order, enum scope scope, uint64_t bits) {
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
         c_fence(reading, manner.order, manner.scope, manner.bits);
}

/* CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE */
static bool read_flags(struct c_reading *reading, uint64_t *bits) {
  do {
    struct span word;
    if (!cursor_word(reading->cursor, &word)) return cursor_expected(reading->cursor, "CLK_GLOBAL_MEM_FENCE or another");
    bool global = span_is(reading->cursor, word, "CLK_GLOBAL_MEM_FENCE");
    if (!global && !span_is(reading->cursor, word, "CLK_LOCAL_MEM_FENCE"))
      return cursor_fail(reading->cursor, word, "expected CLK_GLOBAL_MEM_FENCE or CLK_LOCAL_MEM_FENCE");
    *bits |= c_tags(reading, global ? "GLOBAL" : "LOCAL");
  } while (cursor_accept(reading->cursor, "|"));
  return true;
}

static bool work_item_fence(struct c_reading *reading, int which, struct operand *value) {
  struct manner manner = {.scope = SCOPE_NONE};
  (void)which;
  value->kind = OPERAND_NONE;
  return read_flags(reading, &manner.bits) && c_comma(reading) && read_order(reading, &manner.order) &&
         read_scope(reading, &manner) && c_fence(reading, manner.order, manner.scope, manner.bits);
}

static bool barrier(struct c_reading *reading, int which, struct operand *value) {
  struct manner manner = {.bits = 0};
  (void)which;
  value->kind = OPERAND_NONE;
  if (!read_flags(reading, &manner.bits)) return false;
  if (cursor_peek(reading->cursor) == ',' && !read_scope(reading, &manner)) return false;
  struct instruction *made = c_instruction(reading, OP_BARRIER);
  if (!made) return false;
  made->tags = manner.bits | c_tags(reading, "F WG");
  return true;
}

/* ---- the tables ---- */

#define FETCH(name, arithmetic)                                            \
  {"atomic_fetch_" name, atomic_fetch, arithmetic},                        \
  {"atomic_fetch_" name "_explicit", atomic_fetch, (arithmetic) | EXPLICIT}

static const struct c_function standard[] = {
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

static const struct c_function *find(const struct c_reading *reading, const struct c_function *table, struct span name) {
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
  const struct c_function *function = kernel_barrier ? NULL : find(reading, standard, name);
  if (!function && !reading->opencl) function = find(reading, c_kernel_functions, name);
  *value = (struct operand){.kind = OPERAND_NONE};
  if (!function)
    return cursor_fail(reading->cursor, name, "unsupported: the function \"%.*s\"", SPAN(reading->cursor, name));
  if (!cursor_expect(reading->cursor, "(", "\"(\"") || !function->read(reading, function->which, value)) return false;
  struct thread *thread = &reading->reader->program->threads[reading->thread];
  if (function->read == barrier)
    thread->instructions[thread->length - 1].barrier_instance = barrier_instance(reading, label);
  return cursor_expect(reading->cursor, ")", "\")\"");
}
