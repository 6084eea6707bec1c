/* PTX: fences and barriers (ISA 9.7.13.1 to 9.7.13.4). */
#include "litmus/read/ptx_fences.h"
#include "litmus/read/ptx_parts.h"

#include "base/memory.h"
#include "litmus/barriers.h"
#include "litmus/read/code.h"
#include "litmus/read/names.h"

/* PTX has 16 named barriers a CTA, and warps of 32 threads. */
enum { BARRIERS = 16, WARP = 32, NUMBER_MAX = INT32_MAX };

/* ---- fences ---- */

/* A proxy fence has neither order nor scope. */
static bool read_proxy_fence(struct assembling *a) {
  for (enum proxy proxy = PROXY_GENERIC; proxy <= PROXY_ALIAS; proxy++)
    if (ptx_has(a, proxy_name(proxy))) {
      a->instruction->proxy = proxy;
      return proxy == PROXY_ALIAS || ptx_beyond(a, "its proxy fences are alias and async");
    }
  return ptx_fail(a, "expected a proxy (generic, texture, surface, constant or alias)");
}

static bool read_fence_order(struct assembling *a) {
  static const enum order orders[] = { ORDER_ACQ_REL, ORDER_SC, ORDER_ACQUIRE, ORDER_RELEASE };
  a->instruction->order = ORDER_ACQ_REL; /* without an order (9.7.13.4) */
  for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
    if (ptx_has(a, order_name(orders[i]))) {
      a->instruction->order = orders[i];
      break;
    }
  if (ptx_has(a, "relaxed") || ptx_has(a, "weak"))
    return ptx_fail(a, "a fence is acq_rel, sc, acquire or release");
  if (!ptx_take_scope(a, &a->instruction->scope)) return false;
  return a->instruction->scope != SCOPE_NONE || ptx_miss_scope(a);
}

bool ptx_fence(struct assembling *a) {
  if (!assembly_more(a, OP_FENCE)) return false;
  return ptx_has(a, "proxy") ? read_proxy_fence(a) : read_fence_order(a);
}

/* membar.cta, .gl and .sys are fence.sc of cta, gpu and sys since sm_70. */
bool ptx_membar(struct assembling *a) {
  static const struct {
    const char *word;
    enum scope scope;
  } levels[] = { { "cta", SCOPE_CTA }, { "gl", SCOPE_GPU }, { "sys", SCOPE_SYSTEM } };
  if (!assembly_more(a, OP_FENCE)) return false;
  if (ptx_has(a, "proxy")) return read_proxy_fence(a);
  a->instruction->order = ORDER_SC;
  for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++)
    if (ptx_has(a, levels[i].word)) {
      a->instruction->scope = levels[i].scope;
      return true;
    }
  return ptx_fail(a, "expected membar.cta, .gl or .sys; for another scope write fence.sc");
}

/* ---- barriers of a CTA ---- */

static bool read_barrier_operand(struct assembling *a, struct operand *operand, int64_t least,
                                 int64_t most, const char *what) {
  if (!assembly_comma(a)) return false;
  if (!cursor_starts_number(a->cursor)) return assembly_value(a, operand);
  operand->kind = OPERAND_CONSTANT;
  return cursor_number_within(a->cursor, least, most, what, &operand->number);
}

/* Dat3M's bar.cta.sync INSTANCE, ID, QUORUM. */
static bool read_dat3m_operands(struct assembling *a, struct instruction *barrier) {
  return read_barrier_operand(a, &barrier->barrier_id, 0, BARRIERS - 1, "a barrier id") &&
         (cursor_at_end(a->cursor) ||
          read_barrier_operand(a, &barrier->barrier_quorum, 1, NUMBER_MAX, "a quorum"));
}

/* PTX's bar.sync NUMBER, THREADS. */
static bool read_threads(struct assembling *a, struct instruction *barrier) {
  if (!read_barrier_operand(a, &barrier->barrier_quorum, 1, NUMBER_MAX,
                            "the number of threads at the barrier"))
    return false;
  bool warps = barrier->barrier_quorum.number % WARP == 0;
  return warps || ptx_beyond(a, "the number of threads is a multiple of 32");
}

/* Is the second operand a number of threads, of whole warps?  Ids are below that. */
static bool counts_threads(const struct assembling *a) {
  struct cursor ahead = *a->cursor;
  int64_t number;
  return cursor_accept(&ahead, ",") && cursor_starts_number(&ahead) &&
         cursor_number(&ahead, &number) && number >= WARP && number % WARP == 0 &&
         cursor_at_end(&ahead);
}

/* Does a number of threads come next, before a predicate? */
static bool counts_threads_before(const struct assembling *a) {
  struct cursor ahead = *a->cursor;
  return cursor_accept(&ahead, ",") && cursor_starts_number(&ahead);
}

