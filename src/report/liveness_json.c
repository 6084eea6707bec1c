/* Progress as JSON. */
#include "base/memory.h"
#include "base/printing.h"
#include "report/files.h"
#include "report/json.h"
#include "report/liveness_text.h"
#include "report/proof_text.h"
#include "report/steps.h"

static void put_setting(struct json *json, const struct setting *setting) {
  char *name = setting_name(setting);
  json_text(json, "model", name);
  json_text(json, "core", core_kind_name(setting->core));
  parameters_json(json, setting);
  memory_free(name);
}

static void put_head(struct json *json, const char *command,
                     const struct progress_question *question) {
  static const char *const fairness[] = { "usual", "weak", "strong" };
  json_open(json, NULL, '{');
  json_text(json, "command", command);
  json_number(json, "version", 1);
  json_text(json, "turnsole", TURNSOLE_VERSION);
  json_text(json, "asked", progress_level_name(question->level));
  json_text(json, "fairness", fairness[question->fairness]);
  json_truth(json, "backs-off", question->back_off);
}

static void put_goal(struct json *json, const struct model *model, unsigned goal) {
  struct printing printing;
  machine_describe_goal(model, printing_begin(&printing), goal);
  json_text(json, "goal", printing_end(&printing));
  printing_free(&printing);
}

static void put_lasso(struct json *json, const struct progress_answer *answer) {
  const struct lasso *lasso = answer->progress.lasso;
  const struct model *model = machine_model(answer->machine);
  if (!lasso) return;
  json_open(json, "lasso", '{');
  json_text(json, "refutes", lasso->refutes == POSSIBLE_PROGRESS ? "possible" : "guaranteed");
  put_goal(json, model, lasso->goal);
  if (lasso->refutes == POSSIBLE_PROGRESS) json_number(json, "lost_after", lasso->lost);
  steps_json(json, model, &lasso->trace, "stem", 0, lasso->loop);
  steps_json(json, model, &lasso->trace, "loop", lasso->loop, lasso->trace.length);
  json_close(json, '}');
}

static void put_goals(struct json *json, const struct progress_answer *answer,
                      const struct progress_question *question) {
  const struct progress *progress = &answer->progress;
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

void progress_json(FILE *out, const struct progress_answer *answer,
                   const struct progress_question *question, const struct took *took) {
  struct json json = json_on(out);
  const struct client *client = &answer->subject.client;
  enum progress_verdict verdict = progress_of_client(answer, question);
  put_head(&json, "prove", question);
  put_setting(&json, &answer->subject.setting);
  json_open(&json, "configuration", '{');
  json_number(&json, "sms", client->sms);
  json_number(&json, "threads", client->threads);
  json_number(&json, "addresses", client->lines);
  json_number(&json, "words", client->two_words ? 2 : 1);
  json_number(&json, "values", client->values);
  json_number(&json, "capacity", answer->subject.options.capacity);
  json_truth(&json, "evictions", !answer->subject.options.no_evictions);
  json_close(&json, '}');
  json_text(&json, "claimed", progress_level_name(progress_claimed(&answer->subject)));
  bool known = answer->progress.end == SEARCH_COMPLETE;
  json_text(&json, "found",
            known ? progress_level_name(progress_found(&answer->progress, question)) : NULL);
  json_text(&json, "verdict", progress_verdict_name(verdict));
  json_number(&json, "symmetries", machine_symmetries(answer->machine));
  put_goals(&json, answer, question);
  put_lasso(&json, answer);
  json_number(&json, "states", (int64_t)answer->progress.search.states);
  json_number(&json, "transitions", (int64_t)answer->progress.search.transitions);
  json_number(&json, "depth", answer->progress.search.depth);
  json_text(&json, "end", search_end_text(answer->progress.end));
  took_json(&json, took);
  json_number(&json, "status", progress_status(verdict));
  json_close(&json, '}');
}

static void put_cell(struct json *json, const struct progress_cell *cell) {
  json_open(json, NULL, '{');
  json_text(json, "test", suite_test_name(cell->test));
  put_setting(json, cell->setting);
  json_text(json, "verdict", progress_verdict_name(cell->verdict));
  bool found = !cell->fault && cell->verdict != PROGRESS_INCONCLUSIVE &&
               cell->verdict != PROGRESS_INAPPLICABLE;
  json_text(json, "found", found ? progress_level_name(cell->found) : NULL);
  json_text(json, "program", progress_level_name(cell->due));
  json_text(json, "claimed", progress_level_name(progress_claim(cell->setting).threads));
  json_truth(json, "curtailed", cell->curtailed);
  json_number(json, "placements", cell->placements);
  json_number(json, "states", (int64_t)cell->took.states);
  json_number(json, "transitions", (int64_t)cell->took.transitions);
  if (cell->fault) json_text(json, "fault", cell->fault);
  json_close(json, '}');
}

void progress_matrix_json(FILE *out, const struct progress_matrix *matrix,
                          const struct took *took) {
  struct json json = json_on(out);
  put_head(&json, "run", &matrix->question);
  json_open(&json, "cells", '[');
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    put_cell(&json, &matrix->cells[i]);
  json_close(&json, ']');
  took_json(&json, took);
  json_number(&json, "status", progress_matrix_status(matrix));
  json_close(&json, '}');
}
