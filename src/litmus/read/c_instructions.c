/* The instructions that C-like dialects are made of: registers for what C computes on the way,
 * accesses and fences in the manner that a function says (order, scope, tags), jumps whose targets
 * are filled in when they are known.
 *
 * An expression's value is a constant or a register.  A register that was just made for a value
 * which is then assigned is not kept beside its destination: the instruction gets the destination
 * instead. */
#include "litmus/read/dialect_c.h"

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

uint64_t c_tags(struct c_reading *reading, const char *names) {
  static const char *const all[] = { "A",
                                     "ONCE",
                                     "Once",
                                     "ACQUIRE",
                                     "Acquire",
                                     "RELEASE",
                                     "Release",
                                     "MB",
                                     "Mb",
                                     "NORETURN",
                                     "Noreturn",
                                     "Wmb",
                                     "Rmb",
                                     "Barrier",
                                     "Rcu-lock",
                                     "Rcu-unlock",
                                     "Sync-rcu",
                                     "Before-atomic",
                                     "After-atomic",
                                     "After-spinlock",
                                     "After-unlock-lock",
                                     "After-srcu-read-unlock",
                                     "Srcu-lock",
                                     "Srcu-unlock",
                                     "Sync-srcu",
                                     "LKR",
                                     "LKW",
                                     "UL",
                                     "LF",
                                     "RL",
                                     "RU",
                                     "GLOBAL",
                                     "LOCAL",
                                     "WI",
                                     "WG",
                                     "DV",
                                     "ALL",
                                     "F" };
  uint64_t bits = 0;
  for (const char *at = names; *at; at += strspn(at, " ")) {
    size_t length = strcspn(at, " ");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
      if (strlen(all[i]) == length && memcmp(all[i], at, length) == 0)
        bits |= reader_tag(reading->reader, all[i]);
    at += length;
  }
  return bits;
}

struct instruction *c_instruction(struct c_reading *reading, enum opcode opcode) {
  struct instruction *made =
      instruction_new(reading->reader, reading->thread, (struct span){ reading->cursor->at, 1 });
  if (made) made->opcode = opcode;
  return made;
}

/* "__t1" and so on; such names are the compiler's in C. */
int c_temporary(struct c_reading *reading) {
  char *name = memory_format("__t%u", ++reading->temporaries);
  struct reader *reader = reading->reader;
  struct source source = { "", name, strlen(name) }, *held = (struct source *)reader->cursor.source;
  reader->cursor.source = &source;
  int index = reader_register(reader, reading->thread, (struct span){ 0, source.length },
                              REGISTER_DECLARED);
  reader->cursor.source = held;
  memory_free(name);
  return index;
}

struct operand c_compute(struct c_reading *reading, enum arithmetic arithmetic, struct operand left,
                         struct operand right) {
  if (left.kind == OPERAND_CONSTANT && right.kind == OPERAND_CONSTANT)
    return operand_constant(arithmetic_apply(arithmetic, left.number, right.number, 0));
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : c_instruction(reading, OP_COMPUTE);
  if (!made) return operand_constant(0);
  made->arithmetic = arithmetic;
  made->left = left;
  made->value = right;
  made->destination = destination;
  bool steps =
      arithmetic == ARITHMETIC_ADD || arithmetic == ARITHMETIC_SUB || arithmetic == ARITHMETIC_MOVE;
  c_set_atomic(reading, (unsigned)destination,
               steps && (c_is_atomic(reading, left) || c_is_atomic(reading, right)));
  return operand_register(destination);
}

struct operand c_convert(struct c_reading *reading, struct type type, struct operand value) {
  if (!type.bytes || type.bytes == 8 || value.kind == OPERAND_LOCATION) return value;
  if (value.kind == OPERAND_CONSTANT) return operand_constant(type_shows(type, value.number));
  enum arithmetic arithmetic = type.has_sign ? ARITHMETIC_SIGN_EXTEND : ARITHMETIC_ZERO_EXTEND;
  return c_compute(reading, arithmetic, operand_constant(type.bytes), value);
}

bool c_is_temporary(const struct c_reading *reading, struct operand value) {
  return value.kind == OPERAND_REGISTER &&
         memcmp(c_thread(reading)->registers[value.index].name, "__t", 3) == 0;
}