/* `dat3m`: a second operand is the id. */
static bool read_cta_barrier(struct assembling *a, bool dat3m) {
  struct instruction *barrier = a->instruction;
  int64_t instance;
  barrier->barrier_arrives = ptx_has(a, "arrive");
  if (!barrier->barrier_arrives && !ptx_has(a, "sync"))
    return ptx_fail(a, "expected sync or arrive");
  if (cursor_at_end(a->cursor)) return cursor_expected(a->cursor, "the barrier's number");
  if (!cursor_starts_number(a->cursor))
    return ptx_fail(a, "unsupported: the number of a barrier in a register; write the number");
  if (!cursor_number_within(a->cursor, 0, dat3m ? NUMBER_MAX : BARRIERS - 1, "the barrier's number",
                            &instance))
    return false;
  barrier->barrier_instance = (unsigned)instance;
  if (cursor_peek(a->cursor) != ',')
    return dat3m || !barrier->barrier_arrives ||
           ptx_fail(a, "bar.arrive says for how many threads the barrier is: bar.arrive 0, 64");
  return dat3m && !counts_threads(a) ? read_dat3m_operands(a, barrier) : read_threads(a, barrier);
}

/* ---- bar.red ---- */

/* bar.red.popc, .and and .or: what each thread gets of all threads' predicates. */
enum combination { COUNTS, ALL, ANY, NO_COMBINATION };

static enum combination take_combination(struct assembling *a) {
  static const char *const names[] = { "popc", "and", "or" };
  for (unsigned i = 0; i < NO_COMBINATION; i++)
    if (ptx_has(a, names[i])) return (enum combination)i;
  return NO_COMBINATION;
}

/* The location in which the k-th bar.red of a barrier counts, for k such instructions before it. */
static int counter_of(struct assembling *a, unsigned instance) {
  const struct thread *thread = &a->reader->program->threads[a->thread];
  const struct place *place = &thread->place;
  unsigned before = 0;
  for (unsigned k = 0; k < thread->length; k++)
    before += thread->instructions[k].opcode == OP_BARRIER &&
              thread->instructions[k].barrier_combines &&
              thread->instructions[k].barrier_instance == instance;
  char *name = memory_format("bar%u.red%u.cta%u.%u.%u", instance, before, place->cta,
                             place->cluster, place->gpu);
  int location = reader_own_location(a->reader, name);
  memory_free(name);
  return location;
}

/* One more: an access of CTA scope to the counter. */
static bool count(struct assembling *a, enum opcode opcode, int counter, struct operand value,
                  int destination) {
  if (counter < 0 || !assembly_more(a, opcode)) return false;
  struct instruction *i = a->instruction;
  i->order = ORDER_RELAXED;
  i->scope = SCOPE_CTA;
  i->arithmetic = ARITHMETIC_ADD;
  i->address = operand_location(counter);
  i->value = value;
  i->destination = destination;
  i->reduces = opcode == OP_RMW;
  return true;
}

/* p or !p; for ALL those are counted that do not hold. */
static bool read_voted(struct assembling *a, bool flips, struct operand *vote) {
  bool negated = cursor_accept(a->cursor, "!");
  if (!assembly_source(a, vote)) return false;
  if (negated == flips) return true;
  bool fine = assembly_apply_hidden(a, "vote", ARITHMETIC_XOR, *vote, operand_constant(1));
  *vote = assembly_hidden_operand(a, "vote");
  return fine;
}

/* Each thread counts its predicate, meets the others at the barrier, and reads the count. */
static bool read_reduction(struct assembling *a) {
  struct operand vote;
  struct ptx_type type;
  int64_t instance;
  enum combination combination = take_combination(a);
  if (combination == NO_COMBINATION) return ptx_fail(a, "expected bar.red.popc, .and or .or");
  if (!ptx_take_type(a, &type) || type.is_predicate == (combination == COUNTS))
    return ptx_fail(a, "expected bar.red.popc.u32, bar.red.and.pred or bar.red.or.pred");
  struct instruction *first = assembly_more(a, OP_NOP);
  if (!first || !assembly_destination(a)) return false;
  int destination = first->destination;
  first->destination = NO_REGISTER;
  if (!assembly_comma(a) ||
      !cursor_number_within(a->cursor, 0, BARRIERS - 1, "the barrier's number", &instance))
    return false;
  struct instruction threads = { 0 };
  if (counts_threads_before(a) && !read_threads(a, &threads)) return false;
  if (!assembly_comma(a) || !read_voted(a, combination == ALL, &vote)) return false;
  int counter = counter_of(a, (unsigned)instance);
  if (!count(a, OP_RMW, counter, vote, NO_REGISTER) || !assembly_more(a, OP_BARRIER)) return false;
  a->instruction->barrier_instance = (unsigned)instance;
  a->instruction->barrier_quorum = threads.barrier_quorum;
  a->instruction->barrier_combines = true;
  if (!count(a, OP_LOAD, counter, operand_none(), destination)) return false;
  return combination == COUNTS ||
         assembly_apply(a, destination, combination == ALL ? ARITHMETIC_EQ : ARITHMETIC_NE,
                        operand_register(destination), operand_constant(0));
}

bool ptx_bar(struct assembling *a) {
  bool cta = ptx_has(a, "cta");
  if (ptx_has(a, "red")) return read_reduction(a);
  return assembly_more(a, OP_BARRIER) && read_cta_barrier(a, cta);
}

