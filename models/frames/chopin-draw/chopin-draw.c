/* chopin-draw: CHOPIN's draw command scheduler, with composition as one step.
 *
 * Thesis, section 6.4.4 and Figure 6.9.  The scheduler has two counters for each GPU, of triangles
 * scheduled and of triangles processed; "every time a draw command is issued by the GPU driver, we
 * simply distribute it to the GPU which has the fewest remaining triangles".  Draws of opaque
 * groups are scheduled.  Composition is one step at the end of the group, with the result of all
 * pairs of sub-images (chopin-compose has the pairs).
 *
 * INFERRED:
 * - Any GPU with the fewest remaining triangles may be chosen; Figure 6.9 has no tie.
 * - Duplicated groups, and ordered ones, which CHOPIN divides evenly without the scheduler, go to
 *   all GPUs.  Each keeps its own region, and the triangles count at all of them.
 * - A GPU reports the triangles of a draw in `reports` messages, of even shares.  Messages may lag
 *   ("from every triangle to every 1024 triangles", section 6.6.1), which costs balance only. */
#include "models/lib/composition.h"
#include "frames/image.h"

enum { EVENTS, IN_TURN, REPORTS };

enum { DRAWING = 1 << 0, DONE = 1 << 1, END = 1 << 2 };
static const char *const gpu_states[] = { "Drawing", "Done", "End" };

GUARD(is_any_order, compose_group(s)->workflow == WORKFLOW_ANY_ORDER)
static bool has_executed(const struct gpu *gpu, unsigned command) {
  for (unsigned i = 0; i < gpu->queue_length && i < FRAME_COMMANDS_MAX; i++)
    if (gpu->queue[i] == command) return true;
  return false;
}
static void execute(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  if (has_executed(step->gpu, step->in->peer)) compose_breaks(s, COMPOSES_ONCE);
  bool is_whole = is_any_order(s) && step->frame->commands[step->in->peer].kind == COMMAND_DRAW;
  unsigned region =
      is_whole ? (1u << step->frame->pixels) - 1 : compose_region(step->frame, step->me);
  compose_gpu_execute(step->gpu, step->frame, step->in->peer, false, region);
  step->gpu->queue[step->gpu->queue_length++ % FRAME_COMMANDS_MAX] = step->in->peer; /* ghost */
}
/* The triangles in a report of a draw: an even share, which may be none. */
static unsigned reported(const struct step *s, const struct packet *report) {
  unsigned triangles = COMPOSE_STEP(s)->frame->commands[report->peer].triangles;
  unsigned reports = (unsigned)compose_parameter(s, REPORTS), before = report->number;
  return triangles * (before + 1) / reports - triangles * before / reports;
}
/* All reports are under way at once, and each may take any time. */
static void report_processed(struct step *s) {
  unsigned reports = (unsigned)compose_parameter(s, REPORTS);
  for (unsigned i = 0; i < reports; i++) {
    struct packet report = { .peer = COMPOSE_STEP(s)->in->peer, .number = (uint8_t)i };
    if (i + 1 < reports && !reported(s, &report)) continue;
    struct packet *packet = compose_post(s, EVENT_PROCESSED, SCHEDULER);
    packet->peer = report.peer;
    packet->number = report.number;
  }
}
static unsigned times_executed(const struct step *s, unsigned draw) {
  const struct compose_step *step = COMPOSE_STEP(s);
  unsigned times = 0;
  for (unsigned g = 0; g < step->frame->gpus; g++)
    for (unsigned i = 0; i < step->all[g]->queue_length; i++)
      times += step->all[g]->queue[i] == draw;
  return times;
}

/* Every draw of an opaque group was executed by one GPU, and every other draw by all. */
static void compose_all(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  const struct draw_group *group = compose_group(s);
  for (unsigned i = group->begin; i < group->end; i++)
    if (step->frame->commands[i].kind == COMMAND_DRAW &&
        times_executed(s, i) != (is_any_order(s) ? 1 : step->frame->gpus))
      compose_breaks(s, COMPOSES_ONCE);
  if (is_any_order(s)) adopt_composed(s);
  else adopt_regions(s);
}

