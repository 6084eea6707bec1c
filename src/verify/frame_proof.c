/* See frame_proof.h. */
#include "verify/frame_proof.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"

const char *frame_proof_title(unsigned frame) { return frame == PROOF_OPAQUE ? "opaque" : "transparent"; }

/* Pixel p is of the region of GPU p mod gpus: two pixels a region of an opaque frame, one of a transparent one. */
static char *text_of(unsigned kind, unsigned gpus, unsigned draws) {
  static const unsigned differing[PROOF_DRAWS_MAX] = { 2, 4, 1, 3, 6, 5 };
  struct text text = { 0 };
  text_add(&text, "Frame %s-%u\ngpus %u  pixels %u\n", frame_proof_title(kind), draws, gpus,
           kind == PROOF_OPAQUE ? 2 * gpus : gpus);
  if (kind == PROOF_TRANSPARENT) text_add(&text, "write off  operator over\n");
  for (unsigned draw = 0; draw < draws; draw++) {
    text_add(&text, "draw %c at", (char)('a' + draw));
    for (unsigned pixel = 0; pixel < gpus; pixel++) text_add(&text, " %u:%u", pixel, differing[draw]);
    for (unsigned pixel = gpus; pixel < 2 * gpus && kind == PROOF_OPAQUE; pixel++) text_add(&text, " %u:%u", pixel, 1 + draw / 2);
    text_add(&text, "\n");
  }
  return text.bytes;
}

static struct frame *frame_of(unsigned kind, unsigned gpus, unsigned draws) {
  struct diagnostic error = { NULL };
  char *text = text_of(kind, gpus, draws), *path = memory_format("%s-%u", frame_proof_title(kind), draws);
  struct frame *frame = frame_read_text(path, text, strlen(text), &error);
  memory_free(text);
  memory_free(path);
  diagnostic_clear(&error);
  return frame;
}

struct frame_proof frame_prove(const struct setting *setting, unsigned gpus, unsigned draws, const struct effort *effort) {
  struct frame_proof proof = { .setting = *setting, .gpus = gpus, .draws = draws, .complete = true };
  struct compositor_options options = { .no_reduction = effort->machine.no_reduction, .renames_gpus = true };
  uint64_t claims = composition_claims(&(struct setting){ .system = setting->system });
  for (unsigned i = 0; i < PROOF_FRAMES; i++) {
    struct rendering *rendering = &proof.rendering[i];
    proof.frame[i] = frame_of(i, gpus, draws);
    *rendering = render(setting, proof.frame[i], &options, claims, effort);
    proof.complete &= rendering->complete;
    uint64_t broken = rendering->broken & claims;
    if (broken && !proof.broken && frame_run_find(setting, proof.frame[i], broken, effort, &proof.run)) proof.at = i;
    proof.broken |= broken;
  }
  return proof;
}

void frame_proof_clear(struct frame_proof *proof) {
  frame_run_clear(&proof->run);
  for (unsigned i = 0; i < PROOF_FRAMES; i++) {
    rendering_clear(&proof->rendering[i]);
    frame_free(proof->frame[i]);
  }
}
