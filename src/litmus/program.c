/* What every user of the IR needs and no dialect decides: names, arithmetic, the truth of a
 * condition, release. */
#include "litmus/program.h"

#include "base/memory.h"
#include "litmus/reader.h"

static void thread_clear(struct thread *thread) {
  for (unsigned i = 0; i < thread->register_count; i++) memory_free(thread->registers[i].name);
  memory_free(thread->registers);
  memory_free(thread->instructions);
}

void program_free(struct program *program) {
  if (!program) return;
  for (unsigned i = 0; i < program->remark_count; i++) memory_free(program->remarks[i]);
  for (unsigned i = 0; i < program->field_count; i++) {
    memory_free(program->fields[i].key);
    memory_free(program->fields[i].value);
  }
  for (unsigned i = 0; i < program->location_count; i++) {
    memory_free(program->locations[i].name);
    memory_free(program->locations[i].contents);
  }
  for (unsigned i = 0; i < program->thread_count; i++) thread_clear(&program->threads[i]);
  for (unsigned i = 0; i < program->own_tag_count; i++) memory_free(program->own_tags[i]);
  condition_free(program->condition);
  condition_free(program->filter);
  memory_free(program->remarks);
  memory_free(program->fields);
  memory_free(program->locations);
  memory_free(program->threads);
  memory_free(program->observables);
  memory_free(program->name);
  memory_free(program->dialect);
  memory_free(program->path);
  memory_free(program->text);
  memory_free(program);
}

/* Does the instruction close a loop? */
static bool jumps_back(const struct thread *thread, unsigned at) {
  const struct instruction *instruction = &thread->instructions[at];
  return (instruction->opcode == OP_BRANCH || instruction->opcode == OP_GOTO) &&
         instruction->target <= at;
}

static bool thread_has_loop(const struct thread *thread) {
  for (unsigned i = 0; i < thread->length; i++)
    if (jumps_back(thread, i)) return true;
  return false;
}

bool program_has_transactions(const struct program *program) {
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].length; i++)
      if (program->threads[t].instructions[i].opcode == OP_TX_BEGIN) return true;
  return false;
}

bool program_has_parts(const struct program *program) {
  unsigned size = 0;
  for (unsigned i = 0; i < program->location_count; i++)
    if (program->locations[i].elements) return true;
  for (unsigned t = 0; t < program->thread_count; t++)
    for (unsigned i = 0; i < program->threads[t].length; i++) {
      const struct instruction *access = &program->threads[t].instructions[i];
      bool cuts = access->size == 1 || access->size == 2;
      if (access->address.number || cuts || (size && access->size && access->size != size))
        return true;
      if (access->size) size = access->size;
    }
  return false;
}

bool program_has_loop(const struct program *program) {
  for (unsigned i = 0; i < program->thread_count; i++)
    if (thread_has_loop(&program->threads[i])) return true;
  return false;
}

static bool one_gpu(const struct program *program) {
  for (unsigned i = 1; i < program->thread_count; i++)
    if (program->threads[i].place.gpu != program->threads[0].place.gpu) return false;
  return true;
}

static bool refreshes(const struct program *program, const struct instruction *i) {
  bool acquires = i->order == ORDER_ACQUIRE || i->order == ORDER_ACQ_REL || i->order == ORDER_SC;
  bool reads = i->opcode == OP_LOAD || i->opcode == OP_RMW || i->opcode == OP_FENCE;
  return reads && acquires && i->scope != SCOPE_CTA && (i->scope != SCOPE_GPU || one_gpu(program));
}

static bool loop_refreshes(const struct program *program, const struct thread *thread,
                           unsigned jump) {
  for (unsigned i = thread->instructions[jump].target; i < jump; i++)
    if (refreshes(program, &thread->instructions[i])) return true;
  return false;
}

bool program_loops_refresh(const struct program *program) {
  for (unsigned t = 0; t < program->thread_count; t++) {
    const struct thread *thread = &program->threads[t];
    for (unsigned i = 0; i < thread->length; i++)
      if (jumps_back(thread, i) && !loop_refreshes(program, thread, i)) return false;
  }
  return true;
}

/* Two's complement that wraps: computed on unsigned words, where C defines it.  The one quotient
 * that does not fit, the least number by -1, wraps to the least number. */
static int64_t divide(int64_t left, int64_t right) {
  if (right == 0) return 0;
  return right == -1 ? (int64_t)(0 - (uint64_t)left) : left / right;
}

