/* The outcomes of executions: those that are found, and those that are still worth finding.
 *
 * A consistent execution adds its outcome once.  If coherence is partial, it adds one for each
 * choice, at every observed location, of a final value among the writes that none follows.
 * Executions are counted as herd7 counts them.  Candidates are those that were built, so no other
 * tool's count equals theirs. */
#include "axiom/search.h"
#include "axiom/outcomes.h"
#include "litmus/condition.h"

/* Executions to count before only outcomes are searched. */
enum { COUNTED_AT_LEAST = 4096, COUNTED_PER_OUTCOME = 16 };
/* Choices of final values to look at; if there are more, one of them may be new. */
enum { FINALS_MAX = 64 };

static bool is_consistent(const struct execution *x) {
  bool failing = x->evaluation.diverged;
  for (size_t i = 0; x->failing && i < x->code->tests.length; i++)
    failing = failing || x->failing[i];
  return !failing;
}

static void observe(struct execution *x, bool *seen, unsigned physical) {
  if (seen[physical]) return;
  seen[physical] = true;
  x->search->observed[x->search->observed_count++] = physical;
}

/* All cells of an observed location are observed, if it is cut into several. */
void outcomes_find_observed(struct execution *x) {
  const struct program *program = x->program;
  bool seen[CELLS_MAX] = { false };
  for (unsigned i = 0; i < program->observable_count; i++)
    for (unsigned c = 0; c < x->cells->count && !program->observables[i].is_register; c++)
      if (x->cells->items[c].location == program->observables[i].index)
        observe(x, seen, x->cells->items[c].physical);
}

static unsigned node_of(const struct execution *x, const struct observable *cell) {
  return x->first_node[cell->thread] + x->paths[cell->thread]->registers[cell->index];
}

static void gather_outcome(struct execution *x) {
  const struct program *program = x->program;
  struct search *search = x->search;
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *observable = &program->observables[i];
    search->outcome[i] = observable->is_register
                             ? x->values[node_of(x, observable)]
                             : cells_content(x->cells, program, observable, search->final);
    search->outcome[i] = type_shows(observable->type, search->outcome[i]);
  }
  outcome_number_unknowns(search->outcome, program->observable_count);
}

bool outcomes_meet_filter(struct execution *x) {
  const struct program *program = x->program;
  struct search *search = x->search;
  if (!program->filter || x->cut) return true;
  for (unsigned i = 0; i < program->observable_count; i++) {
    const struct observable *cell = &program->observables[i];
    search->decided[i] = cell->is_register && x->known[node_of(x, cell)];
  }
  gather_outcome(x);
  return condition_may_be(true, program->filter, search->outcome, search->decided);
}

/* ---- counters ---- */

/* Let every write to a location belong to an atomic addition, and let the model imply atomicity,
 * total coherence and uniproc.  Then each addition reads from the write just before it, so the last
 * write holds the initial value and all additions.  Without uniproc, 3 and 2 increments may
 * end in 2.  Threads that count in loops have very many orders and one such value. */

/* The node of the written sum, and the type that it is cut to (bytes 0: none). */
static const struct value_node *sum_written(const struct execution *x, unsigned written,
                                            struct type *type) {
  const struct value_node *node = &x->nodes[written];
  *type = (struct type){ 0 };
  bool extends = node->kind == NODE_ARITHMETIC && (node->arithmetic == ARITHMETIC_ZERO_EXTEND ||
                                                   node->arithmetic == ARITHMETIC_SIGN_EXTEND);
  if (!extends || x->nodes[node->left].kind != NODE_CONSTANT) return node;
  type->bytes = (unsigned char)x->nodes[node->left].number;
  type->has_sign = node->arithmetic == ARITHMETIC_SIGN_EXTEND;
  return &x->nodes[node->right];
}

/* Finds the constant that is added to the read's value; false if the write is no such sum. */
static bool finds_added(const struct execution *x, unsigned read, unsigned written, int64_t *added,
                        struct type *type) {
  const struct value_node *node = sum_written(x, written, type);
  unsigned old = x->events[read].value;
  if (node->kind != NODE_ARITHMETIC ||
      (node->arithmetic != ARITHMETIC_ADD && node->arithmetic != ARITHMETIC_SUB))
    return false;
  bool swapped = node->arithmetic == ARITHMETIC_ADD && node->right == old;
  unsigned other = swapped ? node->left : node->right;
  if ((swapped ? node->right : node->left) != old || x->nodes[other].kind != NODE_CONSTANT)
    return false;
  *added = arithmetic_apply(node->arithmetic, 0, x->nodes[other].number, 0);
  return true;
}

