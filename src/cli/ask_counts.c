#include "cli/ask_counts.h"

#include "base/memory.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/effort.h"
#include "cli/output.h"
#include "report/cost_text.h"
#include "report/counting_report.h"
#include "run/subject.h"
#include "verify/counting.h"

struct counts_call {
  const struct arguments *arguments;
  const struct exploration *exploration;
  struct json *json; /* NULL: none is asked for */
  bool any;          /* was any test counted? */
  struct cost cost;
};

static int status_of(const struct setting *setting, const struct counting_result *counting) {
  if (counting->broken & setting_invariants_of_programs(setting) & ~CLAIM(PROPERTY_OVERFLOW))
    return EXIT_FAILS;
  return counting->complete && counting->ends ? EXIT_HOLDS : EXIT_INCONCLUSIVE;
}

static int count_placements(struct counts_call *call, const struct program *program,
                            const struct placements *placements, struct diagnostic *error) {
  const struct exploration *exploration = call->exploration;
  struct counting_result counting;
  status_line_begin("explore", &exploration->effort, call->arguments->quiet);
  bool good = counting_run(exploration, program, placements, &counting, error);
  status_line_end();
  if (!good) return cli_complain_of_test(program, error);
  call->any = true;
  cost_add(&call->cost, &counting.cost);
  counting_print(cli_text_out(call->arguments), &exploration->setting, program, &counting);
  if (call->json) counting_json(call->json, &exploration->setting, program, &counting);
  return status_of(&exploration->setting, &counting);
}

static int count_test(struct counts_call *call, const struct program *program) {
  const struct exploration *exploration = call->exploration;
  const struct setting *setting = &exploration->setting;
  const char *lacks = subject_lacks(setting, program);
  struct placements placements = { 0 };
  struct diagnostic error = { NULL };
  if (lacks) {
    cli_say_inapplicable(program, setting->system->name, lacks);
    return EXIT_HOLDS;
  }
  int status;
  if (!placements_list(setting, program, &exploration->effort, &placements, &error))
    status = cli_complain_of_test(program, &error);
  else if (exploration->placement > placements.count)
    status = cli_complain("%s has %u %s", program->name, placements.count,
                          text_numbered(placements.count, "placement", "placements"));
  else status = count_placements(call, program, &placements, &error);
  memory_free(placements.items);
  return status;
}

static int count_suite(struct counts_call *call, const struct suite *suite) {
  int status = EXIT_HOLDS;
  for (unsigned t = 0; t < suite->count; t++) {
    const struct program *program = suite->tests[t].program;
    status = cli_worse_status(status, program ? count_test(call, program) : EXIT_USAGE);
  }
  return call->any ? status : cli_worse_status(status, EXIT_INCONCLUSIVE);
}

int counts_ask_tests(const struct arguments *arguments, const struct exploration *exploration,
                     const struct suite *suite) {
  struct counts_call call = { .arguments = arguments, .exploration = exploration };
  double start = effort_now();
  FILE *file = cli_output_open(arguments->json);
  struct json json;
  if (file) {
    json = json_begin(file, "explore");
    json_setting(&json, &exploration->setting);
    json_open(&json, "tests", '[');
    call.json = &json;
  }
  int status = count_suite(&call, suite);
  struct cost cost = cost_since(start, call.cost);
  if (file) {
    json_close(&json, ']');
    json_end(&json, arguments->quiet ? NULL : &cost, status);
  }
  if (!cli_output_close(file, arguments->json)) status = EXIT_USAGE;
  if (call.any && !arguments->quiet && !cli_output_takes_all(arguments))
    cost_print(&cost, "states and steps");
  return status;
}
