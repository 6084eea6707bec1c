/* Explaining an answer.
 *
 * Candidates are built as the judge builds them, but none is thrown away before it is complete, and each that ends as
 * the condition says is asked every axiom.  If one passes all of them it is the witness.  If none does, each is put
 * down to the failing axiom with the shortest cycle (or to one that fails by a pair that must not be), and of all that an
 * axiom forbids the one with the shortest cycle is kept.
 *
 * A cycle is found in the relation that the axiom is about, by breadth-first search from each event, and each of its
 * steps is then taken apart along the relation's definition: a union into the member that holds the pair, a sequence
 * into its two halves, a closure into a shortest chain, and what only restricts a relation (to a location, to other
 * threads, to kinds of events) is left out.  What remains are base relations and what else the model has a name for. */
#include "axiom/explain.h"

#include <string.h>
#include "axiom/judging.h"
#include "axiom/model.h"
#include "base/text.h"

enum { STEPS_MAX = 1000, DEPTH_MAX = 200, MEMBERS_MAX = 64 };

struct explaining {
  const struct cat_code *code;
  const struct condition *condition;
  struct explanation *explanation;
  const struct cat_operation **definitions; /* by slot */
  size_t *case_of;                          /* by test: case + 1 */
  unsigned depth;                           /* of taking apart */
};

/* ---- definitions at hand ---- */

static void note_definitions(struct explaining *explaining, const struct cat_operations *operations) {
  for (size_t i = 0; i < operations->length; i++)
    if (operations->items[i].kind != OPERATION_TEST && operations->items[i].kind != OPERATION_FIXPOINT)
      explaining->definitions[operations->items[i].target] = &operations->items[i];
}

static void gather_definitions(struct explaining *explaining) {
  const struct cat_code *code = explaining->code;
  explaining->definitions = memory_new(code->slot_count, sizeof *explaining->definitions);
  for (unsigned level = 0; level < code->level_count; level++) note_definitions(explaining, &code->level[level]);
  note_definitions(explaining, &code->showing);
  for (size_t i = 0; i < code->fixpoints.length; i++) note_definitions(explaining, &code->fixpoints.items[i].body);
}

/* ---- paths ---- */

/* A shortest path of at least one step from `from` to `to` in r: its events, both ends included; the count, or 0. */
static unsigned shortest_path(const uint64_t *r, unsigned n, unsigned from, unsigned to, unsigned *path) {
  unsigned queue[EVENTS_MAX], parent[EVENTS_MAX], head = 0, tail = 0;
  event_set seen = 0;
  EACH_EVENT(e, r[from]) {
    parent[e] = from;
    seen |= event_bit(e);
    queue[tail++] = e;
  }
  while (head < tail && !(seen >> to & 1)) {
    unsigned at = queue[head++];
    EACH_EVENT(e, r[at] & ~seen) {
      parent[e] = at;
      seen |= event_bit(e);
      queue[tail++] = e;
    }
  }
  if (!(seen >> to & 1) || n == 0) return 0;
  unsigned count = 1;
  for (unsigned e = parent[to]; e != from; e = parent[e]) count++;
  path[count] = to;
  for (unsigned i = count, e = to; i > 0; i--) path[i - 1] = e = i == 1 ? from : parent[e];
  return count + 1;
}

/* The shortest cycle of r, its first event repeated at the end; 0 where there is none. */
static unsigned shortest_cycle(const uint64_t *r, unsigned n, unsigned *cycle) {
  unsigned best = 0, path[EVENTS_MAX + 1];
  for (unsigned e = 0; e < n; e++) {
    unsigned length = shortest_path(r, n, e, e, path);
    if (!length || (best && length >= best)) continue;
    best = length;
    memcpy(cycle, path, length * sizeof *path);
  }
  return best;
}

/* ---- taking a step apart ---- */

static const char *label_of(const struct explaining *explaining, unsigned slot) {
  if (slot < BASE_COUNT) return cat_base_names[slot].name;
  return explaining->code->labels[slot];
}

static void add_step(struct explained *explained, unsigned from, unsigned to, const char *label) {
  vector_push(explained->steps, (struct explained_edge){ from, to, memory_format("%s", label ? label : "?") });
}

static void take_apart(struct explaining *explaining, const struct execution *x, unsigned slot, unsigned from,
                       unsigned to, struct explained *explained);

