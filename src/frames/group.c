/* Composition groups: where they end, how each is composed, which GPU executes its draws.
 *
 * Groups end at the thesis' five events (section 6.4.1), greedily, without reordering.  A present
 * is a command like a draw: Event 1 ends the group before it, so that the image shown is composed.
 *
 * The workflow of a group is that of Figure 6.6.  As printed it depends on the operator only:
 * opaque groups are composed in any order, transparent ones adjacent only.  INFERRED (`refined`,
 * the default): it depends on whether the order of the draws changes the image.
 * - Opaque draws with the test `always`, or without depth writes, hide each other in drawing order.
 *   They are an ordered group under the operator `replace`, which is associative.
 * - A blend that writes depth, and a test for equality that does, depend on the draw just before at
 *   the same pixel.  No split over GPUs is right, so the group is duplicated.
 *
 * The draws of an ordered group go to the GPUs in consecutive runs, "evenly" (section 6.4.3).  Here
 * every monotone assignment is tried, and every assignment of a group in any order.  So no verdict
 * depends on the draw scheduler. */
#include "frames/group.h"

#include <string.h>
#include "base/text.h"
#include "frames/composition.h"

static int value_named(const struct setting *setting, const char *name, int otherwise) {
  for (unsigned i = 0; i < PARAMETERS_MAX && setting->system->parameters[i].name; i++)
    if (text_equal(setting->system->parameters[i].name, name)) return setting->values[i];
  return otherwise;
}

struct rules composition_rules(const struct setting *setting) {
  return (struct rules){ .events = (unsigned)value_named(setting, "events", 31),
                         .threshold = (unsigned)value_named(setting, "threshold", 0),
                         .refined = value_named(setting, "refined", 1),
                         .by_index = value_named(setting, "tie", 1),
                         .mask = value_named(setting, "mask", 1),
                         .exchange = (unsigned)value_named(setting, "exchange", EXCHANGE_ALWAYS),
                         .extra_target = value_named(setting, "extra-target", 1),
                         .batches = value_named(setting, "batches", 0),
                         .scheduled = composition_of(setting)->scheduled,
                         .round_robin = value_named(setting, "round-robin", 0) };
}

/* The event between two draws; 0: none. */
static unsigned event_between(const struct frame_command *a, const struct frame_command *b,
                              unsigned events) {
  bool happens[] = { false, a->target != b->target || a->buffer != b->buffer,
                     a->writes != b->writes, a->test != b->test, a->blend != b->blend };
  for (unsigned event = 2; event <= 5; event++)
    if (happens[event - 1] && events >> (event - 1) & 1) return event;
  return 0;
}

/* The command before which the group from `begin` ends, and the event that ends it. */
static unsigned group_end(const struct frame *frame, unsigned begin, unsigned events,
                          unsigned *event) {
  const struct frame_command *drawn = NULL, *commands = frame->commands;
  for (unsigned i = begin; i < frame->command_count; i++) {
    *event = 0;
    if (i > begin && commands[i].kind == COMMAND_BOUNDARY) return i;
    if (i > begin && commands[i].kind == COMMAND_PRESENT &&
        (events & 1 || i + 1 == frame->command_count)) {
      *event = 1;
      return i;
    }
    if (commands[i].kind != COMMAND_DRAW) continue;
    if (drawn && (*event = event_between(drawn, &commands[i], events))) return i;
    drawn = &commands[i];
  }
  *event = 0;
  return frame->command_count;
}

static enum workflow workflow_of(const struct frame_command *draw, bool transparent,
                                 const struct rules *rules) {
  if (!rules->refined) return transparent ? WORKFLOW_ADJACENT : WORKFLOW_ANY_ORDER;
  if (transparent) return draw->writes ? WORKFLOW_DUPLICATE : WORKFLOW_ADJACENT;
  if (!draw->writes || draw->test == DEPTH_ALWAYS || draw->test == DEPTH_NEVER)
    return WORKFLOW_ADJACENT;
  if (draw->test == DEPTH_EQUAL || draw->test == DEPTH_NOTEQUAL) return WORKFLOW_DUPLICATE;
  return WORKFLOW_ANY_ORDER;
}

