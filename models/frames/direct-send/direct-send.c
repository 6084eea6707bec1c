/* direct-send: a GPU that has run its draws sends the others their regions at once, whether they
 * are ready or not.
 *
 * Thesis, sections 6.1 (after Hsu 1993 and Neumann 1993) and 6.4.5: a GPU sends "the image regions
 * that belong to other GPUs, regardless of the readiness of the destination GPUs".  And "if the
 * target GPU is still computing, the waiting inter-GPU messages will be blocked".  So a GPU that
 * still draws takes no packet, and a full link blocks its sender (a run says so).
 *
 * INFERRED, since the thesis does not say:
 * - A GPU sends to the others in any order, one at a time; a fixed order is one of these.
 * - It receives while its own packets wait (duplex=1).
 * - Each pair of GPUs has a link of its own (shared=0), so that the receiver can take the adjacent
 *   sub-images of a transparent group first.
 * - It tells the groups of packets apart (groups=1).
 * The variants show that the last three are needed. */
#include "models/lib/composition.h"

enum { EVENTS, TIE, EXCHANGE, DUPLEX, SHARED, GROUPS };

enum { DRAWING = 1 << 0, COMPOSING = 1 << 1, DONE = 1 << 2, END = 1 << 3 };
static const char *const states[] = { "Drawing", "Composing", "Done", "End" };

static unsigned others(const struct step *s) { return all_but(s, COMPOSE_STEP(s)->me); }
COMPOSE_GUARD(all_sent, (step->gpu->sent_to & others(s)) == others(s))

/* Is the next packet for `at`?  That is the GPU of the present transfer, or one not yet sent to. */
static bool sends_to(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  if (step->gpu->sending) return step->gpu->sending == step->at + 1;
  return others(s) >> step->at & 1 && !(step->gpu->sent_to >> step->at & 1);
}
GUARD(does_not_send_to, !sends_to(s))

/* A GPU receives one sub-image at a time, of this group; where order matters, an adjacent one. */
static bool may_receive(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned from = step->in->from;
  if (compose_parameter(s, GROUPS) && step->in->group != step->gpu->group) return false;
  if (!compose_parameter(s, DUPLEX) && !all_sent(s)) return false;
  if (step->gpu->receiving) return step->gpu->receiving == from + 1;
  return !is_ordered(s) || from + 1 == step->gpu->low || from == step->gpu->high + 1u;
}
COMPOSE_GUARD(receives_more, may_receive(s) && !step->in->last)
COMPOSE_GUARD(receives_last, may_receive(s) && step->in->last)
GUARD(may_not_receive, !may_receive(s))
COMPOSE_GUARD(all_composed, all_sent(s) && (step->gpu->received & others(s)) == others(s))
GUARD(is_composed_opaque, all_composed(s) && !is_ordered(s))
GUARD(is_composed_ordered, all_composed(s) && is_ordered(s))
GUARD(is_not_composed_yet, !is_composed_opaque(s) && !is_composed_ordered(s))
COMPOSE_ACTION(choose_receiver, step->gpu->sending = (uint8_t)(step->at + 1))
COMPOSE_ACTION(keep_sender, step->gpu->receiving = (uint8_t)(step->in->from + 1))
static void widen(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  step->gpu->receiving = 0;
  if (step->in->from < step->gpu->low) step->gpu->low = step->in->from;
  if (step->in->from > step->gpu->high) step->gpu->high = step->in->from;
}

static const struct row rows[] = {
  ROW("6.1", DRAWING, ON(RUN), is_composed, COMPOSING, run_draws),
  ROW("Fig. 6.6 (2)", DRAWING, ON(RUN), is_duplicated, DONE, run_draws),
  STALL("6.1", COMPOSING | DONE | END, ON(RUN), always),
  ROW("6.1", COMPOSING, ON(SEND), sends_to, SAME, choose_receiver, send_packet),
  STALL("6.1", COMPOSING, ON(SEND), does_not_send_to),
  STALL("6.1", DRAWING | DONE | END, ON(SEND), always),
  ROW("6.1", COMPOSING, ON(PIXELS), receives_more, SAME, compose, keep_sender),
  ROW("6.1", COMPOSING, ON(PIXELS), receives_last, SAME, compose, note_composed, widen),
  STALL("6.4.5", COMPOSING, ON(PIXELS), may_not_receive),
  STALL("6.4.5 still computing", DRAWING | DONE, ON(PIXELS), always),
  NEVER("6.1", END, ON(PIXELS)),
  ROW("6.1", COMPOSING, ON(RESET), is_composed_opaque, DONE, end_group),
  ROW("6.4.3", COMPOSING, ON(RESET), is_composed_ordered, DONE, lay_on_background, end_group),
  STALL("6.1", COMPOSING, ON(RESET), is_not_composed_yet),
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

static bool shares_input(const struct setting *setting) { return setting->values[SHARED]; }

/* Without groups a packet may join the wrong group.  Packets in a shared queue keep their order. */
static bool order_tells(const struct setting *setting) {
  return !setting->values[GROUPS] || setting->values[SHARED];
}

COMPOSITION(direct_send) = {
  .system = {
    .name = "direct-send",
    .title = "sub-images sent as soon as they are ready, to GPUs that may not be",
    .source = "thesis, chapter 6: sections 6.1, 6.4.5",
    .not_modelled = "time: what congestion costs",
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
                    [DUPLEX] = { "duplex", 1, 0, 1, "0: a GPU receives nothing before it has sent "
                                                    "everything" },
                    [SHARED] = { "shared", 0, 0, 1, "1: packets from all GPUs wait in one queue" },
                    [GROUPS] = { "groups", 1, 0, 1, "0: packets of the next group are taken for "
                                                    "this one's" } },
    .variants = {
      { "uncongested", "with a claim that is not made, that nothing is sent to a GPU that still "
                       "draws",
        .fails = "packets", .invariants_lost = CLAIM(COMPOSES_CONGESTION) },
      { "half-duplex", "a GPU that sends receives nothing", { { "duplex", 0 } },
        .fails = "packets", .invariants_lost = CLAIM(COMPOSES_DEADLOCK) },
      { "shared-input", "one queue for the packets of all GPUs", { { "shared", 1 } },
        .fails = "over-3", .invariants_lost = CLAIM(COMPOSES_DEADLOCK) },
      { "no-groups", "groups are not compared", { { "groups", 0 }, { "exchange", 0 } },
        .fails = "skew-3", WRONG_IMAGE | CLAIM(COMPOSES_ONCE) | CLAIM(COMPOSES_DEADLOCK) },
    },
  },
  .spontaneous = { { KIND_GPU, EVENT_RUN, ONCE_EACH, false },
                   { KIND_GPU, EVENT_SEND, FOR_EACH_ENTRY, false },
                   { KIND_GPU, EVENT_RESET, ONCE_EACH, true },
                   { KIND_GPU, EVENT_ADVANCE, ONCE_EACH, true } },
  .spontaneous_count = 4,
  .waiting_state = DONE, .end_state = END,
  .shares_input = shares_input,
  .goes_on = sub_image_goes_on,
  .irreducible = order_tells,
};