/* The final value of a cell if all its writes are atomic additions, in whatever order. */
static bool final_sum(const struct execution *x, unsigned physical, int64_t *sum) {
  unsigned first = 0;
  bool is_typed = false;
  struct type type = { 0 },
              here = { 0 }; /* of all additions; cut or not on the way, the last sum is the same */
  if (x->code->coherence != COHERENCE_TOTAL) return false;
  *sum = 0;
  EACH_EVENT(w, x->writes_to[physical]) {
    int64_t added = x->values[x->events[w].written];
    if (w < x->initial_count ? first++ > 0
                             : !(events_have(x->paired, w - 1) &&
                                 relation_has(base_relation(x, BASE_RMW_PAIR), w - 1, w) &&
                                 finds_added(x, w - 1, x->events[w].written, &added, &here)))
      return false;
    bool adds = w >= x->initial_count;
    if (adds && is_typed && (here.bytes != type.bytes || here.has_sign != type.has_sign))
      return false;
    if (adds) type = here;
    is_typed |= adds;
    *sum = arithmetic_apply(ARITHMETIC_ADD, *sum, added, 0);
  }
  *sum = type_holds(type, *sum);
  return first == 1;
}

/* ---- what is worth building ---- */

/* Visits each choice of final values for the observed cells from the k-th on, until a visit returns
 * true.  Returns whether one has, or whether a value is not known yet. */
static bool any_final(struct execution *x, const event_set *order, unsigned k,
                      bool (*visit)(struct execution *x)) {
  struct search *search = x->search;
  if (k == search->observed_count) return visit(x);
  unsigned physical = search->observed[k];
  event_set writes = x->writes_to[physical];
  if (!events_any(writes)) {
    search->final[physical] = cell_initial(x->cells, x->program, physical);
    return any_final(x, order, k + 1, visit);
  }
  EACH_EVENT(w, writes) {
    if (events_any(order[w] & writes)) continue;
    bool known = x->known[x->events[w].written];
    if (!known && !final_sum(x, physical, &search->final[physical])) return true;
    if (known) search->final[physical] = x->values[x->events[w].written];
    if (any_final(x, order, k + 1, visit)) return true;
  }
  return false;
}

static bool add_outcome(struct execution *x) {
  const struct program *program = x->program;
  struct search *search = x->search;
  gather_outcome(x);
  if (program->filter && !condition_holds(program->filter, search->outcome)) return false;
  search->counted = true;
  if (search->visit) search->visit(search->context, x);
  outcome_set_add(search->judgement->allowed, search->outcome, 1);
  return false;
}

/* Does the outcome meet the filter, and (only_new) is it new? */
static bool is_wanted(struct execution *x) {
  struct search *search = x->search;
  if (++search->finals > FINALS_MAX) return true;
  gather_outcome(x);
  return (!x->program->filter || condition_holds(x->program->filter, search->outcome)) &&
         !(search->only_new && outcome_set_has(search->judgement->allowed, search->outcome));
}

/* May a new flag be raised, if the axioms were asked up to `level`? */
static bool flags_left(const struct execution *x, unsigned level) {
  if (x->evaluation.raised[level] & ~x->search->flags) return true;
  for (size_t i = 0; i < x->code->flag_tests.length; i++) {
    const struct cat_flag *test = &x->code->flag_tests.items[i];
    if (test->level <= level || x->search->flags >> test->flag & 1) continue;
    if (test->needs == BASE_COUNT ||
        !relation_empty(evaluation_slot(&x->evaluation, test->needs), x->count))
      return true;
  }
  return false;
}

bool outcomes_wanted(struct execution *x, const event_set *order, unsigned level) {
  x->search->only_new = x->symmetry && !flags_left(x, level);
  if (x->search->only_new && x->search->options->flags_only) return x->cut;
  if (x->cut || (!x->search->only_new && !x->program->filter)) return true;
  for (unsigned i = 0; i < x->program->observable_count; i++) {
    const struct observable *cell = &x->program->observables[i];
    if (cell->is_register && !x->known[node_of(x, cell)]) return true;
  }
  x->search->finals = 0;
  return any_final(x, order, 0, is_wanted);
}

/* Are executions so many that the search is to begin anew, for outcomes only? */
static bool counted_enough(const struct execution *x) {
  return !x->symmetry && !x->search->visit &&
         x->consistent > COUNTED_AT_LEAST +
                             COUNTED_PER_OUTCOME * outcome_set_size(x->search->judgement->allowed);
}

static bool found_enough(const struct search *search) {
  uint64_t most = search->options->outcomes_max;
  return most && outcome_set_size(search->judgement->allowed) >= most;
}

void outcomes_judge(struct execution *x) {
  struct search *search = x->search;
  x->accepted = is_consistent(x);
  if (x->cut) {
    if (x->accepted) search->judgement->bounded = x->stop = true;
    return;
  }
  if (!x->recorded) {
    search->counted = false;
    x->consistent++;
    any_final(x, base_relation(x, BASE_CO), 0, add_outcome);
    if (counted_enough(x)) search->judgement->uncounted = x->stop = true;
    if (found_enough(search)) search->judgement->curtailed = x->stop = true;
  }
  if (search->counted) search->flags |= x->evaluation.raised[x->code->level_count - 1];
}
