/* Configurations: a few nodes and bystanders, put into machines, with their steps.
 *
 * Each step is tried for the promise that hubs treat SMs alike:
 *   - with bystanders doubled, trebled and so on, one by one and all at once, as far as a machine
 *     has SMs;
 *   - with one idle SM more, and with other numbers for the SMs: nodes last, too;
 *   - with other threads in the marks of bystanders.
 * Such a trial may lead to no view that the configuration itself does not lead to. */
#ifndef ABSTRACT_CONFIGURATION_H
#define ABSTRACT_CONFIGURATION_H

#include "abstract/sm_machines.h"
#include "abstract/view_table.h"

/* `node`: k + 1 nodes, sorted. */
struct configuration {
  uint32_t hubs, others, node[NODES_MAX];
};

enum any_sms_end {
  ANY_SMS_PROVED,
  ANY_SMS_ALARM,         /* a state joined of views breaks a property */
  ANY_SMS_NOT_ALIKE,     /* a step told SMs apart that look alike */
  ANY_SMS_NAMES_ANOTHER, /* an SM, or a message of one, names another SM */
  ANY_SMS_NO_ROOM,       /* more bystanders, requests or times than a machine can hold */
  ANY_SMS_OUT_OF_TIME,
  ANY_SMS_OUT_OF_MEMORY
};

struct any_sms_result {
  enum any_sms_end end;
  unsigned nodes; /* SMs of a view */
  uint32_t views;
  uint64_t configurations, steps, trials;
  uint64_t looks;             /* configurations that were only asked for properties */
  unsigned most_alike;        /* SMs that look alike, in a trial, at most */
  unsigned bystanders;        /* different marks of bystanders in a view, at most */
  bool blocked;               /* a channel of an SM's own was full */
  uint64_t broken;            /* ANY_SMS_ALARM: properties */
  struct configuration alarm; /* the configuration that ended it */
};

/* Nodes, as sets: those whose messages hubs take, and those that take steps of their own.  With
 * `all`, hubs take steps of their own, too. */
struct steps_asked {
  bool all;
  unsigned to_hubs, own;
};
extern const struct steps_asked configuration_all_steps;

/* How a configuration is put.  The first way is its own, the others are trials.  In the last two,
 * all SMs have all threads. */
enum put_way { AS_IT_IS, REVERSED /* with an idle SM more */, NODES_LAST, WIDE };

/* How a view was found: by a step of a configuration of `count` nodes, of which the view `before`
 * is a part.  NO_VIEW: it is a view of an initial state. */
struct view_origin {
  uint32_t before;
  unsigned count;
  struct configuration configuration;
};

typedef void visit_state(void *context, const struct sm_frame *frame, const slot_t *state);

/* What a proof works with. */
struct exploration_of_views {
  struct sm_machines *machines;
  struct view_table *table;
  uint64_t properties;     /* whose violation is an alarm */
  struct dictionary tried; /* contexts of hubs in which trials were made */
  visit_state *note;       /* called on each state that is no trial; or NULL */
  void *note_context;
  VECTOR(struct view_origin) origins; /* by view */
  uint32_t before;                    /* the view whose configurations are explored */
  struct any_sms_result result;
  /* The configuration that is explored. */
  struct configuration at;
  const struct sm_frame *frame;
  struct view_numbers found; /* the views of its targets */
  unsigned count;            /* its nodes */
  unsigned first;            /* the SM that its first node is put as */
  struct steps_asked asked;
  enum put_way way;
  const struct about *about; /* the step at hand */
  bool is_trial, looks_only, owner_is_bystander;
  bool performs; /* some step of an SM's own performs a store */
};

/* Asks the configuration of `count` nodes for properties, and adds the views of its steps.
 * `result` says why the proof goes no further. */
void configuration_explore(struct exploration_of_views *any,
                           const struct configuration *configuration, unsigned count,
                           struct steps_asked asked);
/* Asks it for properties only. */
void configuration_look_at(struct exploration_of_views *any,
                           const struct configuration *configuration, unsigned count);
/* Adds the views of an initial state of the machine of this frame, whose first `count` SMs are
 * looked at.  NULL: there is no such machine, so the proof ends. */
void configuration_add_initial(struct exploration_of_views *any, const struct sm_frame *frame,
                               const slot_t *state);
/* Visits the step by which a view was found; it has one, since it is no initial view. */
void configuration_find_step(struct exploration_of_views *any, uint32_t view,
                             void (*visit)(void *context, const struct sm_frame *frame,
                                           const slot_t *from, const slot_t *to),
                             void *context);
/* Notes why the proof ends, unless it has ended. */
void configuration_end(struct exploration_of_views *any, enum any_sms_end why);

/* Puts a configuration with one SM for each bystander, and two for those of two or more; visits the
 * states.  false: there is no room. */
bool configuration_put_once(struct sm_machines *machines, const struct view_table *table,
                            const struct configuration *configuration, unsigned nodes,
                            visit_state *visit, void *context);
/* The same, with `more` SMs more for each bystander of a set. */
bool configuration_put_more(struct sm_machines *machines, const struct view_table *table,
                            const struct configuration *configuration, unsigned nodes,
                            uint32_t raised, unsigned more, visit_state *visit, void *context);

#endif
