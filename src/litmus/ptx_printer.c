/* Printing PTX; litmus/read/dialect_ptx.c reads it back as the same program.
 *
 * Code stands in columns that are as wide as their widest cell.  A label has a row of its own. */
#include "litmus/printer.h"

#include "base/vector.h"

static void print_alias(struct text *out, const struct program *program, unsigned location) {
  const struct location *alias = &program->locations[location];
  unsigned of = alias->proxy == PROXY_GENERIC ? alias->physical : alias->generic;
  text_add(out, " @ %s aliases %s", proxy_name(alias->proxy), program->locations[of].name);
}

static void print_label(struct text *out, unsigned target) { text_add(out, "L%u", target); }

/* The context in which an instruction is printed. */
struct ptx_printing {
  struct text *out;
  const struct program *program;
  const struct thread *thread;
};

/* An operand by its letter, as assembly_operands has them. */
static void print_operand(const struct ptx_printing *p, const struct instruction *i, char letter) {
  const struct operand operand = letter == 'd'   ? operand_register(i->destination)
                                 : letter == 'x' ? i->address
                                 : letter == 'l' ? i->left
                                                 : i->value;
  if (letter == 'j') print_label(p->out, i->target);
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

static void print_access(const struct ptx_printing *p, const struct instruction *i,
                         const char *word, const char *letters) {
  text_add(p->out, "%s", word);
  print_order(p->out, i);
  print_operands(p, i, letters);
}

static void print_rmw(const struct ptx_printing *p, const struct instruction *rmw) {
  bool red = rmw->destination == NO_REGISTER, cas = rmw->arithmetic == ARITHMETIC_CAS;
  text_add(p->out, "%s%s", rmw->proxy == PROXY_SURFACE ? "su" : "", red ? "red" : "atom");
  print_order(p->out, rmw);
  text_add(p->out, ".%s",
           rmw->arithmetic == ARITHMETIC_MOVE ? "exch" : arithmetic_name(rmw->arithmetic));
  print_operands(p, rmw, red ? "xv" : cas ? "dxlv" : "dxv");
}

static void print_fence(const struct ptx_printing *p, const struct instruction *fence) {
  text_add(p->out, "fence");
  if (fence->order == ORDER_WEAK) text_add(p->out, ".proxy.%s", proxy_name(fence->proxy));
  else print_order(p->out, fence);
}

static void print_barrier(const struct ptx_printing *p, const struct instruction *barrier) {
  const struct operand *operands[] = { &barrier->barrier_id, &barrier->barrier_quorum };
  text_add(p->out, "bar.cta.%s %u", barrier->barrier_arrives ? "arrive" : "sync",
           barrier->barrier_instance);
  for (unsigned k = 0; k < 2 && operands[k]->kind != OPERAND_NONE; k++) {
    text_add(p->out, ", ");
    print_operand(p, &(struct instruction){ .value = *operands[k] }, 'v');
  }
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
  case OP_COMPUTE:
    text_add(p->out, "%s", arithmetic_name(i->arithmetic));
    print_operands(p, i, i->arithmetic == ARITHMETIC_MOVE ? "dv" : "dlv");
    break;
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

static struct column column_of(const struct program *program, const struct thread *thread) {
  struct column column = { 0 };
  struct text cell = { 0 };
  text_add(&cell, "P%u@cta %u,gpu %u", thread->id, thread->place.cta, thread->place.gpu);
  add_cell(&column, &cell);
  for (unsigned i = 0; i <= thread->length; i++) {
    if (is_target(thread, i)) {
      print_label(&cell, i);
      text_add(&cell, ":");
      add_cell(&column, &cell);
    }
    if (i == thread->length) break;
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

const struct code_printer ptx_printer = { .print_code = print_code, .print_alias = print_alias };
