/* From arguments to what commands work with. */
#include "cli/setup.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "axiom/cat_variants.h"
#include "base/memory.h"
#include "base/processes.h"
#include "base/text.h"
#include "cli/status_line.h"
#include "frames/composition.h"
#include "explore/budget.h"
#include "verify/claimed_models.h"
#include "litmus/barriers.h"

int cli_complain(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  fputs("turnsole: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  return EXIT_USAGE;
}

int cli_complain_of(struct diagnostic *error) {
  fflush(stdout);
  fprintf(stderr, "%s%s\n",
          error->of_file ? "" : "turnsole: ", error->message ? error->message : "failed");
  diagnostic_clear(error);
  return EXIT_USAGE;
}

int cli_complain_of_test(const struct program *program, struct diagnostic *error) {
  error->of_file = true;
  fflush(stdout);
  if (!text_starts(error->message, program->path)) fprintf(stderr, "%s: ", program->path);
  return cli_complain_of(error);
}

void cli_say_inapplicable(const struct program *program, const char *model) {
  fflush(stdout);
  fprintf(stderr, "%s: not applicable: %s knows no transactions\n", program->path, model);
}

/* Tests of LISA have annotations of their own. */
static bool is_first_of_dialect(const struct suite *suite, unsigned t) {
  if (text_equal(suite->tests[t].program->dialect, "LISA")) return true;
  for (unsigned i = 0; i < t; i++)
    if (suite->tests[i].program &&
        text_equal(suite->tests[i].program->dialect, suite->tests[t].program->dialect))
      return false;
  return true;
}

void cli_say_foreign(const struct memory_models *models, const struct suite *suite) {
  for (unsigned t = 0; t < suite->count; t++) {
    const struct program *program = suite->tests[t].program;
    if (!program || !is_first_of_dialect(suite, t)) continue;
    for (unsigned m = 0; m < models->count; m++) {
      struct text why = { 0 };
      if (judge_is_foreign(models->items[m], program, &why))
        fprintf(stderr, "%s: warning: %s; its answers mean little\n", program->path, why.bytes);
      text_free(&why);
    }
  }
}

/* The scope of a control barrier is that of its semantics; its execution scope is the work-group.
 */
static void say_lonely(const struct program *program) {
  struct lonely_barrier found;
  if (!program || !program_barrier_is_lonely(program, &found)) return;
  fprintf(
      stderr,
      "%s: warning: barrier %u of P%u (line %u) and of P%u never meet: their work-groups differ\n",
      program->path, found.instruction->barrier_instance, program->threads[found.thread].id,
      found.instruction->line, program->threads[found.other].id);
}

void cli_say_barriers(const struct arguments *arguments, const struct suite *suite) {
  for (unsigned t = 0; t < suite->count; t++) say_lonely(suite->tests[t].program);
  const struct program *first = NULL;
  unsigned count = 0;
  for (unsigned t = 0; t < suite->count; t++) {
    const struct program *program = suite->tests[t].program;
    if (!program || !program_names_barriers(program)) continue;
    if (!count++) first = program;
  }
  if (!count || (arguments->quiet && !arguments->barriers)) return;
  fflush(stdout);
  if (count == 1) fprintf(stderr, "%s: ", first->path);
  else fprintf(stderr, "turnsole: %u tests: ", count);
  barrier_reading_print(stderr, first->barriers);
  fputc('\n', stderr);
}

void cli_say_missing(const struct program *program, const char *model,
                     const struct judgement *judgement) {
  if (!judgement->bounded && !judgement->incomplete && !judgement->nothing) return;
  fflush(stdout);
  if (judgement->nothing) {
    fprintf(stderr, "%s: %s: no outcome is allowed: %s\n", program->path, model,
            judgement->nothing);
    return;
  }
  fprintf(stderr, "%s: %s: %s; outcomes may be missing\n", program->path, model,
          judgement->incomplete ? "a limit was hit" : "a loop was cut (--unroll N for more turns)");
}

void cli_say_too_much_memory(const struct arguments *arguments) {
  uint64_t most = memory_of_machine() / processes_here();
  if (arguments->memory <= most) return;
  fprintf(stderr,
          "turnsole: warning: --memory allows %.0f MiB%s, and the machine, or a limit on this "
          "program, %.0f: it may be "
          "killed before it is out of memory\n",
          (double)arguments->memory / (1 << 20), processes_here() > 1 ? " to each rank" : "",
          (double)most / (1 << 20));
}

int cli_worse_status(int a, int b) {
  static const int rank[] = {
    [EXIT_HOLDS] = 0, [EXIT_INCONCLUSIVE] = 1, [EXIT_FAILS] = 2, [EXIT_USAGE] = 3
  };
  return rank[a] >= rank[b] ? a : b;
}

bool variants_gather(const struct arguments *arguments, struct name_list *variants) {
  for (size_t i = 0; i < arguments->cat_variants.length; i++) {
    const char *name = arguments->cat_variants.items[i];
    if (cat_variant_may_be_chosen(name)) {
      vector_push(*variants, name);
      continue;
    }
    struct text known = { 0 };
    cat_variant_names(&known);
    cli_complain("--variant %s: expected one of %s", name, known.bytes);
    text_free(&known);
    return false;
  }
  vector_push(*variants, NULL);
  return true;
}

static bool load_each(const struct name_list *names, const char *const *variants,
                      struct memory_models *models) {
  models->items = memory_new(names->length, sizeof *models->items);
  models->count = 0;
  for (size_t i = 0; i < names->length; i++) {
    struct diagnostic error = { NULL };
    struct cat_model *model = cat_model_load_as(names->items[i], variants, &error);
    if (!model) {
      cli_complain_of(&error);
      cli_memory_models_clear(models);
      return false;
    }
    models->items[models->count++] = model;
  }
  cat_models_tell_apart(models->items, models->count);
  return true;
}

bool cli_memory_models_load(const struct arguments *arguments, struct memory_models *models) {
  struct name_list variants = { 0 };
  bool good = variants_gather(arguments, &variants) &&
              load_each(&arguments->memory_models, variants.items, models);
  vector_free(variants);
  return good;
}

void cli_memory_models_clear(struct memory_models *models) {
  for (unsigned i = 0; i < models->count; i++) cat_model_free(models->items[i]);
  memory_free(models->items);
  *models = (struct memory_models){ 0 };
}

/* Without -p, --core and --set apply where they can: not every system has every core and parameter.
 */
static bool setting_apply(const struct arguments *arguments, struct setting *setting,
                          struct diagnostic *error) {
  if (arguments->core && !setting_core(setting, arguments->core, error)) return false;
  for (size_t i = 0; i < arguments->assignments.length; i++)
    if (!setting_assign(setting, arguments->assignments.items[i], error)) return false;
  return true;
}

/* Adds a system or a variant if --core and --set fit it. */
static bool add_where_fit(const struct arguments *arguments, const char *name,
                          struct settings *settings, struct diagnostic *error) {
  struct setting *setting = &settings->items[settings->count];
  if (!setting_parse(setting, name, error)) return false;
  struct diagnostic unfit = { NULL };
  if (setting_apply(arguments, setting, &unfit)) settings->count++;
  diagnostic_clear(&unfit);
  return true;
}

static bool add_variants(const struct arguments *arguments, const struct system *system,
                         struct settings *settings, struct diagnostic *error) {
  bool good = true;
  for (unsigned v = 0; v < VARIANTS_MAX && good && arguments->variants && system->variants[v].name;
       v++) {
    char *name = memory_format("%s:%s", system->name, system->variants[v].name);
    good = add_where_fit(arguments, name, settings, error);
    memory_free(name);
  }
  return good;
}

/* Is the record whole, and each memory model that it claims one that there is? */
static bool record_is_whole(const struct system *system, struct diagnostic *error) {
  return system_check(system, error) && claimed_models_check(system, error);
}

static bool settings_named(const struct arguments *arguments, struct settings *settings,
                           struct diagnostic *error) {
  settings->items =
      memory_new(arguments->models.length * (1 + VARIANTS_MAX), sizeof *settings->items);
  for (size_t i = 0; i < arguments->models.length; i++) {
    struct setting *setting = &settings->items[settings->count++];
    if (composition_find(arguments->models.items[i]))
      return diagnostic_plain(
          error,
          "%s composes images: run, explore, prove, table and mutate are for it, "
          "with no other kind of model beside it",
          arguments->models.items[i]);
    if (!setting_parse(setting, arguments->models.items[i], error) ||
        !record_is_whole(setting->system, error))
      return false;
    if (!setting_apply(arguments, setting, error)) return false;
    if (!setting->variant && !add_variants(arguments, setting->system, settings, error))
      return false;
  }
  return true;
}

static bool settings_all(const struct arguments *arguments, struct settings *settings,
                         struct diagnostic *error) {
  unsigned count = 0;
  while (systems()[count]) count++;
  settings->items = memory_new(count * (1 + VARIANTS_MAX), sizeof *settings->items);
  for (unsigned i = 0; i < count; i++)
    if (!record_is_whole(systems()[i], error) ||
        !add_where_fit(arguments, systems()[i]->name, settings, error) ||
        !add_variants(arguments, systems()[i], settings, error))
      return false;
  return settings->count || diagnostic_plain(error, "no model takes these options");
}

bool cli_settings_load(const struct arguments *arguments, struct settings *settings) {
  struct diagnostic error = { NULL };
  *settings = (struct settings){ 0 };
  bool loaded = arguments->models.length ? settings_named(arguments, settings, &error)
                                         : settings_all(arguments, settings, &error);
  if (loaded) return true;
  cli_complain_of(&error);
  cli_settings_clear(settings);
  return false;
}

bool cli_setting_load(const struct arguments *arguments, struct setting *setting) {
  struct settings settings;
  if (arguments->models.length != 1) {
    cli_complain("expected one model (-p MODEL); `turnsole list models` names them");
    return false;
  }
  if (!cli_settings_load(arguments, &settings)) return false;
  *setting = settings.items[0];
  cli_settings_clear(&settings);
  return true;
}

void cli_settings_clear(struct settings *settings) {
  memory_free(settings->items);
  *settings = (struct settings){ 0 };
}

static bool reading_of(const struct arguments *arguments, enum barrier_reading *reading) {
  *reading = BARRIERS_BY_CTA;
  if (!arguments->barriers || barrier_reading_named(arguments->barriers, reading)) return true;
  return cli_complain("--barriers: expected by-cta or by-name, found \"%s\"", arguments->barriers),
         false;
}

bool cli_tests_gather(const struct arguments *arguments, const char *fallback,
                      struct suite *suite) {
  enum barrier_reading reading;
  if (!reading_of(arguments, &reading)) return false;
  const char *const *paths = arguments->paths.items;
  size_t count = arguments->paths.length;
  if (!count) {
    if (!fallback || access(fallback, R_OK)) {
      cli_complain("expected a test or a folder of tests%s",
                   fallback ? " (there is no litmus/ here)" : "");
      return false;
    }
    paths = &fallback;
    count = 1;
  }
  *suite = suite_load(paths, (unsigned)count);
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->tests[i].program) suite->tests[i].program->barriers = reading;
  fflush(stdout);
  for (unsigned i = 0; i < suite->count; i++)
    if (suite->tests[i].fault) fprintf(stderr, "%s\n", suite->tests[i].fault);
  return true;
}

