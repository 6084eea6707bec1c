/* quickrelease-cpu: the CPU's side of QuickRelease.  A cluster of CPUs with a write-back cache
 * shares a directory with the GPU, whose writes wait in write caches.
 *
 * Source: Hechtman et al., QuickRelease (HPCA 2014), 3.1.1 and 3.1.2.  "CPUs perform stores as
 * normal with coherent write-back caches.  The APU directory will invalidate the rL2, which in turn
 * will invalidate the rL1 caches."  Before a line leaves wL3, "the controller sends invalidations
 * to the CPU cluster".  "A CPU read never will be forwarded to the GPU memory hierarchy because
 * main memory already contains all globally visible data written by the GPU."  An atomic is
 * performed at the directory.  No table is printed: rows cite sentences, and the CPU's protocol is
 * inferred.
 *
 * One SM is the CPU cluster (`cpu`); its threads are CPUs, which share a cache.  The others are
 * CUs. The GPU's own side is simpler than quickrelease's: a CU's store goes to wL2 at once.  wL2
 * and wL3 are one, and so are rL2 and memory.  README.md says what that leaves out. */
#include "models/lib/record.h"
#include "models/release/quickrelease-cpu/directory.h"
#include "models/release/quickrelease-cpu/l1.h"
#include "protocol/claims.h"

static unsigned lower(const struct shape *shape, const struct instruction *instruction,
                      struct micro *out) {
  (void)shape;
  bool acquire = lower_acquires(instruction), release = lower_releases(instruction);
  unsigned count = 0;
  switch (instruction->opcode) {
  case OP_FENCE:
  case OP_BARRIER: out[count++] = lower_micro_fence(true); break;
  case OP_LOAD: out[count++] = lower_micro_access(EVENT_LOAD, false, acquire); break;
  case OP_STORE:
  case OP_RMW:
    if (release) out[count++] = lower_micro_fence(true);
    out[count++] = instruction->opcode == OP_STORE
                       ? lower_micro_access(EVENT_STORE, false, false)
                       : lower_micro_access(EVENT_ATOMIC, release, acquire);
    break;
  default: break;
  }
  return count;
}

/* --- claims --- */

struct quickrelease_cpu_under_way {
  bool invalidation;
  unsigned old; /* words of a fill that are old, as a set */
};
static unsigned old_words(const struct data *data) {
  unsigned words = 0;
  for (unsigned word = 0; word < WORDS_MAX; word++)
    words |= (unsigned)(data->age[word] >= AGE_STALE) << word;
  return words;
}

/* A word of a CU's copy, or of its fill, may be old: then the write cache has a word, or an
 * invalidation is on its way.  A CPU's copy is never old. */
static bool l1_holds(const struct line *line, const struct line *home,
                     const struct quickrelease_cpu_under_way *out) {
  unsigned state = 1u << line->state;
  unsigned old = state & (V | S | M) ? old_words(&line->data) : 0;
  if (state & (IV | IS | IM)) old = out->old;
  return !old || (state & (V | IV) && (out->invalidation || !(old & ~home->dirty)));
}
/* Where the CPU waits, the GPU has been told before the CPU has the line. */
static bool directory_holds(const struct shape *shape, const struct line *home) {
  bool waited = shape_parameter(shape, PARAMETER_LAZY) != LAZY_IN_ORDER;
  return !(1u << home->state & (D_S | D_O) && waited && home->pending) &&
         !home->dirty == !home->writes;
}
static bool copies_hold(const struct shape *shape, const struct local *const *locals,
                        const struct message *messages, unsigned count) {
  struct quickrelease_cpu_under_way all[CORES_MAX][LINES_MAX] = { 0 };
  unsigned first = shape_l1(shape, 0);
  const struct local *home = locals[first + shape->sms];
  for (const struct message *m = messages; m < messages + count; m++) {
    if (!is_one_of(m->type, DATA | GRANTS | GRANTM | INV)) continue;
    struct quickrelease_cpu_under_way *line = &all[m->to - first][m->line];
    line->invalidation |= is_one_of(m->type, INV);
    if (!is_one_of(m->type, INV)) line->old = old_words(&m->data);
  }
  for (unsigned line = 0; line < shape->lines; line++) {
    if (!directory_holds(shape, &home->line[line])) return false;
    for (unsigned sm = 0; sm < shape->sms; sm++)
      if (!l1_holds(&locals[first + sm]->line[line], &home->line[line], &all[sm][line]))
        return false;
  }
  return true;
}

/* --- the record --- */

static bool names_cpu(const struct setting *setting) {
  (void)setting;
  return true;
}
/* A marker waits for all invalidations under way, and an atomic for a line that the CPU may ask for
 * again. */
static struct progress_claim progress(const struct setting *setting) {
  (void)setting;
  return (struct progress_claim){ .threads = PROGRESS_POSSIBLE,
                                  .requests = PROGRESS_POSSIBLE,
                                  .all_without_loops = true };
}
static const struct data *l1_value(const struct local *local, unsigned line) {
  return 1u << local->line[line].state == M ? &local->line[line].data : NULL;
}
static const struct data *directory_value(const struct local *local, unsigned at) {
  const struct line *line = &local->line[at];
  return 1u << line->state == D_O || line->flag ? NULL : &line->memory;
}

