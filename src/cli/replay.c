/* See replay.h. */
#include "cli/replay.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "litmus/barriers.h"
#include "litmus/printer.h"

static bool same_model(const struct name_list *models, const struct setting *saved) {
  char *name = setting_name(saved);
  bool same = true;
  for (size_t i = 0; i < models->length && same; i++) {
    same = text_equal(models->items[i], name);
    if (!same) cli_complain("the saved run is of %s, not of %s", name, models->items[i]);
  }
  memory_free(name);
  return same;
}

static bool same_core(const char *core, const struct setting *saved) {
  if (!core || text_equal(core, core_kind_name(saved->core))) return true;
  cli_complain("the saved run is of %s cores, not of %s", core_kind_name(saved->core), core);
  return false;
}

static bool same_parameters(const struct name_list *assignments, const struct setting *saved) {
  for (size_t i = 0; i < assignments->length; i++) {
    struct setting asked = *saved;
    struct diagnostic error = { NULL };
    if (!setting_assign(&asked, assignments->items[i], &error))
      return cli_complain_of(&error), false;
    if (memcmp(asked.values, saved->values, sizeof asked.values))
      return cli_complain("the saved run is of other parameters than %s", assignments->items[i]),
             false;
  }
  return true;
}

static bool same_options(const struct arguments *arguments, const struct machine_options *saved) {
  const struct {
    const char *name;
    bool differs;
  } options[] = {
    { "cold", arguments->cold && !saved->cold },
    { "no-evictions", arguments->no_evictions && !saved->no_evictions },
    { "no-reduction", arguments->no_reduction && !saved->no_reduction },
    { "no-deferred-evictions", arguments->no_deferred_evictions && !saved->no_deferred_evictions },
    { "no-dead-values", arguments->no_dead_values && !saved->no_dead_values },
    { "no-ample", arguments->no_ample && !saved->no_ample },
    { "capacity", arguments->capacity && arguments->capacity != saved->capacity },
  };
  for (unsigned i = 0; i < sizeof options / sizeof *options; i++)
    if (options[i].differs)
      return cli_complain("the run is replayed as it was saved: --%s cannot change it",
                          options[i].name),
             false;
  return true;
}

static bool same_tests(const struct arguments *arguments, const struct program *saved) {
  struct suite suite;
  if (!arguments->paths.length) return true;
  if (!saved)
    return cli_complain("the saved run is of the most general client, not of a test"), false;
  if (!cli_tests_load(arguments, NULL, &suite)) return false;
  bool same = !suite.unreadable;
  for (unsigned i = 0; i < suite.count && same; i++) {
    same = program_equal(suite.tests[i].program, saved);
    if (!same) cli_complain("the saved run is of %s, not of %s", saved->path, suite.tests[i].path);
  }
  suite_clear(&suite);
  return same;
}

static bool same_barriers(const struct arguments *arguments, const struct program *saved) {
  const char *reading = barrier_reading_name(saved ? saved->barriers : BARRIERS_BY_CTA);
  if (!arguments->barriers || text_equal(arguments->barriers, reading)) return true;
  return cli_complain("the saved run reads barriers %s, not %s", reading, arguments->barriers),
         false;
}

bool cli_replay_agrees(const struct arguments *arguments, const struct trace_file *trace_file) {
  const struct subject *subject = &trace_file->run->subject;
  return same_model(&arguments->models, &subject->setting) &&
         same_core(arguments->core, &subject->setting) &&
         same_parameters(&arguments->assignments, &subject->setting) &&
         same_options(arguments, &subject->options) &&
         same_barriers(arguments, trace_file->program) &&
         same_tests(arguments, trace_file->program);
}
