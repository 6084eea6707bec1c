/* The format is lines of words, whose first word says what the line is:
 *
 *   turnsole-trace 2
 *   path /home/ada/bcast                of a model that -p named by its path
 *   model rcc-sc:printed
 *   core io
 *   set lease=2
 *   options COLD NO_EVICTIONS ...       eleven numbers
 *   test litmus/mp/MP.litmus            or: client SMS THREADS LINES VALUES SPREAD TWO_WORDS
 *   | PTX MP                            the text of the test, a line each; its path is a name only
 *   barriers by-name                    unless they are read by-cta
 *   placement SMS LINES BANKS ; SM... ; LINE... ; WORD... ; BANK...
 *   gpms GPUS GPMS ; GPM_OF_SM... ; HOME...      on a system that has GPMs
 *   property 8                          unless the last state breaks none
 *   start FINGERPRINT
 *   step LABEL FINGERPRINT              for each step
 *
 * The file has the whole test, so any later version that builds the same machine can read it.  A
 * file may come from anybody: reading refuses placements and properties that the program lacks, and
 * building the machine is bound by the reader's limits. */
#include "run/trace_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "base/source_load.h"
#include "litmus/barriers.h"
#include "litmus/read/reader.h"
#include "protocol/record.h"
#include "run/subject.h"
#include "machine/clients.h"
#include "machine/warm_start.h"

/* --- parts that traces of frames share ---
 *
 * Finds each step among the successors of the state before it, by label and fingerprint. */

static const char version[] = "turnsole-trace 2";

void trace_parts_write_model(FILE *out, const struct setting *setting) {
  char *name = setting_name(setting);
  const char *path = system_path(setting->system);
  fprintf(out, "%s\n", version);
  if (path) fprintf(out, "path %s\n", path);
  fprintf(out, "model %s\n", name);
  memory_free(name);
}

void trace_parts_write_parameters(FILE *out, const struct setting *setting) {
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    fprintf(out, "set %s=%d\n", setting->system->parameters[i].name, setting->values[i]);
}

