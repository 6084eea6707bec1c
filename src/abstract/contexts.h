/* Steps of one address in each context: what other addresses may hold there.
 */
#ifndef ABSTRACT_CONTEXTS_H
#define ABSTRACT_CONTEXTS_H

#include "abstract/channel_set.h"
#include "machine/alternatives.h"
#include "machine/run_step.h"

/* Does the claim of this kind of controller depend on contexts (kind_promises.context)? */
bool contexts_matter(const struct machine *machine, unsigned kind);
/* Writes the local state in the i-th context; false: there is none. */
bool context_at(const struct machine *machine, unsigned kind, const struct local *local, unsigned i,
                struct local *to);
/* Runs the step in each context.  Adds the alternatives that break a claim, and those of the first
 * context, in which other addresses are idle. */
void contexts_add_alternatives(struct step *step, const struct taking *taking,
                               struct found_alternatives *found);
/* Can the event of the explored address happen in some context? */
bool contexts_may_enable(const struct step *step, const struct internal *internal, unsigned at);

/* (one line explored by itself) Whether a step can be taken, and the room that it needs. */
struct going {
  bool goes;                /* while all other lines are idle */
  bool raises;              /* events on other lines, which may send messages of these */
  uint8_t unless;           /* contexts in which it cannot, as a set (kind_promises.context) */
  uint8_t most;             /* messages that it sends by one channel */
  struct channel_set sends; /* channels that it sends by */
  struct channel_set sends_for_all; /* those by which it sends messages of no line */
};
struct going context_controller_goes(const struct machine *machine, const struct step_input *input);

#endif
