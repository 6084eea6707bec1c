/* A reduced search of a mutant takes real steps only, so a property that it breaks is broken.
 * That holds though the fault may make a step an ample set that should be none.  A mutant that
 * survives is tried without reductions.  Frames of four GPUs take too long for so many searches. */
#include "frames/mutants.h"

#include <string.h>
#include "base/memory.h"
#include "run/effort.h"
#include "machine/mutant.h"

enum { GPUS_MOST = 3, MEMORY_MOST = 128 << 20 };

struct frame_culling {
  const struct setting *setting;
  const struct frame_suite *suite;
  struct effort effort;
  struct frame_mutation *mutation;
};

static bool kills(const struct frame_culling *culling, const struct mutant *mutant,
                  const struct frame *frame, bool no_reduction, struct frame_mutant *fate) {
  struct compositor_options options = { .no_reduction = no_reduction, .mutant = mutant };
  struct rendering rendering = frame_render(culling->setting, frame, &options,
                                            composition_claims(culling->setting), &culling->effort);
  fate->open |= !rendering.complete;
  fate->broken = rendering.broken & composition_claims(culling->setting);
  if (rendering.complete && !fate->broken && !rendering.images.length)
    fate->broken = CLAIM(COMPOSES_WITNESS); /* no run ends */
  rendering_clear(&rendering);
  if (fate->broken) fate->killer = frame;
  return fate->killer;
}

static void cull(void *context, uint64_t index) {
  struct frame_culling *culling = context;
  struct frame_mutant *fate = &culling->mutation->items[index];
  struct mutant mutant = mutant_at(culling->setting->system, (unsigned)index);
  for (unsigned reduced = 2; reduced-- > 0;)
    for (unsigned gpus = 2; gpus <= GPUS_MOST; gpus++) /* the cheaper ones first */
      for (unsigned i = 0; i < culling->suite->count; i++) {
        const struct frame *frame = culling->suite->items[i].frame;
        if (frame && frame->gpus == gpus && (reduced || gpus == 2) &&
            kills(culling, &mutant, frame, !reduced, fate))
          return;
      }
}

static void find_reasons(struct frame_mutation *mutation, const struct system *system, bool whole) {
  mutation->reasons = survivors_read(system);
  mutation->reasons.whole = whole;
  for (unsigned i = 0; i < mutation->count; i++) {
    struct frame_mutant *fate = &mutation->items[i];
    fate->reason = survivors_reason(&mutation->reasons, fate->text, !fate->killer);
    mutation->killed += fate->killer != NULL;
    mutation->explained += !fate->killer && fate->reason;
    mutation->open += !fate->killer && !fate->reason && fate->open;
  }
}

struct frame_mutation frame_mutation_run(const struct setting *setting,
                                         const struct frame_suite *suite, bool whole,
                                         const struct effort *effort) {
  struct frame_mutation mutation = { .count = mutant_count(setting->system) };
  mutation.items = memory_new(mutation.count, sizeof *mutation.items);
  for (unsigned i = 0; i < mutation.count; i++) {
    struct mutant mutant = mutant_at(setting->system, i);
    mutation.items[i].text = mutant_text(setting->system, &mutant);
  }
  struct frame_culling culling = { setting, suite, *effort, &mutation };
  culling.effort.threads = 1; /* of each search; mutants run in parallel */
  culling.effort.memory_max = MEMORY_MOST;
  culling.effort.status = NULL;
  jobs_each(effort, mutation.count, cull, &culling);
  find_reasons(&mutation, setting->system, whole && setting_is_plain(setting));
  return mutation;
}

void frame_mutation_clear(struct frame_mutation *mutation) {
  for (unsigned i = 0; i < mutation->count; i++) memory_free(mutation->items[i].text);
  survivors_clear(&mutation->reasons);
  memory_free(mutation->items);
  *mutation = (struct frame_mutation){ 0 };
}
