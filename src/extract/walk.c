/* Walks along a kernel by blocks, and emits the code of one thread. */
#include "extract/walk.h"

#include <string.h>
#include "base/text.h"
#include "extract/dispatch.h"
#include "extract/values.h"

enum {
  WIDEN_AFTER = 32,        /* rounds of a loop whose end depends on loaded values */
  BLOCKS_MOST = 4096,      /* of a thread */
  INSTRUCTIONS_MOST = 256, /* of a thread of the test (litmus/program.h) */
  STEPS_MOST = 1 << 22     /* taken for one thread */
};

/* ---- blocks ---- */

static bool same_known(const struct block *a, const struct block *b) {
  if (a->step != b->step || a->known.length != b->known.length) return false;
  for (size_t i = 0; i < a->known.length; i++) {
    const struct live_value *x = &a->known.items[i], *y = &b->known.items[i];
    if (x->index != y->index || x->value.kind != y->value.kind ||
        x->value.number != y->value.number || x->value.object != y->value.object ||
        x->value.holds != y->value.holds)
      return false;
  }
  return true;
}

/* The state before a step, of the registers that are live there. */
static struct block block_here(const struct walk *walk, unsigned step) {
  struct block block = { .step = step, .parent = (int)walk->block, .forks = walk->forks };
  for (unsigned i = 0; i < walk->steps.registers.length; i++) {
    if (walk->values[i].kind == VALUE_UNSET || !live_before(&walk->live, step, i)) continue;
    struct live_value each = { i, walk->values[i] };
    if (each.value.kind == VALUE_LOADED && !each.value.holds) each.value.number = 0;
    if (each.value.kind != VALUE_ADDRESS) each.value.object = 0;
    vector_push(block.known, each);
  }
  return block;
}

/* ---- counters of loops whose end is not known ---- */

static const struct live_value *known_of(const struct block *block, unsigned index) {
  for (size_t i = 0; i < block->known.length; i++)
    if (block->known.items[i].index == index) return &block->known.items[i];
  return NULL;
}

static bool is_widened(const struct walk *walk, unsigned step, unsigned index) {
  for (size_t i = 0; i < walk->widened.length; i++)
    if (walk->widened.items[i].value.from == step && walk->widened.items[i].index == index)
      return true;
  return false;
}

/* Known numbers that differ count as loaded from now on. */
static void widen(struct walk *walk, const struct block *old, const struct block *new) {
  for (size_t i = 0; i < new->known.length; i++) {
    const struct live_value *now = &new->known.items[i], *then = known_of(old, now->index);
    if (!then || now->value.kind != VALUE_KNOWN || then->value.kind != VALUE_KNOWN ||
        now->value.number == then->value.number || is_widened(walk, new->step, now->index))
      continue;
    struct live_value entry = { now->index, { .from = new->step } };
    vector_push(walk->widened, entry);
    walk->starts_anew = true;
  }
}

/* How often the loop went round with a branch on a loaded value in each round. */
static void look_for_counters(struct walk *walk, const struct block *new) {
  unsigned rounds = 0, forks = new->forks;
  for (int at = new->parent; at >= 0; at = walk->blocks.items[at].parent) {
    const struct block *old = &walk->blocks.items[at];
    if (old->step != new->step) continue;
    if (old->forks == forks) return;
    forks = old->forks;
    if (++rounds == WIDEN_AFTER) {
      widen(walk, old, new);
      return;
    }
  }
}

/* ---- jumps between blocks ---- */

/* The step that most blocks begin with, and how many. */
static unsigned repeated(const struct walk *walk, unsigned *times) {
  unsigned most = 0;
  *times = 0;
  for (size_t i = 0; i < walk->blocks.length; i++) {
    unsigned count = 0;
    for (size_t k = 0; k < walk->blocks.length; k++)
      count += walk->blocks.items[k].step == walk->blocks.items[i].step;
    if (count <= *times) continue;
    *times = count;
    most = walk->blocks.items[i].step;
  }
  return most;
}

static bool too_much(struct walk *walk, const char *what) {
  unsigned times, step = repeated(walk, &times);
  return walk_fail(
      walk, walk->steps.items.items[step].mnemonic.whole,
      "P%u has more than %u %s; the code from here on is there %u times: let its loops "
      "go round less often, with smaller numbers for --param",
      walk->asked->id, *what == 'i' ? INSTRUCTIONS_MOST : BLOCKS_MOST, what, times);
}

/* Registers that are widened at the step are loaded from here on.  Where ways meet, loaded values
 * may be anything again, so that the ways stay one. */
static void enter(struct walk *walk, unsigned step) {
  for (unsigned i = 0; walk->steps.items.items[step].ways > 1 && i < walk->steps.registers.length;
       i++)
    walk->values[i].holds = false;
  for (size_t i = 0; i < walk->widened.length; i++)
    if (walk->widened.items[i].value.from == step)
      walk_materialise(walk, walk->widened.items[i].index);
}