bool cli_tests_load(const struct arguments *arguments, const char *fallback, struct suite *suite) {
  if (!cli_tests_gather(arguments, fallback, suite)) return false;
  if (suite->unreadable < suite->count) return true;
  suite_clear(suite);
  return false;
}

enum { QUICK_STATES = 1 << 13, QUICK_SAMPLE = 1 << 7, QUICK_MODEL = 3 << 20, QUICK_PLACEMENTS = 4 };

struct effort cli_effort(const struct arguments *arguments) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  struct effort effort = {
    .threads = arguments->jobs  ? (unsigned)arguments->jobs
               : processors > 0 ? (unsigned)processors
                                : 1,
    .memory_max = arguments->memory,
    .deadline = arguments->seconds > 0 ? effort_now() + arguments->seconds : 0,
    .depth_max = (unsigned)arguments->depth,
    .unroll = (unsigned)arguments->unroll,
    .judy = arguments->judy,
    .spill = arguments->spill,
    .compact = arguments->compact,
    .bit_state = arguments->bit_state,
    .layouts = !arguments->apart && !arguments->quick,
    .each = arguments->each,
    .deadlock = arguments->deadlock,
    .audit = !arguments->no_audit,
    .strict = arguments->strict,
    .quick_states = arguments->evictions_within ? arguments->evictions_within
                    : arguments->quick          ? QUICK_STATES
                                                : 0,
    .quick_cold = arguments->quick,
    .quick_sample = arguments->quick ? QUICK_SAMPLE : 0,
    .quick_model = arguments->quick ? QUICK_MODEL : 0,
    .quick_placements = arguments->quick ? QUICK_PLACEMENTS : 0,
    .machine = { .cold = arguments->cold,
                 .no_evictions = arguments->no_evictions,
                 .no_reduction = arguments->no_reduction,
                 .no_symmetry = arguments->no_symmetry,
                 .together = arguments->together,
                 .no_deferred_evictions = arguments->no_deferred_evictions,
                 .no_dead_values = arguments->no_dead_values,
                 .no_ample = arguments->no_ample,
                 .alike = arguments->alike,
                 .capacity = (unsigned)arguments->capacity },
  };
  if (effort.judy) effort.threads = 1;
  status_line_attach(&effort, arguments->quiet);
  return effort;
}

