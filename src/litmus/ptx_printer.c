/* Printing PTX; litmus/read/dialect_ptx.c reads it back as the same program.
 *
 * Code stands in columns that are as wide as their widest cell.  A label has a row of its own.
 * Guarded instructions, and vectors at an address in a register, are printed as the instructions
 * that they became, without what makes them one. */
#include "litmus/printer.h"

#include <stdlib.h>
#include <string.h>
#include "base/vector.h"

static void print_alias(struct text *out, const struct program *program, unsigned location) {
  const struct location *alias = &program->locations[location];
  unsigned of = alias->proxy == PROXY_GENERIC ? alias->physical : alias->generic;
  text_add(out, " @ %s aliases %s", proxy_name(alias->proxy), program->locations[of].name);
}

static void print_location_type(struct text *out, const struct location *location) {
  if (location->size)
    text_add(out, ".%c%u ", location->type.has_sign ? 's' : 'u', 8 * location->size);
}

static void print_label(struct text *out, unsigned target) { text_add(out, "L%u", target); }

/* The context in which an instruction is printed. */
struct ptx_printing {
  struct text *out;
  const struct program *program;
  const struct thread *thread;
};

/* x, [x] or [x+4]; element k of an array that was split stands at k elements from its beginning. */
static void print_address(const struct ptx_printing *p, const struct instruction *i) {
  const struct operand *at = &i->address;
  if (at->kind == OPERAND_REGISTER) {
    text_add(p->out, "[%%%s]", p->thread->registers[at->index].name);
    return;
  }
  const struct location *location = &p->program->locations[at->index];
  size_t length = strcspn(location->name, "[");
  const char *bracket = location->name + length;
  int64_t offset = at->number;
  if (*bracket) offset += strtol(bracket + 1, NULL, 10) * (int64_t)location_stride(location);
  bool brackets = i->size || offset;
  text_add(p->out, "%s%.*s", brackets ? "[" : "", (int)length, location->name);
  if (offset) text_add(p->out, "+%lld", (long long)offset);
  if (brackets) text_add(p->out, "]");
}

/* An operand by its letter, as assembly_operands has them. */
static void print_operand(const struct ptx_printing *p, const struct instruction *i, char letter) {
  const struct operand operand = letter == 'd'   ? operand_register(i->destination)
                                 : letter == 'x' ? i->address
                                 : letter == 'l' ? i->left
                                                 : i->value;
  if (letter == 'j') print_label(p->out, i->target);
  else if (letter == 'd' && i->destination == NO_REGISTER) text_add(p->out, "_");
  else if (letter == 'x') print_address(p, i);
  else if (operand.kind == OPERAND_CONSTANT) text_add(p->out, "%lld", (long long)operand.number);
  else if (operand.kind == OPERAND_REGISTER)
    text_add(p->out, "%s", p->thread->registers[operand.index].name);
  else text_add(p->out, "%s", p->program->locations[operand.index].name);
}

static void print_operands(const struct ptx_printing *p, const struct instruction *i,
                           const char *letters) {
  for (const char *letter = letters; *letter; letter++) {
    text_add(p->out, letter == letters ? " " : ", ");
    print_operand(p, i, *letter);
  }
}

/* ".relaxed.gpu", ".weak" */
static void print_order(struct text *out, const struct instruction *i) {
  text_add(out, ".%s", order_name(i->order));
  if (i->scope != SCOPE_NONE) text_add(out, ".%s", scope_name(i->scope));
}

/* ".b32", ".s8"; nothing in a test without types. */
static void print_type(struct text *out, const struct instruction *i) {
  if (i->size) text_add(out, ".%c%u", i->sign_extends ? 's' : 'u', 8 * i->size);
}

/* The number of accesses of the vector that begins here; 1: it is none. */
static unsigned vector_length(const struct thread *thread, const struct instruction *first) {
  unsigned index = (unsigned)(first - thread->instructions), count = 1;
  while (index + count < thread->length &&
         thread->instructions[index + count].unsequenced_from == index + 1)
    count++;
  return count;
}

static bool is_later_in_vector(const struct instruction *i) {
  return i->unsequenced_from && i->address.kind == OPERAND_LOCATION;
}

