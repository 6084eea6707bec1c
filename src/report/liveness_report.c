#include "run/subject.h"
#include "report/liveness_report.h"

#include <inttypes.h>
#include <string.h>
#include "base/printing.h"
#include "base/text.h"
#include "base/wrap.h"
#include "machine/violation.h"
#include "report/names.h"
#include "report/json.h"
#include "report/steps.h"
#include "run/suite.h"
#include "machine/clients.h"
#include "machine/fairness.h"

/* --- lassos --- */

static void print_goal(FILE *out, const struct liveness_answer *answer, unsigned goal) {
  machine_describe_goal(machine_model(answer->machine), out, goal);
}

static void put_title(FILE *out, const struct liveness_answer *answer) {
  const struct lasso *lasso = answer->progress.lasso;
  unsigned round = lasso->trace.length - lasso->loop;
  fputs("counterexample: ", out);
  subject_print(out, &answer->subject);
  fprintf(out, ":\n  %u %s, ", lasso->loop, text_numbered(lasso->loop, "step", "steps"));
  if (round) fprintf(out, "then %u for ever", round);
  else fputs("then nothing", out);
  fputs(lasso->refutes == LIVENESS_POSSIBLE ? ", without a way to: " : ", and it need not be that ",
        out);
  print_goal(out, answer, lasso->goal);
}

/* Who waits, and what the loop reads, before the steps. */
static void print_why(FILE *out, const struct liveness_answer *answer) {
  const struct lasso *lasso = answer->progress.lasso;
  struct violation why = violation_of_lasso(answer->machine, &lasso->trace, lasso->loop);
  if (why.text.length) {
    if (lasso->loop < lasso->trace.length)
      fprintf(out, "  from step %u on, for ever:\n", lasso->loop + 1);
    else fputs("  in the end:\n", out);
    wrap_print(out, wrap_width(out), "      ", why.text.bytes);
  }
  violation_clear(&why);
}

void lasso_print(FILE *out, const struct liveness_answer *answer) {
  const struct lasso *lasso = answer->progress.lasso;
  const struct trace *trace = &lasso->trace;
  struct printing printing;
  put_title(printing_begin(&printing), answer);
  fputc('\n', out);
  wrap_print(out, wrap_width(out), "", printing_end(&printing));
  printing_free(&printing);
  print_why(out, answer);
  state_print(out, machine_model(answer->machine), "  start:", trace->states);
  for (unsigned i = 0; i <= trace->length; i++) {
    if (lasso->refutes == LIVENESS_POSSIBLE && i == lasso->lost) {
      fputs("  from here on it cannot be that ", out);
      print_goal(out, answer, lasso->goal);
      fputs(":\n", out);
    }
    if (i == lasso->loop)
      fputs(i < trace->length ? "  for ever:\n"
                              : "  and here it ends: nothing more has to happen\n",
            out);
    if (i < trace->length) step_print(out, machine_model(answer->machine), trace, i);
  }
  if (lasso->loop < trace->length)
    fprintf(out, "  and on with step %u: this is the state before it\n", lasso->loop + 1);
  state_print(out, machine_model(answer->machine),
              lasso->loop < trace->length ? "  there:" : "  end:",
              trace->states + (size_t)trace->length * trace->width);
}

/* --- the client --- */

static const char *const fairness_texts[] = {
  [FAIRNESS_USUAL] = "strong, where the model does not say otherwise",
  [FAIRNESS_WEAK] = "weak, of all",
  [FAIRNESS_STRONG] = "strong, of all",
};

static const char *verdict_text(enum liveness_verdict verdict) {
  static const char *const texts[] = {
    "progress holds", "less progress, as the record says", "inconclusive",
    "NO PROGRESS",    "the test's header is contradicted", "MORE PROGRESS than the record says",
    "unsupported"
  };
  return texts[verdict];
}

static void print_goals(FILE *out, const struct liveness_answer *answer, const char *title,
                        uint32_t goals) {
  if (!goals) return;
  fprintf(out, "  %-14s", title);
  for (const char *separator = ""; goals; goals &= goals - 1, separator = "; ") {
    fputs(separator, out);
    print_goal(out, answer, (unsigned)__builtin_ctz(goals));
  }
  fputc('\n', out);
}