SYSTEM(quickrelease_cpu) = {
  .name = "quickrelease-cpu",
  .title = "QuickRelease's CPU side: a CPU cluster with a write-back cache beside the GPU",
  .source = "QuickRelease (HPCA 2014), 3.1.1 and 3.1.2",
  .not_modelled = "wL1 and S-FIFO1 (quickrelease has them), the way between the directory and the "
                  "L2, rL2 and L3 apart from memory, wL3 apart from wL2, several CPU caches, "
                  "capacity and associativity (evictions come at any time)",
  .kinds = {
    { .name = "L1",
      .table = TABLE(l1_rows, l1_states, I | V | S | M, events,
                     LOAD | STORE | ATOMIC | FENCE | EVICT | DATA | AACK | INV | RELACK | GRANTS |
                         GRANTM | PROBE),
      .internals = { { EVENT_EVICT, PER_LINE, .environment = true } },
      .internal_count = 1, .instances = ONE_PER_SM, .value = l1_value, .lease = NO_LEASE,
      .shows.stall = "fence", .shows.pending = "stores" },
    { .name = "directory",
      .table = TABLE(directory_rows, directory_states, D_U | D_S | D_O, events,
                     RD | WR | ATOM | MARK | INVACK | PROBEACK | GETS | GETM | WRITE_THROUGH |
                         MARKER | RECALL),
      .internals = { { EVENT_WRITE_THROUGH, PER_LINE },
        { EVENT_MARKER, ONCE },
        { EVENT_RECALL, PER_LINE } },
      .internal_count = 3, .instances = JUST_ONE, .extra_line_per_core = true,
      .value = directory_value, .lease = NO_LEASE, .shows.pending = "unacknowledged",
      .shows.writes = "s-fifo", .shows.buffer = true, .shows.memory = true,
      .shows.line_flag = "owned" },
  },
  RECORD_EVENTS(MESSAGES),
  .networks = { { "request", FIFO, 6 },
    { "response", UNORDERED, 6, .instead_where = 1 + PARAMETER_LAZY,
      .instead = { FIFO, UNORDERED } },
    { "ack", UNORDERED, 12 }, { "cpu-request", FIFO, 6 }, { "cpu-response", FIFO, 6 } },
  .network_count = 5,
  .asymmetric = names_cpu,
  .lower = lower,
  .claims = ON_ALL_CORES("ptx-6.0"),
  .core = CORE_GPU,
  .same_address_interlock = true,
  .invariants = CLAIM(PROPERTY_OWN),
  .own_invariant.holds_in_flight = copies_hold,
  .own_invariant.name = "a CU's old copy is of a line in the write cache, or its invalidation is "
                        "on its way; the CPU has no old copy, and none while the GPU has yet to "
                        "hear of it",
  .progress = progress,
  .promises.moves_data = true,
  .promises.sms_not_alike = "one SM is the CPU",
  .client = LOAD | STORE | ATOMIC | FENCE,
  .parameters = {
    [PARAMETER_CPU] = { "cpu", 0, 0, CORES_MAX - 1, "the SM that is the CPU cluster" },
    [PARAMETER_LAZY] = { "lazy", 0, 0, 2, "a CPU's store: 0 waits until the read caches are "
                                          "told; 1 does not, and responses keep order; 2 not" },
    [PARAMETER_UNTOLD] = { "untold", 0, 0, 1, "1: a CPU's store invalidates no read cache" },
    [PARAMETER_FORWARDED] = { "forwarded", 0, 0, 1, "1: a CPU's read is forwarded to the GPU's "
                                                    "write cache" },
    [PARAMETER_UNPROBED] = { "unprobed", 0, 0, 1, "1: a line leaves the write cache, and the CPU "
                                                  "keeps its copy" },
    [PARAMETER_EARLY_READ] = { "early-read", 0, 0, 1, "1: a CPU reads what the GPU wrote while "
                                                      "invalidations are under way" },
  },
  .variants = {
    { "second", "the CPU is SM 1", { { "cpu", 1 } } },
    { "lazy", "responses keep their order, and no CPU waits for invalidations",
      { { "lazy", LAZY_IN_ORDER }, { "early-read", 1 } } },
    { "early-read", "a CPU reads what the GPU wrote while invalidations are under way",
      { { "cpu", 1 }, { "early-read", 1 } }, .fails = "WRC+acqrel.sys", LOSES_OWN(2, 2, 1, 1) },
    { "lazy-unordered", "a CPU's store does not wait for invalidations, and has no order",
      { { "lazy", LAZY_UNORDERED } }, .fails = "MP+acqrel.sys", LOSES_OWN(2, 2, 1, 1) },
    { "untold", "a CPU's store invalidates no read cache", { { "untold", 1 } },
      .fails = "MP+acqrel.sys", LOSES_OWN(2, 2, 1, 1) },
    { "forwarded", "a CPU's read is forwarded to the GPU's write cache",
      { { "cpu", 1 }, { "forwarded", 1 } }, .fails = "WRC+acqrel.sys", LOSES_OWN(2, 2, 1, 1) },
    { "unprobed", "a line leaves the write cache, and the CPU keeps its copy",
      { { "cpu", 1 }, { "unprobed", 1 } }, .fails = "MP+acqrel.sys", LOSES_OWN(2, 2, 1, 1) },
  },
};
