/* The list of reductions, and the calls of their hooks. */
#include "machine/reduction.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

extern const struct reduction *const __start_reductions[] __attribute__((weak));
extern const struct reduction *const __stop_reductions[] __attribute__((weak));

/* EACH(machine, hook, r) runs its body for each reduction r in force that has the hook.
 * EACH_NUMBERED also declares i, the reduction's place in the list.  The inner loop declares r, and
 * runs at most once.  Hooks are asked for at every step, so find_hooks keeps the places of the
 * first and the last record that has one. */
#define HOOK(hook_) (offsetof(struct reduction, hook_) / sizeof(void *))
#define EACH_NUMBERED(machine_, hook_, i_, r_)                  \
  for (unsigned i_ = (machine_)->reductions.first[HOOK(hook_)]; \
       i_ < (machine_)->reductions.end[HOOK(hook_)]; i_++)      \
    for (const struct reduction *r_ = (machine_)->reductions.items[i_]; r_ && r_->hook_; r_ = NULL)
#define EACH(machine_, hook_, r_) EACH_NUMBERED(machine_, hook_, place_of_##r_, r_)
_Static_assert(sizeof(struct reduction) / sizeof(void *) <= HOOKS_MAX, "each hook has a place");

static void find_hooks(struct machine *machine) {
  memset(machine->reductions.first, 0, sizeof machine->reductions.first);
  memset(machine->reductions.end, 0, sizeof machine->reductions.end);
  for (unsigned i = machine->reductions.count; i-- > 0;) {
    uintptr_t hooks[sizeof(struct reduction) / sizeof(void *)];
    memcpy(hooks, machine->reductions.items[i], sizeof hooks);
    for (size_t hook = 0; hook < sizeof hooks / sizeof *hooks; hook++) {
      if (!hooks[hook]) continue;
      machine->reductions.first[hook] = (uint8_t)i;
      if (!machine->reductions.end[hook]) machine->reductions.end[hook] = (uint8_t)(i + 1);
    }
  }
}

static int by_order(const void *a, const void *b) {
  const struct reduction *left = *(const struct reduction *const *)a,
                         *right = *(const struct reduction *const *)b;
  return left->order < right->order ? -1 : left->order > right->order;
}

const struct selection reductions_all_steps = { .line = ALL_LINES, .may_begin = ~0u };

static bool is_listed(const char *name) {
  for (const struct reduction *const *r = __start_reductions; r < __stop_reductions; r++)
    if (!strcmp((*r)->name, name)) return true;
  return false;
}

/* The records whose checks are linked, in order; listed once. */
static const struct reduction *all[REDUCTIONS_MAX];
static size_t all_count;
static pthread_once_t listed = PTHREAD_ONCE_INIT;

static void list_all(void) {
  for (const struct reduction *const *r = __start_reductions; r < __stop_reductions; r++) {
    if (all_count == REDUCTIONS_MAX) abort();
    if (!(*r)->checked_by || is_listed((*r)->checked_by)) all[all_count++] = *r;
  }
  qsort(all, all_count, sizeof *all, by_order);
}

void reductions_shrink(struct machine *machine) {
  pthread_once(&listed, list_all);
  for (size_t i = 0; i < all_count; i++)
    if (all[i]->abstract.shrink) all[i]->abstract.shrink(machine);
}

void reductions_begin(struct machine *machine) {
  pthread_once(&listed, list_all);
  for (size_t i = 0; i < all_count; i++)
    if (all[i]->begin(machine)) machine->reductions.items[machine->reductions.count++] = all[i];
  find_hooks(machine);
}

void reductions_end(struct machine *machine) {
  EACH(machine, end, r) r->end(machine);
  machine->reductions.count = 0;
  find_hooks(machine);
}

static bool is_warmup(const struct machine *machine, const struct reduction *reduction) {
  (void)machine;
  return !reduction->not_on_warmup;
}

static bool is_nameless(const struct machine *machine, const struct reduction *reduction) {
  (void)machine;
  return !reduction->chooses_by_name;
}

static bool shows_runs(const struct machine *machine, const struct reduction *reduction) {
  return !reduction->unfolds || !reduction->unfolds(machine);
}

/* Keeps the reductions that stay, and takes out the others. */
static void keep(struct machine *machine, bool ends,
                 bool (*stays)(const struct machine *, const struct reduction *)) {
  unsigned kept = 0, count = machine->reductions.count;
  for (unsigned i = 0; i < count; i++) {
    const struct reduction *r = machine->reductions.items[i];
    if (stays(machine, r)) machine->reductions.items[kept++] = r;
    else if (ends && r->end) r->end(machine);
  }
  machine->reductions.count = kept;
  find_hooks(machine);
}

void reductions_keep_warmup(struct machine *machine) { keep(machine, false, is_warmup); }
void reductions_end_choices(struct machine *machine) { keep(machine, true, is_nameless); }
void reductions_end_unfolding(struct machine *machine) { keep(machine, true, shows_runs); }

bool reductions_unfold(const struct machine *machine) {
  EACH(machine, unfolds, r)
  if (r->unfolds(machine)) return true;
  return false;
}

/* --- canonicalise --- */

void reductions_open_thread(struct worker *worker) {
  EACH_NUMBERED(worker->machine, canonicalise.thread_new, i, r)
  worker->of_reduction[i] = r->canonicalise.thread_new();
}

