/* Proofs for any number of SMs, by views of a few.
 *
 * Method: view abstraction (Abdulla, Haziza, Holik, VMCAI 2013), with bystanders for what the hubs
 * keep of other SMs.  A view of size k has what the hubs keep that names no SM, k nodes, and the
 * bystanders (sm_parts.h, bystanders.h).  The views of the cold state are the first.  Until nothing
 * is new, k + 1 nodes are joined of which each k are a view.  All steps are taken from there, but
 * for those of bystanders, and the views of the targets are added.  The views of all reachable
 * states of any number of SMs are then among them.
 *
 * docs/internals/any-number.md has the argument.  It relies on this: a hub treats SMs alike, apart
 * from its marks.  Each step is tried for that: with bystanders doubled, trebled and so on, as far
 * as the machine has SMs; and in a machine of one SM less. */
#ifndef ABSTRACT_ANY_SMS_H
#define ABSTRACT_ANY_SMS_H

#include "abstract/bystanders.h"
#include "abstract/sm_apart.h"
#include "base/text.h"
#include "machine/clients.h"

enum { NODES_MAX = 3 };

/* A view; `node`: sorted, of `k`.  Compared by bytes. */
struct view {
  uint32_t hubs, others, node[NODES_MAX];
};

enum any_sms_end {
  ANY_SMS_PROVED,
  ANY_SMS_ALARM,           /* a state joined of views breaks a property */
  ANY_SMS_NOT_ALIKE,       /* a step told SMs apart that look alike */
  ANY_SMS_NAMES_ANOTHER,   /* an SM, or a message of one, names another SM */
  ANY_SMS_NO_ROOM,         /* more bystanders, requests or times than a machine can hold */
  ANY_SMS_OUT_OF_TIME,
  ANY_SMS_OUT_OF_MEMORY
};

struct any_sms_options {
  unsigned nodes;      /* k: SMs of a view, 1 to NODES_MAX - 1 */
  unsigned threads;    /* of each SM */
  uint64_t properties; /* whose violation is an alarm */
  double deadline;     /* on the clock of `now`; 0: none */
  double (*now)(void);
  uint64_t memory_max; /* bytes; 0: none */
};

/* A state that was joined of views: its nodes, k + 1 of them, and its bystanders. */
struct configuration {
  uint32_t hubs, others, node[NODES_MAX];
};

struct any_sms_result {
  enum any_sms_end end;
  uint32_t views;
  uint64_t configurations, steps, trials;
  unsigned most_alike;  /* SMs that look alike, in a trial, at most */
  unsigned bystanders;  /* different marks of bystanders, at most */
  bool blocked;         /* a channel of an SM's own was full */
  uint64_t broken;      /* ANY_SMS_ALARM: properties */
  struct configuration alarm; /* the configuration that ended it */
};

struct any_sms;

/* Prepares a proof of a client: its lines, values and words count.  NULL, with an error: the system
 * cannot be proved in this way, or the machine cannot be built. */
struct any_sms *any_sms_new(const struct setting *setting, const struct client *client,
                            const struct machine_options *options,
                            const struct any_sms_options *any, struct diagnostic *error);
void any_sms_free(struct any_sms *any);

/* Bytes. */
size_t any_sms_held(const struct any_sms *any);

/* Finds all views. */
struct any_sms_result any_sms_prove(struct any_sms *any);

/* --- what searches of so many SMs show --- */

/* The frame of a machine that is searched, with all threads on each SM; NULL: not. */
struct sm_frame *any_sms_frame(struct any_sms *any, const struct machine *machine);
/* Notes the views of a state.  Callable from several threads.  false: it cannot be taken apart. */
bool any_sms_show(struct any_sms *any, const struct sm_frame *frame, const slot_t *state);
/* The number of views shown so far; of those that are not among the views found. */
uint32_t any_sms_shown(const struct any_sms *any);
uint32_t any_sms_strange(const struct any_sms *any);

/* Writes a configuration in words. */
void any_sms_describe(struct text *text, struct any_sms *any,
                      const struct configuration *configuration);
/* The configuration of a view's first step, by which it was found; false: it is an initial view. */
bool any_sms_origin(const struct any_sms *any, const struct view *view,
                    struct configuration *origin);

#endif
