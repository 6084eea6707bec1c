/* See pick.h. */
#include "search/pick.h"

#include <string.h>
#include "base/printing.h"

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
