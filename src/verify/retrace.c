/* Steps are looked for among the successors of the state before, by label and fingerprint. */
#include "verify/retrace.h"

#include <inttypes.h>
#include <string.h>
#include "base/memory.h"

void steps_write(FILE *out, const struct model *model, const struct trace *trace) {
  void *worker = model->worker_new(model);
  fprintf(out, "property %u\nstart %016" PRIx64 "\n", trace->property, model->fingerprint(model, worker, trace->states));
  for (unsigned i = 0; i < trace->length; i++)
    fprintf(out, "step %" PRIu32 " %016" PRIx64 "\n", trace->labels[i],
            model->fingerprint(model, worker, trace->states + (size_t)(i + 1) * trace->width));
  model->worker_free(model, worker);
}

bool step_read(const char *text, struct step_record *step) {
  return sscanf(text, "%" SCNu32 " %" SCNx64, &step->label, &step->fingerprint) == 2;
}

/* Looks among states that are visited for the one that the recording means. */
struct looking {
  const struct model *model;
  void *worker;
  bool any_label;
  uint32_t label;
  uint64_t fingerprint;
  slot_t *found;   /* WIDTH_MAX slots */
  bool is_found;
};

static void look(void *context, const slot_t *to, uint32_t label, enum step_kind kind) {
  struct looking *looking = context;
  if (kind == STEP_BLOCKED || !to || looking->is_found || (!looking->any_label && label != looking->label)) return;
  slot_t copy[WIDTH_MAX];
  memcpy(copy, to, looking->model->width * sizeof *to);
  if (looking->model->fingerprint(looking->model, looking->worker, copy) != looking->fingerprint) return;
  memcpy(looking->found, copy, looking->model->width * sizeof *copy);
  looking->is_found = true;
}

struct trace *retrace(const struct model *model, uint64_t start, const struct step_record *steps, unsigned count,
                      unsigned *done) {
  struct trace *trace = memory_new(1, sizeof *trace);
  *trace = (struct trace){ .length = count, .width = model->width };
  trace->states = memory_new((size_t)(count + 1) * model->width, sizeof *trace->states);
  trace->labels = memory_new(count, sizeof *trace->labels);
  struct looking looking = { .model = model, .worker = model->worker_new(model), .any_label = true, .fingerprint = start,
                             .found = trace->states };
  model->initial(model, looking.worker, look, &looking);
  *done = 0;
  while (looking.is_found && *done < count) {
    const slot_t *from = trace->states + (size_t)*done * model->width;
    trace->labels[*done] = steps[*done].label;
    looking = (struct looking){ .model = model, .worker = looking.worker, .label = steps[*done].label,
                                .fingerprint = steps[*done].fingerprint,
                                .found = trace->states + (size_t)++*done * model->width };
    model->successors(model, looking.worker, from, look, &looking);
  }
  model->worker_free(model, looking.worker);
  if (looking.is_found) return trace;
  trace_free(trace);
  return NULL;
}

bool no_longer(const char *path, unsigned done, struct diagnostic *error) {
  return diagnose_plain(error, "%s: step %u of the trace no longer exists: the model, the test or the program has changed", path,
                        done);
}
