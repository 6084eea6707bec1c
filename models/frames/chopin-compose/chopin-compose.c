/* chopin-compose: the image composition scheduler of CHOPIN.
 *
 * Thesis, sections 6.4.1 to 6.4.5, 6.5, 6.6.2; Figures 6.6, 6.10, 6.11; Table 6.1.  A GPU that has
 * run its draws of a group asks the scheduler, which sets its Ready flag and increments its CGID.
 * The scheduler pairs it with a GPU that is ready in the same group, not yet composed here, and not
 * sending.  The sender sends the receiver's region, and the receiver composes it.  A group of
 * transparent draws is then laid on the background, and the entry is reset.
 *
 * INFERRED, since the thesis does not say:
 * - "Adjacent" is next to the sub-images that the receiver has composed.  Next to the receiver
 *   itself (adjacency=3), GPUs that are not neighbours never meet, though Figure 6.11 wants all.
 *   With the last GPU next to the first (adjacency=2), order is lost.
 * - "Receiving" is tested at the receiver, as the flag means; the figure tests the remote GPU only.
 * - The scheduler starts the sender alone, and the receiver alone reports the end: seven requests
 *   and responses for each of eight GPUs (section 6.6.2); the eighth pair is the background's.
 * - A GPU begins the next group when its entry is reset, since it still has to send this one.
 * - Equal depths go by the order of the draws (tie=1), which a sub-image must carry for it.
 * - Only pixels that an opaque group drew are sent (mask=1); the thesis leaves out screen tiles.
 * - Regions with depth are exchanged after each group (exchange=2).  The thesis does so when a
 *   target is swapped (exchange=1), but its Events 3 and 4 promise "a clean depth buffer" and "a
 *   correct value" as well. */
#include "models/lib/composition.h"

enum { EVENTS, THRESHOLD, REFINED, TIE, MASK, EXCHANGE };
enum { ROUND_ROBIN = EXCHANGE + 1, EXTRA_TARGET, ADJACENCY, TESTS, RESET_WHEN };
enum { ANYWHERE, INTERVAL, INTERVAL_AROUND, NEIGHBOUR };
enum { TEST_GROUP = 1, TEST_RECEIVED = 2, TEST_SENDING = 4, TEST_RECEIVING = 8, TEST_READY = 16 };

/* --- the GPU --- */

enum { DRAWING = 1 << 0, COMPOSING = 1 << 1, DONE = 1 << 2, END = 1 << 3 };
static const char *const gpu_states[] = { "Drawing", "Composing", "Done", "End" };

ACTION(request, compose_post(s, EVENT_REQUEST, SCHEDULER))
COMPOSE_ACTION(report_done, compose_post(s, EVENT_DONE, SCHEDULER)->peer = step->in->from)
ACTION(report_laid, compose_post(s, EVENT_LAID, SCHEDULER))

static const struct row gpu_rows[] = {
  ROW("6.4.3; Fig. 6.11 start", DRAWING, ON(RUN), is_composed, COMPOSING, run_draws, request),
  ROW("Fig. 6.6 (2)", DRAWING, ON(RUN), is_duplicated, DONE, run_draws),
  STALL("6.4.5", COMPOSING | DONE | END, ON(RUN), always),

  ROW("Fig. 6.11 (4)", COMPOSING, ON(START), is_not_sending, SAME, start_sending),
  STALL("Fig. 6.11 (4)", COMPOSING, ON(START), is_sending),
  ROW("6.4.2 (a)", COMPOSING, ON(SEND), is_sending, SAME, send_packet),
  STALL("6.4.2 (a)", COMPOSING, ON(SEND), is_not_sending),
  STALL("6.4.2 (a)", DRAWING | DONE | END, ON(SEND), always),
  ROW("6.4.2 (b)", COMPOSING, ON(PIXELS), is_not_last_packet, SAME, compose),
  ROW("6.4.2 (b); Fig. 6.11 (5)", COMPOSING, ON(PIXELS), is_last_packet, SAME, compose,
      note_composed, report_done),
  ROW("6.4.5, 6.6.2", COMPOSING, ON(BACKGROUND), always, SAME, lay_on_background, report_laid),
  NEVER("6.4.5", DRAWING | DONE | END, ON(START) | ON(PIXELS) | ON(BACKGROUND)),

  ROW("Fig. 6.11 (6); 6.6.2 notified", COMPOSING, ON(NEXT), always, DONE, end_group),
  NEVER("Fig. 6.11 (6)", DRAWING | DONE | END, ON(NEXT)),
  ROW("6.5, for 6.4.1 Events 3, 4", DONE, ON(EXCHANGE), must_exchange, DRAWING, adopt_regions,
      next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_no_next_group),
  STALL("6.5", DRAWING | COMPOSING | END, ON(EXCHANGE), always),
  ROW("6.4.1 CompGroupStart", DONE, ON(ADVANCE), has_next_group, DRAWING, next_group),
  ROW("6.4.1 CompGroupEnd", DONE, ON(ADVANCE), has_no_next_group, END),
  STALL("6.5", DONE, ON(ADVANCE), must_exchange),
  STALL("6.4.5", DRAWING | COMPOSING | END, ON(ADVANCE), always),
};
enum {
  GPU_ALPHABET = ON(RUN) | ON(START) | ON(SEND) | ON(PIXELS) | ON(BACKGROUND) | ON(NEXT) |
                 ON(EXCHANGE) | ON(ADVANCE)
};

