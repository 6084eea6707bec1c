/* Lowers instructions to micro-operations.  A jump's target becomes the first micro-operation of
 * its instruction, or of the next instruction that has one. */
#include <string.h>
#include "base/memory.h"
#include "base/vector.h"
#include "protocol/lower.h"

struct micro lower_micro_access(enum event event, bool waits, bool blocks) {
  return (struct micro){ .kind = MICRO_ACCESS,
                         .event = event,
                         .waits = waits,
                         .blocks = blocks,
                         .destination = NO_REGISTER };
}

struct micro lower_micro_fence(bool asks_port) {
  return (struct micro){ .kind = MICRO_FENCE,
                         .event = asks_port ? EVENT_FENCE : EVENT_NO_REQUEST,
                         .waits = true,
                         .blocks = true,
                         .destination = NO_REGISTER };
}

static enum event access_event(const struct instruction *instruction) {
  return instruction->opcode == OP_LOAD    ? EVENT_LOAD
         : instruction->opcode == OP_STORE ? EVENT_STORE
                                           : EVENT_ATOMIC;
}

static bool is_access(const struct instruction *instruction) {
  return instruction->opcode == OP_LOAD || instruction->opcode == OP_STORE ||
         instruction->opcode == OP_RMW;
}

unsigned lower_plain(const struct shape *shape, const struct instruction *instruction,
                     struct micro *out) {
  (void)shape;
  if (!is_access(instruction)) return 0;
  out[0] = lower_micro_access(access_event(instruction), false, false);
  return 1;
}

bool lower_acquires(const struct instruction *instruction) {
  enum order order = instruction->order;
  return order == ORDER_ACQUIRE || order == ORDER_ACQ_REL || order == ORDER_SC;
}

bool lower_releases(const struct instruction *instruction) {
  enum order order = instruction->order;
  return order == ORDER_RELEASE || order == ORDER_ACQ_REL || order == ORDER_SC;
}

unsigned lower_fenced(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  (void)shape;
  unsigned count = 0;
  if (instruction->opcode == OP_FENCE || instruction->opcode == OP_BARRIER) {
    out[0] = lower_micro_fence(true);
    return 1;
  }
  if (!is_access(instruction)) return 0;
  if (lower_releases(instruction)) out[count++] = lower_micro_fence(true);
  out[count++] = lower_micro_access(access_event(instruction), false, false);
  if (lower_acquires(instruction)) out[count++] = lower_micro_fence(true);
  return count;
}

unsigned lower_waiting(const struct shape *shape, const struct instruction *instruction,
                       struct micro *out) {
  if (instruction->opcode == OP_FENCE) {
    out[0] = lower_micro_fence(false);
    return 1;
  }
  unsigned count = lower_plain(shape, instruction, out);
  if (count && instruction->order != ORDER_WEAK) out[0].waits = out[0].blocks = true;
  return count;
}

unsigned lower_scoped(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  unsigned count = 0;
  bool wide = instruction->scope != SCOPE_CTA, acquire = lower_acquires(instruction),
       release = lower_releases(instruction);
  switch (instruction->opcode) {
  case OP_FENCE: out[count++] = lower_micro_fence(wide); break;
  case OP_LOAD:
    out[count++] =
        lower_micro_access(acquire && wide ? EVENT_LOAD_ACQUIRE : EVENT_LOAD, false, acquire);
    break;
  case OP_STORE:
    out[count++] =
        lower_micro_access(release && wide ? EVENT_STORE_RELEASE : EVENT_STORE, release, release);
    break;
  case OP_RMW:
    if (release) out[count++] = lower_micro_fence(wide);
    out[count++] = lower_micro_access(EVENT_ATOMIC, release, acquire || release);
    if (acquire && wide) out[count++] = lower_micro_access(EVENT_LOAD_ACQUIRE, false, true);
    break;
  default: return lower_plain(shape, instruction, out);
  }
  return count;
}

void lower_atomic_fenced(const struct instruction *instruction, struct micro *out, unsigned count) {
  if (instruction->opcode != OP_RMW || out[count - 1].event != EVENT_LOAD_ACQUIRE) return;
  struct micro fence = lower_micro_fence(true);
  fence.scope = out[count - 1].scope;
  out[count - 1] = fence;
}