static const struct row gpu_rows[] = {
  ROW("Fig. 6.9 (4) (5)", DRAWING, ON(DRAW), always, SAME, execute, report_processed),
  NEVER("Fig. 6.9", END, ON(DRAW)),
  STALL("6.4.1", DONE, ON(DRAW), always),
  ROW("6.4.1 CompGroupEnd", DRAWING, ON(NEXT), always, DONE),
  STALL("6.4.1", DONE, ON(NEXT), always),
  NEVER("6.4.1", END, ON(NEXT)),
  ROW("6.4.3, 6.5", DONE, ON(EXCHANGE), must_exchange, DRAWING, compose_all, next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_no_next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_next_group),
  STALL("6.5", DRAWING | END, ON(EXCHANGE), always),
  ROW("6.4.1", DONE, ON(ADVANCE), has_no_next_group, END),
  STALL("6.5", DONE, ON(ADVANCE), must_exchange),
  STALL("6.5", DONE, ON(ADVANCE), has_next_group),
  STALL("6.4.1", DRAWING | END, ON(ADVANCE), always),
};

/* --- the scheduler; its one state --- */

enum { COUNTING = 1 << 0 };
static const char *const entry_states[] = { "Counting" };

static unsigned remaining(const struct scheduler_entry *entry) {
  return (unsigned)entry->scheduled - entry->processed;
}
static const struct draw_group *group_next(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  const struct draw_group *group = step->plan->groups;
  while (group + 1 < step->plan->groups + step->plan->count && group->end <= step->scheduler->next)
    group++;
  return group;
}
COMPOSE_GUARD(has_next, step->scheduler->next < step->frame->command_count)
/* (The last one, when all are scheduled: a mutant may ask.) */
static unsigned number_next(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  return has_next(s) ? step->scheduler->next : step->frame->command_count - 1;
}
static const struct frame_command *command_next(const struct step *s) {
  return &COMPOSE_STEP(s)->frame->commands[number_next(s)];
}
static bool has_fewest_remaining(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  for (unsigned i = 0; i < step->frame->gpus; i++)
    if (remaining(&step->scheduler->entry[i]) < remaining(step->entry)) return false;
  return true;
}

/* The scheduler's next command is ...; presents and the like are for all GPUs. */
GUARD(is_one_gpus,
      command_next(s)->kind == COMMAND_DRAW && group_next(s)->workflow == WORKFLOW_ANY_ORDER)
COMPOSE_GUARD(is_its_turn, number_next(s) % step->frame->gpus == step->at)
GUARD(is_chosen, compose_parameter(s, IN_TURN) ? is_its_turn(s) : has_fewest_remaining(s))
GUARD(is_scheduled_here, has_next(s) && is_one_gpus(s) && is_chosen(s))
COMPOSE_GUARD(is_for_all, has_next(s) && !is_one_gpus(s) && step->at == 0)
GUARD(is_not_for_this, !is_scheduled_here(s) && !is_for_all(s))
static void count_at(struct step *s, struct scheduler_entry *entry) {
  entry->scheduled = (uint16_t)(entry->scheduled + command_next(s)->triangles);
}
COMPOSE_ACTION(count_scheduled, count_at(s, step->entry))
static void count_scheduled_at_all(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  for (unsigned i = 0; i < step->frame->gpus; i++) count_at(s, &step->scheduler->entry[i]);
}
/* Balance is checked by the triangles sent and reported, not by the counters that choose. */
static bool has_fewest_left(const struct step *s) {
  const struct compose_step *step = COMPOSE_STEP(s);
  for (unsigned i = 0; i < step->frame->gpus; i++)
    if (step->scheduler->entry[i].left < step->entry->left) return false;
  return true;
}
static void send_draw(struct step *s, unsigned gpu) {
  struct scheduler_entry *entry = &COMPOSE_STEP(s)->scheduler->entry[gpu];
  compose_post(s, EVENT_DRAW, gpu)->peer = (uint8_t)number_next(s);
  entry->left = (uint16_t)(entry->left + command_next(s)->triangles); /* ghost */
}
static void dispatch(struct step *s) {
  if (!has_fewest_left(s)) compose_breaks(s, COMPOSES_BALANCE);
  send_draw(s, COMPOSE_STEP(s)->at);
}
static void dispatch_to_all(struct step *s) {
  for (unsigned i = 0; i < COMPOSE_STEP(s)->frame->gpus; i++) send_draw(s, i);
}
/* The driver sends a COMPOSE command to each GPU at the end of a group. */
static void go_on(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  unsigned end = group_next(s)->end;
  if (!has_next(s)) return;
  if (++step->scheduler->next < end) return;
  for (unsigned i = 0; i < step->frame->gpus; i++) compose_post(s, EVENT_NEXT, i);
}
static void count_processed(struct step *s) {
  struct compose_step *step = COMPOSE_STEP(s);
  step->entry->processed = (uint16_t)(step->entry->processed + reported(s, step->in));
  if (step->entry->processed > step->entry->scheduled) compose_breaks(s, COMPOSES_TABLE);
}
/* ghost */
COMPOSE_ACTION(note_reported,
               step->entry->left = (uint16_t)(step->entry->left - reported(s, step->in)))