void c_assign(struct c_reading *reading, int destination, struct operand value) {
  struct thread *thread = c_thread(reading);
  struct instruction *last = thread->length ? &thread->instructions[thread->length - 1] : NULL;
  bool fresh = last && c_is_temporary(reading, value) && last->destination == (int)value.index;
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

struct instruction *c_access(struct c_reading *reading, enum opcode opcode,
                             struct operand pointer) {
  if (pointer.kind == OPERAND_CONSTANT) {
    cursor_fail(reading->cursor, (struct span){ reading->cursor->at, 1 },
                "expected a pointer, found a number");
    return NULL;
  }
  struct instruction *made = c_instruction(reading, opcode);
  if (made) made->address = pointer;
  return made;
}

static void set_manner(struct instruction *made, const struct c_manner *manner) {
  made->order = manner->order;
  made->scope = manner->scope;
  made->tags = manner->tags;
}

bool c_load_as(struct c_reading *reading, struct operand pointer, const struct c_manner *manner,
               struct operand *value) {
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : c_access(reading, OP_LOAD, pointer);
  if (!made) return false;
  set_manner(made, manner);
  made->destination = destination;
  *value = operand_register(destination);
  return true;
}

bool c_store_as(struct c_reading *reading, struct operand pointer, const struct c_manner *manner,
                struct operand value) {
  struct instruction *made = c_access(reading, OP_STORE, pointer);
  if (!made) return false;
  set_manner(made, manner);
  made->value = value;
  return true;
}

static const struct c_manner plain = { .order = ORDER_WEAK, .scope = SCOPE_NONE };

bool c_load(struct c_reading *reading, struct operand pointer, struct operand *value) {
  return c_load_as(reading, pointer, &plain, value);
}

bool c_store(struct c_reading *reading, struct operand pointer, struct operand value) {
  return c_store_as(reading, pointer, &plain, value);
}

bool c_is_atomic(const struct c_reading *reading, struct operand pointer) {
  uint64_t among = pointer.kind == OPERAND_LOCATION   ? reading->atomics
                   : pointer.kind == OPERAND_REGISTER ? reading->atomic_pointers
                                                      : 0;
  return pointer.kind != OPERAND_CONSTANT && among >> pointer.index & 1;
}

void c_set_atomic(struct c_reading *reading, unsigned reg, bool atomic) {
  reading->atomic_pointers &= ~((uint64_t)1 << reg);
  reading->atomic_pointers |= (uint64_t)atomic << reg;
}

bool c_load_object(struct c_reading *reading, struct operand pointer, struct operand *value) {
  struct c_manner manner = plain;
  if (c_is_atomic(reading, pointer)) manner = c_default_manner(reading);
  return c_load_as(reading, pointer, &manner, value);
}

bool c_store_object(struct c_reading *reading, struct operand pointer, struct operand value) {
  struct c_manner manner = plain;
  if (c_is_atomic(reading, pointer)) manner = c_default_manner(reading);
  return c_store_as(reading, pointer, &manner, value);
}

struct instruction *c_rmw(struct c_reading *reading, struct operand pointer,
                          const struct c_manner *manner, enum arithmetic arithmetic,
                          struct operand by, struct operand *old) {
  int destination = c_temporary(reading);
  struct instruction *made = destination < 0 ? NULL : c_access(reading, OP_RMW, pointer);
  if (!made) return NULL;
  set_manner(made, manner);
  made->fail_order = manner->fail_order;
  made->write_tags = manner->tags;
  made->arithmetic = arithmetic;
  made->value = by;
  made->destination = destination;
  *old = operand_register(destination);
  return made;
}

bool c_fence(struct c_reading *reading, const struct c_manner *manner) {
  struct instruction *made = c_instruction(reading, OP_FENCE);
  if (made) set_manner(made, manner);
  return made != NULL;
}

int c_branch_if_zero(struct c_reading *reading, struct operand condition) {
  struct instruction *made = c_instruction(reading, OP_BRANCH);
  if (!made) return -1;
  made->comparison = COMPARE_EQ;
  made->left = condition;
  made->value = operand_constant(0);
  return (int)c_thread(reading)->length - 1;
}

int c_goto(struct c_reading *reading) {
  return c_instruction(reading, OP_GOTO) ? (int)c_thread(reading)->length - 1 : -1;
}

static struct instruction *instruction_at(struct c_reading *reading, int index) {
  return &c_thread(reading)->instructions[index];
}

void c_land(struct c_reading *reading, int jump) {
  instruction_at(reading, jump)->target = c_thread(reading)->length;
}

void c_join(struct c_reading *reading, int branch) {
  instruction_at(reading, branch)->join = c_thread(reading)->length;
}