static void print_answers(FILE *out, const struct liveness_answer *answer,
                          const struct liveness_question *question) {
  const struct liveness *progress = &answer->progress;
  struct obligations asked =
      machine_obligations(answer->machine, question->level, question->fairness);
  uint32_t broken = progress->impossible | progress->avoidable;
  if (progress->end == SEARCH_COMPLETE) {
    print_goals(out, answer, "guaranteed", asked.guaranteed & ~broken);
    print_goals(out, answer, "possible",
                asked.possible & ~progress->impossible & ~(asked.guaranteed & ~broken));
  }
  print_goals(out, answer, "NOT CERTAIN", progress->avoidable & ~progress->impossible);
  print_goals(out, answer, "IMPOSSIBLE", progress->impossible);
}

static void print_states(FILE *out, const struct liveness_answer *answer) {
  const struct client *client = &answer->subject.client;
  if (client->topology.gpms && !client->placed)
    fputs("  placement     one alone: each SM on a GPM of its own, as far as there are any "
          "(--placement N: another)\n",
          out);
  unsigned symmetries = machine_symmetries(answer->machine);
  fprintf(out,
          "  reductions    %s deferred evictions, persistent sets and one address for all do not "
          "preserve liveness, and are off\n",
          symmetries == 1 ? "none: symmetry," : "symmetry;");
  fprintf(out, "  states        %" PRIu64, answer->progress.search.states);
  if (symmetries > 1)
    fprintf(out, ", which stand for %" PRIu64 " by %u renamings of SMs, threads and addresses",
            machine_orbit_states(answer->machine), symmetries);
  fputc('\n', out);
}

/* The record's claim is of machines with evictions, which may drop a stale copy. */
static void print_assumption(FILE *out, bool no_evictions) {
  if (no_evictions)
    fputs("  assumed       no evictions; the claim may rest on evictions that drop stale copies\n",
          out);
}

void liveness_print(FILE *out, const struct liveness_answer *answer,
                    const struct liveness_question *question) {
  enum liveness_verdict verdict = liveness_of_client(answer, question);
  const struct liveness *progress = &answer->progress;
  if (progress->lasso) {
    lasso_print(out, answer);
    fputc('\n', out);
  }
  subject_print(out, &answer->subject);
  fputs(": ", out);
  colour_put(out, liveness_status(verdict) == 0 ? GOOD : BAD, verdict_text(verdict));
  fputc('\n', out);
  parameters_print(out, &answer->subject.setting);
  options_print(out, &answer->subject, false);
  capacities_print(out, &answer->subject, progress->search.blocked);
  fprintf(out, "  claimed       %s\n", progress_level_name(liveness_claimed(&answer->subject)));
  print_assumption(out, answer->subject.options.no_evictions);
  print_answers(out, answer, question);
  if (question->level == PROGRESS_GUARANTEED)
    fprintf(out, "  fairness      %s\n", fairness_texts[question->fairness]);
  print_states(out, answer);
  fprintf(out, "  transitions   %" PRIu64 "\n  depth         %u\n  search        %s\n",
          progress->search.transitions, progress->search.depth, search_end_text(progress->end));
}

/* --- tests on models --- */

static void print_cell(FILE *out, const struct liveness_cell *cell) {
  fputs("  ", out);
  setting_print(out, cell->setting, 25);
  if (cell->verdict == LIVENESS_INAPPLICABLE || cell->fault) {
    if (cell->verdict == LIVENESS_INAPPLICABLE)
      fprintf(out, "not applicable: it has no %s\n",
              subject_lacks(cell->setting, cell->test->program));
    else fprintf(out, "unsupported: %s\n", cell->fault);
    return;
  }
  if (cell->end != SEARCH_COMPLETE && cell->found >= cell->due)
    fprintf(out, "inconclusive: %s", search_end_text(cell->end));
  else fprintf(out, "%-10s", progress_level_name(cell->found));
  if (cell->verdict == LIVENESS_VIOLATION) colour_put(out, BAD, "  LESS THAN ITS DUE");
  if (cell->verdict == LIVENESS_AS_RECORDED)
    fputs("  less than its due, as the model's record says", out);
  fprintf(out, "  (%u %s, %" PRIu64 " %s%s)\n", cell->placements,
          text_numbered(cell->placements, "placement", "placements"), cell->cost.states,
          text_numbered(cell->cost.states, "state", "states"),
          cell->approximated ? "; not all that may happen" : "");
}

