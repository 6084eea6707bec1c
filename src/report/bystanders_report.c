/* See bystanders_report.h. */
#include "report/bystanders_report.h"

#include <inttypes.h>
#include "base/memory.h"
#include "base/text.h"
#include "litmus/herd_log.h"
#include "machine/assumptions.h"
#include "machine/machine_private.h"
#include "report/any_sms_report.h"
#include "report/junit.h"
#include "report/names.h"
#include "report/steps.h"
#include "run/suite.h"

/* --- one cell --- */

/* The first placement that has the cell's verdict. */
static const struct bystanders_of_placement *worst_of(const struct bystanders_cell *of) {
  for (unsigned p = 0; p < of->count; p++)
    if (of->placements[p].verdict == of->verdict) return &of->placements[p];
  return NULL;
}

static void print_doubt(FILE *out, const struct bystanders_cell *of,
                        const struct bystanders_of_placement *placement) {
  enum any_sms_end warming = placement->warming.end, running = placement->running.end;
  switch (placement->doubt) {
  case DOUBT_ALARM:
    fputs("an outcome that joined views reach is forbidden, and no search reached it: ", out);
    outcome_print(out, of->cell->test->program, of->alarm);
    break;
  case DOUBT_END:
    fputs(any_sms_end_text(warming != ANY_SMS_PROVED ? warming : running), out);
    break;
  case DOUBT_MISSED:
    fputs("a search reached an outcome that views lack: SMs are not alike", out);
    break;
  case DOUBT_UNJUDGED:
    fprintf(out, "%" PRIu64 " of the outcomes only beside readers, and no memory model judges them",
            of->more);
    break;
  case DOUBT_UNTRIED: fputs("a limit was hit", out); break;
  case DOUBT_JUDGE: fputs("the judge was cut short (--unroll), so more may be allowed", out); break;
  case DOUBT_NONE: break;
  }
}

static void print_reason(FILE *out, const struct bystanders_cell *of) {
  const struct bystanders_of_placement *worst = worst_of(of);
  uint64_t count = of->outcomes ? outcome_set_size(of->outcomes) : 0;
  switch (of->verdict) {
  case BYSTANDERS_HOLD:
    fprintf(out, "%" PRIu64 " %s, ", count, text_numbered(count, "outcome", "outcomes"));
    if (of->more) fprintf(out, "%" PRIu64 " of them only beside readers, and allowed", of->more);
    else fputs("all of them also without readers", out);
    break;
  case BYSTANDERS_NOT_ASKED: fputs("the test alone holds not, or does not run", out); break;
  case BYSTANDERS_REFUSED: fputs(of->fault ? of->fault : "", out); break;
  case BYSTANDERS_UNDECIDED: print_doubt(out, of, worst); break;
  case BYSTANDERS_VIOLATE:
    fprintf(out, "a search with %u %s found a violation", worst->search_count,
            text_numbered(worst->search_count, "reader", "readers"));
    break;
  }
}

static void print_cell(FILE *out, const struct bystanders_cell *of) {
  static const enum text_colour colours[BYSTANDERS_VERDICTS] = { [BYSTANDERS_HOLD] = GOOD,
                                                                 [BYSTANDERS_NOT_ASKED] = PLAIN,
                                                                 [BYSTANDERS_REFUSED] = BAD,
                                                                 [BYSTANDERS_UNDECIDED] = NOTABLE,
                                                                 [BYSTANDERS_VIOLATE] = BAD };
  setting_print(out, of->cell->setting, 0);
  fprintf(out, " on %s, any number of readers: ", suite_test_name(of->cell->test));
  colour_put(out, colours[of->verdict], bystanders_verdict_name(of->verdict));
  fputs(": ", out);
  print_reason(out, of);
  fputc('\n', out);
}

/* --- everything about a cell --- */

static void print_placement(FILE *out, const struct bystanders_cell *of, unsigned number) {
  const struct bystanders_of_placement *placement = &of->placements[number];
  fputs("  placement     ", out);
  placement_print(out, of->cell->test->program, &of->cell->placements.items[number]);
  fprintf(out, ": %s; %" PRIu32 " views of 1 reader", bystanders_verdict_name(placement->verdict),
          placement->running.views);
  if (placement->warming.views)
    fprintf(out, " (%" PRIu32 " before the start)", placement->warming.views);
  for (unsigned i = 0; i < placement->search_count; i++)
    fprintf(out, "%s %u %s %" PRIu64 " states (%s)", i ? "," : "; searched", i + 1,
            text_numbered(i + 1, "reader", "readers"), placement->searches[i].states,
            search_end_text(placement->searches[i].end));
  fputc('\n', out);
}

static void print_promise(void *context, const char *name, const char *about, const char *without) {
  FILE *out = context;
  fprintf(out, "  rests on      %s%s%s (not checked%s%s)\n", name, *about ? " of " : "", about,
          *without ? "; without: " : "", without);
}

