/* Why an outcome is allowed or forbidden, as text and as Graphviz.
 *
 *   MP: tso forbids 1:r0=1 /\ 1:r1=0
 *   1 candidate execution ends so.
 *   1 forbidden by acyclic total-store-order (tso:24):
 *       a   initial x=0
 *       ...
 *       e   P1: R y=1                                line 11
 *       f   P1: R x=0                                line 12
 *       rf: a->f d->e
 *       co: a->c b->d
 *       fr: f->c
 *       c -po-> d -rfe-> e -po-> f -fr-> c
 */
#include "report/judge_text.h"

#include <inttypes.h>
#include "base/text.h"
#include "litmus/herd_log.h"
#include "litmus/outcome.h"
#include "run/suite.h"

static void print_events(FILE *out, const struct explained *explained) {
  for (size_t i = 0; i < explained->events.length; i++) {
    const struct explained_event *event = &explained->events.items[i];
    if (event->line)
      fprintf(out, "    %-3s %-40s line %u\n", event->name, event->label, event->line);
    else fprintf(out, "    %-3s %s\n", event->name, event->label);
  }
}

static const char *name_of(const struct explained *explained, unsigned event) {
  return explained->events.items[event].name;
}

void explanation_steps_print(FILE *out, const struct explained *explained) {
  if (!explained->steps.length) return;
  fprintf(out, "%s", name_of(explained, explained->steps.items[0].from));
  for (size_t i = 0; i < explained->steps.length; i++) {
    const struct explained_edge *step = &explained->steps.items[i];
    fprintf(out, " -%s-> %s", step->label, name_of(explained, step->to));
  }
}

/* One line for each relation except program order, which the list of events shows. */
static void print_relations(FILE *out, const struct explained *explained) {
  for (size_t i = 0; i < explained->edges.length; i++) {
    const struct explained_edge *edge = &explained->edges.items[i];
    bool first = i == 0 || !text_equal(explained->edges.items[i - 1].label, edge->label);
    bool last = i + 1 == explained->edges.length ||
                !text_equal(explained->edges.items[i + 1].label, edge->label);
    if (text_equal(edge->label, "po")) continue;
    if (first) fprintf(out, "    %s:", edge->label);
    fprintf(out, " %s->%s", name_of(explained, edge->from), name_of(explained, edge->to));
    if (last) fputc('\n', out);
  }
}

static const char *const verbs[] = { [EXPLAINED_UNKNOWN] = "may allow",
                                     [EXPLAINED_UNDEFINED] = "leaves undefined",
                                     [EXPLAINED_ALLOWED] = "allows",
                                     [EXPLAINED_FORBIDDEN] = "forbids",
                                     [EXPLAINED_FILTERED] = "is not asked about" };

/* Prints how many candidates end so, and what a count of none, or an incomplete one, means. */
static void print_count(FILE *out, const struct explanation *explanation) {
  bool unknown = explanation->verdict == EXPLAINED_UNKNOWN;
  if (explanation->incomplete && unknown && !explanation->bounded) {
    fprintf(out, "A limit was hit: whether an execution ends so is not known.\n");
    return;
  }
  fprintf(out, "%" PRIu64 " candidate %s so", explanation->executions,
          explanation->executions == 1 ? "execution ends" : "executions end");
  if (unknown)
    fprintf(
        out,
        " with at most %u turn%s of each loop, where one was cut: --unroll N looks at more turns",
        explanation->unroll, explanation->unroll == 1 ? "" : "s");
  if (explanation->incomplete)
    fprintf(out, "%s a limit was hit, and not all were looked at", unknown ? ";" : ", or more:");
  else if (explanation->verdict == EXPLAINED_FILTERED)
    fprintf(out, ": the test's filter leaves out every run that does");
  else if (!explanation->executions && !unknown)
    fprintf(out, ": no run of the threads, whatever they read, comes to it");
  fprintf(out, ".\n");
}

void explanation_verdict_print(FILE *out, const struct program *program, const char *model,
                               const struct condition *condition,
                               const struct explanation *explanation) {
  fprintf(out, "%s: %s %s ", program->name, model, verbs[explanation->verdict]);
  condition_print(out, program, condition);
  fputc('\n', out);
  if (explanation->verdict == EXPLAINED_UNDEFINED)
    fprintf(out, "Every outcome is undefined, since an execution raises the flag %s:\n",
            explanation->flag);
  else if (explanation->verdict != EXPLAINED_ALLOWED) print_count(out, explanation);
  if (explanation->nothing)
    fprintf(out, "No outcome at all is allowed: %s.\n", explanation->nothing);
}

void explanation_print(FILE *out, const struct program *program, const char *model,
                       const struct condition *condition, const struct explanation *explanation) {
  explanation_verdict_print(out, program, model, condition, explanation);
  for (size_t i = 0; i < explanation->cases.length; i++) {
    const struct explained *explained = &explanation->cases.items[i];
    if (explained->axiom)
      fprintf(out, "%" PRIu64 " forbidden by %s%s:\n", explained->executions, explained->axiom,
              explained->executions > 1 ? ", for example" : "");
    print_events(out, explained);
    print_relations(out, explained);
    if (!explained->steps.length) continue;
    fprintf(out, "    ");
    explanation_steps_print(out, explained);
    fputc('\n', out);
  }
  fputc('\n', out);
}

/* ---- Graphviz ---- */