static void print_test(FILE *out, const struct liveness_matrix *matrix, unsigned t) {
  const struct liveness_cell *reference = &matrix->reference[t];
  enum progress_level expected;
  fprintf(out, "%s: ", suite_test_name(reference->test));
  const char *atomic = reference->setting->system->name;
  if (reference->fault) fprintf(out, "the program could not be run on %s", atomic);
  else
    fprintf(out, "the program's own progress, on %s: %s", atomic,
            reference->end == SEARCH_COMPLETE ? progress_level_name(reference->found)
                                              : "inconclusive");
  bool stated = reference->test->program && liveness_expected(reference->test->program, &expected);
  if (stated && reference->end == SEARCH_COMPLETE &&
      reference->found != liveness_asked(&matrix->question, expected))
    fprintf(out, "; THE HEADER SAYS %s", progress_level_name(expected));
  else if (liveness_asks_nothing(reference))
    fputs(", so nothing is asked of a model (a header that says Progress=none expects that)", out);
  fputc('\n', out);
}

void liveness_matrix_print(FILE *out, const struct liveness_matrix *matrix, bool quiet) {
  unsigned verdicts[LIVENESS_INAPPLICABLE + 1] = { 0 };
  for (unsigned t = 0; t < matrix->suite->count; t++) {
    bool titled = false;
    for (unsigned s = 0; s < matrix->setting_count; s++) {
      const struct liveness_cell *cell = &matrix->cells[t * matrix->setting_count + s];
      verdicts[cell->verdict]++;
      if (quiet && liveness_status(cell->verdict) == 0) continue;
      if (!titled) print_test(out, matrix, t);
      titled = true;
      print_cell(out, cell);
    }
  }
  unsigned tests = matrix->suite->count;
  fprintf(out, "%s%u %s x %u %s, %s progress%s:", quiet ? "" : "\n", tests,
          text_numbered(tests, "test", "tests"), matrix->setting_count,
          text_numbered(matrix->setting_count, "model", "models"),
          progress_level_name(matrix->question.level),
          matrix->question.back_off ? " with back-off" : "");
  for (unsigned v = 0, before = 0; v <= LIVENESS_INAPPLICABLE; v++)
    if (verdicts[v])
      fprintf(out, "%s %u %s", before++ ? "," : "", verdicts[v],
              liveness_verdict_name((enum liveness_verdict)v));
  fputc('\n', out);
  print_assumption(out, matrix->no_evictions);
}

/* --- liveness json --- */

static struct json begin(FILE *out, const char *command, const struct liveness_question *question) {
  static const char *const fairness[] = { "usual", "weak", "strong" };
  struct json json = json_begin(out, command);
  json_text(&json, "asked", progress_level_name(question->level));
  json_text(&json, "fairness", fairness[question->fairness]);
  json_truth(&json, "backs-off", question->back_off);
  return json;
}

static void put_goal(struct json *json, const struct model *model, unsigned goal) {
  machine_describe_goal(model, json_print_begin(json), goal);
  json_print_end(json, "goal");
}

static void put_lasso(struct json *json, const struct liveness_answer *answer) {
  const struct lasso *lasso = answer->progress.lasso;
  const struct model *model = machine_model(answer->machine);
  if (!lasso) return;
  json_open(json, "lasso", '{');
  json_text(json, "refutes", lasso->refutes == LIVENESS_POSSIBLE ? "possible" : "guaranteed");
  put_goal(json, model, lasso->goal);
  if (lasso->refutes == LIVENESS_POSSIBLE) json_number(json, "lost_after", lasso->lost);
  machine_steps_json(json, answer->machine, &lasso->trace, "stem", 0, lasso->loop);
  machine_steps_json(json, answer->machine, &lasso->trace, "loop", lasso->loop,
                     lasso->trace.length);
  json_close(json, '}');
}

