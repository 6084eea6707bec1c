/* A table says what becomes of an instruction, by its first word.  Words that are not in it are
 * computations. */
#include "extract/dispatch.h"

#include <stddef.h>
#include "extract/access.h"
#include "extract/compute.h"
#include "extract/values.h"

static const struct deed {
  const char *word;
  bool (*run)(struct walk *walk); /* NULL: refused, or left out */
  const char *reason;             /* of a refusal */
} deeds[] = {
  { "ld", access_step, NULL },
  { "st", access_step, NULL },
  { "atom", access_step, NULL },
  { "red", access_step, NULL },
  { "fence", access_order_step, NULL },
  { "membar", access_order_step, NULL },
  { "bar", access_order_step, NULL },
  { "barrier", access_order_step, NULL },
  { "nanosleep", NULL, NULL },
  { "prefetch", NULL, NULL },
  { "prefetchu", NULL, NULL },
  { "applypriority", NULL, NULL },
  { "pmevent", NULL, NULL },
  { "setmaxnreg", NULL, NULL },
  { "cp", NULL, "an asynchronous copy: write it as loads and stores" },
  { "mbarrier", NULL, "a barrier object in memory: write bar.sync, or a flag in memory" },
  { "griddepcontrol", NULL, "waiting for other launches: leave it out" },
  { "discard", NULL, "it may destroy data: leave it out" },
  { "shfl", NULL, "a value of another lane of the warp: pass it through shared memory" },
  { "vote", NULL, "values of other lanes of the warp: pass them through shared memory" },
  { "match", NULL, "values of other lanes of the warp: pass them through shared memory" },
  { "redux", NULL, "values of other lanes of the warp: pass them through shared memory" },
  { "activemask", NULL, "the lanes that are active follow from no source: leave it out" },
  { "elect", NULL, "which lane is elected follows from no source: choose one by %laneid" },
  { "ldu", NULL, "a load outside the memory model: write ld" },
  { "tex", NULL, "texture memory is outside the memory model (PTX ISA 8.1): write ld" },
  { "tld4", NULL, "texture memory is outside the memory model (PTX ISA 8.1): write ld" },
  { "suld", NULL, "surface memory is outside the memory model (PTX ISA 8.1): write ld" },
  { "sust", NULL, "surface memory is outside the memory model (PTX ISA 8.1): write st" },
  { "sured", NULL, "surface memory is outside the memory model (PTX ISA 8.1): write red" },
  { "multimem", NULL, "memory of several GPUs at once: write one access for each" },
  { "wgmma", NULL, "an operation of tensor cores: leave it out" },
  { "wmma", NULL, "an operation of tensor cores: leave it out" },
  { "mma", NULL, "an operation of tensor cores: leave it out" },
  { "tcgen05", NULL, "an operation of tensor cores: leave it out" },
  { "ldmatrix", NULL, "a load of several lanes at once: write ld" },
  { "stmatrix", NULL, "a store of several lanes at once: write st" },
  { "tensormap", NULL, "a descriptor of tensors: leave it out" },
  { "alloca", NULL, "local memory: compile with optimisation" },
  { "brx", NULL, "a jump through a table: compile the switch to comparisons" },
  { "trap", NULL, "the end of the whole launch: let the thread return" },
  { "brkpt", NULL, "a stop for a debugger: leave it out" },
};

/* st.async and red.async are no stores of the thread. */
static const struct deed async = { NULL, NULL, "an asynchronous operation: write st or red" };

static const struct deed warp_barrier = {
  NULL, NULL,
  "which orders lanes of a warp, and which the memory model does not mention: write bar.sync"
};
static const struct deed reducing_barrier = {
  NULL, NULL, "which combines values: combine them by atom, and meet at bar.sync"
};

static const struct deed *deed_of(const struct ptx_mnemonic *mnemonic) {
  bool store = mnemonic_part_is(mnemonic, 0, "st") || mnemonic_part_is(mnemonic, 0, "red");
  if (store && (mnemonic_has(mnemonic, "async") || mnemonic_has(mnemonic, "bulk"))) return &async;
  if (mnemonic_part_is(mnemonic, 0, "bar") || mnemonic_part_is(mnemonic, 0, "barrier")) {
    if (mnemonic_has(mnemonic, "warp")) return &warp_barrier;
    if (mnemonic_has(mnemonic, "red")) return &reducing_barrier;
  }
  for (size_t i = 0; i < sizeof deeds / sizeof *deeds; i++)
    if (mnemonic_part_is(mnemonic, 0, deeds[i].word)) return &deeds[i];
  return NULL;
}

bool dispatch_step(struct walk *walk) {
  const struct ptx_mnemonic *mnemonic = &walk->step->mnemonic;
  const struct deed *deed = deed_of(mnemonic);
  if (!deed && walk->step->instruction->count == 0)
    return walk_fail(walk, mnemonic->whole, "expected an instruction of PTX with operands");
  if (!deed) return compute_step(walk);
  if (deed->run) return deed->run(walk);
  if (!deed->reason) return true;
  return walk_fail(walk, mnemonic->whole, "unsupported: \"%.*s\", %s", (int)mnemonic->whole.length,
                   mnemonic->text + mnemonic->whole.start, deed->reason);
}
