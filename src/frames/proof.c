#include "frames/proof.h"

#include <string.h>
#include "base/memory.h"
#include "base/text.h"

/* --- sequences of groups, as frames --- */

#define TRANSPARENT "write off  operator over\n"
#define OPAQUE "write on  operator replace\n"

static const struct sequence {
  const char *title;
  const char *first, *second; /* text before each group; second NULL: there is one group */
  const char *reads;          /* of the draws of the second group; or NULL */
} sequences[PROOF_SEQUENCES] = {
  { "opaque", OPAQUE, NULL },
  { "transparent", TRANSPARENT, NULL },
  { "opaque then opaque", OPAQUE, "boundary\n" },
  { "opaque then transparent", OPAQUE, "boundary\n" TRANSPARENT },
  { "transparent then opaque", TRANSPARENT, "boundary\n" OPAQUE },
  { "transparent then transparent", TRANSPARENT, "boundary\n" },
  { "Event 1: the next frame", OPAQUE, "present\n" },
  { "Event 2: another target", OPAQUE "target 1\n", "target 0  buffer 1\n", " reads 1" },
  { "Event 3: no depth writes", OPAQUE, "write off\n" },
  { "Event 4: another depth test", OPAQUE, "depth greater\n" },
  { "Event 5: another operator", TRANSPARENT, "operator add\n" },
};
enum { SEQUENCES_OF_ONE = 2 };

const char *frame_sequence_title(unsigned sequence) { return sequences[sequence].title; }

/* Every region has a pixel of each kind.  One transparent group is drawn on a cleared screen, where
 * depths do not matter. */
static unsigned pixel_kinds(unsigned sequence, unsigned gpus) {
  if (sequence < SEQUENCES_OF_ONE) return sequence ? 1 : 2;
  return FRAME_PIXELS_MAX / gpus < 3 ? FRAME_PIXELS_MAX / gpus : 3;
}

static unsigned depth_of(bool two, unsigned group, unsigned draw, unsigned kind) {
  static const unsigned differing[PROOF_DRAWS_MAX] = { 2, 4, 1, 3, 6, 5 };
  if (kind == 0) return two ? 2 * differing[draw] + 2 - group : differing[draw];
  return kind == 1 ? 1 + draw / 2 + (two && group == 0) : 1;
}

static void add_group(struct text *text, unsigned sequence, const struct frame_size *size,
                      unsigned group) {
  const struct sequence *of = &sequences[sequence];
  text_add(text, "%s", group ? of->second : of->first);
  for (unsigned draw = 0; draw < size->draws; draw++) {
    text_add(text, "draw %c%s at", (char)('a' + group * size->draws + draw),
             group && of->reads ? of->reads : "");
    for (unsigned pixel = 0; pixel < pixel_kinds(sequence, size->gpus) * size->gpus; pixel++)
      text_add(text, " %u:%u", pixel, depth_of(of->second, group, draw, pixel / size->gpus));
    text_add(text, "\n");
  }
}

static struct frame *frame_of(unsigned sequence, const struct frame_size *size, unsigned link) {
  struct diagnostic error = { NULL };
  struct text text = { 0 };
  char *path = memory_format("%s", sequences[sequence].title);
  text_add(&text, "Frame %s\ngpus %u  pixels %u  link %u\n", path, size->gpus,
           size->gpus * pixel_kinds(sequence, size->gpus), link);
  add_group(&text, sequence, size, 0);
  if (sequences[sequence].second) add_group(&text, sequence, size, 1);
  struct frame *frame = frame_read_text(path, text.bytes, text.length, &error);
  text_free(&text);
  memory_free(path);
  diagnostic_clear(&error);
  return frame;
}

/* --- what is asked --- */

enum { FEW = 3 }; /* GPUs, and draws, of small groups, at most */

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

