/* gpupd: primitives projected in parallel, their ids distributed to the owners of the regions that
 * they touch, one GPU after the other.
 *
 * Thesis, section 6.2 and Figure 6.2 (after Kim et al., GPUpd): "it requires GPUs to distribute
 * primitive IDs sequentially to protect the input primitive order; otherwise, a GPU must have large
 * memory to buffer exchanged primitive IDs and complex sorting structure to reorder them.  GPU0
 * first distributes its primitive IDs to other GPUs, then GPU1 distributes its primitive IDs, and
 * this procedure continues until all GPUs have completed".  A draw is a primitive here, and a
 * composition group a batch.  A batch is cut into consecutive runs in every way; GPU g has run g.
 *
 * INFERRED: when a GPU has "completed".  Its ids travel on links of their own, one for each owner.
 * If the turn is passed when the last id is sent (acks=0), an id of the next GPU may arrive first.
 * So every owner acknowledges the last id, and the turn is passed after that.  Each owner runs its
 * queue when the batch is complete; to begin earlier changes no order. */
#include "models/lib/composition.h"
#include "frames/image.h"

enum { EVENTS, BATCHES, EXCHANGE, TURNS, ACKS };

enum { PROJECTING = 1 << 0, DISTRIBUTING = 1 << 1, DONE = 1 << 2, END = 1 << 3 };
static const char *const states[] = { "Projecting", "Distributing", "Done", "End" };

static unsigned others(const struct step *s) { return all_but(s, COMPOSE_STEP(s)->me); }
static bool touches(const struct frame *frame, unsigned draw, unsigned gpu) {
  for (unsigned pixel = gpu; pixel < frame->pixels; pixel += frame->gpus)
    if (frame->commands[draw].depth[pixel]) return true;
  return false;
}

/* This GPU's `sent`-th packet: a draw and its owner; in the end, to each other GPU, FRAME_NONE. */
struct parcel {
  unsigned draw, to;
};
static bool next_parcel(const struct step *s, struct parcel *parcel) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned left = step->gpu->sent;
  const struct draw_group *group = compose_group(s);
  for (parcel->draw = group->begin; parcel->draw < group->end; parcel->draw++)
    for (parcel->to = 0; parcel->to < step->frame->gpus; parcel->to++)
      if (step->dealing->gpu[parcel->draw] == step->me &&
          touches(step->frame, parcel->draw, parcel->to) && left-- == 0)
        return true;
  parcel->draw = FRAME_NONE;
  for (parcel->to = 0; parcel->to < step->frame->gpus; parcel->to++)
    if (parcel->to != step->me && left-- == 0) return true;
  return false;
}
COMPOSE_GUARD(has_turn, step->me == 0 || step->gpu->receiving || !compose_parameter(s, TURNS))
static bool has_sent_all(const struct step *s) {
  struct parcel parcel;
  return !next_parcel(s, &parcel);
}
GUARD(may_distribute, has_turn(s) && !has_sent_all(s))
GUARD(may_not_distribute, !may_distribute(s))
COMPOSE_GUARD(is_acknowledged,
              !compose_parameter(s, ACKS) || (step->gpu->sent_to & others(s)) == others(s))
COMPOSE_GUARD(has_passed, step->gpu->sending || step->me + 1 == step->frame->gpus ||
                              !compose_parameter(s, TURNS))
GUARD(may_pass, has_turn(s) && has_sent_all(s) && is_acknowledged(s) && !has_passed(s))
GUARD(may_not_pass, !may_pass(s))
COMPOSE_GUARD(is_distributed, has_sent_all(s) && is_acknowledged(s) && has_passed(s) &&
                                  (step->gpu->received & others(s)) == others(s))