struct bystanders_sum {
  uint64_t trials, joined, steps;
  unsigned most_alike;
  bool blocked;
};

static struct bystanders_sum sum_of(const struct bystanders_cell *of) {
  struct bystanders_sum sum = { 0 };
  for (unsigned p = 0; p < of->count; p++) {
    const struct any_sms_result *parts[] = { &of->placements[p].warming,
                                             &of->placements[p].running };
    for (unsigned i = 0; i < 2; i++) {
      sum.trials += parts[i]->trials;
      sum.joined += parts[i]->configurations;
      sum.steps += parts[i]->steps;
      sum.blocked |= parts[i]->blocked;
      if (parts[i]->most_alike > sum.most_alike) sum.most_alike = parts[i]->most_alike;
    }
  }
  return sum;
}

static void print_assumed(FILE *out, const struct bystanders_cell *of) {
  const struct machine *machine = any_sms_machine(any_readers_running(of->last));
  struct bystanders_sum sum = sum_of(of);
  const struct subject subject = { .setting = *of->cell->setting, .options = machine->options };
  fputs("  readers       SMs with one thread each, which loads any line for ever, one at a time; ",
        out);
  fputs(any_readers_keep_to_line(of->cell->setting)
            ? "each keeps to one line, since lines share nothing, the record promises\n"
            : "nothing uses what it loads\n",
        out);
  fputs(machine->options.cold
            ? "  start         all caches are empty\n"
            : "  start         at rest, after any loads of all SMs, the program's and readers'\n",
        out);
  fputs("  alike         SMs are, to the controllers that they share, the record promises; where "
        "these see something new, steps were tried with an idle SM more",
        out);
  if (sum.most_alike)
    fprintf(out, ", and with up to %u SMs of which the same is kept", sum.most_alike);
  fprintf(out, " (%" PRIu64 " trials)\n", sum.trials);
  fputs("  room          bags and queues that SMs share are as long as there are SMs; of each SM: ",
        out);
  capacities_list_print(out, &subject, sum.blocked);
  fputs(
      "  rest          outcomes are those of states at rest; once the program is done, some run is "
      "supposed to answer all readers (not checked)\n",
      out);
  assumptions_each(machine, print_promise, out);
  fprintf(out, "  work          %" PRIu64 " joined states, %" PRIu64 " steps, %.1f s\n", sum.joined,
          sum.steps, of->seconds);
}

static void print_details(FILE *out, const struct bystanders_cell *of) {
  for (unsigned p = 0; p < of->count && of->verdict != BYSTANDERS_REFUSED; p++)
    print_placement(out, of, p);
  bool views = of->verdict == BYSTANDERS_HOLD || of->verdict == BYSTANDERS_UNDECIDED;
  if (views && of->last) print_assumed(out, of);
}

/* --- all of them --- */

static unsigned cell_count(const struct bystanders *bystanders) {
  return bystanders->matrix->suite->count * bystanders->matrix->setting_count;
}

static void print_totals(FILE *out, const struct bystanders *bystanders) {
  unsigned totals[BYSTANDERS_VERDICTS] = { 0 };
  for (unsigned i = 0; i < cell_count(bystanders); i++) totals[bystanders->cells[i].verdict]++;
  fputs("any number of readers:", out);
  const char *separator = " ";
  for (unsigned v = 0; v < BYSTANDERS_VERDICTS; v++) {
    if (!totals[v]) continue;
    fprintf(out, "%s%u %s", separator, totals[v],
            bystanders_verdict_name((enum bystanders_verdict)v));
    separator = ", ";
  }
  fputc('\n', out);
}

void bystanders_print(FILE *out, const struct bystanders *bystanders, bool quiet) {
  bool single = bystanders->matrix->suite->count == 1 && !quiet;
  fputc('\n', out);
  for (unsigned i = 0; i < cell_count(bystanders); i++) {
    const struct bystanders_cell *of = &bystanders->cells[i];
    if (quiet && of->verdict <= BYSTANDERS_NOT_ASKED) continue;
    print_cell(out, of);
    if (single) print_details(out, of);
  }
  print_totals(out, bystanders);
}

/* --- files --- */

static char *reason_of(const struct bystanders_cell *of) {
  struct printing printing;
  print_reason(printing_begin(&printing), of);
  return printing_take(&printing);
}