static const struct row scheduler_rows[] = {
  ROW("Fig. 6.9 (1) to (4)", COUNTING, ON(SCHEDULE), is_scheduled_here, SAME, count_scheduled,
      dispatch, go_on),
  INFERRED("Fig. 6.6 (2) (4)", COUNTING, ON(SCHEDULE), is_for_all, SAME, count_scheduled_at_all,
           dispatch_to_all, go_on),
  STALL("Fig. 6.9 (2)", COUNTING, ON(SCHEDULE), is_not_for_this),
  ROW("Fig. 6.9 (5)", COUNTING, ON(PROCESSED), always, SAME, count_processed, note_reported),
};

/* In the end all scheduled triangles are processed. */
static unsigned scheduler_breaks(const struct frame *frame, const struct scheduler *scheduler,
                                 bool ended) {
  for (unsigned i = 0; i < frame->gpus && ended; i++)
    if (scheduler->entry[i].processed != scheduler->entry[i].scheduled)
      return CLAIM(COMPOSES_TABLE);
  return 0;
}

COMPOSITION(chopin_draw) = {
  .system = {
    .name = "chopin-draw",
    .title = "CHOPIN: draws scheduled to the GPU with the fewest remaining triangles",
    .source = "thesis, chapter 6: section 6.4.4, Figure 6.9",
    .not_modelled = "time; how sub-images are composed (chopin-compose); the even division of "
                    "transparent groups",
    .kinds = { { .name = "GPU",
                 .table = COMPOSITION_TABLE(gpu_rows, gpu_states, DRAWING | END,
                                            ON(DRAW) | ON(NEXT) | ON(EXCHANGE) | ON(ADVANCE)) },
               { .name = "draw command scheduler",
                 .table = COMPOSITION_TABLE(scheduler_rows, entry_states, COUNTING,
                                            ON(SCHEDULE) | ON(PROCESSED)) } },
    .events = composition_events, .event_count = COMPOSITION_EVENTS,
    .messages = { [EVENT_DRAW] = { .name = "DRAW" }, [EVENT_NEXT] = { .name = "NEXT" },
                  [EVENT_PROCESSED] = { .name = "PROCESSED" } },
    .invariants = CLAIM(COMPOSES_IMAGE) | CLAIM(COMPOSES_ONCE) | CLAIM(COMPOSES_TABLE) |
      CLAIM(COMPOSES_BALANCE),
    .parameters = { [EVENTS] = EVENTS_PARAMETER("group"),
                    [IN_TURN] = { "in-turn", 0, 0, 1, "1: draws are dealt out in turn, whatever "
                                                      "remains" },
                    [REPORTS] = { "reports", 1, 1, 4, "reports of a draw's triangles, each of an "
                                                      "even share" } },
    .variants = {
      { "in-turn", "draws are dealt out in turn (Figure 6.7), whatever remains",
        { { "in-turn", 1 } },
        .fails = "skew stale", .invariants_lost = CLAIM(COMPOSES_BALANCE) },
    },
  },
  .scheduled = true,
  .spontaneous = { { KIND_GPU, EVENT_ADVANCE, ONCE_EACH, true },
                   { KIND_SCHEDULER, EVENT_SCHEDULE, FOR_EACH_ENTRY, false } },
  .spontaneous_count = 2,
  .waiting_state = DONE, .end_state = END,
  .scheduler_breaks = scheduler_breaks,
};