/* Lowers barriers, arithmetic and jumps, which are the same in every system.  Returns the count. */
static unsigned lower_local(const struct instruction *instruction, struct micro *out) {
  static const struct {
    enum opcode opcode;
    enum micro_kind kind;
  } kinds[] = { { OP_BARRIER, MICRO_BARRIER },
                { OP_COMPUTE, MICRO_COMPUTE },
                { OP_BRANCH, MICRO_BRANCH },
                { OP_GOTO, MICRO_GOTO } };
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (instruction->opcode == kinds[i].opcode) {
      out[0] = (struct micro){ .kind = kinds[i].kind,
                               .event = EVENT_NO_REQUEST,
                               .waits = kinds[i].kind == MICRO_BARRIER,
                               .blocks = kinds[i].kind == MICRO_BARRIER };
      return 1;
    }
  return 0;
}

/* Inserts the operation of lower_local, if there is one, behind the system's own operations, and
 * before its operations with `after`.  Returns the new count. */
static unsigned add_local(const struct instruction *instruction, struct micro *lowered,
                          unsigned count) {
  struct micro local;
  unsigned before = 0;
  memset(&local, 0, sizeof local); /* it goes into a key, padding and all */
  if (!lower_local(instruction, &local)) return count;
  while (before < count && !lowered[before].after) before++;
  memmove(lowered + before + 1, lowered + before, (count - before) * sizeof *lowered);
  lowered[before] = local;
  return count + 1;
}

static bool acquires_for_atomic(const struct instruction *instruction, const struct micro *micro) {
  return instruction->opcode == OP_RMW && micro->event == EVENT_LOAD_ACQUIRE;
}

/* Copies to the micro-operation what it needs of its instruction. */
static void fill_in(const struct shape *shape, const struct program *program,
                    const struct instruction *instruction, struct micro *micro) {
  micro->arithmetic = instruction->arithmetic;
  micro->comparison = instruction->comparison;
  bool counts = instruction->opcode == OP_TX_COMMIT || instruction->opcode == OP_TX_CANCEL;
  bool reads = micro->kind == MICRO_ACCESS && instruction->opcode != OP_STORE &&
               !acquires_for_atomic(instruction, micro);
  bool writes = counts || micro->kind == MICRO_COMPUTE || reads;
  micro->destination = writes ? instruction->destination : NO_REGISTER;
  micro->target = instruction->target; /* still an instruction's index */
  if (micro->kind == MICRO_BARRIER) {
    micro->arrives = instruction->barrier_arrives;
    micro->awaits = instruction->barrier_waits;
    micro->of_cluster = instruction->barrier_of_cluster;
    micro->instance = instruction->barrier_instance;
    micro->barrier_id = instruction->barrier_id;
    micro->quorum = instruction->barrier_quorum;
    micro->line_of_file = instruction->line;
  }
  if (micro->kind == MICRO_FENCE) return;
  if (!acquires_for_atomic(instruction, micro)) {
    micro->left = instruction->left;
    micro->value = instruction->value;
  }
  if (micro->kind != MICRO_ACCESS) return;
  unsigned physical = program->locations[instruction->address.index].physical;
  micro->line = shape->placement.line_of_location[physical];
  micro->word = shape->placement.word_of_location[physical];
  const struct type moved =
      type_moved(instruction, &program->locations[instruction->address.index]);
  micro->moved.bytes = micro->loaded.bytes = moved.bytes;
  micro->moved.has_sign = moved.has_sign;
  micro->loaded.has_sign = moved.has_sign || instruction->sign_extends;
}

/* Lowers an instruction in a transaction.  Its markers are requests without a line.  Its loads and
 * stores are requests of their own.  Fences are dropped. */
static unsigned lower_transaction(const struct system *system,
                                  const struct instruction *instruction, struct micro *out) {
  unsigned event = 0;
  switch (instruction->opcode) {
  case OP_TX_BEGIN: event = system->transactions.begin; break;
  case OP_TX_COMMIT: event = system->transactions.commit; break;
  case OP_TX_ABORT:
  case OP_TX_CANCEL: event = system->transactions.abort; break;
  case OP_LOAD: event = system->transactions.load; break;
  case OP_STORE: event = system->transactions.store; break;
  default: return 0;
  }
  out[0] = is_access(instruction) ? lower_micro_access((enum event)event, false, false)
                                  : lower_micro_fence(true);
  out[0].event = (enum event)event;
  return 1;
}

