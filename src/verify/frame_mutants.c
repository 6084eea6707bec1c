/* Mutants of compositions.  A mutant need not keep what makes a step prompt, but a reduced search takes real steps only, so
 * what it breaks is broken; who survives it is tried without reductions.  Frames of four GPUs take too long for so many
 * searches.
 *
 * Reasons stand in models/NAME/survivors.tsv, as for machines: the mutant's text, a tab, the reason. */
#include "verify/frame_mutants.h"

#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

enum { GPUS_MOST = 3, MEMORY_MOST = 128 << 20 };

struct culling {
  const struct setting *setting;
  const struct frame_suite *suite;
  struct effort effort;
  struct frame_mutation *mutation;
};

static bool kills(const struct culling *culling, const struct mutant *mutant, const struct frame *frame, bool no_reduction,
                  struct frame_mutant *fate) {
  struct compositor_options options = { .no_reduction = no_reduction, .mutant = mutant };
  struct rendering rendering = render(culling->setting, frame, &options, composition_claims(culling->setting), &culling->effort);
  fate->open |= !rendering.complete;
  fate->broken = rendering.broken & composition_claims(culling->setting);
  if (rendering.complete && !fate->broken && !rendering.images.length) fate->broken = CLAIM(COMPOSES_WITNESS); /* no run ends */
  rendering_clear(&rendering);
  if (fate->broken) fate->killer = frame;
  return fate->killer;
}

static void cull(void *context, uint64_t index) {
  struct culling *culling = context;
  struct frame_mutant *fate = &culling->mutation->items[index];
  struct mutant mutant = mutant_at(culling->setting->system, (unsigned)index);
  for (unsigned reduced = 2; reduced-- > 0;)
    for (unsigned gpus = 2; gpus <= GPUS_MOST; gpus++) /* the cheaper ones first */
      for (unsigned i = 0; i < culling->suite->count; i++) {
        const struct frame *frame = culling->suite->items[i].frame;
        if (frame && frame->gpus == gpus && (reduced || gpus == 2) && kills(culling, &mutant, frame, !reduced, fate)) return;
      }
}

static char *text_of(const struct system *system, const struct mutant *mutant) {
  char *text;
  size_t size;
  FILE *memory = open_memstream(&text, &size);
  if (!memory) return memory_format("a mutant");
  mutant_print(memory, system, mutant);
  fclose(memory);
  char *copy = memory_copy_text(text, size);
  free(text);
  return copy;
}

/* The reason that the text of survivors.tsv gives for a mutant, or NULL. */
static char *reason_for(const char *reasons, const char *text) {
  size_t length = strlen(text);
  for (const char *line = reasons; line && *line; line += strcspn(line, "\n"), line += *line == '\n')
    if (!strncmp(line, text, length) && line[length] == '\t')
      return memory_copy_text(line + length + 1, strcspn(line + length + 1, "\n"));
  return NULL;
}

static void find_reasons(const struct system *system, struct frame_mutation *mutation) {
  struct diagnostic none = { NULL };
  size_t length;
  char *path = memory_format("models/%s/survivors.tsv", system->name), *reasons = source_load(path, &length, &none);
  for (unsigned i = 0; i < mutation->count; i++) {
    struct frame_mutant *fate = &mutation->items[i];
    if (!fate->killer) fate->reason = reason_for(reasons, fate->text);
    mutation->killed += fate->killer != NULL;
    mutation->explained += fate->reason != NULL;
    mutation->open += !fate->killer && !fate->reason && fate->open;
  }
  memory_free(reasons);
  memory_free(path);
  diagnostic_clear(&none);
}

struct frame_mutation frame_mutation_run(const struct setting *setting, const struct frame_suite *suite,
                                         const struct effort *effort) {
  struct frame_mutation mutation = { .count = mutant_count(setting->system) };
  mutation.items = memory_new(mutation.count, sizeof *mutation.items);
  for (unsigned i = 0; i < mutation.count; i++) {
    struct mutant mutant = mutant_at(setting->system, i);
    mutation.items[i].text = text_of(setting->system, &mutant);
  }
  struct culling culling = { setting, suite, *effort, &mutation };
  culling.effort.threads = 1; /* of each search; mutants are what is done at once */
  culling.effort.memory_max = MEMORY_MOST;
  culling.effort.progress = NULL;
  effort_each(effort, mutation.count, cull, &culling);
  find_reasons(setting->system, &mutation);
  return mutation;
}

void frame_mutation_clear(struct frame_mutation *mutation) {
  for (unsigned i = 0; i < mutation->count; i++) {
    memory_free(mutation->items[i].text);
    memory_free(mutation->items[i].reason);
  }
  memory_free(mutation->items);
  *mutation = (struct frame_mutation){ 0 };
}