static bool may_write(const char *path) {
  struct stat status;
  if (!path || text_equal(path, "-")) return true;
  if (!stat(path, &status)) {
    if (!S_ISDIR(status.st_mode)) return !access(path, W_OK);
    errno = EISDIR;
    return false;
  }
  int file = open(path, O_WRONLY | O_CREAT, 0666);
  if (file < 0) return false;
  close(file);
  unlink(path);
  return true;
}

/* Two results in one file are none. */
static bool are_apart(const struct arguments *arguments) {
  const char *json = arguments->json, *junit = arguments->junit;
  if (!json || !junit || !text_equal(json, junit) || text_equal(json, "/dev/null")) return true;
  return cli_complain("--json, --junit: expected two files, found \"%s\" twice", json), false;
}

bool cli_outputs_fit(const struct arguments *arguments, bool ranks) {
  const struct {
    const char *name, *path;
  } files[] = {
    { "json", arguments->json },
    { "junit", arguments->junit },
    { "trace", arguments->trace },
  };
  uint64_t faults = !are_apart(arguments);
  for (unsigned i = 0; i < sizeof files / sizeof *files && processes_own() == 0 && !faults; i++)
    if (!may_write(files[i].path)) {
      cli_complain("--%s: %s: cannot be written: %s", files[i].name, files[i].path,
                   strerror(errno));
      faults = 1;
    }
  if (ranks) processes_combine(&faults, 1, RANKS_SUM);
  return !faults;
}

FILE *cli_output_open(const char *path) {
  if (!path) return NULL;
  if (text_equal(path, "-")) return stdout;
  if (processes_own()) path = "/dev/null";
  FILE *file = fopen(path, "w");
  if (!file) cli_complain("%s: cannot be written: %s", path, strerror(errno));
  return file;
}

void cli_trace_unused(const struct arguments *arguments) {
  if (!arguments->trace) return;
  fflush(stdout);
  fprintf(stderr, "turnsole: there was no run to show, so %s was not written\n", arguments->trace);
}

bool cli_output_takes_all(const struct arguments *arguments) {
  return (arguments->json && text_equal(arguments->json, "-")) ||
         (arguments->junit && text_equal(arguments->junit, "-"));
}

bool cli_output_close(FILE *file, const char *path) {
  if (!file) return !path;
  bool good = !ferror(file) && (file == stdout ? fflush(file) : fclose(file)) == 0;
  if (!good) cli_complain("%s: cannot be written: %s", path, strerror(errno));
  return good;
}