static void take_chain_apart(struct explaining *explaining, const struct execution *x, unsigned slot,
                             unsigned from, unsigned to, struct explained *explained) {
  unsigned path[EVENTS_MAX + 1];
  unsigned length = shortest_path(evaluation_slot(&x->evaluation, slot), x->count, from, to, path);
  for (unsigned i = 0; i + 1 < length; i++) take_apart(explaining, x, slot, path[i], path[i + 1], explained);
}

static bool holds(const struct execution *x, unsigned slot, unsigned from, unsigned to) {
  return relation_has(evaluation_slot(&x->evaluation, slot), from, to);
}

/* Library names are known to everybody: they are where taking apart ends. */
static bool is_common(const char *label) {
  static const char *const names[] = { "fr", "rfe", "rfi", "coe", "coi", "fre", "fri", "po-loc" };
  for (size_t i = 0; label && i < sizeof names / sizeof *names; i++)
    if (text_equal(names[i], label)) return true;
  return false;
}

/* r & (W * R), r & loc, r & ext: of these the other side says how the events are related. */
static bool only_restricts(const struct explaining *explaining, unsigned slot) {
  static const enum cat_base bases[] = {
    BASE_LOC, BASE_VLOC, BASE_INT, BASE_EXT, BASE_ID, BASE_SR, BASE_SCTA, BASE_SGPU, BASE_SSYS, BASE_SSG, BASE_SQF
  };
  for (size_t i = 0; i < sizeof bases / sizeof *bases; i++)
    if (slot == bases[i]) return true;
  const struct cat_operation *operation = slot < BASE_COUNT ? NULL : explaining->definitions[slot];
  if (!operation) return false;
  if (operation->kind == OPERATION_PRODUCT || operation->kind == OPERATION_COMPLEMENT) return true;
  return (operation->kind == OPERATION_UNION || operation->kind == OPERATION_INTERSECTION ||
          operation->kind == OPERATION_DIFFERENCE) && only_restricts(explaining, operation->left) &&
         only_restricts(explaining, operation->right);
}

/* ---- recursive definitions: chains of what they are made of ---- */

/* The slot that a recursive name is defined as. */
static bool recursive_result(const struct explaining *explaining, unsigned slot, unsigned *result) {
  for (size_t f = 0; f < explaining->code->fixpoints.length; f++) {
    const struct cat_fixpoint *fixpoint = &explaining->code->fixpoints.items[f];
    for (size_t i = 0; i < fixpoint->variables.length; i++)
      if (fixpoint->variables.items[i] == slot) {
        *result = fixpoint->results.items[i];
        return true;
      }
  }
  return false;
}

/* What a union is of, but for r ; r, which chains stand for. */
static void gather_members(const struct explaining *explaining, unsigned slot, unsigned variable, unsigned *members,
                           unsigned *count) {
  const struct cat_operation *operation = slot < BASE_COUNT ? NULL : explaining->definitions[slot];
  if (operation && operation->kind == OPERATION_UNION && !is_common(label_of(explaining, slot))) {
    gather_members(explaining, operation->left, variable, members, count);
    gather_members(explaining, operation->right, variable, members, count);
  } else if (!(operation && operation->kind == OPERATION_SEQUENCE && operation->left == variable &&
               operation->right == variable) && slot != variable && *count < MEMBERS_MAX) {
    members[(*count)++] = slot;
  }
}

static void take_recursion_apart(struct explaining *explaining, const struct execution *x, unsigned variable,
                                 unsigned result, unsigned from, unsigned to, struct explained *explained) {
  unsigned members[MEMBERS_MAX], count = 0, path[EVENTS_MAX + 1];
  uint64_t direct[EVENTS_MAX] = { 0 };
  gather_members(explaining, result, variable, members, &count);
  for (unsigned m = 0; m < count; m++)
    for (unsigned e = 0; e < x->count; e++) direct[e] |= evaluation_slot(&x->evaluation, members[m])[e];
  unsigned length = shortest_path(direct, x->count, from, to, path);
  if (!length) add_step(explained, from, to, label_of(explaining, variable));
  for (unsigned i = 0; i + 1 < length; i++) {
    unsigned m = 0;
    while (!holds(x, members[m], path[i], path[i + 1])) m++;
    take_apart(explaining, x, members[m], path[i], path[i + 1], explained);
  }
}