/* The block for the step and the state, which is made if there is none; -1 with a diagnostic. */
static int block_for(struct walk *walk, unsigned step) {
  struct block block = block_here(walk, step);
  for (size_t i = 0; i < walk->blocks.length; i++)
    if (same_known(&walk->blocks.items[i], &block)) {
      vector_free(block.known);
      return (int)i;
    }
  look_for_counters(walk, &block);
  vector_push(walk->blocks, block);
  if (walk->blocks.length > BLOCKS_MOST) return too_much(walk, "ways"), -1;
  return (int)walk->blocks.length - 1;
}

static void add_jump(struct walk *walk, unsigned block) {
  code_add(&walk->code, CODE_JUMP)->block = block;
}

static void start_block(struct walk *walk, unsigned block) {
  walk->blocks.items[block].started = true;
  walk->block = block;
  walk->forks = walk->blocks.items[block].forks;
  walk->compared.length = 0;
  code_add(&walk->code, CODE_LABEL)->block = block;
}

static void restore(struct walk *walk, unsigned block) {
  const struct block *from = &walk->blocks.items[block];
  for (unsigned i = 0; i < walk->steps.registers.length; i++)
    walk->values[i] = (struct value){ .kind = VALUE_UNSET };
  for (size_t i = 0; i < from->known.length; i++)
    walk->values[from->known.items[i].index] = from->known.items[i].value;
}

/* ---- steps ---- */

enum walk_going { GOES_ON, GOES_ELSEWHERE, ENDS, FAILS };

/* Sets walk->guard, or finds that the step is not taken. */
static bool find_guard(struct walk *walk, bool *taken) {
  const struct ptx_instruction *instruction = walk->step->instruction;
  walk->guard = NO_GUARD;
  walk->guard_negated = instruction->guard_negated;
  *taken = true;
  if (instruction->guard == NO_GUARD) return true;
  unsigned index = walk->step->in->first_register + (unsigned)instruction->guard;
  struct value value = walk->values[index];
  if (value.kind == VALUE_KNOWN || value.holds)
    *taken = (value.number & 1) != instruction->guard_negated;
  else if (value.kind == VALUE_LOADED) walk->guard = (int)index;
  else if (value.kind == VALUE_UNSET)
    return walk_fail(walk, instruction->mnemonic,
                     "its predicate is read before anything writes it");
  else return walk_refuse_value(walk, instruction->mnemonic, value);
  return true;
}

/* The guard is that from here on, and so are registers that it compares. */
static void take_for(struct walk *walk, bool truth) {
  struct value *guard = &walk->values[walk->guard];
  guard->holds = true;
  guard->number = truth;
  for (size_t i = 0; i < walk->compared.length; i++) {
    const struct compared_register *each = &walk->compared.items[i];
    if ((int)each->predicate != walk->guard || each->equal != truth) continue;
    walk->values[each->index].holds = true;
    walk->values[each->index].number = each->number;
  }
}

/* The block behind a branch that is taken; the state stays. */
static int block_behind(struct walk *walk, unsigned target) {
  size_t bytes = walk->steps.registers.length * sizeof *walk->values;
  struct value *saved = memory_new(walk->steps.registers.length + 1, sizeof *saved);
  memcpy(saved, walk->values, bytes);
  take_for(walk, !walk->guard_negated);
  enter(walk, target);
  int block = block_for(walk, target);
  memcpy(walk->values, saved, bytes);
  memory_free(saved);
  return block;
}

/* Registers that the target has widened are moved before the branch, for both ways. */
static void widen_before(struct walk *walk, unsigned target) {
  for (size_t i = 0; i < walk->widened.length; i++)
    if (walk->widened.items[i].value.from == target)
      walk_materialise(walk, walk->widened.items[i].index);
}

/* Emits a branch to the step under the guard. */
static enum walk_going fork_to(struct walk *walk, unsigned target) {
  int block = (int)END_BLOCK;
  walk->forks++;
  if (target < walk->steps.items.length) {
    widen_before(walk, target);
    block = block_behind(walk, target);
    if (block < 0) return FAILS;
  }
  struct code_line *line = code_add(&walk->code, CODE_BRANCH);
  line->block = (unsigned)block;
  code_text(line, walk->guard_negated ? "@!" : "@");
  code_register(line, PIECE_READ, (unsigned)walk->guard);
  code_text(line, " bra ");
  take_for(walk, walk->guard_negated);
  return GOES_ON;
}

static enum walk_going jump(struct walk *walk, unsigned target) {
  if (walk->guard != NO_GUARD) return fork_to(walk, target);
  walk->at = target;
  return target < walk->steps.items.length ? GOES_ELSEWHERE : ENDS;
}