static void print_quoted(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') fputc('\\', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

/* Threads stand side by side, events from top to bottom, initial values above. Positions are
 * inches for neato, which `layout` selects. */
static void print_node(FILE *out, const struct explained_event *event, double x, double y) {
  char *label = memory_format("%s: %s", event->name, event->label);
  fprintf(out, "  %s [pos=\"%.1f,%.1f!\", label=", event->name, x, y);
  print_quoted(out, label);
  fprintf(out, "];\n");
  memory_free(label);
}

static void print_threads(FILE *out, const struct program *program,
                          const struct explained *explained) {
  const double column = 3.5, row = -1.2;
  for (int thread = -1; thread < (int)program->thread_count; thread++) {
    unsigned placed = 0;
    if (thread >= 0)
      fprintf(out, "  thread%d [pos=\"%.1f,0.6!\", label=\"P%u\"];\n", thread, thread * column,
              program->threads[thread].id);
    for (size_t i = 0; i < explained->events.length; i++) {
      const struct explained_event *event = &explained->events.items[i];
      if (event->thread != thread) continue;
      if (thread < 0) print_node(out, event, (placed + 0.5) * column, -row);
      else print_node(out, event, thread * column, placed * row);
      placed++;
    }
  }
}

static const char *colour_of(const char *label) {
  static const struct {
    const char *label, *colour;
  } colours[] = {
    { "po", "black" }, { "rf", "forestgreen" }, { "co", "blue" }, { "fr", "darkorange" }
  };
  for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
    if (text_equal(colours[i].label, label)) return colours[i].colour;
  return "purple";
}

bool explanation_is_step(const struct explained *explained, const struct explained_edge *edge) {
  for (size_t i = 0; i < explained->steps.length; i++)
    if (explained->steps.items[i].from == edge->from && explained->steps.items[i].to == edge->to)
      return true;
  return false;
}

static void print_edge(FILE *out, const struct explained *explained,
                       const struct explained_edge *edge, bool step) {
  const struct explained_event *events = explained->events.items;
  const char *colour = step ? "red" : colour_of(edge->label);
  fprintf(out, "  %s -> %s [label=", events[edge->from].name, events[edge->to].name);
  print_quoted(out, edge->label);
  fprintf(out, ", color=%s, fontcolor=%s%s];\n", colour, colour, step ? ", penwidth=2" : "");
}

void explanation_dot(FILE *out, const struct program *program, const char *model,
                     const struct explanation *explanation) {
  for (size_t i = 0; i < explanation->cases.length; i++) {
    const struct explained *explained = &explanation->cases.items[i];
    const char *by = explained->axiom ? explained->axiom : explanation->flag;
    char *title = memory_format("%s: %s %s%s%s", program->name, model,
                                explained->axiom ? "forbids" : verbs[explanation->verdict],
                                by ? ", by " : "", by ? by : "");
    fprintf(out, "digraph ");
    print_quoted(out, title);
    fprintf(out, " {\n  label=");
    print_quoted(out, title);
    fprintf(out,
            ";\n  layout=neato; splines=true;\n  node [shape=plaintext, fontname=monospace];\n");
    print_threads(out, program, explained);
    for (size_t k = 0; k < explained->edges.length; k++)
      if (!explanation_is_step(explained, &explained->edges.items[k]))
        print_edge(out, explained, &explained->edges.items[k], false);
    for (size_t k = 0; k < explained->steps.length; k++)
      print_edge(out, explained, &explained->steps.items[k], true);
    fprintf(out, "}\n");
    memory_free(title);
  }
}

/* --- two memory models --- */

struct only_one {
  FILE *out;
  const struct program *program;
  const struct outcome_set *others;
  const char *model;
};

static void put_only(void *context, const int64_t *outcome, uint64_t times) {
  const struct only_one *only = context;
  (void)times;
  if (outcome_set_has(only->others, outcome)) return;
  fprintf(only->out, "  only %s: ", only->model);
  outcome_print(only->out, only->program, outcome);
  fputc('\n', only->out);
}

void comparison_print(FILE *out, struct cat_model *const models[2], const struct program *program,
                      const struct compared *comparison) {
  const struct judgement *two = comparison->judgement;
  const char *names[2] = { cat_model_name(models[0]), cat_model_name(models[1]) };
  fprintf(out, "%s: %s %s, %s %s\n", program->name, names[0],
          suite_answer_name(suite_answer(program, &two[0])), names[1],
          suite_answer_name(suite_answer(program, &two[1])));
  if (two[0].undefined != two[1].undefined) return;
  for (unsigned i = 0; i < 2; i++)
    outcome_set_each(two[i].allowed, put_only,
                     &(struct only_one){ out, program, two[!i].allowed, names[i] });
}

void comparison_totals_print(FILE *out, struct cat_model *const models[2],
                             const struct comparison_totals *totals) {
  fprintf(out, "%u %s, %u %s\n", totals->judged, text_numbered(totals->judged, "test", "tests"),
          totals->differ,
          text_numbered(totals->judged == 1 ? 1 : totals->differ, "differs", "differ"));
  for (unsigned i = 0; i < 2; i++)
    if (totals->more[i])
      fprintf(out, "  %u where %s allows more\n", totals->more[i], cat_model_name(models[i]));
  if (totals->both) fprintf(out, "  %u where each allows what the other forbids\n", totals->both);
  if (totals->undefined) fprintf(out, "  %u undefined by one of them\n", totals->undefined);
}