static void print_elements(const struct ptx_printing *p, const struct instruction *i,
                           unsigned count, char letter) {
  text_add(p->out, count > 1 ? "{" : "");
  for (unsigned k = 0; k < count; k++) {
    if (k) text_add(p->out, ", ");
    print_operand(p, i + k, letter);
  }
  text_add(p->out, count > 1 ? "}" : "");
}

static void print_access(const struct ptx_printing *p, const struct instruction *i,
                         const char *word, const char *letters) {
  unsigned count = is_later_in_vector(i) ? 1 : vector_length(p->thread, i);
  text_add(p->out, "%s", word);
  print_order(p->out, i);
  if (count > 1) text_add(p->out, ".v%u", count);
  print_type(p->out, i);
  text_add(p->out, " ");
  print_elements(p, i, letters[0] == 'x' ? 1 : count, letters[0]);
  text_add(p->out, ", ");
  print_elements(p, i, letters[1] == 'x' ? 1 : count, letters[1]);
}

static const char *operation_name(const struct instruction *rmw) {
  switch (rmw->arithmetic) {
  case ARITHMETIC_MOVE: return "exch";
  case ARITHMETIC_MAX:
  case ARITHMETIC_MAX_UNSIGNED: return "max";
  case ARITHMETIC_MIN:
  case ARITHMETIC_MIN_UNSIGNED: return "min";
  default: return arithmetic_name(rmw->arithmetic);
  }
}

static void print_rmw(const struct ptx_printing *p, const struct instruction *rmw) {
  bool red = rmw->reduces, cas = rmw->arithmetic == ARITHMETIC_CAS;
  bool bits = cas || (rmw->arithmetic >= ARITHMETIC_AND && rmw->arithmetic <= ARITHMETIC_XOR) ||
              rmw->arithmetic == ARITHMETIC_MOVE;
  text_add(p->out, "%s%s", rmw->proxy == PROXY_SURFACE ? "su" : "", red ? "red" : "atom");
  print_order(p->out, rmw);
  text_add(p->out, ".%s", operation_name(rmw));
  if (rmw->size && bits) text_add(p->out, ".b%u", 8 * rmw->size);
  else print_type(p->out, rmw);
  print_operands(p, rmw, red ? "xv" : cas ? "dxlv" : "dxv");
}

static void print_fence(const struct ptx_printing *p, const struct instruction *fence) {
  text_add(p->out, "fence");
  if (fence->order == ORDER_WEAK) text_add(p->out, ".proxy.%s", proxy_name(fence->proxy));
  else print_order(p->out, fence);
}

static void print_barrier(const struct ptx_printing *p, const struct instruction *barrier) {
  if (barrier->barrier_of_cluster) {
    text_add(p->out, "barrier.cluster.%s%s", barrier->barrier_waits ? "wait" : "arrive",
             barrier->order == ORDER_RELAXED ? ".relaxed" : "");
    return;
  }
  const struct operand *operands[] = { &barrier->barrier_id, &barrier->barrier_quorum };
  text_add(p->out, "bar.cta.%s %u", barrier->barrier_arrives ? "arrive" : "sync",
           barrier->barrier_instance);
  for (unsigned k = 0; k < 2 && operands[k]->kind != OPERAND_NONE; k++) {
    text_add(p->out, ", ");
    print_operand(p, &(struct instruction){ .value = *operands[k] }, 'v');
  }
}

static void print_compute(const struct ptx_printing *p, const struct instruction *i) {
  bool extends = i->arithmetic == ARITHMETIC_ZERO_EXTEND || i->arithmetic == ARITHMETIC_SIGN_EXTEND;
  bool compares = i->arithmetic >= ARITHMETIC_EQ && i->arithmetic <= ARITHMETIC_GE;
  if (extends) {
    char kind = i->arithmetic == ARITHMETIC_SIGN_EXTEND ? 's' : 'u';
    text_add(p->out, "cvt.%c64.%c%lld", kind, kind, 8 * (long long)i->left.number);
  } else text_add(p->out, compares ? "setp.%s.s64" : "%s", arithmetic_name(i->arithmetic));
  print_operands(p, i, extends || i->arithmetic == ARITHMETIC_MOVE ? "dv" : "dlv");
}