void trace_parts_write_text(FILE *out, const char *word, const char *path, const char *text) {
  fprintf(out, "%s %.*s\n", word, (int)strcspn(path, "\n"), path);
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    fprintf(out, "| %.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

void trace_parts_write_steps(FILE *out, const struct model *model, const struct trace *trace) {
  void *worker = model->worker_new(model);
  if (trace->property < PROPERTIES) fprintf(out, "property %u\n", trace->property);
  fprintf(out, "start %016" PRIx64 "\n", model->fingerprint(model, worker, trace->states));
  for (unsigned i = 0; i < trace->length; i++)
    fprintf(out, "step %" PRIu32 " %016" PRIx64 "\n", trace->labels[i],
            model->fingerprint(model, worker, trace->states + (size_t)(i + 1) * trace->width));
  model->worker_free(model, worker);
}

bool trace_parts_refuse(const struct trace_parts *parts, const char *why) {
  return diagnostic_of_file(parts->error, "%s:%u: %s", parts->path, parts->line, why);
}

bool trace_parts_lines(struct trace_parts *parts, char *text,
                       bool (*read)(void *context, char *line), void *context) {
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    parts->line++;
    if (parts->line == 1 && !text_equal(line, version))
      return trace_parts_refuse(parts, "not a trace of this version (turnsole-trace 2)");
    if (parts->line > 1 && *line && !read(context, line)) return false;
  }
  return true;
}

void trace_parts_add_text(struct trace_parts *parts, const char *line) {
  line += line[1] == ' ' ? 2 : 1;
  text_add_bytes(&parts->text, line, strlen(line));
  text_add_bytes(&parts->text, "\n", 1);
}

const char *trace_parts_word(char *line) {
  size_t length = strcspn(line, " ");
  const char *rest = line[length] ? line + length + 1 : "";
  line[length] = '\0';
  return rest;
}

bool trace_parts_read_steps(struct trace_parts *parts, const char *word, const char *rest) {
  struct trace_parts_step step;
  if (text_equal(word, "property")) {
    if (sscanf(rest, "%u", &parts->property) != 1)
      return trace_parts_refuse(parts, "expected a number");
    return parts->property < parts->properties || trace_parts_refuse(parts, "no such property");
  }
  if (text_equal(word, "start")) {
    parts->has_start = sscanf(rest, "%" SCNx64, &parts->start) == 1;
    return parts->has_start || trace_parts_refuse(parts, "expected a fingerprint");
  }
  if (!text_equal(word, "step")) return trace_parts_refuse(parts, "unknown line");
  if (sscanf(rest, "%" SCNu32 " %" SCNx64, &step.label, &step.fingerprint) != 2)
    return trace_parts_refuse(parts, "expected a label and a fingerprint");
  vector_push(parts->steps, step);
  return true;
}

void trace_parts_clear(struct trace_parts *parts) {
  text_free(&parts->text);
  vector_free(parts->steps);
}

/* Looks among visited states for the one that the file means. */
struct looking {
  const struct model *model;
  void *worker;
  bool any_label;
  uint32_t label;
  uint64_t fingerprint;
  slot_t *found; /* WIDTH_MAX slots */
  bool is_found;
};

static void look(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct looking *looking = context;
  if (kind == STEP_BLOCKED || !to || looking->is_found ||
      (!looking->any_label && label != looking->label))
    return;
  slot_t copy[WIDTH_MAX];
  memcpy(copy, to, looking->model->width * sizeof *to);
  if (looking->model->fingerprint(looking->model, looking->worker, copy) != looking->fingerprint)
    return;
  memcpy(looking->found, copy, looking->model->width * sizeof *copy);
  looking->is_found = true;
}

struct trace *trace_parts_find_run(const struct trace_parts *parts, const struct model *model) {
  const struct trace_parts_step *steps = parts->steps.items;
  unsigned count = (unsigned)parts->steps.length, done = 0;
  struct trace *trace = memory_new(1, sizeof *trace);
  *trace = (struct trace){ .length = count, .width = model->width, .property = parts->property };
  trace->states = memory_new((size_t)(count + 1) * model->width, sizeof *trace->states);
  trace->labels = memory_new(count, sizeof *trace->labels);
  struct looking looking = { .model = model,
                             .worker = model->worker_new(model),
                             .any_label = true,
                             .fingerprint = parts->start,
                             .found = trace->states };
  model->initial(model, looking.worker, look, &looking);
  while (looking.is_found && done < count) {
    const slot_t *from = trace->states + (size_t)done * model->width;
    trace->labels[done] = steps[done].label;
    looking = (struct looking){ .model = model,
                                .worker = looking.worker,
                                .label = steps[done].label,
                                .fingerprint = steps[done].fingerprint,
                                .found = trace->states + (size_t)++done * model->width };
    model->successors(model, looking.worker, from, look, &looking);
  }
  model->worker_free(model, looking.worker);
  if (looking.is_found) return trace;
  diagnostic_of_file(
      parts->error,
      "%s: step %u of the trace no longer exists: the model, the test or the program has changed",
      parts->path, done);
  trace_free(trace);
  return NULL;
}

/* --- writing --- */

static void write_bytes(FILE *out, const uint8_t *bytes, unsigned count) {
  fputs(" ;", out);
  for (unsigned i = 0; i < count; i++) fprintf(out, " %u", bytes[i]);
}

/* The GPMs of SMs and homes, on a machine that has GPMs. */
static void write_gpms(FILE *out, const struct topology *topology, const uint8_t *gpm_of_sm,
                       unsigned sms, const uint8_t *home_of_line, unsigned lines) {
  if (!topology->gpms) return;
  fprintf(out, "gpms %u %u", topology->gpus, topology->gpms);
  write_bytes(out, gpm_of_sm, sms);
  write_bytes(out, home_of_line, lines);
  fputc('\n', out);
}

static void write_placement(FILE *out, const struct program *program,
                            const struct placement *placement) {
  fprintf(out, "placement %u %u %u", placement->sms, placement->lines, placement->banks);
  write_bytes(out, placement->sm_of_thread, program->thread_count);
  write_bytes(out, placement->line_of_location, program->location_count);
  write_bytes(out, placement->word_of_location, program->location_count);
  write_bytes(out, placement->bank_of_line, placement->lines);
  fputc('\n', out);
  write_gpms(out, &placement->topology, placement->gpm_of_sm, placement->sms,
             placement->home_of_line, placement->lines);
}

static void write_subject(FILE *out, const struct subject *subject, bool no_ample) {
  const struct setting *setting = &subject->setting;
  const struct machine_options *options = &subject->options;
  trace_parts_write_model(out, setting);
  fprintf(out, "core %s\n", core_kind_name(setting->core));
  trace_parts_write_parameters(out, setting);
  fprintf(out, "options %d %d %d %u %d %d %u %d %d %d %d", options->cold, options->no_evictions,
          options->no_reduction, options->capacity, options->together, no_ample, options->only_line,
          options->no_deferred_evictions, options->no_dead_values, options->audit,
          options->share_bank);
  if (options->readers) fprintf(out, " %u", options->readers);
  fputc('\n', out);
  if (subject->program) {
    trace_parts_write_text(out, "test", subject->program->path, subject->program->text);
    if (subject->program->barriers != BARRIERS_BY_CTA)
      fprintf(out, "barriers %s\n", barrier_reading_name(subject->program->barriers));
    write_placement(out, subject->program, &subject->placement);
  } else {
    const struct client *client = &subject->client;
    fprintf(out, "client %u %u %u %u %u %u\n", client->sms, client->threads, client->lines,
            client->values, client->spread, client->two_words);
    if (client->placed)
      write_gpms(out, &client->topology, client->gpm_of_sm, client->sms, client->home_of_line,
                 client->lines);
  }
}

void trace_file_write(FILE *out, const struct counterexample *run) {
  write_subject(out, &run->subject, !machine_is_ample(run->machine));
  trace_parts_write_steps(out, machine_model(run->machine), run->trace);
}

/* --- reading --- */

struct trace_file_reading {
  struct trace_parts lines;
  struct subject subject;
  char *model_path;      /* of a model that was named by its path; or NULL */
  const char *test_path; /* while the text of a test is read; or NULL */
  struct program *program;
  bool has_model, has_subject;
};

static bool refuse(const struct trace_file_reading *reading, const char *why) {
  return trace_parts_refuse(&reading->lines, why);
}

static bool begin_test(struct trace_file_reading *reading, const char *path) {
  if (reading->program || reading->has_subject)
    return refuse(reading, "expected one test, or one client");
  reading->test_path = path;
  return true;
}

/* "| TEXT" */
static bool read_test_line(struct trace_file_reading *reading, const char *line) {
  if (!reading->test_path) return refuse(reading, "expected the test's path before its text");
  trace_parts_add_text(&reading->lines, line);
  return true;
}

static bool end_test(struct trace_file_reading *reading) {
  if (!reading->test_path) return true;
  const struct text *text = &reading->lines.text;
  reading->program = litmus_read_text(reading->test_path, text->bytes ? text->bytes : "",
                                      text->length, reading->lines.error);
  reading->subject.program = reading->program;
  reading->test_path = NULL;
  return reading->program != NULL;
}

/* Reads numbers up to the next ';' or the end, each at most `greatest`. */
static bool read_bytes(const char **at, uint8_t *bytes, unsigned count, unsigned long greatest) {
  *at += strspn(*at, " ;");
  for (unsigned i = 0; i < count; i++) {
    char *end;
    unsigned long number = strtoul(*at, &end, 10);
    if (end == *at || number > greatest) return false;
    bytes[i] = (uint8_t)number;
    *at = end;
  }
  return true;
}

static bool read_placement(struct trace_file_reading *reading, const char *at) {
  const struct program *program = reading->program;
  struct placement *placement = &reading->subject.placement;
  uint8_t sizes[3];
  if (!program) return refuse(reading, "expected the test before its placement");
  if (program->thread_count > CORES_MAX || program->location_count > LOCATIONS_MAX)
    return refuse(reading, "the test is too large");
  memset(placement, 0, sizeof *placement);
  bool good =
      read_bytes(&at, sizes, 3, CORES_MAX) && sizes[1] <= LINES_MAX && sizes[2] <= LINES_MAX &&
      read_bytes(&at, placement->sm_of_thread, program->thread_count, CORES_MAX - 1) &&
      read_bytes(&at, placement->line_of_location, program->location_count, LINES_MAX - 1) &&
      read_bytes(&at, placement->word_of_location, program->location_count, WORDS_MAX - 1) &&
      read_bytes(&at, placement->bank_of_line, sizes[1], LINES_MAX - 1);
  placement->sms = sizes[0];
  placement->lines = sizes[1];
  placement->banks = sizes[2];
  for (unsigned i = 0; good && i < program->thread_count; i++)
    good = placement->sm_of_thread[i] < placement->sms;
  for (unsigned i = 0; good && i < program->location_count; i++)
    good = placement->line_of_location[i] < placement->lines;
  for (unsigned i = 0; good && i < placement->lines; i++)
    good = placement->bank_of_line[i] < placement->banks;
  reading->has_subject = good;
  return good || refuse(reading, "expected a placement that fits the test");
}

static bool read_barriers(struct trace_file_reading *reading, const char *name) {
  if (!reading->program)
    return refuse(reading, "expected the test before the reading of its barriers");
  return barrier_reading_named(name, &reading->program->barriers) ||
         refuse(reading, "expected by-cta or by-name");
}

static bool read_client(struct trace_file_reading *reading, const char *rest) {
  /* optional: older files lack them */
  unsigned sms, threads, lines, values, spread = 0, two_words = 0;
  if (reading->program || reading->has_subject)
    return refuse(reading, "expected one test, or one client");
  bool good = sscanf(rest, "%u %u %u %u %u %u", &sms, &threads, &lines, &values, &spread,
                     &two_words) >= 4 &&
              sms >= 1 && sms <= CORES_MAX && threads >= 1 && threads <= CORES_MAX && lines >= 1 &&
              lines <= LINES_MAX && values >= 1 && values <= 8;
  if (!good) return refuse(reading, "expected SMs, threads, lines and values");
  reading->subject.client = client_of_size(sms, threads, lines, values);
  reading->subject.client.two_words = two_words;
  if (spread) client_spread(&reading->subject.client);
  reading->has_subject = true;
  return true;
}

/* Reads the GPMs of the placement or client above. */
static bool read_gpms(struct trace_file_reading *reading, const char *at) {
  struct placement *placement = &reading->subject.placement;
  struct client *client = &reading->subject.client;
  unsigned sms = reading->program ? placement->sms : client->sms,
           lines = reading->program ? placement->lines : client->lines;
  uint8_t sizes[2], gpms[CORES_MAX], homes[LINES_MAX];
  bool good = reading->has_subject && reading->subject.setting.system->topology.gpms &&
              read_bytes(&at, sizes, 2, GPMS_MAX) && sizes[0] && sizes[1] &&
              sizes[0] * sizes[1] <= GPMS_MAX &&
              read_bytes(&at, gpms, sms, sizes[0] * sizes[1] - 1u) &&
              read_bytes(&at, homes, lines, sizes[0] * sizes[1] - 1u);
  if (!good) return refuse(reading, "expected GPUs, GPMs, and a GPM for each SM and each line");
  bool no_homes = reading->subject.setting.system->topology.no_homes;
  placement->topology = client->topology = (struct topology){ sizes[0], sizes[1], no_homes };
  client->placed = !reading->program;
  memcpy(placement->gpm_of_sm, gpms, sms);
  memcpy(client->gpm_of_sm, gpms, sms);
  memcpy(placement->home_of_line, homes, lines);
  memcpy(client->home_of_line, homes, lines);
  return true;
}

/* Older files have five numbers. */
static bool read_options(struct trace_file_reading *reading, const char *rest) {
  unsigned n[12] = { 0 };
  if (sscanf(rest, "%u %u %u %u %u %u %u %u %u %u %u %u", &n[0], &n[1], &n[2], &n[3], &n[4], &n[5],
             &n[6], &n[7], &n[8], &n[9], &n[10], &n[11]) < 5)
    return refuse(reading, "expected eleven numbers, or twelve");
  reading->subject.options = (struct machine_options){
    .cold = n[0],
    .no_evictions = n[1],
    .no_reduction = n[2],
    .capacity = n[3],
    .together = n[4],
    .no_ample = n[5],
    .only_line = n[6],
    .no_deferred_evictions = n[7],
    .no_dead_values = n[8],
    .audit = n[9],
    .share_bank = n[10],
    .readers = n[11],
    .no_symmetry = true /* a trace is one run, not its orbit */
  };
  return true;
}

static bool read_model(struct trace_file_reading *reading, const char *name) {
  const char *path = reading->model_path;
  if (path && !system_find(name, (unsigned)strcspn(name, ":"))) {
    char *word = memory_format("%s%s", path, name + strcspn(name, ":"));
    struct text quoted = { 0 };
    text_add_shell_word(&quoted, word);
    diagnostic_of_file(reading->lines.error,
                       "%s: the saved run is of %s, a protocol of one's own: add -p %s",
                       reading->lines.path, name, quoted.bytes);
    text_free(&quoted);
    memory_free(word);
    return false;
  }
  return setting_parse(&reading->subject.setting, name, reading->lines.error);
}

static bool read_line(void *context, char *line) {
  struct trace_file_reading *reading = context;
  if (line[0] == '|') return read_test_line(reading, line);
  if (!end_test(reading)) return false;
  const char *rest = trace_parts_word(line);
  struct setting *setting = &reading->subject.setting;
  if (text_equal(line, "path") && !reading->model_path)
    return reading->model_path = memory_format("%s", rest), true;
  if (text_equal(line, "model")) return reading->has_model = read_model(reading, rest);
  if (!reading->has_model) return refuse(reading, "expected a model");
  if (text_equal(line, "core")) return setting_core(setting, rest, reading->lines.error);
  if (text_equal(line, "set")) return setting_assign(setting, rest, reading->lines.error);
  if (text_equal(line, "options")) return read_options(reading, rest);
  if (text_equal(line, "test")) return begin_test(reading, rest);
  if (text_equal(line, "client")) return read_client(reading, rest);
  if (text_equal(line, "barriers")) return read_barriers(reading, rest);
  if (text_equal(line, "placement")) return read_placement(reading, rest);
  if (text_equal(line, "gpms")) return read_gpms(reading, rest);
  return trace_parts_read_steps(&reading->lines, line, rest);
}

/* SMs and lines that no thread uses would warm caches for nothing. */
static bool is_placed(const struct trace_file_reading *reading) {
  const struct subject *subject = &reading->subject;
  const struct system *system = subject->setting.system;
  struct placement_options options = { .banks = system->banks_matter,
                                       .warps = system->sm_is_warp,
                                       .shared_lines = true,
                                       .topology = system->topology };
  return !subject->program || placement_admitted(subject->program, &options, &subject->placement);
}

static bool read_all(struct trace_file_reading *reading, char *text) {
  if (!trace_parts_lines(&reading->lines, text, read_line, reading)) return false;
  if (!reading->has_subject || !reading->lines.has_start)
    return refuse(reading, "the trace lacks its machine or its start");
  const struct subject *subject = &reading->subject;
  if (subject->options.only_line > (subject->program ? 0 : subject->client.lines))
    return refuse(reading, "expected an address of the client");
  return is_placed(reading) || refuse(reading, "expected a placement that fits the test");
}

/* --- building --- */

/* Builds the machine with its initial states. */
static struct machine *build(const struct trace_file_reading *reading, const struct effort *effort,
                             enum search_end *end) {
  struct machine *machine = subject_machine(&reading->subject, reading->lines.error);
  if (!machine) return NULL;
  struct search_options limits = effort_search(effort, 1, 1);
  *end = machine_warm(machine, &limits);
  if (*end == SEARCH_COMPLETE) return machine;
  diagnostic_of_file(reading->lines.error,
                     "%s: a limit was hit before all states in which the run may start were known",
                     reading->lines.path);
  machine_free(machine);
  return NULL;
}

bool trace_file_load(const char *path, const struct effort *effort, struct trace_file *trace_file,
                     struct diagnostic *error) {
  struct trace_file_reading reading = {
    .lines = { .path = path, .error = error, .properties = PROPERTIES, .property = PROPERTIES }
  };
  size_t length;
  *trace_file = (struct trace_file){ .end = SEARCH_COMPLETE };
  char *text = source_load(path, &length, error);
  struct machine *machine = NULL;
  struct trace *trace = NULL;
  if (text && read_all(&reading, text)) machine = build(&reading, effort, &trace_file->end);
  if (machine) trace = trace_parts_find_run(&reading.lines, machine_model(machine));
  memory_free(text);
  memory_free(reading.model_path);
  trace_parts_clear(&reading.lines);
  if (!trace) {
    machine_free(machine);
    program_free(reading.program);
    return false;
  }
  trace_file->program = reading.program;
  trace_file->run = memory_new(1, sizeof *trace_file->run);
  *trace_file->run = (struct counterexample){ reading.subject, machine, trace };
  return true;
}

void trace_file_clear(struct trace_file *trace_file) {
  counterexample_free(trace_file->run);
  program_free(trace_file->program);
  *trace_file = (struct trace_file){ 0 };
}