static enum walk_going refuse_call(struct walk *walk) {
  const struct ptx_operand *name = steps_callee(walk->step);
  struct span span = name ? name->span : walk->step->mnemonic.whole;
  walk_fail(walk, span,
            "unsupported: the call of \"%.*s\", whose body is not in this file: let the compiler "
            "inline it, or leave it out",
            span.length > 60 ? 60 : (int)span.length,
            walk->extraction->module->source.text + span.start);
  return FAILS;
}

/* A call is taken where its predicate holds; else it is jumped over. */
static enum walk_going call(struct walk *walk, bool taken) {
  if (taken && walk->step->has_no_body) return refuse_call(walk);
  if (taken && walk->guard == NO_GUARD) return GOES_ON;
  walk->guard_negated = !walk->guard_negated;
  return jump(walk, walk->step->target);
}

static enum walk_going take(struct walk *walk) {
  bool taken;
  const struct ptx_mnemonic *mnemonic = &walk->step->mnemonic;
  if (!find_guard(walk, &taken)) return FAILS;
  if (mnemonic_part_is(mnemonic, 0, "call")) return call(walk, taken);
  if (!taken) return GOES_ON;
  if (mnemonic_part_is(mnemonic, 0, "bra") || mnemonic_part_is(mnemonic, 0, "ret"))
    return jump(walk, walk->step->target);
  if (mnemonic_part_is(mnemonic, 0, "exit")) return jump(walk, (unsigned)walk->steps.items.length);
  return dispatch_step(walk) ? GOES_ON : FAILS;
}

/* At a step where ways may meet: goes on in a new block, or jumps to one that was begun. */
static enum walk_going meet(struct walk *walk) {
  enter(walk, walk->at);
  int block = block_for(walk, walk->at);
  if (block < 0) return FAILS;
  if (!walk->blocks.items[block].started) {
    start_block(walk, (unsigned)block);
    return GOES_ON;
  }
  add_jump(walk, (unsigned)block);
  return ENDS;
}

static bool within_limits(struct walk *walk, unsigned *steps) {
  if (code_instructions(&walk->code) > 4 * INSTRUCTIONS_MOST) return too_much(walk, "instructions");
  if (++*steps < STEPS_MOST) return true;
  return walk_fail(walk, walk->step->mnemonic.whole,
                   "P%u took %u steps and came to no end: let its loops go round less often",
                   walk->asked->id, (unsigned)STEPS_MOST);
}

/* From the beginning of a block to the end of the thread, or to a block that was begun. */
static bool run_block(struct walk *walk, unsigned block, unsigned *steps) {
  enum walk_going going = GOES_ON;
  restore(walk, block);
  start_block(walk, block);
  walk->at = walk->blocks.items[block].step;
  for (bool first = true; !walk->starts_anew; first = false) {
    if (walk->at >= walk->steps.items.length) break;
    walk->step = &walk->steps.items.items[walk->at];
    if (!within_limits(walk, steps)) return false;
    if (!first && walk->step->is_target && meet(walk) != GOES_ON) {
      return !walk->extraction->error->message;
    }
    going = take(walk);
    if (going == FAILS) return false;
    if (going == ENDS) break;
    if (going == GOES_ON) walk->at++;
  }
  add_jump(walk, END_BLOCK);
  return true;
}

/* The block to go on with: of those that are not begun, the first in the file. */
static int next_block(const struct walk *walk) {
  int next = -1;
  for (size_t i = 0; i < walk->blocks.length; i++) {
    const struct block *each = &walk->blocks.items[i];
    if (!each->started && (next < 0 || each->step < walk->blocks.items[next].step)) next = (int)i;
  }
  return next;
}

static void clear_blocks(struct walk *walk) {
  for (size_t i = 0; i < walk->blocks.length; i++) vector_free(walk->blocks.items[i].known);
  vector_free(walk->blocks);
  code_clear(&walk->code);
}

static bool run_all(struct walk *walk, unsigned *steps) {
  struct block first = { .parent = -1 };
  clear_blocks(walk);
  walk->starts_anew = false;
  vector_push(walk->blocks, first);
  for (int block; !walk->starts_anew && (block = next_block(walk)) >= 0;)
    if (!run_block(walk, (unsigned)block, steps)) return false;
  return true;
}

bool walk_run(struct walk *walk) {
  unsigned steps = 0;
  if (!steps_make(&walk->steps, walk->extraction->module, walk->kernel, walk->extraction->error))
    return false;
  walk->live = live_of(&walk->steps);
  walk->values = memory_new(walk->steps.registers.length + 1, sizeof *walk->values);
  do {
    if (!run_all(walk, &steps)) return false;
  } while (walk->starts_anew);
  code_tidy(&walk->code);
  return code_instructions(&walk->code) <= INSTRUCTIONS_MOST || too_much(walk, "instructions");
}

void walk_clear(struct walk *walk) {
  clear_blocks(walk);
  live_clear(&walk->live);
  steps_clear(&walk->steps);
  vector_free(walk->widened);
  vector_free(walk->compared);
  memory_free(walk->values);
}
