#include "report/liveness_json.h"

#include "base/printing.h"
#include "report/json.h"
#include "report/json_parts.h"
#include "report/names.h"
#include "report/steps.h"
#include "run/suite.h"

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
  steps_json(json, model, &lasso->trace, "stem", 0, lasso->loop);
  steps_json(json, model, &lasso->trace, "loop", lasso->loop, lasso->trace.length);
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
  json_open(&json, "cells", '[');
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    put_cell(&json, &matrix->cells[i]);
  json_close(&json, ']');
  json_end(&json, cost, liveness_matrix_status(matrix));
}
