/* duplication: conventional split frame rendering, in which every GPU executes every draw and keeps
 * its own region.
 *
 * Thesis, section 6.2: "each GPU maps all primitives to screen coordinates, and eventually drops
 * the primitives that fall outside of its assigned screen region".  CHOPIN does the same with
 * groups below its threshold (Figure 6.6, box 2): here every group is below it.  No images are
 * composed; the other models are compared with this one.  Regions are exchanged where a target is
 * swapped (section 6.5). */
#include "models/lib/composition.h"

enum { EVENTS, THRESHOLD, EXCHANGE };
enum { ALL = 100000000 }; /* more triangles than a frame has */

enum { DRAWING = 1 << 0, DONE = 1 << 1, END = 1 << 2 };
static const char *const states[] = { "Drawing", "Done", "End" };

static const struct row rows[] = {
  ROW("6.2; Fig. 6.6 (2)", DRAWING, ON(RUN), always, DONE, run_draws),
  STALL("6.2", DONE | END, ON(RUN), always),
  ROW("6.5", DONE, ON(EXCHANGE), must_exchange, DRAWING, adopt_regions, next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_next_group),
  STALL("6.5", DONE, ON(EXCHANGE), has_no_next_group),
  STALL("6.5", DRAWING | END, ON(EXCHANGE), always),
  ROW("6.2", DONE, ON(ADVANCE), has_next_group, DRAWING, next_group),
  ROW("6.2", DONE, ON(ADVANCE), has_no_next_group, END),
  STALL("6.5", DONE, ON(ADVANCE), must_exchange),
  STALL("6.2", DRAWING | END, ON(ADVANCE), always),
};

COMPOSITION(duplication) = {
  .system = {
    .name = "duplication",
    .title = "every GPU executes every draw and keeps its own region of the screen",
    .source = "thesis, chapter 6: sections 6.2, 6.5, Figure 6.6",
    .not_modelled = "what the redundant geometry processing costs",
    .kinds = { { .name = "GPU",
                 .table = COMPOSITION_TABLE(rows, states, DRAWING | END,
                                            ON(RUN) | ON(EXCHANGE) | ON(ADVANCE)) } },
    .events = composition_events, .event_count = COMPOSITION_EVENTS,
    .invariants = CLAIM(COMPOSES_IMAGE),
    .parameters = { [EVENTS] = { "events", 31, 0, 31, "the events between which draws are executed "
                                                      "in one step" },
                    [THRESHOLD] = THRESHOLD_PARAMETER(ALL, ALL, ": all"),
                    [EXCHANGE] = EXCHANGE_PARAMETER(1, "groups") },
  },
  .spontaneous = { { KIND_GPU, EVENT_RUN, ONCE_EACH, false },
                   { KIND_GPU, EVENT_ADVANCE, ONCE_EACH, true } },
  .spontaneous_count = 2,
  .waiting_state = DONE, .end_state = END,
};
