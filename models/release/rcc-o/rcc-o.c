/* rcc-o: release consistency-directed coherence that tracks ownership.  A store owns its line
 * before it is done, so a release has nothing to write back.  An acquire drops what is valid and
 * not owned.  It drops nothing where it reads its SM's own store.
 *
 * Source: Nagarajan, Sorin, Hill, Wood, A Primer on Memory Consistency and Cache Coherence, 2nd
 * ed., 10.1.4, "Exploiting ownership", tables 10.15 (L1) and 10.16 (L2): states I, V, O; GetV,
 * GetO, and a request of the L2 to the owner to write back.  A new owner does not invalidate the
 * valid copies of others; their acquires do, as in rcc.  The tables name stable states.  README.md
 * lists the transient ones, and what else was inferred.
 *
 * Claims: old copies stay, so neither a single writer nor the last store in every copy.  What is
 * owned is the last store; where there is no owner, the L2's copy is.  No copy lacks a word.  A
 * fill is what the L2 has sent.  An acquire, or a fence, leaves in its L1 what is owned, or what
 * it has just read. */
#include "models/lib/rcc_o.h"
#include "models/lib/rcc_o_claims.h"
#include "models/lib/rcc_o_home.h"
#include "models/lib/rcc_o_l1.h"
#include "models/lib/memory.h"

enum { EVENT_COUNT = EVENT_RCC_O };
static const char *const events[] = { RCC_O_EVENT_NAMES };

/* --- the L1 --- */

ACTION(own, s->line->flag |= (uint8_t)(1u << s->request->word))

static const struct row l1_rows[] = {
  RCC_O_L1_ACCESSES,
  INFERRED("O/Acquire, of a word that came with the line", O, LOAD_ACQUIRE, not_own_word, SAME, hit,
           own, invalidate_all),
  RCC_O_L1_ANSWERS,
  INFERRED("Fence", ANY, FENCE, always, SAME, invalidate_all, done),
};

/* --- the L2 --- */

static const struct row l2_rows[] = { RCC_O_HOME_ROWS(ROW) };

/* --- for the record --- */

/* Where a line has no owner the L2 has the last store. */
static bool one_owner(const struct shape *shape, const struct local *const *locals) {
  for (unsigned line = 0; line < shape->lines; line++) {
    const struct line *bank = &locals[shape_bank(shape, line)]->line[line];
    if (1u << bank->state & HOME_V && data_is_stale(&bank->memory)) return false;
    for (unsigned sm = 0; sm < shape->sms; sm++) {
      const struct line *copy = &locals[shape_l1(shape, sm)]->line[line];
      if (!rcc_o_copy_holds(copy, bank->owner == sm, shape->words_of_line[line])) return false;
    }
  }
  return true;
}

#define CLAIMED \
  { true, "ptx-6.0" }

/* The claim about owners breaks, and the next message finds no row. */
#define LOSES_OWNER CLAIM(PROPERTY_OWN) | CLAIM(PROPERTY_NEVER) | CLAIM(PROPERTY_DEADLOCK)

SYSTEM(rcc_o) = {
  .name = "rcc-o",
  .title = "release consistency-directed coherence that tracks ownership: stores own, acquires "
           "drop the rest",
  RCC_O_RECORD,
  .not_modelled = "misses of the L2 and DRAM (nothing can tell), more than one GPU, stores that "
                  "are done before they own their line, relaxed accesses that go to the L2, "
                  "capacity and associativity (evictions come at any time), " LOWER_NOT_MODELLED,
  .kinds = {
    RCC_O_L1(0, rcc_o_l1_keeps),
    RCC_O_HOME("L2", l2_rows),
  },
  .messages = { RCC_O_MESSAGES() },
  .lower = release_lower_owned,
  .claims = { [CORE_IO] = CLAIMED, [CORE_GPU] = CLAIMED, [CORE_WEAK] = CLAIMED },
  .own_invariant.name = "at most one owner of a line, whom the L2 knows and whose copy holds the "
                        "last store, as the L2's does where there is none, no copy lacks a word, "
                        "and an acquire leaves no copy in its L1 that is not owned",
  .hooks = &(const struct release_hooks){ .inv_all = EVENT_INV_ALL, .data = EVENT_DATA,
    .grant = EVENT_GRANT, .reqwb = EVENT_REQWB, .puto = EVENT_PUTO, .putack = EVENT_PUTACK,
    .recall = PARAMETER_RECALL, .early_putack = PARAMETER_EARLY_PUTACK },
  .parameters = {
    RCC_UNSCOPED,
    [PARAMETER_PRINTED] = { "printed", 0, 0, 2, "an acquire of an owned line invalidates: 0 but "
                                                "for a word of the SM's own; 1 never; 2 but for a "
                                                "word that has been acquired since" },
    RCC_O_PARAMETERS,
  },
  .variants = {
    { "recall", "the L2 evicts owned lines", { { "recall", RECALLS } } },
    { "unscoped", "CTA scope is GPU scope", { { "unscoped", 1 } },
      .memory_models = "rcpc ptx-6.0" },
    { "acquire-anew", "the first acquire of a word of an owned line invalidates, though it is the "
                      "SM's own", { { "printed", 2 } }, .memory_models = "ptx-6.0 hsa" },
    { "printed", "an acquire of an owned line never invalidates", { { "printed", 1 } },
      .fails = "MPd+rmw-chain", LOSES_OWN(1, 1, 2, 1) },
    { "forgetful", "the L2 evicts owned lines, and does not ask their owners",
      { { "recall", FORGETS } }, .fails = "MP+acqrel.sys", .invariants_lost = LOSES_OWNER },
    { "early-putack", "a PutO is acknowledged though a ReqWB to its sender is out",
      { { "early-putack", 1 } }, .fails = "CoRW-chain+rlx", .invariants_lost = LOSES_OWNER },
  },
};
