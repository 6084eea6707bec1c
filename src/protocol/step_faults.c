/* See step_faults.h. */
#include "protocol/step_faults.h"

#include "protocol/crash_handler.h"

/* Only the first fault of a step is described, with the row and the action that run.  Checks at
 * the end of a step find the last row. */
void step_note_why(struct step *step, enum fault fault) {
  if (step->why.fault) return;
  unsigned row = step->fired_count ? step->fired[step->fired_count - 1].row : ROW_UNKNOWN;
  unsigned running = ACTION_UNKNOWN;
  if (running_row.step == step && running_row.row) {
    row = (unsigned)(running_row.row - step->shape->tables[step->me->kind].rows);
    running = running_row.action;
  }
  step->why = (struct why){ .fault = (uint8_t)fault,
                            .state = (uint8_t)step->state,
                            .event = (uint8_t)step->event,
                            .row = (uint8_t)row,
                            .other = ROW_UNKNOWN,
                            .action = (uint8_t)running };
}

void step_fault(struct step *step, enum fault why) {
  if (!step->fault) step->fault = why;
  step_blame(step, why);
}

void step_blame(struct step *step, enum fault why) {
  step_note_why(step, why);
  step->broken |= CLAIM(PROPERTY_NEVER);
}

void step_exceeds(struct step *step, enum limit limit) {
  bool first = !step->why.fault;
  step_note_why(step, WHY_LIMIT);
  if (first) step->why.limit = (uint8_t)limit;
  step->broken |= CLAIM(PROPERTY_OVERFLOW);
}