GUARD(is_not_distributed, !is_distributed(s))
COMPOSE_GUARD(is_of_this_batch, step->in->group == step->gpu->group)
GUARD(is_of_another_batch, !is_of_this_batch(s))
static struct packet *tell(struct step *s, enum composition_event type, unsigned to) {
  struct packet *packet = compose_post(s, type, to);
  packet->group = COMPOSE_STEP(s)->gpu->group;
  return packet;
}
static void append(struct step *s, unsigned draw) {
  struct compose_step *step = COMPOSE_STEP(s);
  if (step->gpu->queue_length == FRAME_COMMANDS_MAX) compose_breaks(s, COMPOSES_ONCE);
  else step->gpu->queue[step->gpu->queue_length++] = (uint8_t)draw;
}
static void send_primitive(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  struct parcel parcel;
  if (!next_parcel(s, &parcel)) return;
  step->gpu->sent++;
  if (parcel.to == step->me) append(s, parcel.draw);
  else if (parcel.draw == FRAME_NONE) tell(s, EVENT_LAST, parcel.to);
  else tell(s, EVENT_PRIMITIVE, parcel.to)->peer = (uint8_t)parcel.draw;
}
COMPOSE_ACTION(enqueue_primitive, append(s, step->in->peer))
COMPOSE_ACTION(note_last, step->gpu->received |= (uint8_t)(1u << step->in->from))
static void acknowledge(struct step *s) {
  if (compose_parameter(s, ACKS)) tell(s, EVENT_ACK, COMPOSE_STEP(s)->in->from);
}
COMPOSE_ACTION(note_ack, step->gpu->sent_to |= (uint8_t)(1u << step->in->from))
static void pass_turn(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  step->gpu->sending = 1;
  tell(s, EVENT_TURN, step->me + 1);
}
COMPOSE_ACTION(take_turn, step->gpu->receiving = 1)

/* Each primitive of the region is in the queue once; the image shows their order. */
static void check_queue(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct draw_group *group = compose_group(s);
  for (unsigned draw = group->begin; draw < group->end; draw++) {
    unsigned times = 0;
    for (unsigned i = 0; i < step->gpu->queue_length; i++) times += step->gpu->queue[i] == draw;
    bool wanted =
        step->frame->commands[draw].kind == COMMAND_DRAW && touches(step->frame, draw, step->me);
    if (times != wanted) compose_breaks(s, COMPOSES_ONCE);
  }
}
static void run_queue(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct draw_group *group = compose_group(s);
  unsigned region = compose_region(step->frame, step->me);
  for (unsigned i = group->begin; i < group->end; i++)
    if (step->frame->commands[i].kind != COMMAND_DRAW)
      compose_gpu_execute(step->gpu, step->frame, i, false, region);
  for (unsigned i = 0; i < step->gpu->queue_length; i++)
    compose_gpu_execute(step->gpu, step->frame, step->gpu->queue[i], false, region);
}
COMPOSE_ACTION(forget_turn, step->gpu->sending = step->gpu->receiving = step->gpu->sent = 0)

static const struct row rows[] = {
  ROW("6.2, Fig. 6.2 P", PROJECTING, ON(PROJECT), always, DISTRIBUTING),
  STALL("Fig. 6.2", DISTRIBUTING | DONE | END, ON(PROJECT), always),
  ROW("6.2, Fig. 6.2 D", DISTRIBUTING, ON(SEND), may_distribute, SAME, send_primitive),
  STALL("6.2 sequentially", DISTRIBUTING, ON(SEND), may_not_distribute),
  STALL("Fig. 6.2", PROJECTING | DONE | END, ON(SEND), always),
  ROW("Fig. 6.2 D", PROJECTING | DISTRIBUTING, ON(PRIMITIVE), is_of_this_batch, SAME,
      enqueue_primitive),
  ROW("Fig. 6.2 D", PROJECTING | DISTRIBUTING, ON(LAST), is_of_this_batch, SAME, note_last,
      acknowledge),
  STALL("6.2 batching", PROJECTING | DISTRIBUTING, ON(PRIMITIVE) | ON(LAST), is_of_another_batch),
  STALL("6.2 batching", DONE, ON(PRIMITIVE) | ON(LAST), always),
  INFERRED("6.2 completed", DISTRIBUTING, ON(ACK), always, SAME, note_ack),
  NEVER("6.2", PROJECTING | DONE | END, ON(ACK)),
  ROW("6.2 then", DISTRIBUTING, ON(PASS), may_pass, SAME, pass_turn),
  STALL("6.2 sequentially", DISTRIBUTING, ON(PASS), may_not_pass),
  STALL("6.2 sequentially", PROJECTING | DONE | END, ON(PASS), always),
  ROW("6.2 then", PROJECTING | DISTRIBUTING, ON(TURN), is_of_this_batch, SAME, take_turn),
  STALL("6.2 batching", PROJECTING | DISTRIBUTING, ON(TURN), is_of_another_batch),
  STALL("6.2 batching", DONE, ON(TURN), always),
  NEVER("6.2", END, ON(PRIMITIVE) | ON(LAST) | ON(TURN)),
  ROW("Fig. 6.2 G R F", DISTRIBUTING, ON(RUN), is_distributed, DONE, check_queue, run_queue,
      forget_turn),
  STALL("Fig. 6.2", DISTRIBUTING, ON(RUN), is_not_distributed),
  STALL("Fig. 6.2", PROJECTING | DONE | END, ON(RUN), always),
  ROW("6.5", DONE, ON(EXCHANGE), must_exchange, PROJECTING, adopt_regions, next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_no_next_group),
  STALL("6.5", PROJECTING | DISTRIBUTING | END, ON(EXCHANGE), always),
  ROW("6.2", DONE, ON(ADVANCE), has_next_group, PROJECTING, next_group),
  ROW("6.2", DONE, ON(ADVANCE), has_no_next_group, END),
  STALL("6.5", DONE, ON(ADVANCE), must_exchange),
  STALL("6.2", PROJECTING | DISTRIBUTING | END, ON(ADVANCE), always),
};

