/* Finds each step among the successors of the state before it, by label and fingerprint. */
#include "run/trace_parts.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"

static const char version[] = "turnsole-trace 2";

/* --- writing --- */

void trace_parts_write_model(FILE *out, const struct setting *setting) {
  char *name = setting_name(setting);
  fprintf(out, "%s\nmodel %s\n", version, name);
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
  fprintf(out, "property %u\nstart %016" PRIx64 "\n", trace->property,
          model->fingerprint(model, worker, trace->states));
  for (unsigned i = 0; i < trace->length; i++)
    fprintf(out, "step %" PRIu32 " %016" PRIx64 "\n", trace->labels[i],
            model->fingerprint(model, worker, trace->states + (size_t)(i + 1) * trace->width));
  model->worker_free(model, worker);
}

/* --- reading --- */

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

/* --- finding the run again --- */

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
