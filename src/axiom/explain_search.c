/* Explaining an answer.
 *
 * Three searches follow one another, each if the ones before it found nothing.  The first looks for
 * an execution that raises a flag which leaves the program undefined.  The second looks for a
 * witness.  Both search for outcomes only, with the condition for a filter.
 *
 * The third builds candidates without pruning those that end as the condition says, and asks each
 * every axiom.  A candidate is charged to the failing axiom with the shortest cycle, or to one that
 * fails by a forbidden pair.  For each axiom, the candidate with the shortest cycle is kept.  If
 * there is no candidate, the program's own filter may exclude them. */
#include "axiom/explain_search.h"

#include <string.h>
#include "axiom/explain_steps.h"
#include "axiom/search.h"
#include "base/text.h"
#include "litmus/printer.h"
#include "axiom/base_relations.h"

/* Time to search with once none is left; 0 would mean no limit. */
#define SECONDS_MIN 0.001

struct explaining {
  const struct cat_code *code;
  const char *model;
  const struct program *program;
  const struct condition *condition;
  struct judge_options options; /* with the time that is left */
  struct explanation *explanation;
  size_t *too_many;
  struct diagnostic *error;
  struct explain_definitions definitions;
  size_t *case_of; /* by test: index into cases, from 1 */
};

/* ---- events and edges ---- */

static void add_content(struct text *label, const struct execution *x,
                        const struct execution_event *event) {
  cell_name(label, x->cells, x->program, event->cell);
  text_add(label, "=");
  value_name(label, x->program, (struct type){ 0 }, x->values[event->value]);
  if (event->kind != EVENT_UPDATE) return;
  text_add(label, " to ");
  value_name(label, x->program, (struct type){ 0 }, x->values[event->written]);
}

static char *event_label(const struct execution *x, unsigned e) {
  const struct execution_event *event = &x->events[e];
  const struct program *program = x->program;
  static const char *const kinds[] = { "R", "W", "RMW", "F", "barrier", "register", "branch" };
  struct text label = { 0 };
  if (!event->what) {
    text_add(&label, "initial ");
    add_content(&label, x, event);
    return label.bytes;
  }
  const struct instruction *i = event->what->instruction;
  const char *scope = scope_name(i->scope);
  text_add(&label, "P%u: %s", program->threads[event->thread].id, kinds[event->kind]);
  if (event->kind >= EVENT_REGISTER) return label.bytes;
  enum order order = event->what->failed ? i->fail_order : i->order;
  if (order != ORDER_WEAK || *scope)
    text_add(&label, "[%s%s%s]", order_name(order), *scope ? "," : "", scope);
  for (unsigned t = 0; t < program->tag_count; t++)
    if (base_relations_event_tags(x, event) >> t & 1) text_add(&label, " %s", program->tags[t]);
  if (event->kind > EVENT_UPDATE) return label.bytes;
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
    const struct execution_event *event = &x->events[e];
    struct explained_event shown = { .name = event_name(e),
                                     .label = event_label(x, e),
                                     .thread = -1 };
    if (event->what) {
      shown.thread = (int)event->thread;
      shown.line = event->what->instruction->line;
      shown.column = event->what->instruction->column;
    }
    vector_push(explained->events, shown);
  }
}

/* Adds the pairs of r; if `reduced`, without those that a chain of two explains. */
static void add_edges(const struct execution *x, struct explained *explained, const event_set *r,
                      const char *label, bool reduced) {
  for (unsigned a = 0; a < x->count; a++) EACH_EVENT(b, r[a]) {
      if (reduced && events_have(relation_image(r, r[a]), b)) continue;
      vector_push(explained->edges, (struct explained_edge){ a, b, memory_format("%s", label) });
    }
}

static void add_relations(const struct explaining *explaining, struct execution *x,
                          struct explained *explained) {
  event_set inverse[EVENTS_MAX], fr[EVENTS_MAX] = { NO_EVENTS };
  const event_set *rf = base_relation(x, BASE_RF), *co = base_relation(x, BASE_CO);
  relation_invert(inverse, rf, x->count);
  if (x->count) relation_compose(fr, inverse, co, x->count);
  add_edges(x, explained, base_relation(x, BASE_PO), "po", true);
  add_edges(x, explained, rf, "rf", false);
  add_edges(x, explained, co, "co", true);
  for (unsigned a = 0; a < x->count; a++) relation_remove(fr, a, a);
  add_edges(x, explained, fr, "fr", false);
  evaluate_shown(&x->evaluation);
  for (size_t i = 0; i < explaining->code->shown.length; i++) {
    const struct cat_tag *shown = &explaining->code->shown.items[i];
    if (shown->slot == BASE_RF || shown->slot == BASE_CO || text_equal(shown->name, "fr")) continue;
    add_edges(x, explained, evaluation_slot(&x->evaluation, shown->slot), shown->name, false);
  }
}

