/* Processes agree on numbers, or on a state by its content, so that all of them go on alike.  In
 * the end each holds the whole result, and the trace in its own numbers.
 *
 * A state belongs to one process, chosen by its fingerprint.  So two picks of one fingerprint are
 * of one process, which has compared them, and the least fingerprint tells the best pick. */
#include "search/ongoing.h"
#include "search/agreement.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/printing.h"
#include "os/processes.h"
#include "search/wire.h"

void agreement_on_level(struct ongoing_search *search) {
  uint64_t expanded = frontier_states(&search->frontier, search->level) - search->skipped;
  uint64_t sums[] = { visited_count(search->visited), expanded };
  uint64_t sets[] = { search->result.broken, search->result.blocked };
  uint64_t greatest[] = { (uint64_t)search->stop };
  if (search->shared) {
    processes_combine(sums, 2, PROCESSES_SUM);
    processes_combine(sets, 2, PROCESSES_UNION);
    processes_combine(greatest, 1, PROCESSES_GREATEST);
  }
  /* With less memory than before, not all saved states may be there. */
  search->all_states = sums[0] > search->saved_states ? sums[0] : search->saved_states;
  search->level_states = sums[1];
  search->result.broken = sets[0];
  search->result.blocked = sets[1] != 0;
  search->stop = (int)greatest[0];
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

void agreement_on_pick(const struct ongoing_search *search, struct state_pick *pick,
                       slot_t *state) {
  if (pick->found) visited_load(search->visited, pick->state, state);
  if (!search->shared) return;
  uint64_t least = pick->found ? pick->fingerprint : UINT64_MAX, owner;
  processes_combine(&least, 1, PROCESSES_LEAST);
  owner = pick->found && pick->fingerprint == least ? processes_own() : UINT64_MAX;
  processes_combine(&owner, 1, PROCESSES_LEAST);
  if (owner == UINT64_MAX) return; /* no process has any */
  size_t length = sizeof *pick;
  struct state_pick *shared = processes_share(pick, &length, (unsigned)owner);
  *pick = *shared;
  memory_free(shared);
  share_state(search->model, (unsigned)owner, state);
}

/* ---- the end ---- */

static void take_records(void *context, unsigned from, const void *bytes, size_t length) {
  const struct ongoing_search *search = context;
  const struct model *model = search->model;
  const char *at = bytes, *end = at + length;
  while (from != processes_own() && at < end) {
    size_t part;
    memcpy(&part, at, sizeof part);
    at += sizeof part;
    if (!model->read_worker(model, search->members[0].worker, at, part)) abort();
    at += part;
  }
}

/* Each with its length before it. */
static void gather_records(struct ongoing_search *search) {
  const struct model *model = search->model;
  struct printing all, one;
  FILE *out = printing_begin(&all);
  for (unsigned i = 0; i < search->member_count; i++) {
    model->write_worker(model, search->members[i].worker, printing_begin(&one));
    printing_end(&one);
    fwrite(&one.length, sizeof one.length, 1, out);
    fwrite(one.text, 1, one.length, out);
    printing_free(&one);
  }
  printing_end(&all);
  processes_gather(all.text, all.length, take_records, search);
  printing_free(&all);
}

void agreement_on_result(struct ongoing_search *search) {
  uint64_t sums[] = { search->transitions, search->budget.peak, search->result.spilled };
  if (!search->shared) return;
  processes_combine(sums, 3, PROCESSES_SUM);
  search->transitions = sums[0];
  search->budget.peak = sums[1];
  search->result.spilled = sums[2];
  if (search->model->write_worker) gather_records(search);
}

/* --- picks in this process --- */

static char *describe(const struct ongoing_search *search, state_index index,
                      struct printing *printing) {
  slot_t state[WIDTH_MAX];
  visited_load(search->visited, index, state);
  search->model->describe_state(search->model, printing_begin(printing), state);
  return printing_end(printing);
}

/* Different contents may share a fingerprint of 64 bits; their descriptions still differ. */
static bool content_less(const struct ongoing_search *search, const struct state_pick *a,
                         const struct state_pick *b) {
  if (a->fingerprint != b->fingerprint) return a->fingerprint < b->fingerprint;
  struct printing words_a, words_b;
  bool less =
      strcmp(describe(search, a->state, &words_a), describe(search, b->state, &words_b)) < 0;
  printing_free(&words_a);
  printing_free(&words_b);
  return less;
}

void pick_offer(const struct ongoing_search *search, struct state_pick *best,
                struct state_pick candidate) {
  if (!best->found || content_less(search, &candidate, best)) *best = candidate;
}

struct state_pick pick_best(struct ongoing_search *search) {
  struct state_pick best = { .found = false };
  for (unsigned i = 0; i < search->member_count; i++) {
    struct search_member *member = &search->members[i];
    if (member->pick.found) pick_offer(search, &best, member->pick);
    member->pick.found = false;
  }
  return best;
}
