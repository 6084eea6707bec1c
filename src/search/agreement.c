/* Processes agree on numbers, or on a state by its content, so that all of them go on alike.  In
 * the end each holds the whole result, and the trace in its own numbers.
 *
 * A state belongs to one process, chosen by its fingerprint.  So two picks of one fingerprint are
 * of one process, which has compared them, and the least fingerprint tells the best pick. */
#include "search/run.h"
#include "search/agreement.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "os/processes.h"
#include "search/wire.h"

void agreement_on_level(struct run *run) {
  uint64_t expanded = frontier_states(&run->frontier, run->level) - run->skipped;
  uint64_t sums[] = { visited_count(run->visited), expanded };
  uint64_t sets[] = { run->result.broken, run->result.blocked };
  uint64_t greatest[] = { (uint64_t)run->stop };
  if (run->shared) {
    processes_combine(sums, 2, PROCESSES_SUM);
    processes_combine(sets, 2, PROCESSES_UNION);
    processes_combine(greatest, 1, PROCESSES_GREATEST);
  }
  /* With less memory than before, not all saved states may be there. */
  run->all_states = sums[0] > run->saved_states ? sums[0] : run->saved_states;
  run->level_states = sums[1];
  run->result.broken = sets[0];
  run->result.blocked = sets[1] != 0;
  run->stop = (int)greatest[0];
}

/* ---- picks ---- */

static void take_state(void *context, const slot_t *state) {
  memcpy(context, state, WIDTH_MAX * sizeof *state);
}

/* The state that process `from` has, in this process's numbers. */
static void share_state(const struct model *model, unsigned from, slot_t *state) {
  struct wire_out out;
  struct wire_in in;
  size_t length = 0;
  void *bytes = NULL;
  slot_t own[WIDTH_MAX] = { 0 };
  wire_out_init(&out, model);
  wire_in_init(&in, model);
  if (processes_own() == from) {
    wire_put(&out, state);
    bytes = wire_take(&out, &length);
  }
  void *shared = processes_share(bytes, &length, from);
  if (!wire_get(&in, shared, length, take_state, own)) abort();
  memcpy(state, own, model->width * sizeof *state);
  memory_free(shared);
  memory_free(bytes);
  wire_out_free(&out);
  wire_in_free(&in);
}

void agreement_on_pick(const struct run *run, struct state_pick *pick, slot_t *state) {
  if (pick->found) visited_load(run->visited, pick->state, state);
  if (!run->shared) return;
  uint64_t least = pick->found ? pick->fingerprint : UINT64_MAX, owner;
  processes_combine(&least, 1, PROCESSES_LEAST);
  owner = pick->found && pick->fingerprint == least ? processes_own() : UINT64_MAX;
  processes_combine(&owner, 1, PROCESSES_LEAST);
  if (owner == UINT64_MAX) return; /* no process has any */
  size_t length = sizeof *pick;
  struct state_pick *shared = processes_share(pick, &length, (unsigned)owner);
  *pick = *shared;
  memory_free(shared);
  share_state(run->model, (unsigned)owner, state);
}

/* ---- the end ---- */

static void take_records(void *context, unsigned from, const void *bytes, size_t length) {
  const struct run *run = context;
  const struct model *model = run->model;
  const char *at = bytes, *end = at + length;
  while (from != processes_own() && at < end) {
    size_t part;
    memcpy(&part, at, sizeof part);
    at += sizeof part;
    if (!model->read_worker(model, run->members[0].worker, at, part)) abort();
    at += part;
  }
}

/* Each with its length before it. */
static void gather_records(struct run *run) {
  const struct model *model = run->model;
  struct printing all, one;
  FILE *out = printing_begin(&all);
  for (unsigned i = 0; i < run->member_count; i++) {
    model->write_worker(model, run->members[i].worker, printing_begin(&one));
    printing_end(&one);
    fwrite(&one.length, sizeof one.length, 1, out);
    fwrite(one.text, 1, one.length, out);
    printing_free(&one);
  }
  printing_end(&all);
  processes_gather(all.text, all.length, take_records, run);
  printing_free(&all);
}

void agreement_on_result(struct run *run) {
  uint64_t sums[] = { run->transitions, run->budget.peak, run->result.spilled };
  if (!run->shared) return;
  processes_combine(sums, 3, PROCESSES_SUM);
  run->transitions = sums[0];
  run->budget.peak = sums[1];
  run->result.spilled = sums[2];
  if (run->model->write_worker) gather_records(run);
}

/* --- picks in this process --- */

static char *describe(const struct run *run, state_index index, struct printing *printing) {
  slot_t state[WIDTH_MAX];
  visited_load(run->visited, index, state);
  run->model->describe_state(run->model, printing_begin(printing), state);
  return printing_end(printing);
}

/* Different contents may share a fingerprint of 64 bits; their descriptions still differ. */
static bool content_less(const struct run *run, const struct state_pick *a,
                         const struct state_pick *b) {
  if (a->fingerprint != b->fingerprint) return a->fingerprint < b->fingerprint;
  struct printing words_a, words_b;
  bool less = strcmp(describe(run, a->state, &words_a), describe(run, b->state, &words_b)) < 0;
  printing_free(&words_a);
  printing_free(&words_b);
  return less;
}

void pick_offer(const struct run *run, struct state_pick *best, struct state_pick candidate) {
  if (!best->found || content_less(run, &candidate, best)) *best = candidate;
}

struct state_pick pick_best(struct run *run) {
  struct state_pick best = { .found = false };
  for (unsigned i = 0; i < run->member_count; i++) {
    struct run_member *member = &run->members[i];
    if (member->pick.found) pick_offer(run, &best, member->pick);
    member->pick.found = false;
  }
  return best;
}