static void ask_for(struct frame_proof *proof, const struct frame_client *client) {
  enum { ONE = SEQUENCES_OF_ONE, ALL = PROOF_SEQUENCES };
  unsigned gpus = client->gpus, draws = client->draws;
  struct frame_part small = { .size_count = gpus > 2 ? 2 : 1,
                              .sizes = { { 2, least(draws, FEW) }, { FEW, least(draws, 2) } },
                              .link_count = 2,
                              .links = { 1, FRAME_PIXELS_MAX },
                              .end = ALL };
  struct frame_part one = { 1, 1, { { gpus, draws } }, { 1 }, 0, ONE };
  struct frame_part two = { 1, 2, { { gpus, draws } }, { 1, FRAME_PIXELS_MAX }, ONE, ALL };
  if (!client->groups) proof->parts[proof->part_count++] = small;
  proof->parts[proof->part_count++] = client->groups == 2 ? two : one;
}

static void add(struct rendering *sum, const struct rendering *one) {
  sum->dealings += one->dealings;
  sum->stand_for += one->stand_for;
  sum->states += one->states;
  sum->transitions += one->transitions;
  sum->blocked |= one->blocked;
  sum->complete = one->complete; /* an incomplete one ends the proof */
  if (one->depth > sum->depth) sum->depth = one->depth;
}

/* Whether to go on: nothing is broken, and no limit is hit. */
static bool ask(struct frame_proof *proof, unsigned part, unsigned sequence,
                const struct frame_size *size, unsigned link, const struct effort *effort) {
  struct compositor_options options = { .no_reduction = effort->machine.no_reduction,
                                        .renames_gpus = true };
  uint64_t claims = composition_invariants(&proof->setting);
  struct frame *frame = frame_of(sequence, size, link);
  struct rendering made = frame_render(&proof->setting, frame, &options, claims, effort);
  add(&proof->made[part][sequence], &made);
  proof->complete &= made.complete;
  proof->broken = made.broken & claims;
  rendering_clear(&made);
  if (proof->broken &&
      frame_run_find(&proof->setting, frame, proof->broken, NULL, effort, &proof->run))
    proof->frame = frame;
  else frame_free(frame);
  return proof->complete && !proof->broken;
}

struct frame_proof frame_prove(const struct setting *setting, const struct frame_client *client,
                               const struct effort *effort) {
  struct frame_proof proof = { .setting = *setting, .client = *client, .complete = true };
  bool go_on = true;
  ask_for(&proof, client);
  for (unsigned p = 0; p < proof.part_count; p++) {
    const struct frame_part *part = &proof.parts[p];
    for (unsigned sequence = part->begin; sequence < part->end; sequence++)
      for (unsigned size = 0; size < part->size_count; size++)
        for (unsigned link = 0; link < part->link_count && go_on; link++)
          go_on = ask(&proof, p, sequence, &part->sizes[size], part->links[link], effort);
  }
  return proof;
}

void frame_proof_clear(struct frame_proof *proof) {
  frame_run_clear(&proof->run);
  frame_free(proof->frame);
}

/* The GPUs that the faults of all variants show with.  Where their numbers tell, up to three GPUs
 * are one group. */
static unsigned gpus_to_show(const struct setting *setting) {
  return composition_by_number(setting) ? FRAME_GPUS_MAX : FEW;
}

enum frame_proof_verdict frame_proof_verdict(const struct frame_proof *proof) {
  const struct frame_client *client = &proof->client;
  bool shows_losses = !client->groups && client->gpus >= gpus_to_show(&proof->setting) &&
                      client->draws >= FEW && setting_is_as_recorded(&proof->setting);
  if (proof->broken & composition_claims(&proof->setting)) return FRAME_PROOF_VIOLATION;
  if (proof->broken) return FRAME_PROOF_KNOWN;
  if (!proof->complete) return FRAME_PROOF_INCONCLUSIVE;
  return shows_losses && setting_losses(&proof->setting) ? FRAME_PROOF_MISSING : FRAME_PROOF_PROVED;
}