/* Goes by the first draw, and by whether any is transparent: "CompGroupStart() ... passes the
 * number of primitives and the transparency information". */
static void classify(const struct frame *frame, struct draw_group *group,
                     const struct rules *rules) {
  const struct frame_command *first = NULL;
  unsigned triangles = 0;
  bool transparent = false;
  group->workflow = WORKFLOW_DUPLICATE;
  for (unsigned i = group->begin; i < group->end; i++) {
    const struct frame_command *command = &frame->commands[i];
    if (command->kind != COMMAND_DRAW) continue;
    if (!first) first = command;
    triangles += command->triangles;
    transparent |= command->blend != BLEND_REPLACE;
  }
  if (!first || triangles < rules->threshold) return;
  group->workflow = rules->batches ? WORKFLOW_ADJACENT : workflow_of(first, transparent, rules);
  group->test = first->test;
  group->blend = first->blend;
}

struct plan composition_plan(const struct frame *frame, const struct rules *rules) {
  struct plan plan = { 0 };
  unsigned event = 0;
  for (unsigned begin = 0; begin < frame->command_count;) {
    struct draw_group *group = &plan.groups[plan.count++];
    group->event = event;
    group->begin = begin;
    group->end = group_end(frame, begin, rules->events, &event);
    classify(frame, group, rules);
    begin = group->end;
  }
  return plan;
}

/* --- dealing --- */

static const struct draw_group *group_with(const struct dealing *dealing, unsigned command) {
  const struct draw_group *group = dealing->plan.groups;
  while (group->end <= command) group++;
  return group;
}

/* The least GPU that a draw may run on, after the draws before it in its group; FRAME_NONE: all. */
static uint8_t least_gpu(const struct dealing *dealing, unsigned command) {
  const struct draw_group *group = group_with(dealing, command);
  const struct frame_command *commands = dealing->frame->commands, *draw = &commands[command];
  if (draw->kind != COMMAND_DRAW || group->workflow == WORKFLOW_DUPLICATE ||
      dealing->rules.scheduled)
    return FRAME_NONE;
  bool pinned = draw->pinned != FRAME_NONE;
  if (group->workflow == WORKFLOW_ANY_ORDER) return pinned ? draw->pinned : 0;
  unsigned before = 0;
  uint8_t last = 0;
  for (unsigned i = group->begin; i < command; i++)
    if (commands[i].kind == COMMAND_DRAW) {
      before++;
      last = dealing->gpu[i];
    }
  if (dealing->rules.round_robin) return (uint8_t)(before % dealing->frame->gpus);
  return pinned && draw->pinned > last ? draw->pinned : last; /* a pin may not break the order */
}

static bool may_move_on(const struct dealing *dealing, unsigned command) {
  return dealing->gpu[command] != FRAME_NONE && dealing->gpu[command] + 1u < dealing->frame->gpus &&
         dealing->frame->commands[command].pinned == FRAME_NONE &&
         (group_with(dealing, command)->workflow == WORKFLOW_ANY_ORDER ||
          !dealing->rules.round_robin);
}

static void deal_from(struct dealing *dealing, unsigned first) {
  for (unsigned i = first; i < dealing->frame->command_count; i++)
    dealing->gpu[i] = least_gpu(dealing, i);
}

struct dealing dealing_first(const struct frame *frame, const struct rules *rules) {
  struct dealing dealing = { frame, *rules, composition_plan(frame, rules), { 0 } };
  deal_from(&dealing, 0);
  return dealing;
}

bool dealing_next(struct dealing *dealing) {
  for (unsigned i = dealing->frame->command_count; i-- > 0;)
    if (may_move_on(dealing, i)) {
      dealing->gpu[i]++;
      deal_from(dealing, i + 1);
      return true;
    }
  return false;
}

bool dealing_is_representative(const struct dealing *dealing) {
  unsigned known = 0;
  for (unsigned i = 0; i < dealing->plan.count; i++)
    if (dealing->plan.groups[i].workflow == WORKFLOW_ADJACENT) return true;
  for (unsigned i = 0; i < dealing->frame->command_count; i++) {
    if (dealing->gpu[i] == FRAME_NONE) continue;
    if (dealing->gpu[i] > known) return false;
    if (dealing->gpu[i] == known) known++;
  }
  return true;
}