/* --- the scheduler: an entry for each GPU, in one of two states, by its Ready flag --- */

enum { ENTRY_BUSY, ENTRY_READY, BUSY = 1 << ENTRY_BUSY, READY = 1 << ENTRY_READY };
static const char *const entry_states[] = { "Busy", "Ready" };

/* The group with the entry's CGID; duplicated groups do not count. */
static const struct draw_group *group_composed(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned composed = 0, i = 0;
  while (i + 1 < step->plan->count &&
         (composed += step->plan->groups[i].workflow != WORKFLOW_DUPLICATE) < step->entry->cgid)
    i++;
  return &step->plan->groups[i];
}
GUARD(entry_is_ordered, group_composed(s)->workflow == WORKFLOW_ADJACENT)
static unsigned others(const struct step *s) { return all_but(s, COMPOSE_STEP(s)->at); }
static bool is_adjacent(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned gpus = step->frame->gpus, low = step->entry->low, high = step->entry->high;
  switch (compose_parameter(s, ADJACENCY)) {
  case INTERVAL: return step->peer + 1 == low || step->peer == high + 1;
  case INTERVAL_AROUND: return (step->peer + 1) % gpus == low || step->peer == (high + 1) % gpus;
  case NEIGHBOUR: return step->peer + 1 == step->at || step->peer == step->at + 1;
  default: return true;
  }
}

/* The remote GPU "(1) is ready to compose and running in the same composition group, (2) has not
 * yet been composed with, and (3) is not sending pixels to another GPU". */
static bool can_compose(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  const struct scheduler_entry *remote = &step->scheduler->entry[step->peer];
  unsigned tests = (unsigned)compose_parameter(s, TESTS);
  if (tests & TEST_READY && remote->state != ENTRY_READY) return false;
  if (tests & TEST_GROUP && remote->cgid != step->entry->cgid) return false;
  if (tests & TEST_RECEIVED && step->entry->received >> step->peer & 1) return false;
  if (tests & TEST_SENDING && remote->sending) return false;
  if (tests & TEST_RECEIVING && step->entry->receiving) return false;
  return !entry_is_ordered(s) || is_adjacent(s);
}
GUARD(cannot_compose, !can_compose(s))
COMPOSE_GUARD(all_received,
              (step->entry->received & others(s)) == others(s) && !step->entry->receiving)
