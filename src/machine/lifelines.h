/* What the steps of a run do, as events on lifelines.  A core or a controller has one.  They stand
 * in the order of the SMs: the cores of an SM, then its own controllers; those that SMs share come
 * last. */
#ifndef MACHINE_LIFELINES_H
#define MACHINE_LIFELINES_H

#include "base/text.h"
#include "machine/machine.h"
#include "protocol/step.h"
#include "search/trace.h"

unsigned lifelines_count(const struct machine *machine);
bool lifelines_is_core(const struct machine *machine, unsigned lifeline);
/* "P0", "L1.0" */
void lifelines_add_name(struct text *text, const struct machine *machine, unsigned lifeline);
/* What it holds in a state: a line for each address, "a: S data=0", and one for the rest. */
void lifelines_add_state(struct text *text, const struct machine *machine, const slot_t *state,
                         unsigned lifeline);
/* The newest value of each word that a copy or a message holds: "a=1, b=0" (ghost). */
void lifelines_add_newest(struct text *text, const struct machine *machine, const slot_t *state);

struct lifeline_event {
  enum {
    LIFELINE_ISSUES,  /* a core asks its controller: both act in this step */
    LIFELINE_ANSWERS, /* a controller answers a core: so, too */
    LIFELINE_SENDS,   /* a message leaves; `to` takes it later */
    LIFELINE_TAKES    /* a message arrives, which `from` sent before */
  } kind;
  unsigned from, to; /* lifelines */
  struct text text;  /* "GETS(a)", "LOAD a", "0" */
  /* A message that is taken has the identity of one that was sent before.  Several may have it;
   * then the oldest is meant. */
  uint64_t identity;
};

struct lifeline_change {
  unsigned lifeline;
  struct text place; /* "a"; empty: it is of no address */
  struct text text;  /* "I => IS, data none => 0" */
  bool of_state;     /* the line's state has another name now, or the core does something else */
};

struct lifeline_row {
  struct text text; /* "L1.0 a: I/LOAD -> IS, keep, gets" */
  const struct row *row;
  unsigned lifeline;
  struct text place;
};

enum { NO_LIFELINE = UINT32_MAX };

struct lifeline_step {
  unsigned taker; /* who takes the step; NO_LIFELINE: all, as time passes */
  struct lifeline_event *events;
  unsigned event_count;
  struct lifeline_change *changes;
  unsigned change_count;
  struct lifeline_row rows[FIRED_MAX];
  unsigned row_count;
  struct text text; /* "L1.0 takes DATA(a) from L2.0" */
};

/* The step with this label from `from` to `to`; to be cleared by lifeline_step_clear. */
struct lifeline_step lifeline_step_of(const struct machine *machine, const slot_t *from,
                                      uint32_t label, const slot_t *to);
void lifeline_step_clear(struct lifeline_step *step);

#endif