static void put_placement(struct json *json, const struct bystanders_cell *of, unsigned number) {
  const struct bystanders_of_placement *placement = &of->placements[number];
  json_open(json, NULL, '{');
  placement_print(json_print_begin(json), of->cell->test->program,
                  &of->cell->placements.items[number]);
  json_print_end(json, "placement");
  json_text(json, "verdict", bystanders_verdict_name(placement->verdict));
  json_number(json, "views", placement->running.views);
  json_number(json, "views_before_start", placement->warming.views);
  json_number(json, "trials", (int64_t)(placement->running.trials + placement->warming.trials));
  json_open(json, "searches", '[');
  for (unsigned i = 0; i < placement->search_count; i++) {
    json_open(json, NULL, '{');
    json_number(json, "readers", i + 1);
    json_number(json, "states", (int64_t)placement->searches[i].states);
    json_text(json, "end", search_end_text(placement->searches[i].end));
    json_close(json, '}');
  }
  json_close(json, ']');
  json_close(json, '}');
}

void bystanders_json(struct json *json, const struct bystanders *bystanders) {
  json_open(json, "bystanders", '[');
  for (unsigned i = 0; i < cell_count(bystanders); i++) {
    const struct bystanders_cell *of = &bystanders->cells[i];
    char *reason = reason_of(of);
    json_open(json, NULL, '{');
    json_text(json, "test", suite_test_name(of->cell->test));
    json_setting_name(json, "model", of->cell->setting);
    json_text(json, "verdict", bystanders_verdict_name(of->verdict));
    json_text(json, "text", reason);
    json_number(json, "outcomes", of->outcomes ? (int64_t)outcome_set_size(of->outcomes) : 0);
    json_number(json, "only_beside_readers", (int64_t)of->more);
    json_open(json, "placements", '[');
    for (unsigned p = 0; p < of->count; p++) put_placement(json, of, p);
    json_close(json, ']');
    json_close(json, '}');
    memory_free(reason);
  }
  json_close(json, ']');
}

static const char *case_kind(enum bystanders_verdict verdict) {
  static const char *const kinds[BYSTANDERS_VERDICTS] = { NULL, "skipped", "error", "error",
                                                          "failure" };
  return kinds[verdict];
}

/* The run that readers make possible; NULL: none. */
static const struct counterexample *run_of(const struct bystanders_cell *of) {
  const struct bystanders_of_placement *worst = worst_of(of);
  return of->verdict == BYSTANDERS_VIOLATE && worst ? worst->violation : NULL;
}

static void put_case(struct junit_suite *suite, const struct bystanders_cell *of, bool quiet) {
  const char *kind = case_kind(of->verdict);
  char *reason = reason_of(of);
  struct report_place place = place_of_test(of->cell->test);
  struct printing body;
  FILE *memory = printing_begin(&body);
  if (run_of(of)) counterexample_print(memory, run_of(of));
  const char *text = printing_end(&body);
  junit_case(suite,
             &(struct junit_test){ .name = suite_test_name(of->cell->test),
                                   .kind = kind,
                                   .message = kind ? reason : NULL,
                                   .body = *text ? text : NULL,
                                   .seconds = quiet ? 0 : of->seconds },
             &place);
  printing_free(&body);
  place_clear(&place);
  memory_free(reason);
}

static void add_alert(struct alerts *alerts, const struct bystanders_cell *of) {
  const struct counterexample *run = run_of(of);
  bool violates = of->verdict == BYSTANDERS_VIOLATE, refused = of->verdict == BYSTANDERS_REFUSED;
  char *model = setting_name(of->cell->setting), *reason = reason_of(of);
  char *subject =
      memory_format("%s on %s, any number of readers", model, suite_test_name(of->cell->test));
  enum property property = run ? (enum property)run->trace->property : PROPERTY_OUTCOME;
  const char *rule = violates ? property_name(property) : refused ? "unsupported" : "inconclusive";
  alerts_add(alerts, (struct alert){ .rule = rule,
                                     .inconclusive = !violates && !refused,
                                     .message = memory_format("%s: %s", subject, reason),
                                     .subject = subject,
                                     .place = place_of_test(of->cell->test),
                                     .run = run });
  memory_free(model);
  memory_free(reason);
}

void bystanders_alerts(struct alerts *alerts, const struct bystanders *bystanders) {
  const struct matrix *matrix = bystanders->matrix;
  for (unsigned i = 0; i < matrix->suite->count * matrix->setting_count; i++)
    if (bystanders->cells[i].verdict > BYSTANDERS_NOT_ASKED)
      add_alert(alerts, &bystanders->cells[i]);
}

void bystanders_junit(FILE *out, const struct bystanders *bystanders, bool quiet) {
  const struct matrix *matrix = bystanders->matrix;
  for (unsigned s = 0; s < matrix->setting_count; s++) {
    char *model = setting_name(&matrix->settings[s]),
         *name = memory_format("%s, any number of readers", model);
    struct junit_suite suite;
    junit_suite_begin(&suite, name);
    for (unsigned t = 0; t < matrix->suite->count; t++)
      put_case(&suite, &bystanders->cells[t * matrix->setting_count + s], quiet);
    junit_suite_end(&suite, out);
    memory_free(model);
    memory_free(name);
  }
}
