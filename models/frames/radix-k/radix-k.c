/* radix-k: binary-swap and Radix-k, direct-send inside groups of GPUs, round after round.
 *
 * Thesis, section 6.1: "binary-swap and Radix-k first divide composition processes into multiple
 * groups, and then compose sub-images with direct-send inside each group; to compose all
 * sub-images, several rounds of this procedure are required".
 *
 * INFERRED, since the thesis does not say (Ma et al. 1994, binary-swap, and Peterka et al. 2009,
 * Radix-k, which it cites, are not among the sources):
 * - A group has `radix` GPUs.  Binary-swap has 2, and a radix of all GPUs is direct-send.  Where
 *   the radix does not divide the number that is left, the GPUs left are one group.
 * - The first round's groups are neighbours.  Each later round joins neighbouring blocks, so only
 *   adjacent sub-images meet.  In it a GPU meets those of its place in the other blocks.
 * - Each round divides the part of the image that a group has among its GPUs.  The parts of the
 *   last round are the regions.
 * - A GPU begins a round when it has sent and received everything of the round before (wait=1).
 *   It does not wait for other groups, so a packet may arrive a round too early; it stays in its
 *   link.
 * - What a GPU passes on was drawn if it, or one that it composed with, drew it.
 * - What direct-send infers holds inside a group. */
#include "models/lib/composition.h"

enum { EVENTS, TIE, EXCHANGE, RADIX, SHIFT, WAIT, ORDER };

enum { DRAWING = 1 << 0, COMPOSING = 1 << 1, DONE = 1 << 2, END = 1 << 3 };
static const char *const states[] = { "Drawing", "Composing", "Done", "End" };

/* --- rounds: each joins blocks of GPUs to larger ones, from one GPU to all --- */

/* The size of blocks after the round that joins those of `block` GPUs. */
static unsigned joined(const struct step *s, unsigned block) {
  unsigned left = COMPOSE_STEP(s)->frame->gpus / block,
           radix = (unsigned)compose_parameter(s, RADIX);
  return left % radix ? block * left : block * radix;
}

/* The GPUs that this one meets in that round. */
static unsigned peers(const struct step *s, unsigned block) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned gpus = step->frame->gpus, shift = (unsigned)compose_parameter(s, SHIFT), set = 0;
  unsigned wide = joined(s, block), me = (step->me + shift) % gpus;
  for (unsigned gpu = 0; gpu < gpus; gpu++) {
    unsigned at = (gpu + shift) % gpus;
    if (at != me && at / wide == me / wide && at % block == me % block) set |= 1u << gpu;
  }
  return set;
}

/* The blocks that are joined when this GPU meets the peer; all GPUs: it never does. */
static unsigned block_with(const struct step *s, unsigned peer) {
  unsigned block = 1;
  while (block < COMPOSE_STEP(s)->frame->gpus && !(peers(s, block) >> peer & 1))
    block = joined(s, block);
  return block;
}

static bool has_ended(const struct step *s, unsigned block) {
  const struct gpu *gpu = COMPOSE_STEP(s)->gpu;
  unsigned received = compose_parameter(s, WAIT) ? gpu->received : UINT8_MAX;
  return !(peers(s, block) & ~(gpu->sent_to & received));
}

/* The peers of the rounds that ended, and of the one behind them. */
static unsigned met(const struct step *s) {
  unsigned set = 0;
  for (unsigned block = 1; block < COMPOSE_STEP(s)->frame->gpus; block = joined(s, block)) {
    set |= peers(s, block);
    if (!has_ended(s, block)) break;
  }
  return set;
}

/* --- guards and actions --- */

/* Is the next packet for `at`?  That is the GPU of the present transfer, or one not yet sent to. */
static bool sends_to(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  if (step->gpu->sending) return step->gpu->sending == step->at + 1;
  return (met(s) & ~(unsigned)step->gpu->sent_to) >> step->at & 1;
}
GUARD(does_not_send_to, !sends_to(s))

/* The sender's block, from its first GPU to behind its last. */
struct gpu_block {
  unsigned first, end;
};
static struct gpu_block block_of_sender(const struct step *s) {
  unsigned from = COMPOSE_STEP(s)->in->from, block = block_with(s, from);
  unsigned first = from / block * block;
  return (struct gpu_block){ first, first + block };
}

/* Whether that block is next to what is composed here. */
static bool is_adjacent(const struct step *s) {
  const struct gpu *gpu = COMPOSE_STEP(s)->gpu;
  struct gpu_block block = block_of_sender(s);
  return block.end == gpu->low || block.first == gpu->high + 1u;
}