COMPOSITION(gpupd) = {
  .system = {
    .name = "gpupd",
    .title = "primitives projected in parallel, their ids distributed to the owners of regions, "
             "GPU by GPU",
    .source = "thesis, chapter 6: section 6.2, Figures 6.2 and 6.3 (Kim et al., GPUpd)",
    .not_modelled = "runahead (projection of later batches), which sends nothing; time",
    .kinds = { { .name = "GPU",
                 .table = COMPOSITION_TABLE(rows, states, PROJECTING | END,
                                            ON(PROJECT) | ON(SEND) | ON(PRIMITIVE) | ON(LAST) |
                                                ON(ACK) | ON(PASS) | ON(TURN) | ON(RUN) |
                                                ON(EXCHANGE) | ON(ADVANCE)) } },
    .events = composition_events, .event_count = COMPOSITION_EVENTS,
    .messages = { [EVENT_PRIMITIVE] = { .name = "PRIMITIVE" }, [EVENT_LAST] = { .name = "LAST" },
                  [EVENT_ACK] = { .name = "ACK" }, [EVENT_TURN] = { .name = "TURN" } },
    .invariants = CLAIM(COMPOSES_IMAGE) | CLAIM(COMPOSES_ONCE),
    .parameters = { [EVENTS] = EVENTS_PARAMETER("batch"),
                    [BATCHES] = { "batches", 1, 1, 1, "1: groups are batches" },
                    [EXCHANGE] = EXCHANGE_PARAMETER(1, "each batch"),
                    [TURNS] = { "turns", 1, 0, 1, "0: all distribute at once" },
                    [ACKS] = { "acks", 1, 0, 1, "0: the turn is passed when the last id is sent, "
                                                "not when it has arrived" } },
    .variants = {
      { "no-turns", "all GPUs distribute at once", { { "turns", 0 }, { "acks", 0 } },
        .fails = "over-2 over-3", WRONG_IMAGE },
      { "shared-acks", "all distribute at once, and acknowledge on the same links",
        { { "turns", 0 } },
        .fails = "opaque-2", WRONG_IMAGE | CLAIM(COMPOSES_DEADLOCK) },
      { "no-acks", "the turn overtakes what was sent before it", { { "acks", 0 } },
        .fails = "over-3-deep", WRONG_IMAGE },
    },
  },
  .spontaneous = { { KIND_GPU, EVENT_PROJECT, ONCE_EACH, false },
                   { KIND_GPU, EVENT_SEND, ONCE_EACH, false },
                   { KIND_GPU, EVENT_PASS, ONCE_EACH, false },
                   { KIND_GPU, EVENT_RUN, ONCE_EACH, false },
                   { KIND_GPU, EVENT_ADVANCE, ONCE_EACH, false } },
  .spontaneous_count = 5,
  .waiting_state = DONE, .end_state = END,
};