void reductions_close_thread(struct worker *worker) {
  for (unsigned i = 0; i < REDUCTIONS_MAX; i++) memory_free(worker->of_reduction[i]);
}

void reductions_canonicalise(const struct machine *machine, slot_t *state) {
  EACH(machine, canonicalise.state, r) r->canonicalise.state(machine, state);
}

void reductions_canonicalise_sm(const struct machine *machine, slot_t *state, unsigned sm) {
  EACH(machine, canonicalise.of_sm, r) r->canonicalise.of_sm(machine, state, sm);
}

void reductions_canonicalise_local(struct step *step) {
  EACH(step->machine, canonicalise.local, r) r->canonicalise.local(step);
}

void reductions_open(struct worker *worker, const slot_t *source) {
  EACH_NUMBERED(worker->machine, canonicalise.open, i, r)
  if (worker->of_reduction[i])
    r->canonicalise.open(worker->machine, worker->of_reduction[i], source);
}

void reductions_representative(struct worker *worker, slot_t *state) {
  EACH_NUMBERED(worker->machine, canonicalise.representative, i, r)
  if (worker->of_reduction[i])
    r->canonicalise.representative(worker->machine, worker->of_reduction[i], state);
}

unsigned reductions_represented(const struct worker *worker) {
  EACH_NUMBERED(worker->machine, canonicalise.represented, i, r)
  if (worker->of_reduction[i])
    return r->canonicalise.represented(worker->machine, worker->of_reduction[i]);
  return 0;
}

/* --- select --- */

struct selection reductions_select(const struct machine *machine, const slot_t *state,
                                   unsigned number) {
  EACH(machine, select.candidate, r) return r->select.candidate(machine, state, number);
  struct selection selection = reductions_all_steps;
  selection.is_last = true;
  return selection;
}

struct selection reductions_select_ample(const struct machine *machine) {
  EACH(machine, select.candidate, r) return (struct selection){ .line = ALL_LINES };
  return reductions_all_steps;
}

bool reductions_hold_event(const struct machine *machine, const struct selection *selection,
                           const struct internal *internal, unsigned at) {
  EACH(machine, select.holds_event, r)
  if (!r->select.holds_event(selection, internal, at)) return false;
  return true;
}

void reductions_mark(const struct worker *worker, slot_t *to) {
  EACH(worker->machine, select.mark, r) r->select.mark(worker, to);
}

bool reductions_ample_message(const struct machine *machine, const slot_t *state,
                              unsigned controller, const struct message *message) {
  EACH(machine, select.ample_message, r)
  if (r->select.ample_message(machine, state, controller, message)) return true;
  return false;
}

bool reductions_ample_event(const struct machine *machine, const slot_t *state, unsigned controller,
                            const struct internal *internal) {
  EACH(machine, select.ample_event, r)
  if (r->select.ample_event(machine, state, controller, internal)) return true;
  return false;
}

bool reductions_event_waits(const struct machine *machine, const slot_t *state, unsigned controller,
                            unsigned internal, unsigned at) {
  EACH(machine, select.event_waits, r)
  if (r->select.event_waits(machine, state, controller, internal, at)) return true;
  return false;
}

unsigned reductions_event_before(const struct machine *machine, unsigned controller, uint32_t local,
                                 unsigned event, unsigned at) {
  EACH(machine, select.event_before, r) {
    unsigned before = r->select.event_before(machine, controller, local, event, at);
    if (before) return before;
  }
  return 0;
}

void reductions_drop_warmed(const struct machine *machine, struct machine *warming,
                            struct state_list *warmed) {
  EACH(machine, select.drop_warmed, r) r->select.drop_warmed(machine, warming, warmed);
}

void reductions_check_result(const struct machine *machine, struct search_result *result) {
  EACH(machine, select.check_result, r) r->select.check_result(machine, result);
}

/* --- abstract --- */

bool reductions_admit(struct machine *machine, struct diagnostic *error) {
  bool admitted = !machine->options.only_line;
  EACH(machine, abstract.admit, r) {
    if (!r->abstract.admit(machine, error)) return false;
    admitted = true;
  }
  return admitted || diagnostic_plain(error, "this program is built without proofs per address");
}

bool reductions_check_run(struct step *step, const struct taking *taking, enum fault *wrong) {
  bool holds = true;
  EACH(step->machine, abstract.check_run, r) holds &= r->abstract.check_run(step, taking, wrong);
  return holds;
}

bool reductions_check_alternatives(const struct machine *machine, const struct step_input *input,
                                   const struct alternatives *found) {
  EACH(machine, abstract.check_alternatives, r)
  if (!r->abstract.check_alternatives(machine, input, found)) return false;
  return true;
}

void reductions_check_map(struct step *step, const struct local *before,
                          const struct time_map *map) {
  EACH(step->machine, abstract.check_map, r) r->abstract.check_map(step, before, map);
}

bool reductions_may_enable(const struct step *step, const struct internal *internal, unsigned at) {
  EACH(step->machine, abstract.may_enable, r)
  if (r->abstract.may_enable(step, internal, at)) return true;
  return false;
}

bool reductions_have_contexts(const struct machine *machine, unsigned kind) {
  EACH(machine, abstract.have_contexts, r)
  if (r->abstract.have_contexts(machine, kind)) return true;
  return false;
}

void reductions_add_alternatives(struct step *step, const struct taking *taking,
                                 struct found_alternatives *found) {
  EACH(step->machine, abstract.add_alternatives, r)
  r->abstract.add_alternatives(step, taking, found);
}