/* ---- barriers of a cluster ---- */

/* arrive: release (the default) or relaxed; wait: acquire, written or not. */
static bool read_cluster_barrier(struct assembling *a) {
  struct instruction *barrier = a->instruction;
  barrier->barrier_of_cluster = true;
  barrier->scope = SCOPE_CLUSTER;
  barrier->barrier_arrives = ptx_has(a, "arrive");
  barrier->barrier_waits = ptx_has(a, "wait");
  bool release = ptx_has(a, "release"), relaxed = ptx_has(a, "relaxed"),
       acquire = ptx_has(a, "acquire");
  if (barrier->barrier_arrives == barrier->barrier_waits)
    return ptx_fail(a, "expected barrier.cluster.arrive or barrier.cluster.wait");
  if (barrier->barrier_waits ? release || relaxed : acquire || (release && relaxed))
    return ptx_fail(a, "barrier.cluster.arrive is release or relaxed, and .wait is acquire");
  barrier->order = barrier->barrier_waits ? ORDER_ACQUIRE : relaxed ? ORDER_RELAXED : ORDER_RELEASE;
  return true;
}

bool ptx_barrier(struct assembling *a) {
  bool cluster = ptx_has(a, "cluster");
  ptx_has(a, "aligned");
  if (!cluster) ptx_has(a, "cta");
  if (!cluster && ptx_has(a, "red")) return read_reduction(a);
  if (!assembly_more(a, OP_BARRIER)) return false;
  return cluster ? read_cluster_barrier(a) : read_cta_barrier(a, false);
}

/* ---- checks of whole threads ---- */

/* Where an instruction stands in the file. */
static struct span place_of(struct reader *reader, const struct thread *thread, unsigned k) {
  uintptr_t index = (uintptr_t)(thread - reader->program->threads) * INSTRUCTIONS_MAX + k;
  return (struct span){ *sparse_at(&reader->instruction_start, index), 1 };
}

static bool jumps(const struct instruction *i) {
  return i->opcode == OP_BRANCH || i->opcode == OP_GOTO;
}

static bool branches(const struct thread *thread) {
  for (unsigned k = 0; k < thread->length; k++)
    if (jumps(&thread->instructions[k])) return true;
  return false;
}

/* A thread arrives once a round, and waits behind that (9.7.13.3).  Only code without jumps is
 * checked. */
static bool alternates(struct reader *reader, const struct thread *thread) {
  bool arrived = false;
  if (branches(thread)) return true;
  for (unsigned k = 0; k < thread->length; k++) {
    const struct instruction *i = &thread->instructions[k];
    if (i->opcode != OP_BARRIER || !i->barrier_of_cluster) continue;
    if (i->barrier_arrives == arrived)
      return cursor_fail(&reader->cursor, place_of(reader, thread, k),
                         arrived ? "the thread has arrived already: expected "
                                   "barrier.cluster.wait first"
                                 : "the thread has not arrived: expected barrier.cluster.arrive "
                                   "before this wait");
    arrived = i->barrier_arrives;
  }
  return true;
}

static unsigned holders(const struct program *program, const struct thread *thread,
                        unsigned instance) {
  unsigned count = 0;
  for (unsigned t = 0; t < program->thread_count; t++)
    count += place_same_cta(&program->threads[t].place, &thread->place) &&
             thread_holds_instance(&program->threads[t], instance);
  return count;
}

/* A thread of a test stands for its warp: PTX counts threads, and the round warps.  A round that
 * needs as many as the test has is one of all. */
static void scale_quorums(const struct program *program, const struct thread *thread) {
  for (unsigned k = 0; k < thread->length; k++) {
    struct instruction *i = &thread->instructions[k];
    bool threads = i->opcode == OP_BARRIER && i->barrier_id.kind == OPERAND_NONE &&
                   i->barrier_quorum.kind == OPERAND_CONSTANT;
    if (!threads) continue;
    int64_t *quorum = &i->barrier_quorum.number;
    if (*quorum % WARP == 0) *quorum /= WARP;
    if (*quorum >= holders(program, thread, i->barrier_instance))
      i->barrier_quorum = operand_none();
  }
}

/* A counter of bar.red counts once. */
static bool combines_once(struct reader *reader, const struct thread *thread) {
  for (unsigned k = 0; k < thread->length; k++) {
    if (!thread->instructions[k].barrier_combines) continue;
    for (unsigned j = 0; j < thread->length; j++) {
      const struct instruction *i = &thread->instructions[j];
      if (jumps(i) && (j < k ? i->target > k : i->target <= k))
        return cursor_fail(&reader->cursor, place_of(reader, thread, k),
                           "unsupported: bar.red in a branch or a loop; combine the values by atom "
                           "and meet at bar.sync");
    }
  }
  return true;
}

bool ptx_check_barriers(struct reader *reader) {
  const struct program *program = reader->program;
  for (unsigned t = 0; t < program->thread_count; t++) {
    if (!combines_once(reader, &program->threads[t])) return false;
    if (!alternates(reader, &program->threads[t])) return false;
    scale_quorums(program, &program->threads[t]);
  }
  return true;
}