static void take_definition_apart(struct explaining *explaining, const struct execution *x, unsigned slot, unsigned from,
                                  unsigned to, struct explained *explained) {
  const struct cat_operation *operation = slot < BASE_COUNT ? NULL : explaining->definitions[slot];
  const char *label = label_of(explaining, slot);
  unsigned result;
  if (explained->steps.length >= STEPS_MAX) return;
  if (!is_common(label) && recursive_result(explaining, slot, &result)) {
    take_recursion_apart(explaining, x, slot, result, from, to, explained);
    return;
  }
  if (!operation || is_common(label)) {
    add_step(explained, from, to, label);
    return;
  }
  switch ((enum cat_operation_kind)operation->kind) {
    case OPERATION_UNION:
      take_apart(explaining, x, holds(x, operation->left, from, to) ? operation->left : operation->right, from, to,
                 explained);
      return;
    case OPERATION_SEQUENCE: {
      event_set middle = evaluation_slot(&x->evaluation, operation->left)[from];
      EACH_EVENT(e, middle)
        if (holds(x, operation->right, e, to)) {
          take_apart(explaining, x, operation->left, from, e, explained);
          take_apart(explaining, x, operation->right, e, to, explained);
          return;
        }
      break;
    }
    case OPERATION_CLOSURE: take_chain_apart(explaining, x, operation->left, from, to, explained); return;
    case OPERATION_REFLEXIVE:
      if (from != to || holds(x, operation->left, from, to)) take_apart(explaining, x, operation->left, from, to, explained);
      return;
    case OPERATION_FROM: take_apart(explaining, x, operation->right, from, to, explained); return;
    case OPERATION_TO: take_apart(explaining, x, operation->left, from, to, explained); return;
    case OPERATION_IDENTITY: return;
    case OPERATION_DIFFERENCE: take_apart(explaining, x, operation->left, from, to, explained); return;
    case OPERATION_INTERSECTION: {
      bool left = only_restricts(explaining, operation->left), right = only_restricts(explaining, operation->right);
      if (left == right) break;
      take_apart(explaining, x, left ? operation->right : operation->left, from, to, explained);
      return;
    }
    default: break;
  }
  add_step(explained, from, to, label);
}

/* Deeper than any definition is only one that goes round in circles. */
static void take_apart(struct explaining *explaining, const struct execution *x, unsigned slot, unsigned from,
                       unsigned to, struct explained *explained) {
  if (explaining->depth == DEPTH_MAX) {
    add_step(explained, from, to, label_of(explaining, slot));
    return;
  }
  explaining->depth++;
  take_definition_apart(explaining, x, slot, from, to, explained);
  explaining->depth--;
}

/* ---- events and edges ---- */

static void add_content(struct text *label, const struct execution *x, const struct event *event) {
  cell_name(label, x->cells, x->program, event->cell);
  text_add(label, "=%lld", (long long)x->values[event->value]);
}

static char *event_label(const struct execution *x, unsigned e) {
  const struct event *event = &x->events[e];
  const struct program *program = x->program;
  static const char *const kinds[] = { "R", "W", "F", "barrier", "register", "branch" };
  struct text label = { 0 };
  if (!event->what) {
    text_add(&label, "initial ");
    add_content(&label, x, event);
    return label.bytes;
  }
  const struct instruction *i = event->what->instruction;
  const char *scope = scope_name(i->scope);
  if (event->kind >= EVENT_REGISTER) {
    text_add(&label, "P%u: %s", program->threads[event->thread].id, kinds[event->kind]);
    return label.bytes;
  }
  text_add(&label, "P%u: %s", program->threads[event->thread].id, kinds[event->kind]);
  if (i->order != ORDER_WEAK || *scope)
    text_add(&label, "[%s%s%s]", order_name(i->order), *scope ? "," : "", scope);
  for (unsigned t = 0; t < program->tag_count; t++)
    if ((event->what->rmw && event->kind == EVENT_WRITE ? i->write_tags : i->tags) >> t & 1)
      text_add(&label, " %s", program->tags[t]);
  if (event->kind > EVENT_WRITE) return label.bytes;
  text_add(&label, " ");
  add_content(&label, x, event);
  return label.bytes;
}

/* a, b, ... z, a1, b1, ... */
static char *event_name(unsigned index) {
  return index < 26 ? memory_format("%c", 'a' + (int)index)
                    : memory_format("%c%u", 'a' + (int)(index % 26), index / 26);
}