static void put_goals(struct json *json, const struct liveness_answer *answer,
                      const struct liveness_question *question) {
  const struct liveness *progress = &answer->progress;
  struct obligations asked =
      machine_obligations(answer->machine, question->level, question->fairness);
  json_open(json, "goals", '[');
  for (unsigned goal = 0; goal < asked.goals; goal++) {
    bool impossible = progress->impossible >> goal & 1, avoidable = progress->avoidable >> goal & 1;
    bool certain = asked.guaranteed >> goal & 1 && !avoidable && !impossible;
    bool open = progress->end != SEARCH_COMPLETE;
    json_open(json, NULL, '{');
    put_goal(json, machine_model(answer->machine), goal);
    json_text(json, "progress",
              impossible  ? "none"
              : avoidable ? "possible"
              : open      ? "open"
              : certain   ? "guaranteed"
                          : "possible");
    json_close(json, '}');
  }
  json_close(json, ']');
}

void liveness_json(FILE *out, const struct liveness_answer *answer,
                   const struct liveness_question *question, const struct cost *cost) {
  struct json json = begin(out, "prove", question);
  enum liveness_verdict verdict = liveness_of_client(answer, question);
  json_setting(&json, &answer->subject.setting);
  json_open(&json, "configuration", '{');
  json_client(&json, &answer->subject.client);
  json_number(&json, "capacity", answer->subject.options.capacity);
  json_truth(&json, "evictions", !answer->subject.options.no_evictions);
  json_close(&json, '}');
  json_text(&json, "claimed", progress_level_name(liveness_claimed(&answer->subject)));
  bool known = answer->progress.end == SEARCH_COMPLETE;
  json_text(&json, "found",
            known ? progress_level_name(liveness_found(&answer->progress, question)) : NULL);
  json_text(&json, "verdict", liveness_verdict_name(verdict));
  json_number(&json, "symmetries", machine_symmetries(answer->machine));
  put_goals(&json, answer, question);
  put_lasso(&json, answer);
  json_number(&json, "states", (int64_t)answer->progress.search.states);
  json_number(&json, "transitions", (int64_t)answer->progress.search.transitions);
  json_number(&json, "depth", answer->progress.search.depth);
  json_text(&json, "end", search_end_text(answer->progress.end));
  json_end(&json, cost, liveness_status(verdict));
}

static void put_cell(struct json *json, const struct liveness_cell *cell) {
  json_open(json, NULL, '{');
  json_text(json, "test", suite_test_name(cell->test));
  json_setting(json, cell->setting);
  json_text(json, "verdict", liveness_verdict_name(cell->verdict));
  bool found = !cell->fault && cell->verdict != LIVENESS_INCONCLUSIVE &&
               cell->verdict != LIVENESS_INAPPLICABLE;
  json_text(json, "found", found ? progress_level_name(cell->found) : NULL);
  json_text(json, "program", progress_level_name(cell->due));
  json_text(json, "claimed", progress_level_name(liveness_claim(cell->setting).threads));
  json_truth(json, "curtailed", cell->approximated);
  json_number(json, "placements", cell->placements);
  json_number(json, "states", (int64_t)cell->cost.states);
  json_number(json, "transitions", (int64_t)cell->cost.transitions);
  if (cell->fault) json_text(json, "fault", cell->fault);
  json_close(json, '}');
}

void liveness_matrix_json(FILE *out, const struct liveness_matrix *matrix,
                          const struct cost *cost) {
  struct json json = begin(out, "run", &matrix->question);
  json_truth(&json, "evictions", !matrix->no_evictions);
  json_open(&json, "cells", '[');
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    put_cell(&json, &matrix->cells[i]);
  json_close(&json, ']');
  json_end(&json, cost, liveness_matrix_status(matrix));
}