/* A GPU receives one sub-image at a time, of this group and round. */
static bool may_receive(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned from = step->in->from;
  if (step->in->group != step->gpu->group || !(met(s) >> from & 1)) return false;
  if (step->gpu->receiving) return step->gpu->receiving == from + 1;
  return !is_ordered(s) || is_adjacent(s);
}
COMPOSE_GUARD(receives_more, may_receive(s) && !step->in->last)
COMPOSE_GUARD(receives_last, may_receive(s) && step->in->last)
GUARD(may_not_receive, !may_receive(s))
COMPOSE_GUARD(all_composed, !(met(s) & ~(unsigned)(step->gpu->sent_to & step->gpu->received)))
GUARD(is_composed_opaque, all_composed(s) && !is_ordered(s))
GUARD(is_composed_ordered, all_composed(s) && is_ordered(s))
GUARD(is_not_composed_yet, !all_composed(s))

COMPOSE_ACTION(choose_receiver, step->gpu->sending = (uint8_t)(step->at + 1))
COMPOSE_ACTION(keep_sender, step->gpu->receiving = (uint8_t)(step->in->from + 1))
static void send_share(struct step *s) {
  send_part(s, joined(s, block_with(s, COMPOSE_STEP(s)->at)));
}

/* The packet, as if a GPU behind this one had sent it. */
static struct packet laid_on_top(const struct packet *in) {
  struct packet packet = *in;
  packet.from = GPUS;
  return packet;
}
static void merge(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct packet *in = step->in, on_top = laid_on_top(in);
  if (!compose_parameter(s, ORDER)) step->in = &on_top;
  compose(s);
  step->in = in;
}
COMPOSE_ACTION(mark_drawn,
               step->gpu->drawn[step->in->pixel % FRAME_PIXELS_MAX] |= step->in->sample.drawn)

/* ghost: the sub-images that the packet is composed of were not composed into this pixel before. */
static void note_merged(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  if (step->in->pixel >= step->frame->pixels) return;
  uint8_t *composed = &step->gpu->sub[step->in->pixel].composed;
  unsigned more = step->in->sample.composed | 1u << step->in->from;
  if (more & (*composed | 1u << step->me)) compose_breaks(s, COMPOSES_ONCE);
  *composed |= (uint8_t)more;
}
static void widen(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct gpu_block block = block_of_sender(s);
  step->gpu->receiving = 0;
  step->gpu->received |= (uint8_t)(1u << step->in->from);
  if (block.first < step->gpu->low) step->gpu->low = (uint8_t)block.first;
  if (block.end > step->gpu->high + 1u) step->gpu->high = (uint8_t)(block.end - 1);
}

/* Checks the ghosts: the sub-images of all GPUs are in each pixel of the region. */
static void end_rounds(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  for (unsigned pixel = step->me; pixel < step->frame->pixels; pixel += step->frame->gpus)
    if (step->gpu->sub[pixel].composed != all_but(s, step->me)) compose_breaks(s, COMPOSES_ONCE);
  if (is_ordered(s) && !step->gpu->backgrounds) compose_breaks(s, COMPOSES_BACKGROUND);
}

static const struct row rows[] = {
  ROW("6.1", DRAWING, ON(RUN), is_composed, COMPOSING, run_draws),
  ROW("Fig. 6.6 (2)", DRAWING, ON(RUN), is_duplicated, DONE, run_draws),
  STALL("6.1", COMPOSING | DONE | END, ON(RUN), always),
  ROW("6.1 direct-send inside each group", COMPOSING, ON(SEND), sends_to, SAME, choose_receiver,
      send_share),
  STALL("6.1 several rounds", COMPOSING, ON(SEND), does_not_send_to),
  STALL("6.1", DRAWING | DONE | END, ON(SEND), always),
  ROW("6.1 direct-send inside each group", COMPOSING, ON(PIXELS), receives_more, SAME, merge,
      mark_drawn, note_merged, keep_sender),
  ROW("6.1 direct-send inside each group", COMPOSING, ON(PIXELS), receives_last, SAME, merge,
      mark_drawn, note_merged, widen),
  STALL("6.1 several rounds", COMPOSING, ON(PIXELS), may_not_receive),
  STALL("6.4.5 still computing", DRAWING | DONE, ON(PIXELS), always),
  NEVER("6.1", END, ON(PIXELS)),
  ROW("6.1 several rounds", COMPOSING, ON(RESET), is_composed_opaque, DONE, end_rounds),
  ROW("6.1 several rounds, 6.4.3", COMPOSING, ON(RESET), is_composed_ordered, DONE,
      lay_on_background, end_rounds),
  STALL("6.1 several rounds", COMPOSING, ON(RESET), is_not_composed_yet),
  STALL("6.1", DRAWING | DONE | END, ON(RESET), always),
  ROW("6.5", DONE, ON(EXCHANGE), must_exchange, DRAWING, adopt_regions, next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_no_next_group),
  STALL("6.5", DRAWING | COMPOSING | END, ON(EXCHANGE), always),
  ROW("6.4.1 CompGroupStart", DONE, ON(ADVANCE), has_next_group, DRAWING, next_group),
  ROW("6.4.1 CompGroupEnd", DONE, ON(ADVANCE), has_no_next_group, END),
  STALL("6.5", DONE, ON(ADVANCE), must_exchange),
  STALL("6.1", DRAWING | COMPOSING | END, ON(ADVANCE), always),
};