static void add_events(const struct execution *x, struct explained *explained) {
  for (unsigned e = 0; e < x->count; e++) {
    const struct event *event = &x->events[e];
    struct explained_event shown = { .name = event_name(e), .label = event_label(x, e), .thread = -1 };
    if (event->what) {
      shown.thread = (int)event->thread;
      shown.line = event->what->instruction->line;
      shown.column = event->what->instruction->column;
    }
    vector_push(explained->events, shown);
  }
}

/* The pairs of r that no chain of two explains, where `reduced`. */
static void add_edges(const struct execution *x, struct explained *explained, const uint64_t *r, const char *label,
                      bool reduced) {
  for (unsigned a = 0; a < x->count; a++)
    EACH_EVENT(b, r[a]) {
      if (reduced && relation_image(r, r[a]) >> b & 1) continue;
      vector_push(explained->edges, (struct explained_edge){ a, b, memory_format("%s", label) });
    }
}

static void add_relations(const struct explaining *explaining, struct execution *x, struct explained *explained) {
  uint64_t inverse[EVENTS_MAX], fr[EVENTS_MAX] = { 0 };
  const uint64_t *rf = base_relation(x, BASE_RF), *co = base_relation(x, BASE_CO);
  relation_invert(inverse, rf, x->count);
  if (x->count) relation_compose(fr, inverse, co, x->count);
  add_edges(x, explained, base_relation(x, BASE_PO), "po", true);
  add_edges(x, explained, rf, "rf", false);
  add_edges(x, explained, co, "co", true);
  for (unsigned a = 0; a < x->count; a++) fr[a] &= ~event_bit(a);
  add_edges(x, explained, fr, "fr", false);
  evaluate_shown(&x->evaluation);
  for (size_t i = 0; i < explaining->code->shown.length; i++) {
    const struct cat_tag *shown = &explaining->code->shown.items[i];
    if (shown->slot == BASE_RF || shown->slot == BASE_CO || text_equal(shown->name, "fr")) continue;
    add_edges(x, explained, evaluation_slot(&x->evaluation, shown->slot), shown->name, false);
  }
}

static void explained_clear(struct explained *explained) {
  for (size_t i = 0; i < explained->events.length; i++) {
    memory_free(explained->events.items[i].name);
    memory_free(explained->events.items[i].label);
  }
  for (size_t i = 0; i < explained->edges.length; i++) memory_free(explained->edges.items[i].label);
  for (size_t i = 0; i < explained->steps.length; i++) memory_free(explained->steps.items[i].label);
  memory_free(explained->axiom);
  vector_free(explained->events);
  vector_free(explained->edges);
  vector_free(explained->steps);
}

/* ---- which axiom, and how ---- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static char *axiom_label(const struct cat_axiom *axiom) {
  static const char *const words[] = { "acyclic", "irreflexive", "empty" };
  unsigned line, column;
  source_position(axiom->source, axiom->span.start, &line, &column);
  return memory_format("%s%s%s%s (%s:%u)", axiom->negated ? "~" : "", words[axiom->test], axiom->name ? " " : "",
                       axiom->name ? axiom->name : "", base_name(axiom->source->name), line);
}

static unsigned slot_of_test(const struct cat_code *code, size_t test) {
  for (unsigned level = 0; level < code->level_count; level++)
    for (size_t i = 0; i < code->level[level].length; i++) {
      const struct cat_operation *operation = &code->level[level].items[i];
      if (operation->kind == OPERATION_TEST && operation->right == test) return operation->left;
    }
  return 0;
}

/* The steps that show that the test fails. */
static void find_steps(struct explaining *explaining, const struct execution *x, size_t test,
                       struct explained *explained) {
  const struct cat_axiom *axiom = &explaining->code->tests.items[test];
  unsigned slot = slot_of_test(explaining->code, test), cycle[EVENTS_MAX + 1], length = 0;
  const uint64_t *r = evaluation_slot(&x->evaluation, slot);
  if (axiom->negated) return;
  if (axiom->test == TEST_ACYCLIC) {
    length = shortest_cycle(r, x->count, cycle);
    for (unsigned i = 0; i + 1 < length; i++) take_apart(explaining, x, slot, cycle[i], cycle[i + 1], explained);
    return;
  }
  for (unsigned a = 0; a < x->count; a++)
    EACH_EVENT(b, r[a]) {
      if (axiom->test == TEST_IRREFLEXIVE && a != b) continue;
      take_apart(explaining, x, slot, a, b, explained);
      if (!explained->steps.length) add_step(explained, a, b, label_of(explaining, slot));
      return;
    }
}