COMPOSE_GUARD(needs_background, all_received(s) && entry_is_ordered(s) && !step->entry->background)
GUARD(needs_no_background, !needs_background(s))
static bool all_composed(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  bool sent = (step->entry->sent & others(s)) == others(s) && !step->entry->sending;
  return all_received(s) && (sent || compose_parameter(s, RESET_WHEN)) &&
         (!entry_is_ordered(s) || step->entry->background == 2);
}
GUARD(not_all_composed, !all_composed(s))
static struct scheduler_entry *sender(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  return &step->scheduler->entry[step->in ? step->in->peer : step->peer];
}
COMPOSE_ACTION(increment_cgid, step->entry->cgid++)
COMPOSE_ACTION(set_receiving, step->entry->receiving = (uint8_t)(step->peer + 1))
COMPOSE_ACTION(set_sending, sender(s)->sending = (uint8_t)(step->at + 1))
static void start(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  compose_post(s, EVENT_START, step->peer)->peer = (uint8_t)step->at;
  step->entry->sessions |= (uint8_t)(1u << step->peer); /* ghost */
}
static void reset_receiving(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  step->entry->receiving = 0;
  step->entry->sessions &= (uint8_t) ~(1u << step->in->peer); /* ghost */
}
ACTION(reset_sending, sender(s)->sending = 0)
/* A group in any order has no interval. */
static void set_received(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  unsigned peer = step->in->peer;
  step->entry->received |= (uint8_t)(1u << peer);
  if (!entry_is_ordered(s)) return;
  bool below = (peer + 1) % step->frame->gpus == step->entry->low || peer + 1 == step->entry->low;
  if (below && peer != step->entry->high + 1u) step->entry->low = (uint8_t)peer;
  else step->entry->high = (uint8_t)peer;
}
COMPOSE_ACTION(set_sent, sender(s)->sent |= (uint8_t)(1u << step->at))
static void compose_background(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  step->entry->background = 1;
  compose_post(s, EVENT_BACKGROUND, step->at);
}
COMPOSE_ACTION(note_background, step->entry->background = 2)
static void clear_entry(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct scheduler_entry old = *step->entry;
  *step->entry = (struct scheduler_entry){ .state = old.state, .cgid = old.cgid };
  step->entry->low = step->entry->high = (uint8_t)step->at;
  step->entry->sending = old.sending;
  step->entry->sessions = old.sessions;
}
COMPOSE_ACTION(release, compose_post(s, EVENT_NEXT, step->at))

static const struct row scheduler_rows[] = {
  ROW("Fig. 6.11 (1)", BUSY, ON(REQUEST), always, READY, increment_cgid),
  NEVER("Fig. 6.11 (1)", READY, ON(REQUEST)),
  ROW("Fig. 6.11 (2) (3) (4)", READY, ON(COMPOSE), can_compose, SAME, set_receiving, set_sending,
      start),
  STALL("Fig. 6.11 can compose? no", READY, ON(COMPOSE), cannot_compose),
  STALL("6.4.5", BUSY, ON(COMPOSE), always),
  ROW("Fig. 6.11 (5)", READY, ON(DONE), always, SAME, reset_receiving, reset_sending, set_received,
      set_sent),
  ROW("6.4.5 end, 6.6.2", READY, ON(LAY), needs_background, SAME, compose_background),
  STALL("6.4.5 end", READY, ON(LAY), needs_no_background),
  STALL("6.4.5", BUSY, ON(LAY), always),
  ROW("6.4.5 end, 6.6.2", READY, ON(LAID), always, SAME, note_background),
  NEVER("6.4.5", BUSY, ON(DONE) | ON(LAID)),
  ROW("Fig. 6.11 (6)", READY, ON(RESET), all_composed, BUSY, clear_entry, release),
  STALL("Fig. 6.11 all composed? no", READY, ON(RESET), not_all_composed),
  STALL("6.4.5", BUSY, ON(RESET), always),
};
enum { SCHEDULER_ALPHABET = ON(REQUEST) | ON(COMPOSE) | ON(DONE) | ON(LAY) | ON(LAID) | ON(RESET) };

/* --- properties of the table --- */

static bool pair_agrees(const struct scheduler *scheduler, unsigned g, unsigned i) {
  const struct scheduler_entry *receiver = &scheduler->entry[g], *remote = &scheduler->entry[i];
  bool open = receiver->sessions >> i & 1;
  if (open != (receiver->receiving == i + 1) || open != (remote->sending == g + 1)) return false;
  if (receiver->state != ENTRY_READY || remote->state != ENTRY_READY ||
      receiver->cgid != remote->cgid)
    return true;
  return (receiver->received >> i & 1) == (remote->sent >> g & 1);
}
static unsigned scheduler_breaks(const struct frame *frame, const struct scheduler *scheduler,
                                 bool ended) {
  unsigned broken = 0, receiving = 0, cgid = scheduler->entry[0].cgid;
  (void)ended;
  for (unsigned g = 0; g < frame->gpus; g++) {
    const struct scheduler_entry *entry = &scheduler->entry[g];
    if (entry->sessions & (entry->sessions - 1) || receiving & entry->sessions)
      broken |= CLAIM(COMPOSES_SESSIONS);
    receiving |= entry->sessions;
    if (entry->cgid + 1u < cgid || entry->cgid > cgid + 1) broken |= CLAIM(COMPOSES_TABLE);
    for (unsigned i = 0; i < frame->gpus; i++)
      if (i != g && !pair_agrees(scheduler, g, i)) broken |= CLAIM(COMPOSES_TABLE);
  }
  return broken;
}