/* The name of a feature of the instruction that the machine lacks, or NULL. */
static const char *beyond_machines(const struct system *system, const struct program *program,
                                   const struct instruction *i, bool in_transaction) {
  if (program_has_parts(program)) return "arrays, and accesses of mixed size or of 1 or 2 bytes";
  if (i->opcode >= OP_TX_BEGIN && !system->transactions.begin) return "transactions";
  if (in_transaction && (i->opcode == OP_RMW || i->opcode == OP_BARRIER))
    return "atomics and barriers in transactions";
  if (i->address.kind == OPERAND_REGISTER || i->left.kind == OPERAND_LOCATION ||
      i->value.kind == OPERAND_LOCATION)
    return "addresses in registers";
  if (i->exclusive) return "exclusive accesses";
  if (i->opcode == OP_BRANCH && i->left.kind == OPERAND_NONE)
    return "compare-and-swap that may fail for no reason";
  return i->may_fail || i->must_succeed ? "compare-and-swap that may fail" : NULL;
}

/* A thread while it is lowered. */
struct lowering {
  const struct shape *shape;
  const struct program *program;
  VECTOR(struct micro) micros;
  unsigned sm;
  bool in_transaction;
  bool behind_fence; /* a fence or a barrier of the thread has been lowered */
};

static void keep_one_outstanding(struct lowering *l, const struct instruction *instruction,
                                 struct micro *lowered, unsigned count) {
  const struct system *system = l->shape->system;
  bool one = system->one_outstanding && system->one_outstanding(l->shape, l->sm, l->behind_fence);
  for (unsigned j = 0; one && j < count; j++)
    if (lowered[j].kind == MICRO_ACCESS) lowered[j].waits = lowered[j].blocks = true;
  l->behind_fence |= instruction->opcode == OP_FENCE || instruction->opcode == OP_BARRIER;
}

static void append(struct lowering *l, struct instruction instruction) {
  struct micro lowered[MICROS_PER_INSTRUCTION];
  unsigned count = 0;
  memset(lowered, 0, sizeof lowered);
  if (instruction.scope == SCOPE_CLUSTER) instruction.scope = SCOPE_GPU;
  l->in_transaction |= instruction.opcode == OP_TX_BEGIN;
  if (l->in_transaction) count = lower_transaction(l->shape->system, &instruction, lowered);
  else count = l->shape->system->lower(l->shape, &instruction, lowered);
  l->in_transaction &= instruction.opcode != OP_TX_COMMIT;
  keep_one_outstanding(l, &instruction, lowered, count);
  count = add_local(&instruction, lowered, count);
  for (unsigned j = 0; j < count; j++) {
    fill_in(l->shape, l->program, &instruction, &lowered[j]);
    vector_push(l->micros, lowered[j]);
  }
}

/* An arrival at a cluster's barrier releases, and a wait acquires, as fences of the GPU would: its
 * threads may run on different SMs. */
static void append_cluster_barrier(struct lowering *l, const struct instruction *barrier) {
  struct instruction fence = { .opcode = OP_FENCE,
                               .order = barrier->order,
                               .scope = SCOPE_GPU,
                               .destination = NO_REGISTER,
                               .line = barrier->line,
                               .column = barrier->column };
  bool fences = barrier->order != ORDER_RELAXED;
  if (fences && barrier->barrier_arrives) append(l, fence);
  append(l, *barrier);
  if (fences && barrier->barrier_waits) append(l, fence);
}

bool lower_thread(const struct shape *shape, const struct program *program,
                  const struct thread *thread, struct lowered *out, struct diagnostic *error) {
  unsigned core = (unsigned)(thread - program->threads);
  struct lowering l = { .shape = shape, .program = program, .sm = shape->sm_of_core[core] };
  unsigned start[INSTRUCTIONS_MAX + 1];
  for (unsigned i = 0; i < thread->length; i++) {
    const struct instruction *instruction = &thread->instructions[i];
    start[i] = (unsigned)l.micros.length;
    const char *beyond = beyond_machines(shape->system, program, instruction, l.in_transaction);
    if (beyond) {
      vector_free(l.micros);
      return diagnostic_plain(error, "unsupported: %s has no %s", shape->system->name, beyond);
    }
    if (instruction->opcode == OP_BARRIER && instruction->barrier_of_cluster)
      append_cluster_barrier(&l, instruction);
    else append(&l, *instruction);
  }
  start[thread->length] = (unsigned)l.micros.length;
  for (size_t i = 0; i < l.micros.length; i++)
    l.micros.items[i].target = start[l.micros.items[i].target]; /* without a jump: the first */
  *out = (struct lowered){ l.micros.items, (unsigned)l.micros.length };
  return true;
}

void lowered_free(struct lowered *lowered) {
  memory_free(lowered->micros);
  *lowered = (struct lowered){ NULL, 0 };
}