/* Equal axioms are one, though a weaker form of it may be a test of its own. */
static bool same_axiom(const struct cat_axiom *a, const struct cat_axiom *b) {
  return a->source == b->source && a->span.start == b->span.start;
}

static size_t *case_slot(const struct explaining *explaining, size_t test) {
  size_t first = 0;
  while (!same_axiom(&explaining->code->tests.items[first], &explaining->code->tests.items[test])) first++;
  return &explaining->case_of[first];
}

static void complete(const struct explaining *explaining, struct execution *x, struct explained *explained) {
  add_events(x, explained);
  add_relations(explaining, x, explained);
}

/* Puts an execution down to the failing axiom with the fewest steps. */
static void put_down(struct explaining *explaining, struct execution *x) {
  struct explained best = { 0 };
  size_t best_test = 0;
  bool found = false;
  for (size_t test = 0; test < explaining->code->tests.length; test++) {
    struct explained tried = { 0 };
    if (!x->failing[test]) continue;
    find_steps(explaining, x, test, &tried);
    bool better = !found || (tried.steps.length && (!best.steps.length || tried.steps.length < best.steps.length));
    explained_clear(better ? &best : &tried);
    if (!better) continue;
    best = tried;
    best_test = test;
    found = true;
  }
  size_t *slot = case_slot(explaining, best_test);
  struct explanation *explanation = explaining->explanation;
  if (!*slot) {
    best.axiom = axiom_label(&explaining->code->tests.items[best_test]);
    best.executions = 1;
    complete(explaining, x, &best);
    vector_push(explanation->cases, best);
    *slot = explanation->cases.length;
    return;
  }
  struct explained *kept = &explanation->cases.items[*slot - 1];
  kept->executions++;
  if (best.steps.length && best.steps.length < kept->steps.length) {
    best.axiom = memory_format("%s", kept->axiom);
    best.executions = kept->executions;
    complete(explaining, x, &best);
    explained_clear(kept);
    *kept = best;
  } else {
    explained_clear(&best);
  }
}

static void visit(void *context, struct execution *x, const int64_t *outcome) {
  struct explaining *explaining = context;
  struct explanation *explanation = explaining->explanation;
  if (!condition_holds(explaining->condition, outcome)) return;
  explanation->executions++;
  bool failing = false;
  for (size_t i = 0; i < explaining->code->tests.length; i++) failing |= x->failing[i];
  if (failing) {
    put_down(explaining, x);
    return;
  }
  for (size_t i = 0; i < explanation->cases.length; i++) explained_clear(&explanation->cases.items[i]);
  explanation->cases.length = 0;
  struct explained witness = { .executions = 1 };
  complete(explaining, x, &witness);
  vector_push(explanation->cases, witness);
  explanation->allowed = x->stop = true;
}

/* A copy of the code that has every candidate built. */
static struct cat_code without_pruning(const struct cat_code *code) {
  struct cat_code copy = *code;
  copy.uniproc = copy.atomic = false;
  copy.bound.length = 0;
  memset(copy.early, 0, sizeof copy.early);
  if (copy.coherence == COHERENCE_PARTIAL) copy.coherence = COHERENCE_ANY_PARTIAL;
  return copy;
}

bool explain(const struct cat_model *model, const struct program *program, const struct condition *condition,
             const struct judge_options *options, struct explanation *explanation, struct diagnostic *error) {
  struct cat_code code = without_pruning(&model->code);
  struct explaining explaining = {
    .code = &code, .condition = condition, .explanation = explanation,
    .case_of = memory_new(code.tests.length + 1, sizeof *explaining.case_of)
  };
  struct judgement judgement;
  memset(explanation, 0, sizeof *explanation);
  gather_definitions(&explaining);
  bool good = judge_executions(&code, cat_model_name(model), program, options, visit, &explaining, &judgement, error);
  if (good) {
    explanation->incomplete = judgement.incomplete && !explanation->allowed;
    explanation->bounded = judgement.bounded && !explanation->allowed;
    judgement_clear(&judgement);
  } else {
    explanation_clear(explanation);
  }
  memory_free(explaining.definitions);
  memory_free(explaining.case_of);
  return good;
}

void explanation_clear(struct explanation *explanation) {
  for (size_t i = 0; i < explanation->cases.length; i++) explained_clear(&explanation->cases.items[i]);
  vector_free(explanation->cases);
  memset(explanation, 0, sizeof *explanation);
}