/* A GPU meets those of its group, which its number tells. */
static bool has_groups(const struct setting *setting) { return setting->values[RADIX] < GPUS; }

/* What is sent in a round that starts early may be received at the same time. */
static bool starts_early(const struct setting *setting) { return !setting->values[WAIT]; }

COMPOSITION(radix_k) = {
  .system = {
    .name = "radix-k",
    .title = "binary-swap and Radix-k: direct-send inside groups of GPUs, round after round",
    .source = "thesis, chapter 6: section 6.1",
    .not_modelled = "time; unequal groups, and GPUs that fold into others before the first round",
    .kinds = { { .name = "GPU",
                 .table = COMPOSITION_TABLE(rows, states, DRAWING | END,
                                            ON(RUN) | ON(SEND) | ON(PIXELS) | ON(RESET) |
                                                ON(EXCHANGE) | ON(ADVANCE)) } },
    .events = composition_events, .event_count = COMPOSITION_EVENTS,
    .messages = { [EVENT_PIXELS] = { .name = "PIXELS" } },
    .invariants = CLAIM(COMPOSES_IMAGE) | CLAIM(COMPOSES_ONCE) | CLAIM(COMPOSES_BACKGROUND),
    .parameters = { [EVENTS] = EVENTS_PARAMETER("group"),
                    [TIE] = TIE_PARAMETER,
                    [EXCHANGE] = EXCHANGE_PARAMETER(2, "each group"),
                    [RADIX] = { "radix", 2, 2, GPUS, "GPUs of a group; 2: binary-swap" },
                    [SHIFT] = { "shift", 0, 0, 1, "1: groups begin one GPU earlier, with the last "
                                                  "GPU beside the first" },
                    [WAIT] = { "wait", 1, 0, 1, "0: a round begins when that before it is sent, "
                                                "though not received" },
                    [ORDER] = { "order", 1, 0, 1, "0: what is received is laid on top, whoever "
                                                  "sent it" } },
    .variants = {
      { "binary-swap", "two GPUs a group, by its own name", { { "radix", 2 } } },
      { "one-round", "all GPUs are one group: direct-send", { { "radix", GPUS } } },
      { "uncongested", "with a claim that is not made, that nothing is sent to a GPU that still "
                       "draws",
        .fails = "packets", .invariants_lost = CLAIM(COMPOSES_CONGESTION) },
      { "wrong-partner", "groups begin one GPU earlier: the first GPU meets the last",
        { { "shift", 1 } },
        .fails = "over-4", .invariants_lost = CLAIM(COMPOSES_DEADLOCK) },
      { "early-round", "a round begins before the one before it is received", { { "wait", 0 } },
        .fails = "over-4", WRONG_IMAGE | CLAIM(COMPOSES_ONCE) },
      { "wrong-order", "what is received is laid on top, whoever sent it", { { "order", 0 } },
        .fails = "over-2 over-3 over-4", WRONG_IMAGE },
    },
  },
  .spontaneous = { { KIND_GPU, EVENT_RUN, ONCE_EACH, false },
                   { KIND_GPU, EVENT_SEND, FOR_EACH_ENTRY, false },
                   { KIND_GPU, EVENT_RESET, ONCE_EACH, true },
                   { KIND_GPU, EVENT_ADVANCE, ONCE_EACH, true } },
  .spontaneous_count = 4,
  .waiting_state = DONE, .end_state = END,
  .goes_on = sub_image_goes_on,
  .by_number = has_groups,
  .irreducible = starts_early,
};
