/* Proofs for any number of SMs, by views of a few.
 *
 * Method: view abstraction (Abdulla, Haziza, Holik: "All for the price of few", VMCAI 2013), with
 * bystanders for what the hubs keep of other SMs.  A view of size k has what the hubs keep that
 * names no SM, k nodes, and the bystanders (sm_parts.h, bystanders.h).  The views of the cold state
 * are the first.  Until nothing is new, k + 1 nodes are joined of which each k are a view.  All
 * steps are taken from there, but for those of bystanders, and the views of the targets are added.
 * The views of all reachable states of any number of SMs are then among them.
 *
 * docs/internals/any-number.md has the argument.  It relies on this: a hub treats SMs alike, apart
 * from its marks.  configuration.h says how each step is tried for that. */
#ifndef ABSTRACT_ANY_SMS_H
#define ABSTRACT_ANY_SMS_H

#include "abstract/configuration.h"
#include "abstract/stuck_views.h"
#include "base/text.h"

struct any_sms;

struct any_sms_options {
  unsigned threads;    /* of each SM */
  uint64_t properties; /* whose violation is an alarm */
  double deadline;     /* on the clock of `now`; 0: none */
  double (*now)(void);
  uint64_t memory_max; /* bytes; 0: none */
  /* A program with any number of readers (any_readers.h); NULL: the client. */
  const struct program *program;
  const struct placement *placement;
  bool looks_alone;  /* no property is of several SMs */
  visit_state *note; /* called on each state that is joined of views, or of one; or NULL */
  /* Adds the initial states, by any_sms_add_start; NULL: those of the machine. */
  void (*start)(void *context, struct any_sms *any);
  void *context;
};

/* Prepares a proof of a client: its lines, values and words count. */
struct any_sms *any_sms_new(const struct setting *setting, const struct client *client,
                            const struct machine_options *options,
                            const struct any_sms_options *any);
void any_sms_free(struct any_sms *any);
size_t any_sms_held(const struct any_sms *any); /* bytes */

/* false, with an error: the system cannot be proved in this way, or a machine cannot be built. */
bool any_sms_can_prove(struct any_sms *any, struct diagnostic *error);
/* Finds all views of `nodes` SMs: 1 to NODES_MAX - 1.  Forgets what an earlier call found.  false,
 * with an error: the system cannot be proved in this way, or a machine cannot be built. */
bool any_sms_prove(struct any_sms *any, unsigned nodes, struct any_sms_result *result,
                   struct diagnostic *error);

/* How many SMs of a state are looked at, while `note` is called. */
unsigned any_sms_looked_at(const struct any_sms *any);
/* The machine with so many SMs; NULL: there is none. */
const struct sm_frame *any_sms_frame(struct any_sms *any, unsigned sms);
/* Adds an initial state of that machine, of which the first `nodes` SMs are looked at.  Without a
 * machine the proof ends. */
void any_sms_add_start(struct any_sms *any, const struct sm_frame *frame, unsigned nodes,
                       const slot_t *state);

/* --- what searches of so many SMs show --- */

/* Lets the searches of machines with these options note the views of their states.  Their SMs have
 * all threads. */
void any_sms_attach(struct any_sms *any, struct machine_options *options);
/* How many views of so many nodes were shown so far. */
uint32_t any_sms_shown_views(const struct any_sms *any, unsigned nodes);
/* After any_sms_prove: how many of its views were among the first `count` that were shown, and how
 * many of these it did not find.  One of the latter refutes the promise that SMs are alike. */
struct any_sms_shown {
  uint32_t found, missed;
};
struct any_sms_shown any_sms_compare(const struct any_sms *any, uint32_t count);
/* Forgets the views that were shown. */
void any_sms_show_none(struct any_sms *any);

/* --- deadlock --- */

/* Can SMs wait for each other for ever?  After any_sms_prove. */
struct any_sms_stuck any_sms_find_stuck(struct any_sms *any);

/* --- for reports --- */

/* The least of its machines; valid until the next call of any_sms_prove. */
const struct machine *any_sms_machine(const struct any_sms *any);
/* Visits the states of a configuration of `nodes` nodes, with one SM for each bystander. */
void any_sms_put(struct any_sms *any, const struct configuration *configuration, unsigned nodes,
                 void (*visit)(void *context, const struct sm_frame *frame, const slot_t *state),
                 void *context);
/* The view that lacks one node of a configuration. */
struct any_sms_made_of {
  unsigned depth; /* steps by which it was found */
  bool is_shown;  /* a search showed it */
};
struct any_sms_made_of any_sms_made_of(const struct any_sms *any,
                                       const struct configuration *configuration, unsigned lacks);

/* Visits the steps that lead from the cold state to that view.  Each begins in a state that was
 * joined of views, so it need not begin where the one before ended. */
void any_sms_each_step(struct any_sms *any, const struct configuration *configuration,
                       unsigned lacks,
                       void (*visit)(void *context, const struct sm_frame *frame,
                                     const slot_t *from, const slot_t *to),
                       void *context);

#endif
