/* Steps are looked for among the successors of the state before, by label and fingerprint. */
#include "run/replay.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"

static const char version[] = "turnsole-trace 2";

/* --- writing --- */

void retrace_write_model(FILE *out, const struct setting *setting) {
  char *name = setting_name(setting);
  fprintf(out, "%s\nmodel %s\n", version, name);
  memory_free(name);
}

void retrace_write_parameters(FILE *out, const struct setting *setting) {
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    fprintf(out, "set %s=%d\n", setting->system->parameters[i].name, setting->values[i]);
}

void retrace_write_text(FILE *out, const char *word, const char *path, const char *text) {
  fprintf(out, "%s %.*s\n", word, (int)strcspn(path, "\n"), path);
  for (const char *at = text; *at;) {
    size_t length = strcspn(at, "\n");
    fprintf(out, "| %.*s\n", (int)length, at);
    at += length + (at[length] == '\n');
  }
}

void retrace_write_steps(FILE *out, const struct model *model, const struct trace *trace) {
  void *worker = model->worker_new(model);
  fprintf(out, "property %u\nstart %016" PRIx64 "\n", trace->property,
          model->fingerprint(model, worker, trace->states));
  for (unsigned i = 0; i < trace->length; i++)
    fprintf(out, "step %" PRIu32 " %016" PRIx64 "\n", trace->labels[i],
            model->fingerprint(model, worker, trace->states + (size_t)(i + 1) * trace->width));
  model->worker_free(model, worker);
}

/* --- reading --- */

bool retrace_refuse(const struct retracing *retracing, const char *why) {
  return diagnostic_of_file(retracing->error, "%s:%u: %s", retracing->path, retracing->line, why);
}

bool retrace_lines(struct retracing *retracing, char *text, bool (*read)(void *context, char *line),
                   void *context) {
  for (char *line = text, *next; line && *line; line = next) {
    next = strchr(line, '\n');
    if (next) *next++ = '\0';
    retracing->line++;
    if (retracing->line == 1 && !text_equal(line, version))
      return retrace_refuse(retracing, "not a trace of this version (turnsole-trace 2)");
    if (retracing->line > 1 && *line && !read(context, line)) return false;
  }
  return true;
}

void retrace_add_text(struct retracing *retracing, const char *line) {
  line += line[1] == ' ' ? 2 : 1;
  text_add_bytes(&retracing->text, line, strlen(line));
  text_add_bytes(&retracing->text, "\n", 1);
}

const char *retrace_word(char *line) {
  size_t length = strcspn(line, " ");
  const char *rest = line[length] ? line + length + 1 : "";
  line[length] = '\0';
  return rest;
}

bool retrace_read_steps(struct retracing *retracing, const char *word, const char *rest) {
  struct step_record step;
  if (text_equal(word, "property")) {
    if (sscanf(rest, "%u", &retracing->property) != 1)
      return retrace_refuse(retracing, "expected a number");
    return retracing->property < retracing->properties ||
           retrace_refuse(retracing, "no such property");
  }
  if (text_equal(word, "start")) {
    retracing->has_start = sscanf(rest, "%" SCNx64, &retracing->start) == 1;
    return retracing->has_start || retrace_refuse(retracing, "expected a fingerprint");
  }
  if (!text_equal(word, "step")) return retrace_refuse(retracing, "unknown line");
  if (sscanf(rest, "%" SCNu32 " %" SCNx64, &step.label, &step.fingerprint) != 2)
    return retrace_refuse(retracing, "expected a label and a fingerprint");
  vector_push(retracing->steps, step);
  return true;
}

void retrace_clear(struct retracing *retracing) {
  text_free(&retracing->text);
  vector_free(retracing->steps);
}

/* --- finding the run again --- */

/* Looks among states that are visited for the one that the recording means. */
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

struct trace *retrace_run(const struct retracing *retracing, const struct model *model) {
  const struct step_record *steps = retracing->steps.items;
  unsigned count = (unsigned)retracing->steps.length, done = 0;
  struct trace *trace = memory_new(1, sizeof *trace);
  *trace =
      (struct trace){ .length = count, .width = model->width, .property = retracing->property };
  trace->states = memory_new((size_t)(count + 1) * model->width, sizeof *trace->states);
  trace->labels = memory_new(count, sizeof *trace->labels);
  struct looking looking = { .model = model,
                             .worker = model->worker_new(model),
                             .any_label = true,
                             .fingerprint = retracing->start,
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
      retracing->error,
      "%s: step %u of the trace no longer exists: the model, the test or the program has changed",
      retracing->path, done);
  trace_free(trace);
  return NULL;
}