static void print_instruction(const struct ptx_printing *p, const struct instruction *i) {
  static const char *const loads[] = { "ld", "tld", "suld", "cold" };
  static const char *const branches[] = { "beq", "bne", "blt", "ble", "bgt", "bge" };
  switch (i->opcode) {
  case OP_NOP: break;
  case OP_LOAD: print_access(p, i, loads[i->proxy], "dx"); break;
  case OP_STORE: print_access(p, i, i->proxy == PROXY_SURFACE ? "sust" : "st", "xv"); break;
  case OP_RMW: print_rmw(p, i); break;
  case OP_FENCE: print_fence(p, i); break;
  case OP_BARRIER: print_barrier(p, i); break;
  case OP_COMPUTE: print_compute(p, i); break;
  case OP_BRANCH:
    text_add(p->out, "%s", branches[i->comparison]);
    print_operands(p, i, "lvj");
    break;
  case OP_GOTO:
    text_add(p->out, "goto");
    print_operands(p, i, "j");
    break;
  case OP_TX_BEGIN: text_add(p->out, "txbegin"); break;
  case OP_TX_COMMIT: text_add(p->out, "txcommit"); break;
  case OP_TX_ABORT: text_add(p->out, "txabort"); break;
  case OP_TX_CANCEL: text_add(p->out, "txcancel"); break;
  }
}

/* The cells of one thread, from the top. */
struct column {
  VECTOR(char *) cells;
  size_t width;
};

static void add_cell(struct column *column, struct text *cell) {
  size_t width = cell->length;
  char *bytes = cell->bytes ? cell->bytes : memory_copy_text("", 0);
  vector_push(column->cells, bytes);
  if (width > column->width) column->width = width;
  *cell = (struct text){ 0 };
}

static bool is_target(const struct thread *thread, unsigned instruction) {
  for (unsigned i = 0; i < thread->length; i++) {
    enum opcode opcode = thread->instructions[i].opcode;
    if ((opcode == OP_BRANCH || opcode == OP_GOTO) && thread->instructions[i].target == instruction)
      return true;
  }
  return false;
}

/* Without names, the cluster of a CTA has its number. */
static bool names_clusters(const struct program *program) {
  for (unsigned t = 0; t < program->thread_count; t++)
    if (program->threads[t].place.cluster != program->threads[t].place.cta) return true;
  return false;
}

static struct column column_of(const struct program *program, const struct thread *thread) {
  struct column column = { 0 };
  struct text cell = { 0 };
  text_add(&cell, "P%u@cta %u", thread->id, thread->place.cta);
  if (names_clusters(program)) text_add(&cell, ",cluster %u", thread->place.cluster);
  text_add(&cell, ",gpu %u", thread->place.gpu);
  add_cell(&column, &cell);
  for (unsigned i = 0; i <= thread->length; i++) {
    if (is_target(thread, i)) {
      print_label(&cell, i);
      text_add(&cell, ":");
      add_cell(&column, &cell);
    }
    if (i == thread->length) break;
    if (is_later_in_vector(&thread->instructions[i])) continue;
    print_instruction(&(struct ptx_printing){ &cell, program, thread }, &thread->instructions[i]);
    add_cell(&column, &cell);
  }
  return column;
}

static void print_code(struct text *out, const struct program *program) {
  struct column all[THREADS_MAX];
  size_t rows = 0;
  for (unsigned t = 0; t < program->thread_count; t++) {
    all[t] = column_of(program, &program->threads[t]);
    if (all[t].cells.length > rows) rows = all[t].cells.length;
  }
  for (size_t row = 0; row < rows; row++)
    for (unsigned t = 0; t < program->thread_count; t++) {
      const char *cell = row < all[t].cells.length ? all[t].cells.items[row] : "";
      text_add(out, " %-*s %s", (int)all[t].width, cell,
               t + 1 < program->thread_count ? "|" : ";\n");
    }
  for (unsigned t = 0; t < program->thread_count; t++) {
    for (size_t i = 0; i < all[t].cells.length; i++) memory_free(all[t].cells.items[i]);
    vector_free(all[t].cells);
  }
}

const struct code_printer ptx_printer = { .print_code = print_code,
                                          .print_alias = print_alias,
                                          .print_type = print_location_type };