static int64_t extend(int64_t bytes, int64_t value, bool with_sign) {
  if (bytes <= 0 || bytes >= 8 || is_symbol(value)) return value;
  int64_t limit = (int64_t)1 << (8 * bytes), low = value & (limit - 1);
  return with_sign && low >= limit / 2 ? low - limit : low;
}

static int64_t larger(int64_t bytes, int64_t left, int64_t right, bool with_sign, bool smaller) {
  int64_t a = extend(bytes, left, with_sign), b = extend(bytes, right, with_sign);
  bool is_larger = with_sign ? a > b : (uint64_t)a > (uint64_t)b;
  return is_larger != smaller ? left : right;
}

/* `expected`: what the third operand is, to those that have one. */
int64_t arithmetic_apply(enum arithmetic arithmetic, int64_t left, int64_t right,
                         int64_t expected) {
  uint64_t a = (uint64_t)left, b = (uint64_t)right;
  switch (arithmetic) {
  case ARITHMETIC_MOVE: return right;
  case ARITHMETIC_ADD: return (int64_t)(a + b);
  case ARITHMETIC_SUB: return (int64_t)(a - b);
  case ARITHMETIC_MUL: return (int64_t)(a * b);
  case ARITHMETIC_DIV: return divide(left, right);
  case ARITHMETIC_AND: return left & right;
  case ARITHMETIC_OR: return left | right;
  case ARITHMETIC_XOR: return left ^ right;
  case ARITHMETIC_CAS: return left == expected ? right : left;
  case ARITHMETIC_SHIFT_LEFT: return b < 64 ? (int64_t)(a << b) : 0;
  case ARITHMETIC_SHIFT_RIGHT: return b < 64 ? (int64_t)(a >> b) : 0;
  case ARITHMETIC_MAX:
  case ARITHMETIC_MIN: return larger(expected, left, right, true, arithmetic == ARITHMETIC_MIN);
  case ARITHMETIC_MAX_UNSIGNED:
  case ARITHMETIC_MIN_UNSIGNED:
    return larger(expected, left, right, false, arithmetic == ARITHMETIC_MIN_UNSIGNED);
  case ARITHMETIC_EQ: return left == right;
  case ARITHMETIC_NE: return left != right;
  case ARITHMETIC_LT: return left < right;
  case ARITHMETIC_LE: return left <= right;
  case ARITHMETIC_GT: return left > right;
  case ARITHMETIC_GE: return left >= right;
  case ARITHMETIC_ZERO_EXTEND:
  case ARITHMETIC_SIGN_EXTEND: return extend(left, right, arithmetic == ARITHMETIC_SIGN_EXTEND);
  }
  __builtin_unreachable();
}

struct type type_moved(const struct instruction *access, const struct location *location) {
  return access->size ? (struct type){ .bytes = (unsigned char)access->size } : location->type;
}

int64_t type_holds(struct type type, int64_t number) {
  return extend(type.bytes, number, type.has_sign);
}

bool comparison_apply(enum comparison comparison, int64_t left, int64_t right) {
  switch (comparison) {
  case COMPARE_EQ: return left == right;
  case COMPARE_NE: return left != right;
  case COMPARE_LT: return left < right;
  case COMPARE_LE: return left <= right;
  case COMPARE_GT: return left > right;
  case COMPARE_GE: return left >= right;
  }
  __builtin_unreachable();
}

void memory_name(struct text *out, const struct program *program, unsigned location,
                 int64_t offset) {
  const struct location *named = &program->locations[location];
  unsigned stride = location_stride(named);
  text_add(out, "%s", named->name);
  if (named->elements && offset % stride == 0)
    text_add(out, "[%lld]", (long long)(offset / stride));
  else if (offset) text_add(out, "+%lld", (long long)offset);
}

const char *order_name(enum order order) {
  static const char *const names[] = { "weak", "relaxed", "acquire", "release", "acq_rel", "sc" };
  return names[order];
}

const char *scope_name(enum scope scope) {
  static const char *const names[] = { "", "cta", "gpu", "sys" };
  return names[scope];
}

const char *proxy_name(enum proxy proxy) {
  static const char *const names[] = { "generic", "texture", "surface", "constant", "alias" };
  return names[proxy];
}

const char *arithmetic_name(enum arithmetic arithmetic) {
  static const char *const names[] = { "mov", "add", "sub", "mul", "div", "and",  "or",   "xor",
                                       "cas", "shl", "shr", "max", "min", "umax", "umin", "eq",
                                       "ne",  "lt",  "le",  "gt",  "ge",  "zext", "sext" };
  return names[arithmetic];
}

const char *comparison_name(enum comparison comparison) {
  static const char *const names[] = { "==", "!=", "<", "<=", ">", ">=" };
  return names[comparison];
}