/* A GPU may be told to go on before it has sent everything; it may then do either first. */
static bool resets_early(const struct setting *setting) { return setting->values[RESET_WHEN]; }

COMPOSITION(chopin_compose) = {
  .system = {
    .name = "chopin-compose",
    .title = "CHOPIN: image composition scheduled pair by pair, opaque groups in any order, "
             "transparent ones by adjacency",
    .source = "thesis, chapter 6: sections 6.4, 6.5, 6.6.2, Figures 6.6, 6.10, 6.11, Table 6.1",
    .not_modelled = "time, triangles below the level of a draw, multisampling, stencils; draws are "
                    "spread in every way (chopin-draw has the scheduler that spreads them)",
    .kinds = { { .name = "GPU",
                 .table = COMPOSITION_TABLE(gpu_rows, gpu_states, DRAWING | END, GPU_ALPHABET) },
               { .name = "composition scheduler",
                 .table = COMPOSITION_TABLE(scheduler_rows, entry_states, BUSY | READY,
                                            SCHEDULER_ALPHABET) } },
    .events = composition_events, .event_count = COMPOSITION_EVENTS,
    .messages = { [EVENT_REQUEST] = { .name = "REQUEST", .promises.ample = true },
                  [EVENT_START] = { .name = "START", .promises.ample = true },
                  [EVENT_PIXELS] = { .name = "PIXELS", .promises.ample = true },
                  [EVENT_DONE] = { .name = "DONE" },
                  [EVENT_BACKGROUND] = { .name = "BACKGROUND", .promises.ample = true },
                  [EVENT_LAID] = { .name = "LAID", .promises.ample = true },
                  [EVENT_NEXT] = { .name = "NEXT", .promises.ample = true } },
    .invariants = CLAIM(COMPOSES_IMAGE) | CLAIM(COMPOSES_ONCE) | CLAIM(COMPOSES_BACKGROUND) |
      CLAIM(COMPOSES_SESSIONS) | CLAIM(COMPOSES_TABLE) | CLAIM(COMPOSES_CONGESTION),
    .parameters = { [EVENTS] = EVENTS_PARAMETER("group"),
                    [THRESHOLD] = THRESHOLD_PARAMETER(0, 1000000, ""),
                    [REFINED] = { "refined", 1, 0, 1, "0: a group is opaque or transparent by its "
                                                      "operator alone, as printed" },
                    [TIE] = TIE_PARAMETER,
                    [MASK] = { "mask", 1, 0, 1, "1: only pixels that the group drew are sent" },
                    [EXCHANGE] = EXCHANGE_PARAMETER(2, "each group"),
                    [ROUND_ROBIN] = { "round-robin", 0, 0, 1,
                                      "1: the draws of an ordered group are dealt out in turn" },
                    [EXTRA_TARGET] = { "extra-target", 1, 0, 1,
                                       "0: ordered groups are drawn on the background" },
                    [ADJACENCY] = { "adjacency", 1, 0, 3, "0 none, 1 to the interval, 2 around the "
                                                          "ends too, 3 to the GPU" },
                    [TESTS] = { "tests", 31, 0, 31, "of a pair: 1 group, 2 not yet, 4 not sending, "
                                                    "8 not receiving, 16 Ready" },
                    [RESET_WHEN] = { "reset", 0, 0, 1, "1: an entry is reset when everything is "
                                                       "received, though not sent" } },
    .variants = {
      { "no-event-1", "no boundary before the next frame", { { "events", 30 } },
        .fails = "next-frame", WRONG_IMAGE },
      { "no-event-2", "no boundary where a target is swapped", { { "events", 29 } },
        .fails = "swap-target swap-buffer", WRONG_IMAGE },
      { "no-event-3", "no boundary where depth writes change", { { "events", 27 } },
        .fails = "depth-write write-off", WRONG_IMAGE },
      { "no-event-4", "no boundary where the depth test changes", { { "events", 23 } },
        .fails = "depth-test", WRONG_IMAGE },
      { "no-event-5", "no boundary where the operator changes: mixed operators",
        { { "events", 15 } },
        .fails = "operator-over-add operator-over-replace", WRONG_IMAGE },
      { "any-order", "transparent sub-images in any order", { { "adjacency", 0 } },
        .fails = "over-3", WRONG_IMAGE },
      { "around", "the last GPU is next to the first", { { "adjacency", 2 } },
        .fails = "over-3", WRONG_IMAGE },
      { "neighbour", "adjacent means GPU g-1 and g+1 only, as printed", { { "adjacency", 3 } },
        .fails = "over-3", .invariants_lost = CLAIM(COMPOSES_DEADLOCK) },
      { "no-tie", "equal depths as they come", { { "tie", 0 } },
        .fails = "tie-less tie-lequal", WRONG_IMAGE },
      { "strict", "opaque or transparent by the operator alone, as printed", { { "refined", 0 } },
        .fails = "always write-off blend-write", WRONG_IMAGE },
      { "swap-only", "regions are exchanged when a target is swapped only, as printed",
        { { "exchange", 1 } }, .fails = "occluded greater", WRONG_IMAGE },
      { "stale", "and pixels of earlier groups are sent again",
        { { "exchange", 1 }, { "mask", 0 }, { "tie", 0 } }, .fails = "stale", WRONG_IMAGE },
      { "on-background", "no extra target for transparent groups", { { "extra-target", 0 } },
        .fails = "over-2 over-3", WRONG_IMAGE | CLAIM(COMPOSES_BACKGROUND) },
      { "round-robin", "an ordered group dealt out in turn", { { "round-robin", 1 } },
        .fails = "over-4-on-2", WRONG_IMAGE },
      { "no-exchange", "regions are never exchanged", { { "exchange", 0 } },
        .fails = "occluded greater", WRONG_IMAGE },
      { "early-reset", "an entry is reset before everything is sent", { { "reset", 1 } },
        .fails = "opaque-2 skew",
        .invariants_lost = CLAIM(COMPOSES_TABLE) | CLAIM(COMPOSES_DEADLOCK) },
      { "early-reset-overlap", "and regions are never exchanged, so that groups overlap",
        { { "reset", 1 }, { "exchange", 0 } },
        .fails = "skew", WRONG_IMAGE | CLAIM(COMPOSES_TABLE) | CLAIM(COMPOSES_DEADLOCK) },
      { "no-cgid", "groups are not compared, and regions never exchanged",
        { { "tests", 30 }, { "exchange", 0 } },
        .fails = "skew", WRONG_IMAGE | CLAIM(COMPOSES_BACKGROUND) |
          CLAIM(COMPOSES_TABLE) | CLAIM(COMPOSES_DEADLOCK) },
      { "no-sending-test", "a GPU may be made to send to two", { { "tests", 27 } },
        .fails = "opaque-3", .invariants_lost = CLAIM(COMPOSES_SESSIONS) | CLAIM(COMPOSES_TABLE) },
      { "no-receiving-test", "a GPU may be made to receive from two", { { "tests", 23 } },
        .fails = "opaque-3", .invariants_lost = CLAIM(COMPOSES_SESSIONS) | CLAIM(COMPOSES_TABLE) },
      { "no-received-test", "a GPU may be composed with again", { { "tests", 29 } },
        .fails = "opaque-2", .invariants_lost = CLAIM(COMPOSES_ONCE) },
    },
  },
  .spontaneous = { { KIND_GPU, EVENT_RUN, ONCE_EACH, false },
                   { KIND_GPU, EVENT_SEND, ONCE_EACH, true },
                   { KIND_GPU, EVENT_ADVANCE, ONCE_EACH, true },
                   { KIND_SCHEDULER, EVENT_COMPOSE, FOR_EACH_PAIR, false },
                   { KIND_SCHEDULER, EVENT_LAY, FOR_EACH_ENTRY, false },
                   { KIND_SCHEDULER, EVENT_RESET, FOR_EACH_ENTRY, false } },
  .spontaneous_count = 6,
  .waiting_state = DONE, .end_state = END,
  .scheduler_breaks = scheduler_breaks,
  .irreducible = resets_early,
};
