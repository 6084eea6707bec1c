/* Printing PTX; litmus/read/dialect_ptx.c reads it back as the same program.
 *
 * Code stands in columns that are as wide as their widest cell.  A label has a row of its own. */
#include "litmus/ptx_printer.h"

#include "base/vector.h"

static void print_place(struct text *out, const struct thread *thread) {
  text_add(out, "P%u@cta %u,gpu %u", thread->id, thread->place.cta, thread->place.gpu);
}

static void print_alias(struct text *out, const struct program *program, unsigned location) {
  const struct location *alias = &program->locations[location];
  unsigned of = alias->proxy == PROXY_GENERIC ? alias->physical : alias->generic;
  text_add(out, " @ %s aliases %s", proxy_name(alias->proxy), program->locations[of].name);
}

static void print_label(struct text *out, unsigned target) { text_add(out, "L%u", target); }

/* What an instruction is printed with. */
struct ptx_printing {
  struct text *out;
  const struct program *program;
  const struct thread *thread;
};

static void print_operand(const struct ptx_printing *printing, const struct operand *operand) {
  switch (operand->kind) {
  case OPERAND_NONE: break;
  case OPERAND_CONSTANT: text_add(printing->out, "%lld", (long long)operand->number); break;
  case OPERAND_REGISTER:
    text_add(printing->out, "%s", printing->thread->registers[operand->index].name);
    break;
  case OPERAND_LOCATION:
    text_add(printing->out, "%s", printing->program->locations[operand->index].name);
    break;
  }
}

static void print_comma_operand(const struct ptx_printing *printing,
                                const struct operand *operand) {
  text_add(printing->out, ", ");
  print_operand(printing, operand);
}

static void print_register(const struct ptx_printing *printing, int index) {
  text_add(printing->out, "%s", printing->thread->registers[index].name);
}

/* ".relaxed.gpu", ".weak" */
static void print_order(const struct ptx_printing *printing,
                        const struct instruction *instruction) {
  text_add(printing->out, ".%s", order_name(instruction->order));
  if (instruction->scope != SCOPE_NONE)
    text_add(printing->out, ".%s", scope_name(instruction->scope));
}

static void print_load(const struct ptx_printing *printing, const struct instruction *load) {
  static const char *const words[] = { "ld", "tld", "suld", "cold" };
  text_add(printing->out, "%s", words[load->proxy]);
  print_order(printing, load);
  text_add(printing->out, " ");
  print_register(printing, load->destination);
  print_comma_operand(printing, &load->address);
}

static void print_store(const struct ptx_printing *printing, const struct instruction *store) {
  text_add(printing->out, "%s", store->proxy == PROXY_SURFACE ? "sust" : "st");
  print_order(printing, store);
  text_add(printing->out, " ");
  print_operand(printing, &store->address);
  print_comma_operand(printing, &store->value);
}

static void print_rmw(const struct ptx_printing *printing, const struct instruction *rmw) {
  const char *operation =
      rmw->arithmetic == ARITHMETIC_MOVE ? "exch" : arithmetic_name(rmw->arithmetic);
  bool red = rmw->destination == NO_REGISTER;
  text_add(printing->out, "%s%s", rmw->proxy == PROXY_SURFACE ? "su" : "", red ? "red" : "atom");
  print_order(printing, rmw);
  text_add(printing->out, ".%s ", operation);
  if (!red) {
    print_register(printing, rmw->destination);
    text_add(printing->out, ", ");
  }
  print_operand(printing, &rmw->address);
  if (rmw->arithmetic == ARITHMETIC_CAS) print_comma_operand(printing, &rmw->left);
  print_comma_operand(printing, &rmw->value);
}

static void print_fence(const struct ptx_printing *printing, const struct instruction *fence) {
  text_add(printing->out, "fence");
  if (fence->order == ORDER_WEAK) text_add(printing->out, ".proxy.%s", proxy_name(fence->proxy));
  else print_order(printing, fence);
}

static void print_barrier(const struct ptx_printing *printing, const struct instruction *barrier) {
  text_add(printing->out, "bar.cta.%s %u", barrier->barrier_arrives ? "arrive" : "sync",
           barrier->barrier_instance);
  if (barrier->barrier_id.kind != OPERAND_NONE) print_comma_operand(printing, &barrier->barrier_id);
  if (barrier->barrier_quorum.kind != OPERAND_NONE)
    print_comma_operand(printing, &barrier->barrier_quorum);
}

static void print_compute(const struct ptx_printing *printing, const struct instruction *compute) {
  text_add(printing->out, "%s ", arithmetic_name(compute->arithmetic));
  print_register(printing, compute->destination);
  if (compute->arithmetic != ARITHMETIC_MOVE) print_comma_operand(printing, &compute->left);
  print_comma_operand(printing, &compute->value);
}

static void print_branch(const struct ptx_printing *printing, const struct instruction *branch) {
  static const char *const words[] = { "beq", "bne", "blt", "ble", "bgt", "bge" };
  text_add(printing->out, "%s ", words[branch->comparison]);
  print_operand(printing, &branch->left);
  print_comma_operand(printing, &branch->value);
  text_add(printing->out, ", ");
  print_label(printing->out, branch->target);
}

static void print_instruction(struct text *out, const struct program *program,
                              const struct thread *thread, const struct instruction *instruction) {
  struct ptx_printing printing = { out, program, thread };
  switch (instruction->opcode) {
  case OP_NOP: break;
  case OP_LOAD: print_load(&printing, instruction); break;
  case OP_STORE: print_store(&printing, instruction); break;
  case OP_RMW: print_rmw(&printing, instruction); break;
  case OP_FENCE: print_fence(&printing, instruction); break;
  case OP_BARRIER: print_barrier(&printing, instruction); break;
  case OP_COMPUTE: print_compute(&printing, instruction); break;
  case OP_BRANCH: print_branch(&printing, instruction); break;
  case OP_GOTO:
    text_add(out, "goto ");
    print_label(out, instruction->target);
    break;
  case OP_TX_BEGIN: text_add(out, "txbegin"); break;
  case OP_TX_COMMIT: text_add(out, "txcommit"); break;
  case OP_TX_ABORT: text_add(out, "txabort"); break;
  case OP_TX_CANCEL: text_add(out, "txcancel"); break;
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
  print_place(&cell, thread);
  add_cell(&column, &cell);
  for (unsigned i = 0; i <= thread->length; i++) {
    if (is_target(thread, i)) {
      print_label(&cell, i);
      text_add(&cell, ":");
      add_cell(&column, &cell);
    }
    if (i == thread->length) break;
    print_instruction(&cell, program, thread, &thread->instructions[i]);
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