/* ---- which axiom, and how ---- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static char *axiom_label(const struct cat_axiom *axiom) {
  static const char *const words[] = { "acyclic", "irreflexive", "empty" };
  unsigned line, column;
  diagnostic_source_position(axiom->source, axiom->span.start, &line, &column);
  return memory_format("%s%s%s%s (%s:%u)", axiom->negated ? "~" : "", words[axiom->test],
                       axiom->name ? " " : "", axiom->name ? axiom->name : "",
                       base_name(axiom->source->name), line);
}

/* Tests of one axiom, such as its weaker forms, count as one. */
static bool same_axiom(const struct cat_axiom *a, const struct cat_axiom *b) {
  return a->source == b->source && a->span.start == b->span.start;
}

static size_t *case_slot(const struct explaining *explaining, size_t test) {
  size_t first = 0;
  while (!same_axiom(&explaining->code->tests.items[first], &explaining->code->tests.items[test]))
    first++;
  return &explaining->case_of[first];
}

static void complete(const struct explaining *explaining, struct execution *x,
                     struct explained *explained) {
  add_events(x, explained);
  add_relations(explaining, x, explained);
}

/* Charges an execution to the failing axiom with the fewest steps. */
static void charge(struct explaining *explaining, struct execution *x) {
  struct explained best = { 0 };
  size_t best_test = 0;
  bool found = false;
  for (size_t test = 0; test < explaining->code->tests.length; test++) {
    struct explained tried = { 0 };
    if (!x->failing[test]) continue;
    explain_steps(&explaining->definitions, x, test, &tried);
    bool better = !found || (tried.steps.length &&
                             (!best.steps.length || tried.steps.length < best.steps.length));
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

static void add_witness(struct explaining *explaining, struct execution *x,
                        enum explanation_verdict verdict) {
  struct explained witness = { .executions = 1 };
  complete(explaining, x, &witness);
  vector_push(explaining->explanation->cases, witness);
  explaining->explanation->verdict = verdict;
  x->stop = true;
}

/* ---- what is looked for ---- */

/* Takes an execution that leaves the program undefined. */
static void visit_undefined(void *context, struct execution *x) {
  struct explaining *explaining = context;
  uint64_t raised = x->evaluation.raised[x->code->level_count - 1];
  for (size_t i = 0; i < x->code->flags.length && !explaining->explanation->flag; i++)
    if (raised >> i & 1 && cat_flag_undefines(x->code, i)) {
      explaining->explanation->flag = memory_format("%s", x->code->flags.items[i]);
      add_witness(explaining, x, EXPLAINED_UNDEFINED);
    }
}

/* Takes an execution that ends as asked. */
static void visit_asked(void *context, struct execution *x) {
  struct explaining *explaining = context;
  bool failing = false;
  if (explaining->explanation->verdict == EXPLAINED_ALLOWED) return;
  explaining->explanation->executions++;
  for (size_t i = 0; x->failing && i < x->code->tests.length; i++) failing |= x->failing[i];
  if (failing) charge(explaining, x);
  else add_witness(explaining, x, EXPLAINED_ALLOWED);
}

/* Takes an execution that ends as asked but that the program's filter excludes. */
static void visit_filtered(void *context, struct execution *x) {
  struct explaining *explaining = context;
  explaining->explanation->verdict = EXPLAINED_FILTERED;
  x->stop = true;
}

/* ---- the searches ---- */

/* A copy of the code with which every candidate is built. */
static struct cat_code without_pruning(const struct cat_code *code) {
  struct cat_code copy = *code;
  cat_code_prune_nothing(&copy);
  if (copy.coherence == COHERENCE_PARTIAL) copy.coherence = COHERENCE_ANY_PARTIAL;
  return copy;
}

/* Runs over executions of the program with this filter, all of them or the consistent ones, within
 * the time that is left. */
static bool look(struct explaining *explaining, const struct cat_code *code, bool consistent,
                 const struct condition *filter, judge_visitor *visit) {
  struct program filtered = *explaining->program;
  struct judge_options *options = &explaining->options;
  struct judgement judgement;
  filtered.filter = (struct condition *)filter; /* it is only read */
  options->outcomes_only = consistent;
  struct judging judging = { code, explaining->model, &filtered, options, visit, explaining, 0 };
  bool good = judge_candidates(&judging, &judgement, explaining->error);
  *explaining->too_many = judging.too_many;
  if (!good) return false;
  explaining->explanation->incomplete = judgement.incomplete;
  explaining->explanation->bounded |= judgement.bounded;
  if (options->seconds_max > 0)
    options->seconds_max = options->seconds_max > judgement.seconds + SECONDS_MIN
                               ? options->seconds_max - judgement.seconds
                               : SECONDS_MIN;
  judgement_clear(&judgement);
  return true;
}

static bool look_for_undefined(struct explaining *explaining) {
  const struct cat_code *code = explaining->code;
  bool undefines = false, good = true;
  for (size_t i = 0; i < code->flags.length; i++) undefines |= cat_flag_undefines(code, i);
  explaining->options.flags_only = true;
  if (undefines) good = look(explaining, code, true, explaining->program->filter, visit_undefined);
  explaining->options.flags_only = false;
  return good;
}

/* Finds the axioms that forbid the outcome, after no witness was found. */
static bool look_for_axioms(struct explaining *explaining, const struct condition *so) {
  struct explanation *explanation = explaining->explanation;
  struct cat_code code = without_pruning(explaining->code);
  explanation->verdict = explanation->bounded ? EXPLAINED_UNKNOWN : EXPLAINED_FORBIDDEN;
  if (!look(explaining, &code, false, so, visit_asked)) return false;
  if (explanation->executions || explanation->incomplete || explanation->bounded ||
      !explaining->program->filter)
    return true;
  return look(explaining, &code, false, explaining->condition, visit_filtered);
}

static bool look_for_all(struct explaining *explaining) {
  const struct explanation *explanation = explaining->explanation;
  struct condition *filter = explaining->program->filter;
  struct condition both = { .kind = CONDITION_AND,
                            .first = filter,
                            .second = (struct condition *)explaining->condition };
  const struct condition *so = filter ? &both : explaining->condition;
  if (!look_for_undefined(explaining)) return false;
  if (explanation->verdict == EXPLAINED_UNDEFINED || explanation->incomplete) return true;
  if (!look(explaining, explaining->code, true, so, visit_asked)) return false;
  if (explanation->verdict == EXPLAINED_ALLOWED || explanation->incomplete) return true;
  return look_for_axioms(explaining, so);
}

/* Finds why there is no outcome at all, if the condition is met by none. */
static bool look_for_any(const struct cat_model *model, struct explaining *explaining) {
  struct explanation *explanation = explaining->explanation;
  struct judgement judgement;
  bool met =
      explanation->verdict == EXPLAINED_ALLOWED || explanation->verdict == EXPLAINED_UNDEFINED;
  if (met || explanation->incomplete || explanation->bounded) return true;
  explaining->options.outcomes_only = false;
  explaining->options.outcomes_max = 1;
  if (!judge_program(model, explaining->program, &explaining->options, &judgement,
                     explaining->error))
    return false;
  explanation->nothing = judgement.nothing;
  judgement.nothing = NULL;
  judgement_clear(&judgement);
  return true;
}

bool explain_search(const struct cat_model *model, const struct program *program,
                    const struct condition *condition, const struct judge_options *options,
                    struct explanation *explanation, size_t *too_many, struct diagnostic *error) {
  const struct cat_code *code = cat_model_code(model);
  struct explaining explaining = { .code = code,
                                   .model = cat_model_name(model),
                                   .program = program,
                                   .condition = condition,
                                   .explanation = explanation,
                                   .too_many = too_many,
                                   .error = error,
                                   .definitions = explain_definitions_find(code),
                                   .case_of = memory_new(code->tests.length + 1,
                                                         sizeof *explaining.case_of) };
  memset(explanation, 0, sizeof *explanation);
  if (options) explaining.options = *options;
  explanation->unroll = explaining.options.unroll ? explaining.options.unroll : UNROLL_DEFAULT;
  bool good = look_for_all(&explaining) && look_for_any(model, &explaining);
  if (!good) explanation_clear(explanation);
  explain_definitions_free(&explaining.definitions);
  memory_free(explaining.case_of);
  return good;
}
