/* The PTX dialect: printing.  What is printed here, dialect_ptx.c reads back as the same program.
 */
#include "litmus/dialect_ptx.h"

void ptx_print_place(struct text *out, const struct thread *thread) {
  text_add(out, "P%u@cta %u,gpu %u", thread->id, thread->place.cta, thread->place.gpu);
}

void ptx_print_alias(struct text *out, const struct program *program, unsigned location) {
  const struct location *alias = &program->locations[location];
  unsigned of = alias->proxy == PROXY_GENERIC ? alias->physical : alias->generic;
  text_add(out, " @ %s aliases %s", proxy_name(alias->proxy), program->locations[of].name);
}

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
  label_print(printing->out, branch->target);
}

void ptx_print_instruction(struct text *out, const struct program *program,
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
    label_print(out, instruction->target);
    break;
  case OP_TX_BEGIN: text_add(out, "txbegin"); break;
  case OP_TX_COMMIT: text_add(out, "txcommit"); break;
  case OP_TX_ABORT: text_add(out, "txabort"); break;
  case OP_TX_CANCEL: text_add(out, "txcancel"); break;
  }
}
